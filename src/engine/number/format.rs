//! To text: the shortest decimal that reads back as the same number at its precision.
//!
//! As Go's `Text('f', -1)`. Go first writes the number out exactly, which for 2⁻¹⁰⁰⁰⁰⁰ takes
//! 100,000 digits of which 155 matter. Here only as many digits are computed as can decide.

use std::fmt;

use num_bigint::BigUint;

use super::float::{Float, Form};
use super::{Number, Repr};

/// The digits of a positive number `0.d₁d₂d₃… · 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
    /// Whether digits that are not all zero follow those held.
    more: bool,
}

/// Plain decimal, never with an exponent; infinities as `+Inf` and `-Inf`.
///
/// ```
/// use tygen::engine::number::Number;
/// assert_eq!(Number::parse("1e-7")?.to_string(), "0.0000001");
/// assert_eq!(Number::parse("-0.0")?.to_string(), "-0");
/// # Ok::<(), tygen::engine::number::NumberError>(())
/// ```
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            // As many bits as the precision: every digit counts.
            Repr::Small { value, precision } if *precision >= 64 => value.fmt(f),
            Repr::Small { .. } => write_float(&self.to_float(), f),
            Repr::Big(float) => write_float(float, f),
        }
    }
}

fn write_float(float: &Float, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &float.form {
        Form::Infinite => f.write_str(if float.negative { "-Inf" } else { "+Inf" }),
        Form::Zero => f.write_str(if float.negative { "-0" } else { "0" }),
        Form::Finite { mantissa, exponent } => {
            if float.negative {
                f.write_str("-")?;
            }
            let decimal = match exact(mantissa, *exponent, float.precision) {
                Some(decimal) => decimal,
                None => shortest(mantissa, *exponent, float.precision),
            };
            f.write_str(&decimal.plain())
        }
    }
}

/// The number written out, if it is so short that no shorter text can stand for it: when its last
/// digit is worth more than half a unit of its last bit.
fn exact(mantissa: &BigUint, exponent: i64, precision: u32) -> Option<Decimal> {
    let top = mantissa.bits() as i64 + exponent;
    if exponent >= 0 {
        return (top <= i64::from(precision)).then(|| Decimal::new(&(mantissa << exponent), 0, false));
    }
    // An odd mantissa times 2^-places has exactly `places` digits after the point.
    let places = exponent.unsigned_abs();
    let short = places <= 64 && 4 * places as i64 + top < i64::from(precision);
    short.then(|| Decimal::new(&(mantissa * BigUint::from(5u32).pow(places as u32)), -(places as i64), false))
}

/// The shortest digits between the neighbours half a unit of the last bit away, found as in Go:
/// digit by digit until the number differs from both.
fn shortest(mantissa: &BigUint, exponent: i64, precision: u32) -> Decimal {
    // A mantissa of one bit more than the precision: its last bit is half a unit.
    let shift = u64::from(precision) + 1 - mantissa.bits();
    let mantissa = mantissa << shift;
    let exponent = exponent - shift as i64;
    let inclusive = !mantissa.bit(1);
    let scale = Scale::new(&mantissa, exponent, precision);
    let mut number = scale.decimal(&mantissa);
    let lower = scale.decimal(&(&mantissa - 1u32));
    let upper = scale.decimal(&(&mantissa + 1u32));

    for at in 0..number.digits.len() {
        let (digit, low, high) = (number.digits[at], lower.digit(at), upper.digit(at));
        let down = low != digit || (inclusive && lower.ends_after(at));
        let up = digit != high && (inclusive || digit + 1 < high || !upper.ends_by(at));
        match (down, up) {
            (true, true) => number.round(at + 1),
            (true, false) => number.cut(at + 1),
            (false, true) => number.raise(at + 1),
            (false, false) => continue,
        }
        break;
    }
    number
}

/// A power of ten that brings a number to as many whole digits as can decide.
struct Scale {
    exponent: i64,
    tens: i64,
    five: BigUint,
}

impl Scale {
    fn new(mantissa: &BigUint, exponent: i64, precision: u32) -> Self {
        // log₁₀ 2 as a fraction; neighbours part within as many digits as the precision has.
        let digits = i64::from(precision) * 30_103 / 100_000 + 8;
        let magnitude = (mantissa.bits() as i64 + exponent) * 30_103 / 100_000;
        let tens = digits - magnitude;
        Self { exponent, tens, five: BigUint::from(5u32).pow(tens.unsigned_abs() as u32) }
    }

    /// The leading digits of `mantissa · 2^exponent`.
    fn decimal(&self, mantissa: &BigUint) -> Decimal {
        let twos = self.exponent + self.tens;
        let (numerator, denominator) =
            if self.tens >= 0 { (mantissa * &self.five, None) } else { (mantissa.clone(), Some(&self.five)) };
        let (whole, more) = match (denominator, twos) {
            (None, 0..) => (numerator << twos, false),
            (None, _) => {
                let dropped = twos.unsigned_abs();
                let more = numerator.trailing_zeros().is_some_and(|zeros| zeros < dropped);
                (numerator >> dropped, more)
            }
            (Some(five), _) => {
                let numerator = numerator << twos.max(0);
                let divisor = five << twos.min(0).unsigned_abs();
                let whole = &numerator / &divisor;
                let more = &whole * &divisor != numerator;
                (whole, more)
            }
        };
        Decimal::new(&whole, -self.tens, more)
    }
}

impl Decimal {
    /// The digits of `whole · 10^tens`.
    fn new(whole: &BigUint, tens: i64, more: bool) -> Self {
        let digits = whole.to_radix_be(10);
        let point = digits.len() as i64 + tens;
        let mut decimal = Self { digits, point, more };
        decimal.trim();
        decimal
    }

    fn digit(&self, at: usize) -> u8 {
        self.digits.get(at).copied().unwrap_or(0)
    }

    /// Whether the digit at a place is the last.
    fn ends_after(&self, at: usize) -> bool {
        !self.more && at + 1 == self.digits.len()
    }

    /// Whether no digit follows a place.
    fn ends_by(&self, at: usize) -> bool {
        !self.more && at + 1 >= self.digits.len()
    }

    /// Zeros at the end mean nothing, unless more digits follow.
    fn trim(&mut self) {
        while !self.more && self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    /// Keeps a number of digits, to nearest, ties to even.
    fn round(&mut self, keep: usize) {
        if keep >= self.digits.len() {
            return;
        }
        let tie = self.digits[keep] == 5 && self.ends_after(keep);
        let up = if tie { keep > 0 && self.digits[keep - 1] % 2 == 1 } else { self.digits[keep] >= 5 };
        if up { self.raise(keep) } else { self.cut(keep) }
    }

    /// Keeps a number of digits, downwards.
    fn cut(&mut self, keep: usize) {
        if keep < self.digits.len() {
            self.digits.truncate(keep);
            self.more = false;
            self.trim();
        }
    }

    /// Keeps a number of digits, upwards.
    fn raise(&mut self, keep: usize) {
        if keep >= self.digits.len() {
            return;
        }
        self.more = false;
        self.digits.truncate(keep);
        while self.digits.last() == Some(&9) {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                self.digits.push(1);
                self.point += 1;
            }
        }
    }

    /// Without an exponent.
    fn plain(&self) -> String {
        let whole = usize::try_from(self.point).unwrap_or(0);
        let leading = usize::try_from(-self.point).unwrap_or(0);
        let mut text = String::with_capacity(self.digits.len() + whole + leading + 2);
        text.extend((0..whole).map(|at| char::from(b'0' + self.digit(at))));
        if whole == 0 {
            text.push('0');
        }
        if self.digits.len() > whole {
            text.push('.');
            text.extend(std::iter::repeat_n('0', leading));
            text.extend(self.digits[whole..].iter().map(|digit| char::from(b'0' + digit)));
        }
        text
    }
}
