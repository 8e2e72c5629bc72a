//! Choosing a part of a schema: what is asked for, with everything it needs and nothing more.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Function, Package, Property, Resource, Schema, Type, TypeName};

/// Which declarations to keep: those that some `include` pattern matches (all, if there is none) and no
/// `exclude` pattern does.
///
/// A pattern is matched against the whole token of a resource or function and the whole name of a type;
/// `*` stands for any characters, `?` for one. What is kept keeps the types that it refers to, excluded
/// or not, and a resource its methods' functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Patterns of what to keep.
    pub include: Vec<String>,
    /// Patterns of what to leave out.
    pub exclude: Vec<String>,
}

impl Selection {
    /// Whether everything is kept.
    pub fn is_everything(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    fn matches(&self, name: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| wildmatch::WildMatch::new(pattern).matches(name));
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }

    /// The include patterns that match nothing of the schema: most likely a slip of the user's.
    pub fn unmatched<'a>(&'a self, schema: &Schema) -> Vec<&'a str> {
        self.include
            .iter()
            .filter(|pattern| {
                let pattern = wildmatch::WildMatch::new(pattern);
                !schema.packages.values().flat_map(names).any(|name| pattern.matches(name))
            })
            .map(String::as_str)
            .collect()
    }
}

fn names(package: &Package) -> impl Iterator<Item = &str> {
    let tokens = package.resources.keys().chain(package.functions.keys());
    tokens.chain(package.types.keys()).map(|name| &**name)
}

impl Schema {
    /// The chosen part of the schema. A provider's own configuration is kept with the first resource of
    /// its package; configuration that programs may read, with anything of its package.
    pub fn select(&self, selection: &Selection) -> Schema {
        if selection.is_everything() {
            return self.clone();
        }
        let mut selected = self.clone();
        let mut needed = Needed { schema: self, types: BTreeSet::new(), pending: Vec::new() };
        for package in selected.packages.values_mut() {
            package.resources.retain(|token, _| selection.matches(token));
            let methods: BTreeSet<_> = package
                .resources
                .values()
                .flat_map(|resource| resource.methods.iter().map(|method| method.function.clone()))
                .collect();
            package.functions.retain(|token, _| selection.matches(token) || methods.contains(token));
            let types = package.types.values().filter(|declaration| selection.matches(&declaration.name.name));
            needed.pending.extend(types.map(|declaration| declaration.name.clone()));
            if package.resources.is_empty() {
                package.provider = None;
            }
            package.all_resources().for_each(|resource| needed.resource(resource));
            package.functions.values().for_each(|function| needed.function(function));
            if package.resources.is_empty() && package.functions.is_empty() {
                package.configuration.clear();
            }
            needed.properties(&package.configuration);
        }
        let types = needed.close();
        for package in selected.packages.values_mut() {
            package.types.retain(|_, declaration| types.contains(&declaration.name));
        }
        let roots = &selected.roots;
        selected.packages.retain(|name, package| roots.contains(name) || names(package).next().is_some());
        selected
    }
}

impl Schema {
    /// Of these packages keeps only the types that the others need, and no package without any.
    pub fn keep_needed_of(&mut self, borrowed: &BTreeSet<Arc<str>>) {
        let mut needed = Needed { schema: self, types: BTreeSet::new(), pending: Vec::new() };
        for package in self.packages.values().filter(|package| !borrowed.contains(&package.name)) {
            needed.pending.extend(package.types.values().map(|declaration| declaration.name.clone()));
            package.all_resources().for_each(|resource| needed.resource(resource));
            package.functions.values().for_each(|function| needed.function(function));
            needed.properties(&package.configuration);
        }
        let types = needed.close();
        self.packages.retain(|name, package| {
            if !borrowed.contains(name) {
                return true;
            }
            package.types.retain(|_, declaration| types.contains(&declaration.name));
            package.resources.clear();
            package.functions.clear();
            package.configuration.clear();
            package.provider = None;
            !package.types.is_empty()
        });
    }
}

/// The declared types that something refers to.
struct Needed<'a> {
    schema: &'a Schema,
    types: BTreeSet<TypeName>,
    pending: Vec<TypeName>,
}

impl Needed<'_> {
    fn resource(&mut self, resource: &Resource) {
        let groups = [&resource.inputs, &resource.outputs, &resource.state_inputs];
        groups.into_iter().for_each(|group| self.properties(group));
    }

    fn function(&mut self, function: &Function) {
        self.properties(&function.inputs);
        self.in_types(&function.result);
    }

    fn properties(&mut self, properties: &[Property]) {
        self.in_types(properties.iter().flat_map(|property| std::iter::once(&property.ty).chain(&property.input)));
    }

    fn in_types<'b>(&mut self, types: impl IntoIterator<Item = &'b Type>) {
        for ty in types {
            ty.visit(&mut |part| {
                if let Type::Named(named) = part {
                    self.pending.push(named.name.clone());
                }
            });
        }
    }

    /// All that is needed at any remove.
    fn close(mut self) -> BTreeSet<TypeName> {
        while let Some(name) = self.pending.pop() {
            let Some(declaration) = self.schema.declaration(&name) else { continue };
            if self.types.insert(name) {
                self.in_types(declaration.parts());
                if let super::Definition::Object(properties) = &declaration.definition {
                    self.properties(properties);
                }
            }
        }
        self.types
    }
}
