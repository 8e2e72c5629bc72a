//! Lists, sets and maps (`spec/5-cty-convert.txt`, the table of compound types).

use super::planner::{Planned, Planner};
use super::{Assembly, Dynamic, Form, Part, Rule, Safety, Slot, Source, dynamic, optional, required};
use crate::model::{ObjectType, Type};

/// From a list, set or map.
pub(super) fn plan(planner: &mut Planner<'_>, from: &Type, to: &Type) -> Planned {
    let (form, safety) = match (from, to) {
        (Type::List(element), Type::List(wanted)) => elements(planner, element, wanted, Source::List, Assembly::List),
        (Type::List(element), Type::Set(wanted)) => elements(planner, element, wanted, Source::List, Assembly::Set),
        (Type::Set(element), Type::List(wanted)) => elements(planner, element, wanted, Source::Set, Assembly::List),
        (Type::Set(element), Type::Set(wanted)) => elements(planner, element, wanted, Source::Set, Assembly::Set),
        (Type::List(element), Type::Tuple(wanted)) => exactly(planner, element, wanted, Source::List),
        (Type::Set(element), Type::Tuple(wanted)) => exactly(planner, element, wanted, Source::Set),
        (Type::Map(element), Type::Map(wanted)) => {
            let (part, safety) = planner.part(element, wanted)?;
            Some((Form::Members(part), safety.max(Safety::Safe)))
        }
        (Type::Map(element), Type::Object(object)) => to_object(planner, element, object),
        _ => None,
    }?;
    Some((whole(to, form), safety))
}

/// A form as a rule: open if the type of the result depends on the parts.
pub(super) fn whole(to: &Type, form: Form) -> Rule {
    if dynamic::is_open(to) {
        Rule::Open(Box::new(Dynamic { to: required(to), form }))
    } else {
        Rule::Fixed(Box::new(form))
    }
}

fn elements(
    planner: &mut Planner<'_>,
    element: &Type,
    wanted: &Type,
    source: Source,
    into: Assembly,
) -> Option<(Form, Safety)> {
    let (part, safety) = planner.part(element, wanted)?;
    Some((Form::Elements { source, into, part }, safety.max(Safety::Safe)))
}

/// Whether there are as many is seen on the value.
fn exactly(planner: &mut Planner<'_>, element: &Type, wanted: &[Type], source: Source) -> Option<(Form, Safety)> {
    let parts = wanted.iter().map(|wanted| planner.part(element, wanted).map(|(part, _)| part));
    let parts = parts.collect::<Option<Vec<Part>>>()?.into();
    Some((Form::Exactly { source, parts }, Safety::Unsafe))
}

/// Whether the keys are there is seen on the value. An optional attribute whose type does not
/// convert is no obstacle as long as its key is absent.
fn to_object(planner: &mut Planner<'_>, element: &Type, object: &ObjectType) -> Option<(Form, Safety)> {
    let mut slots: Vec<Option<Slot>> = vec![None; object.len()];
    for (rank, at) in object.declaration_order().enumerate() {
        let attribute = &object.sorted()[at];
        let part = planner.part(element, &attribute.ty).map(|(part, _)| part);
        if part.is_none() && !attribute.optionality.may_be_absent() {
            return None;
        }
        let absence = optional::absence(planner, attribute)?;
        slots[at] = Some(Slot { name: attribute.name.clone(), rank, part, absence });
    }
    Some((Form::MapToObject(slots.into_iter().collect::<Option<Vec<Slot>>>()?.into()), Safety::Unsafe))
}
