//! Runs vectors in the notation of `semantics.md`, section 8: does the engine answer as wanted?

use serde_json::Value as Json;

use super::{Operation, Value};

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

/// Runs one vector, given as a line of JSON.
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

/// Runs one vector.
pub fn run(vector: &Json) -> Outcome {
    attempt(vector).unwrap_or_else(unusable)
}

/// A vector that cannot be run fails.
fn unusable(reason: String) -> Outcome {
    Outcome::Fail { wanted: "a vector in the notation".to_owned(), got: reason }
}

/// The outcome, or why the vector cannot be run.
fn attempt(vector: &Json) -> Result<Outcome, String> {
    let op = text(vector, "op")?;
    if let Some(operation) = Operation::named(op) {
        let arguments = field(vector, "args")?.as_array().ok_or("args is no list")?;
        let arguments = arguments.iter().map(value).collect::<Result<Vec<_>, _>>()?;
        return judge_value(vector, operation.apply(&arguments).map_err(|error| error.to_string()));
    }
    match op {
        _ => Err(format!("there is no operation {op:?}")),
    }
}

/// Compares a value with the wanted one, or an error with a wanted error, which may be any.
fn judge_value(vector: &Json, got: Answer<Value>) -> Result<Outcome, String> {
    let wanted = match vector.get("want") {
        Some(want) => Some(value(want)?),
        None => None,
    };
    Ok(judge(vector, wanted, got, |wanted, got| wanted.raw_equals(got), |value| value.to_notation().to_string()))
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

fn value(json: &Json) -> Result<Value, String> {
    Value::from_notation(json).map_err(|error| format!("{json}: {error}"))
}
