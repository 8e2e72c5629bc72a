//! Types as expressions, in the notation of schemas and messages.

use std::fmt;

use super::{Discriminator, NamedType, ObjectType, Optionality, Shape, Type, TypeName};

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

/// The expression of the notation: `object({a = string, b = optional(list(int))})`. How values of a
/// union are told apart is left out.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Words::Brief.ty(self, f)
    }
}

/// A type as an expression that says all of it, see [`Type::expression`].
#[derive(Clone, Copy)]
pub struct Expression<'a> {
    ty: &'a Type,
    names: &'a dyn Fn(&TypeName) -> String,
}

impl Type {
    /// The expression that reads back as this type, declared types called what `names` says.
    ///
    /// ```
    /// use tygen::model::{Type, TypeName};
    /// let ports = Type::list(Type::named(TypeName::new("shop", "a:b:Port")));
    /// assert_eq!(ports.expression(&|_| "Port".to_owned()).to_string(), "list(Port)");
    /// ```
    pub fn expression<'a>(&'a self, names: &'a dyn Fn(&TypeName) -> String) -> Expression<'a> {
        Expression { ty: self, names }
    }
}

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Words::Whole(self.names).ty(self.ty, f)
    }
}

/// How much an expression says.
#[derive(Clone, Copy)]
enum Words<'a> {
    /// What people need.
    Brief,
    /// All, with these words for declared types.
    Whole(&'a dyn Fn(&TypeName) -> String),
}

impl Words<'_> {
    fn ty(self, ty: &Type, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match ty {
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
            Type::List(element) => self.around("list", element, f),
            Type::Set(element) => self.around("set", element, f),
            Type::Map(element) => self.around("map", element, f),
            Type::Tuple(elements) => {
                f.write_str("tuple([")?;
                self.separated(elements.iter(), f)?;
                f.write_str("])")
            }
            Type::Object(object) => self.object(object, f),
            Type::Union(union) => {
                f.write_str("union(")?;
                self.separated(union.arms().iter(), f)?;
                if let (Words::Whole(_), Some(discriminator)) = (self, &union.discriminator) {
                    self.discriminator(discriminator, f)?;
                }
                f.write_str(")")
            }
            Type::Enum(definition) => {
                f.write_str("enum(")?;
                self.ty(&definition.base, f)?;
                for value in &definition.values {
                    write!(f, ", {value}")?;
                }
                f.write_str(")")
            }
            Type::Promise(element) => self.around("promise", element, f),
            Type::Output(element) => self.around("output", element, f),
            Type::Named(named) => self.named(named, f),
        }
    }

    fn around(self, word: &str, element: &Type, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{word}(")?;
        self.ty(element, f)?;
        f.write_str(")")
    }

    fn separated<'t>(self, types: impl Iterator<Item = &'t Type>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, ty) in types.enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            self.ty(ty, f)?;
        }
        Ok(())
    }

    fn object(self, object: &ObjectType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("object({")?;
        for (at, attribute) in object.attributes().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            key(&attribute.name, f)?;
            match &attribute.optionality {
                Optionality::Required => self.ty(&attribute.ty, f)?,
                Optionality::Optional => self.around("optional", &attribute.ty, f)?,
                Optionality::Default(default) => {
                    f.write_str("optional(")?;
                    self.ty(&attribute.ty, f)?;
                    write!(f, ", {default})")?;
                }
            }
        }
        f.write_str("})")
    }

    /// `, discriminator("kind", {card = Card})`.
    fn discriminator(self, discriminator: &Discriminator, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ", discriminator({}, {{", quoted(&discriminator.property))?;
        for (at, (value, arm)) in discriminator.mapping.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            key(value, f)?;
            self.ty(arm, f)?;
        }
        f.write_str("})")
    }

    /// The name with the shapes around it: `inputShape(package.Name)`.
    fn named(self, named: &NamedType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shape in named.shapes.iter().rev() {
            f.write_str(match shape {
                Shape::Input => "inputShape(",
                Shape::Output => "outputShape(",
                Shape::Plain => "plainShape(",
                Shape::Resolved => "resolved(",
            })?;
        }
        match self {
            Words::Brief => f.write_str(&named.name.expression())?,
            Words::Whole(names) => f.write_str(&names(&named.name))?,
        }
        named.shapes.iter().try_for_each(|_| f.write_str(")"))
    }
}

/// `name = `, in quotes if it has to be.
fn key(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match is_identifier(name) {
        true => write!(f, "{name} = "),
        false => write!(f, "{} = ", quoted(name)),
    }
}

impl fmt::Display for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Words::Brief.object(self, f)
    }
}

impl fmt::Display for NamedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Words::Brief.named(self, f)
    }
}

impl TypeName {
    /// `package.Name`, or `package["Name"]` where the name is no identifier.
    pub fn expression(&self) -> String {
        let Self { package, name } = self;
        if is_identifier(name) { format!("{package}.{name}") } else { format!("{package}[{}]", quoted(name)) }
    }
}

/// Whether HCL reads the text as one identifier (HCL native syntax: UAX 31 with `-`).
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(unicode_ident::is_xid_start)
        && characters.all(|character| character == '-' || unicode_ident::is_xid_continue(character))
        && !matches!(text, "true" | "false" | "null" | "for")
}
