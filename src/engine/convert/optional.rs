//! Optional attributes: markers that a target has and a value's type does not, and defaults.

use super::super::constraint;
use super::super::payload::Payload;
use super::planner::Planner;
use super::{Absence, DefaultValue, FieldSource};
use crate::model::{Attribute, Literal, ObjectType, Optionality, Type};

/// The type without optional markers at any depth: that of the values which a conversion to it
/// gives. Names keep what they stand for.
///
/// ```
/// use tygen::engine::convert::required;
/// use tygen::model::{Attribute, ObjectType, Type};
/// let target = Type::object(ObjectType::new([Attribute::optional("a", Type::Int)]));
/// let result = Type::object(ObjectType::new([Attribute::required("a", Type::Int)]));
/// assert_eq!(required(&target), result);
/// ```
pub fn required(ty: &Type) -> Type {
    if is_marked(ty) { strip(ty) } else { ty.clone() }
}

/// Whether there is an optional marker at any depth. Asked at every step of a plan, so that it makes
/// nothing new.
fn is_marked(ty: &Type) -> bool {
    match ty {
        Type::List(element)
        | Type::Set(element)
        | Type::Map(element)
        | Type::Promise(element)
        | Type::Output(element) => is_marked(element),
        Type::Tuple(elements) => elements.iter().any(is_marked),
        Type::Union(union) => union.arms().iter().any(is_marked),
        Type::Object(object) => {
            object.sorted().iter().any(|attribute| attribute.optionality.may_be_absent() || is_marked(&attribute.ty))
        }
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_)
        | Type::Named(_) => false,
    }
}

fn strip(ty: &Type) -> Type {
    match ty {
        Type::Object(object) => Type::object(ObjectType::new(
            object.attributes().map(|attribute| Attribute::required(attribute.name.clone(), strip(&attribute.ty))),
        )),
        other => other.map_children(strip),
    }
}

/// What becomes of an attribute that the source never has; `None` if it must be there, or its
/// default is none of its type.
pub(super) fn absent(planner: &mut Planner<'_>, attribute: &Attribute) -> Option<FieldSource> {
    match absence(planner, attribute)? {
        Absence::Problem => None,
        Absence::Null(ty) => Some(FieldSource::Absent(ty)),
        Absence::Default(default) => Some(FieldSource::Default(default)),
    }
}

/// What becomes of an attribute that the value may not have; `None` if its default is none of its type.
pub(super) fn absence(planner: &mut Planner<'_>, attribute: &Attribute) -> Option<Absence> {
    match &attribute.optionality {
        Optionality::Required => Some(Absence::Problem),
        Optionality::Optional => Some(Absence::Null(required(&attribute.ty))),
        Optionality::Default(literal) => default(planner, literal, &attribute.ty).map(Absence::Default),
    }
}

/// The default as a value of the attribute's type. A default of null is the null of any type.
fn default(planner: &Planner<'_>, literal: &Literal, ty: &Type) -> Option<DefaultValue> {
    let (ty, payload) = match literal {
        Literal::Null => (required(ty), Payload::Null),
        literal => {
            let value = constraint::value_of(literal).ok()?;
            super::convert(&value, ty, planner.scope).ok()?.into_parts()
        }
    };
    Some(DefaultValue { literal: literal.clone(), ty, payload })
}
