//! What is printed: every name, every type and every line break is decided here already.

use askama::Template;

/// A file of declarations.
#[derive(Template)]
#[template(path = "rust/unit.rs")]
pub(super) struct UnitFile {
    /// The first line, behind the comment sign.
    pub(super) header: String,
    /// What the file imports.
    pub(super) imports: Vec<String>,
    /// What it declares.
    pub(super) items: Vec<Item>,
}

/// The file of a module: its files and its child modules.
#[derive(Template)]
#[template(path = "rust/module.rs")]
pub(super) struct ModuleFile {
    pub(super) header: String,
    /// Lines that stand before everything else: inner documentation and attributes.
    pub(super) prelude: Vec<String>,
    /// Child modules, which programs name.
    pub(super) children: Vec<Child>,
    /// Files, whose declarations are the module's own.
    pub(super) units: Vec<String>,
}

/// A child module.
pub(super) struct Child {
    /// Its attributes.
    pub(super) lines: Lines,
    pub(super) name: String,
}

/// The manifest of a crate.
#[derive(Template)]
#[template(path = "rust/manifest.toml")]
pub(super) struct ManifestFile {
    pub(super) header: String,
    /// Lines `key = value`.
    pub(super) package: Vec<String>,
    /// The features, each with those that it needs.
    pub(super) features: Vec<String>,
}

/// A declaration.
pub(super) enum Item {
    Struct(Struct),
    Tuple(Tuple),
    Union(Union),
    Enum(Enum),
    Alias(Alias),
    Name(Name),
}

/// What comes before the keyword of any declaration: doc comment and attributes, whole lines.
pub(super) type Lines = Vec<String>;

/// A struct with named fields.
pub(super) struct Struct {
    pub(super) lines: Lines,
    /// Up to the opening brace.
    pub(super) header: String,
    /// `impl Name {`
    pub(super) own_impl: String,
    pub(super) fields: Fields,
    pub(super) constants: Option<Vec<Constant>>,
    pub(super) constructor: Option<Constructor>,
    /// The call of the macro that makes its conversions; none if it has none.
    pub(super) conversion: Lines,
}

/// The fields of a struct.
pub(super) enum Fields {
    None,
    Some(Vec<Field>),
}

/// A field.
pub(super) struct Field {
    pub(super) lines: Lines,
    /// `pub name: Type`, broken as rustfmt does.
    pub(super) declaration: String,
}

/// An associated constant.
pub(super) struct Constant {
    pub(super) lines: Lines,
    /// `pub const NAME: Type = value;`, broken as rustfmt does.
    pub(super) declaration: String,
}

/// The function that makes a struct of what is required.
pub(super) struct Constructor {
    pub(super) lines: Lines,
    /// Up to the opening brace.
    pub(super) signature: String,
    /// `name: value`
    pub(super) fields: Vec<String>,
}

/// A tuple struct.
pub(super) struct Tuple {
    pub(super) lines: Lines,
    /// Up to the semicolon.
    pub(super) declaration: String,
    /// The call of the macro that makes its conversions.
    pub(super) conversion: Lines,
}

/// An enum with a type in each variant.
pub(super) struct Union {
    pub(super) lines: Lines,
    /// Up to the opening brace.
    pub(super) header: String,
    pub(super) variants: Vec<Variant>,
    pub(super) conversions: Vec<Conversion>,
    /// The call of the macro that makes its conversions.
    pub(super) conversion: Lines,
}

/// A variant of a union.
pub(super) struct Variant {
    pub(super) lines: Lines,
    /// `Name` or `Name(Type)`
    pub(super) declaration: String,
}

/// `From` one type into a union.
pub(super) struct Conversion {
    /// `impl From<…> for … {`
    pub(super) header: String,
    /// `fn from(value: …) -> Self {`
    pub(super) signature: String,
    /// What makes the union of `value`.
    pub(super) expression: String,
}

/// An enum of known values, and one variant for all others.
pub(super) struct Enum {
    pub(super) lines: Lines,
    /// Up to the opening brace.
    pub(super) header: String,
    /// `impl Name {`
    pub(super) own_impl: String,
    pub(super) variants: Vec<Variant>,
    pub(super) access: Access,
    /// From the base type.
    pub(super) conversions: Vec<EnumConversion>,
    /// `impl Display for … {`
    pub(super) display: Option<String>,
    /// The call of the macro that makes its conversions.
    pub(super) conversion: Lines,
}

/// The method that gives the value on the wire.
pub(super) struct Access {
    /// Up to the opening brace.
    pub(super) signature: String,
    /// `Self::Name => value`, broken as rustfmt does.
    pub(super) arms: Vec<String>,
}

/// `From` a type into an enum.
pub(super) struct EnumConversion {
    /// `impl From<…> for … {`
    pub(super) header: String,
    /// `fn from(value: …) -> Self {`
    pub(super) signature: String,
    pub(super) body: EnumBody,
}

/// How the variant is found.
pub(super) enum EnumBody {
    /// By a `match` on this, with these arms.
    Match { on: String, arms: Vec<String> },
    /// By comparing with each: the condition and the variant.
    Compare { tests: Vec<(String, String)>, otherwise: String },
}

/// Another name for a type.
pub(super) struct Alias {
    pub(super) lines: Lines,
    /// Up to the semicolon, broken as rustfmt does.
    pub(super) declaration: String,
}

/// A type that has no values: it names another one where Rust does not tell everything of it.
pub(super) struct Name {
    /// What it names.
    pub(super) plain: String,
    pub(super) name: String,
    /// The call of the macro that makes its conversions.
    pub(super) conversion: Lines,
}
