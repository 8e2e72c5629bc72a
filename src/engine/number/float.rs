//! The general form of a number, and correct rounding.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::Number;

/// A sign, a magnitude and a precision.
#[derive(Clone, Debug)]
pub(super) struct Float {
    pub negative: bool,
    pub form: Form,
    /// Bits of mantissa that operations keep. The mantissa never has more.
    pub precision: u32,
}

/// A magnitude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Zero,
    /// `mantissa · 2^exponent`. The mantissa is odd, so each magnitude has one form.
    Finite {
        mantissa: BigUint,
        exponent: i64,
    },
    Infinite,
}

impl Form {
    /// The magnitude with an odd mantissa.
    fn new(mantissa: BigUint, exponent: i64) -> Self {
        match mantissa.trailing_zeros() {
            None => Form::Zero,
            Some(0) => Form::Finite { mantissa, exponent },
            Some(zeros) => Form::Finite { mantissa: mantissa >> zeros, exponent: exponent + zeros as i64 },
        }
    }
}

impl Float {
    /// Zero with a sign.
    pub fn zero(negative: bool, precision: u32) -> Self {
        Self { negative, form: Form::Zero, precision }
    }

    /// An infinity.
    pub fn infinite(negative: bool, precision: u32) -> Self {
        Self { negative, form: Form::Infinite, precision }
    }

    /// An integer. A magnitude of more bits than the precision is rounded.
    pub fn integer(negative: bool, magnitude: BigUint, precision: u32) -> Self {
        Self::rounded(negative, magnitude, 0, false, precision)
    }

    /// `mantissa · 2^exponent`, to nearest, ties to even. `sticky` says that the true mantissa lies
    /// between this one and the next, which then has at least two bits more than the precision.
    pub fn rounded(negative: bool, mantissa: BigUint, exponent: i64, sticky: bool, precision: u32) -> Self {
        let excess = mantissa.bits().saturating_sub(precision.into());
        if excess == 0 {
            return Self { negative, form: Form::new(mantissa, exponent), precision };
        }
        let half = mantissa.bit(excess - 1);
        let above_half = sticky || mantissa.trailing_zeros().is_some_and(|zeros| zeros < excess - 1);
        let mut kept = mantissa >> excess;
        if half && (above_half || kept.bit(0)) {
            kept += 1u32;
        }
        Self { negative, form: Form::new(kept, exponent + excess as i64), precision }
    }

    /// The same value at another precision, rounded if that is less.
    pub fn at_precision(self, precision: u32) -> Self {
        match self.form {
            Form::Finite { mantissa, exponent } => Self::rounded(self.negative, mantissa, exponent, false, precision),
            Form::Zero | Form::Infinite => Self { precision, ..self },
        }
    }

    /// The value as an integer below 2⁶³ in magnitude, if it is one and not `-0`.
    pub fn small(&self) -> Option<i64> {
        match &self.form {
            Form::Zero => (!self.negative).then_some(0),
            Form::Finite { mantissa, exponent } => {
                let fits = *exponent >= 0 && *exponent < 63 && mantissa.bits() as i64 + exponent <= 63;
                let magnitude = fits.then(|| i64::try_from(mantissa).ok()).flatten()? << exponent;
                Some(if self.negative { -magnitude } else { magnitude })
            }
            Form::Infinite => None,
        }
    }

    /// The value without its fraction; `None` for the infinities.
    pub fn truncated(&self) -> Option<BigInt> {
        let magnitude = match &self.form {
            Form::Zero => BigUint::ZERO,
            Form::Finite { mantissa, exponent } if *exponent >= 0 => mantissa << *exponent,
            Form::Finite { mantissa, exponent } => mantissa >> exponent.unsigned_abs(),
            Form::Infinite => return None,
        };
        Some(BigInt::from_biguint(if self.negative { Sign::Minus } else { Sign::Plus }, magnitude))
    }

    /// The double that equals it; `None` if none does.
    pub fn to_f64(&self) -> Option<f64> {
        let magnitude = match &self.form {
            Form::Zero => 0.0,
            Form::Infinite => f64::INFINITY,
            Form::Finite { mantissa, exponent } => {
                let top = mantissa.bits() as i64 + exponent;
                if mantissa.bits() > 53 || *exponent < -1074 || top > 1024 {
                    return None;
                }
                // Two powers, as 2^-1074 times an integer leaves the range of a single one.
                let half = (*exponent / 2) as i32;
                let mantissa = u64::try_from(mantissa).ok()? as f64;
                mantissa * 2f64.powi(half) * 2f64.powi(*exponent as i32 - half)
            }
        };
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// Whether two floats that are not held in place are equal in value.
    pub fn same_value(&self, other: &Self) -> bool {
        self.form == other.form && (self.negative == other.negative || self.form == Form::Zero)
    }

    /// The order by value.
    pub fn compare(&self, other: &Self) -> Ordering {
        match self.sign().cmp(&other.sign()) {
            Ordering::Equal if self.negative => other.compare_magnitude(self),
            Ordering::Equal => self.compare_magnitude(other),
            different => different,
        }
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (&self.form, self.negative) {
            (Form::Zero, _) => 0,
            (Form::Finite { .. } | Form::Infinite, true) => -1,
            (Form::Finite { .. } | Form::Infinite, false) => 1,
        }
    }

    /// The order of two magnitudes.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let rank = |form: &Form| match form {
            Form::Zero => 0,
            Form::Finite { .. } => 1,
            Form::Infinite => 2,
        };
        match (&self.form, &other.form) {
            (Form::Finite { mantissa: a, exponent: e }, Form::Finite { mantissa: b, exponent: f }) => {
                let tops = (a.bits() as i64 + e).cmp(&(b.bits() as i64 + f));
                // With equal tops the exponents differ by less than the mantissas have bits.
                tops.then_with(|| match e.cmp(f) {
                    Ordering::Equal => a.cmp(b),
                    Ordering::Greater => (a << (e - f)).cmp(b),
                    Ordering::Less => a.cmp(&(b << (f - e))),
                })
            }
            (a, b) => rank(a).cmp(&rank(b)),
        }
    }

    /// Whether the value lies within the exponents that a [`Number`] may have.
    pub fn in_range(&self) -> bool {
        match &self.form {
            Form::Zero | Form::Infinite => true,
            Form::Finite { mantissa, exponent } => {
                *exponent >= -Number::MAX_EXPONENT && mantissa.bits() as i64 + exponent <= Number::MAX_EXPONENT
            }
        }
    }
}
