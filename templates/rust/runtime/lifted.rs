//! Parts of outputs: what is known of a part may be more than what is known of the whole.

use std::sync::Arc;

use super::codec::{Codec, Root};
use super::convert::{Mode, convert};
use super::encode::{self, arm_type, element_type, fields};
use super::node::Marks;
use super::output::{Arrived, Later};
use super::special;
use super::{Error, Json, Node, Output, Type};

/// A part of an output that arrives with it. What is known of it is only what is known of the way to it
/// and of what is inside it: next to an unknown part, a known one stays known.
#[derive(Debug, Clone)]
pub struct Part {
    whole: Later,
    ty: Type,
    path: Vec<Key>,
}

/// One step to a part.
#[derive(Debug, Clone)]
pub enum Key {
    /// An attribute by its name on the wire, or an element of a map.
    Name(String),
    /// An element of a list.
    Index(usize),
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Key::Name(name.to_owned())
    }
}

impl From<String> for Key {
    fn from(name: String) -> Self {
        Key::Name(name)
    }
}

impl From<usize> for Key {
    fn from(index: usize) -> Self {
        Key::Index(index)
    }
}

impl<T: Codec + Send + Sync> Output<T> {
    /// The whole as something to take parts of: `output.lifted().at("tags").at("x").get::<String>()`.
    pub fn lifted(&self) -> Part {
        Part {
            whole: self.later(),
            ty: <T as Codec>::TYPE,
            path: Vec::new(),
        }
    }

    /// A part: `output.part::<String>(["tags", "x"])`. See [`Part::get`].
    pub fn part<U: Codec + Send + Sync>(
        &self,
        path: impl IntoIterator<Item = impl Into<Key>>,
    ) -> Output<U> {
        path.into_iter().fold(self.lifted(), Part::at).get()
    }
}

impl Part {
    /// A part of the part: an attribute, an element of a map by its key or one of a list by its number.
    pub fn at(mut self, key: impl Into<Key>) -> Self {
        self.path.push(key.into());
        self
    }

    /// The part as a value of a type. What is not there is null here, which
    /// [`Nullable`](super::Nullable) takes. Fails if the part is none of the type.
    pub fn get<U: Codec + Send + Sync>(self) -> Output<U> {
        Output::from_arrived(async move {
            let (node, _) = self.found().await?;
            let node = convert(&node, &<U as Codec>::TYPE, Mode::Lifted)?;
            Arrived::of_tree(node, &<U as Codec>::TYPE)
        })
    }

    /// The part as JSON, with what is known of it.
    ///
    /// # Errors
    ///
    /// The output failed, or JSON has no form for the part.
    pub async fn encode(self) -> Result<Json, Error> {
        let (node, ty) = self.found().await?;
        encode::json(&node, ty.as_ref())
    }

    async fn found(self) -> Result<(Node, Option<Type>), Error> {
        let whole: Arc<Node> = self.whole.arrived().await?;
        let mut marks = Marks::default();
        let (mut node, mut ty) = (&*whole, Some(self.ty));
        for key in &self.path {
            let Some((inner, inner_ty)) = opened(node, ty, &mut marks) else {
                return Ok((Node::unknown(marks), None));
            };
            (node, ty) = step(inner, inner_ty, key).unwrap_or((&Node::Null, None));
        }
        let value = Node::marked(Some(node.clone()), marks);
        Ok((value, ty))
    }
}

/// What is inside metadata and arms; none if it is not known.
fn opened<'n>(
    mut node: &'n Node,
    mut ty: Option<Type>,
    marks: &mut Marks,
) -> Option<(&'n Node, Option<Type>)> {
    loop {
        ty = ty.map(|ty| ty.behind());
        if let Some(Type::Nullable(inner)) = ty {
            ty = Some(*inner);
            continue;
        }
        match node {
            Node::Marked(marked) => {
                marks.join(&marked.marks);
                node = marked.value.as_ref()?;
            }
            Node::Arm(arm, inner) => {
                ty = arm_type(ty, *arm).copied();
                node = inner;
            }
            other => return Some((other, ty)),
        }
    }
}

/// One step into a value, if there is such a part.
fn step<'n>(node: &'n Node, ty: Option<Type>, key: &Key) -> Option<(&'n Node, Option<Type>)> {
    match (node, key) {
        (Node::Object(members), Key::Name(name)) => {
            let field =
                fields(ty).and_then(|fields| fields.iter().find(|field| field.name == name));
            let element = match (field, ty) {
                (Some(field), _) => Some(field.ty),
                (None, Some(Type::Map(element))) => Some(*element),
                (None, _) => None,
            };
            let member = members.iter().find(|(key, _)| key == name);
            member.map(|(_, value)| (value, element))
        }
        (Node::List(elements), Key::Index(at)) => elements
            .get(*at)
            .map(|element| (element, element_type(ty, *at).copied())),
        // A path that was text: numbers are keys there like all others.
        (Node::List(elements), Key::Name(name)) => name.parse().ok().and_then(|at: usize| {
            let element = elements.get(at)?;
            Some((element, element_type(ty, at).copied()))
        }),
        _ => None,
    }
}

/// Reads an output from JSON with unknowns, secrets and outputs inside.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn decode_output<R: Root>(json: &Json) -> Result<Output<R::Plain>, Error> {
    let node = convert(&special::node(json), &R::TYPE, Mode::Lifted)?;
    Output::of_tree(node, &R::TYPE)
}

/// The same from text.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn parse_output<R: Root>(text: &str) -> Result<Output<R::Plain>, Error> {
    decode_output::<R>(&Json::parse(text)?)
}

/// Writes an output as JSON, with unknowns, secrets and dependencies in their places.
///
/// # Errors
///
/// The output failed, or JSON has no form for something in it.
pub async fn encode_output<T: Codec + Send + Sync>(output: &Output<T>) -> Result<Json, Error> {
    output.lifted().encode().await
}
