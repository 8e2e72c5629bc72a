//! The format as it is written: what serde reads, and what the JSON Schema describes to editors.
//!
//! Doc comments here are what an editor shows.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};

pub use super::text::{RawDeprecated, RawText};
use crate::loader::document::Lenient;

/// Things by name, each of which may be wrong by itself.
pub(super) type Entries<T> = Option<Lenient<IndexMap<String, Lenient<T>>>>;

/// A type schema for tygen: https://github.com/tygen/tygen/blob/main/docs/schema-format.md
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "a mapping")]
#[schemars(title = "tygen schema", rename = "Schema")]
pub struct RawPackage {
    /// Where the JSON Schema of this format is, for editors that look for it here.
    #[serde(rename = "$schema")]
    pub _schema: Option<Lenient<String>>,
    /// The version of this format: 1.
    #[schemars(required, range(min = 1, max = 1))]
    pub tygen: Option<Lenient<u32>>,
    /// The name of the package, which other schemas refer to. Starts with a letter or digit, then letters, digits, `-` and `_`.
    #[schemars(required, regex(pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$"))]
    pub name: Option<Lenient<String>>,
    /// The version of the package, in quotes.
    pub version: Option<Lenient<String>>,
    /// The name of the package for people.
    pub display_name: Option<Lenient<String>>,
    /// What the package is, in Markdown.
    pub description: Option<Lenient<String>>,
    /// What the package is called in some languages, by `ts`, `go`, `rust`: the name in a registry, an import path.
    pub names: Entries<String>,
    /// The licence, as an SPDX expression.
    pub license: Option<Lenient<String>>,
    /// Where to read more.
    pub homepage: Option<Lenient<String>>,
    /// Where the source lives.
    pub repository: Option<Lenient<String>>,
    /// Words to find the package by.
    pub keywords: Option<Lenient<Vec<Lenient<String>>>>,
    /// Who publishes the package.
    pub publisher: Option<Lenient<String>>,
    /// Under which name of the publisher's its SDKs are published.
    pub namespace: Option<Lenient<String>>,
    /// Where the package's plug-in is downloaded, if not from the usual place.
    pub download: Option<Lenient<String>>,
    /// Where a picture of the package is.
    pub logo: Option<Lenient<String>>,
    /// What the package owes to others, in Markdown.
    pub attribution: Option<Lenient<String>>,
    /// Which other package's plug-in serves this one, and what it is given for that.
    pub parameterization: Option<Lenient<RawParameterization>>,
    /// Other packages that this one speaks of.
    pub dependencies: Option<Lenient<Vec<Lenient<RawPlugin>>>>,
    /// Other package names that tokens of this package may start with.
    pub token_packages: Option<Lenient<Vec<Lenient<String>>>>,
    /// How generated code holds numbers.
    pub numbers: Option<Lenient<RawNumbers>>,
    /// What null means for an attribute whose type does not take it; `value` if it is left out.
    pub nulls: Option<Lenient<RawNulls>>,
    /// Other schemas whose types are named here as `package.Name`: paths relative to this file.
    pub imports: Option<Lenient<Vec<Lenient<String>>>>,
    /// Configuration that programs may read, by name.
    pub config: Entries<RawProperty>,
    /// What the provider of the resources is made from.
    pub provider: Option<Lenient<RawResource>>,
    /// The types, by name. A text is a type expression; a mapping says more.
    pub types: Entries<RawType>,
    /// The resources, by name: things that are created from inputs and then have outputs.
    pub resources: Entries<RawResource>,
    /// The functions, by name.
    pub functions: Entries<RawFunction>,
}

/// Which other package's plug-in serves this one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "Parameterization")]
pub struct RawParameterization {
    /// The plug-in.
    pub base: RawPlugin,
    /// What it is given, in base64.
    pub parameter: Option<Lenient<String>>,
    /// Whether this package stands beside the plug-in's own, not in its place.
    pub extension: Option<Lenient<bool>>,
}

/// A plug-in or package at a version.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "Plugin")]
pub struct RawPlugin {
    /// Its name.
    pub name: String,
    /// Its version, in quotes.
    pub version: Option<Lenient<String>>,
    /// Where it is downloaded, if not from the usual place.
    pub download: Option<Lenient<String>>,
}

/// How generated code holds numbers. What is left out is as in the package, and there the default.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "Numbers")]
pub struct RawNumbers {
    /// What `int` becomes.
    pub int: Option<Lenient<RawInt>>,
    /// What `number` becomes.
    pub number: Option<Lenient<RawNumber>>,
}

/// What null means for an attribute whose type does not take it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Nulls")]
pub enum RawNulls {
    /// A value like any other, which the attribute does not take; the default.
    Value,
    /// That the attribute is not set, as in Terraform.
    Absent,
}

/// What `int` becomes.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "IntRepresentation")]
pub enum RawInt {
    /// An integer of any size; the default.
    Arbitrary,
    /// A native integer of 64 bits.
    Int64,
    /// A native integer of 32 bits.
    Int32,
}

/// What `number` becomes.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "NumberRepresentation")]
pub enum RawNumber {
    /// The double of the language; the default.
    Double,
    /// A number that keeps all its digits.
    Exact,
}

/// A type: an expression, or a mapping that says more.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Type", untagged)]
pub enum RawType {
    /// A type expression: `list(string)`.
    Short(String),
    /// One of `type`, `properties`, `enum` and `union`, and what is to be said of it.
    Long(Box<RawLongType>),
}

impl RawType {
    /// What it is called as a whole, if that is not the key.
    pub(super) fn token(&self) -> Option<&str> {
        match self {
            RawType::Short(_) => None,
            RawType::Long(raw) => raw.token.as_ref()?.0.as_deref(),
        }
    }
}

/// A type with one of `type`, `properties`, `enum` and `union`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "LongType")]
pub struct RawLongType {
    /// What it is, in Markdown.
    pub description: Option<Lenient<RawText>>,
    /// Why it should not be used any more; or just `true`.
    pub deprecated: Option<Lenient<RawDeprecated>>,
    /// What refers to it by its whole name, if that is not the key.
    pub token: Option<Lenient<String>>,
    /// The module that it is in, `/` between parts.
    pub module: Option<Lenient<String>>,
    /// Its name in generated code, if that is not the key.
    pub name: Option<Lenient<String>>,
    /// What it is called in some languages: `ts`, `go`, `rust`.
    pub names: Entries<String>,
    /// The file that it shares with what has the same module and file; its own if it is left out.
    pub file: Option<Lenient<String>>,
    /// Whether the name is made from where it stands, and so gives way to names that are given.
    pub derived: Option<Lenient<bool>>,
    /// How the numbers inside are held.
    pub numbers: Option<Lenient<RawNumbers>>,
    /// A type expression, which this is another name for. Beside `enum`: the type of its values.
    #[serde(rename = "type")]
    pub ty: Option<Lenient<String>>,
    /// An object: its properties, by name.
    pub properties: Entries<RawProperty>,
    /// One of these values.
    #[serde(rename = "enum")]
    pub members: Option<Lenient<Vec<Lenient<RawEnumMember>>>>,
    /// A value of one of these types: type expressions.
    pub union: Option<Lenient<Vec<Lenient<String>>>>,
    /// The property that says which type of the union a value is.
    pub discriminator: Option<Lenient<RawDiscriminator>>,
}

/// A value of an enum: the value, or a mapping that says more.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EnumMember", untagged)]
pub enum RawEnumMember {
    /// The value.
    Short(#[schemars(schema_with = "scalar")] Given),
    /// The value and what is to be said of it.
    Long(RawLongEnumMember),
}

/// A value of an enum.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "LongEnumMember")]
pub struct RawLongEnumMember {
    /// The value.
    #[schemars(schema_with = "scalar")]
    pub value: Given,
    /// Its name in generated code, if it is not to be made from the value.
    pub name: Option<Lenient<String>>,
    /// What it means, in Markdown.
    pub description: Option<Lenient<RawText>>,
    /// Why it should not be used any more; or just `true`.
    pub deprecated: Option<Lenient<RawDeprecated>>,
}

/// The property that says which type of the union a value is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Discriminator", untagged)]
pub enum RawDiscriminator {
    /// Its name. Every type of the union is an object in which it is a `const`.
    Short(String),
    /// Its name, and which value means which type.
    Long(RawLongDiscriminator),
}

/// The property that says which type of the union a value is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "LongDiscriminator")]
pub struct RawLongDiscriminator {
    /// Its name.
    pub property: String,
    /// From its value to the type expression of one of the union's types. What is left out is taken from the `const`s.
    pub mapping: Entries<String>,
}

/// A property: a type expression, or a mapping that says more.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Property", untagged)]
pub enum RawProperty {
    /// A type expression: `string`, `optional(int)`, `optional(int, 8080)`.
    Short(String),
    /// The type and what is to be said of it.
    Long(Box<RawLongProperty>),
}

/// A property.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "LongProperty")]
pub struct RawLongProperty {
    /// A type expression: `string`, `optional(int)`. May be left out beside `const`.
    #[serde(rename = "type")]
    pub ty: Option<Lenient<String>>,
    /// What it is, in Markdown.
    pub description: Option<Lenient<RawText>>,
    /// Why it should not be used any more; or just `true`.
    pub deprecated: Option<Lenient<RawDeprecated>>,
    /// A type expression: what an argument may be, if that is not any part of `type` plain or as an output.
    pub input: Option<Lenient<String>>,
    /// What it is called in some languages: `ts`, `go`, `rust`.
    pub names: Entries<String>,
    /// Whether its value is secret.
    pub secret: Option<Lenient<bool>>,
    /// Environment variables that are asked for it, in order, before the default.
    pub environment: Option<Lenient<Vec<Lenient<String>>>>,
    /// What a change of it does to the resource; `update` if it is left out.
    #[serde(rename = "onChange")]
    pub on_change: Option<Lenient<RawOnChange>>,
    /// Whether results always have it, though an argument may leave it out.
    pub returned: Option<Lenient<bool>>,
    /// The value that it has if it is left out. Makes it optional.
    #[serde(default)]
    pub default: Given,
    /// The one value that it has.
    #[serde(rename = "const", default)]
    pub constant: Given,
    /// How the numbers inside are held.
    pub numbers: Option<Lenient<RawNumbers>>,
}

/// Something that is created from inputs and then has outputs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "Resource")]
pub struct RawResource {
    /// The token on the wire; `package:module:Name` if it is left out, with `index` for no module.
    pub token: Option<Lenient<String>>,
    /// The module that it is in, `/` between parts.
    pub module: Option<Lenient<String>>,
    /// Its name in generated code, if that is not the key.
    pub name: Option<Lenient<String>>,
    /// What it is called in some languages: `ts`, `go`, `rust`.
    pub names: Entries<String>,
    /// The file that it shares with what has the same module and file; its own if it is left out.
    pub file: Option<Lenient<String>>,
    /// Whether the name is made from where it stands, and so gives way to names that are given.
    pub derived: Option<Lenient<bool>>,
    /// What kind it is; `managed` if it is left out.
    pub kind: Option<Lenient<RawKind>>,
    /// What it is, in Markdown.
    pub description: Option<Lenient<RawText>>,
    /// Why it should not be used any more; or just `true`.
    pub deprecated: Option<Lenient<RawDeprecated>>,
    /// What it is made from, by name.
    pub inputs: Entries<RawProperty>,
    /// What it then is, by name.
    pub outputs: Entries<RawProperty>,
    /// By what an existing one is looked up, by name.
    pub lookup: Entries<RawProperty>,
    /// Functions that are called on it: the method's name, and the function's token.
    pub methods: Entries<String>,
    /// Earlier tokens.
    pub aliases: Option<Lenient<Vec<Lenient<String>>>>,
}

/// Something that is called and answers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mapping")]
#[schemars(rename = "Function")]
pub struct RawFunction {
    /// The token on the wire; `package:module:name` if it is left out, with `index` for no module.
    pub token: Option<Lenient<String>>,
    /// The module that it is in, `/` between parts.
    pub module: Option<Lenient<String>>,
    /// Its name in generated code, if that is not the key.
    pub name: Option<Lenient<String>>,
    /// What it is called in some languages: `ts`, `go`, `rust`.
    pub names: Entries<String>,
    /// The file that it shares with what has the same module and file; its own if it is left out.
    pub file: Option<Lenient<String>>,
    /// Whether the name is made from where it stands, and so gives way to names that are given.
    pub derived: Option<Lenient<bool>>,
    /// What it does, in Markdown.
    pub description: Option<Lenient<RawText>>,
    /// Why it should not be used any more; or just `true`.
    pub deprecated: Option<Lenient<RawDeprecated>>,
    /// Its arguments, by name.
    pub inputs: Entries<RawProperty>,
    /// The names of the inputs that are given by position, in order.
    pub positional: Option<Lenient<Vec<Lenient<String>>>>,
    /// The type expression of the answer.
    pub result: Option<Lenient<String>>,
    /// Whether the answer is the value itself, not one that may depend on what is not known yet.
    pub plain: Option<Lenient<bool>>,
}

/// What kind a resource is.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum RawKind {
    /// Managed by a provider; the default.
    Managed,
    /// Made of other resources.
    Component,
    /// Opened for one run and not kept.
    Ephemeral,
}

/// What a change of a property does to the resource.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "OnChange")]
pub enum RawOnChange {
    /// The resource is updated, or the provider decides; the default.
    Update,
    /// The provider replaces the resource.
    Replace,
    /// The resource is replaced whatever the provider says.
    ForceReplace,
}

/// Whether there is a value, of any kind. The value itself is taken from the document's tree, which
/// knows its exact digits and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is there, perhaps with `null`.
    Present,
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Given::Present)
    }
}

impl JsonSchema for Given {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AnyValue".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::Schema::default()
    }
}

fn scalar(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["string", "number", "boolean"] })
}

/// The JSON Schema of the format, as draft 7, which all editors understand.
pub fn json_schema() -> serde_json::Value {
    let generator = schemars::generate::SchemaSettings::draft07().into_generator();
    generator.into_root_schema_for::<RawPackage>().to_value()
}
