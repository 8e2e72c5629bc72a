//! What several test files need.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod go;
pub mod rust;
pub mod schemas;
pub mod types;
pub mod typescript;
