//! From text to the model.

pub mod check;
pub mod document;
pub mod expression;
pub mod locate;
pub mod native;
pub mod path;
