//! Where every declared type is and what it is called in Go.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::types::{Form, form, nullable_of};
use crate::backend::Plan;
use crate::model::{Definition, Numbers, Type, TypeDeclaration, TypeName, strongly_connected};
use crate::shapes;

/// All declared types.
pub struct Index<'a>(IndexMap<&'a TypeName, Resolution>);

/// A declared type, in Go.
pub struct Resolution {
    /// The number of its package.
    pub package: usize,
    /// Its name there.
    pub name: String,
    /// How a value of it is held.
    pub form: Form,
    /// Whether an alias names itself through nothing but aliases, so that it must be a type of its own.
    pub recursive_alias: bool,
}

impl<'a> Index<'a> {
    /// The index of these types: declaration, package, name.
    pub fn new(plan: &'a Plan<'a>, homes: Vec<(&'a TypeDeclaration, usize, String)>) -> Self {
        let recursive = recursive_aliases(plan);
        let declarations: Vec<&TypeDeclaration> = homes.iter().map(|(declaration, _, _)| *declaration).collect();
        let entries = homes.into_iter().map(|(declaration, package, name)| {
            let recursive_alias = recursive.contains(&declaration.name);
            (&declaration.name, Resolution { package, name, form: Form::Value, recursive_alias })
        });
        let mut index = Self(entries.collect());
        // An alias has the form of what it stands for, which may be an alias again.
        let (aliases, others): (Vec<_>, Vec<_>) =
            declarations.into_iter().partition(|declaration| matches!(declaration.definition, Definition::Alias(_)));
        for declaration in others {
            index.set(declaration, plan);
        }
        for _ in 0..aliases.len() {
            let mut changed = false;
            for declaration in &aliases {
                changed |= index.set(declaration, plan);
            }
            if !changed {
                break;
            }
        }
        index
    }

    fn set(&mut self, declaration: &TypeDeclaration, plan: &Plan<'_>) -> bool {
        let form = declared_form(declaration, numbers(declaration, plan), self);
        match self.0.get_mut(&declaration.name) {
            Some(resolution) => std::mem::replace(&mut resolution.form, form) != form,
            None => false,
        }
    }

    /// The type of that name.
    pub fn get(&self, name: &TypeName) -> Option<&Resolution> {
        self.0.get(name)
    }
}

/// How numbers are held in a declared type.
pub fn numbers(declaration: &TypeDeclaration, plan: &Plan<'_>) -> Numbers {
    let package = plan.schema.packages.get(&declaration.name.package);
    declaration.numbers.or(package.map(|package| package.numbers)).unwrap_or_default()
}

fn declared_form(declaration: &TypeDeclaration, numbers: Numbers, index: &Index<'_>) -> Form {
    match &declaration.definition {
        Definition::Object(_) | Definition::Alias(Type::Tuple(_)) => Form::Struct,
        Definition::Enum(_) => Form::Value,
        Definition::Union(_) => match shapes::resolved(&declaration.ty()) {
            Type::Union(_) => Form::Nilable,
            single => form(&single, numbers, index),
        },
        Definition::Alias(ty) => match form(ty, numbers, index) {
            // What may be null is a struct around the value, and may be endless as a struct may.
            Form::Value if nullable_of(ty).is_some() => Form::Struct,
            other => other,
        },
    }
}

/// The aliases that name themselves through nothing but aliases.
fn recursive_aliases(plan: &Plan<'_>) -> BTreeSet<TypeName> {
    let aliases: Vec<(&TypeName, &Type)> = plan
        .schema
        .declarations()
        .filter_map(|declaration| match &declaration.definition {
            Definition::Alias(Type::Tuple(_)) => None,
            Definition::Alias(ty) => Some((&declaration.name, ty)),
            Definition::Object(_) | Definition::Enum(_) | Definition::Union(_) => None,
        })
        .collect();
    let at: IndexMap<&TypeName, usize> = aliases.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let edges: Vec<Vec<usize>> = aliases
        .iter()
        .map(|(_, ty)| {
            let mut to = Vec::new();
            ty.visit(&mut |part| {
                if let Type::Named(named) = part {
                    to.extend(at.get(&named.name));
                }
            });
            to
        })
        .collect();
    let component = strongly_connected(&edges);
    let mut size = vec![0_usize; aliases.len()];
    component.iter().for_each(|&number| size[number] += 1);
    (0..aliases.len())
        .filter(|&own| size[component[own]] > 1 || edges[own].contains(&own))
        .map(|own| aliases[own].0.clone())
        .collect()
}
