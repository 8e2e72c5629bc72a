//! From text to the model.

pub mod check;
pub mod expression;
pub mod locate;
pub mod path;
