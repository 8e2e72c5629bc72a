//! Which arm of a union takes a value.

use super::convert::{find, is_absent, Run};
use super::schema::{Definition, Object, Presence, Union};
use super::{Node, Type};

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

/// An arm that could take the value.
struct Candidate {
    arm: usize,
    safety: Safety,
    named: bool,
    dropped: usize,
}

impl Run {
    pub(super) fn union(&mut self, node: &Node, union: &Union, wanted: &Type) -> Option<Node> {
        let candidates = self.candidates(node, union);
        let named = candidates
            .iter()
            .find(|candidate| candidate.named)
            .map(|candidate| candidate.arm);
        let before = self.problems.len();
        let mut failures = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            self.attempts += 1;
            self.exhausted |= self.attempts > MAX_ATTEMPTS;
            if self.exhausted {
                return None;
            }
            let declared = &union.arms[candidate.arm];
            if let Some(value) = self.value(node, declared) {
                return Some(Node::Arm(candidate.arm, Box::new(value)));
            }
            failures.push((candidate.arm, self.problems.split_off(before)));
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

    /// The arms that could take the value, in the order in which they are tried.
    fn candidates(&mut self, node: &Node, union: &Union) -> Vec<Candidate> {
        let named = named(node, union);
        let mut candidates = Vec::with_capacity(union.arms.len());
        for (arm, ty) in union.arms.iter().enumerate() {
            let is_named = named == Some(arm);
            let safety = match self.safety(node, ty) {
                Some(safety) => safety,
                None if is_named => Safety::Unsafe,
                None => continue,
            };
            candidates.push(Candidate {
                arm,
                safety,
                named: is_named,
                dropped: dropped(node, ty),
            });
        }
        candidates.sort_by_key(|candidate| {
            let rank = match (candidate.safety, candidate.named) {
                (Safety::Same, _) => match union.arms[candidate.arm].behind() {
                    Type::Double | Type::Exact => 1,
                    _ => 0,
                },
                (_, true) => 2,
                (Safety::Safe, false) => 3,
                (Safety::Unsafe, false) => 4,
            };
            (rank, candidate.dropped, candidate.arm)
        });
        candidates
    }

    /// How safe it is to read the value as that type, if it can be at all.
    fn safety(&mut self, node: &Node, ty: &Type) -> Option<Safety> {
        let node = match node {
            Node::Marked(marked) => match &marked.value {
                None => return Some(Safety::Unsafe),
                Some(value) => return self.safety(value, ty),
            },
            Node::Arm(_, inner) => return self.safety(inner, ty),
            other => other,
        };
        match (ty.behind(), node) {
            (Type::Any, _) => Some(Safety::Safe),
            (Type::None, Node::Null) | (Type::Bool, Node::Bool(_)) => Some(Safety::Same),
            (Type::Double | Type::Exact, Node::Number(_)) => Some(Safety::Same),
            (Type::Int | Type::Int64 | Type::Int32, Node::Number(number)) => {
                Some(if number.is_whole() {
                    Safety::Same
                } else {
                    Safety::Unsafe
                })
            }
            (Type::String, Node::String(_)) => Some(Safety::Same),
            (Type::String, Node::Bool(_) | Node::Number(_)) => Some(Safety::Safe),
            (
                Type::Bool
                | Type::Int
                | Type::Int64
                | Type::Int32
                | Type::Double
                | Type::Exact,
                Node::String(_),
            ) => Some(Safety::Unsafe),
            (Type::Asset, Node::Asset(_))
            | (Type::Archive, Node::Archive(_))
            | (Type::Resource(_), Node::Resource(_))
            | (Type::Capsule(_), Node::Capsule(_)) => Some(Safety::Same),
            (Type::Nullable(_), Node::Null) => Some(Safety::Safe),
            (Type::Nullable(inner), node) => capped(self.safety(node, inner)),
            (Type::List(element) | Type::Set(element), Node::List(elements)) => {
                self.worst(elements.iter().map(|part| (part, element)))
            }
            (Type::Map(element), Node::Object(members)) => {
                self.worst(members.iter().map(|(_, part)| (part, element)))
            }
            (Type::Named(definition), node) => {
                let definition = definition();
                let key = (
                    std::ptr::from_ref(node) as usize,
                    std::ptr::from_ref(definition) as usize,
                );
                if let Some(safety) = self.safeties.get(&key) {
                    return *safety;
                }
                let safety = self.declared_safety(node, definition);
                self.safeties.insert(key, safety);
                safety
            }
            _ => None,
        }
    }

    fn declared_safety(&mut self, node: &Node, definition: &Definition) -> Option<Safety> {
        match (definition, node) {
            (Definition::Alias(inner), node) => self.safety(node, inner),
            (Definition::Enum(base, _), node) => self.safety(node, base).map(|_| Safety::Unsafe),
            (Definition::Union(union), node) => {
                let arms = union.arms.iter().filter_map(|arm| self.safety(node, arm));
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
            Node::String(text) => words
                .iter()
                .find(|(word, _)| word == text)
                .map(|(_, arm)| *arm),
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
            let is_kept =
                |name: &str| object.fields.iter().any(|field| field.name == name);
            members.iter().filter(|(name, _)| !is_kept(name)).count()
        }
        _ => 0,
    }
}
