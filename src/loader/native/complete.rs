//! What can only be done when all packages are there.

use std::sync::Arc;

use super::{File, PendingDiscriminator, suggestion};
use crate::diag::Code;
use crate::engine::convert::Scope;
use crate::loader::check;
use crate::loader::document::Problem;
use crate::loader::expression::Dialect;
use crate::model::{
    Definition, Discriminator, EnumType, Literal, NullReading, ObjectType, Schema, Type, TypeDeclaration,
    UnionDefinition,
};

impl File {
    /// Fills in which value of a discriminator means which arm: what the schema says, then what the
    /// arms' constants say.
    pub(in crate::loader) fn map_discriminators(&mut self, schema: &mut Schema) {
        for pending in std::mem::take(&mut self.unions) {
            let arms = schema.packages.get(&self.name).and_then(|package| package.types.get(&pending.name));
            let Some(TypeDeclaration { definition: Definition::Union(UnionDefinition { arms, .. }), .. }) = arms else {
                continue;
            };
            let mapping = self.mapping(&pending, arms, schema);
            let discriminator = Discriminator { property: pending.property, mapping };
            let declaration =
                schema.packages.get_mut(&self.name).and_then(|package| package.types.get_mut(&pending.name));
            if let Some(TypeDeclaration { definition: Definition::Union(definition), .. }) = declaration {
                definition.discriminator = Some(discriminator);
            }
        }
    }

    fn mapping(&mut self, pending: &PendingDiscriminator, arms: &[Type], schema: &Schema) -> Vec<(Arc<str>, Type)> {
        let mut mapping: Vec<(Arc<str>, Type)> = Vec::new();
        for (value, ty, path) in &pending.mapping {
            if arms.contains(ty) {
                mapping.push((value.clone(), ty.clone()));
            } else {
                let message = format!("`{ty}` is not one of the union's types");
                self.problems.push(Problem::new(Code::Contradiction, path.clone(), message));
            }
        }
        for arm in arms.iter().filter(|arm| **arm != Type::None) {
            if mapping.iter().any(|(_, mapped)| mapped == arm) {
                continue;
            }
            let value = match constant(arm, &pending.property, schema) {
                Ok(value) => value,
                Err(reason) => {
                    let message = format!("`{arm}` cannot be told by `{}`: {reason}", pending.property);
                    let help = format!("give `{}` of that type a `const`, or a line under `mapping`", pending.property);
                    let problem = Problem::new(Code::Contradiction, pending.path.clone(), message);
                    self.problems.push(problem.with_help(help));
                    continue;
                }
            };
            match mapping.iter().find(|(other, _)| *other == value) {
                None => mapping.push((value, arm.clone())),
                Some((_, other)) => {
                    let message = format!("`{other}` and `{arm}` have the same `{}`: \"{value}\"", pending.property);
                    self.problems.push(Problem::new(Code::Duplicate, pending.path.clone(), message));
                }
            }
        }
        mapping
    }

    /// Checks defaults against their types.
    pub(in crate::loader) fn check_values(&mut self, schema: &Schema) {
        if self.values.is_empty() {
            return;
        }
        let scope = Scope::of(schema.definitions());
        // Where null means that something is not set, it passes into every type.
        let dialect = match schema.packages.get(&self.name).map(|package| package.nulls) {
            Some(NullReading::Absent) => Dialect::Terraform,
            Some(NullReading::Value) | None => Dialect::Tygen,
        };
        for mut site in std::mem::take(&mut self.values) {
            if let Err(reasons) = check::value(&site.value, &site.ty, dialect, &scope) {
                site.problem.message = format!("the default does not convert to {}: {}", site.ty, reasons.join("; "));
                self.problems.push(site.problem);
            }
        }
    }

    /// Looks for resources that are referred to and not there, as far as their package is known.
    pub(in crate::loader) fn check_tokens(&mut self, schema: &Schema) {
        for site in std::mem::take(&mut self.tokens) {
            let package = site.token.split(':').next().and_then(|package| schema.packages.get(package));
            let Some(package) = package else { continue };
            if !package.all_resources().any(|resource| resource.token == site.token) {
                let known = package.all_resources().map(|resource| &*resource.token);
                let near = suggestion(&site.token, known);
                self.problems.push(site.problem.with_suggestion(near.as_deref()));
            }
        }
    }
}

/// The text that the property of an object type always is.
fn constant(arm: &Type, property: &str, schema: &Schema) -> Result<Arc<str>, String> {
    let object = object(arm, schema).ok_or("it is not an object")?;
    let (_, attribute) = object.get(property).ok_or("it has no such property")?;
    match &attribute.ty {
        Type::Enum(definition) => match definition.as_ref() {
            EnumType { values, .. } if values.len() == 1 => match &values[0] {
                Literal::String(text) => Ok(text.clone()),
                _ => Err("its constant is not a text".to_owned()),
            },
            EnumType { .. } => Err("there it is no constant".to_owned()),
        },
        _ => Err("there it is no constant".to_owned()),
    }
}

/// The object that a type is, other names for it followed.
fn object(ty: &Type, schema: &Schema) -> Option<Arc<ObjectType>> {
    let mut here = ty.clone();
    // An alias of itself has no end, but no chain is longer than there are declarations.
    for _ in 0..=schema.declarations().count() {
        match here {
            Type::Object(object) => return Some(object),
            Type::Named(named) => here = schema.declaration(&named.name)?.ty(),
            _ => return None,
        }
    }
    None
}
