//! A value that may be null. Whether it may be absent is another question: that is what `Option` says.

/// A value, or null in its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nullable<T> {
    /// Null.
    #[default]
    Null,
    /// A value.
    Value(T),
}

impl<T> Nullable<T> {
    /// The value, if there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }

    /// The same with the value borrowed.
    pub fn as_ref(&self) -> Nullable<&T> {
        match self {
            Nullable::Null => Nullable::Null,
            Nullable::Value(value) => Nullable::Value(value),
        }
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Nullable::Null)
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Nullable::Value(value)
    }
}

impl From<&str> for Nullable<String> {
    fn from(value: &str) -> Self {
        Nullable::Value(value.to_owned())
    }
}
