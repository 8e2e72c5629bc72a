//! Arbitrary-precision binary floats: a stand-in until the real ones are merged.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::BigInt;

/// A number.
#[derive(Clone, Copy, Debug)]
pub struct Number(f64);

/// The text is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number is required")]
pub struct NotANumber;

impl Number {
    /// Reads a number.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn parse(text: &str) -> Result<Number, NotANumber> {
        text.parse().map(Number).map_err(|_| NotANumber)
    }

    /// From an i64.
    pub fn from_i64(number: i64) -> Number {
        Number(number as f64)
    }

    /// The whole number that it is, if it is one.
    pub fn to_bigint_exact(&self) -> Option<BigInt> {
        (self.0.fract() == 0.0).then(|| BigInt::from(self.0 as i64))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0 + 0.0).to_bits().hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
