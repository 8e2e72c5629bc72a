//! The runtime engine.

pub mod number;
