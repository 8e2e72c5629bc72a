//! The conversion matrices, printed from the code itself, so that documents cannot lag behind it.

use super::primitive::PRIMITIVES;
use super::{Scope, plan};
use crate::model::{Attribute, ObjectType, Type};

/// The matrix of the primitive types as a Markdown table; a row is a source.
///
/// ```
/// let matrix = tygen::engine::convert::matrix::primitives();
/// assert!(matrix.contains("| number | safe | same | unsafe | none |"));
/// ```
pub fn primitives() -> String {
    table(&PRIMITIVES.map(|ty| (ty.to_string(), ty)))
}

/// The matrix of the kinds of compound types, each of strings, as a Markdown table; a row is a source.
pub fn compounds() -> String {
    let object = Type::object(ObjectType::new([Attribute::required("a", Type::String)]));
    table(&[
        ("tuple".to_owned(), Type::tuple([Type::String])),
        ("object".to_owned(), object),
        ("list".to_owned(), Type::list(Type::String)),
        ("map".to_owned(), Type::map(Type::String)),
        ("set".to_owned(), Type::set(Type::String)),
    ])
}

/// The matrix of what the extended types add, for `string` and `int`, as a Markdown table; a row is
/// a source.
pub fn extended() -> String {
    let word = Type::enumeration(Type::String, vec![crate::model::Literal::string("a")]);
    let types = [
        Type::String,
        Type::Int,
        Type::None,
        Type::Any,
        Type::nullable(Type::String),
        word,
        Type::promise(Type::String),
        Type::output(Type::String),
        Type::Asset,
    ];
    table(&types.map(|ty| (ty.to_string(), ty)))
}

fn table(types: &[(String, Type)]) -> String {
    let row = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let head = std::iter::once("from \\ to").chain(types.iter().map(|(name, _)| &**name)).collect();
    let mut out = row(head);
    out.push_str(&row(vec!["---"; types.len() + 1]));
    for (name, from) in types {
        let cells = types.iter().map(|(_, to)| word(from, to));
        out.push_str(&row(std::iter::once(&**name).chain(cells).collect()));
    }
    out
}

fn word(from: &Type, to: &Type) -> &'static str {
    plan(from, to, &Scope::default()).map_or("none", |plan| plan.safety().word())
}
