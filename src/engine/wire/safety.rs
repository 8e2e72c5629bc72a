//! How safe it is to read a value as a type, and which types are exactly the value's own.

use super::decode::Decoder;
use super::node::Node;
use super::number;
use crate::codec::{Codec, Definition, ObjectCodec};
use crate::model::{NullReading, Presence};

/// How far reading a value as a type can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Safety {
    Same,
    Safe,
    Unsafe,
}

impl Decoder<'_> {
    /// How safe it is to read the node as what the codec says; `None` if it cannot be.
    pub(super) fn safety(&self, node: &Node, codec: &Codec) -> Option<Safety> {
        let codec = self.codecs.behind(codec);
        let node = match node {
            Node::Broken(_) => return Some(Safety::Unsafe),
            Node::Marked(marked) => match &marked.content {
                Some(content) => content,
                None => return Some(Safety::Unsafe),
            },
            node => node,
        };
        if exactness(node, codec).is_some() {
            return Some(Safety::Same);
        }
        match (node, codec) {
            (Node::Null, Codec::Nullable(_)) | (_, Codec::Any) => Some(Safety::Safe),
            (_, Codec::Nullable(inner)) => self.safety(node, inner).map(|safety| safety.max(Safety::Safe)),
            (Node::Bool(_) | Node::Number(_) | Node::Infinity(_), Codec::String) => Some(Safety::Safe),
            (Node::String(_), Codec::Bool | Codec::Int(_) | Codec::Number(_))
            | (Node::Number(_) | Node::Infinity(_), Codec::Int(_)) => Some(Safety::Unsafe),
            (Node::List(elements), Codec::List(element) | Codec::Set(element)) => {
                worst(elements.iter().map(|node| self.safety(node, element)))
            }
            (Node::Object(members), Codec::Map(element)) => {
                worst(members.iter().map(|(_, node)| self.safety(node, element)))
            }
            (node, Codec::Named(name)) => match self.codecs.named(name)? {
                Definition::Object(object) => self.object_safety(node, object),
                Definition::Tuple(parts) => match node {
                    Node::List(elements) if elements.len() == parts.len() => {
                        worst(elements.iter().zip(parts).map(|(node, part)| self.safety(node, part)))
                    }
                    _ => None,
                },
                Definition::Enum { base, .. } => self.safety(node, base).map(|_| Safety::Unsafe),
                // Somebody is about to say that it needs too many attempts.
                Definition::Union(_) if self.is_exhausted() => None,
                Definition::Union(union) => {
                    let arms = union.arms.iter().filter_map(|arm| {
                        self.attempt();
                        self.safety(node, arm)
                    });
                    arms.min().map(|safety| safety.max(Safety::Safe))
                }
                Definition::Alias(_) => None,
            },
            _ => None,
        }
    }

    fn object_safety(&self, node: &Node, object: &ObjectCodec) -> Option<Safety> {
        let Node::Object(members) = node else { return None };
        worst(object.fields.iter().map(|field| match members.iter().find(|(name, _)| *name == field.name) {
            Some((_, member)) => match (self.safety(member, &field.codec), &field.constant) {
                (None, _)
                    if object.nulls == NullReading::Absent
                        && member.bare() == Some(&Node::Null)
                        && field.presence != Presence::Required =>
                {
                    Some(Safety::Safe)
                }
                (Some(_), Some(_)) => Some(Safety::Unsafe),
                (safety, _) => safety,
            },
            None if field.presence == Presence::Required => None,
            None => Some(Safety::Safe),
        }))
    }
}

/// The worst of the parts, safe at best; `None` if one has none.
fn worst(parts: impl Iterator<Item = Option<Safety>>) -> Option<Safety> {
    let mut worst = Safety::Safe;
    for part in parts {
        worst = worst.max(part?);
    }
    Some(worst)
}

/// Whether the codec is of exactly the value's own type: its rank among those that are.
pub(super) fn exactness(node: &Node, codec: &Codec) -> Option<usize> {
    match (node, codec) {
        (Node::Null, Codec::None)
        | (Node::Bool(_), Codec::Bool)
        | (Node::String(_), Codec::String)
        | (Node::Asset(_), Codec::Asset)
        | (Node::Archive(_), Codec::Archive) => Some(0),
        (Node::Reference(reference), Codec::Resource(token)) => {
            reference.told_type().is_none_or(|told| told == &**token).then_some(0)
        }
        (Node::Number(text), Codec::Int(_)) if number::is_whole(text) => Some(0),
        (Node::Number(_) | Node::Infinity(_), Codec::Number(_)) => Some(1),
        _ => None,
    }
}
