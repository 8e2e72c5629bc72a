//! The document as `terraform providers schema -json` writes it.
//!
//! Keys that say nothing about types are passed over: the number of a schema's version (what changed
//! between two is not in the document), how a description is marked up, and that an action belongs to no
//! resource.

use std::borrow::Cow;

use serde::de::{IgnoredAny, SeqAccess};

use crate::loader::lenient::{Given, Members, Readable, Text, record};
use crate::model::{Attribute as TypeAttribute, ObjectType, Type};

record! {
    /// The whole document.
    Document {
        "format_version" => format_version: Given<Text<'a>>,
        "provider_schemas" => providers: Given<Members<'a, Provider<'a>>>,
    } ignored {}
}

record! {
    /// What one provider offers.
    Provider {
        "provider" => configuration: Given<Schema<'a>>,
        "resource_schemas" => resources: Given<Members<'a, Schema<'a>>>,
        "data_source_schemas" => data_sources: Given<Members<'a, Schema<'a>>>,
        "ephemeral_resource_schemas" => ephemeral: Given<Members<'a, Schema<'a>>>,
        "list_resource_schemas" => lists: Given<Members<'a, Schema<'a>>>,
        "action_schemas" => actions: Given<Members<'a, Schema<'a>>>,
        "state_store_schemas" => state_stores: Given<Members<'a, Schema<'a>>>,
        "functions" => functions: Given<Members<'a, Function<'a>>>,
        "resource_identity_schemas" => identities: Given<Members<'a, Identity<'a>>>,
    } ignored {}
}

record! {
    /// The schema of a resource, a data source or the provider itself.
    Schema { "block" => block: Given<Block<'a>>, } ignored { "version", "unlinked", }
}

record! {
    /// A block of configuration.
    Block {
        "attributes" => attributes: Given<Members<'a, Attribute<'a>>>,
        "block_types" => blocks: Given<Members<'a, NestedBlock<'a>>>,
        "description" => description: Given<Text<'a>>,
        "deprecated" => deprecated: Given<bool>,
        "deprecation_message" => deprecation_message: Given<Text<'a>>,
    } ignored { "description_kind", }
}

record! {
    /// A block inside a block.
    NestedBlock {
        "nesting_mode" => nesting: Given<Text<'a>>,
        "block" => block: Given<Box<Block<'a>>>,
        "min_items" => min_items: Given<u64>,
        "max_items" => max_items: Given<u64>,
    } ignored {}
}

record! {
    /// An attribute of a block or of a nested attribute.
    Attribute {
        "type" => ty: Given<CtyType>,
        "nested_type" => nested: Given<Box<NestedAttributes<'a>>>,
        "description" => description: Given<Text<'a>>,
        "deprecated" => deprecated: Given<bool>,
        "deprecation_message" => deprecation_message: Given<Text<'a>>,
        "required" => required: Given<bool>,
        "optional" => optional: Given<bool>,
        "computed" => computed: Given<bool>,
        "sensitive" => sensitive: Given<bool>,
        "write_only" => write_only: Given<bool>,
    } ignored { "description_kind", }
}

record! {
    /// Attributes inside an attribute.
    NestedAttributes {
        "attributes" => attributes: Given<Members<'a, Attribute<'a>>>,
        "nesting_mode" => nesting: Given<Text<'a>>,
        "min_items" => min_items: Given<u64>,
        "max_items" => max_items: Given<u64>,
    } ignored {}
}

record! {
    /// A function of the provider.
    Function {
        "summary" => summary: Given<Text<'a>>,
        "description" => description: Given<Text<'a>>,
        "deprecation_message" => deprecation_message: Given<Text<'a>>,
        "return_type" => result: Given<CtyType>,
        "parameters" => parameters: Given<Vec<Given<Parameter<'a>>>>,
        "variadic_parameter" => variadic: Given<Parameter<'a>>,
    } ignored { "description_kind", }
}

record! {
    /// A parameter of a function.
    Parameter {
        "name" => name: Given<Text<'a>>,
        "description" => description: Given<Text<'a>>,
        "is_nullable" => nullable: Given<bool>,
        "type" => ty: Given<CtyType>,
    } ignored { "description_kind", }
}

record! {
    /// By what an existing resource is known.
    Identity {
        "attributes" => attributes: Given<Members<'a, IdentityAttribute<'a>>>,
    } ignored { "version", }
}

record! {
    /// A part of an identity.
    IdentityAttribute {
        "type" => ty: Given<CtyType>,
        "description" => description: Given<Text<'a>>,
        "required_for_import" => required: Given<bool>,
        "optional_for_import" => optional: Given<bool>,
    } ignored { "description_kind", }
}

/// A type in cty's JSON form, or what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct CtyType(pub(super) Result<Type, String>);

impl CtyType {
    fn map(self, f: impl FnOnce(Type) -> Type) -> Self {
        CtyType(self.0.map(f))
    }

    fn wrong(message: impl Into<String>) -> Self {
        CtyType(Err(message.into()))
    }
}

impl Given<CtyType> {
    fn inner(self) -> CtyType {
        match self {
            Given::Value(ty) => ty,
            Given::Absent => CtyType::wrong("a type is expected, not null"),
            Given::Wrong(found) => CtyType::wrong(format!("a type is expected, not {found}")),
        }
    }
}

impl<'de> Readable<'de> for CtyType {
    const KIND: &'static str = "a type";

    fn from_text(word: Cow<'de, str>) -> Option<Self> {
        Some(CtyType(match &*word {
            "bool" => Ok(Type::Bool),
            "number" => Ok(Type::Number),
            "string" => Ok(Type::String),
            "dynamic" => Ok(Type::Any),
            other => Err(format!("there is no type {other:?}")),
        }))
    }

    fn from_sequence<A: SeqAccess<'de>>(mut parts: A) -> Result<Option<Self>, A::Error> {
        let ty = match parts.next_element::<Given<Text<'_>>>()? {
            Some(Given::Value(word)) => constructor(&word, &mut parts)?,
            Some(Given::Absent | Given::Wrong(_)) | None => CtyType::wrong("the name of a type is expected first"),
        };
        while parts.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Some(ty))
    }
}

fn constructor<'de, A: SeqAccess<'de>>(word: &str, parts: &mut A) -> Result<CtyType, A::Error> {
    Ok(match word {
        "list" => element(parts)?.map(Type::list),
        "set" => element(parts)?.map(Type::set),
        "map" => element(parts)?.map(Type::map),
        "tuple" => match parts.next_element::<Given<Vec<Given<CtyType>>>>()? {
            Some(Given::Value(elements)) => {
                let elements: Result<Vec<Type>, String> =
                    elements.into_iter().map(|element| element.inner().0).collect();
                CtyType(elements.map(Type::tuple))
            }
            Some(Given::Absent | Given::Wrong(_)) | None => CtyType::wrong("a tuple needs an array of types"),
        },
        "object" => match parts.next_element::<Given<Members<'_, CtyType>>>()? {
            Some(Given::Value(attributes)) => {
                let optional = parts.next_element::<Given<Vec<Given<Text<'_>>>>>()?.unwrap_or_default();
                object(attributes, optional.value().map_or(&[], Vec::as_slice))
            }
            Some(Given::Absent | Given::Wrong(_)) | None => CtyType::wrong("an object type needs its attributes"),
        },
        other => CtyType::wrong(format!("there is no type {other:?}")),
    })
}

fn element<'de, A: SeqAccess<'de>>(parts: &mut A) -> Result<CtyType, A::Error> {
    Ok(parts.next_element::<Given<CtyType>>()?.unwrap_or_default().inner())
}

fn object(attributes: Members<'_, CtyType>, optional: &[Given<Text<'_>>]) -> CtyType {
    let is_optional = |name: &str| optional.iter().any(|word| word.value().is_some_and(|word| **word == *name));
    let attributes: Result<ObjectType, String> = attributes
        .0
        .into_iter()
        .map(|(name, ty)| {
            let ty = ty.inner().0?;
            Ok(match is_optional(&name) {
                true => TypeAttribute::optional(&*name, ty),
                false => TypeAttribute::required(&*name, ty),
            })
        })
        .collect();
    CtyType(attributes.map(Type::object))
}
