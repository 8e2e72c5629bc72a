//! Arguments: a value, or an output that will be one.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::arguments::misplaced;
use super::codec::{self, Codec, Root};
use super::convert::{convert, Mode};
use super::output::Arrived;
use super::{special, writer};
use super::{
    Archive, Asset, BigInt, Capsule, Error, ExactNumber, Json, Node, Nullable, Output, Promise,
    ResourceReference, Step, Value,
};

/// An argument: a value whose parts may be outputs in turn, or an output of the whole.
///
/// `.into()` makes one of a value, an [`Output`], a [`Promise`], a `&str` where a string is asked
/// for, an integer where a number is, and of an array where a list or map is.
pub enum Input<T: Resolve> {
    /// The value itself.
    Value(T),
    /// A value that arrives later.
    Output(Output<T::Plain>),
}

/// A type of arguments, and what they are once everything in them has arrived.
pub trait Resolve: Sized {
    /// The type without outputs at any depth.
    type Plain: Codec;

    /// The arguments part by part.
    fn into_node(self) -> Node;

    /// The arguments that a converted tree is.
    ///
    /// # Errors
    ///
    /// Metadata where only plain values may stand.
    fn of_node(node: &Node) -> Result<Self, Error>;

    /// One output of everything, once all of it has arrived. What of it is not known, secret or
    /// depends on something stays so part by part: see [`Output::lifted`].
    fn resolve(self) -> Output<Self::Plain> {
        let node = self.into_node();
        Output::from_arrived(async move {
            let node = settled(node).await?;
            let ty = <Self::Plain as Codec>::TYPE;
            Arrived::of_tree(convert(&node, &ty, Mode::Lifted)?, &ty)
        })
    }
}

/// Reads arguments from JSON with unknowns, secrets and outputs inside.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn decode_input<T: Resolve>(json: &Json) -> Result<T, Error> {
    let node = convert(&special::node(json), &<T::Plain as Root>::TYPE, Mode::Lifted)?;
    T::of_node(&node)
}

/// The same from text.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn parse_input<T: Resolve>(text: &str) -> Result<T, Error> {
    decode_input(&Json::parse(text)?)
}

/// The tree with everything in it that had to arrive.
fn settled(node: Node) -> Settled {
    Box::pin(async move {
        Ok(match node {
            Node::Later(later) => Node::clone(&*later.0.await?),
            Node::List(elements) => {
                let mut settled = Vec::with_capacity(elements.len());
                for element in elements {
                    settled.push(self::settled(element).await?);
                }
                Node::List(settled)
            }
            Node::Object(members) => {
                let mut settled = Vec::with_capacity(members.len());
                for (name, value) in members {
                    settled.push((name, self::settled(value).await?));
                }
                Node::Object(settled)
            }
            Node::Arm(arm, inner) => Node::Arm(arm, Box::new(self::settled(*inner).await?)),
            other => other,
        })
    })
}

type Settled = Pin<Box<dyn Future<Output = Result<Node, Error>> + Send>>;

/// The plain value in a tree of arguments.
pub fn plain<T: Codec>(node: &Node) -> Result<T, Error> {
    codec::plain(node, &<T as Codec>::TYPE)
}

/// Types that hold no outputs: they are what they resolve to.
macro_rules! plain {
    ($($ty:ty),+ $(,)?) => {
        $(impl Resolve for $ty {
            type Plain = $ty;

            fn into_node(self) -> Node {
                writer::node(&self)
            }

            fn of_node(node: &Node) -> Result<Self, Error> {
                plain(node)
            }
        })+
    };
}

plain!((), bool, i32, i64, f64, BigInt, ExactNumber, String, Value);
plain!(Asset, Archive);

/// References and capsules, of which the type does not say which they are.
macro_rules! kept {
    ($($ty:ident),+ $(,)?) => {
        $(impl Resolve for $ty {
            type Plain = $ty;

            fn into_node(self) -> Node {
                writer::node(&self)
            }

            fn of_node(node: &Node) -> Result<Self, Error> {
                match node {
                    Node::Marked(marked) => Err(Error::new(marked.refusal())),
                    node => codec::read(node, &<Self as Codec>::TYPE),
                }
            }
        })+
    };
}

kept!(ResourceReference, Capsule);

impl<T: Resolve> Resolve for Input<T> {
    type Plain = T::Plain;

    fn into_node(self) -> Node {
        match self {
            Input::Value(value) => value.into_node(),
            Input::Output(output) => Node::Later(output.later()),
        }
    }

    fn of_node(node: &Node) -> Result<Self, Error> {
        match node {
            Node::Marked(_) => {
                let ty = <T::Plain as Codec>::TYPE;
                Output::of_tree(node.clone(), &ty).map(Input::Output)
            }
            node => T::of_node(node).map(Input::Value),
        }
    }
}

/// A box is there for recursion alone.
impl<T: Resolve> Resolve for Box<T> {
    type Plain = T::Plain;

    fn into_node(self) -> Node {
        T::into_node(*self)
    }

    fn of_node(node: &Node) -> Result<Self, Error> {
        T::of_node(node).map(Box::new)
    }
}

impl<T: Resolve> Resolve for Nullable<T> {
    type Plain = Nullable<T::Plain>;

    fn into_node(self) -> Node {
        match self {
            Nullable::Null => Node::Null,
            Nullable::Value(value) => value.into_node(),
        }
    }

    fn of_node(node: &Node) -> Result<Self, Error> {
        match node {
            Node::Null => Ok(Nullable::Null),
            node => T::of_node(node).map(Nullable::Value),
        }
    }
}

impl<T: Resolve> Resolve for Vec<T> {
    type Plain = Vec<T::Plain>;

    fn into_node(self) -> Node {
        Node::List(self.into_iter().map(T::into_node).collect())
    }

    fn of_node(node: &Node) -> Result<Self, Error> {
        match node {
            Node::List(elements) => {
                let elements = elements.iter().enumerate();
                let element = |(at, element)| {
                    T::of_node(element).map_err(|error| error.inside(Step::Index(at)))
                };
                elements.map(element).collect()
            }
            other => Err(misplaced(other)),
        }
    }
}

impl<T: Resolve> Resolve for BTreeMap<String, T> {
    type Plain = BTreeMap<String, T::Plain>;

    fn into_node(self) -> Node {
        let members = self.into_iter();
        Node::Object(
            members
                .map(|(key, value)| (key, value.into_node()))
                .collect(),
        )
    }

    fn of_node(node: &Node) -> Result<Self, Error> {
        match node {
            Node::Object(members) => {
                let member = |(key, value): &(String, Node)| match T::of_node(value) {
                    Ok(value) => Ok((key.clone(), value)),
                    Err(error) => Err(error.inside(Step::Key(key.clone()))),
                };
                members.iter().map(member).collect()
            }
            other => Err(misplaced(other)),
        }
    }
}

impl<T: Resolve> Input<T> {
    /// The argument made of a value all of which has arrived.
    pub fn resolved(value: T::Plain) -> Self {
        Input::Output(Output::of(value))
    }

    /// The argument made of a value that must not be shown.
    pub fn secret(value: T::Plain) -> Self {
        Input::Output(Output::secret(value))
    }
}

impl<T: Resolve> From<T> for Input<T> {
    fn from(value: T) -> Self {
        Input::Value(value)
    }
}

impl<T: Resolve<Plain = P>, P> From<Output<P>> for Input<T> {
    fn from(output: Output<P>) -> Self {
        Input::Output(output)
    }
}

impl<T: Resolve<Plain = P>, P: Clone + Send + Sync + 'static> From<Promise<P>> for Input<T> {
    fn from(promise: Promise<P>) -> Self {
        Input::Output(promise.into())
    }
}

impl<T: Resolve> From<T> for Input<Box<T>> {
    fn from(value: T) -> Self {
        Input::Value(Box::new(value))
    }
}

impl<T: Resolve> From<T> for Input<Nullable<T>> {
    fn from(value: T) -> Self {
        Input::Value(Nullable::Value(value))
    }
}

impl From<&str> for Input<String> {
    fn from(value: &str) -> Self {
        Input::Value(value.to_owned())
    }
}

impl From<&str> for Input<Nullable<String>> {
    fn from(value: &str) -> Self {
        Input::Value(value.into())
    }
}

/// Types that a value of another type becomes without loss.
macro_rules! widens {
    ($($from:ty => $to:ty),+ $(,)?) => {
        $(impl From<$from> for Input<$to> {
            fn from(value: $from) -> Self {
                Input::Value(value.into())
            }
        })+
    };
}

widens!(i32 => i64, i32 => f64, i32 => BigInt, i64 => BigInt, u64 => BigInt);
widens!(i32 => ExactNumber, i64 => ExactNumber, BigInt => ExactNumber);
widens!(bool => Value, i32 => Value, i64 => Value, BigInt => Value, &str => Value, String => Value);

impl<T, S, const N: usize> From<[S; N]> for Input<Vec<Input<T>>>
where
    T: Resolve,
    S: Into<Input<T>>,
{
    fn from(elements: [S; N]) -> Self {
        Input::Value(elements.into_iter().map(Into::into).collect())
    }
}

impl<T, K, S, const N: usize> From<[(K, S); N]> for Input<BTreeMap<String, Input<T>>>
where
    T: Resolve,
    K: Into<String>,
    S: Into<Input<T>>,
{
    fn from(elements: [(K, S); N]) -> Self {
        Input::Value(
            elements
                .into_iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

impl<T: Resolve + Clone> Clone for Input<T> {
    fn clone(&self) -> Self {
        match self {
            Input::Value(value) => Input::Value(value.clone()),
            Input::Output(output) => Input::Output(output.clone()),
        }
    }
}

impl<T: Resolve + PartialEq> PartialEq for Input<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Input::Value(value), Input::Value(other)) => value == other,
            (Input::Output(output), Input::Output(other)) => output == other,
            (Input::Value(_), Input::Output(_)) | (Input::Output(_), Input::Value(_)) => false,
        }
    }
}

impl<T: Resolve + fmt::Debug> fmt::Debug for Input<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Value(value) => value.fmt(f),
            Input::Output(output) => output.fmt(f),
        }
    }
}
