//! Types of Rust as a small tree with a printer.

use std::borrow::Cow;
use std::fmt;

/// A type of Rust: a path, and the types that it is applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RustType {
    head: Cow<'static, str>,
    arguments: Vec<RustType>,
}

impl RustType {
    /// A type that is a path alone.
    pub(super) fn path(path: impl Into<Cow<'static, str>>) -> Self {
        Self { head: path.into(), arguments: Vec::new() }
    }

    /// A generic type with its arguments.
    pub(super) fn applied(head: impl Into<Cow<'static, str>>, arguments: impl IntoIterator<Item = RustType>) -> Self {
        Self { head: head.into(), arguments: arguments.into_iter().collect() }
    }
}

impl RustType {
    /// The path.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// The types that the path is applied to.
    pub(super) fn arguments(&self) -> &[RustType] {
        &self.arguments
    }

    /// Whether there is a place inside where it can be broken.
    pub(super) fn is_generic(&self) -> bool {
        !self.arguments.is_empty()
    }
}

impl fmt::Display for RustType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for (at, argument) in self.arguments.iter().enumerate() {
            f.write_str(if at == 0 { "<" } else { ", " })?;
            argument.fmt(f)?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ">" })
    }
}
