//! Unions: into the arm that takes the value best, and out of the arm that it took.

use std::sync::Arc;

use super::super::Payload;
use super::apply::Run;
use super::error::{Failures, fail};
use super::planner::{Planned, Planner};
use super::{Arm, Choice, Dynamic, Fitted, Form, Part, Rule, Safety, dynamic, required};
use crate::model::{ObjectType, Type, UnionType};

/// Out of a union: safe if every arm converts safely, unsafe if one converts at all.
pub(super) fn from_union(planner: &mut Planner<'_>, union: &UnionType, to: &Type) -> Planned {
    let mut safety = Safety::Safe;
    let mut arms = Vec::with_capacity(union.arms().len());
    for arm in union.arms() {
        let part = planner.part(arm, to);
        safety = safety.max(part.as_ref().map_or(Safety::Unsafe, |(_, safety)| *safety));
        arms.push((arm.clone(), part.map(|(part, _)| part)));
    }
    if arms.iter().all(|(_, part)| part.is_none()) {
        return None;
    }
    let form = Form::Arms(arms.into());
    let rule = if dynamic::is_open(to) {
        Rule::Open(Box::new(Dynamic { to: required(to), form }))
    } else {
        Rule::Fixed(Box::new(form))
    };
    Some((rule, safety))
}

/// Into a union: safe if there is an arm that takes every value.
///
/// The arms stand in the order in which they are tried: the arm of exactly the type, the safe ones,
/// the unsafe ones; in a group the one that discards the fewest attributes, then the first declared.
/// What the value itself says (its discriminator, its keys) is looked at when it comes.
pub(super) fn to_union(planner: &mut Planner<'_>, from: &Type, union: &Arc<UnionType>) -> Planned {
    let expanded = planner.scope.expand(from);
    let attributes = match &expanded {
        Type::Object(object) => Some(object.clone()),
        _ => None,
    };
    let mut arms: Vec<Arm> = Vec::with_capacity(union.arms().len());
    for declared in union.arms() {
        let Some((part, safety)) = planner.part(from, declared) else { continue };
        let part = if dynamic::is_open(declared) {
            Part { to: part.to.clone(), rule: Rule::Fitted(Box::new(Fitted { from: from.clone(), part })) }
        } else {
            part
        };
        let exact = safety == Safety::Same || part.to == *from;
        let keeps = match planner.scope.expand(declared).arrived() {
            Type::Object(object) => Some(object.clone()),
            _ => None,
        };
        let safety = if exact { Safety::Same } else { safety };
        arms.push(Arm { safety, part, declared: declared.clone(), keeps });
    }
    let safety = arms.iter().map(|arm| arm.safety).min()?.max(Safety::Safe);
    arms.sort_by_key(|arm| (arm.safety, discarded_of(attributes.as_deref(), arm)));
    if *from == Type::None {
        return arms.into_iter().next().map(|arm| (Rule::NoneAs(Box::new(arm.part)), safety));
    }
    let choice = Choice {
        union: Type::Union(union.clone()),
        arms: arms.into(),
        discriminator: union.discriminator.clone(),
        attributes,
    };
    Some((Rule::Choose(Box::new(choice)), safety))
}

/// How many of these attributes the arm discards.
fn discarded_of(attributes: Option<&ObjectType>, arm: &Arm) -> usize {
    match (attributes, &arm.keeps) {
        (Some(attributes), Some(keeps)) => {
            attributes.sorted().iter().filter(|attribute| keeps.get(&attribute.name).is_none()).count()
        }
        (None, _) | (_, None) => 0,
    }
}

impl Choice {
    /// The value in the arm that takes it best: the first in order that converts this value.
    pub(super) fn apply(&self, run: &Run<'_>, payload: &Payload) -> Result<Payload, Failures> {
        let mut failures: Vec<(&Arm, Failures)> = Vec::new();
        for arm in self.order(payload) {
            match run.payload(&arm.part.rule, payload) {
                Ok(payload) => return Ok(Payload::arm(arm.part.to.clone(), payload)),
                Err(failure) => failures.push((arm, failure)),
            }
        }
        match failures.len() {
            0 => fail(format!("{} required", self.union)),
            1 => Err(failures.remove(0).1),
            _ => fail(self.explain(failures)),
        }
    }

    /// The arms in the order in which this value tries them.
    fn order(&self, payload: &Payload) -> Vec<&Arm> {
        let mut order: Vec<&Arm> = self.arms.iter().collect();
        if let Payload::Map(elements) = payload
            && order.iter().any(|arm| arm.keeps.is_some())
        {
            order.sort_by_key(|arm| {
                let discarded = match &arm.keeps {
                    Some(keeps) => elements.iter().filter(|(key, _)| keeps.get(key).is_none()).count(),
                    None => 0,
                };
                (arm.safety, discarded)
            });
        }
        if let Some(named) = self.discriminated(payload)
            && let Some(at) = order.iter().position(|arm| arm.declared == *named)
        {
            // Only the arm of exactly its type goes before the one that the value names.
            let exact = order.iter().take_while(|arm| arm.safety == Safety::Same).count();
            if at > exact {
                order[exact..=at].rotate_right(1);
            }
        }
        order
    }

    /// The arm that the value names.
    fn discriminated(&self, payload: &Payload) -> Option<&Type> {
        let discriminator = self.discriminator.as_ref()?;
        let value = match (payload, &self.attributes) {
            (Payload::Sequence(parts), Some(attributes)) => parts.get(attributes.get(&discriminator.property)?.0)?,
            (Payload::Map(elements), _) => {
                let at = elements.binary_search_by(|(key, _)| key.cmp(&discriminator.property)).ok()?;
                &elements[at].1
            }
            _ => return None,
        };
        match value.bare() {
            Payload::String(text) => {
                discriminator.mapping.iter().find(|(word, _)| **word == **text).map(|(_, arm)| arm)
            }
            _ => None,
        }
    }

    /// Why no arm takes the value, arm by arm in declaration order.
    fn explain(&self, failures: Vec<(&Arm, Failures)>) -> String {
        let mut reasons = Vec::new();
        let declared = match &self.union {
            Type::Union(union) => union.arms(),
            _ => &[],
        };
        for ty in declared {
            for (arm, failures) in failures.iter().filter(|(arm, _)| arm.declared == *ty) {
                let problems = super::ConversionError::from_failures(failures.clone()).problems;
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                reasons.push(format!("not {}, since {}", arm.declared, problems.join(" and ")));
            }
        }
        format!("no type of {} takes this value: {}", self.union, reasons.join("; "))
    }
}
