//! The table of the primitive types (`semantics.md`, section 3).

use super::super::number::{Limits, NumberError, parse_int};
use super::super::{Number, Payload};
use super::error::{Failures, fail};
use super::planner::Planned;
use super::{Rule, Safety};
use crate::model::Type;

/// A conversion from one primitive type to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// As Go's `big.ParseFloat(s, 10, 512, ToNearestEven)` reads it.
    StringToNumber,
    /// An optional sign and decimal digits.
    StringToInt,
    /// `true`, `false`, `1`, `0` and nothing else.
    StringToBool,
    /// The shortest decimal that reads back as the same number, never with an exponent.
    NumberToString,
    /// Integral numbers only.
    NumberToInt,
    /// All digits.
    IntToString,
    /// Exact, whatever the size.
    IntToNumber,
    /// `true` or `false`.
    BoolToString,
}

/// The primitive types, in the order of the table.
pub(super) const PRIMITIVES: [Type; 4] = [Type::String, Type::Number, Type::Int, Type::Bool];

/// The conversion between two different primitive types; `None` if there is none, or one of the
/// types is not primitive.
pub(super) fn plan(from: &Type, to: &Type) -> Planned {
    let (primitive, safety) = match (from, to) {
        (Type::String, Type::Number) => (Primitive::StringToNumber, Safety::Unsafe),
        (Type::String, Type::Int) => (Primitive::StringToInt, Safety::Unsafe),
        (Type::String, Type::Bool) => (Primitive::StringToBool, Safety::Unsafe),
        (Type::Number, Type::String) => (Primitive::NumberToString, Safety::Safe),
        (Type::Number, Type::Int) => (Primitive::NumberToInt, Safety::Unsafe),
        (Type::Int, Type::String) => (Primitive::IntToString, Safety::Safe),
        (Type::Int, Type::Number) => (Primitive::IntToNumber, Safety::Safe),
        (Type::Bool, Type::String) => (Primitive::BoolToString, Safety::Safe),
        _ => return None,
    };
    Some((Rule::Primitive(primitive), safety))
}

impl Primitive {
    /// Converts a known payload that is not null.
    pub(super) fn apply(self, payload: &Payload) -> Result<Payload, Failures> {
        match (self, payload) {
            (Primitive::StringToNumber, Payload::String(text)) => match Number::parse(text) {
                Ok(number) => Ok(Payload::Number(number)),
                Err(error) => fail(number_message("a number is required", &error)),
            },
            (Primitive::StringToInt, Payload::String(text)) => match parse_int(text, &Limits::default()) {
                Ok(int) => Ok(Payload::int(int)),
                Err(error) => fail(number_message("an integer is required", &error)),
            },
            (Primitive::StringToBool, Payload::String(text)) => bool_of(text),
            (Primitive::NumberToString, Payload::Number(number)) => Ok(Payload::string(&number.to_string())),
            (Primitive::NumberToInt, Payload::Number(number)) => match number.to_bigint_exact() {
                Some(int) => Ok(Payload::int(int)),
                None => fail("an integer is required"),
            },
            (Primitive::IntToString, Payload::Int(int)) => Ok(Payload::string(&int.to_string())),
            (Primitive::IntToNumber, Payload::Int(int)) => Ok(Payload::Number(Number::from_bigint(int))),
            (Primitive::BoolToString, Payload::Bool(value)) => {
                Ok(Payload::string(if *value { "true" } else { "false" }))
            }
            (_, other) => super::apply::misfit(other),
        }
    }
}

/// A number that is too long is one, so that the message has to say what is wrong with it.
fn number_message(required: &str, error: &NumberError) -> String {
    match error {
        NumberError::NotANumber | NumberError::NotAnInteger => required.to_owned(),
        NumberError::TooManyDigits { .. } | NumberError::OutOfRange | NumberError::Undefined(_) => error.to_string(),
    }
}

fn bool_of(text: &str) -> Result<Payload, Failures> {
    match text {
        "true" | "1" => Ok(Payload::Bool(true)),
        "false" | "0" => Ok(Payload::Bool(false)),
        other => match other.to_lowercase().as_str() {
            word @ ("true" | "false") => {
                fail(format!("a bool is required; to convert from string, use lowercase {word:?}"))
            }
            _ => fail("a bool is required"),
        },
    }
}
