//! `tygen convert`, `tygen unify` and `tygen shape`: the engine by hand.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::{Exit, Streams};
use crate::diag::{Code, Diagnostic, Diagnostics, Sources, Span};
use crate::engine::convert::{ConversionError, Scope, convert};
use crate::engine::{Limits, Number, Value, constraint, unify};
use crate::loader::document::{self, Malformed, Node};
use crate::loader::expression::{DefaultSite, Dialect, ExpressionProblem, NoNames, parse};
use crate::model::{Literal, Shape, Type};
use crate::shapes::shape;

/// What to convert, and to what.
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// The type to convert to, such as `list(int)` or `object({ name = string, port = optional(int, 80) })`
    #[arg(long, value_name = "TYPE")]
    pub to: String,
    /// The type that the JSON is a value of [default: what JSON says by itself]
    #[arg(long, value_name = "TYPE", conflicts_with = "constraint")]
    pub from: Option<String>,
    /// Read TYPE, null and defaults as Terraform does for a variable
    #[arg(long)]
    pub constraint: bool,
    /// Print the type of the result beside it: {"type": …, "value": …}
    #[arg(long)]
    pub show_type: bool,
    /// A file with JSON; `-` is standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
}

/// What to find one type for.
#[derive(Debug, Args)]
pub struct UnifyArguments {
    /// The types
    #[arg(required = true, value_name = "TYPE")]
    pub types: Vec<String>,
    /// Also take conversions that fail for some values
    #[arg(long)]
    pub r#unsafe: bool,
}

/// What shape of what.
#[derive(Debug, Args)]
pub struct ShapeArguments {
    /// What becomes of the type
    #[arg(value_enum)]
    pub shape: ShapeArgument,
    /// The type
    #[arg(value_name = "TYPE")]
    pub ty: String,
}

/// A shape by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShapeArgument {
    /// What an argument may be: every part plain or an output
    Input,
    /// What a result is: every part an output
    Output,
    /// One layer of promise or output taken off
    Plain,
    /// What is left once everything has arrived
    Resolved,
}

impl ShapeArgument {
    fn shape(self) -> Shape {
        match self {
            ShapeArgument::Input => Shape::Input,
            ShapeArgument::Output => Shape::Output,
            ShapeArgument::Plain => Shape::Plain,
            ShapeArgument::Resolved => Shape::Resolved,
        }
    }
}

/// Runs `tygen convert`: JSON in, JSON out, or every problem of the value with its path.
///
/// # Errors
///
/// If the file cannot be read or nothing can be printed.
pub fn run_convert(arguments: &ConvertArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let dialect = if arguments.constraint { Dialect::Terraform } else { Dialect::Tygen };
    let mut problems = Problems::default();
    let to = problems.parse("--to", &arguments.to, dialect);
    let from = arguments.from.as_ref().map(|from| problems.parse("--from", from, Dialect::Tygen));
    let (Some(to), true) = (to, from.as_ref().is_none_or(Option::is_some)) else { return problems.print(streams) };
    let text = read(&arguments.file)?;
    let converted = match from.flatten() {
        Some(from) => Value::from_cty_json(&text, &from, &Limits::default())
            .map_err(|error| format!("{}: {error}", arguments.file.display()))
            .and_then(|value| converted(&value, &to)),
        None => {
            let shown = arguments.file.to_string_lossy();
            let name = if shown == "-" { "<stdin>" } else { &*shown };
            match document::tree(&text) {
                Ok(tree) if arguments.constraint => constrained(&tree, &to),
                Ok(tree) => literal(&tree, &[&to]).and_then(|value| converted(&value, &to)),
                Err(malformed) => {
                    problems.malformed(name, &text, malformed);
                    return problems.print(streams);
                }
            }
        }
    };
    let encoded = converted.and_then(|value| encoded(&value, arguments.show_type));
    match encoded {
        Ok(json) => {
            writeln!(streams.out, "{json}")?;
            Ok(Exit::Done)
        }
        Err(message) => {
            for line in message.lines() {
                writeln!(streams.err, "error: {line}")?;
            }
            Ok(Exit::Failed)
        }
    }
}

/// Runs `tygen unify`: prints the type that all convert to.
///
/// # Errors
///
/// If nothing can be printed.
pub fn run_unify(arguments: &UnifyArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut problems = Problems::default();
    let types: Vec<Option<Type>> =
        arguments.types.iter().map(|text| problems.parse("TYPE", text, Dialect::Tygen)).collect();
    let Some(types) = types.into_iter().collect::<Option<Vec<Type>>>() else { return problems.print(streams) };
    let scope = Scope::default();
    let safe = unify::unify(&types, &scope);
    let unified = if arguments.r#unsafe { safe.or_else(|| unify::unify_unsafe(&types, &scope)) } else { safe };
    match unified {
        Some(unified) => {
            writeln!(streams.out, "{}", unified.ty)?;
            Ok(Exit::Done)
        }
        None => {
            writeln!(streams.err, "error: there is no type that all of these convert to")?;
            if let Some(found) = unify::unify_unsafe(&types, &scope).filter(|_| !arguments.r#unsafe) {
                writeln!(streams.err, "help: with --unsafe there is {}", found.ty)?;
            }
            Ok(Exit::Failed)
        }
    }
}

/// Runs `tygen shape`: prints the type in the shape.
///
/// # Errors
///
/// If nothing can be printed.
pub fn run_shape(arguments: &ShapeArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut problems = Problems::default();
    let Some(ty) = problems.parse("TYPE", &arguments.ty, Dialect::Tygen) else { return problems.print(streams) };
    writeln!(streams.out, "{}", shape(&ty, arguments.shape.shape()))?;
    Ok(Exit::Done)
}

/// The problems of the texts that a command was given.
#[derive(Default)]
struct Problems {
    sources: Sources,
    diagnostics: Diagnostics,
}

impl Problems {
    /// A type expression; its problems are kept.
    fn parse(&mut self, name: &str, text: &str, dialect: Dialect) -> Option<Type> {
        let problems = match parse(text, dialect, &NoNames) {
            Ok(parsed) => {
                let bad = |default: &DefaultSite| {
                    let message = check_default(default).err()?;
                    Some(ExpressionProblem { code: Code::BadValue, range: default.range.clone(), message, help: None })
                };
                let bad: Vec<ExpressionProblem> = parsed.defaults.iter().filter_map(bad).collect();
                if bad.is_empty() {
                    return Some(parsed.ty);
                }
                bad
            }
            Err(problems) => problems,
        };
        let source = self.sources.add(name, text);
        for problem in problems {
            let mut diagnostic =
                Diagnostic::error(problem.code, problem.message).spanning(Some(Span { source, range: problem.range }));
            diagnostic.help = problem.help;
            self.diagnostics.push(diagnostic);
        }
        None
    }

    /// A document that is no JSON.
    fn malformed(&mut self, name: &str, text: &str, malformed: Malformed) {
        let source = self.sources.add(name, text);
        let span = malformed.offset.map(|at| Span { source, range: at..at });
        self.diagnostics.push(Diagnostic::error(malformed.code, malformed.message).spanning(span));
    }

    fn print(&self, streams: &mut Streams<'_>) -> io::Result<Exit> {
        streams.problems(&self.diagnostics, &self.sources)?;
        Ok(Exit::Failed)
    }
}

/// Whether the default of an optional attribute is a value of its type.
pub(super) fn check_default(default: &DefaultSite) -> Result<(), String> {
    let value = constraint::value_of(&default.value).map_err(|error| error.to_string())?;
    match constraint::apply(&value, &default.ty, &Scope::default()) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("the default does not convert to {}: {error}", default.ty)),
    }
}

/// The text of a file; `-` is standard input.
pub(super) fn read(file: &Path) -> io::Result<String> {
    if file != Path::new("-") {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        return std::fs::read_to_string(file).map_err(named);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn converted(value: &Value, to: &Type) -> Result<Value, String> {
    convert(value, to, &Scope::default()).map_err(|error: ConversionError| error.to_string())
}

/// A value under a Terraform type constraint.
pub(super) fn constrained(tree: &Node, constraint: &Type) -> Result<Value, String> {
    let applied = constraint::value_of(&written(tree)?)
        .and_then(|value| constraint::apply(&value, constraint, &Scope::default()));
    applied.map_err(|error| error.to_string())
}

/// The document as a literal.
fn written(node: &Node) -> Result<Literal, String> {
    Ok(match node {
        Node::Null => Literal::Null,
        Node::Bool(value) => Literal::Bool(*value),
        Node::Number(number) => Literal::Number(number.clone()),
        Node::Rounded => return Err("a number is not exact".to_owned()),
        Node::String(text) => Literal::String(Arc::clone(text)),
        Node::List(items) => Literal::List(items.iter().map(written).collect::<Result<_, _>>()?),
        Node::Map(members) => {
            let members = members.iter().map(|(key, member)| Ok((Arc::clone(key), written(member)?)));
            Literal::Object(members.collect::<Result<_, String>>()?)
        }
    })
}

/// The value as JSON, beside its type if that is asked for.
fn encoded(value: &Value, show_type: bool) -> Result<String, String> {
    let json = value.to_cty_json(value.ty()).map_err(|error| error.to_string())?;
    Ok(if show_type { format!("{{\"type\":{},\"value\":{json}}}", value.ty().to_json()) } else { json })
}

/// The value that JSON says by itself: objects, tuples, strings, bools, numbers, and null, which is
/// a value of `none`. Where one of the `wanted` types is `int`, a whole number is an int.
fn literal(node: &Node, wanted: &[&Type]) -> Result<Value, String> {
    Ok(match node {
        Node::Null => Value::none(),
        Node::Bool(value) => Value::bool(*value),
        Node::Number(text) => number(text.as_str(), wanted)?,
        Node::Rounded => return Err("a number is not exact".to_owned()),
        Node::String(text) => Value::string(text),
        Node::List(items) => {
            let items = items.iter().enumerate().map(|(at, item)| literal(item, &within(wanted, &Step::Index(at))));
            Value::tuple(items.collect::<Result<Vec<_>, _>>()?)
        }
        Node::Map(members) => {
            let members = members.iter().map(|(key, member)| {
                let value = literal(member, &within(wanted, &Step::Key(key)))?;
                Ok::<_, String>((Arc::clone(key), value))
            });
            Value::object(members.collect::<Result<Vec<_>, _>>()?)
        }
    })
}

fn number(text: &str, wanted: &[&Type]) -> Result<Value, String> {
    let number = Number::parse(text).map_err(|error| format!("{text}: {error}"))?;
    let is_int = alternatives(wanted).into_iter().any(|ty| match ty {
        Type::Int => true,
        Type::Enum(definition) => definition.base == Type::Int,
        _ => false,
    });
    Ok(match number.to_bigint_exact() {
        Some(int) if is_int => Value::int(int),
        Some(_) | None => Value::number(number),
    })
}

/// A step into a JSON value.
enum Step<'a> {
    Index(usize),
    Key(&'a str),
}

/// The types that may be wanted one step further in.
fn within<'t>(wanted: &[&'t Type], step: &Step<'_>) -> Vec<&'t Type> {
    let inner = alternatives(wanted).into_iter().filter_map(|ty| match (ty, step) {
        (Type::List(element) | Type::Set(element), Step::Index(_)) => Some(&**element),
        (Type::Map(element), Step::Key(_)) => Some(&**element),
        (Type::Tuple(elements), Step::Index(at)) => elements.get(*at),
        (Type::Object(object), Step::Key(key)) => object.get(key).map(|(_, attribute)| &attribute.ty),
        _ => None,
    });
    inner.collect()
}

/// The types themselves, unions and what is still to come taken apart.
fn alternatives<'t>(wanted: &[&'t Type]) -> Vec<&'t Type> {
    let mut open: Vec<&Type> = wanted.to_vec();
    let mut found = Vec::new();
    while let Some(ty) = open.pop() {
        match ty {
            Type::Union(union) => open.extend(union.arms()),
            Type::Promise(element) | Type::Output(element) => open.push(element),
            other => found.push(other),
        }
    }
    found
}
