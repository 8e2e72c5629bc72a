//! The type functions of the Pulumi type system: from a type to the type of its arguments, of its
//! results, of its plain values.
//!
//! `input`, `output` and `plain` are the match tables of `spec/4-pulumi-type-system.txt` to the letter;
//! `resolved` is what a program holds once everything has arrived. All are total and pure. Laws, for
//! every `t`, up to union equality:
//!
//! * `resolved(resolved(t)) = resolved(t)`
//! * `resolved(input(t)) = resolved(output(t)) = resolved(plain(t)) = resolved(t)`
//! * `plain(t) = resolved(t) = t` if `t` is free of promise and output.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{NamedType, Shape, Type, TypeName};

/// The type in a shape.
///
/// ```
/// use tygen::model::{Shape, Type};
/// let ty = Type::list(Type::String);
/// assert_eq!(tygen::shapes::shape(&ty, Shape::Output).to_string(), "output(list(output(string)))");
/// ```
pub fn shape(ty: &Type, shape: Shape) -> Type {
    match shape {
        Shape::Input => input_shape(ty),
        Shape::Output => output_shape(ty),
        Shape::Plain => plain_shape(ty),
        Shape::Resolved => resolved(ty),
    }
}

/// What an argument of the type may be: every part plain or an output.
pub fn input_shape(ty: &Type) -> Type {
    eventual_shape(ty, Shape::Input, Type::input)
}

/// What a result of the type is: every part an output.
pub fn output_shape(ty: &Type) -> Type {
    eventual_shape(ty, Shape::Output, Type::output)
}

/// The two tables differ in what they wrap a type in, and in nothing else.
fn eventual_shape(ty: &Type, shape: Shape, wrap: fn(Type) -> Type) -> Type {
    let recurse = |part: &Type| eventual_shape(part, shape, wrap);
    match ty {
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
        | Type::Enum(_) => wrap(ty.clone()),
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) => {
            wrap(ty.map_children(recurse))
        }
        Type::Union(_) => ty.map_children(recurse),
        Type::Promise(element) | Type::Output(element) => wrap((**element).clone()),
        Type::Named(named) => Type::Named(shaped(named, shape)),
    }
}

/// The type with one layer of promise or output taken off wherever one is met.
pub fn plain_shape(ty: &Type) -> Type {
    match ty {
        Type::Promise(element) | Type::Output(element) => (**element).clone(),
        Type::Named(named) => Type::Named(shaped(named, Shape::Plain)),
        other => other.map_children(plain_shape),
    }
}

/// The type with no promise or output at any depth.
pub fn resolved(ty: &Type) -> Type {
    match ty {
        Type::Promise(element) | Type::Output(element) => resolved(element),
        Type::Named(named) => Type::Named(shaped(named, Shape::Resolved)),
        other => other.map_children(resolved),
    }
}

/// The reference in one shape more. Whatever came before, `resolved` is `resolved`; and what is
/// resolved has nothing left for `plain` to take off.
fn shaped(named: &NamedType, shape: Shape) -> Arc<NamedType> {
    let name = named.name.clone();
    let shapes = match (named.shapes.as_slice(), shape) {
        (_, Shape::Resolved) | ([Shape::Resolved], Shape::Plain) => vec![Shape::Resolved],
        (before, shape) => before.iter().copied().chain([shape]).collect(),
    };
    Arc::new(NamedType { name, shapes })
}

/// What a reference stands for: the definition with the shapes taken of it, first applied first.
/// `None` if there is no such definition.
pub fn expand(named: &NamedType, definitions: &BTreeMap<TypeName, Type>) -> Option<Type> {
    let definition = definitions.get(&named.name)?;
    Some(named.shapes.iter().fold(definition.clone(), |ty, step| shape(&ty, *step)))
}
