//! What null means in the values of a package.

/// What null means for an attribute whose type does not take it. Where the type does, it is null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NullReading {
    /// A value like any other, which the attribute does not take.
    #[default]
    Value,
    /// That the attribute is not set: what Terraform writes for one that is absent.
    Absent,
}
