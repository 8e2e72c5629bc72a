//! The rules of `any` (`spec/5-cty-convert.txt`): as a target it takes the value as it is, so that the
//! result has the types of the values that came.

use std::sync::Arc;

use super::super::{Payload, Value, unify};
use super::{Mode, Planner, Scope};
use crate::model::{Attribute, ObjectType, Type};

/// Whether the type of a result depends on the value: the target says `any` outside of unions and
/// named types, which are kept as they are.
pub(super) fn is_open(to: &Type) -> bool {
    match to {
        Type::Any => true,
        Type::List(element)
        | Type::Set(element)
        | Type::Map(element)
        | Type::Promise(element)
        | Type::Output(element) => is_open(element),
        Type::Tuple(elements) => elements.iter().any(is_open),
        Type::Object(object) => object.sorted().iter().any(|attribute| is_open(&attribute.ty)),
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Union(_)
        | Type::Enum(_)
        | Type::Named(_) => false,
    }
}

/// Whether `ty` is what `wanted` asks for: the same, but for what stands where it says `any`.
pub(in crate::engine) fn fills(ty: &Type, wanted: &Type) -> bool {
    match (ty, wanted) {
        (_, Type::Any) => true,
        (Type::List(ty), Type::List(wanted))
        | (Type::Set(ty), Type::Set(wanted))
        | (Type::Map(ty), Type::Map(wanted))
        | (Type::Promise(ty), Type::Promise(wanted))
        | (Type::Output(ty), Type::Output(wanted)) => fills(ty, wanted),
        (Type::Tuple(types), Type::Tuple(wanted)) => {
            types.len() == wanted.len() && types.iter().zip(wanted.iter()).all(|(ty, wanted)| fills(ty, wanted))
        }
        (Type::Object(object), Type::Object(wanted)) => {
            object.len() == wanted.len()
                && object
                    .sorted()
                    .iter()
                    .zip(wanted.sorted())
                    .all(|(given, wanted)| given.name == wanted.name && fills(&given.ty, &wanted.ty))
        }
        (ty, wanted) => ty == wanted,
    }
}

/// The value as what stands in a place of the type `to`: each part in the place of an `any` is
/// wrapped together with its type.
pub(super) fn fit(value: Value, to: &Type) -> Payload {
    let (ty, payload) = value.into_parts();
    fit_payload(&ty, payload, to)
}

fn fit_payload(ty: &Type, payload: Payload, to: &Type) -> Payload {
    if ty == to {
        return payload;
    }
    match (ty, to, payload) {
        (ty, to, Payload::Marked(marked)) => {
            let (payload, marks) = Payload::Marked(marked).unmark();
            fit_payload(ty, payload, to).with_marks(&marks)
        }
        (ty, Type::Any, payload) => Payload::arm(ty.clone(), payload),
        (_, _, payload @ (Payload::Null | Payload::Unknown)) => payload,
        (Type::Promise(ty) | Type::Output(ty), Type::Promise(to) | Type::Output(to), payload) => {
            fit_payload(ty, payload, to)
        }
        (Type::List(ty), Type::List(to), Payload::Sequence(elements)) => {
            Payload::sequence(elements.iter().map(|element| fit_payload(ty, element.clone(), to)))
        }
        (Type::Set(ty), Type::Set(to), Payload::Set(elements)) => {
            Payload::set(elements.iter().map(|element| fit_payload(ty, element.clone(), to)))
        }
        (Type::Map(ty), Type::Map(to), Payload::Map(elements)) => {
            Payload::map(elements.iter().map(|(key, element)| (key.clone(), fit_payload(ty, element.clone(), to))))
        }
        (Type::Tuple(types), Type::Tuple(wanted), Payload::Sequence(elements)) => {
            let parts = types.iter().zip(wanted.iter()).zip(elements.iter());
            Payload::sequence(parts.map(|((ty, to), element)| fit_payload(ty, element.clone(), to)))
        }
        (Type::Object(object), Type::Object(wanted), Payload::Sequence(elements)) => {
            let parts = object.sorted().iter().zip(wanted.sorted()).zip(elements.iter());
            Payload::sequence(parts.map(|((given, to), element)| fit_payload(&given.ty, element.clone(), &to.ty)))
        }
        (_, _, payload) => payload,
    }
}

/// The type of a null or unknown that comes of one of the type `from`: the target, with what `from`
/// says in the places where it says `any`.
pub(super) fn replace(from: &Type, to: &Type, scope: &Scope) -> Type {
    if *from == Type::Any || !is_open(to) {
        return to.clone();
    }
    let from = &scope.expand(from);
    match (from, to) {
        (from, Type::Any) => from.clone(),
        (Type::Promise(from) | Type::Output(from), Type::Promise(_) | Type::Output(_)) => {
            to.map_children(|to| replace(from, to, scope))
        }
        (from, Type::Promise(_) | Type::Output(_)) => to.map_children(|to| replace(from, to, scope)),
        (Type::List(from) | Type::Set(from), Type::List(_) | Type::Set(_) | Type::Tuple(_))
        | (Type::Map(from), Type::Map(_) | Type::Object(_)) => to.map_children(|to| replace(from, to, scope)),
        (Type::Tuple(elements), Type::List(_) | Type::Set(_)) => replace_by_common(elements.to_vec(), to, scope),
        (Type::Tuple(elements), Type::Tuple(wanted)) => {
            Type::tuple(elements.iter().zip(wanted.iter()).map(|(from, to)| replace(from, to, scope)))
        }
        (Type::Object(object), Type::Map(_)) => {
            let types = object.sorted().iter().map(|attribute| attribute.ty.clone()).collect();
            replace_by_common(types, to, scope)
        }
        (Type::Object(object), Type::Object(wanted)) => {
            let attributes = wanted.attributes().map(|attribute| {
                let ty = match object.get(&attribute.name) {
                    Some((_, given)) => replace(&given.ty, &attribute.ty, scope),
                    None => attribute.ty.clone(),
                };
                Attribute::required(attribute.name.clone(), ty)
            });
            Type::Object(Arc::new(ObjectType::new(attributes)))
        }
        (_, to) => to.clone(),
    }
}

/// The elements of a collection stand for what the parts unify to.
fn replace_by_common(types: Vec<Type>, to: &Type, scope: &Scope) -> Type {
    match unify::common(&mut Planner::new(scope, Mode::Any), &types) {
        Some(common) => to.map_children(|to| replace(&common, to, scope)),
        None => to.clone(),
    }
}
