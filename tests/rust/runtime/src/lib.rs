//! The Rust runtime of generated code, as its files stand in the repository.

#[path = "../../../../templates/rust/runtime/mod.rs"]
pub mod runtime;

/// Types like generated ones.
pub mod types;
