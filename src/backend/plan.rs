//! What goes where: the hoisted schema sorted into modules and files, the same for every language.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Function, Numbers, Package, Place, Property, Recursion, Resource, Schema, TypeDeclaration};

/// A hoisted schema, sorted for printing.
pub struct Plan<'a> {
    /// The schema; its types are hoisted.
    pub schema: &'a Schema,
    /// Where recursion needs a box.
    pub recursion: Recursion,
    /// All modules by path: the parts of the path in the schema's own words, none for the root.
    pub modules: BTreeMap<Vec<String>, Module<'a>>,
}

/// A folder of generated files: one scope of names.
#[derive(Default)]
pub struct Module<'a> {
    /// The files by the wanted name, in the schema's own words.
    pub units: BTreeMap<Arc<str>, Unit<'a>>,
}

/// A generated file: what belongs together, in the order of declaration.
#[derive(Default)]
pub struct Unit<'a> {
    /// Resources first, then functions, then types.
    pub items: Vec<Item<'a>>,
}

/// Something that is printed.
#[derive(Clone, Copy)]
pub enum Item<'a> {
    /// A resource of the package.
    Resource(&'a Package, &'a Resource),
    /// A function of the package.
    Function(&'a Package, &'a Function),
    /// A type of the package.
    Type(&'a Package, &'a TypeDeclaration),
}

impl<'a> Plan<'a> {
    /// Sorts a hoisted schema.
    ///
    /// A package that is the only one asked for stands at the root of the output; every other one
    /// (several asked for, or imported) stands in a folder of its name.
    pub fn new(schema: &'a Schema) -> Self {
        let mut modules: BTreeMap<Vec<String>, Module<'a>> = BTreeMap::new();
        for package in schema.packages.values() {
            let resources = package.all_resources().map(|resource| Item::Resource(package, resource));
            let functions = package.functions.values().map(|function| Item::Function(package, function));
            let types = package.types.values().map(|declaration| Item::Type(package, declaration));
            for item in resources.chain(functions).chain(types) {
                let module = modules.entry(module_path(schema, package, item.place())).or_default();
                module.units.entry(item.place().unit.clone()).or_default().items.push(item);
            }
        }
        Self { schema, recursion: Recursion::of(schema), modules }
    }

    /// The module that a declaration of the package is printed in.
    pub fn module_of(&self, package: &Package, place: &Place) -> Vec<String> {
        module_path(self.schema, package, place)
    }
}

fn module_path(schema: &Schema, package: &Package, place: &Place) -> Vec<String> {
    let alone = schema.roots.as_slice() == std::slice::from_ref(&package.name);
    let package = (!alone).then(|| package.name.to_string());
    package.into_iter().chain(place.module.split('/').filter(|part| !part.is_empty()).map(str::to_owned)).collect()
}

impl<'a> Item<'a> {
    /// The package that declares it.
    pub fn package(self) -> &'a Package {
        match self {
            Item::Resource(package, _) | Item::Function(package, _) | Item::Type(package, _) => package,
        }
    }

    /// Where it goes.
    pub fn place(self) -> &'a Place {
        match self {
            Item::Resource(_, resource) => &resource.place,
            Item::Function(_, function) => &function.place,
            Item::Type(_, declaration) => &declaration.place,
        }
    }

    /// How numbers are held in a property of it, or in the whole of it where none is given.
    pub fn numbers(self, property: Option<&Property>) -> Numbers {
        let own = match self {
            Item::Resource(..) | Item::Function(..) => None,
            Item::Type(_, declaration) => declaration.numbers,
        };
        property.and_then(|property| property.numbers).or(own).unwrap_or(self.package().numbers)
    }
}
