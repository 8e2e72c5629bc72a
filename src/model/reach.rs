//! Which declarations reach which: cycles, and where recursion needs a box.

use std::collections::{BTreeMap, BTreeSet};

use super::{Definition, Schema, Type, TypeDeclaration, TypeName};

/// The strongly connected components of a graph: for each node the number of its component.
/// Components are numbered so that every edge leads to a component of the same or a lower number
/// (dependencies first). Works without recursion, so that no graph is too deep.
///
/// ```
/// // 0 → 1 ⇄ 2
/// assert_eq!(tygen::model::strongly_connected(&[vec![1], vec![2], vec![1]]), [1, 0, 0]);
/// ```
pub fn strongly_connected(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let mut component = vec![UNSEEN; edges.len()];
    let mut index = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let (mut stack, mut clock, mut components) = (Vec::new(), 0, 0);
    for root in 0..edges.len() {
        if index[root] != UNSEEN {
            continue;
        }
        // Each entry: a node, and how many of its edges have been followed.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.pop() {
            if followed == 0 {
                index[node] = clock;
                low[node] = clock;
                clock += 1;
                stack.push(node);
            }
            if let Some(&next) = edges[node].get(followed) {
                path.push((node, followed + 1));
                if index[next] == UNSEEN {
                    path.push((next, 0));
                } else if component[next] == UNSEEN {
                    low[node] = low[node].min(index[next]);
                }
                continue;
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    component
}

/// Which declared types contain themselves without a list, set, map, promise or output in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recursion(BTreeMap<TypeName, usize>);

impl Recursion {
    /// The recursion of all declared types.
    pub fn of(schema: &Schema) -> Self {
        let declarations: Vec<&TypeDeclaration> = schema.declarations().collect();
        let index: BTreeMap<&TypeName, usize> =
            declarations.iter().enumerate().map(|(at, declaration)| (&declaration.name, at)).collect();
        let edges: Vec<Vec<usize>> = declarations
            .iter()
            .map(|declaration| {
                let mut inside = BTreeSet::new();
                for part in declaration.parts() {
                    direct(part, &mut |name| inside.extend(index.get(name).copied()));
                }
                inside.into_iter().collect()
            })
            .collect();
        let component = strongly_connected(&edges);
        let mut size = vec![0_usize; declarations.len()];
        for &number in &component {
            size[number] += 1;
        }
        let recursive = (0..declarations.len())
            .filter(|&at| size[component[at]] > 1 || edges[at].contains(&at))
            .map(|at| (declarations[at].name.clone(), component[at]))
            .collect();
        Self(recursive)
    }

    /// Whether a part of type `to` directly inside `from` needs a box, lest `from` be infinitely large.
    pub fn needs_box(&self, from: &TypeName, to: &TypeName) -> bool {
        match (self.0.get(from), self.0.get(to)) {
            (Some(from), Some(to)) => from == to,
            (Some(_) | None, Some(_) | None) => false,
        }
    }
}

/// Calls `f` on every declared type that lies directly inside a value of `ty`.
fn direct<'a>(ty: &'a Type, f: &mut impl FnMut(&'a TypeName)) {
    match ty {
        Type::Named(named) => f(&named.name),
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Promise(_) | Type::Output(_) => {}
        other => other.children().into_iter().for_each(|child| direct(child, f)),
    }
}

impl TypeDeclaration {
    /// The types that the definition is made of, in declaration order.
    pub fn parts(&self) -> Vec<&Type> {
        match &self.definition {
            Definition::Object(properties) => properties.iter().map(|property| &property.ty).collect(),
            Definition::Enum(_) => Vec::new(),
            Definition::Union(definition) => definition.arms.iter().collect(),
            Definition::Alias(ty) => vec![ty],
        }
    }
}
