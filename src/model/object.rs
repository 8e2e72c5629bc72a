//! Object types: canonical order for comparison, declaration order for people.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Literal, Type};

/// An object type. Attributes are looked up by name in logarithmic time and iterate in the order of
/// their declaration; equality and hashing look at names, types and optionality, not at that order.
#[derive(Clone, Debug, Default)]
pub struct ObjectType {
    /// Sorted by name, no name twice.
    sorted: Box<[Attribute]>,
    /// Indices into `sorted`, in declaration order.
    declared: Box<[u32]>,
}

/// One attribute of an [`ObjectType`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Its name, as on the wire.
    pub name: Arc<str>,
    /// The type of its value.
    pub ty: Type,
    /// Whether it may be absent, and what stands in for it.
    pub optionality: Optionality,
}

/// Whether an attribute may be absent from the value that is converted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Optionality {
    /// It must be there.
    Required,
    /// A missing one becomes a null of its type.
    Optional,
    /// A missing one becomes this value.
    Default(Literal),
}

impl Optionality {
    /// Whether the attribute may be absent.
    pub fn may_be_absent(&self) -> bool {
        match self {
            Optionality::Required => false,
            Optionality::Optional | Optionality::Default(_) => true,
        }
    }
}

impl Attribute {
    /// An attribute that must be there.
    pub fn required(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self { name: name.into(), ty, optionality: Optionality::Required }
    }

    /// An attribute that may be absent.
    pub fn optional(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self { name: name.into(), ty, optionality: Optionality::Optional }
    }

    /// An attribute that may be absent, with what stands in for it.
    pub fn with_default(name: impl Into<Arc<str>>, ty: Type, default: Literal) -> Self {
        Self { name: name.into(), ty, optionality: Optionality::Default(default) }
    }
}

impl ObjectType {
    /// The object type with these attributes, in declaration order. Of two with one name the last
    /// one counts; a loader that wants to complain looks before.
    pub fn new(attributes: impl IntoIterator<Item = Attribute>) -> Self {
        let mut indexed: Vec<(usize, Attribute)> = attributes.into_iter().enumerate().collect();
        indexed.sort_by(|a, b| a.1.name.cmp(&b.1.name).then(b.0.cmp(&a.0)));
        indexed.dedup_by(|later, kept| later.1.name == kept.1.name);
        let mut declared: Vec<u32> = (0..).take(indexed.len()).collect();
        declared.sort_by_key(|&at| indexed[at as usize].0);
        Self { sorted: indexed.into_iter().map(|(_, attribute)| attribute).collect(), declared: declared.into() }
    }

    /// The attributes, in declaration order.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.declared.iter().map(|&at| &self.sorted[at as usize])
    }

    /// The attributes sorted by name: the order of values in memory, and of cty's iteration.
    pub fn sorted(&self) -> &[Attribute] {
        &self.sorted
    }

    /// Indices into [`Self::sorted`], in declaration order.
    pub fn declaration_order(&self) -> impl ExactSizeIterator<Item = usize> {
        self.declared.iter().map(|&at| at as usize)
    }

    /// The attribute of that name, with its index in [`Self::sorted`].
    pub fn get(&self, name: &str) -> Option<(usize, &Attribute)> {
        let at = self.sorted.binary_search_by(|attribute| (*attribute.name).cmp(name)).ok()?;
        Some((at, &self.sorted[at]))
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The same attributes in the same order, each with another type.
    pub fn map_types(&self, mut f: impl FnMut(&Type) -> Type) -> Self {
        let sorted =
            self.sorted.iter().map(|attribute| Attribute { ty: f(&attribute.ty), ..attribute.clone() }).collect();
        Self { sorted, declared: self.declared.clone() }
    }
}

impl PartialEq for ObjectType {
    fn eq(&self, other: &Self) -> bool {
        self.sorted == other.sorted
    }
}

impl Eq for ObjectType {}

impl Hash for ObjectType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted.hash(state);
    }
}

impl FromIterator<Attribute> for ObjectType {
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Self {
        Self::new(attributes)
    }
}
