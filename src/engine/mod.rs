//! The runtime engine: values, and what can be done with them.
//!
//! A [`Value`] is a type and a [`Payload`] stored relative to it. Everything follows
//! `spec/2-cty-types.txt` and `spec/3-hcl2-extended-types.txt`, joined by `semantics.md`.

pub mod capsule;
mod check;
pub mod equality;
pub mod error;
pub mod marks;
pub mod number;
pub mod opaque;
pub mod payload;
pub mod set;
pub mod value;

pub use capsule::{Capsule, CapsuleBehaviour, CapsuleConversion, CapsuleType, Capsules};
pub use error::ValueError;
pub use marks::Marks;
pub use number::Number;
pub use payload::Payload;
pub use value::{Key, Value};
