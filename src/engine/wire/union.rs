//! Unions and sets: where what a value is decides.

use std::cmp::Ordering;

use super::super::Number;
use super::decode::{Decoded, Decoder, Failure, fail, required};
use super::judge::rendered;
use super::node::Node;
use super::safety::{Safety, exactness};
use super::{read, write};
use crate::codec::{Codec, Definition, UnionCodec};

const TOO_MANY_ATTEMPTS: &str = "the value needs too many attempts to find its type";

/// Why an arm is tried when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Exact(usize),
    Named,
    Safe,
    Unsafe,
    /// It cannot take the value, but is of its kind: tried to say why.
    Kin,
}

/// An arm that a value may take, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    group: Group,
    discarded: usize,
    arm: usize,
}

impl Decoder<'_> {
    /// The value in the arm that takes it first.
    pub(super) fn union(&self, node: &Node, union: &UnionCodec) -> Decoded {
        let named = self.named_arm(node, union);
        let mut candidates: Vec<Candidate> = (0..union.arms.len())
            .filter_map(|arm| {
                let group = self.group(node, &union.arms[arm], named == Some(arm))?;
                Some(Candidate { group, discarded: self.discarded(node, &union.arms[arm]), arm })
            })
            .collect();
        if self.is_exhausted() {
            return fail(TOO_MANY_ATTEMPTS);
        }
        candidates.sort();
        let mut failed: Vec<(usize, Vec<Failure>)> = Vec::new();
        for candidate in candidates {
            self.attempt();
            if self.is_exhausted() {
                return fail(TOO_MANY_ATTEMPTS);
            }
            match self.decode(node, &union.arms[candidate.arm]) {
                Ok(node) => return Ok(node),
                Err(problems) => failed.push((candidate.arm, problems)),
            }
        }
        if let Some(at) = failed.iter().position(|(arm, _)| named == Some(*arm)) {
            return Err(failed.swap_remove(at).1);
        }
        failed.sort_by_key(|(arm, _)| *arm);
        match failed.len() {
            0 => {
                let words: Vec<String> = union.arms.iter().map(|arm| self.words(arm)).collect();
                fail(required(&words.join(" or "), node))
            }
            1 => Err(failed.remove(0).1),
            _ => {
                let reasons: Vec<String> = failed
                    .into_iter()
                    .map(|(arm, problems)| {
                        format!("not {}, since {}", self.words(&union.arms[arm]), rendered(problems).join(" and "))
                    })
                    .collect();
                fail(format!("no arm of the union takes the value: {}", reasons.join("; ")))
            }
        }
    }

    fn group(&self, node: &Node, arm: &Codec, is_named: bool) -> Option<Group> {
        if let Some(rank) = exactness(node, self.codecs.behind(arm)) {
            return Some(Group::Exact(rank));
        }
        if is_named {
            return Some(Group::Named);
        }
        self.attempt();
        match self.safety(node, arm) {
            Some(Safety::Same | Safety::Safe) => Some(Group::Safe),
            Some(Safety::Unsafe) => Some(Group::Unsafe),
            None => self.is_kin(node, arm).then_some(Group::Kin),
        }
    }

    /// Whether both are objects and maps, or both lists, sets and tuples.
    fn is_kin(&self, node: &Node, arm: &Codec) -> bool {
        let arm = self.codecs.behind(arm);
        let definition = match arm {
            Codec::Named(name) => self.codecs.named(name),
            _ => None,
        };
        match node {
            Node::Object(_) => matches!((arm, definition), (Codec::Map(_), _) | (_, Some(Definition::Object(_)))),
            Node::List(_) => {
                matches!((arm, definition), (Codec::List(_) | Codec::Set(_), _) | (_, Some(Definition::Tuple(_))))
            }
            _ => false,
        }
    }

    /// The arm that the discriminator names.
    fn named_arm(&self, node: &Node, union: &UnionCodec) -> Option<usize> {
        let discriminator = union.discriminator.as_ref()?;
        let Node::Object(members) = node else { return None };
        let (_, word) = members.iter().find(|(name, _)| *name == discriminator.property)?;
        let Some(Node::String(word)) = word.bare() else { return None };
        let word = read::nfc(word);
        discriminator.mapping.iter().find(|(other, _)| *other == word).map(|(_, arm)| *arm)
    }

    /// How many attributes of the value the arm drops.
    fn discarded(&self, node: &Node, arm: &Codec) -> usize {
        match (node, self.codecs.behind(arm)) {
            (Node::Object(members), Codec::Named(name)) => match self.codecs.named(name) {
                Some(Definition::Object(object)) => {
                    let kept = |name: &str| object.fields.iter().any(|field| *field.name == *name);
                    members.iter().filter(|(name, _)| !kept(name)).count()
                }
                Some(Definition::Tuple(_) | Definition::Enum { .. } | Definition::Union(_) | Definition::Alias(_))
                | None => 0,
            },
            _ => 0,
        }
    }

    /// The elements of a set: none twice, in the order in which sets have them.
    pub(super) fn set(&self, elements: Vec<Node>, codec: &Codec) -> Vec<Node> {
        if elements.iter().any(Node::is_marked) {
            return elements;
        }
        let mut kept: Vec<(String, Node)> = Vec::with_capacity(elements.len());
        let mut seen = std::collections::BTreeSet::new();
        for element in elements {
            let key = match &element {
                Node::Number(text) if **text == *"-0" => "0".to_owned(),
                element => write::text(element),
            };
            if seen.insert(key.clone()) {
                kept.push((key, element));
            }
        }
        if self.is_ordered(codec) {
            kept.sort_by(|(_, left), (_, right)| order(left, right));
        }
        kept.into_iter().map(|(_, element)| element).collect()
    }

    /// Whether sets of the type have an order of their own.
    fn is_ordered(&self, codec: &Codec) -> bool {
        match self.codecs.behind(codec) {
            Codec::Bool | Codec::Int(_) | Codec::Number(_) | Codec::String => true,
            Codec::Nullable(inner) => self.is_ordered(inner),
            Codec::Named(name) => match self.codecs.named(name) {
                Some(Definition::Enum { base, .. }) => self.is_ordered(base),
                Some(Definition::Object(_) | Definition::Tuple(_) | Definition::Union(_) | Definition::Alias(_))
                | None => false,
            },
            Codec::None
            | Codec::Any
            | Codec::Asset
            | Codec::Archive
            | Codec::Resource(_)
            | Codec::Capsule(_)
            | Codec::List(_)
            | Codec::Set(_)
            | Codec::Map(_) => false,
        }
    }
}

/// The order of primitive elements of one type; null last.
fn order(left: &Node, right: &Node) -> Ordering {
    let number = |node: &Node| match node {
        Node::Number(text) => Number::parse(text).ok(),
        Node::Infinity(true) => Some(Number::negative_infinity()),
        Node::Infinity(false) => Some(Number::infinity()),
        _ => None,
    };
    match (left, right) {
        (Node::Null, Node::Null) => Ordering::Equal,
        (Node::Null, _) => Ordering::Greater,
        (_, Node::Null) => Ordering::Less,
        (Node::String(left), Node::String(right)) => left.cmp(right),
        (Node::Bool(left), Node::Bool(right)) => left.cmp(right),
        (left, right) => match (number(left), number(right)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => Ordering::Equal,
        },
    }
}
