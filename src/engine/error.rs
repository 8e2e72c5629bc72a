//! What can be wrong about making a value or operating on one.

use std::sync::Arc;

use crate::model::Type;

/// Why a value cannot be made, or an operation not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A value of another type is needed.
    #[error("a value of type {wanted} is required, not one of type {got}")]
    WrongType {
        /// What is needed.
        wanted: Type,
        /// What came.
        got: Type,
    },
    /// The operation does not exist for values of this type.
    #[error("{operation} does not apply to a value of type {ty}")]
    NotApplicable {
        /// The operation, as vectors name it.
        operation: &'static str,
        /// The type of the value.
        ty: Type,
    },
    /// The payload is not one of the type.
    #[error("this is not a value of type {ty}: {reason}")]
    NotOfType {
        /// The type.
        ty: Type,
        /// What is wrong.
        reason: String,
    },
    /// The operation needs a value that is not null.
    #[error("{operation} does not apply to null")]
    Null {
        /// The operation, as vectors name it.
        operation: &'static str,
    },
    /// An element was asked for that is not there.
    #[error("there is no element {index}: there are {length}")]
    OutOfRange {
        /// The index, as text.
        index: String,
        /// How many elements there are.
        length: usize,
    },
    /// The key of an element is of no use.
    #[error("{key} is not an index: a whole number that is not negative is required")]
    NotAnIndex {
        /// The key, as text.
        key: String,
    },
    /// The value is not an element of the set.
    #[error("the set has no such element")]
    NoSuchElement,
    /// An attribute was asked for that the type does not have.
    #[error("there is no attribute {name:?} in {ty}")]
    NoSuchAttribute {
        /// The name.
        name: Arc<str>,
        /// The type of the value.
        ty: Type,
    },
    /// There is no such number: 0/0 and the like, or it is too large.
    #[error("{operation}: {source}")]
    Number {
        /// The operation, as vectors name it.
        operation: &'static str,
        /// Why there is none.
        source: super::number::NumberError,
    },
    /// Two capsule types of one name.
    #[error("a capsule type {name:?} is registered already")]
    CapsuleRegistered {
        /// The name.
        name: Arc<str>,
    },
}
