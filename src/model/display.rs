//! Types as expressions, in the notation of schemas and messages.

use std::fmt;

use super::{NamedType, ObjectType, Optionality, Shape, Type};

/// The text between double quotes, escaped so that both JSON and HCL read it back: an HCL template
/// would start at `${` or `%{`, and bidi controls would reorder what a person sees.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '$' | '%' if characters.peek() == Some(&'{') => {
                // A sign before a brace is written as its code point, which both languages read.
                out.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// The expression of the notation: `object({a = string, b = optional(list(int))})`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::None => f.write_str("none"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Number => f.write_str("number"),
            Type::String => f.write_str("string"),
            Type::Any => f.write_str("any"),
            Type::Asset => f.write_str("asset"),
            Type::Archive => f.write_str("archive"),
            Type::Resource(token) => write!(f, "resource({})", quoted(token)),
            Type::Capsule(name) => write!(f, "capsule({})", quoted(name)),
            Type::List(element) => write!(f, "list({element})"),
            Type::Set(element) => write!(f, "set({element})"),
            Type::Map(element) => write!(f, "map({element})"),
            Type::Tuple(elements) => {
                f.write_str("tuple([")?;
                separated(f, elements.iter())?;
                f.write_str("])")
            }
            Type::Object(object) => write!(f, "{object}"),
            Type::Union(union) => {
                f.write_str("union(")?;
                separated(f, union.arms().iter())?;
                f.write_str(")")
            }
            Type::Enum(definition) => {
                write!(f, "enum({}", definition.base)?;
                for value in &definition.values {
                    write!(f, ", {value}")?;
                }
                f.write_str(")")
            }
            Type::Promise(element) => write!(f, "promise({element})"),
            Type::Output(element) => write!(f, "output({element})"),
            Type::Named(named) => write!(f, "{named}"),
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = impl fmt::Display>) -> fmt::Result {
    for (at, item) in items.enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl fmt::Display for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("object({")?;
        for (at, attribute) in self.attributes().enumerate() {
            let name = &attribute.name;
            f.write_str(if at == 0 { "" } else { ", " })?;
            if is_identifier(name) {
                f.write_str(name)?
            } else {
                f.write_str(&quoted(name))?
            }
            match &attribute.optionality {
                Optionality::Required => write!(f, " = {}", attribute.ty)?,
                Optionality::Optional => write!(f, " = optional({})", attribute.ty)?,
                Optionality::Default(default) => write!(f, " = optional({}, {default})", attribute.ty)?,
            }
        }
        f.write_str("})")
    }
}

/// Whether HCL reads the text as one identifier (HCL native syntax: UAX 31 with `-`).
fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(unicode_ident::is_xid_start)
        && characters.all(|character| character == '-' || unicode_ident::is_xid_continue(character))
        && !matches!(text, "true" | "false" | "null" | "for")
}

/// `package.Name`, or `package["Name"]` where the name is no identifier, with the shapes around it:
/// `inputShape(package.Name)`.
impl fmt::Display for NamedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shape in self.shapes.iter().rev() {
            f.write_str(match shape {
                Shape::Input => "inputShape(",
                Shape::Output => "outputShape(",
                Shape::Plain => "plainShape(",
                Shape::Resolved => "resolved(",
            })?;
        }
        let (package, name) = (&self.name.package, &self.name.name);
        if is_identifier(name) {
            write!(f, "{package}.{name}")?;
        } else {
            write!(f, "{package}[{}]", quoted(name))?;
        }
        self.shapes.iter().try_for_each(|_| f.write_str(")"))
    }
}
