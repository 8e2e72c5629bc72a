//! Which arm of a union takes a value.

use super::convert::{Run, find, is_absent};
use super::schema::{Definition, Object, Presence, Union};
use super::{Node, Type, json};

/// How far one can rely on reading a value as a type: the safest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Safety {
    /// It is one of that very type.
    Same,
    /// Every such value can be read so.
    Safe,
    /// Some can.
    Unsafe,
}

/// How many arms may be tried for one value.
const MAX_ATTEMPTS: u32 = 1_048_576;

/// Why an arm is tried when it is: the first in order is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// It is exactly the value's own type, by rank.
    Exact(u8),
    /// The discriminator names it.
    Named,
    Safe,
    Unsafe,
    /// It cannot take the value, but is of its kind: tried to tell what is wrong.
    Kin,
}

impl Run {
    pub(super) fn union(&mut self, node: &Node, union: &Union, wanted: &Type) -> Option<Node> {
        let named = named(node, union);
        let mut candidates = Vec::with_capacity(union.arms.len());
        for (arm, ty) in union.arms.iter().enumerate() {
            if let Some(group) = self.group(node, ty, named == Some(arm)) {
                candidates.push((group, dropped(node, ty), arm));
            }
        }
        candidates.sort_unstable();
        let before = self.problems.len();
        let mut failures = Vec::with_capacity(candidates.len());
        for (_, _, arm) in candidates {
            self.attempts += 1;
            if self.is_exhausted() {
                return self.fail("the value needs too many attempts to find its type");
            }
            if let Some(value) = self.value(node, &union.arms[arm]) {
                return Some(Node::Arm(arm, Box::new(value)));
            }
            failures.push((arm, self.problems.split_off(before)));
        }
        if failures.is_empty() {
            return self.misfit(node, wanted);
        }
        let told = match named {
            Some(named) => failures.iter().position(|(arm, _)| *arm == named),
            None if failures.len() == 1 => Some(0),
            None => None,
        };
        if let Some(at) = told {
            let (_, problems) = failures.swap_remove(at);
            self.problems.extend(problems);
            return None;
        }
        failures.sort_by_key(|(arm, _)| *arm);
        let depth = self.path.len();
        let reasons = failures.into_iter().map(|(arm, mut problems)| {
            let told = problems.iter_mut().map(|problem| {
                problem.path.0.drain(..depth.min(problem.path.0.len()));
                problem.to_string()
            });
            let told: Vec<String> = told.collect();
            format!(
                "not {}, since {}",
                union.arms[arm].words(),
                told.join(" and ")
            )
        });
        let reasons: Vec<String> = reasons.collect();
        self.fail(format!(
            "no arm of the union takes the value: {}",
            reasons.join("; ")
        ))
    }

    fn is_exhausted(&self) -> bool {
        self.attempts > MAX_ATTEMPTS
    }

    /// When an arm is tried, if it is.
    fn group(&mut self, node: &Node, arm: &Type, is_named: bool) -> Option<Group> {
        if let Some(rank) = exactness(node, &arm.behind()) {
            return Some(Group::Exact(rank));
        }
        if is_named {
            return Some(Group::Named);
        }
        self.attempts += 1;
        match self.safety(node, arm) {
            Some(Safety::Same | Safety::Safe) => Some(Group::Safe),
            Some(Safety::Unsafe) => Some(Group::Unsafe),
            None => is_kin(node, &arm.behind()).then_some(Group::Kin),
        }
    }

    /// How safe it is to read the value as that type, if it can be at all.
    fn safety(&mut self, node: &Node, ty: &Type) -> Option<Safety> {
        let node = match node {
            Node::Bad(_) => return Some(Safety::Unsafe),
            Node::Marked(marked) => match &marked.value {
                None => return Some(Safety::Unsafe),
                Some(value) => value,
            },
            Node::Arm(_, inner) => return self.safety(inner, ty),
            other => other,
        };
        // Nobody waits for an answer that takes for ever.
        if self.is_exhausted() {
            return Some(Safety::Unsafe);
        }
        let ty = ty.behind();
        if exactness(node, &ty).is_some() {
            return Some(Safety::Same);
        }
        match (ty, node) {
            (Type::Any, _) | (Type::Nullable(_), Node::Null) => Some(Safety::Safe),
            (Type::Nullable(inner), node) => capped(self.safety(node, inner)),
            (Type::String, Node::Bool(_) | Node::Number(_)) => Some(Safety::Safe),
            (
                Type::Bool | Type::Int | Type::Int64 | Type::Int32 | Type::Double | Type::Exact,
                Node::String(_),
            )
            | (Type::Int | Type::Int64 | Type::Int32, Node::Number(_)) => Some(Safety::Unsafe),
            (Type::List(element) | Type::Set(element), Node::List(elements)) => {
                self.worst(elements.iter().map(|part| (part, element)))
            }
            (Type::Map(element), Node::Object(members)) => {
                self.worst(members.iter().map(|(_, part)| (part, element)))
            }
            (Type::Named(definition), node) => self.declared_safety(node, definition()),
            _ => None,
        }
    }

    fn declared_safety(&mut self, node: &Node, definition: &Definition) -> Option<Safety> {
        match (definition, node) {
            (Definition::Alias(inner), node) => self.safety(node, inner),
            (Definition::Enum(base, _), node) => self.safety(node, base).map(|_| Safety::Unsafe),
            (Definition::Union(union), node) => {
                let arms = union.arms.iter().filter_map(|arm| {
                    self.attempts += 1;
                    self.safety(node, arm)
                });
                capped(arms.min())
            }
            (Definition::Tuple(types), Node::List(elements)) if types.len() == elements.len() => {
                self.worst(elements.iter().zip(*types))
            }
            (Definition::Object(object), Node::Object(members)) => {
                self.object_safety(members, object)
            }
            (Definition::Tuple(_) | Definition::Object(_), _) => None,
        }
    }

    fn object_safety(&mut self, members: &[(String, Node)], object: &Object) -> Option<Safety> {
        let mut worst = Safety::Safe;
        let mut next = 0;
        for field in object.fields {
            let found = find(members, field.name, &mut next).filter(|node| {
                let is_null = matches!(node.bare(), Some(Node::Null));
                !is_absent(object.nulls, is_null, &field.ty)
            });
            match (found, field.presence) {
                (Some(node), _) => {
                    let safety = self.safety(node, &field.ty)?;
                    worst = worst.max(safety);
                    if field.constant.is_some() {
                        worst = Safety::Unsafe;
                    }
                }
                (None, Presence::Required) => return None,
                (None, Presence::Optional | Presence::Default(_)) => {}
            }
        }
        Some(worst)
    }

    /// As unsafe as the worst part, and safe at best; none if a part has none.
    fn worst<'p>(&mut self, parts: impl Iterator<Item = (&'p Node, &'p Type)>) -> Option<Safety> {
        let mut worst = Safety::Safe;
        for (part, ty) in parts {
            worst = worst.max(self.safety(part, ty)?);
        }
        Some(worst)
    }
}

fn capped(safety: Option<Safety>) -> Option<Safety> {
    safety.map(|safety| safety.max(Safety::Safe))
}

/// The arm that the value names.
fn named(node: &Node, union: &Union) -> Option<usize> {
    let (property, words) = union.discriminator?;
    match node {
        Node::Object(members) => match find(members, property, &mut 0)?.bare()? {
            Node::String(text) => {
                let text = json::normalized(text.clone());
                let named = words.iter().find(|(word, _)| *word == text);
                named.map(|(_, arm)| *arm)
            }
            _ => None,
        },
        _ => None,
    }
}

/// How many attributes of the value the arm would drop.
fn dropped(node: &Node, ty: &Type) -> usize {
    let Type::Named(definition) = ty.behind() else {
        return 0;
    };
    match (definition(), node) {
        (Definition::Object(object), Node::Object(members)) => {
            let is_kept = |name: &str| object.fields.iter().any(|field| field.name == name);
            members.iter().filter(|(name, _)| !is_kept(name)).count()
        }
        _ => 0,
    }
}

/// Whether the type is exactly the value's own: its rank among those that are.
fn exactness(node: &Node, ty: &Type) -> Option<u8> {
    match (node, ty) {
        (Node::Null, Type::None)
        | (Node::Bool(_), Type::Bool)
        | (Node::String(_), Type::String)
        | (Node::Asset(_), Type::Asset)
        | (Node::Archive(_), Type::Archive)
        | (Node::Capsule(_), Type::Capsule(_)) => Some(0),
        (Node::Resource(reference), Type::Resource(token)) => {
            let is_it = |told: &str| token.is_empty() || told == *token;
            reference.told_type().is_none_or(is_it).then_some(0)
        }
        (Node::Number(number), Type::Int | Type::Int64 | Type::Int32) if number.is_whole() => {
            Some(0)
        }
        (Node::Number(_), Type::Double | Type::Exact) => Some(1),
        _ => None,
    }
}

/// Whether both are objects and maps, or both lists, sets and tuples.
fn is_kin(node: &Node, ty: &Type) -> bool {
    match (node, ty) {
        (Node::Object(_), Type::Map(_)) | (Node::List(_), Type::List(_) | Type::Set(_)) => true,
        (Node::Object(_), Type::Named(definition)) => {
            matches!(definition(), Definition::Object(_))
        }
        (Node::List(_), Type::Named(definition)) => matches!(definition(), Definition::Tuple(_)),
        _ => false,
    }
}
