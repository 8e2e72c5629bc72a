//! Applying a plan where the type of the result is known beforehand: payload to payload.
//!
//! The way is fast because nothing is written down about where one is: a problem gathers its path
//! on the way out.

use std::cell::Cell;
use std::sync::Arc;

use super::super::path::Step;
use super::super::{Payload, Value, mismatch};
use super::error::{Failure, Failures, collect, fail};
use super::{
    Absence, Assembly, Field, FieldSource, Fitted, Form, MAX_DEPTH, Part, Registered, Rule, Scope, Slot, Source,
    dynamic,
};
use crate::model::Type;

/// One application of a plan.
pub(super) struct Run<'a> {
    table: &'a [Rule],
    pub(super) scope: &'a Scope,
    depth: Cell<usize>,
}

/// A payload that is not of the type that the plan was made for: a bug in whoever made the value.
pub(super) fn misfit<T>(payload: &Payload) -> Result<T, Failures> {
    fail(format!("the value is not of its type: it holds {payload:?}"))
}

impl<'a> Run<'a> {
    pub fn new(table: &'a [Rule], scope: &'a Scope) -> Self {
        Self { table, scope, depth: Cell::new(0) }
    }

    /// A payload by a rule whose result type does not depend on the value.
    pub fn payload(&self, rule: &Rule, payload: &Payload) -> Result<Payload, Failures> {
        match (rule, payload) {
            (Rule::Keep, payload) => Ok(payload.clone()),
            (rule, Payload::Marked(marked)) => Ok(self.payload(rule, &marked.payload)?.with_marks(&marked.marks)),
            (Rule::Reference(at), payload) => self.deeper(|| match self.table.get(*at) {
                Some(rule) => self.payload(rule, payload),
                None => fail("the plan has no such rule"),
            }),
            (Rule::NoneAs(part), payload) => Ok(Payload::arm(part.to.clone(), self.payload(&part.rule, payload)?)),
            (Rule::Fitted(fitted), payload) => self.fitted(fitted, payload),
            (Rule::FromAny(to), Payload::Arm(value)) => self.deeper(|| self.typed_of_any(value, to)),
            (Rule::Fixed(form), Payload::Arm(value)) => match &**form {
                Form::Arms(arms) => {
                    let (part, value) = self.arm(arms, value)?;
                    self.payload(&part.rule, value.payload())
                }
                _ => misfit(payload),
            },
            (_, Payload::Null | Payload::Unknown) => Ok(payload.clone()),
            (Rule::Primitive(primitive), payload) => primitive.apply(payload),
            (Rule::Fixed(form), payload) => self.form(form, payload),
            (Rule::Choose(choice), payload) => choice.apply(self, payload),
            (Rule::Enumeration(members), payload) => members.check(self.payload(&members.base, payload)?),
            (Rule::Capsule(registered), payload) => Ok(self.registered(registered, payload)?.into_parts().1),
            (Rule::Open(_) | Rule::FromAny(_), payload) => misfit(payload),
        }
    }

    /// Runs a step that may lead to itself.
    pub fn deeper<T>(&self, step: impl FnOnce() -> Result<T, Failures>) -> Result<T, Failures> {
        if self.depth.get() >= MAX_DEPTH {
            return fail(format!("the value is nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth.set(self.depth.get() + 1);
        let result = step();
        self.depth.set(self.depth.get() - 1);
        result
    }

    /// What is done to the arm that a value took, and the value as that arm has it: in an arm of `any`
    /// it keeps its own type beside it.
    pub fn arm<'p>(&self, arms: &'p [(Type, Option<Part>)], value: &Arc<Value>) -> Result<(&'p Part, Value), Failures> {
        let open = || arms.iter().find(|(arm, _)| *arm == Type::Any);
        match arms.iter().find(|(arm, _)| arm == value.ty()).or_else(open) {
            Some((Type::Any, Some(part))) if *value.ty() != Type::Any => {
                Ok((part, Value::trusted(Type::Any, Payload::Arm(value.clone()))))
            }
            Some((_, Some(part))) => Ok((part, (**value).clone())),
            Some((arm, None)) => fail(format!("{} does not convert here", mismatch::friendly(arm))),
            None => fail(format!("the value is not of its type: {} is no arm", value.ty())),
        }
    }

    /// A value that brings its type, as what stands where the type is `to`.
    fn typed_of_any(&self, value: &Value, to: &Type) -> Result<Payload, Failures> {
        let converted = self.of_any(value, to)?;
        Ok(if dynamic::is_open(to) { dynamic::fit(converted, to) } else { converted.into_parts().1 })
    }

    /// The result of an open rule in a place that is not.
    fn fitted(&self, fitted: &Fitted, payload: &Payload) -> Result<Payload, Failures> {
        let value = Value::trusted(fitted.from.clone(), payload.clone());
        Ok(dynamic::fit(self.value(fitted.part.borrow(), value)?, &fitted.part.to))
    }

    /// A capsule or what becomes one, by the conversion that the type registered.
    pub fn registered(&self, registered: &Registered, payload: &Payload) -> Result<Value, Failures> {
        let value = Value::trusted(registered.from.clone(), payload.clone());
        match (registered.conversion.apply)(&value) {
            Ok(value) if dynamic::fills(value.ty(), &registered.to) => Ok(value),
            Ok(value) => fail(format!(
                "the registered conversion gave a value of type {}, not of type {}",
                value.ty(),
                registered.to
            )),
            Err(message) => fail(message),
        }
    }

    fn form(&self, form: &Form, payload: &Payload) -> Result<Payload, Failures> {
        match (form, payload) {
            (Form::Elements { source, into, part }, Payload::Sequence(elements) | Payload::Set(elements)) => {
                if *source == Source::Set && *into != Assembly::Set && !length_is_known(elements) {
                    return Ok(Payload::Unknown);
                }
                self.all(elements, *into, |run, element| run.payload(&part.rule, element))
            }
            (Form::Members(part), Payload::Map(elements)) => self.members(part, elements),
            (Form::Each { into, parts }, Payload::Sequence(elements)) => {
                let mut parts = parts.iter();
                self.all(elements, *into, |run, element| match parts.next() {
                    Some(part) => run.payload(&part.rule, element),
                    None => misfit(element),
                })
            }
            (Form::Exactly { source, parts }, Payload::Sequence(elements) | Payload::Set(elements)) => {
                if *source == Source::Set && !length_is_known(elements) {
                    return Ok(Payload::Unknown);
                }
                if elements.len() != parts.len() {
                    return fail(exactly(parts.len()));
                }
                let mut parts = parts.iter();
                self.all(elements, Assembly::Tuple, |run, element| match parts.next() {
                    Some(part) => run.payload(&part.rule, element),
                    None => misfit(element),
                })
            }
            (Form::ObjectToMap(parts), Payload::Sequence(elements)) => self.object_to_map(parts, elements),
            (Form::ObjectToObject(fields), Payload::Sequence(elements)) => self.object_to_object(fields, elements),
            (Form::MapToObject(slots), Payload::Map(elements)) => self.map_to_object(slots, elements),
            (Form::Eventual(_, inner), payload) => self.payload(&inner.part.rule, payload),
            (_, payload) => misfit(payload),
        }
    }

    fn members(&self, part: &Part, elements: &[(Arc<str>, Payload)]) -> Result<Payload, Failures> {
        let mut found = Vec::new();
        let mut converted = Vec::with_capacity(elements.len());
        for (key, element) in elements {
            let result = self.payload(&part.rule, element);
            if let Some(element) = collect(&mut found, || Step::Key(key.clone()), result) {
                converted.push((key.clone(), element));
            }
        }
        // The keys are those of a map, so they are in order.
        unless(found, || Payload::Map(converted.into()))
    }

    fn object_to_map(&self, parts: &[(Arc<str>, Part)], elements: &[Payload]) -> Result<Payload, Failures> {
        let mut found = Vec::new();
        let mut converted = Vec::with_capacity(parts.len());
        for ((name, part), element) in parts.iter().zip(elements) {
            let result = self.payload(&part.rule, element);
            if let Some(element) = collect(&mut found, || Step::Attribute(name.clone()), result) {
                converted.push((name.clone(), element));
            }
        }
        unless(found, || Payload::map(converted))
    }

    fn object_to_object(&self, fields: &[Field], elements: &[Payload]) -> Result<Payload, Failures> {
        let mut ranked = Ranked::default();
        let mut converted = Vec::with_capacity(fields.len());
        for field in fields {
            let result = match &field.source {
                FieldSource::Attribute(at, part) => match elements.get(*at) {
                    Some(element) => self.payload(&part.rule, element),
                    None => misfit(&Payload::Null),
                },
                FieldSource::Absent(_) => Ok(Payload::Null),
                FieldSource::Default(default) => Ok(default.payload.clone()),
            };
            match result {
                Ok(element) => converted.push(element),
                Err(failures) => ranked.add(field.rank, Some(Step::Attribute(field.name.clone())), failures),
            }
        }
        unless(ranked.into_failures(), || Payload::Sequence(converted.into()))
    }

    fn map_to_object(&self, slots: &[Slot], elements: &[(Arc<str>, Payload)]) -> Result<Payload, Failures> {
        let mut ranked = Ranked::default();
        let mut converted = Vec::with_capacity(slots.len());
        for slot in slots {
            match self.slot(slot, elements) {
                Ok(element) => converted.push(element),
                Err((step, failures)) => ranked.add(slot.rank, step, failures),
            }
        }
        unless(ranked.into_failures(), || Payload::Sequence(converted.into()))
    }

    fn slot(&self, slot: &Slot, elements: &[(Arc<str>, Payload)]) -> Result<Payload, (Option<Step>, Failures)> {
        match (slot.find(elements), &slot.part) {
            (Some(element), Some(part)) => {
                self.payload(&part.rule, element).map_err(|failures| (Some(Step::Key(slot.name.clone())), failures))
            }
            (Some(_), None) => Err((Some(Step::Key(slot.name.clone())), slot.incompatible())),
            (None, _) => match &slot.absence {
                Absence::Problem => Err((None, slot.missing())),
                Absence::Null(_) => Ok(Payload::Null),
                Absence::Default(default) => Ok(default.payload.clone()),
            },
        }
    }

    /// Element by element, all problems kept.
    fn all(
        &self,
        elements: &[Payload],
        into: Assembly,
        mut convert: impl FnMut(&Self, &Payload) -> Result<Payload, Failures>,
    ) -> Result<Payload, Failures> {
        let mut found = Vec::new();
        let mut converted = Vec::with_capacity(elements.len());
        for (at, element) in elements.iter().enumerate() {
            if let Some(element) = collect(&mut found, || Step::Index(at), convert(self, element)) {
                converted.push(element);
            }
        }
        unless(found, || match into {
            Assembly::Tuple | Assembly::List => Payload::Sequence(converted.into()),
            Assembly::Set => Payload::set(converted),
        })
    }
}

impl Slot {
    /// The element of a map under the attribute's name.
    pub(super) fn find<'e>(&self, elements: &'e [(Arc<str>, Payload)]) -> Option<&'e Payload> {
        let at = elements.binary_search_by(|(key, _)| key.cmp(&self.name)).ok()?;
        Some(&elements[at].1)
    }

    pub(super) fn missing(&self) -> Failures {
        let message = format!("map has no element for required attribute {:?}", self.name);
        vec![Failure { steps: Vec::new(), message }]
    }

    pub(super) fn incompatible(&self) -> Failures {
        let message = format!("map element type is incompatible with attribute {:?}", self.name);
        vec![Failure { steps: Vec::new(), message }]
    }
}

/// Problems of attributes, which are met in one order and told in that of declaration.
#[derive(Default)]
pub(super) struct Ranked(Vec<(usize, Failures)>);

impl Ranked {
    pub fn add(&mut self, rank: usize, step: Option<Step>, mut failures: Failures) {
        if let Some(step) = step {
            failures.iter_mut().for_each(|failure| failure.steps.push(step.clone()));
        }
        self.0.push((rank, failures));
    }

    pub fn into_failures(mut self) -> Failures {
        self.0.sort_by_key(|(rank, _)| *rank);
        self.0.into_iter().flat_map(|(_, failures)| failures).collect()
    }
}

/// The result if there is no problem.
pub(super) fn unless<T>(found: Failures, result: impl FnOnce() -> T) -> Result<T, Failures> {
    if found.is_empty() { Ok(result()) } else { Err(found) }
}

/// Whether it is known how many elements a set has: unknown parts may turn out to be equal.
pub(super) fn length_is_known(elements: &[Payload]) -> bool {
    elements.len() < 2 || elements.iter().all(Payload::is_wholly_known)
}

pub(super) fn exactly(count: usize) -> String {
    if count == 1 { "exactly 1 element required".to_owned() } else { format!("exactly {count} elements required") }
}
