//! Booleans, numbers and strings from one another.

use num_bigint::BigInt;

use super::number::{TOO_LONG, Unreadable};
use super::rounding::rounded;
use super::{ExactNumber, Node, Type, json};

/// Why a value is none of the type.
pub(super) enum Misfit {
    /// Its kind does not go with the type.
    Kind,
    /// It is such a kind, but not such a value.
    Value(String),
}

/// What is said where a capsule would be read or written.
pub(super) const NO_JSON: &str = "a capsule has no JSON form";

const A_NUMBER: &str = "a number is required";
const AN_INTEGER: &str = "an integer is required";

fn refuse<T>(message: &str) -> Result<T, Misfit> {
    Err(Misfit::Value(message.to_owned()))
}

/// A value as one of a primitive type.
pub(super) fn convert(node: &Node, ty: &Type) -> Result<Node, Misfit> {
    if matches!((node, ty), (Node::Number(number), _) if number.is_too_long()) && is_numeric(ty) {
        return refuse(TOO_LONG);
    }
    match ty {
        Type::Bool => bool(node).map(Node::Bool),
        Type::String => string(node).map(Node::String),
        Type::Int | Type::Int64 | Type::Int32 => {
            let value = int(node)?;
            match ty {
                Type::Int64 if i64::try_from(&value).is_err() => {
                    refuse("an integer of 64 bits is required")
                }
                Type::Int32 if i32::try_from(&value).is_err() => {
                    refuse("an integer of 32 bits is required")
                }
                _ => Ok(Node::Number(value.into())),
            }
        }
        Type::Exact => number(node).map(Node::Number),
        Type::Double => double(number(node)?).map(Node::Number),
        _ => Err(Misfit::Kind),
    }
}

/// Whether the type takes numbers.
fn is_numeric(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Int | Type::Int64 | Type::Int32 | Type::Double | Type::Exact | Type::String
    )
}

/// A number as it stands where any value may.
pub(super) fn any(number: &ExactNumber) -> Result<Node, Misfit> {
    match number.to_integer() {
        Some(integer) if !number.is_too_long() => Ok(Node::Number(integer.into())),
        _ => convert(&Node::Number(number.clone()), &Type::Exact),
    }
}

fn bool(node: &Node) -> Result<bool, Misfit> {
    match node {
        Node::Bool(value) => Ok(*value),
        Node::String(text) => match text.as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            other => match other.to_lowercase().as_str() {
                word @ ("true" | "false") => refuse(&format!(
                    "a bool is required; to convert from string, use lowercase {word:?}"
                )),
                _ => refuse("a bool is required"),
            },
        },
        _ => Err(Misfit::Kind),
    }
}

fn string(node: &Node) -> Result<String, Misfit> {
    match node {
        Node::String(text) => Ok(json::normalized(text.clone())),
        Node::Bool(value) => Ok(value.to_string()),
        Node::Number(value) => Ok(rounded(value.clone()).to_string()),
        _ => Err(Misfit::Kind),
    }
}

fn int(node: &Node) -> Result<BigInt, Misfit> {
    match node {
        Node::Number(number) => number
            .to_integer()
            .ok_or_else(|| Misfit::Value(AN_INTEGER.to_owned())),
        Node::String(text) => {
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return refuse(AN_INTEGER);
            }
            match ExactNumber::read(text) {
                Ok(number) => int(&Node::Number(number)),
                Err(Unreadable::Length) => refuse(TOO_LONG),
                Err(Unreadable::Text) => refuse(AN_INTEGER),
            }
        }
        _ => Err(Misfit::Kind),
    }
}

fn number(node: &Node) -> Result<ExactNumber, Misfit> {
    match node {
        Node::Number(number) => Ok(rounded(number.clone())),
        Node::String(text) => match ExactNumber::read(text) {
            Ok(number) => Ok(rounded(number)),
            Err(Unreadable::Length) => refuse(TOO_LONG),
            Err(Unreadable::Text) => refuse(A_NUMBER),
        },
        _ => Err(Misfit::Kind),
    }
}

/// The double that a number is: a fraction the nearest, a whole number that very one.
fn double(number: ExactNumber) -> Result<ExactNumber, Misfit> {
    let nearest = number.to_f64();
    if !number.is_finite() {
        return Ok(number);
    }
    if nearest.is_infinite() {
        return refuse("a number within the range of a double is required");
    }
    let is_whole = number.is_whole();
    match ExactNumber::try_from(nearest) {
        Ok(held) if !is_whole => Ok(held),
        Ok(_) if exactly(nearest) == number => Ok(if nearest == 0.0 {
            number
        } else {
            exactly(nearest)
        }),
        Ok(_) => refuse("a number that a double holds exactly is required"),
        Err(_) => refuse(A_NUMBER),
    }
}

/// All digits of a double that is whole: the shortest text of a large one is not its value.
fn exactly(value: f64) -> ExactNumber {
    let bits = value.abs().to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
    let (mantissa, exponent) = match biased {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, biased - 1075),
    };
    let mantissa = BigInt::from(mantissa);
    let magnitude = if exponent >= 0 {
        mantissa << exponent
    } else {
        mantissa >> exponent.unsigned_abs()
    };
    ExactNumber::from(if value < 0.0 { -magnitude } else { magnitude })
}
