//! Types that no finite value can have.

use std::collections::{BTreeMap, BTreeSet};

use super::File;
use crate::diag::Code;
use crate::loader::document::Problem;
use crate::loader::locate::Part;
use crate::loader::path::DocumentPath;
use crate::model::{Definition, Schema, Type, TypeDeclaration, TypeName, strongly_connected};

impl File {
    /// Reports the file's types that contain themselves with no way to end, and those that are nothing
    /// but another name for themselves. Returns whether there are any.
    pub(in crate::loader) fn check_endings(&mut self, schema: &Schema) -> bool {
        let endless = endless(schema);
        let circular = circles(schema, shallow);
        let required = circles(schema, |declaration| match endless.contains(&declaration.name) {
            true => demanded(declaration, &endless),
            false => Vec::new(),
        });
        let is_required = |name: &&TypeName| !circular.contains_key(*name);
        for name in circular.keys().chain(required.keys().filter(is_required)).filter(|name| name.package == self.name)
        {
            let (what, circle, help) = match circular.get(name) {
                Some(circle) => {
                    ("is another name for itself", circle, "it has to lead to a type of its own in the end")
                }
                None => (
                    "contains itself with no way to end",
                    &required[name],
                    "make a property optional, or put a list or map in between",
                ),
            };
            let words: Vec<&str> = circle.iter().map(|name| &*name.name).collect();
            let message = format!("`{}` {what}: {}", name.name, words.join(" → "));
            let origin = schema.declaration(name).and_then(|declaration| declaration.origin.path.parse().ok());
            let path: DocumentPath = origin.unwrap_or_default();
            self.problems.push(Problem::new(Code::EndlessType, path, message).on(Part::Key).with_help(help));
        }
        !circular.is_empty() || !required.is_empty()
    }
}

/// The declared types of which there is no finite value: all but those found to have one. Whenever one
/// is found, those that refer to it are looked at again.
fn endless(schema: &Schema) -> BTreeSet<TypeName> {
    let types: BTreeMap<TypeName, Type> = schema.definitions();
    let mut users: BTreeMap<&TypeName, Vec<&TypeName>> = BTreeMap::new();
    for (name, ty) in &types {
        ty.visit(&mut |part| {
            if let Type::Named(named) = part {
                users.entry(&named.name).or_default().push(name);
            }
        });
    }
    let mut endless: BTreeSet<TypeName> = types.keys().cloned().collect();
    let mut waiting: Vec<&TypeName> = types.keys().collect();
    while let Some(name) = waiting.pop() {
        if endless.contains(name) && !is_endless(&types[name], &endless) {
            endless.remove(name);
            waiting.extend(users.get(name).into_iter().flatten());
        }
    }
    endless
}

fn is_endless(ty: &Type, endless: &BTreeSet<TypeName>) -> bool {
    match ty {
        Type::Named(named) => endless.contains(&named.name),
        // An empty one is a value.
        Type::List(_) | Type::Set(_) | Type::Map(_) => false,
        Type::Object(object) => object
            .attributes()
            .any(|attribute| !attribute.optionality.may_be_absent() && is_endless(&attribute.ty, endless)),
        Type::Union(union) => union.arms().iter().all(|arm| is_endless(arm, endless)),
        Type::Tuple(elements) => elements.iter().any(|element| is_endless(element, endless)),
        Type::Promise(element) | Type::Output(element) => is_endless(element, endless),
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_) => false,
    }
}

/// The endless types that every value must contain.
fn demanded(declaration: &TypeDeclaration, endless: &BTreeSet<TypeName>) -> Vec<TypeName> {
    let mut names = Vec::new();
    collect(&declaration.ty(), &mut |ty| match ty {
        Type::Named(named) => {
            names.extend(endless.contains(&named.name).then(|| named.name.clone()));
            Vec::new()
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) => Vec::new(),
        Type::Object(object) => {
            let required = object.attributes().filter(|attribute| !attribute.optionality.may_be_absent());
            required.map(|attribute| attribute.ty.clone()).collect()
        }
        other => other.children().into_iter().cloned().collect(),
    });
    names
}

/// The types that the declaration is another name for, wholly or as one of its arms.
fn shallow(declaration: &TypeDeclaration) -> Vec<TypeName> {
    let mut names = Vec::new();
    let parts: Vec<Type> = match &declaration.definition {
        Definition::Alias(ty) => vec![ty.clone()],
        Definition::Union(definition) => definition.arms.clone(),
        Definition::Object(_) | Definition::Enum(_) => Vec::new(),
    };
    for part in &parts {
        collect(part, &mut |ty| match ty {
            Type::Named(named) => {
                names.push(named.name.clone());
                Vec::new()
            }
            Type::Union(union) => union.arms().to_vec(),
            _ => Vec::new(),
        });
    }
    names
}

/// Calls `f` on the type and on all that it gives back.
fn collect(ty: &Type, f: &mut impl FnMut(&Type) -> Vec<Type>) {
    let mut waiting = vec![ty.clone()];
    while let Some(ty) = waiting.pop() {
        waiting.extend(f(&ty));
    }
}

/// Every declared type that lies on a circle, and the circle from it to itself.
fn circles(schema: &Schema, edges: impl Fn(&TypeDeclaration) -> Vec<TypeName>) -> BTreeMap<TypeName, Vec<TypeName>> {
    let declarations: Vec<&TypeDeclaration> = schema.declarations().collect();
    let index: BTreeMap<&TypeName, usize> =
        declarations.iter().enumerate().map(|(at, declaration)| (&declaration.name, at)).collect();
    let graph: Vec<Vec<usize>> = declarations
        .iter()
        .map(|declaration| edges(declaration).iter().filter_map(|name| index.get(name).copied()).collect())
        .collect();
    let component = strongly_connected(&graph);
    (0..graph.len())
        .filter_map(|start| {
            let circle = shortest_circle(start, &graph, &component)?;
            let names = circle.into_iter().map(|at| declarations[at].name.clone()).collect();
            Some((declarations[start].name.clone(), names))
        })
        .collect()
}

/// The shortest way from a node to itself, both ends included.
fn shortest_circle(start: usize, graph: &[Vec<usize>], component: &[usize]) -> Option<Vec<usize>> {
    let mut from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &node in &layer {
            for &to in graph[node].iter().filter(|&&to| component[to] == component[start]) {
                if to == start {
                    let mut circle = vec![start, node];
                    while let Some(&before) = from.get(circle.last()?) {
                        circle.push(before);
                    }
                    circle.reverse();
                    return Some(circle);
                }
                if let std::collections::btree_map::Entry::Vacant(entry) = from.entry(to) {
                    entry.insert(node);
                    next.push(to);
                }
            }
        }
        layer = next;
    }
    None
}
