//! The runtime engine: values, and what can be done with them.
//!
//! A [`Value`] is a type and a [`Payload`] stored relative to it. Everything follows
//! `spec/2-cty-types.txt` and `spec/3-hcl2-extended-types.txt`, joined by `semantics.md`.

pub mod access;
pub mod arithmetic;
pub mod capsule;
mod check;
pub mod codec;
pub mod conform;
pub mod conformance;
pub mod constraint;
pub mod convert;
mod equality;
pub mod error;
pub mod limits;
pub mod marks;
pub mod mismatch;
pub mod notation;
pub mod number;
pub mod opaque;
pub mod operation;
pub mod path;
pub mod payload;
mod preference;
pub mod set;
pub mod traverse;
pub mod unify;
pub mod value;
pub mod wire;

pub use capsule::{Capsule, CapsuleBehaviour, CapsuleConversion, CapsuleType, Capsules};
pub use error::ValueError;
pub use limits::{LimitError, Limits};
pub use marks::Marks;
pub use number::Number;
pub use operation::{Operation, OperationError};
pub use payload::Payload;
pub use value::{Key, Value};
