//! Where everything is and what it is called: all names, allocated before anything is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names;
use crate::backend::{Claim, Item, Plan, Scope};
use crate::codec::Codecs;
use crate::diag::Diagnostics;
use crate::model::{Definition, Function, Package, Type, TypeDeclaration, TypeName, strongly_connected};

/// Suffixes of the names that go with a declared type, a resource and a function.
const OF_TYPE: &[&str] = &["Input", "Output"];
const OF_RESOURCE: &[&str] = &["Args", "Inputs", "Outputs", "Lookup", "LookupInputs"];
const OF_FUNCTION: &[&str] = &["Args", "Inputs", "Result", "Output"];
/// Of a function whose result is declared under the very name that the alias would have.
const OF_FUNCTION_WITH_NAMED_RESULT: &[&str] = &["Args", "Inputs", "Output"];

/// All modules and all declared types, with their names.
pub(super) struct Index<'a> {
    /// How values are read and written.
    pub(super) codecs: Codecs,
    /// By path in the schema's words; every module's parents are there.
    pub(super) modules: BTreeMap<Vec<String>, ModuleNames<'a>>,
    types: BTreeMap<&'a TypeName, Declared<'a>>,
    /// Aliases that reach themselves through nothing but aliases and containers: no `type` can be
    /// written for them.
    endless_aliases: BTreeSet<&'a TypeName>,
    /// Types that hold themselves, by number of the cycle.
    recursion: BTreeMap<&'a TypeName, usize>,
}

/// A module and the names in it.
#[derive(Default)]
pub(super) struct ModuleNames<'a> {
    /// The identifiers that lead to it from the root, not raw.
    pub(super) path: Vec<String>,
    /// Its child modules: from the schema's word to the identifier.
    pub(super) children: BTreeMap<String, String>,
    /// Its files by the wanted name.
    pub(super) units: BTreeMap<Arc<str>, UnitNames<'a>>,
}

/// A file and the names in it.
pub(super) struct UnitNames<'a> {
    /// The identifier of its module, not raw.
    pub(super) module: String,
    /// What stands in it, with its name.
    pub(super) items: Vec<(Item<'a>, String)>,
}

/// A declared type, and where it is.
pub(super) struct Declared<'a> {
    pub(super) declaration: &'a TypeDeclaration,
    pub(super) package: &'a Package,
    pub(super) name: String,
    pub(super) module: Vec<String>,
    pub(super) unit: Arc<str>,
}

impl<'a> Index<'a> {
    /// Names everything in the plan; every name that had to be changed is reported.
    pub(super) fn new(plan: &Plan<'a>, diagnostics: &mut Diagnostics) -> Self {
        let mut paths: BTreeSet<Vec<String>> = BTreeSet::from([Vec::new()]);
        for path in plan.modules.keys() {
            paths.extend((1..=path.len()).map(|length| path[..length].to_vec()));
        }
        let mut modules: BTreeMap<Vec<String>, ModuleNames<'a>> = BTreeMap::new();
        // Parents sort before their children.
        for path in &paths {
            let children = paths.iter().filter(|child| child.len() == path.len() + 1 && child.starts_with(path));
            let own = match path.split_last() {
                None => Vec::new(),
                Some((word, parent)) => modules.get(parent).map_or_else(Vec::new, |parent| parent.child(word)),
            };
            modules.insert(path.clone(), ModuleNames::new(plan, path, own, children, diagnostics));
        }
        let mut types = BTreeMap::new();
        for (path, module) in &modules {
            for (wanted, unit) in &module.units {
                for (item, name) in &unit.items {
                    if let Item::Type(package, declaration) = item {
                        let (name, module, unit) = (name.clone(), path.clone(), wanted.clone());
                        types.insert(&declaration.name, Declared { declaration, package, name, module, unit });
                    }
                }
            }
        }
        let endless_aliases = endless_aliases(&types);
        let recursion = recursion(&types);
        Self { codecs: Codecs::of(plan.schema), modules, types, endless_aliases, recursion }
    }

    /// The declared type of that name.
    pub(super) fn declared(&self, name: &TypeName) -> Option<&Declared<'a>> {
        self.types.get(name)
    }

    /// Whether the alias has to be a type of its own.
    pub(super) fn is_endless(&self, alias: &TypeName) -> bool {
        self.endless_aliases.contains(alias)
    }

    /// Whether `to` directly inside `from` needs a box, lest `from` be infinitely large.
    pub(super) fn needs_box(&self, from: &TypeName, to: &TypeName) -> bool {
        self.recursion.get(from).is_some_and(|cycle| self.recursion.get(to) == Some(cycle))
    }

    /// The path to something in the module `to`, as written in a file of the module `from`: by way of
    /// the modules that both are in, so that it holds wherever the whole is put.
    pub(super) fn path(&self, from: &[String], to: &[String], name: &str) -> String {
        let shared = from.iter().zip(to).take_while(|(from, to)| from == to).count();
        let mut out = "super::".repeat(from.len() - shared + 1);
        if let Some(module) = self.modules.get(to) {
            for part in &module.path[shared..] {
                out.push_str(&names::raw(part));
                out.push_str("::");
            }
        }
        out.push_str(name);
        out
    }
}

impl<'a> ModuleNames<'a> {
    fn new<'p>(
        plan: &Plan<'a>,
        words: &[String],
        path: Vec<String>,
        children: impl Iterator<Item = &'p Vec<String>>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let place = format!("$.modules.{}", words.join("/"));
        let children: Vec<&String> = children.filter_map(|child| child.last()).collect();
        let units: Vec<_> = plan.modules.get(words).map_or_else(Vec::new, |module| module.units.iter().collect());
        let wanted = children.iter().map(|word| word.as_str()).chain(units.iter().map(|(word, _)| &***word));
        let claims: Vec<Claim> = wanted.map(|word| Claim::new(word, names::module_name(word))).collect();
        // Names of files: not even of modules would a program want two that differ in case alone.
        let mut reported = Diagnostics::new();
        let scope = Scope::new(names::RESERVED_MODULES.iter().copied()).ignoring_case();
        let mut files = scope.allocate(&claims, &place, &mut reported).into_iter();
        let children = children.into_iter().cloned().zip(files.by_ref()).collect::<BTreeMap<_, _>>();
        let files: Vec<String> = files.collect();

        let items: Vec<Item<'a>> = units.iter().flat_map(|(_, unit)| unit.items.iter().copied()).collect();
        let taken = names::RESERVED_TYPES.iter().copied();
        let scope = Scope::new(taken.chain(children.values().chain(&files).map(String::as_str)));
        let claims: Vec<Claim> = items.iter().map(|item| claim(*item)).collect();
        let mut names = items.iter().copied().zip(scope.allocate(&claims, &place, diagnostics));
        let units = units.into_iter().zip(files).map(|((wanted, unit), module)| {
            let items = names.by_ref().take(unit.items.len()).collect();
            (wanted.clone(), UnitNames { module, items })
        });
        Self { units: units.collect(), path, children }
    }

    fn child(&self, word: &str) -> Vec<String> {
        self.path.iter().chain(self.children.get(word)).cloned().collect()
    }
}

fn claim(item: Item<'_>) -> Claim {
    let place = item.place();
    let wanted = names::declared_name(&place.naming, &place.name);
    let (source, suffixes) = match item {
        Item::Resource(_, resource) => (&resource.token, OF_RESOURCE),
        Item::Function(package, function) => (&function.token, function_suffixes(package, function, &wanted)),
        Item::Type(_, declaration) => (&declaration.name.name, OF_TYPE),
    };
    Claim { source: source.to_string(), wanted, standing: place.standing, suffixes }
}

fn function_suffixes(package: &Package, function: &Function, wanted: &str) -> &'static [&'static str] {
    let declared = match &function.result {
        Some(Type::Named(named)) if named.name.package == package.name => package.types.get(&named.name.name),
        Some(_) | None => None,
    };
    let is_the_result = |declaration: &TypeDeclaration| {
        declaration.place.module == function.place.module
            && names::declared_name(&declaration.place.naming, &declaration.place.name) == format!("{wanted}Result")
    };
    if declared.is_some_and(is_the_result) { OF_FUNCTION_WITH_NAMED_RESULT } else { OF_FUNCTION }
}

/// Aliases on a cycle of aliases.
fn endless_aliases<'a>(types: &BTreeMap<&'a TypeName, Declared<'a>>) -> BTreeSet<&'a TypeName> {
    let aliases = types.iter().filter_map(|(name, declared)| match &declared.declaration.definition {
        Definition::Alias(Type::Tuple(_)) => None,
        Definition::Alias(ty) => Some((*name, vec![ty])),
        Definition::Object(_) | Definition::Enum(_) | Definition::Union(_) => None,
    });
    cycles(aliases.collect(), |ty, found| {
        ty.visit(&mut |part| {
            if let Type::Named(named) = part {
                found(&named.name);
            }
        });
    })
    .into_keys()
    .collect()
}

/// Which types hold themselves with nothing in between that has a size of its own, by number of the
/// cycle. Promise and output are nothing in between: plain types are without them.
fn recursion<'a>(types: &BTreeMap<&'a TypeName, Declared<'a>>) -> BTreeMap<&'a TypeName, usize> {
    let parts = types.iter().map(|(name, declared)| {
        let mut parts = declared.declaration.parts();
        if let Definition::Object(properties) = &declared.declaration.definition {
            parts.extend(properties.iter().filter_map(|property| property.input.as_ref()));
        }
        (*name, parts)
    });
    cycles(parts.collect(), direct)
}

fn direct<'t>(ty: &'t Type, found: &mut dyn FnMut(&'t TypeName)) {
    match ty {
        Type::Named(named) => found(&named.name),
        Type::List(_) | Type::Set(_) | Type::Map(_) => {}
        other => other.children().into_iter().for_each(|child| direct(child, found)),
    }
}

/// The nodes that lie on a cycle, each with the number of its cycle.
fn cycles<'a>(
    nodes: Vec<(&'a TypeName, Vec<&'a Type>)>,
    references: fn(&'a Type, &mut dyn FnMut(&'a TypeName)),
) -> BTreeMap<&'a TypeName, usize> {
    let number: BTreeMap<&TypeName, usize> = nodes.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    let edges_of = |parts: &Vec<&'a Type>| {
        let mut inside = BTreeSet::new();
        for part in parts {
            references(part, &mut |name| inside.extend(number.get(name).copied()));
        }
        inside.into_iter().collect()
    };
    let edges: Vec<Vec<usize>> = nodes.iter().map(|(_, parts)| edges_of(parts)).collect();
    let component = strongly_connected(&edges);
    let mut size = vec![0_usize; nodes.len()];
    component.iter().for_each(|&number| size[number] += 1);
    let on_a_cycle = |at: &usize| size[component[*at]] > 1 || edges[*at].contains(at);
    (0..nodes.len()).filter(on_a_cycle).map(|at| (nodes[at].0, component[at])).collect()
}
