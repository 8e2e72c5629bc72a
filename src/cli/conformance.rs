//! `tygen conformance FILE...`: runs vectors and says which the engine does not answer as wanted.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::engine::read;
use super::{Exit, Streams};
use crate::engine::Number;
use crate::engine::conformance::{Outcome, run_line};
use crate::loader::document::{self, Node};
use crate::loader::expression::{Dialect, NoNames, parse};
use crate::model::Type;

/// Which vectors to run.
#[derive(Debug, Args)]
pub struct ConformanceArguments {
    /// Files with one vector in JSON a line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Runs the command: each failure with its place, what was wanted and what came, then
/// `N passed, M failed`.
///
/// # Errors
///
/// If nothing can be printed. A file that cannot be read fails once.
pub fn run(arguments: &ConformanceArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let (mut passed, mut failed) = (0usize, 0usize);
    for file in &arguments.files {
        let text = match read(file) {
            Ok(text) => text,
            Err(error) => {
                writeln!(streams.err, "error: {}: {error}", file.display())?;
                failed += 1;
                continue;
            }
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (at, line) in lines {
            match outcome(line) {
                Outcome::Pass => passed += 1,
                Outcome::Fail { wanted, got } => {
                    failed += 1;
                    let place = format!("{}:{}", file.display(), at + 1);
                    writeln!(streams.out, "{place}: {line}\n  wanted: {wanted}\n  got:    {got}")?;
                }
            }
        }
    }
    writeln!(streams.out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Exit::Done } else { Exit::Failed })
}

/// Runs one vector. Those with a type in Terraform's notation are run here, where it can be read; all
/// others by the engine.
fn outcome(line: &str) -> Outcome {
    let Ok(Node::Map(vector)) = document::tree(line) else { return run_line(line) };
    let field = |name: &str| vector.iter().find(|(key, _)| &**key == name).map(|(_, node)| node);
    let text = |name: &str| match field(name) {
        Some(Node::String(text)) => Some(&**text),
        Some(_) | None => None,
    };
    let run = match (text("op"), text("source"), text("type"), field("value")) {
        (Some("type"), Some(source), _, _) => run_type(source, line),
        (Some("constraint"), _, Some(ty), Some(value)) => run_constraint(ty, value, field("want")),
        _ => return run_line(line),
    };
    let wanted = || match (field("want"), text("error")) {
        (Some(_), _) => want(line),
        (None, error) => format!("an error, such as {:?}", error.unwrap_or_default()),
    };
    match (run, field("want")) {
        (Answer::AsWanted, Some(_)) | (Answer::Error(_), None) => Outcome::Pass,
        (Answer::AsWanted, None) => Outcome::Fail { wanted: wanted(), got: "no error".to_owned() },
        (Answer::Error(error), Some(_)) => Outcome::Fail { wanted: wanted(), got: format!("the error: {error}") },
        (Answer::Other(got), _) => Outcome::Fail { wanted: wanted(), got },
    }
}

/// What came, compared with what was wanted if anything was.
enum Answer {
    AsWanted,
    Other(String),
    Error(String),
}

/// The wanted answer as text.
fn want(line: &str) -> String {
    let json: Result<serde_json::Value, _> = serde_json::from_str(line);
    json.map(|vector| vector["want"].to_string()).unwrap_or_default()
}

fn constraint_type(text: &str) -> Result<Type, String> {
    parse(text, Dialect::Terraform, &NoNames).map(|parsed| parsed.ty).map_err(|problems| {
        let messages: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
        messages.join("; ")
    })
}

/// Parsing alone. Defaults have no place in the notation.
fn run_type(source: &str, line: &str) -> Answer {
    match constraint_type(source) {
        Err(error) => Answer::Error(error),
        Ok(ty) => {
            let vector: Option<serde_json::Value> = serde_json::from_str(line).ok();
            let wanted = vector.and_then(|vector| Type::from_json(&vector["want"]).ok());
            let got = ty.to_json();
            if wanted.is_some_and(|wanted| wanted.to_json() == got) {
                Answer::AsWanted
            } else {
                Answer::Other(got.to_string())
            }
        }
    }
}

/// A value under a constraint, written back as JSON.
fn run_constraint(ty: &str, value: &Node, want: Option<&Node>) -> Answer {
    let answer = constraint_type(ty).and_then(|ty| {
        let value = super::engine::constrained(value, &ty)?;
        let json = value.to_cty_json(value.ty()).map_err(|error| error.to_string())?;
        Ok((value, json))
    });
    match answer {
        Err(error) => Answer::Error(error),
        Ok((value, json)) => match (want, document::tree(&json)) {
            (Some(want), Ok(got)) if same(want, &got, value.ty()) => Answer::AsWanted,
            (_, _) => Answer::Other(json),
        },
    }
}

/// Whether two JSON values are the same value of a type: numbers by value, arrays in a set's place as
/// sets.
fn same(want: &Node, got: &Node, ty: &Type) -> bool {
    match (want, got) {
        (Node::Number(want), Node::Number(got)) => {
            Number::parse(want.as_str()).is_ok_and(|want| Number::parse(got.as_str()) == Ok(want))
        }
        (Node::List(want), Node::List(got)) => {
            want.len() == got.len()
                && match ty {
                    Type::Set(element) => {
                        want.iter().all(|want| got.iter().any(|got| same(want, got, element)))
                            && got.iter().all(|got| want.iter().any(|want| same(want, got, element)))
                    }
                    Type::List(element) => want.iter().zip(got).all(|(want, got)| same(want, got, element)),
                    Type::Tuple(types) => {
                        want.iter().zip(got).zip(types.iter()).all(|((want, got), ty)| same(want, got, ty))
                    }
                    _ => false,
                }
        }
        (Node::Map(want), Node::Map(got)) => {
            want.len() == got.len()
                && want.iter().all(|(key, want)| {
                    let inner = match ty {
                        Type::Map(element) => Some(&**element),
                        Type::Object(object) => object.get(key).map(|(_, attribute)| &attribute.ty),
                        _ => None,
                    };
                    let got = got.iter().find(|(name, _)| name == key).map(|(_, got)| got);
                    inner.zip(got).is_some_and(|(ty, got)| same(want, got, ty))
                })
        }
        (want, got) => want == got,
    }
}
