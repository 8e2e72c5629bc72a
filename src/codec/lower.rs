//! From the declarations of a hoisted schema to codecs.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Codec, Codecs, Definition, DiscriminatorCodec, FieldCodec, ObjectCodec, Root, UnionCodec};
use crate::model::{self, Function, NullReading, Numbers, Package, Property, Resource, Schema, Type, TypeDeclaration};
use crate::shapes;

impl Codecs {
    /// The codecs of a hoisted schema ([`Schema::hoist`]). Inline objects, tuples, enums and unions, which such
    /// a schema has none of, are read as any value.
    pub fn of(schema: &Schema) -> Self {
        let mut codecs = Self::default();
        for package in schema.packages.values() {
            for declaration in package.types.values() {
                let name = declaration.name.clone();
                let definition = declared(declaration, package);
                codecs.roots.insert(Root::Type(name.clone()), definition.clone());
                codecs.types.insert(name, definition);
            }
            for resource in package.all_resources() {
                resource_roots(resource, package, &mut codecs.roots);
            }
            for function in package.functions.values() {
                function_roots(function, package, &mut codecs.roots);
            }
        }
        codecs
    }
}

fn resource_roots(resource: &Resource, package: &Package, roots: &mut IndexMap<Root, Definition>) {
    let (name, token) = (&package.name, &resource.token);
    let object = |properties| Definition::Object(object(token, properties, package.numbers, package.nulls));
    roots.insert(Root::ResourceInputs(name.clone(), token.clone()), object(&resource.inputs));
    roots.insert(Root::ResourceOutputs(name.clone(), token.clone()), object(&resource.outputs));
    if !resource.state_inputs.is_empty() {
        roots.insert(Root::StateInputs(name.clone(), token.clone()), object(&resource.state_inputs));
    }
}

fn function_roots(function: &Function, package: &Package, roots: &mut IndexMap<Root, Definition>) {
    let (name, token) = (&package.name, &function.token);
    let inputs = Definition::Object(object(token, &function.inputs, package.numbers, package.nulls));
    roots.insert(Root::FunctionInputs(name.clone(), token.clone()), inputs);
    if let Some(result) = &function.result {
        let result = Definition::Alias(codec(result, package.numbers));
        roots.insert(Root::FunctionResult(name.clone(), token.clone()), result);
    }
}

fn declared(declaration: &TypeDeclaration, package: &Package) -> Definition {
    let numbers = declaration.numbers.unwrap_or(package.numbers);
    match &declaration.definition {
        model::Definition::Object(properties) => {
            Definition::Object(object(&declaration.name.name, properties, numbers, package.nulls))
        }
        model::Definition::Enum(definition) => Definition::Enum {
            base: codec(&definition.base, numbers),
            values: definition.members.iter().map(|member| member.value.clone()).collect(),
        },
        model::Definition::Union(_) | model::Definition::Alias(_) => {
            other(&shapes::resolved(&declaration.ty()), numbers)
        }
    }
}

fn object(name: &Arc<str>, properties: &[Property], numbers: Numbers, nulls: NullReading) -> ObjectCodec {
    let fields = properties.iter().map(|property| FieldCodec {
        name: property.name.clone(),
        codec: codec(&property.ty, property.numbers.unwrap_or(numbers)),
        presence: property.presence.clone(),
        constant: property.constant.clone(),
        secret: property.secret,
    });
    ObjectCodec { name: name.clone(), fields: fields.collect(), nulls }
}

/// What a name that is neither an object nor an enum stands for.
fn other(resolved: &Type, numbers: Numbers) -> Definition {
    match resolved {
        Type::Tuple(elements) => Definition::Tuple(elements.iter().map(|element| codec(element, numbers)).collect()),
        Type::Union(union) if nullable(resolved).is_none() => {
            let discriminator = union.discriminator.as_ref().map(|discriminator| DiscriminatorCodec {
                property: discriminator.property.clone(),
                mapping: discriminator
                    .mapping
                    .iter()
                    .filter_map(|(word, arm)| {
                        let arm = shapes::resolved(arm);
                        Some((word.clone(), union.arms().iter().position(|other| *other == arm)?))
                    })
                    .collect(),
            });
            let arms = union.arms().iter().map(|arm| codec(arm, numbers)).collect();
            Definition::Union(UnionCodec { arms, discriminator })
        }
        other => Definition::Alias(codec(other, numbers)),
    }
}

/// The type beside `none` in a union of the two.
fn nullable(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Union(union) => match union.arms() {
            [Type::None, other] | [other, Type::None] => Some(other),
            _ => None,
        },
        _ => None,
    }
}

fn codec(ty: &Type, numbers: Numbers) -> Codec {
    let inner = |ty: &Type| Box::new(codec(ty, numbers));
    match ty {
        Type::None => Codec::None,
        Type::Bool => Codec::Bool,
        Type::Int => Codec::Int(numbers.int),
        Type::Number => Codec::Number(numbers.number),
        Type::String => Codec::String,
        Type::Asset => Codec::Asset,
        Type::Archive => Codec::Archive,
        Type::Resource(token) => Codec::Resource(token.clone()),
        Type::Capsule(name) => Codec::Capsule(name.clone()),
        Type::List(element) => Codec::List(inner(element)),
        Type::Set(element) => Codec::Set(inner(element)),
        Type::Map(element) => Codec::Map(inner(element)),
        Type::Promise(element) | Type::Output(element) => codec(element, numbers),
        Type::Named(named) => Codec::Named(named.name.clone()),
        Type::Union(_) => match shapes::resolved(ty) {
            resolved @ Type::Union(_) => match nullable(&resolved) {
                Some(element) => Codec::Nullable(inner(element)),
                None => Codec::Any,
            },
            // The plain type beside its own outputs: `union(string, output(string))` is of strings.
            single => codec(&single, numbers),
        },
        Type::Any | Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => Codec::Any,
    }
}
