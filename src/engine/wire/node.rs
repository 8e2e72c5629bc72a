//! A value as JSON says it, with what goes with its parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::opaque::{Archive, Asset, ResourceId};

/// A value or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    /// A finite number as its text: as written when read, in its shortest form when converted.
    Number(Arc<str>),
    /// An infinity, and whether it is below zero.
    Infinity(bool),
    String(Arc<str>),
    List(Vec<Node>),
    /// Members, no key twice: in the order of the text, or of declaration.
    Object(Vec<(Arc<str>, Node)>),
    Asset(Asset),
    Archive(Archive),
    Reference(Reference),
    Marked(Box<Marked>),
    /// A special value that is none, and why.
    Broken(String),
}

/// A part with metadata of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Marked {
    /// The value, itself not marked; `None` if it is not known yet.
    pub content: Option<Node>,
    pub secret: bool,
    pub dependencies: BTreeSet<Arc<str>>,
}

/// A reference to a resource, as it came.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reference {
    pub urn: Arc<str>,
    pub id: ResourceId,
    pub name: Option<Arc<str>>,
    pub token: Option<Arc<str>>,
    pub package_version: Option<Arc<str>>,
}

impl Reference {
    /// The token of its type, as far as it is told: the last part of the type in
    /// `urn:pulumi:stack::project::parent$type::name`.
    pub fn told_type(&self) -> Option<&str> {
        let of_urn = || self.urn.strip_prefix("urn:pulumi:")?.split("::").nth(2)?.rsplit('$').next();
        self.token.as_deref().or_else(of_urn).filter(|token| !token.is_empty())
    }
}

impl Marked {
    /// Nothing known of it.
    pub fn unknown() -> Self {
        Self { content: None, secret: false, dependencies: BTreeSet::new() }
    }

    /// A value that is secret.
    pub fn secret(content: Node) -> Self {
        Self { content: Some(content), secret: true, dependencies: BTreeSet::new() }
    }

    /// The node in its simplest form: marks inside marks united, and none where there is nothing to say.
    pub fn into_node(self) -> Node {
        match self.content {
            Some(Node::Marked(inner)) => Marked {
                content: inner.content,
                secret: self.secret || inner.secret,
                dependencies: self.dependencies.union(&inner.dependencies).cloned().collect(),
            }
            .into_node(),
            Some(content) if !self.secret && self.dependencies.is_empty() => content,
            content => Node::Marked(Box::new(Self { content, ..self })),
        }
    }
}

impl Node {
    /// The word for its kind in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "bool",
            Node::Number(_) | Node::Infinity(_) => "number",
            Node::String(_) => "string",
            Node::List(_) => "list",
            Node::Object(_) => "object",
            Node::Asset(_) => "asset",
            Node::Archive(_) => "archive",
            Node::Reference(_) => "resource reference",
            Node::Marked(_) => "output",
            Node::Broken(_) => "broken value",
        }
    }

    /// Without the metadata of the part itself; `None` if it is not known.
    pub fn bare(&self) -> Option<&Node> {
        match self {
            Node::Marked(marked) => marked.content.as_ref(),
            node => Some(node),
        }
    }

    /// Whether any part has metadata.
    pub fn is_marked(&self) -> bool {
        match self {
            Node::Marked(_) => true,
            Node::List(elements) => elements.iter().any(Node::is_marked),
            Node::Object(members) => members.iter().any(|(_, member)| member.is_marked()),
            Node::Null
            | Node::Bool(_)
            | Node::Number(_)
            | Node::Infinity(_)
            | Node::String(_)
            | Node::Asset(_)
            | Node::Archive(_)
            | Node::Reference(_)
            | Node::Broken(_) => false,
        }
    }
}
