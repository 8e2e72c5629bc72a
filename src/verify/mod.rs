//! The proof of generated code: cases made from a schema are given to generated packages and to the engine,
//! and the answers compared (`docs/verify.md`).
//!
//! [`Cases`] makes cases from how each type is read; a [`Driver`] is a compiled program around a generated
//! package that answers questions; [`run`] asks it and an [`Oracle`] the same, and makes what they disagree
//! about small.

mod build;
mod cases;
mod driver;
mod random;
mod run;
mod shrink;
mod tree;

pub use build::{BuildError, Packages, build};
pub use cases::{Case, Cases, Operation};
pub use driver::{Answer, Driver, Request};
pub use run::{Disagreement, Oracle, Report, Settings, Wanted, agree, run};
pub use tree::Tree;
