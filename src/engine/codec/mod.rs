//! Values and types as bytes: cty's JSON and MessagePack encodings, as Terraform's plugin protocol
//! uses them.
//!
//! Both need the type that the value is to be read under; where it says `any`, the type travels with
//! the value. What cty does not have is added where that is natural:
//!
//! | type | JSON | MessagePack |
//! | --- | --- | --- |
//! | int | number, all digits | int, or string of digits |
//! | none | `null` | nil |
//! | enum | as its base | as its base |
//! | union | as the arm; read by its discriminator, else by the first arm that fits best | as under `any` |
//! | promise | as its element | as its element |
//! | output | as its element; unknown or sensitive: Pulumi's output object | as its element |
//! | asset, archive, resource | Pulumi's object | that object's JSON as a string |
//! | capsule | none | none |

mod json_reader;
mod json_scanner;
mod json_special;
mod json_writer;
mod msgpack_reader;
mod msgpack_writer;
pub mod types;

use std::borrow::Cow;

pub(super) use json_scanner::{HalfPair, Scanner};

use super::convert::dynamic::fills;
use super::convert::{Scope, convert};
use super::path::{Step, ValuePath};
use super::{Limits, Payload, Value, check};
use crate::model::Type;

/// Why a value has no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}{message}", if path.steps().is_empty() { "" } else { ": " })]
pub struct EncodeError {
    /// Where in the value.
    pub path: ValuePath,
    /// What is wrong there.
    pub message: String,
}

/// Why bytes are not a value of the type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}{message} (at byte {at})", if path.steps().is_empty() { "" } else { ": " })]
pub struct DecodeError {
    /// Where in the value.
    pub path: ValuePath,
    /// Where in the bytes, from zero.
    pub at: usize,
    /// What is wrong there.
    pub message: String,
}

/// A failure on its way out, the innermost step first.
#[derive(Debug)]
pub(in crate::engine) struct Failure {
    steps: Vec<Step>,
    at: usize,
    pub(in crate::engine) message: String,
}

impl Failure {
    fn new(at: usize, message: impl Into<String>) -> Box<Failure> {
        Box::new(Failure { steps: Vec::new(), at, message: message.into() })
    }
}

impl From<Box<Failure>> for EncodeError {
    fn from(failure: Box<Failure>) -> Self {
        EncodeError { path: ValuePath::from_inside(failure.steps), message: failure.message }
    }
}

impl From<Box<Failure>> for DecodeError {
    fn from(failure: Box<Failure>) -> Self {
        DecodeError { path: ValuePath::from_inside(failure.steps), at: failure.at, message: failure.message }
    }
}

/// The result of one step: the error is boxed, so that the way without one stays narrow.
pub(in crate::engine) type Done<T> = Result<T, Box<Failure>>;

/// Adds a step to a failure; the step is only made if there is one.
fn within<T>(result: Done<T>, step: impl FnOnce() -> Step) -> Done<T> {
    result.map_err(|mut failure| {
        failure.steps.push(step());
        failure
    })
}

impl Value {
    /// The value in cty's JSON encoding under a type: its own, or one that says `any` in places, where
    /// the type is written too, or one that it converts to.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// use tygen::model::Type;
    /// let port = Value::int(80);
    /// assert_eq!(port.to_cty_json(&Type::Int)?, "80");
    /// assert_eq!(port.to_cty_json(&Type::Any)?, r#"{"value":80,"type":"int"}"#);
    /// # Ok::<(), tygen::engine::codec::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it does not convert to the type, is unknown or marked, or holds an infinity or a capsule.
    pub fn to_cty_json(&self, ty: &Type) -> Result<String, EncodeError> {
        let value = self.conforming(ty)?;
        let mut out = String::new();
        json_writer::write(ty, value.ty(), value.payload(), &mut out)?;
        Ok(out)
    }

    /// Reads cty's JSON encoding under a type. Bools and numbers may come as strings and strings as
    /// bools and numbers; missing attributes are null.
    ///
    /// ```
    /// use tygen::engine::{Limits, Value};
    /// use tygen::model::Type;
    /// let ports = Value::from_cty_json(r#"[80, "443"]"#, &Type::list(Type::Int), &Limits::default())?;
    /// assert_eq!(ports.elements().count(), 2);
    /// # Ok::<(), tygen::engine::codec::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is no JSON, or not a value of that type, or passes the limits; with the place.
    pub fn from_cty_json(text: &str, ty: &Type, limits: &Limits) -> Result<Value, DecodeError> {
        Ok(json_reader::read(text, ty, limits)?)
    }

    /// The value in cty's MessagePack encoding under a type that it has or converts to.
    ///
    /// ```
    /// use tygen::engine::Value;
    /// use tygen::model::Type;
    /// assert_eq!(Value::unknown(Type::String).to_msgpack(&Type::String)?, [0xd4, 0, 0]);
    /// # Ok::<(), tygen::engine::codec::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it does not convert to the type, is marked, or holds a capsule.
    pub fn to_msgpack(&self, ty: &Type) -> Result<Vec<u8>, EncodeError> {
        let value = self.conforming(ty)?;
        let mut out = Vec::new();
        msgpack_writer::write(ty, value.ty(), value.payload(), &mut out)?;
        Ok(out)
    }

    /// Reads cty's MessagePack encoding under a type. Refinements of unknown values are dropped.
    ///
    /// # Errors
    ///
    /// If it is no MessagePack, or not a value of that type, or passes the limits; with the place.
    pub fn from_msgpack(bytes: &[u8], ty: &Type, limits: &Limits) -> Result<Value, DecodeError> {
        Ok(msgpack_reader::read(bytes, ty, limits)?)
    }

    /// This value, or what it converts to, as one that conforms to the type.
    fn conforming(&self, ty: &Type) -> Result<Cow<'_, Value>, EncodeError> {
        if fills(self.ty(), ty) {
            return Ok(Cow::Borrowed(self));
        }
        let failed = |message: String| EncodeError { path: ValuePath::root(), message };
        let value = convert(self, ty, &Scope::default()).map_err(|error| failed(error.to_string()))?;
        if fills(value.ty(), ty) {
            Ok(Cow::Owned(value))
        } else {
            Err(failed(format!("a value of type {} is not one of {ty}", self.ty())))
        }
    }
}

/// Whether values of the type are read without learning their type from the bytes.
fn is_concrete(ty: &Type) -> bool {
    match ty {
        Type::Any => false,
        Type::List(element)
        | Type::Set(element)
        | Type::Map(element)
        | Type::Promise(element)
        | Type::Output(element) => is_concrete(element),
        Type::Tuple(types) => types.iter().all(is_concrete),
        Type::Object(object) => object.sorted().iter().all(|attribute| is_concrete(&attribute.ty)),
        // An arm that holds any brings its own type along; the union stays what it is.
        Type::Union(_)
        | Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_)
        | Type::Named(_) => true,
    }
}

/// One element type for elements that came with their own. Where one says `any`, which it does of
/// nulls, unknowns and empty collections, another may know better. Where they differ under plain
/// `any`, each keeps its type beside it.
///
/// # Errors
///
/// If they differ and the wanted type is not plain `any`.
fn gather(wanted: &Type, elements: Vec<(Type, Payload)>, at: usize) -> Done<(Type, Vec<Payload>)> {
    let mut types = elements.iter().map(|(ty, _)| ty);
    let Some(first) = types.next() else {
        return Ok((wanted.clone(), Vec::new()));
    };
    let common =
        types.try_fold(first.clone(), |common, ty| if common == *ty { Some(common) } else { merge(&common, ty) });
    // What kept its own type beside it cannot take another.
    let common = common.filter(|common| {
        elements.iter().all(|(ty, payload)| ty == common || check::payload_of(common, payload).is_ok())
    });
    match common {
        Some(common) => Ok((common, elements.into_iter().map(|(_, payload)| payload).collect())),
        None if *wanted == Type::Any => {
            Ok((Type::Any, elements.into_iter().map(|(ty, payload)| arm_of_any(ty, payload)).collect()))
        }
        None => Err(Failure::new(at, "the elements differ in type")),
    }
}

/// The type that says what both say, where they differ only in that one says `any`.
fn merge(left: &Type, right: &Type) -> Option<Type> {
    let both = |left: &Type, right: &Type, make: fn(Type) -> Type| merge(left, right).map(make);
    match (left, right) {
        (Type::Any, other) | (other, Type::Any) => Some(other.clone()),
        (Type::List(left), Type::List(right)) => both(left, right, Type::list),
        (Type::Set(left), Type::Set(right)) => both(left, right, Type::set),
        (Type::Map(left), Type::Map(right)) => both(left, right, Type::map),
        (Type::Promise(left), Type::Promise(right)) => both(left, right, Type::promise),
        (Type::Output(left), Type::Output(right)) => both(left, right, Type::output),
        (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
            let types = left.iter().zip(right.iter()).map(|(left, right)| merge(left, right));
            types.collect::<Option<Vec<_>>>().map(Type::tuple)
        }
        (Type::Object(left), Type::Object(right)) if left.len() == right.len() => {
            let pairs = left.sorted().iter().zip(right.sorted());
            let types =
                pairs.map(|(left, right)| if left.name == right.name { merge(&left.ty, &right.ty) } else { None });
            let mut types = types.collect::<Option<Vec<_>>>()?.into_iter();
            // In sorted order, as they were made.
            Some(Type::object(left.map_types(|ty| types.next().unwrap_or_else(|| ty.clone()))))
        }
        _ => (left == right).then(|| left.clone()),
    }
}

fn arm_of_any(ty: Type, payload: Payload) -> Payload {
    if ty == Type::Any { payload } else { Payload::arm(ty, payload) }
}
