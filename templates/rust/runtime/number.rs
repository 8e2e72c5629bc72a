//! Numbers with all their digits.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, Sign};

/// A decimal number with all its digits: nothing is rounded. Equal numbers are equal however they
/// were written: `1.50` is `1.5`.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct ExactNumber {
    /// The digits, the last of which is not zero.
    digits: BigInt,
    /// How many zeros follow the digits; below zero, how many digits stand behind the point.
    exponent: i64,
}

/// A text or a double that is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotANumber;

/// How far the point may be from the digits, so that no text of a few bytes asks for gigabytes.
const MAX_EXPONENT: i64 = 100_000;

impl ExactNumber {
    /// The nearest double; an infinity if it is out of range.
    pub fn to_f64(&self) -> f64 {
        format!("{}e{}", self.digits, self.exponent)
            .parse()
            .unwrap_or(f64::NAN)
    }

    /// The integer that it is, if it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        let zeros = u32::try_from(self.exponent).ok()?;
        Some(&self.digits * BigInt::from(10_u32).pow(zeros))
    }

    fn new(digits: BigInt, exponent: i64) -> Self {
        if digits.sign() == Sign::NoSign {
            return Self::default();
        }
        let text = digits.to_string();
        let kept = text.trim_end_matches('0');
        let zeros = text.len() - kept.len();
        Self {
            digits: if zeros == 0 {
                digits
            } else {
                kept.parse().unwrap_or_default()
            },
            exponent: exponent + zeros as i64,
        }
    }
}

/// The integer of these decimal digits; zero if they are none.
pub fn integer(digits: &str) -> BigInt {
    digits.parse().unwrap_or_default()
}

/// The number that the text is; zero if it is none.
pub fn exact(text: &str) -> ExactNumber {
    text.parse().unwrap_or_default()
}

/// JSON's syntax of numbers, with a `+` and zeros in front allowed.
impl FromStr for ExactNumber {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().or(Err(NotANumber))?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let unsigned = whole.strip_prefix(['+', '-']).unwrap_or(whole);
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if unsigned.is_empty() || !is_digits(unsigned) || !is_digits(fraction) {
            return Err(NotANumber);
        }
        let exponent = exponent
            .checked_sub(fraction.len() as i64)
            .ok_or(NotANumber)?;
        if !(-MAX_EXPONENT..=MAX_EXPONENT).contains(&exponent) {
            return Err(NotANumber);
        }
        let digits = format!("{whole}{fraction}").parse().or(Err(NotANumber))?;
        Ok(Self::new(digits, exponent))
    }
}

/// Never with an exponent: `6.283185`, `1000`.
impl fmt::Display for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, digits) = (self.digits.sign(), self.digits.magnitude().to_string());
        let sign = if sign == Sign::Minus { "-" } else { "" };
        let places = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            write!(f, "{sign}{digits}{}", "0".repeat(places))
        } else if digits.len() > places {
            let (whole, fraction) = digits.split_at(digits.len() - places);
            write!(f, "{sign}{whole}.{fraction}")
        } else {
            write!(f, "{sign}0.{}{digits}", "0".repeat(places - digits.len()))
        }
    }
}

impl fmt::Debug for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for ExactNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        let shared = self.exponent.min(other.exponent);
        let scaled = |number: &Self| {
            let zeros = u32::try_from(number.exponent - shared).unwrap_or(u32::MAX);
            &number.digits * BigInt::from(10_u32).pow(zeros)
        };
        let signs = self.digits.sign().cmp(&other.digits.sign());
        signs.then_with(|| scaled(self).cmp(&scaled(other)))
    }
}

impl PartialOrd for ExactNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<BigInt> for ExactNumber {
    fn from(number: BigInt) -> Self {
        Self::new(number, 0)
    }
}

impl From<i32> for ExactNumber {
    fn from(number: i32) -> Self {
        Self::new(number.into(), 0)
    }
}

impl From<i64> for ExactNumber {
    fn from(number: i64) -> Self {
        Self::new(number.into(), 0)
    }
}

/// The shortest decimal that reads back as the double.
impl TryFrom<f64> for ExactNumber {
    type Error = NotANumber;

    fn try_from(number: f64) -> Result<Self, NotANumber> {
        format!("{number:e}").parse()
    }
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is required")
    }
}

impl std::error::Error for NotANumber {}
