//! Numbers as the type `number` has them: binary floats with a mantissa of 512 bits.

use num_bigint::{BigInt, BigUint};

use super::ExactNumber;

/// The bits of the mantissa.
const PRECISION: u64 = 512;

/// A number of so many digits is the shortest text of the float nearest to it.
const SAFE_DIGITS: u64 = 154;

/// The number rounded to the nearest float, ties to even, as the shortest decimal that reads back as
/// the same float.
pub(super) fn rounded(number: ExactNumber) -> ExactNumber {
    let (digits, exponent) = number.parts();
    // A digit has more than three bits.
    if digits.bits() <= 3 * SAFE_DIGITS
        || digits.magnitude().to_string().len() as u64 <= SAFE_DIGITS
    {
        return number;
    }
    let magnitude = digits.magnitude().clone();
    let float = Float::nearest(&magnitude, exponent);
    let negative = digits.sign() == num_bigint::Sign::Minus;
    let (shortest, exponent) = float.shortest();
    let shortest = BigInt::from(shortest);
    ExactNumber::new(if negative { -shortest } else { shortest }, exponent)
}

/// `mantissa · 2^exponent`
#[derive(PartialEq)]
struct Float {
    mantissa: BigUint,
    exponent: i64,
}

impl Float {
    /// The float nearest to `digits · 10^tens`; `digits` is not zero.
    fn nearest(digits: &BigUint, tens: i64) -> Self {
        let ten = BigUint::from(10_u32).pow(tens.unsigned_abs() as u32);
        let (numerator, denominator) = if tens >= 0 {
            (digits * ten, BigUint::from(1_u32))
        } else {
            (digits.clone(), ten)
        };
        // Two bits more than are kept, and whether anything is left.
        let wanted = (PRECISION + 2) as i64 + denominator.bits() as i64 - numerator.bits() as i64;
        let (numerator, denominator) = if wanted >= 0 {
            (numerator << wanted, denominator)
        } else {
            (numerator, denominator << wanted.unsigned_abs())
        };
        let quotient = &numerator / &denominator;
        let left = &quotient * &denominator != numerator;
        let extra = quotient.bits() - PRECISION;
        let half = BigUint::from(1_u32) << (extra - 1);
        let mut mantissa: BigUint = &quotient >> extra;
        let rest = quotient - (&mantissa << extra);
        if rest > half || rest == half && (left || mantissa.bit(0)) {
            mantissa += 1_u32;
        }
        let mut exponent = extra as i64 - wanted;
        let zeros = mantissa.trailing_zeros().unwrap_or(0);
        mantissa >>= zeros;
        exponent += zeros as i64;
        Self { mantissa, exponent }
    }

    /// The fewest digits that read back as this float, and their power of ten.
    fn shortest(&self) -> (BigUint, i64) {
        let (exact, tens) = if self.exponent >= 0 {
            (&self.mantissa << self.exponent, 0)
        } else {
            let places = self.exponent.unsigned_abs() as u32;
            (
                &self.mantissa * BigUint::from(5_u32).pow(places),
                self.exponent,
            )
        };
        let length = exact.to_string().len() as u64;
        let reads_back = |digits: u64| {
            let (short, dropped) = cut(&exact, length, digits);
            Self::nearest(&short, tens + dropped) == *self
        };
        // If some digits are enough, so are more.
        let (mut too_few, mut enough) = (0, length);
        while enough - too_few > 1 {
            let middle = too_few.midpoint(enough);
            if reads_back(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        let (short, dropped) = cut(&exact, length, enough);
        (short, tens + dropped)
    }
}

/// The first digits of a number, rounded, and how many are dropped.
fn cut(exact: &BigUint, length: u64, digits: u64) -> (BigUint, i64) {
    let dropped = length - digits;
    let unit = BigUint::from(10_u32).pow(dropped as u32);
    let kept = exact / &unit;
    let rest = exact - &kept * &unit;
    let twice = rest * 2_u32;
    let up = twice > unit || twice == unit && kept.bit(0);
    (if up { kept + 1_u32 } else { kept }, dropped as i64)
}
