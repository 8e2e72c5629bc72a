//! Values whose type the schema leaves open.

use std::collections::BTreeMap;

use super::{Archive, Asset, BigInt, ExactNumber, ResourceReference};

/// A value of any type, with the type told by the variant.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Value {
    /// Null.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A number, with all its digits.
    Number(ExactNumber),
    /// Text.
    String(String),
    /// A sequence of values.
    List(Vec<Value>),
    /// Values under string keys.
    Map(BTreeMap<String, Value>),
    /// A blob.
    Asset(Asset),
    /// A map of blobs.
    Archive(Archive),
    /// A reference to a resource.
    Resource(ResourceReference),
}

/// The variant that holds a value of each type.
macro_rules! holds {
    ($($ty:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Value::$variant(value.into())
            }
        })+
    };
}

holds!(bool => Bool, i32 => Number, i64 => Number, BigInt => Number, ExactNumber => Number);
holds!(&str => String, String => String, Asset => Asset, Archive => Archive);
holds!(ResourceReference => Resource);

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Self {
        Value::List(elements.into_iter().map(Into::into).collect())
    }
}

impl<K: Into<String>, T: Into<Value>> FromIterator<(K, T)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(elements: I) -> Self {
        let elements = elements
            .into_iter()
            .map(|(key, value)| (key.into(), value.into()));
        Value::Map(elements.collect())
    }
}
