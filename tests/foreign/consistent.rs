//! What holds of every package that was loaded without an error.

use std::collections::BTreeSet;

use tygen::model::{Definition, Function, Package, Property, Resource, Type, TypeDeclaration};

/// Every type that stands anywhere in the package.
pub fn types(package: &Package) -> Vec<&Type> {
    let mut all = Vec::new();
    let mut properties: Vec<&Property> = package.configuration.iter().collect();
    for resource in package.all_resources() {
        let Resource { inputs, outputs, state_inputs, .. } = resource;
        properties.extend(inputs.iter().chain(outputs).chain(state_inputs));
    }
    for Function { inputs, result, .. } in package.functions.values() {
        properties.extend(inputs);
        all.extend(result);
    }
    for TypeDeclaration { definition, .. } in package.types.values() {
        match definition {
            Definition::Object(object) => properties.extend(object),
            Definition::Union(definition) => all.extend(&definition.arms),
            Definition::Alias(ty) => all.push(ty),
            Definition::Enum(_) => {}
        }
    }
    all.extend(properties.iter().map(|property| &property.ty));
    all.extend(properties.iter().filter_map(|property| property.input.as_ref()));
    all
}

/// Panics if a name is unknown, a place is shared or a property stands twice in one object.
pub fn assert_consistent(package: &Package) {
    for ty in types(package) {
        ty.visit(&mut |ty| {
            if let Type::Named(named) = ty {
                assert_eq!(named.name.package, package.name, "{ty}");
                assert!(package.types.contains_key(&named.name.name), "{ty} is not declared");
            }
        });
    }
    for declaration in package.types.values() {
        if let Definition::Object(properties) = &declaration.definition {
            assert_once(properties, &declaration.name.name);
        }
    }
    for resource in package.all_resources() {
        assert_once(&resource.inputs, &resource.token);
        assert_once(&resource.outputs, &resource.token);
    }
}

/// Panics if two declarations have the same name in a module, whatever its case.
pub fn assert_places_apart(package: &Package) {
    let resources = package.all_resources().map(|resource| &resource.place);
    let functions = package.functions.values().map(|function| &function.place);
    let types = package.types.values().map(|declaration| &declaration.place);
    let mut seen = BTreeSet::new();
    for place in resources.chain(functions).chain(types) {
        let name: String = place.name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        assert!(seen.insert((place.module.to_lowercase(), name)), "two are called {place:?}");
    }
}

fn assert_once(properties: &[Property], owner: &str) {
    let names: BTreeSet<&str> = properties.iter().map(|property| &*property.name).collect();
    assert_eq!(names.len(), properties.len(), "a property of {owner} stands twice");
}
