//! What a schema declares: types, resources and functions, with all that people want to know of them.

use std::sync::Arc;

use super::{
    Attribute, Discriminator, Documentation, Literal, Numbers, ObjectType, Optionality, Type, TypeName, UnionType,
};
use crate::diag::SourceId;

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDeclaration {
    /// Its name: unique in the schema, and what [`Type::Named`] refers to.
    pub name: TypeName,
    /// Where generated code puts it and what it is called there.
    pub place: Place,
    /// What people read about it.
    pub documentation: Documentation,
    /// What it is.
    pub definition: Definition,
    /// How the numbers inside are held, if not as the package says.
    pub numbers: Option<Numbers>,
    /// Where it was declared.
    pub origin: Origin,
}

/// What a declared type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Named properties.
    Object(Vec<Property>),
    /// One of a fixed set of values.
    Enum(EnumDefinition),
    /// A value of one of several types.
    Union(UnionDefinition),
    /// Another name for a type that is none of the above.
    Alias(Type),
}

/// The values of a declared enum. Always nominal: two enums of the same values stay two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumDefinition {
    /// The type of every value: bool, int, number or string.
    pub base: Type,
    /// The values in declaration order, none twice.
    pub members: Vec<EnumMember>,
}

/// One value of a declared enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumMember {
    /// The wanted name, if the schema gives one; else it is made from the value.
    pub name: Option<Arc<str>>,
    /// The value on the wire, of the enum's base type.
    pub value: Literal,
    /// What people read about it.
    pub documentation: Documentation,
}

/// The arms of a declared union: two at least, in declaration order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnionDefinition {
    /// The arms, none itself an inline union, none twice.
    pub arms: Vec<Type>,
    /// How a value says which arm it is.
    pub discriminator: Option<Discriminator>,
}

/// A named part of an object type, of a resource's inputs or outputs, of a function's inputs or of
/// a package's configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, as on the wire.
    pub name: Arc<str>,
    /// The type of its value, before any shape.
    pub ty: Type,
    /// What an argument for it may be, where that is not `inputShape(ty)`: the schema says that a
    /// part of it must be plain.
    pub input: Option<Type>,
    /// Whether it may be absent.
    pub presence: Presence,
    /// What people read about it.
    pub documentation: Documentation,
    /// Its value is secret however it arrives.
    pub secret: bool,
    /// The one value that it has.
    pub constant: Option<Literal>,
    /// Environment variables that are asked, in order, before the default.
    pub environment: Vec<Arc<str>>,
    /// How the numbers inside are held, if not as the declaration or package says.
    pub numbers: Option<Numbers>,
    /// What it is called in some languages, if the schema says so.
    pub naming: Naming,
    /// What a change of it does to the resource.
    pub on_change: OnChange,
    /// It is always there in results, though an argument may leave it out.
    pub returned: bool,
}

/// What a change of an input does to its resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OnChange {
    /// The resource is updated, or the provider decides.
    #[default]
    Update,
    /// The provider replaces the resource by another one (Pulumi: `willReplaceOnChanges`).
    Replace,
    /// The program asks for that itself, whatever the provider says (Pulumi: `replaceOnChanges`).
    ForceReplace,
}

/// Whether a property may be absent, and what stands in for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Required,
    /// It may be absent.
    Optional,
    /// It may be absent; then it has this value.
    Default(Literal),
}

/// Something that is created and lives: its inputs make it, its outputs are what it then is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The token on the wire (`random:index/randomId:RandomId`, `aws_s3_bucket`).
    pub token: Arc<str>,
    /// Where generated code puts it and what it is called there.
    pub place: Place,
    /// What kind it is.
    pub kind: ResourceKind,
    /// What people read about it.
    pub documentation: Documentation,
    /// What it is made from.
    pub inputs: Vec<Property>,
    /// What it then is.
    pub outputs: Vec<Property>,
    /// By what an existing one is looked up, if that can be done.
    pub state_inputs: Vec<Property>,
    /// Functions called on it: the method's name and the function's token.
    pub methods: Vec<Method>,
    /// Earlier tokens.
    pub aliases: Vec<Arc<str>>,
    /// Where it was declared.
    pub origin: Origin,
}

/// A function called on a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The method's name.
    pub name: Arc<str>,
    /// The token of the function in the same package.
    pub function: Arc<str>,
}

/// What kind a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourceKind {
    /// Managed by a provider.
    Managed,
    /// Made of other resources.
    Component,
    /// The provider's own configuration.
    Provider,
    /// Opened for one run and not kept.
    Ephemeral,
}

/// Something that is called and answers: a Pulumi function, a Terraform data source or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The token on the wire.
    pub token: Arc<str>,
    /// Where generated code puts it and what it is called there.
    pub place: Place,
    /// What people read about it.
    pub documentation: Documentation,
    /// Its arguments.
    pub inputs: Vec<Property>,
    /// The names of the arguments that are passed by position, in order; empty if all by name.
    pub positional: Vec<Arc<str>>,
    /// The type of the answer, if there is one.
    pub result: Option<Type>,
    /// The answer is the value itself, not one that may depend on what is not known yet.
    pub plain: bool,
    /// Where it was declared.
    pub origin: Origin,
}

/// Where generated code puts a declaration: which module, which file of it, under which name. These
/// are wishes in the schema's own words; each language makes names of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The module, `/` between parts; empty for the package's root.
    pub module: Arc<str>,
    /// The file. What has one module and unit shares a file: a resource and its nested types.
    pub unit: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The name in some languages, if the schema says so.
    pub naming: Naming,
    /// Whose idea the name is.
    pub standing: Standing,
}

/// Whose idea a name is. Where two would be one, a name that the schema gives comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The schema gives it.
    #[default]
    Given,
    /// It is made from where the thing stands, since the schema gives none.
    Derived,
}

/// Names that the schema asks for, by the language's word on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Naming(pub Vec<(Arc<str>, Arc<str>)>);

/// Where something was declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub source: SourceId,
    /// The path in its document (`$.types.Port`).
    pub path: Arc<str>,
}

impl Naming {
    /// The name in that language, if the schema asks for one.
    pub fn for_language(&self, language: &str) -> Option<&str> {
        self.0.iter().find(|(word, _)| &**word == language).map(|(_, name)| &**name)
    }
}

impl Place {
    /// A declaration with a file of its own.
    pub fn alone(module: impl Into<Arc<str>>, name: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        Self { module: module.into(), unit: name.clone(), name, naming: Naming::default(), standing: Standing::Given }
    }
}

impl Property {
    /// A property that must be there, with nothing else to say of it.
    pub fn new(name: impl Into<Arc<str>>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            input: None,
            presence: Presence::Required,
            documentation: Documentation::default(),
            secret: false,
            constant: None,
            environment: Vec::new(),
            numbers: None,
            naming: Naming::default(),
            on_change: OnChange::Update,
            returned: false,
        }
    }

    /// The attribute that the engine sees: a constant is an enum of one value.
    pub fn attribute(&self) -> Attribute {
        Attribute {
            name: self.name.clone(),
            ty: match &self.constant {
                Some(constant) => Type::enumeration(self.ty.clone(), vec![constant.clone()]),
                None => self.ty.clone(),
            },
            optionality: match &self.presence {
                Presence::Required => Optionality::Required,
                Presence::Optional => Optionality::Optional,
                Presence::Default(default) => Optionality::Default(default.clone()),
            },
        }
    }
}

impl TypeDeclaration {
    /// The type that the name stands for.
    pub fn ty(&self) -> Type {
        match &self.definition {
            Definition::Object(properties) => Type::object(ObjectType::of_properties(properties)),
            Definition::Enum(definition) => Type::enumeration(
                definition.base.clone(),
                definition.members.iter().map(|member| member.value.clone()).collect(),
            ),
            Definition::Union(definition) => {
                UnionType::of(definition.arms.iter().cloned(), definition.discriminator.clone())
            }
            Definition::Alias(ty) => ty.clone(),
        }
    }
}

impl ObjectType {
    /// The object type that these properties make.
    pub fn of_properties(properties: &[Property]) -> Self {
        properties.iter().map(Property::attribute).collect()
    }
}
