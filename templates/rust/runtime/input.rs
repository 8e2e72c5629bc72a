//! Arguments: a value, or an output that will be one.

use std::collections::BTreeMap;
use std::fmt;

use super::{
    Archive, Asset, BigInt, Capsule, ExactNumber, Nullable, Output, Promise, ResourceReference,
    Value,
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
pub trait Resolve {
    /// The type without outputs at any depth.
    type Plain;
}

/// Types that hold no outputs: they are what they resolve to.
macro_rules! plain {
    ($($ty:ty),+ $(,)?) => {
        $(impl Resolve for $ty {
            type Plain = $ty;
        })+
    };
}

plain!((), bool, i32, i64, f64, BigInt, ExactNumber, String, Value);
plain!(Asset, Archive, ResourceReference, Capsule);

impl<T: Resolve> Resolve for Input<T> {
    type Plain = T::Plain;
}

/// A box is there for recursion alone.
impl<T: Resolve> Resolve for Box<T> {
    type Plain = T::Plain;
}

impl<T: Resolve> Resolve for Option<T> {
    type Plain = Option<T::Plain>;
}

impl<T: Resolve> Resolve for Nullable<T> {
    type Plain = Nullable<T::Plain>;
}

impl<T: Resolve> Resolve for Vec<T> {
    type Plain = Vec<T::Plain>;
}

impl<T: Resolve> Resolve for BTreeMap<String, T> {
    type Plain = BTreeMap<String, T::Plain>;
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
