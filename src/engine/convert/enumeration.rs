//! Enums: values of the base type, of which membership is asked.

use std::sync::Arc;

use super::super::Payload;
use super::super::check::literal_is;
use super::error::{Failures, fail};
use super::planner::{Planned, Planner};
use super::primitive::PRIMITIVES;
use super::{Members, Rule, Safety};
use crate::model::{EnumType, Literal, Type};

/// A value of an enum is one of its base type.
pub(super) fn from_enum(planner: &mut Planner<'_>, definition: &EnumType, to: &Type) -> Planned {
    if !PRIMITIVES.contains(&definition.base) {
        return None;
    }
    let (rule, safety) = planner.node(&definition.base, to)?;
    Some((rule, safety.max(Safety::Safe)))
}

/// Any value that converts to the base type may be a member, and may not.
pub(super) fn to_enum(planner: &mut Planner<'_>, from: &Type, definition: &Arc<EnumType>) -> Planned {
    let (base, _) = planner.node(from, &definition.base)?;
    let values = definition.values.iter().filter_map(|value| member(&definition.base, value)).collect();
    let members = Members { base, definition: definition.clone(), values };
    Some((Rule::Enumeration(Box::new(members)), Safety::Unsafe))
}

/// A value of an enum as it is held.
fn member(base: &Type, value: &Literal) -> Option<Payload> {
    match (base, value) {
        (Type::Bool, Literal::Bool(value)) => Some(Payload::Bool(*value)),
        (Type::String, Literal::String(text)) => Some(Payload::string(text)),
        (Type::Number, Literal::Number(number)) => {
            super::super::Number::parse(number.as_str()).ok().map(Payload::Number)
        }
        (Type::Int, Literal::Number(number)) => {
            super::super::Number::parse(number.as_str()).ok()?.to_bigint_exact().map(Payload::int)
        }
        _ => None,
    }
}

impl Members {
    /// The payload, which is of the base type, if it is a member.
    pub(super) fn check(&self, payload: Payload) -> Result<Payload, Failures> {
        let bare = payload.unmarked();
        let passes = matches!(bare, Payload::Null | Payload::Unknown)
            || self.values.iter().any(|value| super::super::equality::payloads(value, bare) == Some(true));
        if passes {
            debug_assert!(
                matches!(bare, Payload::Null | Payload::Unknown)
                    || self.definition.values.iter().any(|value| literal_is(value, bare))
            );
            return Ok(payload);
        }
        let values: Vec<String> = self.definition.values.iter().map(Literal::to_string).collect();
        match values.as_slice() {
            [] => fail("there is no value that this enum takes"),
            [only] => fail(format!("{only} is required")),
            [first @ .., last] => fail(format!("one of {} and {last} is required", first.join(", "))),
        }
    }
}
