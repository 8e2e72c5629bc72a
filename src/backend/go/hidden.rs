//! What Go's reflection cannot know of a type: which slices are sets, what references refer to, what
//! capsules are called. The runtime reads it from tags (`templates/go/runtime/shape.go`).

use super::index::Index;
use super::literals;
use super::types::nullable;
use crate::backend::Plan;
use crate::model::{Definition, Type};
use crate::shapes;

/// The shape of a type, empty if there is nothing hidden in it. A declared type that is one of its own in Go
/// has nothing hidden: it says itself what is to be known of it.
pub fn shape(ty: &Type, plan: &Plan<'_>, index: &Index<'_>) -> String {
    let around = |word: &str, element: &Type| match shape(element, plan, index) {
        inner if inner.is_empty() => String::new(),
        inner => format!("{word}({inner})"),
    };
    match ty {
        Type::Set(element) => match shape(element, plan, index) {
            inner if inner.is_empty() => "set".to_owned(),
            inner => format!("set({inner})"),
        },
        Type::List(element) => around("list", element),
        Type::Map(element) => around("map", element),
        Type::Resource(token) => format!("ref({})", literals::string(token)),
        Type::Capsule(name) => format!("capsule({})", literals::string(name)),
        Type::Promise(element) | Type::Output(element) => shape(element, plan, index),
        Type::Union(_) => match shapes::resolved(ty) {
            Type::Union(union) => nullable(union.arms()).map(|other| around("null", other)).unwrap_or_default(),
            single => shape(&single, plan, index),
        },
        Type::Named(named) => {
            if index.get(&named.name).is_none_or(|resolution| resolution.recursive_alias) {
                return String::new();
            }
            match plan.schema.declaration(&named.name).map(|declaration| (declaration, &declaration.definition)) {
                Some((_, Definition::Alias(Type::Tuple(_)) | Definition::Object(_) | Definition::Enum(_))) | None => {
                    String::new()
                }
                Some((_, Definition::Alias(aliased))) => shape(aliased, plan, index),
                Some((declaration, Definition::Union(_))) => match shapes::resolved(&declaration.ty()) {
                    Type::Union(_) => String::new(),
                    single => shape(&single, plan, index),
                },
            }
        }
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Tuple(_)
        | Type::Object(_)
        | Type::Enum(_) => String::new(),
    }
}

/// Whether null is a value of the type.
pub fn takes_null(ty: &Type, plan: &Plan<'_>) -> bool {
    takes_null_within(ty, plan, plan.schema.declarations().count())
}

fn takes_null_within(ty: &Type, plan: &Plan<'_>, aliases: usize) -> bool {
    match ty {
        Type::None | Type::Any => true,
        Type::Promise(element) | Type::Output(element) => takes_null_within(element, plan, aliases),
        Type::Union(union) => union.arms().iter().any(|arm| takes_null_within(arm, plan, aliases)),
        Type::Named(named) => plan.schema.declaration(&named.name).is_some_and(|declaration| {
            aliases > 0
                && match &declaration.definition {
                    Definition::Alias(_) | Definition::Union(_) => {
                        takes_null_within(&shapes::resolved(&declaration.ty()), plan, aliases - 1)
                    }
                    Definition::Object(_) | Definition::Enum(_) => false,
                }
        }),
        // An inline type is held as any value.
        Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => true,
        Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::List(_)
        | Type::Set(_)
        | Type::Map(_) => false,
    }
}
