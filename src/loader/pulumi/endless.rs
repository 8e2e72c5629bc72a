//! Types without a value: objects that must hold themselves.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::Code;
use crate::loader::trail::{Reporter, Trail};
use crate::model::{Definition, Package, Presence, Type, TypeDeclaration, strongly_connected};

/// Reports every cycle of declared types of which no value can be made, once.
pub(super) fn check(package: &Package, reporter: &mut Reporter<'_>) {
    let declarations: Vec<&TypeDeclaration> = package.types.values().collect();
    let index: BTreeMap<&Arc<str>, usize> =
        declarations.iter().enumerate().map(|(at, declaration)| (&declaration.name.name, at)).collect();
    let mut finite = vec![false; declarations.len()];
    // Whoever becomes finite may make finite whoever holds it, until nobody does.
    loop {
        let before = finite.clone();
        for (at, declaration) in declarations.iter().enumerate() {
            let is_finite = |ty: &Type| ends(ty, package, &|name| index.get(name).is_none_or(|&at| finite[at]));
            finite[at] = finite[at] || definition_ends(&declaration.definition, &is_finite);
        }
        if finite == before {
            break;
        }
    }
    let edges: Vec<Vec<usize>> = declarations
        .iter()
        .map(|declaration| {
            let mut inside = Vec::new();
            for ty in declaration.parts() {
                ty.visit(&mut |ty| {
                    if let Type::Named(named) = ty {
                        inside.extend(index.get(&named.name.name).copied().filter(|&at| !finite[at]));
                    }
                });
            }
            inside
        })
        .collect();
    let component = strongly_connected(&edges);
    let mut cycles: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in (0..declarations.len()).filter(|&at| !finite[at]) {
        cycles.entry(component[at]).or_default().push(at);
    }
    for cycle in cycles.values().filter(|cycle| cycle.len() > 1 || edges[cycle[0]].contains(&cycle[0])) {
        let names: Vec<&str> = cycle.iter().map(|&at| &*declarations[at].name.name).collect();
        let message = match names.as_slice() {
            [single] => format!("{single:?} must hold itself, so there is no value of it"),
            names => format!("{} must hold each other, so there is no value of them", names.join(", ")),
        };
        reporter.error(Code::EndlessType, &Trail::Written(&declarations[cycle[0]].origin.path), message);
    }
}

fn definition_ends(definition: &Definition, is_finite: &impl Fn(&Type) -> bool) -> bool {
    match definition {
        Definition::Object(properties) => properties
            .iter()
            .filter(|property| property.presence == Presence::Required && property.constant.is_none())
            .all(|property| is_finite(&property.ty)),
        Definition::Enum(_) => true,
        Definition::Union(definition) => definition.arms.iter().any(is_finite),
        Definition::Alias(ty) => is_finite(ty),
    }
}

/// Whether a value of the type can be made of what is known to be finite.
fn ends(ty: &Type, package: &Package, finite: &impl Fn(&Arc<str>) -> bool) -> bool {
    match ty {
        Type::Named(named) => named.name.package != package.name || finite(&named.name.name),
        Type::Union(union) => union.arms().iter().any(|arm| ends(arm, package, finite)),
        Type::Promise(element) | Type::Output(element) => ends(element, package, finite),
        Type::Tuple(elements) => elements.iter().all(|element| ends(element, package, finite)),
        Type::Object(object) => object
            .attributes()
            .filter(|attribute| !attribute.optionality.may_be_absent())
            .all(|attribute| ends(&attribute.ty, package, finite)),
        Type::List(_)
        | Type::Set(_)
        | Type::Map(_)
        | Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_) => true,
    }
}
