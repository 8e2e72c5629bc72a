//! What will be printed: every name and every decision is made.

use askama::Template;

/// A file of declarations.
#[derive(Template)]
#[template(path = "go/file.go", syntax = "go")]
pub struct File<'a> {
    /// The first line, without the comment sign.
    pub header: &'a str,
    /// The package's name.
    pub package: &'a str,
    /// The lines between the parentheses of the import declaration, in groups.
    pub imports: Vec<Vec<String>>,
    /// The declarations, in order.
    pub items: Vec<Item>,
}

/// The file that describes a package.
#[derive(Template)]
#[template(path = "go/doc.go", syntax = "go")]
pub struct PackageDoc<'a> {
    /// The first line, without the comment sign.
    pub header: &'a str,
    /// The comment, ready to print.
    pub doc: String,
    /// The package's name.
    pub package: &'a str,
}

/// The manifest.
#[derive(Template)]
#[template(path = "go/manifest.go", syntax = "go")]
pub struct Manifest<'a> {
    /// The first line, without the comment sign.
    pub header: &'a str,
    /// The module's import path.
    pub path: &'a str,
}

/// A declaration.
pub enum Item {
    /// `const Name = value`.
    Constant(Constant),
    /// `type Name struct`.
    Struct(Struct),
    /// `type Name = T`, or `type Name T` where recursion forbids the alias.
    Alias(Alias),
    /// A named type with constants.
    Enum(Enum),
    /// A sealed interface.
    Union(Union),
    /// One arm of a sealed interface.
    Variant(Variant),
}

/// A constant.
pub struct Constant {
    /// Comment, ready to print.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// The constant expression.
    pub value: String,
}

/// A struct.
pub struct Struct {
    /// Comment, ready to print.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// For a struct of arguments: the type that it is an input of.
    pub input_of: Option<String>,
}

/// A field of a struct, or a constant of a group.
pub struct Field {
    /// Comment, ready to print, one tab in.
    pub doc: String,
    /// The line, aligned with its neighbours.
    pub line: String,
}

/// Another name for a type.
pub struct Alias {
    /// Comment, ready to print.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// `= ` before the type for a true alias.
    pub equals: &'static str,
    /// The type.
    pub ty: String,
    /// For a type of its own: what Go does not know of it, as a literal.
    pub shape: Option<String>,
}

/// An enum.
pub struct Enum {
    /// Comment, ready to print.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub base: String,
    /// The constants.
    pub members: Vec<Field>,
    /// The constants' names, one for each value, with what parts them.
    pub cases: Vec<String>,
    /// What the runtime reads: the base type and the values as JSON, as a literal.
    pub values: String,
}

/// A sealed interface.
pub struct Union {
    /// Comment, ready to print.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// The method that its variants have.
    pub marker: String,
    /// The struct that lists them.
    pub list: String,
    /// Its fields.
    pub arms: Vec<Field>,
}

/// One arm of a sealed interface.
pub struct Variant {
    /// Comment, ready to print.
    pub doc: String,
    /// The struct's name.
    pub name: String,
    /// The name of the struct that is an argument.
    pub input: String,
    /// The interface's name.
    pub union: String,
    /// The method that makes it a variant.
    pub marker: String,
    /// The struct that lists the variants.
    pub list: String,
    /// What it holds.
    pub content: Content,
}

/// What a variant holds.
pub enum Content {
    /// Nothing: it is null.
    Null,
    /// A value of the type.
    Value(String),
}

/// A method that does nothing, of a type, with a pointer to another as its parameter, if any. gofmt has the
/// braces on one line if what is before them, the blank counted, is no longer than 100 bytes.
fn empty_method(receiver: impl AsRef<str>, name: impl AsRef<str>, parameter: impl AsRef<str>) -> String {
    let (receiver, name, parameter) = (receiver.as_ref(), name.as_ref(), parameter.as_ref());
    let pointer = if parameter.is_empty() { "" } else { "*" };
    let head = format!("func ({receiver}) {name}({pointer}{parameter})");
    if head.len() < 100 { format!("{head} {{}}") } else { format!("{head} {{\n}}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_break_where_gofmt_breaks_them() {
        // `func (A) InputOf(*B)` with 19 bytes around the parameter's name.
        let head = |length: usize| empty_method("A", "InputOf", "B".repeat(length - 19));
        assert_eq!(head(99).find("{}"), Some(100));
        assert!(head(100).ends_with("{\n}"));
    }
}
