//! Whether a value written in a schema is one that its type takes.

use crate::model::{Literal, Type};

/// Whether the value is one of the enum's base type: written as such, nothing is converted.
///
/// # Errors
///
/// What is wrong, in words.
pub fn enum_value(base: &Type, value: &Literal) -> Result<(), String> {
    let fits = match (base, value) {
        (Type::Bool, Literal::Bool(_)) | (Type::String, Literal::String(_)) | (Type::Number, Literal::Number(_)) => {
            true
        }
        (Type::Int, Literal::Number(number)) => Decimal::of(number.as_str()).is_whole(),
        (_, _) => false,
    };
    if fits { Ok(()) } else { Err(format!("`{value}` is not of type {base}")) }
}

/// Whether two literals are one value: numbers are compared as numbers, so that `1` is `1.0`.
pub fn same_value(left: &Literal, right: &Literal) -> bool {
    match (left, right) {
        (Literal::Number(left), Literal::Number(right)) => Decimal::of(left.as_str()) == Decimal::of(right.as_str()),
        (Literal::List(left), Literal::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_value(left, right))
        }
        (Literal::Object(left), Literal::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| {
                    right.iter().any(|(other, other_value)| key == other && same_value(value, other_value))
                })
        }
        (left, right) => left == right,
    }
}

/// A decimal number in one canonical form: digits without zeros at either end, times a power of ten.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i128,
}

impl Decimal {
    /// The number of a text in JSON's syntax.
    fn of(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0').to_owned();
        if digits.is_empty() {
            // Zero has no sign here: `-0` and `0` are one value.
            return Self { negative: false, digits, exponent: 0 };
        }
        let trailing = all.len() - all.trim_end_matches('0').len();
        // An exponent beyond 64 bits is no number that anything can hold; it saturates.
        let exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        Self { negative, digits, exponent: i128::from(exponent) + trailing as i128 - fraction.len() as i128 }
    }

    fn is_whole(&self) -> bool {
        self.exponent >= 0
    }
}
