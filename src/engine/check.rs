//! Whether a payload is one of a type.

use super::{Payload, ValueError};
use crate::model::{Literal, Type};

/// Checks a payload against a type at every depth.
pub(super) fn payload_of(ty: &Type, payload: &Payload) -> Result<(), ValueError> {
    let fail = |reason: String| Err(ValueError::NotOfType { ty: ty.clone(), reason });
    match (ty.arrived(), payload.unmarked()) {
        (_, Payload::Null | Payload::Unknown) => Ok(()),
        (Type::Bool, Payload::Bool(_))
        | (Type::Int, Payload::Int(_))
        | (Type::Number, Payload::Number(_))
        | (Type::String, Payload::String(_))
        | (Type::Asset, Payload::Asset(_))
        | (Type::Archive, Payload::Archive(_))
        | (Type::Resource(_), Payload::Resource(_)) => Ok(()),
        (Type::Capsule(name), Payload::Capsule(capsule)) if capsule.ty().name() == name => Ok(()),
        (Type::List(element), Payload::Sequence(elements)) | (Type::Set(element), Payload::Set(elements)) => {
            elements.iter().try_for_each(|part| payload_of(element, part))
        }
        (Type::Map(element), Payload::Map(elements)) => {
            elements.iter().try_for_each(|(_, part)| payload_of(element, part))
        }
        (Type::Tuple(types), Payload::Sequence(elements)) => {
            if types.len() != elements.len() {
                return fail(format!("it has {} elements, not {}", elements.len(), types.len()));
            }
            types.iter().zip(elements.iter()).try_for_each(|(ty, part)| payload_of(ty, part))
        }
        (Type::Object(object), Payload::Sequence(elements)) => {
            if object.len() != elements.len() {
                return fail(format!("it has {} attributes, not {}", elements.len(), object.len()));
            }
            let attributes = object.sorted().iter().zip(elements.iter());
            attributes.into_iter().try_for_each(|(attribute, part)| payload_of(&attribute.ty, part))
        }
        (union @ Type::Union(_), Payload::Arm(arm)) => {
            if !union.takes_arm(arm.ty()) {
                return fail(format!("{} is not one of its arms", arm.ty()));
            }
            payload_of(arm.ty(), arm.payload())
        }
        (Type::Any, Payload::Arm(arm)) => payload_of(arm.ty(), arm.payload()),
        (Type::Enum(definition), bare) => {
            payload_of(&definition.base, bare)?;
            if definition.values.iter().any(|literal| literal_is(literal, bare)) {
                Ok(())
            } else {
                fail("it is not one of its values".to_owned())
            }
        }
        (Type::Named(_), _) => fail("a reference must be replaced by what it refers to first".to_owned()),
        (_, other) => fail(format!("it holds {}", kind(other))),
    }
}

/// Whether a payload of an enum's base type is the value that the literal writes.
pub(crate) fn literal_is(literal: &Literal, payload: &Payload) -> bool {
    match (literal, payload) {
        (Literal::Bool(literal), Payload::Bool(value)) => literal == value,
        (Literal::String(literal), Payload::String(text)) => {
            **literal == **text || *super::payload::normalised(literal) == **text
        }
        (Literal::Number(literal), Payload::Number(number)) => {
            super::Number::parse(literal.as_str()).is_ok_and(|literal| literal == *number)
        }
        (Literal::Number(literal), Payload::Int(int)) => super::Number::parse(literal.as_str())
            .ok()
            .and_then(|literal| literal.to_bigint_exact())
            .is_some_and(|literal| literal == **int),
        _ => false,
    }
}

/// What a payload is, for messages.
fn kind(payload: &Payload) -> &'static str {
    match payload {
        Payload::Null => "null",
        Payload::Unknown => "an unknown",
        Payload::Bool(_) => "a bool",
        Payload::Int(_) => "an int",
        Payload::Number(_) => "a number",
        Payload::String(_) => "a string",
        Payload::Sequence(_) => "a sequence",
        Payload::Set(_) => "a set",
        Payload::Map(_) => "a map",
        Payload::Arm(_) => "the arm of a union",
        Payload::Marked(_) => "marks",
        Payload::Asset(_) => "an asset",
        Payload::Archive(_) => "an archive",
        Payload::Resource(_) => "a reference to a resource",
        Payload::Capsule(_) => "a capsule",
    }
}
