//! Capsules: to themselves, and by what their types registered.

use super::planner::{Planned, Planner};
use super::{Registered, Rule, Safety};
use crate::model::Type;

/// The conversion that the target registered from the source, else the source to the target.
pub(super) fn plan(planner: &Planner<'_>, from: &Type, to: &Type) -> Planned {
    let capsules = &planner.scope.capsules;
    let registered = |ty: &Type| match ty {
        Type::Capsule(name) => capsules.get(name).cloned(),
        _ => None,
    };
    let conversion = registered(to)
        .and_then(|capsule| capsule.behaviour().conversion_from(from))
        .or_else(|| registered(from).and_then(|capsule| capsule.behaviour().conversion_to(to)))?;
    let safety = if conversion.safe { Safety::Safe } else { Safety::Unsafe };
    let registered = Registered { from: from.clone(), to: super::required(to), conversion };
    Some((Rule::Capsule(Box::new(registered)), safety))
}
