//! Tuples and objects (`spec/5-cty-convert.txt`).

use super::super::unify;
use super::collection::whole;
use super::planner::{Planned, Planner};
use super::{Assembly, Field, FieldSource, Form, Part, Safety, optional};
use crate::model::{ObjectType, Type};

/// From a tuple or object.
pub(super) fn plan(planner: &mut Planner<'_>, from: &Type, to: &Type) -> Planned {
    let (form, safety) = match (from, to) {
        (Type::Tuple(elements), Type::Tuple(wanted)) => {
            if elements.len() != wanted.len() {
                return None;
            }
            each(planner, elements.iter().zip(wanted.iter()), Assembly::Tuple)
        }
        (Type::Tuple(elements), Type::List(wanted)) => to_elements(planner, elements, wanted, Assembly::List),
        (Type::Tuple(elements), Type::Set(wanted)) => to_elements(planner, elements, wanted, Assembly::Set),
        (Type::Object(object), Type::Map(wanted)) => to_map(planner, object, wanted),
        (Type::Object(object), Type::Object(wanted)) => to_object(planner, object, wanted),
        _ => None,
    }?;
    Some((whole(to, form), safety))
}

fn each<'t>(
    planner: &mut Planner<'_>,
    pairs: impl Iterator<Item = (&'t Type, &'t Type)>,
    into: Assembly,
) -> Option<(Form, Safety)> {
    let mut worst = Safety::Safe;
    let mut parts: Vec<Part> = Vec::with_capacity(pairs.size_hint().0);
    for (from, to) in pairs {
        let (part, safety) = planner.part(from, to)?;
        worst = worst.max(safety);
        parts.push(part);
    }
    Some((Form::Each { into, parts: parts.into() }, worst))
}

/// All elements to one type; where that is any, to one that they unify to.
fn to_elements(planner: &mut Planner<'_>, elements: &[Type], wanted: &Type, into: Assembly) -> Option<(Form, Safety)> {
    let unified = match wanted {
        Type::Any if !elements.is_empty() => {
            let unified = unify::common(planner, elements)?;
            // What is unknown altogether does not say what the others become.
            if unified == Type::Any && elements.iter().any(|element| *element != Type::Any) {
                return None;
            }
            Some(unified)
        }
        _ => None,
    };
    let wanted = unified.as_ref().unwrap_or(wanted);
    each(planner, elements.iter().map(|element| (element, wanted)), into)
}

/// All attributes to one type; where that is any, to one that they unify to.
fn to_map(planner: &mut Planner<'_>, object: &ObjectType, wanted: &Type) -> Option<(Form, Safety)> {
    let unified = match wanted {
        Type::Any if !object.is_empty() => {
            let types: Vec<Type> = object.sorted().iter().map(|attribute| attribute.ty.clone()).collect();
            Some(unify::common(planner, &types)?)
        }
        _ => None,
    };
    let wanted = unified.as_ref().unwrap_or(wanted);
    let mut worst = Safety::Safe;
    let mut parts = Vec::with_capacity(object.len());
    for attribute in object.sorted() {
        let (part, safety) = planner.part(&attribute.ty, wanted)?;
        worst = worst.max(safety);
        parts.push((attribute.name.clone(), part));
    }
    Some((Form::ObjectToMap(parts.into()), worst))
}

/// Attribute by attribute. What the target does not have is dropped; what it has as optional may be
/// missing.
fn to_object(planner: &mut Planner<'_>, object: &ObjectType, wanted: &ObjectType) -> Option<(Form, Safety)> {
    let mut worst = Safety::Safe;
    let mut fields: Vec<Option<Field>> = vec![None; wanted.len()];
    for (rank, at) in wanted.declaration_order().enumerate() {
        let attribute = &wanted.sorted()[at];
        let source = match object.get(&attribute.name) {
            Some((place, given)) => {
                let (part, safety) = planner.part(&given.ty, &attribute.ty)?;
                worst = worst.max(safety);
                FieldSource::Attribute(place, part)
            }
            None => optional::absent(planner, attribute)?,
        };
        fields[at] = Some(Field { name: attribute.name.clone(), rank, source });
    }
    Some((Form::ObjectToObject(fields.into_iter().collect::<Option<Vec<Field>>>()?.into()), worst))
}
