//! Applying a plan where the type of the result depends on the value: typed value to typed value.
//!
//! This follows go-cty's `convert` where targets say `any`: the elements of a collection are
//! converted one by one, and what they have become has to be of one type.

use std::sync::Arc;

use super::super::path::Step;
use super::super::{Payload, Value, unify};
use super::apply::{Ranked, Run, exactly, length_is_known, misfit, unless};
use super::error::{Failures, collect, fail};
use super::rule::PartRef;
use super::{
    Absence, Assembly, Dynamic, Eventual, Field, FieldSource, Fitted, Form, Mode, Part, Planner, Rule, Slot, Source,
    dynamic,
};
use crate::model::{Attribute, ObjectType, Type};

impl Run<'_> {
    /// A value by a rule, with the type that it then has.
    pub fn value(&self, part: PartRef<'_>, value: Value) -> Result<Value, Failures> {
        match part.rule {
            // What is kept can still be of another type: a member of an enum is one of its base type.
            Rule::Keep if dynamic::fills(value.ty(), part.to) => Ok(value),
            Rule::Open(open) => self.open(open, value),
            Rule::FromAny(to) => match value.payload().unmarked() {
                Payload::Arm(arm) => {
                    let converted = self.deeper(|| self.of_any(arm, to))?;
                    Ok(converted.with_marks(&value.marks()))
                }
                Payload::Null | Payload::Unknown => Ok(Value::trusted(super::required(to), value.into_parts().1)),
                other => misfit(other),
            },
            rule => {
                let payload = self.payload(rule, value.payload())?;
                Ok(Value::trusted(part.to.clone(), payload))
            }
        }
    }

    /// A value that brings its type: the plan is made now.
    pub fn of_any(&self, value: &Value, to: &Type) -> Result<Value, Failures> {
        super::convert(value, to, self.scope).map_err(|error| {
            let failure = |problem: super::Problem| super::error::Failure {
                steps: problem.path.steps().iter().rev().cloned().collect(),
                message: problem.message,
            };
            error.problems.into_iter().map(failure).collect()
        })
    }

    fn open(&self, open: &Dynamic, value: Value) -> Result<Value, Failures> {
        let (value, marks) = value.unmark();
        let (from, payload) = value.into_parts();
        let from = self.scope.expand(&from);
        let converted = match &payload {
            Payload::Null | Payload::Unknown => Value::trusted(dynamic::replace(&from, &open.to, self.scope), payload),
            payload => self.open_form(open, &from, payload)?,
        };
        Ok(converted.with_marks(&marks))
    }

    fn open_form(&self, open: &Dynamic, from: &Type, payload: &Payload) -> Result<Value, Failures> {
        let unknown = || Ok(Value::unknown(dynamic::replace(from, &open.to, self.scope)));
        match (&open.form, payload, from) {
            (
                Form::Elements { source, into, part },
                Payload::Sequence(elements) | Payload::Set(elements),
                Type::List(element) | Type::Set(element),
            ) => {
                if *source == Source::Set && *into != Assembly::Set && !length_is_known(elements) {
                    return unknown();
                }
                let wanted = if part.to == Type::Any { element } else { &part.to };
                let values = self.values(elements, |_| ((**element).clone(), part))?;
                collection(*into, values, wanted)
            }
            (Form::Each { into, parts }, Payload::Sequence(elements), Type::Tuple(types))
                if elements.len() == parts.len() && types.len() == parts.len() =>
            {
                let mut values = self.values(elements, |at| (types[at].clone(), &parts[at]))?;
                if *into == Assembly::List {
                    self.unify(&mut values, Step::Index)?;
                }
                collection(*into, values, open_element(&open.to))
            }
            (
                Form::Exactly { source, parts },
                Payload::Sequence(elements) | Payload::Set(elements),
                Type::List(element) | Type::Set(element),
            ) => {
                if *source == Source::Set && !length_is_known(elements) {
                    return unknown();
                }
                self.open_tuple(parts, elements, element)
            }
            (Form::Members(part), Payload::Map(elements), Type::Map(element)) => {
                self.open_members(part, elements, element)
            }
            (Form::ObjectToMap(parts), Payload::Sequence(elements), Type::Object(object)) => {
                let wanted = open_element(&open.to);
                self.open_object_to_map(parts, object.sorted().iter().zip(elements.iter()), wanted)
            }
            (Form::ObjectToObject(fields), Payload::Sequence(elements), Type::Object(object)) => {
                self.open_object(fields, object, elements)
            }
            (Form::MapToObject(slots), Payload::Map(elements), Type::Map(element)) => {
                self.open_slots(slots, elements, element)
            }
            (Form::Arms(arms), Payload::Arm(value), _) => {
                let (part, value) = self.arm(arms, value)?;
                self.value(part.borrow(), value)
            }
            (Form::Through(inner), payload, _) => {
                let value = Value::trusted(inner.from.clone(), payload.clone());
                self.of_any(&self.value(inner.part.borrow(), value)?, &open.to)
            }
            (Form::Eventual(eventual, inner), payload, _) => self.open_eventual(*eventual, inner, payload),
            (_, payload, _) => misfit(payload),
        }
    }

    fn open_tuple(&self, parts: &[Part], elements: &[Payload], element: &Type) -> Result<Value, Failures> {
        if elements.len() != parts.len() {
            return fail(exactly(parts.len()));
        }
        Ok(Value::tuple(self.values(elements, |at| (element.clone(), &parts[at]))?))
    }

    fn open_eventual(&self, eventual: Eventual, inner: &Fitted, payload: &Payload) -> Result<Value, Failures> {
        let value = Value::trusted(inner.from.clone(), payload.clone());
        let (ty, payload) = self.value(inner.part.borrow(), value)?.into_parts();
        let ty = match eventual {
            Eventual::Promise => Type::promise(ty),
            Eventual::Output => Type::output(ty),
        };
        Ok(Value::trusted(ty, payload))
    }

    fn open_members(&self, part: &Part, elements: &[(Arc<str>, Payload)], element: &Type) -> Result<Value, Failures> {
        let mut found = Vec::new();
        let mut values = Vec::with_capacity(elements.len());
        for (key, payload) in elements {
            let result = self.value(part.borrow(), Value::trusted(element.clone(), payload.clone()));
            if let Some(value) = collect(&mut found, || Step::Key(key.clone()), result) {
                values.push((key.clone(), value));
            }
        }
        let values = unless(found, || values)?;
        self.map(Mode::Safe, values, if part.to == Type::Any { element } else { &part.to }, &part.to)
    }

    fn open_object_to_map<'v>(
        &self,
        parts: &[(Arc<str>, Part)],
        attributes: impl Iterator<Item = (&'v Attribute, &'v Payload)>,
        wanted: &Type,
    ) -> Result<Value, Failures> {
        let mut found = Vec::new();
        let mut values = Vec::with_capacity(parts.len());
        for ((name, part), (attribute, payload)) in parts.iter().zip(attributes) {
            let result = self.value(part.borrow(), Value::trusted(attribute.ty.clone(), payload.clone()));
            if let Some(value) = collect(&mut found, || Step::Attribute(name.clone()), result) {
                values.push((name.clone(), value));
            }
        }
        let values = unless(found, || values)?;
        self.map(Mode::Any, values, wanted, parts.first().map_or(wanted, |(_, part)| &part.to))
    }

    fn open_object(&self, fields: &[Field], object: &ObjectType, elements: &[Payload]) -> Result<Value, Failures> {
        let mut assembled = Object::default();
        for field in fields {
            let result = match &field.source {
                FieldSource::Attribute(at, part) => match (object.sorted().get(*at), elements.get(*at)) {
                    (Some(attribute), Some(payload)) => {
                        self.value(part.borrow(), Value::trusted(attribute.ty.clone(), payload.clone()))
                    }
                    _ => misfit(&Payload::Null),
                },
                FieldSource::Absent(ty) => Ok(Value::null(ty.clone())),
                FieldSource::Default(default) => Ok(Value::trusted(default.ty.clone(), default.payload.clone())),
            };
            let step = Some(Step::Attribute(field.name.clone()));
            assembled.add(&field.name, field.rank, result.map_err(|failures| (step, failures)));
        }
        assembled.finish()
    }

    fn open_slots(&self, slots: &[Slot], elements: &[(Arc<str>, Payload)], element: &Type) -> Result<Value, Failures> {
        let mut assembled = Object::default();
        for slot in slots {
            let key = || Some(Step::Key(slot.name.clone()));
            let result = match (slot.find(elements), &slot.part) {
                (Some(payload), Some(part)) => self
                    .value(part.borrow(), Value::trusted(element.clone(), payload.clone()))
                    .map_err(|failures| (key(), failures)),
                (Some(_), None) => Err((key(), slot.incompatible())),
                (None, _) => match &slot.absence {
                    Absence::Problem => Err((None, slot.missing())),
                    Absence::Null(ty) => Ok(Value::null(ty.clone())),
                    Absence::Default(default) => Ok(Value::trusted(default.ty.clone(), default.payload.clone())),
                },
            };
            assembled.add(&slot.name, slot.rank, result);
        }
        assembled.finish()
    }

    fn values<'p>(
        &self,
        elements: &[Payload],
        part: impl Fn(usize) -> (Type, &'p Part),
    ) -> Result<Vec<Value>, Failures> {
        let mut found = Vec::new();
        let mut values = Vec::with_capacity(elements.len());
        for (at, payload) in elements.iter().enumerate() {
            let (ty, part) = part(at);
            let result = self.value(part.borrow(), Value::trusted(ty, payload.clone()));
            values.extend(collect(&mut found, || Step::Index(at), result));
        }
        unless(found, || values)
    }

    /// A map of these elements. Where collections or objects are wanted, their types are unified.
    fn map(
        &self,
        mode: Mode,
        elements: Vec<(Arc<str>, Value)>,
        empty: &Type,
        wanted: &Type,
    ) -> Result<Value, Failures> {
        let (keys, mut values): (Vec<Arc<str>>, Vec<Value>) = elements.into_iter().unzip();
        let unified = matches!(wanted, Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Object(_));
        if unified && !values.is_empty() {
            self.unify_in(mode, &mut values, |at| Step::Key(keys[at].clone()))?;
        }
        let Some((element, payloads)) = one_type(values, empty) else {
            return fail("element types must all match for conversion to map");
        };
        Ok(Value::trusted(Type::map(element), Payload::map(keys.into_iter().zip(payloads))))
    }

    fn unify(&self, values: &mut [Value], step: impl Fn(usize) -> Step) -> Result<(), Failures> {
        self.unify_in(Mode::Any, values, step)
    }

    /// Converts all values to a type common to them.
    fn unify_in(&self, mode: Mode, values: &mut [Value], step: impl Fn(usize) -> Step) -> Result<(), Failures> {
        let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
        if types.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(());
        }
        let Some(common) = unify::common(&mut Planner::new(self.scope, mode), &types) else {
            return fail("cannot find a common base type for all elements");
        };
        let mut found = Vec::new();
        for (at, value) in values.iter_mut().enumerate() {
            if *value.ty() != common
                && let Some(converted) = collect(&mut found, || step(at), self.of_any(value, &common))
            {
                *value = converted;
            }
        }
        unless(found, || ())
    }
}

/// The element type of a collection.
fn open_element(ty: &Type) -> &Type {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element,
        other => other,
    }
}

/// A tuple, or a collection of one type; an empty one of the type given.
fn collection(into: Assembly, values: Vec<Value>, empty: &Type) -> Result<Value, Failures> {
    let name = match into {
        Assembly::Tuple => return Ok(Value::tuple(values)),
        Assembly::List => "list",
        Assembly::Set => "set",
    };
    match (one_type(values, empty), into) {
        (None, _) => fail(format!("element types must all match for conversion to {name}")),
        (Some((element, payloads)), Assembly::Set) => Ok(Value::trusted(Type::set(element), Payload::set(payloads))),
        (Some((element, payloads)), Assembly::List | Assembly::Tuple) => {
            Ok(Value::trusted(Type::list(element), Payload::Sequence(payloads.into())))
        }
    }
}

/// The one type of all values and what they hold under it; unknowns and nulls of `any` take the type
/// of the others. `None` if they have several.
fn one_type(values: Vec<Value>, empty: &Type) -> Option<(Type, Vec<Payload>)> {
    let element = match values.iter().map(Value::ty).find(|ty| **ty != Type::Any) {
        Some(ty) => ty.clone(),
        None if values.is_empty() => super::required(empty),
        None => Type::Any,
    };
    let fits = |value: &Value| *value.ty() == element || *value.ty() == Type::Any;
    if !values.iter().all(fits) {
        return None;
    }
    Some((element, values.into_iter().map(|value| value.into_parts().1).collect()))
}

/// An object in the making.
#[derive(Default)]
struct Object {
    attributes: Vec<(usize, Attribute, Payload)>,
    problems: Ranked,
}

impl Object {
    fn add(&mut self, name: &Arc<str>, rank: usize, result: Result<Value, (Option<Step>, Failures)>) {
        match result {
            Ok(value) => {
                let (ty, payload) = value.into_parts();
                self.attributes.push((rank, Attribute::required(name.clone(), ty), payload));
            }
            Err((step, failures)) => self.problems.add(rank, step, failures),
        }
    }

    /// The attributes came sorted by name, as their payloads are held.
    fn finish(self) -> Result<Value, Failures> {
        unless(self.problems.into_failures(), || {
            let (mut attributes, mut payloads) = (Vec::new(), Vec::new());
            for (rank, attribute, payload) in self.attributes {
                attributes.push((rank, attribute));
                payloads.push(payload);
            }
            attributes.sort_by_key(|(rank, _)| *rank);
            let object: ObjectType = attributes.into_iter().map(|(_, attribute)| attribute).collect();
            Value::trusted(Type::object(object), Payload::Sequence(payloads.into()))
        })
    }
}
