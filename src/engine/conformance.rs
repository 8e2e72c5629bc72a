//! Runs vectors in the notation of `semantics.md`, section 8: does the engine answer as wanted?

mod convert;

use serde_json::Value as Json;

use super::codec::DecodeError;
use super::convert::dynamic::fills;
use super::equality;
use super::{Limits, Number, Operation, Value};
use crate::model::{Shape, Type};
use crate::shapes;

/// What became of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The engine answered as wanted.
    Pass,
    /// It did not.
    Fail {
        /// What the vector wants, as text.
        wanted: String,
        /// What the engine answered.
        got: String,
    },
}

/// An answer, or why there is none; both as they are shown.
type Answer<T> = Result<T, String>;

/// What reads the text of a Terraform type constraint. The engine does not: parsing is the loader's.
pub type ReadConstraint<'a> = &'a dyn Fn(&str) -> Result<Type, String>;

/// Runs one vector, given as a line of JSON. One that holds the text of a type constraint fails:
/// [`run_line_with`] takes what reads it.
///
/// ```
/// use tygen::engine::conformance::{Outcome, run_line};
/// let line = r#"{"op":"not","args":[{"type":"bool","value":true}],"want":{"type":"bool","value":false}}"#;
/// assert_eq!(run_line(line), Outcome::Pass);
/// ```
pub fn run_line(line: &str) -> Outcome {
    match serde_json::from_str(line) {
        Ok(vector) => run(&vector),
        Err(error) => unusable(format!("no JSON: {error}")),
    }
}

/// Runs one vector, given as a line of JSON, with what reads type constraints.
pub fn run_line_with(line: &str, read: ReadConstraint<'_>) -> Outcome {
    match serde_json::from_str(line) {
        Ok(vector) => attempt(&vector, read).unwrap_or_else(unusable),
        Err(error) => unusable(format!("no JSON: {error}")),
    }
}

/// Runs one vector, as [`run_line`] does.
pub fn run(vector: &Json) -> Outcome {
    let read = |_: &str| Err("there is nothing that reads type constraints here".to_owned());
    attempt(vector, &read).unwrap_or_else(unusable)
}

/// A vector that cannot be run fails.
fn unusable(reason: String) -> Outcome {
    Outcome::Fail { wanted: "a vector in the notation".to_owned(), got: reason }
}

/// The outcome, or why the vector cannot be run.
fn attempt(vector: &Json, read: ReadConstraint<'_>) -> Result<Outcome, String> {
    let op = text(vector, "op")?;
    if let Some(operation) = Operation::named(op) {
        let arguments = field(vector, "args")?.as_array().ok_or("args is no list")?;
        let arguments = arguments.iter().map(value).collect::<Result<Vec<_>, _>>()?;
        return judge_value(vector, operation.apply(&arguments).map_err(|error| error.to_string()));
    }
    match op {
        "json" => Ok(run_json(vector, &ty(vector, "type")?, &value(field(vector, "value")?)?)),
        "msgpack" => run_msgpack(vector, &ty(vector, "type")?, &value(field(vector, "value")?)?),
        "shape" => run_shape(vector),
        "convert" => convert::run_convert(vector),
        "conversion" => convert::run_conversion(vector),
        "unify" => convert::run_unify(vector),
        "constraint" => convert::run_constraint(vector, read),
        "type" => convert::run_type(vector, read),
        _ => Err(format!("there is no operation {op:?}")),
    }
}

/// Encodes, compares the text, and decodes it again.
fn run_json(vector: &Json, ty: &Type, value: &Value) -> Outcome {
    let wanted = vector.get("want").and_then(Json::as_str).map(str::to_owned);
    let got = value.to_cty_json(ty).map_err(|error| error.to_string());
    let decoded = wanted.as_deref().map(|text| Value::from_cty_json(text, ty, &Limits::default()));
    judge_code(vector, value, (wanted, got), decoded, String::clone)
}

/// Encodes, compares the bytes, and decodes them again.
fn run_msgpack(vector: &Json, ty: &Type, value: &Value) -> Result<Outcome, String> {
    let wanted = match vector.get("want").and_then(Json::as_str) {
        Some(hex) => Some(bytes_from_hex(hex).ok_or("want is no hexadecimal text")?),
        None => None,
    };
    let got = value.to_msgpack(ty).map_err(|error| error.to_string());
    let decoded = wanted.as_deref().map(|bytes| Value::from_msgpack(bytes, ty, &Limits::default()));
    Ok(judge_code(vector, value, (wanted, got), decoded, |bytes| hex_from_bytes(bytes)))
}

fn run_shape(vector: &Json) -> Result<Outcome, String> {
    let word = text(vector, "shape")?;
    let all = [Shape::Input, Shape::Output, Shape::Plain, Shape::Resolved];
    let shape =
        all.into_iter().find(|shape| shape.word() == word).ok_or_else(|| format!("there is no shape {word:?}"))?;
    let got = shapes::shape(&ty(vector, "type")?, shape);
    Ok(judge(vector, Some(ty(vector, "want")?), Ok(got), Type::eq, |ty| ty.to_json().to_string()))
}

fn judge_code<T: PartialEq>(
    vector: &Json,
    value: &Value,
    (wanted, got): (Option<T>, Answer<T>),
    decoded: Option<Result<Value, DecodeError>>,
    show: impl Fn(&T) -> String,
) -> Outcome {
    let outcome = judge(vector, wanted, got, |wanted, got| wanted == got, show);
    match (outcome, decoded) {
        (Outcome::Pass, Some(decoded)) => {
            let decoded = decoded.map_err(|error| error.to_string());
            judge(vector, Some(value.clone()), decoded, came_back, |value| value.to_notation().to_string())
        }
        (outcome, _) => outcome,
    }
}

fn bytes_from_hex(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.chars().map(|digit| digit.to_digit(16)).collect::<Option<Vec<u32>>>()?;
    let bytes = digits.chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(high << 4 | low).ok(),
        _ => None,
    });
    bytes.collect()
}

fn hex_from_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The value that was encoded, as far as its encoding tells: a null or unknown in the place of
/// `object({a = any})` is written without its type.
fn came_back(wanted: &Value, got: &Value) -> bool {
    wanted.raw_equals(got) || fills(wanted.ty(), got.ty()) && equality::raw(wanted.payload(), got.payload())
}

/// The same value; of a number also the same text, so that `-0` is not `0`.
fn same_value(wanted: &Value, got: &Value) -> bool {
    wanted.raw_equals(got) && wanted.as_number().map(Number::to_string) == got.as_number().map(Number::to_string)
}

/// Compares a value with the wanted one, or an error with a wanted error, which may be any.
fn judge_value(vector: &Json, got: Answer<Value>) -> Result<Outcome, String> {
    // As text first: very small numbers do not all survive being read, in go-cty as here.
    if let (Ok(got), Some(want)) = (&got, vector.get("want"))
        && got.to_notation() == *want
    {
        return Ok(Outcome::Pass);
    }
    let wanted = match vector.get("want") {
        Some(want) => Some(value(want)?),
        None => None,
    };
    Ok(judge(vector, wanted, got, same_value, |value| value.to_notation().to_string()))
}

fn judge<T>(
    vector: &Json,
    wanted: Option<T>,
    got: Answer<T>,
    same: impl FnOnce(&T, &T) -> bool,
    show: impl Fn(&T) -> String,
) -> Outcome {
    let passed = match (&wanted, &got) {
        (Some(wanted), Ok(got)) => same(wanted, got),
        (None, Err(_)) => true,
        (Some(_), Err(_)) | (None, Ok(_)) => false,
    };
    if passed {
        return Outcome::Pass;
    }
    let wanted = match &wanted {
        Some(wanted) => show(wanted),
        None => format!("an error, such as {}", vector.get("error").unwrap_or(&Json::Null)),
    };
    let got = match &got {
        Ok(got) => show(got),
        Err(error) => format!("the error: {error}"),
    };
    Outcome::Fail { wanted, got }
}

fn field<'a>(vector: &'a Json, name: &str) -> Result<&'a Json, String> {
    vector.get(name).ok_or_else(|| format!("{name} is missing"))
}

fn text<'a>(vector: &'a Json, name: &str) -> Result<&'a str, String> {
    field(vector, name)?.as_str().ok_or_else(|| format!("{name} is no text"))
}

fn ty(vector: &Json, name: &str) -> Result<Type, String> {
    Type::from_json(field(vector, name)?).map_err(|error| error.message)
}

fn value(json: &Json) -> Result<Value, String> {
    Value::from_notation(json).map_err(|error| format!("{json}: {error}"))
}
