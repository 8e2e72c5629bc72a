//! References to resources, and values that are opaque.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A reference to a resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceReference {
    /// Its URN: what identifies it within a stack.
    pub urn: String,
    /// Its ID; none if it is a component, empty if it is not known yet.
    pub id: Option<String>,
    /// Its name, if the reference tells it.
    pub name: Option<String>,
    /// The token of its type, if the reference tells it beside the URN.
    pub ty: Option<String>,
    /// The version of the package that manages it.
    pub version: Option<String>,
}

/// A value that is handed on and never looked into, with the name of its kind. Two are equal if
/// they are one and the same.
#[derive(Clone)]
pub struct Capsule {
    kind: &'static str,
    value: Arc<dyn Any + Send + Sync>,
}

impl ResourceReference {
    /// A reference to the resource of that URN.
    pub fn new(urn: impl Into<String>) -> Self {
        Self {
            urn: urn.into(),
            id: None,
            name: None,
            ty: None,
            version: None,
        }
    }

    /// The token of its type, if the reference tells it: itself, or in its URN.
    pub fn told_type(&self) -> Option<&str> {
        let in_urn = || {
            let urn = self.urn.strip_prefix("urn:pulumi:")?;
            urn.split("::").nth(2)?.rsplit('$').next()
        };
        let told = self.ty.as_deref().or_else(in_urn);
        told.filter(|token| !token.is_empty())
    }
}

impl Capsule {
    /// Encloses a value.
    pub fn new(kind: &'static str, value: impl Any + Send + Sync) -> Self {
        Self {
            kind,
            value: Arc::new(value),
        }
    }

    /// The name of its kind.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The value, if it is of that type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }
}

impl PartialEq for Capsule {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && Arc::ptr_eq(&self.value, &other.value)
    }
}

impl Eq for Capsule {}

impl fmt::Debug for Capsule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Capsule({:?})", self.kind)
    }
}
