//! From text.
//!
//! The text is what Go's `big.ParseFloat(s, 10, 512, ToNearestEven)` takes: an optional sign, then
//! `Inf` or `inf`, or decimal digits with at most one point, then perhaps `e`, `E` (a power of ten),
//! `p` or `P` (a power of two) with an optional sign and digits. No spaces, no underscores, no
//! prefixes such as `0x`.

use num_bigint::{BigInt, BigUint, Sign};

use super::arithmetic::{multiplied, quotient};
use super::float::{Float, Form};
use super::{Limits, Number, NumberError, Repr, TEXT_PRECISION};

/// The pieces of a number's text.
struct Pieces<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i64,
    /// Whether the exponent counts powers of two rather than of ten.
    binary: bool,
}

impl Number {
    /// Reads a number from text, under the default [`Limits`].
    ///
    /// ```
    /// use tygen::engine::number::{Number, NumberError};
    /// assert_eq!(Number::parse("+.5e1")?.to_string(), "5");
    /// assert_eq!(Number::parse("3p4")?.to_string(), "48");
    /// assert_eq!(Number::parse("0x1F"), Err(NumberError::NotANumber));
    /// assert_eq!(Number::parse("1e1000000000"), Err(NumberError::TooManyDigits { limit: 100_000 }));
    /// # Ok::<(), NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NumberError::NotANumber`] for other text, [`NumberError::TooManyDigits`] past the limits.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, &Limits::default())
    }

    /// Reads a number from text, under limits of the caller's.
    ///
    /// # Errors
    ///
    /// As [`Number::parse`]; [`NumberError::OutOfRange`] if the limits allow more than a number holds.
    pub fn parse_within(text: &str, limits: &Limits) -> Result<Self, NumberError> {
        if let Some(value) = short_integer(text.as_bytes()) {
            return Ok(Self(Repr::Small { value, precision: TEXT_PRECISION }));
        }
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        if unsigned == "Inf" || unsigned == "inf" {
            return Ok(Self::from_float(Float::infinite(text.starts_with('-'), TEXT_PRECISION)));
        }
        let float = float(&split(text.as_bytes()).ok_or(NumberError::NotANumber)?, limits)?;
        if !float.in_range() {
            return Err(NumberError::OutOfRange);
        }
        Ok(Self::from_float(float))
    }
}

/// Reads an integer of any size: an optional sign and decimal digits.
///
/// # Errors
///
/// [`NumberError::NotAnInteger`] for other text, [`NumberError::TooManyDigits`] past the limits.
pub fn parse_int(text: &str, limits: &Limits) -> Result<BigInt, NumberError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).as_bytes();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NumberError::NotAnInteger);
    }
    if digits.len() > limits.digits {
        return Err(NumberError::TooManyDigits { limit: limits.digits });
    }
    let sign = if text.starts_with('-') { Sign::Minus } else { Sign::Plus };
    Ok(BigInt::from_biguint(sign, integer(digits, b"")))
}

/// The short way for what most numbers are. `-0` is not an integer held in place.
fn short_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    match (negative, value) {
        (true, 0) => None,
        (true, value) => Some(-value),
        (false, value) => Some(value),
    }
}

/// Takes the text apart; `None` if it is not a number.
fn split(text: &[u8]) -> Option<Pieces<'_>> {
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (whole, rest) = digits(rest);
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => digits(rest),
        rest => (&rest[..0], rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (exponent, binary) = match rest {
        [] => (0, false),
        [b'e' | b'E', rest @ ..] => (exponent(rest)?, false),
        [b'p' | b'P', rest @ ..] => (exponent(rest)?, true),
        _ => return None,
    };
    Some(Pieces { negative, whole, fraction, exponent, binary })
}

/// The digits at the start, and the rest.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len()))
}

/// An exponent of 64 bits, as in Go: the digits of a greater one are not a number, even after a
/// mantissa of zero.
fn exponent(text: &[u8]) -> Option<i64> {
    let (sign, magnitude) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        rest => (1, rest),
    };
    if magnitude.is_empty() {
        return None;
    }
    magnitude.iter().try_fold(0i64, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(sign * digit)
    })
}

/// The number that digits before and after a point stand for, the point left out.
fn integer(whole: &[u8], fraction: &[u8]) -> BigUint {
    if whole.len() + fraction.len() <= 19 {
        let digits = whole.iter().chain(fraction);
        return digits.fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0')).into();
    }
    let digits: Vec<u8> = whole.iter().chain(fraction).map(|digit| digit - b'0').collect();
    BigUint::from_radix_be(&digits, 10).unwrap_or_default()
}

/// Rounds as Go does: the digits exactly, then one multiplication or division by a power of five
/// that has itself been rounded to 64 bits more than the result.
fn float(pieces: &Pieces<'_>, limits: &Limits) -> Result<Float, NumberError> {
    let too_many = NumberError::TooManyDigits { limit: limits.digits };
    if pieces.whole.len() + pieces.fraction.len() > limits.digits {
        return Err(too_many);
    }
    let mantissa = integer(pieces.whole, pieces.fraction);
    if mantissa == BigUint::ZERO {
        return Ok(Float::zero(pieces.negative, TEXT_PRECISION));
    }
    // A power of two has a third as many digits as it has bits before the point, and as many after.
    let allowed = if pieces.binary && pieces.exponent > 0 { limits.digits.saturating_mul(3) } else { limits.digits };
    if pieces.exponent.unsigned_abs() > allowed as u64 {
        return Err(too_many);
    }
    let places = -(pieces.fraction.len() as i64);
    let tens = if pieces.binary { places } else { places + pieces.exponent };
    let twos = if pieces.binary { places + pieces.exponent } else { tens };
    if (-IN_A_WORD..0).contains(&tens)
        && let Ok(digits) = u64::try_from(&mantissa)
    {
        return Ok(short_fraction(pieces.negative, digits, tens.unsigned_abs() as u32, twos));
    }
    if tens == 0 {
        return Ok(Float::rounded(pieces.negative, mantissa, twos, false, TEXT_PRECISION));
    }
    let power = power_of_five(tens.unsigned_abs(), TEXT_PRECISION + 64);
    let Form::Finite { mantissa: five, exponent } = power.form else { return Err(NumberError::OutOfRange) };
    Ok(if tens < 0 {
        quotient(pieces.negative, (&mantissa, twos), (&five, exponent), TEXT_PRECISION)
    } else {
        Float::rounded(pieces.negative, mantissa * five, twos + exponent, false, TEXT_PRECISION)
    })
}

/// The greatest n for which 5ⁿ fits into 64 bits.
const IN_A_WORD: i64 = 27;

/// `digits · 2^twos / 5^n`, for the fractions that people write: a division by one word.
fn short_fraction(negative: bool, digits: u64, n: u32, twos: i64) -> Float {
    let five = 5u64.pow(n);
    if digits.is_multiple_of(five) {
        return Float::rounded(negative, (digits / five).into(), twos, false, TEXT_PRECISION);
    }
    // The first bit of the dividend is set and the divisor has at most 63, so that the quotient has
    // at least one bit more than the 512 that are kept.
    const WORDS: usize = 8;
    let shift = digits.leading_zeros();
    let mut quotient = Vec::with_capacity(2 * WORDS + 2);
    let mut divide = |dividend: u128| {
        let word = (dividend / u128::from(five)) as u64;
        quotient.extend([(word >> 32) as u32, word as u32]);
        (dividend % u128::from(five)) as u64
    };
    let mut rest = divide(u128::from(digits << shift));
    for _ in 0..WORDS {
        rest = divide(u128::from(rest) << 64);
    }
    quotient.reverse();
    let exponent = twos - i64::from(shift) - 64 * WORDS as i64;
    Float::rounded(negative, BigUint::new(quotient), exponent, rest != 0, TEXT_PRECISION)
}

/// 5ⁿ, rounded in the places in which Go rounds it.
fn power_of_five(n: u64, precision: u32) -> Float {
    // 5²⁴⁸ has 576 bits: up to there nothing is rounded.
    const EXACT: u64 = 248;
    let five = |exponent: u64| BigUint::from(5u32).pow(exponent as u32);
    if n <= IN_A_WORD as u64 {
        return Float::integer(false, 5u64.pow(n as u32).into(), precision);
    }
    if n <= EXACT {
        return Float::integer(false, five(n), precision);
    }
    let mut result = Float::integer(false, five(IN_A_WORD as u64), precision);
    let mut square = Float::integer(false, five(1), precision + 64);
    let mut rest = n - IN_A_WORD as u64;
    while rest > 0 {
        if rest & 1 == 1 {
            result = multiplied(&result, &square, precision);
        }
        square = multiplied(&square, &square, precision + 64);
        rest >>= 1;
    }
    result
}
