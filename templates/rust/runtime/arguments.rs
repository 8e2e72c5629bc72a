//! From generated structs of arguments to trees and back.

use super::reader::{Bail, Read};
use super::schema::{Definition, Field, Presence, Union};
use super::special;
use super::{Error, Json, Node, Resolve, Step, Type};

/// What is said of a part that can only be plain.
pub fn misplaced(node: &Node) -> Error {
    Error::new(match node {
        Node::Marked(marked) => marked.refusal(),
        _ => "the value cannot be read",
    })
}

/// What an attribute may be: something, or nothing.
pub trait Argument: Sized {
    /// Its parts, if it is there.
    fn put(self) -> Option<Node>;

    /// The argument that a part is.
    ///
    /// # Errors
    ///
    /// As [`Resolve::of_node`]; and if it must be there and is not.
    fn take(node: Option<&Node>) -> Result<Self, Error>;
}

impl<T: Resolve> Argument for T {
    fn put(self) -> Option<Node> {
        Some(self.into_node())
    }

    fn take(node: Option<&Node>) -> Result<Self, Error> {
        T::of_node(node.unwrap_or(&Node::Null))
    }
}

impl<T: Resolve> Argument for Option<T> {
    fn put(self) -> Option<Node> {
        self.map(T::into_node)
    }

    fn take(node: Option<&Node>) -> Result<Self, Error> {
        node.map(T::of_node).transpose()
    }
}

/// An object of arguments on its way to a tree.
pub struct Arguments {
    fields: &'static [Field],
    members: Vec<(String, Node)>,
}

/// The attributes of what arguments resolve to.
pub fn attributes(ty: Type) -> &'static [Field] {
    match ty.behind() {
        Type::Named(definition) => match definition() {
            Definition::Object(object) => object.fields,
            _ => &[],
        },
        _ => &[],
    }
}

impl Arguments {
    /// Arguments that resolve to that object type.
    pub fn new(ty: Type) -> Self {
        Self {
            fields: attributes(ty),
            members: Vec::new(),
        }
    }

    /// Adds an attribute by its number.
    pub fn put(&mut self, at: usize, argument: impl Argument) {
        if let (Some(field), Some(node)) = (self.fields.get(at), argument.put()) {
            self.members.push((field.name.to_owned(), node));
        }
    }

    /// The tree, with what always has the same value.
    pub fn into_node(mut self) -> Node {
        for field in self.fields {
            let is_fixed = matches!(field.presence, Presence::Required);
            let constant = field.constant.filter(|_| is_fixed);
            if let Some(json) = constant.and_then(|text| Json::parse(text).ok()) {
                self.members
                    .push((field.name.to_owned(), special::node(&json)));
            }
        }
        Node::Object(self.members)
    }
}

/// The argument that an attribute of a tree is.
///
/// # Errors
///
/// As [`Resolve::of_node`], seen from the object.
pub fn argument<T: Argument>(node: &Node, fields: &[Field], at: usize) -> Result<T, Error> {
    let name = fields[at].name;
    match node {
        Node::Object(members) => {
            let found = members.iter().find(|(key, _)| key == name);
            T::take(found.map(|(_, value)| value))
                .map_err(|error| error.inside(Step::Attribute(name.to_owned())))
        }
        other => Err(misplaced(other)),
    }
}

/// Another type's name looked through.
pub fn behind(ty: Type) -> Type {
    ty.behind()
}

/// The union that a definition is.
pub fn arms(definition: &'static Definition) -> Read<&'static Union> {
    match definition {
        Definition::Union(union) => Ok(union),
        _ => Err(Bail),
    }
}

/// The types of the tuple that a definition is.
pub fn elements(definition: &'static Definition) -> &'static [Type] {
    match definition {
        Definition::Tuple(types) => types,
        _ => &[],
    }
}

/// Arguments that take an arm of a union.
pub fn arm(arm: usize, value: impl Resolve) -> Node {
    Node::Arm(arm, Box::new(value.into_node()))
}

/// The arm that a value took.
///
/// # Errors
///
/// It is none of a union.
pub fn taken(node: &Node) -> Result<(usize, &Node), Error> {
    match node {
        Node::Arm(arm, inner) => Ok((*arm, inner)),
        other => Err(misplaced(other)),
    }
}

/// An element of a tuple of arguments.
///
/// # Errors
///
/// As [`Resolve::of_node`], seen from the tuple.
pub fn element<T: Resolve>(node: &Node, at: usize) -> Result<T, Error> {
    match node {
        Node::List(elements) => {
            let element = elements.get(at).unwrap_or(&Node::Null);
            T::of_node(element).map_err(|error| error.inside(Step::Index(at)))
        }
        other => Err(misplaced(other)),
    }
}
