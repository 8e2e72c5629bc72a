//! How numbers are held in generated code: a choice of the schema, not of a backend.

/// What `int` becomes in the target language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntRepresentation {
    /// The arbitrary-precision integer: `bigint`, `*big.Int`, `BigInt`.
    #[default]
    Arbitrary,
    /// A native 64-bit integer: `bigint`, `int64`, `i64`.
    Int64,
    /// A native 32-bit integer: `number`, `int32`, `i32`.
    Int32,
}

/// What `number` becomes in the target language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberRepresentation {
    /// The double: `number`, `float64`, `f64`.
    #[default]
    Double,
    /// All digits kept: the runtime's `ExactNumber`, `*big.Float`, `ExactNumber`.
    Exact,
}

/// The representation of both, for a package or for one property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numbers {
    /// For `int`.
    pub int: IntRepresentation,
    /// For `number`.
    pub number: NumberRepresentation,
}

/// A choice made from outside of a schema, for where none of its types and properties says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumbersChoice {
    /// For `int`; as the packages say if nothing is chosen.
    pub int: Option<IntRepresentation>,
    /// For `number`; as the packages say if nothing is chosen.
    pub number: Option<NumberRepresentation>,
}

impl Numbers {
    /// These with the choice made.
    pub fn with(self, choice: NumbersChoice) -> Self {
        Self { int: choice.int.unwrap_or(self.int), number: choice.number.unwrap_or(self.number) }
    }
}
