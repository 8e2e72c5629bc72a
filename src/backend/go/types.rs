//! Type expressions of Go, and what a type of the model becomes.

use std::fmt;

use super::index::{Index, Resolution};
use crate::model::{IntRepresentation, NumberRepresentation, Numbers, Shape, Type};
use crate::shapes;

/// A type expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoType {
    /// A predeclared type.
    Predeclared(&'static str),
    /// `*big.Int`, `*big.Float`.
    Big(&'static str),
    /// A type of the runtime.
    Runtime(&'static str),
    /// A generic type of the runtime and what it is of.
    RuntimeOf(&'static str, Box<GoType>),
    /// A generated type: the package's name in this file, empty for the file's own package.
    Declared(String, String),
    /// `*T`.
    Pointer(Box<GoType>),
    /// `[]T`.
    Slice(Box<GoType>),
    /// `map[string]T`.
    Map(Box<GoType>),
}

impl fmt::Display for GoType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoType::Predeclared(name) => f.write_str(name),
            GoType::Big(name) => write!(f, "*big.{name}"),
            GoType::Runtime(name) => write!(f, "tygen.{name}"),
            GoType::RuntimeOf(name, element) => write!(f, "tygen.{name}[{element}]"),
            GoType::Declared(package, name) if package.is_empty() => f.write_str(name),
            GoType::Declared(package, name) => write!(f, "{package}.{name}"),
            GoType::Pointer(element) => write!(f, "*{element}"),
            GoType::Slice(element) => write!(f, "[]{element}"),
            GoType::Map(element) => write!(f, "map[string]{element}"),
        }
    }
}

impl GoType {
    /// `*T`.
    pub fn pointer(self) -> Self {
        GoType::Pointer(Box::new(self))
    }

    /// `tygen.Input[T]`.
    pub fn input(self) -> Self {
        GoType::RuntimeOf("Input", Box::new(self))
    }

    /// `tygen.Output[T]`.
    pub fn output(self) -> Self {
        GoType::RuntimeOf("Output", Box::new(self))
    }

    /// Calls `f` on the type and on every part of it.
    pub fn visit(&self, f: &mut impl FnMut(&GoType)) {
        f(self);
        match self {
            GoType::Predeclared(_) | GoType::Big(_) | GoType::Runtime(_) | GoType::Declared(..) => {}
            GoType::RuntimeOf(_, element)
            | GoType::Pointer(element)
            | GoType::Slice(element)
            | GoType::Map(element) => element.visit(f),
        }
    }
}

/// How a type of the model is held in Go, which decides how its absence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Has a nil that no value uses: slices, maps, interfaces, pointers. Nil is "absent".
    Nilable,
    /// A struct that recursion may make infinitely large.
    Struct,
    /// Anything else.
    Value,
}

/// The plain form of a type: no promise or output at any depth. Written for hoisted types; an inline type
/// that has no name in Go is held as a dynamic value.
pub fn plain(ty: &Type, numbers: Numbers, names: &dyn Fn(&Resolution) -> String, index: &Index<'_>) -> GoType {
    let recurse = |part: &Type| Box::new(plain(part, numbers, names, index));
    match ty {
        Type::None => GoType::Runtime("None"),
        Type::Bool => GoType::Predeclared("bool"),
        Type::Int => match numbers.int {
            IntRepresentation::Arbitrary => GoType::Big("Int"),
            IntRepresentation::Int64 => GoType::Predeclared("int64"),
            IntRepresentation::Int32 => GoType::Predeclared("int32"),
        },
        Type::Number => match numbers.number {
            NumberRepresentation::Double => GoType::Predeclared("float64"),
            NumberRepresentation::Exact => GoType::Big("Float"),
        },
        Type::String => GoType::Predeclared("string"),
        Type::Any | Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => GoType::Runtime("Value"),
        Type::Asset => GoType::Runtime("Asset"),
        Type::Archive => GoType::Runtime("Archive"),
        Type::Resource(_) => GoType::Runtime("ResourceReference"),
        Type::Capsule(_) => GoType::Runtime("Capsule"),
        Type::List(element) | Type::Set(element) => GoType::Slice(recurse(element)),
        Type::Map(element) => GoType::Map(recurse(element)),
        Type::Union(_) => match shapes::resolved(ty) {
            Type::Union(union) => match nullable(union.arms()) {
                Some(other) => GoType::RuntimeOf("Nullable", recurse(other)),
                None => GoType::Runtime("Value"),
            },
            single => *recurse(&single),
        },
        Type::Promise(element) | Type::Output(element) => *recurse(element),
        Type::Named(named) => match index.get(&named.name) {
            Some(resolution) => GoType::Declared(names(resolution), resolution.name.clone()),
            None => GoType::Runtime("Value"),
        },
    }
}

/// The form of a type's plain form.
pub fn form(ty: &Type, numbers: Numbers, index: &Index<'_>) -> Form {
    match ty {
        Type::Int => match numbers.int {
            IntRepresentation::Arbitrary => Form::Nilable,
            IntRepresentation::Int64 | IntRepresentation::Int32 => Form::Value,
        },
        Type::Number => match numbers.number {
            NumberRepresentation::Exact => Form::Nilable,
            NumberRepresentation::Double => Form::Value,
        },
        Type::None | Type::Bool | Type::String | Type::Resource(_) | Type::Capsule(_) => Form::Value,
        Type::Any | Type::Asset | Type::Archive | Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => Form::Nilable,
        Type::List(_) | Type::Set(_) | Type::Map(_) => Form::Nilable,
        Type::Union(_) => match shapes::resolved(ty) {
            Type::Union(union) if nullable(union.arms()).is_some() => Form::Value,
            Type::Union(_) => Form::Nilable,
            single => form(&single, numbers, index),
        },
        Type::Promise(element) | Type::Output(element) => form(element, numbers, index),
        Type::Named(named) => index.get(&named.name).map_or(Form::Nilable, |resolution| resolution.form),
    }
}

/// The other arm of a type that is `union(T, none)`.
pub fn nullable_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Union(union) => nullable(union.arms()),
        _ => None,
    }
}

/// The other arm of `union(T, none)`.
pub fn nullable(arms: &[Type]) -> Option<&Type> {
    match arms {
        [Type::None, other] | [other, Type::None] => Some(other),
        _ => None,
    }
}

/// Whether some part of an argument's type may arrive later.
pub fn may_arrive_later(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |part| {
        found |= match part {
            Type::Promise(_) | Type::Output(_) => true,
            Type::Named(named) => named.shapes.iter().any(|shape| matches!(shape, Shape::Input | Shape::Output)),
            _ => false,
        };
    });
    found
}
