//! Arithmetic, each operation correctly rounded.

use num_bigint::BigUint;

use super::float::{Float, Form};
use super::{Number, NumberError, Repr};

/// Below this precision an integer held in place may have more bits than an operation keeps.
const HOLDS_ANY_SMALL: u32 = 64;

/// The precision to which go-cty first computes a product.
const PRODUCT_PRECISION: u32 = 512;

impl Number {
    /// The sum.
    ///
    /// # Errors
    ///
    /// [`NumberError::Undefined`] for infinities of opposite signs, [`NumberError::OutOfRange`].
    pub fn add(&self, other: &Self) -> Result<Self, NumberError> {
        if let Some((a, b, precision)) = self.both_small(other)
            && let Some(sum) = a.checked_add(b)
        {
            return Ok(Self::small(sum, precision));
        }
        checked(sum(&self.to_float(), &other.to_float())?)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// [`NumberError::Undefined`] for infinities of the same sign, [`NumberError::OutOfRange`].
    pub fn sub(&self, other: &Self) -> Result<Self, NumberError> {
        if let Some((a, b, precision)) = self.both_small(other)
            && let Some(difference) = a.checked_sub(b)
        {
            return Ok(Self::small(difference, precision));
        }
        self.add(&other.neg())
    }

    /// The product. Its precision grows to what it needs, but not past 512 bits, as in go-cty.
    ///
    /// # Errors
    ///
    /// [`NumberError::Undefined`] for zero times infinity, [`NumberError::OutOfRange`].
    pub fn mul(&self, other: &Self) -> Result<Self, NumberError> {
        if let Some((a, b, precision)) = self.both_small(other)
            && let Some(product) = a.checked_mul(b)
            && (product != 0 || (a >= 0 && b >= 0))
        {
            return Ok(Self::small(product, precision));
        }
        let precision = self.precision().max(other.precision());
        let (a, b) = (self.to_float(), other.to_float());
        let undefined = matches!((&a.form, &b.form), (Form::Zero, Form::Infinite) | (Form::Infinite, Form::Zero));
        if undefined {
            return Err(NumberError::Undefined("zero times infinity"));
        }
        let product = multiplied(&a, &b, PRODUCT_PRECISION);
        let needed = match &product.form {
            Form::Finite { mantissa, .. } => mantissa.bits() as u32,
            Form::Zero | Form::Infinite => 0,
        };
        checked(product.at_precision(precision.max(needed)))
    }

    /// The quotient. What is not zero, divided by zero, is an infinity.
    ///
    /// # Errors
    ///
    /// [`NumberError::Undefined`] for 0/0 and inf/inf, [`NumberError::OutOfRange`].
    pub fn div(&self, other: &Self) -> Result<Self, NumberError> {
        if let Some((a, b, precision)) = self.both_small(other)
            && a != 0
            && a.checked_rem(b) == Some(0)
        {
            return Ok(Self::small(a / b, precision));
        }
        checked(divided(&self.to_float(), &other.to_float())?)
    }

    /// The remainder of the division without a fraction, with the sign of `self`; `self` if `other`
    /// is zero. It is computed as go-cty does, at the precision of `self`: with operands of very
    /// different size the roundings on the way show. An infinity on either side gives an infinity
    /// of the product's sign.
    ///
    /// # Errors
    ///
    /// [`NumberError::Undefined`] for zero and an infinity, [`NumberError::OutOfRange`].
    pub fn rem(&self, other: &Self) -> Result<Self, NumberError> {
        if self.is_infinite() || other.is_infinite() {
            return self.mul(other);
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        if let Some((a, b, _)) = self.both_small(other)
            && self.precision() >= HOLDS_ANY_SMALL
            && let Some(remainder) = a.checked_rem(b)
        {
            return Ok(Self::small(remainder, self.precision()));
        }
        let precision = self.precision();
        let quotient = divided(&self.to_float(), &other.to_float())?;
        if !quotient.in_range() {
            return Err(NumberError::OutOfRange);
        }
        let whole = quotient.truncated().ok_or(NumberError::OutOfRange)?;
        // An integer has no negative zero.
        let whole = Float::integer(whole.sign() == num_bigint::Sign::Minus, whole.magnitude().clone(), precision);
        let mut taken = multiplied(&other.to_float(), &whole, precision);
        taken.negative = !taken.negative;
        checked(sum(&self.to_float(), &taken)?.at_precision(precision))
    }

    /// The same magnitude with the other sign; `-0` for `0`.
    pub fn neg(&self) -> Self {
        match &self.0 {
            Repr::Small { value, precision } if *value != 0 => Self::small(-value, *precision),
            Repr::Small { .. } | Repr::Big(_) => {
                let float = self.to_float();
                Self::from_float(Float { negative: !float.negative, ..float })
            }
        }
    }

    /// The magnitude.
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Two integers held in place and the precision of a result, if that holds any such integer.
    fn both_small(&self, other: &Self) -> Option<(i64, i64, u32)> {
        match (&self.0, &other.0) {
            (Repr::Small { value: a, precision: p }, Repr::Small { value: b, precision: q }) => {
                let precision = *p.max(q);
                (precision >= HOLDS_ANY_SMALL).then_some((*a, *b, precision))
            }
            (Repr::Small { .. } | Repr::Big(_), Repr::Big(_)) | (Repr::Big(_), Repr::Small { .. }) => None,
        }
    }
}

/// A result, if it is within the range of numbers.
fn checked(float: Float) -> Result<Number, NumberError> {
    if float.in_range() { Ok(Number::from_float(float)) } else { Err(NumberError::OutOfRange) }
}

/// The sum at the greater precision.
fn sum(a: &Float, b: &Float) -> Result<Float, NumberError> {
    let precision = a.precision.max(b.precision);
    match (&a.form, &b.form) {
        (Form::Infinite, Form::Infinite) if a.negative != b.negative => {
            Err(NumberError::Undefined("infinity minus infinity"))
        }
        (Form::Zero, Form::Zero) => Ok(Float::zero(a.negative && b.negative, precision)),
        (Form::Infinite, _) | (_, Form::Zero) => Ok(a.clone().at_precision(precision)),
        (_, Form::Infinite) | (Form::Zero, _) => Ok(b.clone().at_precision(precision)),
        (Form::Finite { mantissa: m, exponent: e }, Form::Finite { mantissa: n, exponent: f }) => {
            let exponent = *e.min(f);
            let (m, n) = (m << (e - exponent), n << (f - exponent));
            let (negative, mantissa) = if a.negative == b.negative {
                (a.negative, m + n)
            } else if m > n {
                (a.negative, m - n)
            } else if m < n {
                (b.negative, n - m)
            } else {
                (false, BigUint::ZERO)
            };
            Ok(Float::rounded(negative, mantissa, exponent, false, precision))
        }
    }
}

/// The product at a precision. Zero times infinity, which has none, is the caller's to refuse.
pub(super) fn multiplied(a: &Float, b: &Float, precision: u32) -> Float {
    let negative = a.negative != b.negative;
    match (&a.form, &b.form) {
        (Form::Finite { mantissa: m, exponent: e }, Form::Finite { mantissa: n, exponent: f }) => {
            Float::rounded(negative, m * n, e + f, false, precision)
        }
        (Form::Zero, _) | (_, Form::Zero) => Float::zero(negative, precision),
        (Form::Infinite, _) | (_, Form::Infinite) => Float::infinite(negative, precision),
    }
}

/// The quotient at the greater precision.
fn divided(a: &Float, b: &Float) -> Result<Float, NumberError> {
    let precision = a.precision.max(b.precision);
    let negative = a.negative != b.negative;
    match (&a.form, &b.form) {
        (Form::Zero, Form::Zero) => Err(NumberError::Undefined("zero divided by zero")),
        (Form::Infinite, Form::Infinite) => Err(NumberError::Undefined("infinity divided by infinity")),
        (Form::Finite { mantissa: m, exponent: e }, Form::Finite { mantissa: n, exponent: f }) => {
            Ok(quotient(negative, (m, *e), (n, *f), precision))
        }
        (Form::Zero, _) | (_, Form::Infinite) => Ok(Float::zero(negative, precision)),
        (Form::Infinite, _) | (_, Form::Zero) => Ok(Float::infinite(negative, precision)),
    }
}

/// The quotient of two magnitudes `mantissa · 2^exponent` that are not zero.
pub(super) fn quotient(negative: bool, a: (&BigUint, i64), b: (&BigUint, i64), precision: u32) -> Float {
    // Two bits more than are kept, so that the remainder can only be a tie's breaker.
    let shift = (u64::from(precision) + 2 + b.0.bits()).saturating_sub(a.0.bits());
    let dividend = a.0 << shift;
    let whole = &dividend / b.0;
    let sticky = &whole * b.0 != dividend;
    Float::rounded(negative, whole, a.1 - b.1 - shift as i64, sticky, precision)
}
