//! From text to the model.

mod lenient;
pub mod pulumi;
pub mod terraform;
mod trail;
