//! From text to the model.

mod claims;
mod lenient;
pub mod pulumi;
pub mod terraform;
mod trail;
