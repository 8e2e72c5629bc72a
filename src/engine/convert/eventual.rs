//! Promises and outputs: what arrives later holds what is there already, never the other way round.

use super::planner::{Planned, Planner};
use super::{Dynamic, Eventual, Fitted, Form, Part, Rule, dynamic, required};
use crate::model::Type;

/// To a promise or output: from the element of what may become one, or from the value itself,
/// whichever is safer, the former first.
pub(super) fn plan(planner: &mut Planner<'_>, from: &Type, to: &Type) -> Planned {
    let (inner, eventual) = match to {
        // What an output carries beside its value would be lost, at any depth of promises.
        Type::Promise(_) if matches!(from, Type::Output(_)) => return None,
        Type::Promise(inner) => (inner, Eventual::Promise),
        Type::Output(inner) => (inner, Eventual::Output),
        _ => return None,
    };
    let element = match (from, eventual) {
        (Type::Promise(element), _) | (Type::Output(element), Eventual::Output) => Some(element),
        _ => None,
    };
    let mut planned = |from: &Type| planner.node(from, inner).map(|(rule, safety)| (from.clone(), rule, safety));
    let arriving = element.and_then(|element| planned(element));
    let whole = planned(from);
    let (from, rule, safety) = match (arriving, whole) {
        (Some(arriving), Some(whole)) => {
            if whole.2 < arriving.2 {
                whole
            } else {
                arriving
            }
        }
        (Some(planned), None) | (None, Some(planned)) => planned,
        (None, None) => return None,
    };
    let rule = if dynamic::is_open(to) {
        let part = Part { rule, to: required(inner) };
        let form = Form::Eventual(eventual, Fitted { from, part });
        Rule::Open(Box::new(Dynamic { to: required(to), form }))
    } else {
        rule
    };
    Some((rule, safety.max(super::Safety::Safe)))
}
