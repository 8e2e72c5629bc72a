//! Terraform type constraints on values (`spec/1-terraform-type-constraints.txt`): null literals are
//! nulls of any type, defaults are applied first, then the value is converted.
//!
//! ```
//! use tygen::engine::{constraint, convert::Scope};
//! use tygen::model::{Attribute, Literal, ObjectType, Type};
//!
//! let port = Attribute::with_default("port", Type::Number, Literal::int(80));
//! let constraint = Type::list(Type::object(ObjectType::new([port])));
//! let value = constraint::value_of_json(&serde_json::json!([{}, {"port": null}, {"port": "81"}]))?;
//! let value = constraint::apply(&value, &constraint, &Scope::default())?;
//! let text = constraint::literal_of(&value)?.to_string();
//! assert_eq!(text, r#"[{"port": 80}, {"port": 80}, {"port": 81}]"#);
//! # Ok::<(), tygen::engine::convert::ConversionError>(())
//! ```

use std::sync::Arc;

use serde_json::Value as Json;

use super::convert::{ConversionError, MAX_DEPTH, Problem, Scope, convert};
use super::path::{Step, ValuePath};
use super::{Number, Payload, Value};
use crate::model::{Literal, NumberText, ObjectType, Optionality, Type};

/// A value under a type constraint: with its defaults, converted, and every `any` resolved.
///
/// # Errors
///
/// If the value does not fit: every problem with its path.
pub fn apply(value: &Value, constraint: &Type, scope: &Scope) -> Result<Value, ConversionError> {
    let filled = fill(value, constraint, scope, 0)?;
    convert(&filled, constraint, scope)
}

/// The value that a literal writes, of the type that it implies: sequences are tuples, members
/// objects, and null is the null of any type.
///
/// # Errors
///
/// If a number is too long to be one, or values are nested deeper than [`MAX_DEPTH`].
pub fn value_of(literal: &Literal) -> Result<Value, ConversionError> {
    implied(literal, 0).map_err(at_path)
}

/// The value that JSON writes, as [`value_of`] has it.
///
/// # Errors
///
/// As [`value_of`].
pub fn value_of_json(json: &Json) -> Result<Value, ConversionError> {
    implied_of_json(json, 0).map_err(at_path)
}

/// A problem, the innermost step first.
type Failure = (Vec<Step>, String);

fn at_path((steps, message): Failure) -> ConversionError {
    ConversionError { problems: vec![Problem { path: ValuePath::from_inside(steps), message }] }
}

fn under<T>(result: Result<T, Failure>, step: impl FnOnce() -> Step) -> Result<T, Failure> {
    result.map_err(|(mut steps, message)| {
        steps.push(step());
        (steps, message)
    })
}

fn too_deep<T>() -> Result<T, Failure> {
    Err((Vec::new(), format!("the value is nested deeper than {MAX_DEPTH} levels")))
}

fn number_of(text: &str) -> Result<Value, Failure> {
    Number::parse(text).map(Value::number).map_err(|error| (Vec::new(), error.to_string()))
}

fn implied(literal: &Literal, depth: usize) -> Result<Value, Failure> {
    if depth > MAX_DEPTH {
        return too_deep();
    }
    match literal {
        Literal::Null => Ok(Value::null(Type::Any)),
        Literal::Bool(value) => Ok(Value::bool(*value)),
        Literal::Number(number) => number_of(number.as_str()),
        Literal::String(text) => Ok(Value::string(text)),
        Literal::List(items) => {
            let items = items.iter().enumerate().map(|(at, item)| under(implied(item, depth + 1), || Step::Index(at)));
            Ok(Value::tuple(items.collect::<Result<Vec<_>, _>>()?))
        }
        Literal::Object(members) => {
            let members = members.iter().map(|(name, member)| {
                let member = under(implied(member, depth + 1), || Step::Attribute(name.clone()))?;
                Ok((name.clone(), member))
            });
            Ok(Value::object(members.collect::<Result<Vec<_>, Failure>>()?))
        }
    }
}

fn implied_of_json(json: &Json, depth: usize) -> Result<Value, Failure> {
    if depth > MAX_DEPTH {
        return too_deep();
    }
    match json {
        Json::Null => Ok(Value::null(Type::Any)),
        Json::Bool(value) => Ok(Value::bool(*value)),
        Json::Number(number) => number_of(&number.to_string()),
        Json::String(text) => Ok(Value::string(text)),
        Json::Array(items) => {
            let items =
                items.iter().enumerate().map(|(at, item)| under(implied_of_json(item, depth + 1), || Step::Index(at)));
            Ok(Value::tuple(items.collect::<Result<Vec<_>, _>>()?))
        }
        Json::Object(members) => {
            let members = members.iter().map(|(name, member)| {
                let member = under(implied_of_json(member, depth + 1), || Step::Attribute(name.as_str().into()))?;
                Ok((name.as_str(), member))
            });
            Ok(Value::object(members.collect::<Result<Vec<_>, Failure>>()?))
        }
    }
}

/// The value with the defaults of the constraint where it has nothing or null. Null and unknown
/// wholes stay; what cannot have defaults stays too, for the conversion to judge.
fn fill(value: &Value, constraint: &Type, scope: &Scope, depth: usize) -> Result<Value, ConversionError> {
    if depth > MAX_DEPTH {
        return too_deep().map_err(at_path);
    }
    let constraint = &scope.expand(constraint);
    if value.is_null() || !value.is_known() || !has_defaults(constraint, 0) {
        return Ok(value.clone());
    }
    let (bare, marks) = value.clone().unmark();
    let filled = match (constraint, bare.ty()) {
        (Type::List(element) | Type::Set(element), Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
            sequence(&bare, |_| Some(element), scope, depth)?
        }
        (Type::Tuple(elements), Type::List(_) | Type::Set(_) | Type::Tuple(_)) => {
            sequence(&bare, |at| elements.get(at), scope, depth)?
        }
        (Type::Map(element), Type::Map(_) | Type::Object(_)) => {
            let members =
                bare.elements().map(|(key, member)| Ok((name_of(&key), fill(&member, element, scope, depth + 1)?)));
            members_value(&bare, members.collect::<Result<_, ConversionError>>()?)
        }
        (Type::Object(object), Type::Map(_) | Type::Object(_)) => attributes(&bare, object, scope, depth)?,
        _ => bare,
    };
    Ok(filled.with_marks(&marks))
}

/// Whether a default stands anywhere in the constraint, outside of unions.
fn has_defaults(constraint: &Type, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match constraint {
        Type::List(element) | Type::Set(element) | Type::Map(element) => has_defaults(element, depth + 1),
        Type::Tuple(elements) => elements.iter().any(|element| has_defaults(element, depth + 1)),
        Type::Object(object) => object.sorted().iter().any(|attribute| {
            matches!(attribute.optionality, Optionality::Default(_)) || has_defaults(&attribute.ty, depth + 1)
        }),
        // It may lead back here; to look is enough, for filling ends with the value.
        Type::Named(_) => true,
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Union(_)
        | Type::Enum(_)
        | Type::Promise(_)
        | Type::Output(_) => false,
    }
}

/// Filled elements can be of several types, and then are a tuple.
fn sequence<'t>(
    value: &Value,
    constraint: impl Fn(usize) -> Option<&'t Type>,
    scope: &Scope,
    depth: usize,
) -> Result<Value, ConversionError> {
    let mut elements = Vec::new();
    for (at, (_, element)) in value.elements().enumerate() {
        elements.push(match constraint(at) {
            Some(constraint) => fill(&element, constraint, scope, depth + 1)?,
            None => element,
        });
    }
    let Some(first) = elements.first() else { return Ok(value.clone()) };
    let ty = first.ty().clone();
    let rebuilt = match value.ty() {
        Type::List(_) => Value::list(ty, elements.clone()),
        Type::Set(_) => Value::set(ty, elements.clone()),
        _ => return Ok(Value::tuple(elements)),
    };
    Ok(rebuilt.unwrap_or_else(|_| Value::tuple(elements)))
}

/// Filled members can be of several types, and then are an object.
fn members_value(value: &Value, members: Vec<(Arc<str>, Value)>) -> Value {
    match (value.ty(), members.first()) {
        (Type::Map(element), None) => Value::trusted(Type::map((**element).clone()), Payload::map([])),
        (Type::Map(_), Some((_, first))) => {
            let ty = first.ty().clone();
            Value::map(ty, members.clone()).unwrap_or_else(|_| Value::object(members))
        }
        _ => Value::object(members),
    }
}

fn attributes(value: &Value, object: &ObjectType, scope: &Scope, depth: usize) -> Result<Value, ConversionError> {
    let mut members: Vec<(Arc<str>, Value)> = Vec::new();
    for (key, member) in value.elements() {
        let name = name_of(&key);
        let member = match object.get(&name) {
            Some((_, attribute)) => fill(&member, &attribute.ty, scope, depth + 1)?,
            None => member,
        };
        members.push((name, member));
    }
    for attribute in object.attributes() {
        let Optionality::Default(default) = &attribute.optionality else { continue };
        let place = members.iter().position(|(name, _)| *name == attribute.name);
        if place.is_some_and(|at| !members[at].1.is_null()) {
            continue;
        }
        let default = convert(&value_of(default)?, &attribute.ty, scope)?;
        let default = fill(&default, &attribute.ty, scope, depth + 1)?;
        match place {
            Some(at) => members[at].1 = default.with_marks(&members[at].1.marks()),
            None => members.push((attribute.name.clone(), default)),
        }
    }
    Ok(members_value(value, members))
}

fn name_of(key: &super::Key) -> Arc<str> {
    match key {
        super::Key::Key(name) | super::Key::Attribute(name) => name.clone(),
        super::Key::Index(at) => at.to_string().into(),
        super::Key::Element => "".into(),
    }
}

/// The value written back as a literal, which is JSON as text. Marks are left out.
///
/// # Errors
///
/// If a part of it is unknown, infinite or opaque: there is no JSON for that.
pub fn literal_of(value: &Value) -> Result<Literal, ConversionError> {
    let mut problems = Vec::new();
    let literal = written(value.ty(), value.payload(), &mut Vec::new(), &mut problems);
    if problems.is_empty() { Ok(literal) } else { Err(ConversionError { problems }) }
}

fn written(ty: &Type, payload: &Payload, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) -> Literal {
    let mut unwritten = |message: &str| {
        let path = ValuePath::from_inside(steps.iter().rev().cloned().collect());
        problems.push(Problem { path, message: message.to_owned() });
        Literal::Null
    };
    match payload.unmarked() {
        Payload::Null => Literal::Null,
        Payload::Unknown => unwritten("the value is not known yet"),
        Payload::Bool(value) => Literal::Bool(*value),
        Payload::Int(int) => match NumberText::new(&int.to_string()) {
            Some(text) => Literal::Number(text),
            None => unwritten("this number cannot be written"),
        },
        Payload::Number(number) => match NumberText::new(&number.to_string()) {
            Some(text) => Literal::Number(text),
            None => unwritten("an infinite number cannot be written"),
        },
        Payload::String(text) => Literal::String(text.clone()),
        Payload::Arm(arm) => written(arm.ty(), arm.payload(), steps, problems),
        Payload::Sequence(_) | Payload::Set(_) | Payload::Map(_) => {
            let value = Value::trusted(ty.clone(), payload.unmarked().clone());
            let mut list = Vec::new();
            let mut members = Vec::new();
            for (at, (key, part)) in value.elements().enumerate() {
                let (step, name) = match key {
                    super::Key::Index(_) | super::Key::Element => (Step::Index(at), None),
                    super::Key::Key(name) => (Step::Key(name.clone()), Some(name)),
                    super::Key::Attribute(name) => (Step::Attribute(name.clone()), Some(name)),
                };
                steps.push(step);
                let literal = written(part.ty(), part.payload(), steps, problems);
                steps.pop();
                match name {
                    Some(name) => members.push((name, literal)),
                    None => list.push(literal),
                }
            }
            let named = matches!(value.payload(), Payload::Map(_)) || matches!(ty.arrived(), Type::Object(_));
            if named { Literal::Object(members) } else { Literal::List(list) }
        }
        Payload::Asset(_) | Payload::Archive(_) | Payload::Resource(_) | Payload::Capsule(_) => {
            unwritten("this value cannot be written as JSON")
        }
        Payload::Marked(_) => unwritten("marks within marks"),
    }
}
