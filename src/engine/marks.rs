//! Marks: labels that travel with a value through every operation.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The mark of a secret: `sensitive` to Terraform, `secret` to Pulumi.
pub const SENSITIVE: &str = "sensitive";

/// A set of marks, in lexical order. Empty ones take no memory of their own.
///
/// ```
/// use tygen::engine::Marks;
/// let marks: Marks = ["sensitive", "other"].into_iter().collect();
/// assert_eq!(marks.iter().collect::<Vec<_>>(), ["other", "sensitive"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Marks(BTreeSet<Arc<str>>);

impl Marks {
    /// No mark at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// One mark.
    pub fn one(mark: impl Into<Arc<str>>) -> Self {
        Self(BTreeSet::from([mark.into()]))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `mark` is among them.
    pub fn contains(&self, mark: &str) -> bool {
        self.0.contains(mark)
    }

    /// The marks, in lexical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|mark| &**mark)
    }

    /// Adds all marks of `other`.
    pub fn extend(&mut self, other: &Marks) {
        self.0.extend(other.0.iter().cloned());
    }

    /// The marks of both.
    pub fn and(mut self, other: &Marks) -> Marks {
        self.extend(other);
        self
    }
}

impl<M: Into<Arc<str>>> FromIterator<M> for Marks {
    fn from_iter<I: IntoIterator<Item = M>>(marks: I) -> Self {
        Self(marks.into_iter().map(Into::into).collect())
    }
}
