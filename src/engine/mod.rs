//! The runtime engine.
