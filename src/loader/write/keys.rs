//! Under which keys declarations stand in the file: short ones that can be written without quotes,
//! wherever the schema allows it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::loader::expression;
use crate::model::{Package, Place, TypeName, is_identifier};

/// The keys of a package's declarations.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    package: Arc<str>,
    types: BTreeMap<Arc<str>, String>,
    /// By token.
    resources: BTreeMap<Arc<str>, String>,
    functions: BTreeMap<Arc<str>, String>,
}

impl Keys {
    pub(super) fn of(package: &Package) -> Self {
        let types = package.types.values().map(|declaration| (&declaration.name.name, &declaration.place));
        let resources = package.resources.values().map(|resource| (&resource.token, &resource.place));
        let functions = package.functions.values().map(|function| (&function.token, &function.place));
        Self {
            package: package.name.clone(),
            types: keys(types, identifiers),
            resources: keys(resources, names),
            functions: keys(functions, names),
        }
    }

    /// The key of a type.
    pub(super) fn of_type<'k>(&'k self, name: &'k str) -> &'k str {
        self.types.get(name).map_or(name, String::as_str)
    }

    /// The key of a resource.
    pub(super) fn of_resource<'k>(&'k self, token: &'k str) -> &'k str {
        self.resources.get(token).map_or(token, String::as_str)
    }

    /// The key of a function.
    pub(super) fn of_function<'k>(&'k self, token: &'k str) -> &'k str {
        self.functions.get(token).map_or(token, String::as_str)
    }

    /// What an expression in the file of package `own` calls a type of this package.
    pub(super) fn reference(&self, name: &str, own: &str) -> String {
        let key = self.of_type(name);
        if *self.package == *own && is_identifier(key) && !expression::is_word(key) {
            key.to_owned()
        } else {
            TypeName::new(self.package.clone(), key).expression()
        }
    }
}

/// A key for each: those that are called what they are on the wire keep that, the others get the first
/// wanted one that is free.
fn keys<'p>(
    declared: impl Iterator<Item = (&'p Arc<str>, &'p Place)>,
    wanted: fn(&Place, &str) -> Vec<String>,
) -> BTreeMap<Arc<str>, String> {
    let (same, others): (Vec<_>, Vec<_>) = declared.partition(|(token, place)| **token == place.name);
    let mut taken: BTreeSet<String> = same.iter().map(|(token, _)| token.to_string()).collect();
    let mut keys: BTreeMap<Arc<str>, String> =
        same.into_iter().map(|(token, _)| (token.clone(), token.to_string())).collect();
    for (token, place) in others {
        let mut last = String::new();
        let found = wanted(place, token).into_iter().find(|key| {
            last.clone_from(key);
            !key.is_empty() && !taken.contains(key)
        });
        let mut number = 2_u32;
        let key = found.unwrap_or_else(|| {
            loop {
                let key = format!("{last}_{number}");
                if !taken.contains(&key) {
                    break key;
                }
                number += 1;
            }
        });
        taken.insert(key.clone());
        keys.insert(token.clone(), key);
    }
    keys
}

/// Keys of types: identifiers, so that expressions can name them without quotes.
fn identifiers(place: &Place, _token: &str) -> Vec<String> {
    let name = identifier(&place.name);
    let module = identifier(&place.module);
    let plain = Some(name.clone()).filter(|name| !expression::is_word(name));
    plain.into_iter().chain([format!("{module}_{name}"), format!("{module}_{name}_type")]).collect()
}

/// Keys of resources and functions, which nothing refers to.
fn names(place: &Place, token: &str) -> Vec<String> {
    vec![place.name.to_string(), token.to_owned()]
}

/// The text with `_` in the place of what cannot stand in an identifier.
fn identifier(text: &str) -> String {
    let fits = |character: char| character == '_' || unicode_ident::is_xid_continue(character);
    let mut out: String = text.chars().map(|character| if fits(character) { character } else { '_' }).collect();
    if !is_identifier(&out) {
        out.insert_str(0, "T_");
    }
    out
}
