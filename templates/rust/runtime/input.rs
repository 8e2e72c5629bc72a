//! Arguments: a value, or an output that will be one.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::canonical::{Canonical, Metadata};
use super::codec::Codec;
use super::convert::{Mode, convert};
use super::output::{Arrived, Later};
use super::reader::{self, Bail, Read, Reader};
use super::special;
use super::writer::{self, Writer};
use super::{BigInt, Error, ExactNumber, Json, Node, Nullable, Output, Promise, Type, Value};

/// An argument: a value whose parts may be outputs in turn, or an output of the whole.
///
/// `.into()` makes one of a value, an [`Output`], a [`Promise`], a `&str` where a string is asked
/// for, an integer where a number is, and of an array where a list or map is.
pub enum Input<T: Codec> {
    /// The value itself.
    Value(T),
    /// A value that arrives later.
    Output(Arriving<T::Plain>),
}

/// An output as an argument.
pub struct Arriving<P> {
    /// The output.
    pub output: Output<P>,
    /// Its value part by part.
    later: Later,
}

/// Arguments, which become one output once everything in them has arrived.
pub trait Resolve: Codec {
    /// One output of everything. What of it is not known, secret or depends on something stays so part
    /// by part: see [`Output::lifted`].
    fn resolve(self) -> Output<Self::Plain>
    where
        Self::Plain: Send + Sync,
    {
        let node = writer::node(&self);
        Output::from_arrived(async move {
            let node = settled(node).await?;
            let ty = <Self::Plain as Codec>::TYPE;
            Arrived::of_tree(convert(&node, &ty, Mode::Lifted)?, &ty)
        })
    }
}

impl<T: Codec> Resolve for T {}

/// Reads arguments from JSON with unknowns, secrets and outputs inside.
///
/// # Errors
///
/// Every problem, each with its place; metadata where the schema says that a part must be plain.
pub fn decode_input<T: Codec>(json: &Json) -> Result<T, Error> {
    let ty = <T as Codec>::TYPE;
    let node = convert(&special::node(json), &ty, Mode::Lifted)?;
    reader::canonical(&Canonical::of(&node, Metadata::Kept), &ty)
        .map_err(|Bail| Error::new(PLAIN_PART))
}

/// What is said of metadata where none may stand.
const PLAIN_PART: &str = "a part of the arguments must be a plain value";

/// The same from text.
///
/// # Errors
///
/// As [`decode_input`]; and the text is not JSON.
pub fn parse_input<T: Codec>(text: &str) -> Result<T, Error> {
    decode_input(&Json::parse(text)?)
}

/// The tree with everything in it that had to arrive.
fn settled(node: Node) -> Settled {
    Box::pin(async move {
        Ok(match node {
            Node::Later(later) => Node::clone(&*later.arrived().await?),
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

impl<T: Codec> Codec for Input<T> {
    type Plain = T::Plain;
    const TYPE: Type = <T as Codec>::TYPE;

    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self> {
        if let Some(marked) = reader.marked() {
            let output = Output::of_tree(marked.clone(), ty).or(Err(Bail))?;
            let later = output.ready(marked);
            return Ok(Input::Output(Arriving { output, later }));
        }
        T::read(reader, ty).map(Input::Value)
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Input::Value(value) => value.write(writer),
            Input::Output(arriving) => writer.extra(Node::Later(arriving.later.clone())),
        }
    }
}

impl<T: Codec> Input<T>
where
    T::Plain: Send + Sync,
{
    /// The argument made of a value all of which has arrived.
    pub fn resolved(value: T::Plain) -> Self {
        Output::of(value).into()
    }

    /// The argument made of a value that must not be shown.
    pub fn secret(value: T::Plain) -> Self {
        Output::secret(value).into()
    }
}

impl<T: Codec> From<T> for Input<T> {
    fn from(value: T) -> Self {
        Input::Value(value)
    }
}

impl<T: Codec<Plain = P>, P: Codec + Send + Sync> From<Output<P>> for Input<T> {
    fn from(output: Output<P>) -> Self {
        let later = output.later();
        Input::Output(Arriving { output, later })
    }
}

impl<T: Codec<Plain = P>, P: Codec + Send + Sync> From<Promise<P>> for Input<T> {
    fn from(promise: Promise<P>) -> Self {
        Output::from(promise).into()
    }
}

impl<T: Codec> From<T> for Input<Box<T>> {
    fn from(value: T) -> Self {
        Input::Value(Box::new(value))
    }
}

impl<T: Codec> From<T> for Input<Nullable<T>> {
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
    T: Codec,
    S: Into<Input<T>>,
{
    fn from(elements: [S; N]) -> Self {
        Input::Value(elements.into_iter().map(Into::into).collect())
    }
}

impl<T, K, S, const N: usize> From<[(K, S); N]> for Input<BTreeMap<String, Input<T>>>
where
    T: Codec,
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

impl<T: Codec + Clone> Clone for Input<T> {
    fn clone(&self) -> Self {
        match self {
            Input::Value(value) => Input::Value(value.clone()),
            Input::Output(arriving) => Input::Output(Arriving {
                output: arriving.output.clone(),
                later: arriving.later.clone(),
            }),
        }
    }
}

impl<T: Codec + PartialEq> PartialEq for Input<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Input::Value(value), Input::Value(other)) => value == other,
            (Input::Output(output), Input::Output(other)) => output.output == other.output,
            (Input::Value(_), Input::Output(_)) | (Input::Output(_), Input::Value(_)) => false,
        }
    }
}

impl<T: Codec + fmt::Debug> fmt::Debug for Input<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Value(value) => value.fmt(f),
            Input::Output(arriving) => arriving.output.fmt(f),
        }
    }
}
