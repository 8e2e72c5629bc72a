//! Where every declaration goes and what it is called: decided once, before anything is lowered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names;
use crate::backend::{Claim, Item, Module, Plan, Scope};
use crate::diag::Diagnostics;
use crate::model::{Definition, Function, Place, Schema, Type, TypeName};

/// What goes with the name of a type.
const TYPE_SUFFIXES: &[&str] = &["Input", "Output", "Codec"];
/// What goes with the name of a resource.
const RESOURCE_SUFFIXES: &[&str] = &[
    "Args",
    "Inputs",
    "InputsCodec",
    "Outputs",
    "OutputsCodec",
    "Lookup",
    "LookupInputs",
    "LookupInputsCodec",
    "Token",
];
/// What goes with the name of a function.
const FUNCTION_SUFFIXES: &[&str] = &["Args", "Inputs", "InputsCodec", "Result", "ResultCodec", "Output", "Token"];
/// The same for a function whose result is a declared type that has the result's name already.
const FUNCTION_SUFFIXES_WITHOUT_RESULT: &[&str] = &["Args", "Inputs", "InputsCodec", "Token"];

/// A folder of generated files.
pub(super) struct Folder<'a> {
    /// From the root of the output, with a `/` behind each part; empty for the root.
    pub path: String,
    /// What is inside: the name under which the index exports it, and the folder's.
    pub children: Vec<(String, String)>,
    /// The files, in the order of their names in the schema.
    pub files: Vec<SourceFile<'a>>,
    /// Every name that is declared here.
    pub names: BTreeSet<Arc<str>>,
}

/// A generated file, before it is lowered.
pub(super) struct SourceFile<'a> {
    /// The name without extension.
    pub stem: String,
    /// What is declared in it, each under its name.
    pub items: Vec<(Arc<str>, Item<'a>)>,
}

/// A declared type of the output.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    /// Its name.
    pub name: Arc<str>,
    /// What an argument of it is called; the name itself where that is the same type.
    pub input: Arc<str>,
    /// The path of the folder.
    pub folder: Arc<str>,
    /// The name of the file, without extension.
    pub stem: Arc<str>,
}

/// Every declaration of the output.
pub(super) struct Symbols<'a> {
    /// The folders, parents before children.
    pub folders: Vec<Folder<'a>>,
    /// The types by their names in the schema.
    pub types: BTreeMap<TypeName, Symbol>,
}

impl<'a> Symbols<'a> {
    /// Gives every folder, file and declaration of the plan its name.
    pub(super) fn new(plan: &Plan<'a>, diagnostics: &mut Diagnostics) -> Self {
        let mut symbols = Symbols { folders: Vec::new(), types: BTreeMap::new() };
        let tree = module_tree(plan);
        symbols.folder(plan, &tree, &[], String::new(), diagnostics);
        symbols
    }

    fn folder(
        &mut self,
        plan: &Plan<'a>,
        tree: &BTreeMap<Vec<String>, BTreeSet<String>>,
        module: &[String],
        path: String,
        diagnostics: &mut Diagnostics,
    ) {
        let children: Vec<&String> = tree.get(module).into_iter().flatten().collect();
        let at = if module.is_empty() { "$".to_owned() } else { format!("$ (module {})", module.join("/")) };
        let items: Vec<(Arc<str>, Item<'a>)> = plan.modules.get(module).map(flat_items).unwrap_or_default();
        let (claims, names) = declared_names(plan, &items, &children, &at, diagnostics);
        let declared: BTreeSet<Arc<str>> =
            claims.iter().zip(&names).flat_map(|(claim, name)| all_names(claim, name)).collect();
        let namespaces = names[items.len()..].to_vec();
        let units: Vec<&Arc<str>> =
            plan.modules.get(module).map(|module| module.units.keys().collect()).unwrap_or_default();
        let file_names = Scope::new(names::RESERVED_FILES.iter().copied()).ignoring_case();
        let file_claims: Vec<Claim> = units.iter().map(|unit| Claim::new(&***unit, names::file(unit))).collect();
        let stems = file_names.allocate(&file_claims, &at, diagnostics);
        let folder_claims: Vec<Claim> =
            children.iter().map(|part| Claim::new(part.as_str(), names::file(part))).collect();
        let folders = file_names.allocate(&folder_claims, &at, diagnostics);

        let mut files: Vec<SourceFile<'a>> =
            stems.iter().map(|stem| SourceFile { stem: stem.clone(), items: Vec::new() }).collect();
        let shared_path: Arc<str> = path.as_str().into();
        for ((unit, item), name) in items.iter().zip(&names) {
            let Ok(at) = units.binary_search(&unit) else { continue };
            let name: Arc<str> = name.as_str().into();
            if let Item::Type(_, declaration) = item {
                let symbol = Symbol {
                    input: input_name(plan.schema, &declaration.name, &name),
                    name: name.clone(),
                    folder: shared_path.clone(),
                    stem: stems[at].as_str().into(),
                };
                self.types.insert(declaration.name.clone(), symbol);
            }
            files[at].items.push((name, *item));
        }
        let inner: Vec<(String, String)> = namespaces.into_iter().zip(folders).collect();
        self.folders.push(Folder { path: path.clone(), children: inner.clone(), files, names: declared });
        for (part, (_, folder)) in children.iter().zip(inner) {
            let module: Vec<String> = module.iter().cloned().chain([(*part).clone()]).collect();
            self.folder(plan, tree, &module, format!("{path}{folder}/"), diagnostics);
        }
    }
}

/// Every module with the parts that lead one step further in; a module need not have files of its own.
fn module_tree(plan: &Plan<'_>) -> BTreeMap<Vec<String>, BTreeSet<String>> {
    let mut tree: BTreeMap<Vec<String>, BTreeSet<String>> = BTreeMap::new();
    for module in plan.modules.keys() {
        for (at, part) in module.iter().enumerate() {
            tree.entry(module[..at].to_vec()).or_default().insert(part.clone());
        }
    }
    tree
}

fn flat_items<'a>(module: &Module<'a>) -> Vec<(Arc<str>, Item<'a>)> {
    module.units.iter().flat_map(|(unit, inside)| inside.items.iter().map(|item| (unit.clone(), *item))).collect()
}

/// The names of the items and then of the modules inside, all of one scope.
fn declared_names(
    plan: &Plan<'_>,
    items: &[(Arc<str>, Item<'_>)],
    children: &[&String],
    at: &str,
    diagnostics: &mut Diagnostics,
) -> (Vec<Claim>, Vec<String>) {
    let own = items.iter().map(|(_, item)| match item {
        Item::Resource(_, resource) => claim(&resource.token, &resource.place, RESOURCE_SUFFIXES),
        Item::Function(_, function) => {
            let shared = result_is_declared(plan, function);
            let suffixes = if shared { FUNCTION_SUFFIXES_WITHOUT_RESULT } else { FUNCTION_SUFFIXES };
            claim(&function.token, &function.place, suffixes)
        }
        Item::Type(_, declaration) => claim(&declaration.name.name, &declaration.place, TYPE_SUFFIXES),
    });
    let inner = children.iter().map(|part| Claim::new(part.as_str(), names::camel(part)));
    let claims: Vec<Claim> = own.chain(inner).collect();
    let names = Scope::new(names::RESERVED.iter().copied()).allocate(&claims, at, diagnostics);
    (claims, names)
}

fn claim(source: &str, place: &Place, suffixes: &'static [&'static str]) -> Claim {
    Claim { suffixes, standing: place.standing, ..Claim::new(source, wanted(place)) }
}

/// The name that a declaration would like: the schema's own for the language, if it can be one.
fn wanted(place: &Place) -> String {
    match place.naming.for_language("ts") {
        Some(name) if names::is_identifier(name) => name.to_owned(),
        Some(name) => names::pascal(name),
        None => names::pascal(&place.name),
    }
}

fn all_names(claim: &Claim, name: &str) -> Vec<Arc<str>> {
    std::iter::once("").chain(claim.suffixes.iter().copied()).map(|suffix| format!("{name}{suffix}").into()).collect()
}

/// Whether the result of a function is a type that wants to be called as the function's result is:
/// an inline result that was given a declaration.
pub(super) fn result_is_declared(plan: &Plan<'_>, function: &Function) -> bool {
    let Some(Type::Named(named)) = &function.result else { return false };
    let Some(declaration) = plan.schema.declaration(&named.name) else { return false };
    declaration.place.module == function.place.module
        && wanted(&declaration.place) == format!("{}Result", wanted(&function.place))
}

fn input_name(schema: &Schema, declared: &TypeName, name: &Arc<str>) -> Arc<str> {
    if differs_as_input(schema, declared, &mut BTreeSet::new()) { format!("{name}Input").into() } else { name.clone() }
}

/// Whether arguments of a declared type are of another type than its plain values.
fn differs_as_input(schema: &Schema, name: &TypeName, seen: &mut BTreeSet<TypeName>) -> bool {
    if !seen.insert(name.clone()) {
        return false;
    }
    match schema.declaration(name).map(|declaration| &declaration.definition) {
        None | Some(Definition::Enum(_)) => false,
        Some(Definition::Object(_)) => true,
        Some(Definition::Union(union)) => union.arms.iter().any(|arm| part_differs(schema, arm, seen)),
        Some(Definition::Alias(ty)) => part_differs(schema, ty, seen),
    }
}

fn part_differs(schema: &Schema, ty: &Type, seen: &mut BTreeSet<TypeName>) -> bool {
    match ty {
        Type::None
        | Type::Bool
        | Type::Int
        | Type::Number
        | Type::String
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Enum(_) => false,
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) => true,
        Type::Promise(element) | Type::Output(element) => element.has_eventual(),
        Type::Union(union) => union.arms().iter().any(|arm| part_differs(schema, arm, seen)),
        Type::Named(named) => differs_as_input(schema, &named.name, seen),
    }
}
