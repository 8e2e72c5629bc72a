//! Which Go packages there are: a folder for each module, but modules that refer to each other in a
//! circle are one, since Go forbids the circle.

use std::collections::{BTreeMap, BTreeSet};

use super::names;
use crate::backend::{Claim, Item, Plan, Scope};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{Property, Type, TypeName, strongly_connected};

/// The folder of the runtime.
pub const RUNTIME: &str = "tygen";

/// A Go package.
pub struct Package<'a> {
    /// Its folder below the output folder; empty for the root.
    pub folder: String,
    /// Its import path.
    pub path: String,
    /// Its name.
    pub name: String,
    /// The module whose place it has, in the schema's own words.
    pub module: &'a [String],
    /// What is printed into it.
    pub units: Vec<Unit<'a>>,
}

/// A file of a package.
pub struct Unit<'a> {
    /// What names begin with because their module was merged into another one; mostly empty.
    pub prefix: String,
    /// The file's name without `.go`.
    pub file: String,
    /// What is printed into it.
    pub items: Vec<Item<'a>>,
}

/// All packages, the root first; there is a root even if nothing is in it.
pub fn packages<'a>(plan: &'a Plan<'a>, root: &str, diagnostics: &mut Diagnostics) -> Vec<Package<'a>> {
    let modules: Vec<&Vec<String>> = plan.modules.keys().collect();
    let hosts = hosts(plan, &modules, diagnostics);
    let folders = folders(&modules, diagnostics);
    let mut packages: BTreeMap<usize, Package<'a>> = BTreeMap::new();
    for (at, (module, content)) in plan.modules.iter().enumerate() {
        let host = hosts[at];
        let package = packages.entry(host).or_insert_with(|| package(modules[host], &folders, root));
        let prefix = if host == at { String::new() } else { foreign_prefix(module, modules[host]) };
        for (unit, items) in &content.units {
            let file = if prefix.is_empty() { unit.to_string() } else { format!("{prefix} {unit}") };
            package.units.push(Unit { prefix: prefix.clone(), file, items: items.items.clone() });
        }
    }
    let mut packages: Vec<Package<'a>> = packages.into_values().collect();
    if !packages.first().is_some_and(|package| package.module.is_empty()) {
        packages.insert(0, package(&[], &folders, root));
    }
    for package in &mut packages {
        name_files(package, diagnostics);
    }
    packages
}

fn package<'a>(module: &'a [String], folders: &BTreeMap<Vec<String>, String>, root: &str) -> Package<'a> {
    let folder = folders.get(module).cloned().unwrap_or_default();
    let path = if folder.is_empty() { root.to_owned() } else { format!("{root}/{folder}") };
    let name = if folder.is_empty() { root_name(root) } else { last(&folder).to_owned() };
    Package { folder, path, name, module, units: Vec::new() }
}

/// The name of the package at an import path: its last part that is not a version.
fn root_name(path: &str) -> String {
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok_and(|major| major > 1));
    let (before, end) = path.rsplit_once('/').unwrap_or(("", path));
    let part = if is_version(end) && !before.is_empty() { last(before) } else { end };
    let name = names::package(part);
    if names::PACKAGE_RESERVED.contains(&name.as_str()) { format!("{name}_") } else { name }
}

fn last(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, end)| end)
}

/// For each module the one that it is printed with: itself, unless modules refer to each other in a
/// circle; then the first of them, and the shortest path comes first.
fn hosts(plan: &Plan<'_>, modules: &[&Vec<String>], diagnostics: &mut Diagnostics) -> Vec<usize> {
    let index: BTreeMap<&Vec<String>, usize> = modules.iter().enumerate().map(|(at, path)| (*path, at)).collect();
    let mut homes: BTreeMap<&TypeName, usize> = BTreeMap::new();
    for (at, module) in plan.modules.values().enumerate() {
        for item in module.units.values().flat_map(|unit| &unit.items) {
            if let Item::Type(_, declaration) = item {
                homes.insert(&declaration.name, at);
            }
        }
    }
    let edges: Vec<Vec<usize>> = plan
        .modules
        .values()
        .map(|module| {
            let mut to = BTreeSet::new();
            for item in module.units.values().flat_map(|unit| &unit.items) {
                references(*item, &mut |name| to.extend(homes.get(name).copied()));
            }
            to.into_iter().collect()
        })
        .collect();
    let component = strongly_connected(&edges);
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for at in 0..modules.len() {
        let host = first.entry(component[at]).or_insert(at);
        if (modules[at].len(), modules[at]) < (modules[*host].len(), modules[*host]) {
            *host = at;
        }
    }
    let hosts: Vec<usize> = component.iter().map(|number| first[number]).collect();
    for (path, &at) in &index {
        if hosts[at] != at {
            let message = format!(
                "modules {:?} and {:?} refer to each other and are one Go package, {1:?}",
                path.join("/"),
                modules[hosts[at]].join("/")
            );
            diagnostics.push(Diagnostic::warning(Code::MergedModules, message));
        }
    }
    hosts
}

/// Calls `f` on every declared type that a declaration refers to in what is printed of it.
pub fn references<'a>(item: Item<'a>, f: &mut impl FnMut(&'a TypeName)) {
    let mut types: Vec<&'a Type> = Vec::new();
    let mut properties = |list: &'a [Property]| {
        for property in list {
            types.extend([&property.ty].into_iter().chain(&property.input));
        }
    };
    match item {
        Item::Resource(_, resource) => {
            [&resource.inputs, &resource.outputs, &resource.state_inputs].into_iter().for_each(|list| properties(list));
        }
        Item::Function(_, function) => {
            properties(&function.inputs);
            types.extend(&function.result);
        }
        Item::Type(_, declaration) => match &declaration.definition {
            crate::model::Definition::Object(list) => properties(list),
            crate::model::Definition::Enum(_) => {}
            crate::model::Definition::Union(definition) => types.extend(&definition.arms),
            crate::model::Definition::Alias(ty) => types.push(ty),
        },
    }
    for ty in types {
        ty.visit(&mut |part| {
            if let Type::Named(named) = part {
                f(&named.name);
            }
        });
    }
}

/// The words of a merged module that its host does not have.
fn foreign_prefix(module: &[String], host: &[String]) -> String {
    let common = module.iter().zip(host).take_while(|(own, other)| own == other).count();
    if common < module.len() { module[common..].join(" ") } else { module.join(" ") }
}

/// The folder of every module and of every module above one. Sister folders differ even without case.
fn folders(modules: &[&Vec<String>], diagnostics: &mut Diagnostics) -> BTreeMap<Vec<String>, String> {
    let mut children: BTreeMap<&[String], BTreeSet<&str>> = BTreeMap::new();
    for module in modules {
        for (depth, part) in module.iter().enumerate() {
            children.entry(&module[..depth]).or_default().insert(part);
        }
    }
    let mut folders = BTreeMap::from([(Vec::new(), String::new())]);
    for (parent, parts) in children {
        // A parent sorts before its children, so its folder is known.
        let above = folders.get(parent).cloned().unwrap_or_default();
        let claims: Vec<Claim> = parts.iter().map(|part| Claim::new(*part, names::package(part))).collect();
        let runtime = above.is_empty().then_some(RUNTIME);
        let reserved = names::PACKAGE_RESERVED.iter().chain(names::DEVICES).copied().chain(runtime);
        let names = Scope::new(reserved).ignoring_case().allocate(&claims, &parent.join("/"), diagnostics);
        for (part, name) in parts.iter().zip(names) {
            let path = parent.iter().cloned().chain([(*part).to_owned()]).collect();
            folders.insert(path, if above.is_empty() { name } else { format!("{above}/{name}") });
        }
    }
    folders
}

fn name_files(package: &mut Package<'_>, diagnostics: &mut Diagnostics) {
    let claims: Vec<Claim> =
        package.units.iter().map(|unit| Claim::new(unit.file.clone(), names::file(&unit.file))).collect();
    let reserved = names::DEVICES.iter().copied().chain(["doc"]);
    let files = Scope::new(reserved).ignoring_case().allocate(&claims, &package.module.join("/"), diagnostics);
    for (unit, file) in package.units.iter_mut().zip(files) {
        unit.file = file;
    }
}
