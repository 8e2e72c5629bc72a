//! Values as trees in which any part may be unknown, secret, or depend on something.

use std::collections::BTreeSet;
use std::fmt;

use super::output::Later;
use super::{Archive, Asset, Capsule, ExactNumber, ResourceReference};

/// A value of which parts may have more to say than what they are.
#[derive(Clone, PartialEq)]
pub enum Node {
    /// Null.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(ExactNumber),
    /// Text.
    String(String),
    /// Parts in order.
    List(Vec<Node>),
    /// Parts by name, no name twice.
    Object(Vec<(String, Node)>),
    /// A blob.
    Asset(Asset),
    /// A map of blobs.
    Archive(Archive),
    /// A reference to a resource.
    Resource(ResourceReference),
    /// What only its maker understands.
    Capsule(Capsule),
    /// The arm of a union that the value took, by number, and the value.
    Arm(usize, Box<Node>),
    /// A part with metadata of its own.
    Marked(Box<Marked>),
    /// What will be here once it has arrived.
    Later(Later),
    /// What cannot be read, and why.
    Bad(String),
}

/// A part with metadata of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    /// The value; none if it is not known yet.
    pub value: Option<Node>,
    /// Its metadata.
    pub marks: Marks,
}

/// What is known of a value beside what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// Whether it must not be shown.
    pub secret: bool,
    /// The URNs of the resources that it depends on.
    pub dependencies: BTreeSet<String>,
}

impl Marked {
    /// What is said where only a plain value may stand.
    pub(super) fn refusal(&self) -> &'static str {
        match &self.value {
            None => "the value is not known yet",
            Some(_) if self.marks.dependencies.is_empty() => "a secret is not a plain value",
            Some(_) => "an output is not a plain value",
        }
    }
}

impl Marks {
    /// A secret that depends on nothing.
    pub(super) fn secret() -> Self {
        Self {
            secret: true,
            ..Self::default()
        }
    }

    /// Adds what is known of another value.
    pub(super) fn join(&mut self, other: &Marks) {
        self.secret |= other.secret;
        self.dependencies.extend(other.dependencies.iter().cloned());
    }

    /// Whether there is nothing to say.
    pub(super) fn is_empty(&self) -> bool {
        !self.secret && self.dependencies.is_empty()
    }
}

impl Node {
    /// A value that is not known yet.
    pub(super) fn unknown(marks: Marks) -> Self {
        Self::marked(None, marks)
    }

    /// A value with metadata: in one piece with the metadata that it has already.
    pub(super) fn marked(value: Option<Node>, mut marks: Marks) -> Self {
        let value = match value {
            Some(Node::Marked(inner)) => {
                marks.join(&inner.marks);
                inner.value
            }
            other => other,
        };
        match value {
            Some(value) if marks.is_empty() => value,
            value => Node::Marked(Box::new(Marked { value, marks })),
        }
    }

    /// The value without what goes with it; none if it is not known.
    pub(super) fn bare(&self) -> Option<&Node> {
        let mut node = self;
        loop {
            match node {
                Node::Marked(marked) => node = marked.value.as_ref()?,
                Node::Arm(_, inner) => node = inner,
                other => return Some(other),
            }
        }
    }

    /// The parts of which it is made.
    pub(super) fn parts(&self) -> Box<dyn Iterator<Item = &Node> + '_> {
        match self {
            Node::List(elements) => Box::new(elements.iter()),
            Node::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
            Node::Arm(_, inner) => Box::new(std::iter::once(&**inner)),
            Node::Marked(marked) => Box::new(marked.value.iter()),
            Node::Null
            | Node::Bool(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Asset(_)
            | Node::Archive(_)
            | Node::Resource(_)
            | Node::Capsule(_)
            | Node::Later(_)
            | Node::Bad(_) => Box::new(std::iter::empty()),
        }
    }

    /// What is known of the whole, by all its parts; and whether all of it is known.
    pub(super) fn united(&self, marks: &mut Marks) -> bool {
        let known = match self {
            Node::Marked(marked) => {
                marks.join(&marked.marks);
                marked.value.is_some()
            }
            _ => true,
        };
        self.parts()
            .fold(known, |known, part| part.united(marks) && known)
    }

    /// Whether any part has metadata of its own.
    pub(super) fn is_marked(&self) -> bool {
        matches!(self, Node::Marked(_)) || self.parts().any(Node::is_marked)
    }

    /// The kind of value, as messages call it.
    pub(super) fn words(&self) -> &'static str {
        match self.bare() {
            None | Some(Node::Null) => "null",
            Some(Node::Bool(_)) => "bool",
            Some(Node::Number(_)) => "number",
            Some(Node::String(_)) => "string",
            Some(Node::List(_)) => "list",
            Some(Node::Object(_)) => "object",
            Some(Node::Asset(_)) => "asset",
            Some(Node::Archive(_)) => "archive",
            Some(Node::Resource(_)) => "resource reference",
            Some(Node::Capsule(_)) => "capsule",
            Some(Node::Arm(..) | Node::Marked(_) | Node::Later(_) | Node::Bad(_)) => "value",
        }
    }
}

/// What is secret is not shown.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Null => f.write_str("null"),
            Node::Bool(value) => value.fmt(f),
            Node::Number(number) => number.fmt(f),
            Node::String(text) => text.fmt(f),
            Node::List(elements) => f.debug_list().entries(elements).finish(),
            Node::Object(members) => {
                let members = members.iter().map(|(key, value)| (key, value));
                f.debug_map().entries(members).finish()
            }
            Node::Asset(asset) => asset.fmt(f),
            Node::Archive(archive) => archive.fmt(f),
            Node::Resource(reference) => reference.fmt(f),
            Node::Capsule(capsule) => capsule.fmt(f),
            Node::Arm(_, inner) => inner.fmt(f),
            Node::Marked(marked) if marked.marks.secret => f.write_str("Output(secret)"),
            Node::Marked(marked) => match &marked.value {
                Some(value) => f.debug_tuple("Output").field(value).finish(),
                None => f.write_str("Output(unknown)"),
            },
            Node::Later(later) => later.fmt(f),
            Node::Bad(message) => message.fmt(f),
        }
    }
}
