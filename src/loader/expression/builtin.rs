//! The words of the notation.

use super::Dialect;
use crate::model::{Shape, Type};

/// A word that stands for a type by itself.
pub(super) fn keyword(word: &str, dialect: Dialect) -> Option<Type> {
    let shared = match word {
        "bool" => Some(Type::Bool),
        "number" => Some(Type::Number),
        "string" => Some(Type::String),
        "any" => Some(Type::Any),
        "list" => Some(Type::list(Type::Any)),
        "set" => Some(Type::set(Type::Any)),
        "map" => Some(Type::map(Type::Any)),
        _ => None,
    };
    let extended = || match word {
        "none" => Some(Type::None),
        "int" => Some(Type::Int),
        "asset" => Some(Type::Asset),
        "archive" => Some(Type::Archive),
        _ => None,
    };
    match dialect {
        Dialect::Terraform => shared,
        Dialect::Tygen => shared.or_else(extended),
    }
}

/// A word that makes a type of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constructor {
    List,
    Set,
    Map,
    Tuple,
    Object,
    Optional,
    Union,
    Enum,
    Promise,
    Output,
    Input,
    Resource,
    Capsule,
    /// A shape taken of a type: what stands in the place of the type where a part of it must be plain.
    Shape(Shape),
}

/// Every constructor: its word, what it looks like, and whether Terraform has it.
const CONSTRUCTORS: &[(&str, Constructor, &str, Dialect)] = &[
    ("list", Constructor::List, "list(T)", Dialect::Terraform),
    ("set", Constructor::Set, "set(T)", Dialect::Terraform),
    ("map", Constructor::Map, "map(T)", Dialect::Terraform),
    ("tuple", Constructor::Tuple, "tuple([T, U])", Dialect::Terraform),
    ("object", Constructor::Object, "object({name = T, other = optional(U)})", Dialect::Terraform),
    ("optional", Constructor::Optional, "optional(T)", Dialect::Terraform),
    ("union", Constructor::Union, "union(T, U)", Dialect::Tygen),
    ("enum", Constructor::Enum, "enum(string, \"a\", \"b\")", Dialect::Tygen),
    ("promise", Constructor::Promise, "promise(T)", Dialect::Tygen),
    ("output", Constructor::Output, "output(T)", Dialect::Tygen),
    ("input", Constructor::Input, "input(T)", Dialect::Tygen),
    ("resource", Constructor::Resource, "resource(\"package:module:Name\")", Dialect::Tygen),
    ("capsule", Constructor::Capsule, "capsule(\"name\")", Dialect::Tygen),
    ("inputShape", Constructor::Shape(Shape::Input), "inputShape(T)", Dialect::Tygen),
    ("outputShape", Constructor::Shape(Shape::Output), "outputShape(T)", Dialect::Tygen),
    ("plainShape", Constructor::Shape(Shape::Plain), "plainShape(T)", Dialect::Tygen),
    ("resolved", Constructor::Shape(Shape::Resolved), "resolved(T)", Dialect::Tygen),
];

impl Constructor {
    /// The constructor of that word.
    pub(super) fn of(word: &str, dialect: Dialect) -> Option<Self> {
        CONSTRUCTORS
            .iter()
            .find(|(name, _, _, since)| *name == word && (dialect == Dialect::Tygen || *since == dialect))
            .map(|(_, constructor, _, _)| *constructor)
    }

    /// What it looks like.
    pub(super) fn usage(self) -> &'static str {
        CONSTRUCTORS.iter().find(|(_, constructor, _, _)| *constructor == self).map_or("", |(_, _, usage, _)| usage)
    }
}

/// Every word, for suggestions.
pub(super) fn words(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    const KEYWORDS: [&str; 11] =
        ["string", "int", "number", "bool", "any", "none", "asset", "archive", "list", "set", "map"];
    let constructors = CONSTRUCTORS.iter().map(|(word, _, _, _)| *word);
    KEYWORDS
        .into_iter()
        .chain(constructors)
        .filter(move |word| keyword(word, dialect).is_some() || Constructor::of(word, dialect).is_some())
}

/// The word for what other notations call otherwise.
pub(super) fn synonym(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "integer" | "int32" | "int64" | "i32" | "i64" | "long" | "bigint" | "uint" => Some("int"),
        "float" | "double" | "decimal" | "float64" | "f64" | "real" => Some("number"),
        "boolean" => Some("bool"),
        "str" | "text" => Some("string"),
        "array" | "vec" | "vector" | "sequence" | "slice" => Some("list"),
        "dict" | "dictionary" | "record" | "hash" | "mapping" => Some("map"),
        "struct" => Some("object"),
        "nil" | "null" | "void" | "undefined" => Some("none"),
        "dynamic" | "json" | "unknown" => Some("any"),
        "option" | "nullable" | "maybe" => Some("optional"),
        "oneof" | "anyof" => Some("union"),
        "future" => Some("promise"),
        "file" => Some("asset"),
        _ => None,
    }
}
