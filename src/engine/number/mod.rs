//! `number`: a binary float of arbitrary precision, bit for bit as go-cty holds it.
//!
//! A number is a mantissa times a power of two, and carries the *precision* (bits of mantissa) to
//! which operations on it round: 512 for a number read from text, 64 for one made from a machine
//! integer, 53 for one made from a double. Rounding is to nearest, ties to even. The result of an
//! operation has the greater precision of its operands. This is what Go's `math/big.Float` does
//! when go-cty uses it ("spec/2-cty-types.txt", `number`); text, arithmetic and printing
//! agree with it in every bit, its roundings of powers of five included.
//!
//! Small integers are held in place, without memory of their own.
//!
//! What is narrower than in Go, so that hostile input costs little: the exponent. Go holds
//! exponents up to 2³¹, whose plain decimal text fills a disk; here a number outside
//! 2^±[`Number::MAX_EXPONENT`] is an error where it would arise, and text is bounded by [`Limits`].

mod arithmetic;
mod float;
mod format;
mod parse;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use thiserror::Error;

use float::{Float, Form};
pub use parse::parse_int;

/// The precision of a number read from text, in bits of mantissa.
pub const TEXT_PRECISION: u32 = 512;
/// The precision of a number made from a machine integer.
const INTEGER_PRECISION: u32 = 64;
/// The precision of a number made from a double.
const DOUBLE_PRECISION: u32 = 53;

/// A number: finite, or one of the two infinities. There is no NaN.
///
/// Equality, order and hash go by numeric value: precision plays no part and `-0` equals `0`.
///
/// ```
/// use tygen::engine::number::Number;
/// let tenth = Number::parse("0.1")?;
/// assert_eq!(tenth.add(&Number::parse("2e-1")?)?.to_string(), "0.3");
/// assert_eq!(Number::parse("1e3")?, Number::from_i64(1000));
/// # Ok::<(), tygen::engine::number::NumberError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Number(Repr);

/// Every value has one form: `Small` if it is an integer below 2⁶³ in magnitude and not `-0`.
#[derive(Clone, Debug)]
enum Repr {
    Small { value: i64, precision: u32 },
    Big(Arc<Float>),
}

/// Why there is no number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// The text is not a number.
    #[error("a number is required")]
    NotANumber,
    /// The text is not an integer.
    #[error("an integer is required")]
    NotAnInteger,
    /// The text, or the number written out without an exponent, is longer than [`Limits`] allow.
    #[error("a number of more than {limit} digits is not supported")]
    TooManyDigits {
        /// The limit that it passes.
        limit: usize,
    },
    /// The result is outside 2^±[`Number::MAX_EXPONENT`].
    #[error("the number is too large or too small to be represented")]
    OutOfRange,
    /// The operation has no result: `0/0`, `inf - inf`, `inf * 0`, `inf / inf`.
    #[error("{0} has no result")]
    Undefined(&'static str),
}

/// How long a number may be that comes as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most decimal digits that a number may have when it is written out without an exponent,
    /// and the most digits of its text.
    pub digits: usize,
}

/// 100,000 digits: far beyond any use, read in a millisecond.
impl Default for Limits {
    fn default() -> Self {
        Self { digits: 100_000 }
    }
}

impl Number {
    /// The greatest magnitude of the binary exponent: about 631,000 decimal digits. [`Limits`]
    /// beyond it have no effect.
    pub const MAX_EXPONENT: i64 = 1 << 21;

    /// Zero, at the precision of text.
    pub const ZERO: Number = Number(Repr::Small { value: 0, precision: TEXT_PRECISION });

    /// A machine integer, at a precision of 64 bits.
    pub fn from_i64(value: i64) -> Self {
        Self::small(value, INTEGER_PRECISION)
    }

    /// A machine integer without a sign, at a precision of 64 bits.
    pub fn from_u64(value: u64) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self::from_i64(value),
            Err(_) => Self::from_float(Float::integer(false, value.into(), INTEGER_PRECISION)),
        }
    }

    /// A double, exactly, at a precision of 53 bits; `None` for NaN, which is not a number here.
    pub fn from_f64(value: f64) -> Option<Self> {
        if value.is_nan() {
            return None;
        }
        let bits = value.to_bits();
        let negative = value.is_sign_negative();
        if value.is_infinite() {
            return Some(Self::from_float(Float { negative, form: Form::Infinite, precision: DOUBLE_PRECISION }));
        }
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match (bits >> 52) & 0x7ff {
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, i64::from(biased as u16) - 1075),
        };
        Some(Self::from_float(Float::rounded(negative, mantissa.into(), exponent, false, DOUBLE_PRECISION)))
    }

    /// An integer of any size, exactly: the precision is that of text, or as many bits as the
    /// integer has.
    pub fn from_bigint(value: &BigInt) -> Self {
        if let Ok(value) = i64::try_from(value) {
            return Self::small(value, TEXT_PRECISION);
        }
        let precision = u32::try_from(value.bits()).unwrap_or(u32::MAX).max(TEXT_PRECISION);
        Self::from_float(Float::integer(value.sign() == Sign::Minus, value.magnitude().clone(), precision))
    }

    /// Positive infinity.
    pub fn infinity() -> Self {
        Self::from_float(Float { negative: false, form: Form::Infinite, precision: TEXT_PRECISION })
    }

    /// Negative infinity.
    pub fn negative_infinity() -> Self {
        Self::from_float(Float { negative: true, form: Form::Infinite, precision: TEXT_PRECISION })
    }

    /// How many bits of mantissa operations on this number keep.
    pub fn precision(&self) -> u32 {
        match &self.0 {
            Repr::Small { precision, .. } => *precision,
            Repr::Big(float) => float.precision,
        }
    }

    /// Whether it is one of the infinities.
    pub fn is_infinite(&self) -> bool {
        match &self.0 {
            Repr::Small { .. } => false,
            Repr::Big(float) => matches!(float.form, Form::Infinite),
        }
    }

    /// Whether it is `0` or `-0`.
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Small { value, .. } => *value == 0,
            Repr::Big(float) => matches!(float.form, Form::Zero),
        }
    }

    /// Whether its sign is minus: below zero, `-0` or negative infinity.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { value, .. } => *value < 0,
            Repr::Big(float) => float.negative,
        }
    }

    /// Whether it has no fraction. An infinity is not an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { .. } => true,
            Repr::Big(float) => match &float.form {
                Form::Zero => true,
                Form::Finite { exponent, .. } => *exponent >= 0,
                Form::Infinite => false,
            },
        }
    }

    /// The integer that it is; `None` if it has a fraction or is infinite.
    pub fn to_bigint_exact(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.truncated()).flatten()
    }

    /// The number without its fraction; `None` for the infinities.
    fn truncated(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Small { value, .. } => Some((*value).into()),
            Repr::Big(float) => float.truncated(),
        }
    }

    /// The machine integer that it is; `None` if it has a fraction or does not fit.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { value, .. } => Some(*value),
            // Only -0 and -2⁶³ are held apart and still fit.
            Repr::Big(float) => match &float.form {
                Form::Zero => Some(0),
                Form::Finite { exponent: 63, mantissa } if float.negative && mantissa.bits() == 1 => Some(i64::MIN),
                Form::Finite { .. } | Form::Infinite => None,
            },
        }
    }

    /// The machine integer without a sign that it is; `None` if it has a fraction or does not fit.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small { value, .. } => u64::try_from(*value).ok(),
            Repr::Big(float) => match &float.form {
                Form::Zero => Some(0),
                Form::Finite { exponent, mantissa } => {
                    let fits = !float.negative && *exponent >= 0 && mantissa.bits() as i64 + exponent <= 64;
                    fits.then(|| u64::try_from(mantissa << *exponent).ok()).flatten()
                }
                Form::Infinite => None,
            },
        }
    }

    /// The double that equals it; `None` if none does.
    ///
    /// ```
    /// use tygen::engine::number::Number;
    /// assert_eq!(Number::parse("0.5")?.to_f64(), Some(0.5));
    /// assert_eq!(Number::parse("0.1")?.to_f64(), None);
    /// # Ok::<(), tygen::engine::number::NumberError>(())
    /// ```
    pub fn to_f64(&self) -> Option<f64> {
        self.to_float().to_f64()
    }

    /// An integer that may be held in place.
    fn small(value: i64, precision: u32) -> Self {
        if value == i64::MIN {
            return Self::from_float(Float::integer(true, BigUint::from(value.unsigned_abs()), precision));
        }
        Self(Repr::Small { value, precision })
    }

    /// The one form of a float's value.
    fn from_float(float: Float) -> Self {
        match float.small() {
            Some(value) => Self(Repr::Small { value, precision: float.precision }),
            None => Self(Repr::Big(Arc::new(float))),
        }
    }

    /// The float, for operations that have no short cut.
    fn to_float(&self) -> Float {
        match &self.0 {
            Repr::Small { value, precision } => Float::integer(*value < 0, value.unsigned_abs().into(), *precision),
            Repr::Big(float) => Float::clone(float),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small { value, .. }, Repr::Small { value: other, .. }) => value == other,
            (Repr::Big(float), Repr::Big(other)) => Arc::ptr_eq(float, other) || float.same_value(other),
            (Repr::Small { .. }, Repr::Big(_)) | (Repr::Big(_), Repr::Small { .. }) => {
                self.is_zero() && other.is_zero()
            }
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small { value, .. } => value.hash(state),
            Repr::Big(float) => match &float.form {
                // As 0, which it equals.
                Form::Zero => 0i64.hash(state),
                Form::Finite { mantissa, exponent } => (float.negative, mantissa, exponent).hash(state),
                Form::Infinite => (float.negative, "inf").hash(state),
            },
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small { value, .. }, Repr::Small { value: other, .. }) => value.cmp(other),
            (Repr::Big(float), Repr::Big(other)) => float.compare(other),
            (Repr::Small { .. }, Repr::Big(other)) => self.to_float().compare(other),
            (Repr::Big(float), Repr::Small { .. }) => float.compare(&other.to_float()),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::from_i64(value)
    }
}

impl From<&BigInt> for Number {
    fn from(value: &BigInt) -> Self {
        Self::from_bigint(value)
    }
}

impl std::str::FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests;
