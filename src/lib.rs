//! tygen reads type schemas and writes SDK types.
//!
//! A [loader] builds the [model] from tygen's own format or from schemas that people already have;
//! the [shapes] transform its types; a [backend] per language prints them. The [engine] is the judge
//! that generated code answers to: values, conversion and unification, exactly as Terraform and
//! Pulumi define them.
//!
//! Modules stand on floors, and each imports only from floors below its own:
//!
//! ```text
//! diag ← model ← shapes ← codec ← engine ← { loader, backend } ← disk ← verify ← { build, cli }
//! ```

pub mod backend;
pub mod build;
#[cfg(feature = "cli")]
pub mod cli;
pub mod codec;
pub mod diag;
pub mod disk;
pub mod engine;
pub mod loader;
pub mod model;
pub mod shapes;
pub mod verify;

/// The README's examples compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
