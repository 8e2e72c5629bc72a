//! Who is called what: the package scopes.

use super::index::Index;
use super::packages::Package;
use super::{hidden, literals, names};
use crate::backend::{Claim, Item, Plan, Scope};
use crate::diag::Diagnostics;
use crate::model::{Definition, Function, Literal, Naming, Property, Type, TypeDeclaration};
use crate::shapes;

/// The names of one declaration.
pub struct ItemNames {
    /// The declaration's own.
    pub name: String,
    /// Further ones: for a resource or function that of the token; then for an enum one per member, for
    /// a union one per arm, for what has properties one per constant property that is printed; last that of
    /// the constant that says what Go does not know, if there is something.
    pub further: Vec<String>,
}

/// What goes with a type, a resource, and a function.
const TYPE: &[&str] = &["Input"];
const RESOURCE: &[&str] = &["Args", "Inputs", "Outputs"];
const RESOURCE_WITH_LOOKUP: &[&str] = &["Args", "Inputs", "Outputs", "Lookup", "LookupInputs"];
const FUNCTION: &[&str] = &["Args", "Inputs", "Result", "Output"];
/// For a function whose result is a type that has the result's name.
const FUNCTION_WITHOUT_RESULT: &[&str] = &["Args", "Inputs", "Output"];

/// What goes with a declaration.
fn suffixes(plan: &Plan<'_>, item: Item<'_>) -> &'static [&'static str] {
    match item {
        Item::Resource(_, resource) if resource.state_inputs.is_empty() => RESOURCE,
        Item::Resource(..) => RESOURCE_WITH_LOOKUP,
        Item::Function(_, function) if names_its_result(plan, function) => FUNCTION_WITHOUT_RESULT,
        Item::Function(..) => FUNCTION,
        Item::Type(..) => TYPE,
    }
}

/// Whether a function's result is a type that wants to be called what the function would call it, as
/// inline results do.
pub fn names_its_result(plan: &Plan<'_>, function: &Function) -> bool {
    let Some(Type::Named(named)) = &function.result else { return false };
    plan.schema.declaration(&named.name).is_some_and(|declaration| {
        let own = chosen(&function.place.naming, &function.place.name);
        let place = &declaration.place;
        place.module == function.place.module && chosen(&place.naming, &place.name) == format!("{own}Result")
    })
}

/// The names of the declarations of a package, in the order of its units and their items.
pub fn item_names(plan: &Plan<'_>, package: &Package<'_>, diagnostics: &mut Diagnostics) -> Vec<String> {
    let claims: Vec<Claim> = package
        .units
        .iter()
        .flat_map(|unit| unit.items.iter().map(move |item| (unit, *item)))
        .map(|(unit, item)| {
            let place = item.place();
            let own = chosen(&place.naming, &place.name);
            let prefix = if unit.prefix.is_empty() { String::new() } else { names::exported(&unit.prefix) };
            let source = match item {
                Item::Resource(_, resource) => &resource.token,
                Item::Function(_, function) => &function.token,
                Item::Type(_, declaration) => &declaration.name.name,
            };
            let wanted = names::joined(&prefix, &own);
            Claim { source: source.to_string(), wanted, standing: place.standing, suffixes: suffixes(plan, item) }
        })
        .collect();
    Scope::default().allocate(&claims, &package.module.join("/"), diagnostics)
}

/// The name that the schema asks for in Go, if it is one; else the one made of its words.
pub fn chosen(naming: &Naming, words: &str) -> String {
    match naming.for_language("go") {
        Some(name) if names::is_exported(name) => name.to_owned(),
        Some(name) => names::exported(name),
        None => names::exported(words),
    }
}

/// The further names of all declarations of a package. They make way for those of the declarations.
pub fn further_names(
    plan: &Plan<'_>,
    package: &Package<'_>,
    own: Vec<String>,
    index: &Index<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<ItemNames> {
    let items: Vec<Item<'_>> = package.units.iter().flat_map(|unit| unit.items.iter().copied()).collect();
    let mut taken: Vec<String> = Vec::new();
    let mut claims: Vec<Claim> = Vec::new();
    let mut counts: Vec<usize> = Vec::new();
    for (item, name) in items.iter().zip(&own) {
        taken.push(name.clone());
        taken.extend(suffixes(plan, *item).iter().map(|suffix| format!("{name}{suffix}")));
        let before = claims.len();
        match item {
            Item::Resource(_, resource) => {
                claims.push(Claim::new(resource.token.to_string(), format!("{name}Token")));
                constants(name, &resource.inputs, &mut claims);
            }
            Item::Function(_, function) => {
                claims.push(Claim::new(function.token.to_string(), format!("{name}Token")));
                constants(name, &function.inputs, &mut claims);
                if let Some(result) = function.result.as_ref().filter(|_| !names_its_result(plan, function)) {
                    shape_claim(&format!("{name}Result"), result, plan, index, &mut claims);
                }
            }
            Item::Type(_, declaration) => type_claims(name, declaration, plan, index, &mut claims),
        }
        counts.push(claims.len() - before);
    }
    let scope = Scope::new(taken.iter().map(String::as_str));
    let mut allocated = scope.allocate(&claims, &package.module.join("/"), diagnostics).into_iter();
    own.into_iter()
        .zip(counts)
        .map(|(name, count)| ItemNames { name, further: allocated.by_ref().take(count).collect() })
        .collect()
}

/// A property's constant as Go has one; `None` if there is none.
pub fn constant(property: &Property) -> Option<String> {
    property.constant.as_ref().and_then(literals::constant)
}

fn constants(name: &str, properties: &[Property], claims: &mut Vec<Claim>) {
    for property in properties.iter().filter(|property| constant(property).is_some()) {
        let wanted = names::joined(name, &chosen(&property.naming, &property.name));
        claims.push(Claim::new(format!("{name}.{}", property.name), wanted));
    }
}

/// For a type that has another's name only, and of which Go does not know everything: the constant that says it.
fn shape_claim(name: &str, ty: &Type, plan: &Plan<'_>, index: &Index<'_>, claims: &mut Vec<Claim>) {
    if !hidden::shape(ty, plan, index).is_empty() {
        claims.push(Claim::new(name.to_owned(), format!("{name}Shape")));
    }
}

fn type_claims(name: &str, declaration: &TypeDeclaration, plan: &Plan<'_>, index: &Index<'_>, claims: &mut Vec<Claim>) {
    match &declaration.definition {
        Definition::Object(properties) => constants(name, properties, claims),
        Definition::Enum(definition) => {
            for member in &definition.members {
                let value = value_text(&member.value);
                let part = names::exported_part(member.name.as_deref().unwrap_or(&value));
                claims.push(Claim::new(format!("{name}: {value}"), names::joined(name, &part)));
            }
        }
        Definition::Union(_) => {
            let arms = arms(declaration);
            if arms.is_empty() {
                shape_claim(name, &shapes::resolved(&declaration.ty()), plan, index, claims);
            }
            for arm in arms {
                let word = word(&arm, name, index);
                let source = format!("{name}: {arm}");
                claims.push(Claim { suffixes: &["Input"], ..Claim::new(source, format!("{name}Of{word}")) });
            }
        }
        Definition::Alias(Type::Tuple(_)) => {}
        Definition::Alias(ty) => {
            if index.get(&declaration.name).is_some_and(|found| !found.recursive_alias) {
                shape_claim(name, ty, plan, index, claims);
            }
        }
    }
}

/// The plain arms of a declared union. None if all of them are one type once everything has arrived.
pub fn arms(declaration: &TypeDeclaration) -> Vec<Type> {
    match shapes::resolved(&declaration.ty()) {
        Type::Union(union) => union.arms().to_vec(),
        _ => Vec::new(),
    }
}

fn value_text(value: &Literal) -> String {
    match value {
        Literal::String(text) => text.to_string(),
        Literal::Number(number) => literals::decimal(number).unwrap_or_else(|| number.as_str().to_owned()),
        other => other.to_string(),
    }
}

/// The word for an arm of a union.
fn word(ty: &Type, union: &str, index: &Index<'_>) -> String {
    match ty {
        Type::None => "None".to_owned(),
        Type::Bool => "Bool".to_owned(),
        Type::Int => "Int".to_owned(),
        Type::Number => "Number".to_owned(),
        Type::String => "String".to_owned(),
        Type::Any | Type::Tuple(_) | Type::Object(_) | Type::Enum(_) => "Value".to_owned(),
        Type::Asset => "Asset".to_owned(),
        Type::Archive => "Archive".to_owned(),
        Type::Resource(token) => names::exported(token.rsplit(':').next().unwrap_or(token)),
        Type::Capsule(name) => names::exported(name),
        Type::List(element) => format!("{}List", word(element, union, index)),
        Type::Set(element) => format!("{}Set", word(element, union, index)),
        Type::Map(element) => format!("{}Map", word(element, union, index)),
        Type::Union(inner) => match inner.arms().iter().find(|arm| **arm != Type::None) {
            Some(other) => format!("Nullable{}", word(other, union, index)),
            None => "None".to_owned(),
        },
        Type::Promise(element) | Type::Output(element) => word(element, union, index),
        Type::Named(named) => match index.get(&named.name) {
            Some(resolution) => match resolution.name.strip_prefix(union) {
                Some(rest) if rest.starts_with(|first: char| first.is_uppercase()) => rest.to_owned(),
                Some(_) | None => resolution.name.clone(),
            },
            None => "Value".to_owned(),
        },
    }
}
