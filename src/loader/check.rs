//! Whether a value written in a schema is one that its type takes.

use unicode_normalization::UnicodeNormalization;

use super::expression::Dialect;
use crate::engine::convert::{ConversionError, Scope, convert};
use crate::engine::{Value, constraint};
use crate::model::{Literal, Type};

/// Whether the value converts to the type, as the engine judges.
///
/// # Errors
///
/// Everything that does not fit, with its path in the value: `.port: an integer is required`.
pub fn value(value: &Literal, ty: &Type, dialect: Dialect, scope: &Scope) -> Result<(), Vec<String>> {
    let implied = match dialect {
        // There the null literal is a null of any type; everywhere else it is of type none.
        Dialect::Terraform => constraint::value_of(value),
        Dialect::Tygen => implied(value),
    };
    match implied.and_then(|value| convert(&value, ty, scope)) {
        Ok(_) => Ok(()),
        Err(ConversionError { problems }) => Err(problems.iter().map(ToString::to_string).collect()),
    }
}

/// The value that a literal writes, null of type none.
fn implied(literal: &Literal) -> Result<Value, ConversionError> {
    match literal {
        Literal::Null => Ok(Value::none()),
        Literal::Bool(_) | Literal::Number(_) | Literal::String(_) => constraint::value_of(literal),
        Literal::List(items) => Ok(Value::tuple(items.iter().map(implied).collect::<Result<Vec<_>, _>>()?)),
        Literal::Object(members) => {
            let members = members.iter().map(|(name, member)| Ok((name.clone(), implied(member)?)));
            Ok(Value::object(members.collect::<Result<Vec<_>, ConversionError>>()?))
        }
    }
}

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

/// Whether two texts are one once they are values: strings and attribute names are normalised (NFC)
/// when a value is made.
pub fn same_text(left: &str, right: &str) -> bool {
    left == right || left.nfc().eq(right.nfc())
}

/// Whether two literals are one value: numbers are compared as numbers, so that `1` is `1.0`, texts
/// however their accents are encoded.
pub fn same_value(left: &Literal, right: &Literal) -> bool {
    match (left, right) {
        (Literal::Number(left), Literal::Number(right)) => Decimal::of(left.as_str()) == Decimal::of(right.as_str()),
        (Literal::String(left), Literal::String(right)) => same_text(left, right),
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
