//! A Cargo feature for each group of declarations, so that nobody compiles what he does not use.

use std::collections::{BTreeMap, BTreeSet};

use super::index::Index;
use crate::backend::{Item, Plan};
use crate::model::{Property, Type};

/// The most modules of a package that is small enough to be compiled as a whole.
const SMALL: usize = 32;

/// What a feature cannot be called: Cargo's own word, and the packages that the runtime needs.
const TAKEN: &[&str] = &["default", "num-bigint", "sha2", "unicode-normalization"];

/// The features of a package, by the schema's word for the module at the top that each is for. What the
/// declarations of the root need is always there and has none.
pub(super) struct Features(BTreeMap<String, Feature>);

/// A feature.
pub(super) struct Feature {
    /// What it is called.
    pub(super) name: String,
    /// The features that it needs.
    pub(super) needs: Vec<String>,
}

impl Features {
    /// No features: everything is always there.
    pub(super) fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// A feature for each module at the top of a large package.
    pub(super) fn of(plan: &Plan<'_>, index: &Index<'_>) -> Self {
        if plan.modules.len() <= SMALL {
            return Self::none();
        }
        let needs = needs(plan, index);
        let mut always: BTreeSet<&str> = BTreeSet::new();
        let mut left: Vec<&str> = needs.get("").into_iter().flatten().copied().collect();
        while let Some(word) = left.pop() {
            if always.insert(word) {
                left.extend(needs.get(word).into_iter().flatten());
            }
        }
        let Some(root) = index.modules.get(&Vec::new()) else { return Self::none() };
        let name = |word: &str| root.children.get(word).map(|module| feature_name(module));
        let feature = |word: &str| {
            let needed = needs.get(word).into_iter().flatten().filter(|other| !always.contains(**other));
            Some(Feature { name: name(word)?, needs: needed.filter_map(|other| name(other)).collect() })
        };
        let words = root.children.keys().filter(|word| !always.contains(word.as_str()));
        Self(words.filter_map(|word| Some((word.clone(), feature(word)?))).collect())
    }

    /// The feature that a module at the top is for.
    pub(super) fn get(&self, word: &str) -> Option<&Feature> {
        self.0.get(word)
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Feature> {
        self.0.values()
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// For each module at the top, and the root (`""`), the other modules at the top that types are used of.
fn needs<'i>(plan: &Plan<'_>, index: &'i Index<'_>) -> BTreeMap<&'i str, BTreeSet<&'i str>> {
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for path in index.modules.keys() {
        let own = path.first().map_or("", String::as_str);
        let found = needs.entry(own).or_default();
        let items = plan.modules.get(path).into_iter().flat_map(|module| module.units.values());
        for ty in items.flat_map(|unit| &unit.items).flat_map(|item| types(*item)) {
            ty.visit(&mut |part| {
                let Type::Named(named) = part else { return };
                let other = index.declared(&named.name).and_then(|declared| declared.module.first());
                found.extend(other.map(String::as_str).filter(|other| *other != own));
            });
        }
    }
    needs
}

/// The types of everything that a declaration holds.
fn types(item: Item<'_>) -> Vec<&Type> {
    fn of(properties: &[Property]) -> impl Iterator<Item = &Type> {
        properties.iter().flat_map(|property| [&property.ty].into_iter().chain(&property.input))
    }
    match item {
        Item::Resource(_, resource) => {
            of(&resource.inputs).chain(of(&resource.outputs)).chain(of(&resource.state_inputs)).collect()
        }
        Item::Function(_, function) => of(&function.inputs).chain(&function.result).collect(),
        Item::Type(_, declaration) => {
            let explicit = match &declaration.definition {
                crate::model::Definition::Object(properties) => &properties[..],
                crate::model::Definition::Enum(_)
                | crate::model::Definition::Union(_)
                | crate::model::Definition::Alias(_) => &[],
            };
            declaration.parts().into_iter().chain(of(explicit)).collect()
        }
    }
}

/// The name of a module that Cargo takes for a feature: no module has a `-` in it.
fn feature_name(module: &str) -> String {
    if TAKEN.contains(&module) { format!("{module}-module") } else { module.to_owned() }
}
