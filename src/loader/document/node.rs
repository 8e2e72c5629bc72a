//! A document as a tree.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::model::NumberText;

/// What a YAML or JSON document is made of. Keys are texts, whatever YAML makes of them; a key may
/// be there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, exact.
    Number(NumberText),
    /// A number that cannot be told exactly: an infinity, or one behind an alias.
    Rounded,
    /// A text.
    String(Arc<str>),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order of the text.
    Map(Vec<(Arc<str>, Node)>),
}

/// What is said to be expected where there is a tag.
pub(super) const NO_TAGS: &str = "a value without a tag";

/// How many more nodes a document may have: aliases make many of few.
pub(super) struct Budget(Cell<usize>);

impl Budget {
    pub(super) fn new(nodes: usize) -> Self {
        Self(Cell::new(nodes))
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    fn spend<E: Error>(&self) -> Result<(), E> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.is_spent() { Err(E::custom("the document has too many values")) } else { Ok(()) }
    }
}

/// Reads a [`Node`] within a budget.
#[derive(Clone, Copy)]
pub(super) struct NodeSeed<'b>(pub(super) &'b Budget);

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        self.0.spend()?;
        deserializer.deserialize_any(self)
    }
}

fn whole(text: String) -> Node {
    NumberText::new(&text).map_or(Node::Rounded, Node::Number)
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NO_TAGS)
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(whole(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(whole(value.to_string()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Node, E> {
        Ok(whole(value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Node, E> {
        Ok(whole(value.to_string()))
    }

    fn visit_f64<E>(self, _value: f64) -> Result<Node, E> {
        Ok(Node::Rounded)
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::String(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Node, A::Error> {
        let mut map = Vec::new();
        // A key is read as a text, so that `no` and `1.10` are what they look like.
        while let Some(key) = members.next_key::<String>()? {
            map.push((key.into(), members.next_value_seed(self)?));
        }
        Ok(Node::Map(map))
    }
}
