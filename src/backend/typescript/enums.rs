//! Enums: an object of the values that are known, and a type that holds the others too.

use super::comments::{self, Remarks};
use super::expression::{Expressions, open};
use super::ir::{Item, Member};
use super::layout::WIDTH;
use super::literals;
use super::names;
use super::types::TsType;
use crate::backend::{Claim, Scope};
use crate::diag::Diagnostics;
use crate::model::{EnumDefinition, EnumMember, Literal, Type};

/// An enum, lowered.
pub(super) struct Enum {
    /// The object of its values.
    pub values: Item,
    /// The type of its values and of those that are not known.
    pub ty: TsType,
}

/// Lowers an enum that has that name and comment.
pub(super) fn lower(
    name: &str,
    definition: &EnumDefinition,
    comment: String,
    expressions: &mut Expressions<'_, '_>,
) -> Enum {
    let base = expressions.ty(&definition.base);
    let claims: Vec<Claim> =
        definition.members.iter().map(|member| Claim::new(source(member), names::pascal(&wanted(member)))).collect();
    // Who reads the file sees the name beside the value: no warning is needed.
    let member_names = Scope::default().allocate(&claims, "", &mut Diagnostics::new());
    let mut known: Vec<TsType> = Vec::new();
    let mut members: Vec<Member> = Vec::new();
    for (member, key) in definition.members.iter().zip(member_names) {
        let value = match literals::primitive(&member.value, &definition.base, expressions.numbers) {
            Some(literal) => {
                known.push(TsType::Literal(literal.as_str().into()));
                literal
            }
            None => exact(&member.value, &definition.base, expressions),
        };
        let text = entry(&key, &value);
        members.push(Member { comment: comments::comment(&member.documentation, &Remarks::default(), 2), text });
    }
    Enum { values: Item::Values { comment, name: name.to_owned(), members }, ty: open(known, base) }
}

/// A value that has no literal: an exact number, or one that no double holds.
fn exact(value: &Literal, base: &Type, expressions: &mut Expressions<'_, '_>) -> String {
    let text = match value {
        Literal::Number(number) => number.as_str().to_owned(),
        Literal::Null | Literal::Bool(_) | Literal::String(_) | Literal::List(_) | Literal::Object(_) => {
            value.to_string()
        }
    };
    if *base == Type::Number && expressions.ty(base) == TsType::Runtime("ExactNumber") {
        expressions.imports.runtime_values.insert("ExactNumber");
        return format!("new ExactNumber({})", literals::string(&text));
    }
    literals::string(&text)
}

/// A line of the object; a value that does not fit beside its key stands below it.
fn entry(key: &str, value: &str) -> String {
    let line = format!("{key}: {value},");
    if line.chars().count() + 2 <= WIDTH || value.starts_with("new ") { line } else { format!("{key}:\n    {value},") }
}

fn source(member: &EnumMember) -> String {
    member.name.as_deref().map_or_else(|| member.value.to_string(), str::to_owned)
}

/// What a value is called, in words.
fn wanted(member: &EnumMember) -> String {
    match (&member.name, &member.value) {
        (Some(name), _) => name.to_string(),
        (None, Literal::String(text)) if text.is_empty() => "empty".to_owned(),
        (None, Literal::String(text)) if names::has_letters(text) => text.to_string(),
        (None, Literal::String(text)) => spelled(text),
        (None, Literal::Number(number)) => format!("value {}", spelled(number.as_str())),
        (None, value @ (Literal::Null | Literal::Bool(_) | Literal::List(_) | Literal::Object(_))) => value.to_string(),
    }
}

/// Signs by their names, so that `-1` and `1`, `*` and `+` are told apart.
fn spelled(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '-' => out.push_str(" minus "),
            '+' => out.push_str(" plus "),
            '*' => out.push_str(" star "),
            '/' => out.push_str(" slash "),
            '.' => out.push_str(" dot "),
            '%' => out.push_str(" percent "),
            '<' => out.push_str(" less "),
            '>' => out.push_str(" greater "),
            '=' => out.push_str(" equal "),
            '!' => out.push_str(" not "),
            other => out.push(other),
        }
    }
    out
}
