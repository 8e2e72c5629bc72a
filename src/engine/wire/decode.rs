//! One value into one type: the table of `docs/conversions.md`.

use std::cell::Cell;
use std::sync::Arc;

use super::super::path::Step;
use super::node::{Marked, Node};
use super::{MAX_ATTEMPTS, SIGNATURE, number, read, write};
use crate::codec::{Codec, Codecs, Definition, FieldCodec, ObjectCodec};
use crate::model::{IntRepresentation, Literal, NullReading, Presence};

/// Whether secrets, outputs and unknowns may stand in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metadata {
    /// They may, and are kept in their places.
    Kept,
    /// They may not: the value is to be plain.
    Refused,
}

/// One problem, the innermost step first.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub steps: Vec<Step>,
    pub message: String,
}

pub(super) type Decoded<T = Node> = Result<T, Vec<Failure>>;

pub(super) fn fail<T>(message: impl Into<String>) -> Decoded<T> {
    Err(vec![Failure { steps: Vec::new(), message: message.into() }])
}

/// Reading of one value.
pub(super) struct Decoder<'a> {
    pub codecs: &'a Codecs,
    metadata: Metadata,
    /// How many arms of unions were tried.
    attempts: Cell<usize>,
}

impl<'a> Decoder<'a> {
    pub fn new(codecs: &'a Codecs, metadata: Metadata) -> Self {
        Self { codecs, metadata, attempts: Cell::new(0) }
    }

    /// Counts an arm that is looked at.
    pub fn attempt(&self) {
        self.attempts.set(self.attempts.get() + 1);
    }

    pub fn is_exhausted(&self) -> bool {
        self.attempts.get() > MAX_ATTEMPTS
    }

    /// A value as what the codec says.
    pub fn decode(&self, node: &Node, codec: &Codec) -> Decoded {
        self.content(node, |decoder, node| decoder.known(node, codec))
    }

    /// A value as what a definition says.
    pub fn defined(&self, node: &Node, definition: &Definition) -> Decoded {
        self.content(node, |decoder, node| decoder.known_defined(node, definition))
    }

    /// What is done with the metadata of every part: kept around what becomes of its content, or refused.
    fn content(&self, node: &Node, known: impl FnOnce(&Self, &Node) -> Decoded) -> Decoded {
        match (node, self.metadata) {
            (Node::Broken(message), _) => fail(message),
            (Node::Marked(marked), Metadata::Refused) => fail(match &marked.content {
                None => "the value is not known yet",
                Some(_) if marked.dependencies.is_empty() => "a secret is not a plain value",
                Some(_) => "an output is not a plain value",
            }),
            (Node::Marked(marked), Metadata::Kept) => {
                let content = marked.content.as_ref().map(|content| known(self, content)).transpose()?;
                let dependencies = marked.dependencies.clone();
                Ok(Marked { content, secret: marked.secret, dependencies }.into_node())
            }
            (node, _) => known(self, node),
        }
    }

    fn known(&self, node: &Node, codec: &Codec) -> Decoded {
        let converted = match (codec, node) {
            (Codec::Named(name), node) => {
                return match self.codecs.named(name) {
                    Some(definition) => self.known_defined(node, definition),
                    None => fail(format!("{} is not defined", name.name)),
                };
            }
            (Codec::Nullable(_) | Codec::None, Node::Null) => Ok(Node::Null),
            (Codec::Nullable(inner), node) => return self.nullable(node, inner),
            (Codec::Any, node) => return self.anything(node),
            (Codec::Bool, Node::Bool(_))
            | (Codec::Asset, Node::Asset(_))
            | (Codec::Archive, Node::Archive(_))
            | (Codec::Number(_), Node::Infinity(_)) => Ok(node.clone()),
            (Codec::Bool, Node::String(text)) => bool_of(text).map(Node::Bool),
            (Codec::String, Node::String(text)) => Ok(Node::String(read::nfc(text))),
            (Codec::String, Node::Number(text)) => number::text_of(text).map(|text| Node::String(text.into())),
            (Codec::String, Node::Infinity(negative)) => {
                Ok(Node::String(if *negative { "-Inf" } else { "+Inf" }.into()))
            }
            (Codec::String, Node::Bool(value)) => Ok(Node::String(if *value { "true" } else { "false" }.into())),
            (Codec::Number(representation), Node::Number(text)) => number::number_of_number(text, *representation),
            (Codec::Number(representation), Node::String(text)) => number::number_of_string(text, *representation),
            (Codec::Int(representation), Node::Number(text)) => number::int_of_number(text, *representation),
            (Codec::Int(_), Node::Infinity(_)) => Err("an integer is required".to_owned()),
            (Codec::Int(representation), Node::String(text)) => number::int_of_string(text, *representation),
            (Codec::Resource(token), Node::Reference(reference)) => match reference.told_type() {
                Some(told) if told != &**token => Err(format!("a reference to {token} is required, not to {told}")),
                Some(_) | None => Ok(node.clone()),
            },
            (Codec::Capsule(_), _) => Err("a capsule has no JSON form".to_owned()),
            (Codec::List(element), Node::List(elements)) => {
                return self.elements(elements, |_| element).map(Node::List);
            }
            (Codec::Set(element), Node::List(elements)) => {
                let elements = self.elements(elements, |_| element)?;
                return Ok(Node::List(self.set(elements, element)));
            }
            (Codec::Map(element), Node::Object(members)) => return self.map(members, element),
            (codec, node) => Err(self.mismatch(codec, node)),
        };
        converted.or_else(fail)
    }

    fn nullable(&self, node: &Node, inner: &Codec) -> Decoded {
        let mismatch = self.mismatch(inner, node);
        self.known(node, inner).map_err(|mut problems| {
            // Where the kinds do not go together, the words are those of the nullable.
            if let [only] = problems.as_mut_slice()
                && only.steps.is_empty()
                && only.message == mismatch
            {
                only.message = required(&format!("{} or null", self.words(inner)), node);
            }
            problems
        })
    }

    fn known_defined(&self, node: &Node, definition: &Definition) -> Decoded {
        match (definition, node) {
            (Definition::Alias(codec), node) => self.known(node, codec),
            (Definition::Object(object), Node::Object(members)) => self.object(members, object),
            (Definition::Object(object), node) => fail(required(&object.name, node)),
            (Definition::Tuple(parts), Node::List(elements)) if elements.len() != parts.len() => {
                fail(format!("a tuple of {} elements is required, not of {}", parts.len(), elements.len()))
            }
            (Definition::Tuple(parts), Node::List(elements)) => {
                self.elements(elements, |at| &parts[at]).map(Node::List)
            }
            (Definition::Tuple(_), node) => fail(required("tuple", node)),
            (Definition::Enum { base, values }, node) => self.member(node, base, values),
            (Definition::Union(union), node) => self.union(node, union),
        }
    }

    /// A value of any type, with the types that it brings.
    fn anything(&self, node: &Node) -> Decoded {
        match node {
            Node::String(text) => Ok(Node::String(read::nfc(text))),
            Node::Number(text) => number::canonical(text).or_else(fail),
            Node::List(elements) => self.elements(elements, |_| &Codec::Any).map(Node::List),
            Node::Object(members) => self.map(members, &Codec::Any),
            other => Ok(other.clone()),
        }
    }

    fn elements<'c>(&self, elements: &[Node], codec: impl Fn(usize) -> &'c Codec) -> Decoded<Vec<Node>> {
        let parts = elements.iter().enumerate().map(|(at, node)| (Step::Index(at), self.decode(node, codec(at))));
        gathered(parts)
    }

    fn map(&self, members: &[(Arc<str>, Node)], codec: &Codec) -> Decoded {
        let parts = members.iter().map(|(key, node)| (Step::Key(key.clone()), self.decode(node, codec)));
        let elements = gathered(parts)?;
        let mut members: Vec<_> = members.iter().map(|(key, _)| key.clone()).zip(elements).collect();
        members.sort_by(|(left, _), (right, _)| left.cmp(right));
        Ok(Node::Object(members))
    }

    fn object(&self, members: &[(Arc<str>, Node)], object: &ObjectCodec) -> Decoded {
        let mut problems = Vec::new();
        let mut fields = Vec::with_capacity(object.fields.len());
        for field in &object.fields {
            let given = members.iter().find(|(name, _)| *name == field.name).map(|(_, node)| node);
            match self.field(given, field, object.nulls) {
                Ok(Some(node)) => fields.push((field.name.clone(), node)),
                Ok(None) => {}
                Err(mut found) => problems.append(&mut found),
            }
        }
        if problems.is_empty() { Ok(Node::Object(fields)) } else { Err(problems) }
    }

    /// The value of an attribute; `None` if it stays absent.
    fn field(&self, given: Option<&Node>, field: &FieldCodec, nulls: NullReading) -> Decoded<Option<Node>> {
        let is_absent = |node: &Node| {
            nulls == NullReading::Absent && node.bare() == Some(&Node::Null) && !self.codecs.takes_null(&field.codec)
        };
        let node = match given.filter(|node| !is_absent(node)) {
            Some(node) => self.attribute(node, field).map_err(|mut problems| {
                let step = Step::Attribute(field.name.clone());
                problems.iter_mut().for_each(|problem| problem.steps.push(step.clone()));
                problems
            })?,
            None => match self.codecs.presence(&field.presence, &field.codec) {
                Presence::Required => {
                    return fail(format!("attribute {} is required", write::quoted(&field.name)));
                }
                Presence::Optional => return Ok(None),
                Presence::Default(default) => self.decode(&literal(default), &field.codec)?,
            },
        };
        if !field.secret || self.metadata == Metadata::Refused {
            return Ok(Some(node));
        }
        Ok(Some(Marked::secret(node).into_node()))
    }

    fn attribute(&self, node: &Node, field: &FieldCodec) -> Decoded {
        let node = match node {
            // The type remembers that it is secret.
            Node::Marked(marked)
                if field.secret && self.metadata == Metadata::Refused && marked.dependencies.is_empty() =>
            {
                marked.content.as_ref().unwrap_or(node)
            }
            node => node,
        };
        match &field.constant {
            None => self.decode(node, &field.codec),
            Some(constant) => {
                let known;
                let node = match node {
                    // It has one value only: that is known, and no secret.
                    Node::Marked(marked) if self.metadata == Metadata::Kept => {
                        known = marked.content.clone().unwrap_or_else(|| literal(constant));
                        &known
                    }
                    node => node,
                };
                self.content(node, |decoder, node| decoder.member(node, &field.codec, std::slice::from_ref(constant)))
            }
        }
    }

    /// A value of a base type that has to be one of these.
    fn member(&self, node: &Node, base: &Codec, values: &[Literal]) -> Decoded {
        let node = self.known(node, base)?;
        let members: Vec<Node> = values.iter().filter_map(|value| self.known(&literal(value), base).ok()).collect();
        if let Some(member) = members.iter().find(|member| is_equal(member, &node)) {
            return Ok(member.clone());
        }
        let words: Vec<String> = members.iter().map(write::text).collect();
        match words.as_slice() {
            [] => fail("there is no value that this enum takes"),
            [only] => fail(format!("{only} is required")),
            [first @ .., last] => fail(format!("one of {} and {last} is required", first.join(", "))),
        }
    }

    fn mismatch(&self, codec: &Codec, node: &Node) -> String {
        required(&self.words(codec), node)
    }

    /// The type in words.
    pub fn words(&self, codec: &Codec) -> String {
        match self.codecs.behind(codec) {
            Codec::None => "null".to_owned(),
            Codec::Bool => "bool".to_owned(),
            Codec::Int(IntRepresentation::Arbitrary | IntRepresentation::Int64 | IntRepresentation::Int32) => {
                "int".to_owned()
            }
            Codec::Number(_) => "number".to_owned(),
            Codec::String => "string".to_owned(),
            Codec::Any => "any value".to_owned(),
            Codec::Asset => "asset".to_owned(),
            Codec::Archive => "archive".to_owned(),
            Codec::Resource(_) => "resource reference".to_owned(),
            Codec::Capsule(_) => "capsule".to_owned(),
            Codec::Nullable(inner) => format!("{} or null", self.words(inner)),
            Codec::List(_) => "list".to_owned(),
            Codec::Set(_) => "set".to_owned(),
            Codec::Map(_) => "map".to_owned(),
            Codec::Named(name) => match self.codecs.named(name) {
                Some(definition) => self.words_of(definition),
                None => name.name.to_string(),
            },
        }
    }

    fn words_of(&self, definition: &Definition) -> String {
        match definition {
            Definition::Object(object) => object.name.to_string(),
            Definition::Tuple(_) => "tuple".to_owned(),
            Definition::Enum { base, .. } => self.words(base),
            Definition::Union(union) => union.arms.iter().map(|arm| self.words(arm)).collect::<Vec<_>>().join(" or "),
            Definition::Alias(codec) => self.words(codec),
        }
    }
}

/// Whether two converted values of one primitive type are the same: the sign of zero counts for nothing.
fn is_equal(left: &Node, right: &Node) -> bool {
    let is_zero = |node: &Node| matches!(node, Node::Number(text) if matches!(&**text, "0" | "-0"));
    left == right || is_zero(left) && is_zero(right)
}

pub(super) fn required(words: &str, node: &Node) -> String {
    format!("{words} required, but have {}", node.kind())
}

/// All parts, or all their problems.
fn gathered(parts: impl Iterator<Item = (Step, Decoded)>) -> Decoded<Vec<Node>> {
    let mut found = Vec::new();
    let mut nodes = Vec::new();
    for (step, part) in parts {
        match part {
            Ok(node) => nodes.push(node),
            Err(mut problems) => {
                problems.iter_mut().for_each(|problem| problem.steps.push(step.clone()));
                found.append(&mut problems);
            }
        }
    }
    if found.is_empty() { Ok(nodes) } else { Err(found) }
}

fn bool_of(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        other => match other.to_lowercase().as_str() {
            word @ ("true" | "false") => {
                Err(format!("a bool is required; to convert from string, use lowercase \"{word}\""))
            }
            _ => Err("a bool is required".to_owned()),
        },
    }
}

/// A value of the schema as a node.
fn literal(literal: &Literal) -> Node {
    match literal {
        Literal::Null => Node::Null,
        Literal::Bool(value) => Node::Bool(*value),
        Literal::Number(number) => Node::Number(number.as_str().into()),
        Literal::String(text) => Node::String(text.clone()),
        Literal::List(items) => Node::List(items.iter().map(self::literal).collect()),
        Literal::Object(members) => {
            debug_assert!(members.iter().all(|(key, _)| **key != *SIGNATURE));
            Node::Object(members.iter().map(|(key, value)| (key.clone(), self::literal(value))).collect())
        }
    }
}
