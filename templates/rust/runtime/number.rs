//! Numbers with all their digits.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};

/// A decimal number with all its digits: nothing is rounded. Equal numbers are equal however they
/// were written: `1.50` is `1.5`. The two infinities are numbers; there is no NaN.
#[derive(Clone, Default)]
pub struct ExactNumber {
    /// The digits, the last of which is not zero. Of an infinity only the sign counts.
    digits: BigInt,
    /// How many zeros follow the digits; below zero, how many digits stand behind the point.
    exponent: i64,
    form: Form,
}

/// What digits alone do not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Finite,
    /// Zero with a sign, which is written and counts for nothing else.
    NegativeZero,
    Infinite,
    /// Of more digits than are read: no number at all, but one in its place.
    TooLong,
}

/// A text or a double that is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotANumber;

/// Why a text gives no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is none.
    Text,
    /// It is longer than [`MAX_DIGITS`], written or written out.
    Length,
}

/// How many digits a number may have, so that no text of a few bytes asks for gigabytes.
const MAX_DIGITS: u64 = 100_000;

/// What is said of a number with more.
pub(super) const TOO_LONG: &str = "a number of more than 100000 digits is not supported";

impl ExactNumber {
    /// The nearest double; an infinity if it is out of range.
    pub fn to_f64(&self) -> f64 {
        match self.form {
            Form::Infinite if self.is_negative() => f64::NEG_INFINITY,
            Form::Infinite => f64::INFINITY,
            Form::NegativeZero => -0.0,
            Form::Finite | Form::TooLong => {
                let text = format!("{}e{}", self.digits, self.exponent);
                text.parse().unwrap_or(f64::NAN)
            }
        }
    }

    /// The integer that it is, if it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        let zeros = u32::try_from(self.exponent).ok()?;
        match (self.form, zeros) {
            (Form::Infinite, _) => None,
            (_, 0) => Some(self.digits.clone()),
            (_, zeros) => Some(&self.digits * BigInt::from(10_u32).pow(zeros)),
        }
    }

    /// Whether it is no infinity.
    pub fn is_finite(&self) -> bool {
        self.form != Form::Infinite
    }

    /// What stands in the place of a number with more digits than are read.
    pub(super) fn too_long() -> Self {
        Self {
            form: Form::TooLong,
            ..Self::default()
        }
    }

    /// Whether it is that.
    pub(super) fn is_too_long(&self) -> bool {
        self.form == Form::TooLong
    }

    /// Whether it is an integer.
    pub fn is_whole(&self) -> bool {
        matches!(self.form, Form::Finite | Form::NegativeZero) && self.exponent >= 0
    }

    fn is_negative(&self) -> bool {
        self.digits.sign() == Sign::Minus
    }

    /// The digits and the power of ten, if it is finite.
    pub(super) fn parts(&self) -> (&BigInt, i64) {
        (&self.digits, self.exponent)
    }

    /// `digits` times that power of ten.
    pub(super) fn new(digits: BigInt, exponent: i64) -> Self {
        if digits.sign() == Sign::NoSign {
            return Self::default();
        }
        let (digits, zeros) = match i64::try_from(&digits) {
            Ok(mut small) => {
                let mut zeros = 0;
                while small % 10 == 0 {
                    small /= 10;
                    zeros += 1;
                }
                (BigInt::from(small), zeros)
            }
            Err(_) => {
                let text = digits.to_string();
                let kept = text.trim_end_matches('0');
                match text.len() - kept.len() {
                    0 => (digits, 0),
                    zeros => (kept.parse().unwrap_or_default(), zeros as i64),
                }
            }
        };
        Self {
            digits,
            exponent: exponent + zeros,
            form: Form::Finite,
        }
    }

    fn infinity(digits: i8) -> Self {
        Self {
            digits: digits.into(),
            exponent: 0,
            form: Form::Infinite,
        }
    }

    /// A number as JSON and people write it: a sign, digits with a point among them, `e` and a power
    /// of ten or `p` and a power of two; `Inf`.
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let negative = text.starts_with('-');
        if matches!(unsigned, "Inf" | "inf") {
            return Ok(Self::infinity(if negative { -1 } else { 1 }));
        }
        let is_digit = |byte: u8| byte.is_ascii_digit();
        if unsigned.len() <= 18 && !unsigned.is_empty() && unsigned.bytes().all(is_digit) {
            let digits: i64 = unsigned.parse().or(Err(Unreadable::Text))?;
            return Ok(Self::signed(negative, digits.into(), 0));
        }
        let (mantissa, power) = match unsigned.find(['e', 'E', 'p', 'P']) {
            Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
            None => (unsigned, None),
        };
        let is_binary = power.is_some() && !unsigned[mantissa.len()..].starts_with(['e', 'E']);
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.len() + fraction.len() == 0 || !whole.bytes().chain(fraction.bytes()).all(is_digit)
        {
            return Err(Unreadable::Text);
        }
        let power = power.map_or(Ok(0), |text| text.parse::<i64>().or(Err(Unreadable::Text)))?;
        if (whole.len() + fraction.len()) as u64 > MAX_DIGITS {
            return Err(Unreadable::Length);
        }
        let digits: BigInt = format!("{whole}{fraction}")
            .parse()
            .or(Err(Unreadable::Text))?;
        let behind = fraction.len() as i64;
        if digits.sign() == Sign::NoSign {
            return Ok(Self::signed(negative, digits, 0));
        }
        let longest = if is_binary && power > 0 { 3 } else { 1 } * MAX_DIGITS;
        if power.unsigned_abs() > longest {
            return Err(Unreadable::Length);
        }
        if !is_binary {
            return Ok(Self::signed(negative, digits, power - behind));
        }
        let magnitude = power.unsigned_abs() as u32;
        Ok(if power < 0 {
            let digits = digits * BigInt::from(5_u32).pow(magnitude);
            Self::signed(negative, digits, power - behind)
        } else {
            Self::signed(negative, digits << magnitude, -behind)
        })
    }

    fn signed(negative: bool, digits: BigInt, exponent: i64) -> Self {
        match (negative, digits.sign()) {
            (true, Sign::NoSign) => Self {
                form: Form::NegativeZero,
                ..Self::default()
            },
            (true, _) => Self::new(-digits, exponent),
            (false, _) => Self::new(digits, exponent),
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
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        if !unsigned.starts_with(|first: char| first.is_ascii_digit()) || text.contains(['p', 'P'])
        {
            return Err(NotANumber);
        }
        Self::read(text).or(Err(NotANumber))
    }
}

/// Never with an exponent: `6.283185`, `1000`. The infinities are `+Inf` and `-Inf`.
impl fmt::Display for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::NegativeZero => return f.write_str("-0"),
            Form::Infinite => return f.write_str(if self.is_negative() { "-Inf" } else { "+Inf" }),
            Form::Finite | Form::TooLong => {}
        }
        let digits = self.digits.magnitude().to_string();
        let sign = if self.is_negative() { "-" } else { "" };
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
        let signs = self.digits.sign().cmp(&other.digits.sign());
        let infinite = |number: &Self| match (number.is_finite(), number.is_negative()) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        };
        let infinities = infinite(self).cmp(&infinite(other));
        let shared = self.exponent.min(other.exponent);
        let scaled = |number: &Self| {
            let zeros = u32::try_from(number.exponent - shared).unwrap_or(u32::MAX);
            &number.digits * BigInt::from(10_u32).pow(zeros)
        };
        signs
            .then(infinities)
            .then_with(|| scaled(self).cmp(&scaled(other)))
    }
}

impl PartialOrd for ExactNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By value: `-0` is `0`.
impl PartialEq for ExactNumber {
    fn eq(&self, other: &Self) -> bool {
        (&self.digits, self.exponent, self.is_finite())
            == (&other.digits, other.exponent, other.is_finite())
    }
}

impl Eq for ExactNumber {}

impl Hash for ExactNumber {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.digits, self.exponent, self.is_finite()).hash(state);
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
        Self::read(&format!("{number:e}")).or(Err(NotANumber))
    }
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is required")
    }
}

impl std::error::Error for NotANumber {}
