//! The document as the Pulumi package schema writes it.
//!
//! Keys that say nothing about types or about the use of a package are passed over: which languages
//! write an overlay by hand, how each of Pulumi's own generators is set.

use serde::de::{MapAccess, SeqAccess};

use crate::loader::lenient::{Exact, Given, Members, Readable, Text, record};

/// An array of strings.
pub(super) type Texts<'a> = Vec<Given<Text<'a>>>;

record! {
    /// The whole document.
    Package {
        "name" => name: Given<Text<'a>>,
        "displayName" => display_name: Given<Text<'a>>,
        "version" => version: Given<Text<'a>>,
        "description" => description: Given<Text<'a>>,
        "keywords" => keywords: Given<Texts<'a>>,
        "homepage" => homepage: Given<Text<'a>>,
        "license" => license: Given<Text<'a>>,
        "repository" => repository: Given<Text<'a>>,
        "meta" => meta: Given<Meta<'a>>,
        "language" => language: Given<Languages<'a>>,
        "config" => config: Given<Config<'a>>,
        "types" => types: Given<Members<'a, Declaration<'a>>>,
        "provider" => provider: Given<Resource<'a>>,
        "resources" => resources: Given<Members<'a, Resource<'a>>>,
        "functions" => functions: Given<Members<'a, Function<'a>>>,
        "publisher" => publisher: Given<Text<'a>>,
        "namespace" => namespace: Given<Text<'a>>,
        "attribution" => attribution: Given<Text<'a>>,
        "logoUrl" => logo: Given<Text<'a>>,
        "pluginDownloadURL" => download: Given<Text<'a>>,
        "allowedPackageNames" => token_packages: Given<Texts<'a>>,
        "dependencies" => dependencies: Given<Vec<Given<Plugin<'a>>>>,
        "parameterization" => parameterization: Given<Parameterization<'a>>,
        "extensionParameterization" => extension: Given<Parameterization<'a>>,
    } ignored { "$schema", }
}

record! {
    /// A package or plug-in at a version.
    Plugin {
        "name" => name: Given<Text<'a>>,
        "version" => version: Given<Text<'a>>,
        "pluginDownloadURL" => download: Given<Text<'a>>,
        "downloadURL" => download_from: Given<Text<'a>>,
    } ignored { "parameterization", }
}

record! {
    /// How the package is made of another one's plug-in.
    Parameterization {
        "baseProvider" => base: Given<Plugin<'a>>,
        "parameter" => parameter: Given<Text<'a>>,
    } ignored { "name", }
}

record! {
    /// How tokens are read.
    Meta { "moduleFormat" => module_format: Given<Text<'a>>, } ignored { "supportPack", }
}

record! {
    /// The parts of the settings of Pulumi's own generators that say what modules are called.
    Languages {
        "nodejs" => nodejs: Given<Language<'a>>,
        "go" => go: Given<Language<'a>>,
        "rust" => rust: Given<Language<'a>>,
    } ignored { "csharp", "dotnet", "java", "python", "yaml", "hcl", "scala", }
}

/// One language's settings: of no other key is anything asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Language<'a> {
    /// From a module's name to what it is called.
    pub(super) modules: Given<Members<'a, Text<'a>>>,
    /// What the package is called.
    pub(super) package: Given<Text<'a>>,
}

impl<'a> Readable<'a> for Language<'a> {
    const KIND: &'static str = "an object";

    fn from_members<A: MapAccess<'a>>(mut members: A) -> Result<Option<Self>, A::Error> {
        let mut language = Self::default();
        while let Some(Text(key)) = members.next_key()? {
            match &*key {
                "moduleToPackage" => language.modules = members.next_value()?,
                "packageName" | "importBasePath" => language.package = members.next_value()?,
                _ => {
                    members.next_value::<serde::de::IgnoredAny>()?;
                }
            }
        }
        Ok(Some(language))
    }
}

record! {
    /// Configuration that programs may read. `defaults` names what is *required*, whatever it is called.
    Config {
        "variables" => variables: Given<Members<'a, Spec<'a>>>,
        "defaults" => required: Given<Texts<'a>>,
    } ignored {}
}

record! {
    /// A type; of a property also what else is to be known of it.
    Spec {
        "type" => ty: Given<Text<'a>>,
        "$ref" => reference: Given<Text<'a>>,
        "items" => items: Given<Box<Spec<'a>>>,
        "additionalProperties" => values: Given<Box<Spec<'a>>>,
        "oneOf" => arms: Given<Vec<Given<Spec<'a>>>>,
        "discriminator" => discriminator: Given<Box<Discriminator<'a>>>,
        "plain" => plain: Given<Plain<'a>>,
        "description" => description: Given<Text<'a>>,
        "const" => constant: Exact<'a>,
        "default" => default: Exact<'a>,
        "defaultInfo" => default_info: Given<Box<DefaultInfo<'a>>>,
        "deprecationMessage" => deprecation: Given<Text<'a>>,
        "language" => language: Exact<'a>,
        "secret" => secret: Given<bool>,
        "replaceOnChanges" => force_replace: Given<bool>,
        "willReplaceOnChanges" => replace: Given<bool>,
    } ignored {}
}

record! {
    /// How a value of a union says which arm it is.
    Discriminator {
        "propertyName" => property: Given<Text<'a>>,
        "mapping" => mapping: Given<Members<'a, Text<'a>>>,
    } ignored {}
}

record! {
    /// Where else a default comes from.
    DefaultInfo { "environment" => environment: Given<Texts<'a>>, } ignored { "language", }
}

record! {
    /// An object or an enum; as the answer of a function any type.
    Declaration {
        "type" => ty: Given<Text<'a>>,
        "properties" => properties: Given<Members<'a, Spec<'a>>>,
        "required" => required: Given<Texts<'a>>,
        "plain" => plain: Given<Plain<'a>>,
        "enum" => members: Given<Vec<Given<EnumMember<'a>>>>,
        "$ref" => reference: Given<Text<'a>>,
        "items" => items: Given<Box<Spec<'a>>>,
        "additionalProperties" => values: Given<Box<Spec<'a>>>,
        "oneOf" => arms: Given<Vec<Given<Spec<'a>>>>,
        "discriminator" => discriminator: Given<Box<Discriminator<'a>>>,
        "description" => description: Given<Text<'a>>,
        "deprecationMessage" => deprecation: Given<Text<'a>>,
        "language" => language: Exact<'a>,
    } ignored { "isOverlay", "overlaySupportedLanguages", }
}

record! {
    /// A value of an enum.
    EnumMember {
        "name" => name: Given<Text<'a>>,
        "value" => value: Exact<'a>,
        "description" => description: Given<Text<'a>>,
        "deprecationMessage" => deprecation: Given<Text<'a>>,
    } ignored {}
}

record! {
    /// A resource or component, or the provider's own configuration.
    Resource {
        "description" => description: Given<Text<'a>>,
        "properties" => outputs: Given<Members<'a, Spec<'a>>>,
        "required" => required: Given<Texts<'a>>,
        "inputProperties" => inputs: Given<Members<'a, Spec<'a>>>,
        "requiredInputs" => required_inputs: Given<Texts<'a>>,
        "plainInputs" => plain_inputs: Given<Plain<'a>>,
        "stateInputs" => state_inputs: Given<Declaration<'a>>,
        "aliases" => aliases: Given<Vec<Given<Alias<'a>>>>,
        "isComponent" => component: Given<bool>,
        "methods" => methods: Given<Members<'a, Text<'a>>>,
        "deprecationMessage" => deprecation: Given<Text<'a>>,
        "language" => language: Exact<'a>,
    } ignored { "type", "plain", "isOverlay", "overlaySupportedLanguages", }
}

record! {
    /// An earlier token of a resource.
    Alias { "type" => token: Given<Text<'a>>, } ignored { "name", "project", }
}

record! {
    /// A function. What its answer is, `outputs` alone says.
    Function {
        "description" => description: Given<Text<'a>>,
        "inputs" => inputs: Given<Declaration<'a>>,
        "multiArgumentInputs" => positional: Given<Texts<'a>>,
        "outputs" => outputs: Given<Declaration<'a>>,
        "deprecationMessage" => deprecation: Given<Text<'a>>,
        "language" => language: Exact<'a>,
    } ignored { "returnType", "isOverlay", "overlaySupportedLanguages", }
}

/// What is plain: a type is or is not, of an object some properties may be.
#[derive(Clone, Debug)]
pub(super) enum Plain<'a> {
    Whole(bool),
    Properties(Texts<'a>),
}

impl<'a> Readable<'a> for Plain<'a> {
    const KIND: &'static str = "a bool";

    fn from_flag(value: bool) -> Option<Self> {
        Some(Plain::Whole(value))
    }

    fn from_sequence<A: SeqAccess<'a>>(sequence: A) -> Result<Option<Self>, A::Error> {
        Ok(Vec::from_sequence(sequence)?.map(Plain::Properties))
    }
}

impl Plain<'_> {
    /// Whether the property of that name is listed.
    pub(super) fn lists(&self, name: &str) -> bool {
        match self {
            Plain::Whole(_) => false,
            Plain::Properties(names) => names.iter().any(|listed| listed.value().is_some_and(|text| **text == *name)),
        }
    }
}

/// The keys that say what a type is, of whatever holds them.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeKeys<'v, 'a> {
    pub(super) ty: &'v Given<Text<'a>>,
    pub(super) reference: &'v Given<Text<'a>>,
    pub(super) items: &'v Given<Box<Spec<'a>>>,
    pub(super) values: &'v Given<Box<Spec<'a>>>,
    pub(super) arms: &'v Given<Vec<Given<Spec<'a>>>>,
    pub(super) discriminator: &'v Given<Box<Discriminator<'a>>>,
    pub(super) plain: bool,
}

impl<'a> Spec<'a> {
    /// The keys that say what type it is.
    pub(super) fn keys(&self) -> TypeKeys<'_, 'a> {
        TypeKeys {
            ty: &self.ty,
            reference: &self.reference,
            items: &self.items,
            values: &self.values,
            arms: &self.arms,
            discriminator: &self.discriminator,
            plain: matches!(self.plain, Given::Value(Plain::Whole(true))),
        }
    }
}

impl<'a> Declaration<'a> {
    /// The keys that say what type it is, if it is no object of its own.
    pub(super) fn keys(&self) -> TypeKeys<'_, 'a> {
        TypeKeys {
            ty: &self.ty,
            reference: &self.reference,
            items: &self.items,
            values: &self.values,
            arms: &self.arms,
            discriminator: &self.discriminator,
            plain: matches!(self.plain, Given::Value(Plain::Whole(true))),
        }
    }

    /// Whether an argument of it has parts that may be outputs themselves.
    pub(super) fn has_parts(&self) -> bool {
        let is_enum = !matches!(self.members, Given::Absent);
        let is_primitive =
            matches!(self.ty.value().map(|word| &**word), Some("string" | "boolean" | "integer" | "number"));
        self.is_object() || !(is_enum || is_primitive)
    }

    /// Whether it has properties of its own. `type` does not decide: it is left out, says `object`, or
    /// repeats the token.
    pub(super) fn is_object(&self) -> bool {
        let says_object =
            !matches!(self.ty.value().map(|word| &**word), Some("array" | "string" | "boolean" | "integer" | "number"));
        let says_other = [&self.items, &self.values].iter().any(|part| !matches!(part, Given::Absent))
            || !matches!(self.reference, Given::Absent)
            || !matches!(self.arms, Given::Absent)
            || !matches!(self.members, Given::Absent);
        !matches!(self.properties, Given::Absent) || (says_object && !says_other)
    }
}
