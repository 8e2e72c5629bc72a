//! The vectors of conversion, unification and type constraints.

use serde_json::Value as Json;

use super::super::convert::{Scope, convert, plan};
use super::super::{constraint, unify};
use super::{Answer, Outcome, ReadConstraint, field, judge, judge_value, text, ty, value};
use crate::model::{Literal, NumberText, Type};

pub(super) fn run_convert(vector: &Json) -> Result<Outcome, String> {
    let value = value(field(vector, "value")?)?;
    let got = convert(&value, &ty(vector, "to")?, &Scope::default());
    judge_value(vector, got.map_err(|error| error.to_string()))
}

pub(super) fn run_conversion(vector: &Json) -> Result<Outcome, String> {
    let planned = plan(&ty(vector, "from")?, &ty(vector, "to")?, &Scope::default());
    let got = planned.map_or("none", |plan| plan.safety().word()).to_owned();
    Ok(judge(vector, Some(text(vector, "want")?.to_owned()), Ok(got), String::eq, String::clone))
}

pub(super) fn run_unify(vector: &Json) -> Result<Outcome, String> {
    let types = field(vector, "types")?.as_array().ok_or("types is no list")?;
    let types = types.iter().map(Type::from_json).collect::<Result<Vec<_>, _>>().map_err(|error| error.message)?;
    let scope = Scope::default();
    let got = match text(vector, "mode")? {
        "safe" => unify::unify(&types, &scope),
        "unsafe" => unify::unify_unsafe(&types, &scope),
        other => return Err(format!("there is no mode {other:?}")),
    };
    let got = got.map(|found| found.ty);
    let wanted = match field(vector, "want")? {
        Json::Null => None,
        wanted => Some(Type::from_json(wanted).map_err(|error| error.message)?),
    };
    let show = |ty: &Option<Type>| ty.as_ref().map_or(Json::Null, Type::to_json).to_string();
    Ok(judge(vector, Some(wanted), Ok(got), Option::eq, show))
}

/// Reads the constraint, puts the value under it, and compares what is written back as JSON.
pub(super) fn run_constraint(vector: &Json, read: ReadConstraint<'_>) -> Result<Outcome, String> {
    let source = text(vector, "type")?;
    let got = read(source).and_then(|constraint| {
        let value = constraint::value_of_json(field(vector, "value")?).map_err(|error| error.to_string())?;
        let value = constraint::apply(&value, &constraint, &Scope::default()).map_err(|error| error.to_string())?;
        let literal = constraint::literal_of(&value).map_err(|error| error.to_string())?;
        Ok((value.ty().clone(), literal))
    });
    // Arrays in a set's place compare as sets, so that the type is needed beside the value.
    let wanted = match (vector.get("want"), &got) {
        (Some(want), Ok((ty, _))) => Some((ty.clone(), literal_of_json(want)?)),
        (Some(want), Err(_)) => Some((Type::Any, literal_of_json(want)?)),
        (None, _) => None,
    };
    Ok(judge(vector, wanted, got, |wanted, got| same(&got.0, &wanted.1, &got.1), |shown| shown.1.to_string()))
}

/// Reads the constraint and compares the type: names, types and which attributes are optional.
pub(super) fn run_type(vector: &Json, read: ReadConstraint<'_>) -> Result<Outcome, String> {
    let got: Answer<String> = read(text(vector, "source")?).map(|ty| ty.to_json().to_string());
    let wanted = match vector.get("want") {
        Some(want) => Some(Type::from_json(want).map_err(|error| error.message)?.to_json().to_string()),
        None => None,
    };
    Ok(judge(vector, wanted, got, String::eq, String::clone))
}

fn literal_of_json(json: &Json) -> Result<Literal, String> {
    Ok(match json {
        Json::Null => Literal::Null,
        Json::Bool(value) => Literal::Bool(*value),
        Json::String(text) => Literal::string(text.as_str()),
        Json::Number(number) => {
            Literal::Number(NumberText::new(&number.to_string()).ok_or_else(|| format!("{number} is no number"))?)
        }
        Json::Array(items) => Literal::List(items.iter().map(literal_of_json).collect::<Result<_, _>>()?),
        Json::Object(members) => {
            let members = members.iter().map(|(key, member)| Ok((key.as_str().into(), literal_of_json(member)?)));
            Literal::Object(members.collect::<Result<_, String>>()?)
        }
    })
}

/// Whether two literals write the same value of a type: numbers by value, objects in any order, sets
/// in any order.
fn same(ty: &Type, left: &Literal, right: &Literal) -> bool {
    match (ty, left, right) {
        (_, Literal::Number(left), Literal::Number(right)) => {
            super::Number::parse(left.as_str()).is_ok_and(|left| super::Number::parse(right.as_str()) == Ok(left))
        }
        (Type::Set(element), Literal::List(left), Literal::List(right)) => {
            let includes = |whole: &[Literal], part: &[Literal]| {
                part.iter().all(|item| whole.iter().any(|candidate| same(element, item, candidate)))
            };
            left.len() == right.len() && includes(left, right) && includes(right, left)
        }
        (ty, Literal::List(left), Literal::List(right)) => {
            let element = |at: usize| match ty {
                Type::List(element) => (**element).clone(),
                Type::Tuple(elements) => elements.get(at).cloned().unwrap_or(Type::Any),
                _ => Type::Any,
            };
            left.len() == right.len()
                && left.iter().zip(right).enumerate().all(|(at, (left, right))| same(&element(at), left, right))
        }
        (ty, Literal::Object(left), Literal::Object(right)) => {
            let member = |name: &str| match ty {
                Type::Map(element) => (**element).clone(),
                Type::Object(object) => object.get(name).map_or(Type::Any, |(_, attribute)| attribute.ty.clone()),
                _ => Type::Any,
            };
            left.len() == right.len()
                && left.iter().all(|(name, value)| {
                    let other = right.iter().find(|(other, _)| other == name);
                    other.is_some_and(|(_, other)| same(&member(name), value, other))
                })
        }
        (_, left, right) => left == right,
    }
}
