//! Numbers: exact until it is known what is wanted, then held as the generated type holds them.

use num_bigint::BigInt;

use super::super::Number;
use super::super::number::{Limits, NumberError, parse_int};
use super::node::Node;
use crate::model::{IntRepresentation, NumberRepresentation};

const INTEGER_REQUIRED: &str = "an integer is required";

/// A number's text as the number; the problem if it is none or too long.
fn parsed(text: &str) -> Result<Number, String> {
    Number::parse(text).map_err(|error| error.to_string())
}

/// The same of a JSON number, which always is one.
fn parsed_json(text: &str) -> Result<Number, String> {
    Number::parse(text).map_err(|error| match error {
        // An exponent of more than 64 bits.
        NumberError::NotANumber => NumberError::TooManyDigits { limit: Limits::default().digits }.to_string(),
        other => other.to_string(),
    })
}

/// A finite number, or an infinity, as a node.
fn node(number: &Number) -> Node {
    if number.is_infinite() { Node::Infinity(number.is_negative()) } else { Node::Number(number.to_string().into()) }
}

/// The whole number that the text of a number is, exactly; `None` if it has a fraction.
///
/// [`Number`] would round one of more than 154 digits.
fn whole(text: &str) -> Option<BigInt> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{before}{after}");
    let kept = digits.trim_end_matches('0');
    if matches!(kept, "" | "-") {
        return Some(BigInt::ZERO);
    }
    let zeros = exponent - after.len() as i64 + (digits.len() - kept.len()) as i64;
    let zeros = u32::try_from(zeros).ok().filter(|zeros| *zeros as usize <= Limits::default().digits)?;
    Some(kept.parse::<BigInt>().ok()? * BigInt::from(10).pow(zeros))
}

/// Whether a JSON number is a whole one.
pub(super) fn is_whole(text: &str) -> bool {
    parsed_json(text).is_ok() && whole(text).is_some()
}

/// The text that a number becomes.
pub(super) fn text_of(text: &str) -> Result<String, String> {
    parsed_json(text).map(|number| number.to_string())
}

/// A JSON number as a node of any type.
pub(super) fn canonical(text: &str) -> Result<Node, String> {
    match whole(text) {
        Some(int) => parsed_json(text).map(|_| Node::Number(int.to_string().into())),
        None => parsed_json(text).map(|number| node(&number)),
    }
}

/// A JSON number as an integer.
pub(super) fn int_of_number(text: &str, representation: IntRepresentation) -> Result<Node, String> {
    parsed_json(text)?;
    int(&whole(text).ok_or(INTEGER_REQUIRED)?, representation)
}

/// A string as an integer.
pub(super) fn int_of_string(text: &str, representation: IntRepresentation) -> Result<Node, String> {
    let value = parse_int(text, &Limits::default()).map_err(|error| match error {
        NumberError::NotANumber | NumberError::NotAnInteger => INTEGER_REQUIRED.to_owned(),
        NumberError::TooManyDigits { .. } | NumberError::OutOfRange | NumberError::Undefined(_) => error.to_string(),
    })?;
    int(&value, representation)
}

fn int(value: &BigInt, representation: IntRepresentation) -> Result<Node, String> {
    let fits = match representation {
        IntRepresentation::Arbitrary => true,
        IntRepresentation::Int64 => i64::try_from(value).is_ok(),
        IntRepresentation::Int32 => i32::try_from(value).is_ok(),
    };
    match (fits, representation) {
        (true, _) => Ok(Node::Number(value.to_string().into())),
        (false, IntRepresentation::Int32) => Err("an integer of 32 bits is required".to_owned()),
        (false, _) => Err("an integer of 64 bits is required".to_owned()),
    }
}

/// A string as a number.
pub(super) fn number_of_string(text: &str, representation: NumberRepresentation) -> Result<Node, String> {
    held(&parsed(text)?, representation)
}

/// A JSON number as a number.
pub(super) fn number_of_number(text: &str, representation: NumberRepresentation) -> Result<Node, String> {
    held(&parsed_json(text)?, representation)
}

fn held(number: &Number, representation: NumberRepresentation) -> Result<Node, String> {
    match representation {
        NumberRepresentation::Exact => Ok(node(number)),
        NumberRepresentation::Double => double(number),
    }
}

fn double(number: &Number) -> Result<Node, String> {
    if number.is_infinite() {
        return Ok(node(number));
    }
    let nearest: f64 = number.to_string().parse().unwrap_or(f64::NAN);
    if !nearest.is_finite() {
        return Err("a number within the range of a double is required".to_owned());
    }
    if number.is_integer() && number.to_f64() != Some(nearest) {
        return Err("a number that a double holds exactly is required".to_owned());
    }
    // The shortest text of a whole number has other digits, which no double holds exactly.
    Ok(if number.is_integer() { node(number) } else { Node::Number(nearest.to_string().into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_seen_however_they_are_written() {
        for (text, int) in [("1.0", 1), ("1e3", 1000), ("-12.50e1", -125), ("0.0", 0), ("-0", 0), ("100e-2", 1)] {
            assert_eq!(whole(text), Some(int.into()), "{text}");
        }
        for text in ["1.5", "1e-1", "12.34e1"] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_is_rounded_silently() {
        let double = |text| number_of_string(text, NumberRepresentation::Double);
        assert_eq!(double("0.1"), Ok(Node::Number("0.1".into())));
        assert_eq!(double("9007199254740992"), Ok(Node::Number("9007199254740992".into())));
        assert!(double("9007199254740993").is_err_and(|message| message.contains("exactly")));
        assert!(double("1e400").is_err_and(|message| message.contains("range")));
        assert_eq!(double("-Inf"), Ok(Node::Infinity(true)));
        assert!(int_of_number("2147483648", IntRepresentation::Int32).is_err());
        assert!(int_of_number("2147483648", IntRepresentation::Int64).is_ok());
    }
}
