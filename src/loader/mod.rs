//! From text to the model.

pub mod check;
pub mod expression;
