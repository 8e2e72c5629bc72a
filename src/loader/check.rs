//! Whether a value written in a schema is one that its type takes.

use std::cell::Cell;
use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::model::{Literal, NumberText, ObjectType, Type, TypeName};
use crate::shapes;

/// How many steps a check may take: unions inside unions try every way.
const MAX_STEPS: usize = 1_000_000;

/// Whether the value converts to the type, as a value of JSON that has no types of its own yet.
///
/// # Errors
///
/// Everything that does not fit, each with its path in the value: `.port: "x" is not of type int`.
pub fn value(value: &Literal, ty: &Type, definitions: &BTreeMap<TypeName, Type>) -> Result<(), Vec<String>> {
    let check = Check { definitions, steps: Cell::new(MAX_STEPS) };
    let mut problems = Vec::new();
    check.value(value, ty, "", &mut problems);
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

struct Check<'a> {
    definitions: &'a BTreeMap<TypeName, Type>,
    steps: Cell<usize>,
}

impl Check<'_> {
    fn value(&self, value: &Literal, ty: &Type, path: &str, problems: &mut Vec<String>) {
        self.steps.set(self.steps.get().saturating_sub(1));
        if self.steps.get() == 0 {
            problems.truncate(1);
            return problems.push("the value is too complex to be checked".to_owned());
        }
        match (ty, value) {
            (Type::Any, _) => {}
            (Type::Promise(element) | Type::Output(element), _) => self.value(value, element, path, problems),
            (Type::Named(named), _) => {
                // A name without a definition is a problem of its own.
                if let Some(definition) = shapes::expand(named, self.definitions) {
                    self.value(value, &definition, path, problems);
                }
            }
            (Type::Union(union), _) if !union.arms().iter().any(|arm| self.fits(value, arm)) => {
                problems.push(misfit(path, value, ty));
            }
            (Type::Union(_), _) => {}
            (Type::Enum(definition), _) => {
                let is_member = |member: &Literal| same_value(member, value) || text(member) == text(value);
                if !self.fits(value, &definition.base) || !definition.values.iter().any(is_member) {
                    problems.push(misfit(path, value, ty));
                }
            }
            (Type::List(element) | Type::Set(element), Literal::List(items)) => {
                for (at, item) in items.iter().enumerate() {
                    self.value(item, element, &format!("{path}[{at}]"), problems);
                }
            }
            (Type::Tuple(elements), Literal::List(items)) if elements.len() == items.len() => {
                for (at, (item, element)) in items.iter().zip(elements.iter()).enumerate() {
                    self.value(item, element, &format!("{path}[{at}]"), problems);
                }
            }
            (Type::Map(element), Literal::Object(members)) => {
                for (key, member) in members {
                    self.value(member, element, &format!("{path}[{}]", Literal::String(key.clone())), problems);
                }
            }
            (Type::Object(object), Literal::Object(members)) => self.object(object, members, path, problems),
            (_, _) if is_primitive(ty, value) => {}
            (_, _) => problems.push(misfit(path, value, ty)),
        }
    }

    fn fits(&self, value: &Literal, ty: &Type) -> bool {
        let mut problems = Vec::new();
        self.value(value, ty, "", &mut problems);
        problems.is_empty()
    }

    fn object(
        &self,
        object: &ObjectType,
        members: &[(std::sync::Arc<str>, Literal)],
        path: &str,
        problems: &mut Vec<String>,
    ) {
        for attribute in object.attributes() {
            let here = format!("{path}.{}", attribute.name);
            match members.iter().find(|(key, _)| *key == attribute.name) {
                Some((_, Literal::Null)) if attribute.optionality.may_be_absent() => {}
                Some((_, member)) => self.value(member, &attribute.ty, &here, problems),
                None if attribute.optionality.may_be_absent() => {}
                None => problems.push(format!("{here} is missing")),
            }
        }
        // What is more than that is dropped by the conversion.
    }
}

fn misfit(path: &str, value: &Literal, ty: &Type) -> String {
    let place = if path.is_empty() { String::new() } else { format!("{path}: ") };
    format!("{place}`{value}` is not of type {ty}")
}

/// Whether a value without parts converts to a type without parts (`semantics.md`, section 3).
fn is_primitive(ty: &Type, value: &Literal) -> bool {
    match (ty, value) {
        (Type::None, Literal::Null) => true,
        (Type::Bool, Literal::Bool(_)) => true,
        (Type::Bool, Literal::String(text)) => matches!(&**text, "true" | "false" | "1" | "0"),
        (Type::String, Literal::String(_) | Literal::Number(_) | Literal::Bool(_)) => true,
        (Type::Number, Literal::Number(_)) => true,
        (Type::Number, Literal::String(text)) => NumberText::new(text.strip_prefix('+').unwrap_or(text)).is_some(),
        (Type::Int, Literal::Number(number)) => Decimal::of(number.as_str()).is_whole(),
        (Type::Int, Literal::String(text)) => {
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
        (_, _) => false,
    }
}

/// What a value without parts is as a string.
fn text(value: &Literal) -> Option<String> {
    match value {
        Literal::Bool(value) => Some(value.to_string()),
        Literal::Number(number) => Some(number.as_str().to_owned()),
        Literal::String(text) => Some(text.to_string()),
        Literal::Null | Literal::List(_) | Literal::Object(_) => None,
    }
}

/// Whether the value is one of the enum's base type: written as such, nothing is converted.
///
/// # Errors
///
/// What is wrong, in words.
pub fn enum_value(base: &Type, value: &Literal) -> Result<(), String> {
    let fits = match (base, value) {
        (Type::Bool, Literal::Bool(_)) | (Type::String, Literal::String(_)) | (Type::Number, Literal::Number(_)) => {
            true
        }
        (Type::Int, Literal::Number(number)) => Decimal::of(number.as_str()).is_whole(),
        (_, _) => false,
    };
    if fits { Ok(()) } else { Err(format!("`{value}` is not of type {base}")) }
}

/// Whether two texts are one once they are values: strings and attribute names are normalised (NFC)
/// when a value is made.
pub fn same_text(left: &str, right: &str) -> bool {
    left == right || left.nfc().eq(right.nfc())
}

/// Whether two literals are one value: numbers are compared as numbers, so that `1` is `1.0`, texts
/// however their accents are encoded.
pub fn same_value(left: &Literal, right: &Literal) -> bool {
    match (left, right) {
        (Literal::Number(left), Literal::Number(right)) => Decimal::of(left.as_str()) == Decimal::of(right.as_str()),
        (Literal::String(left), Literal::String(right)) => same_text(left, right),
        (Literal::List(left), Literal::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_value(left, right))
        }
        (Literal::Object(left), Literal::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| {
                    right.iter().any(|(other, other_value)| key == other && same_value(value, other_value))
                })
        }
        (left, right) => left == right,
    }
}

/// A decimal number in one canonical form: digits without zeros at either end, times a power of ten.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i128,
}

impl Decimal {
    /// The number of a text in JSON's syntax.
    fn of(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0').to_owned();
        if digits.is_empty() {
            // Zero has no sign here: `-0` and `0` are one value.
            return Self { negative: false, digits, exponent: 0 };
        }
        let trailing = all.len() - all.trim_end_matches('0').len();
        // An exponent beyond 64 bits is no number that anything can hold; it saturates.
        let exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        Self { negative, digits, exponent: i128::from(exponent) + trailing as i128 - fraction.len() as i128 }
    }

    fn is_whole(&self) -> bool {
        self.exponent >= 0
    }
}
