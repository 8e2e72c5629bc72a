//! From the model to the intermediate form: every decision of the Go backend.

mod declarations;
mod enums;
mod fields;
mod unions;

pub use declarations::package_doc;

use std::collections::{BTreeMap, BTreeSet};

use super::claims::ItemNames;
use super::hidden;
use super::index::{Index, Resolution};
use super::ir;
use super::literals;
use super::names;
use super::packages::{Package, RUNTIME, Unit, references};
use super::types::{self, Form, GoType};
use crate::backend::{Claim, Item, Plan, Scope};
use crate::diag::Diagnostics;
use crate::model::{Definition, Numbers, Property, Type, TypeName};

/// All that lowering looks things up in.
pub struct Context<'a> {
    /// The plan.
    pub plan: &'a Plan<'a>,
    /// The packages.
    pub packages: &'a [Package<'a>],
    /// The declared types.
    pub index: &'a Index<'a>,
    /// The import path of the output folder.
    pub root: &'a str,
}

/// One file being lowered.
pub struct FileLowering<'a> {
    context: &'a Context<'a>,
    /// What other packages are called in this file, by their number.
    qualifiers: BTreeMap<usize, String>,
    used: Used,
    /// Names that had to be changed inside declarations.
    pub diagnostics: Diagnostics,
}

/// What must be imported.
#[derive(Default)]
struct Used {
    big: bool,
    runtime: bool,
    packages: BTreeSet<usize>,
}

/// Lowers a file: its imports and its declarations. `names` are those of the unit's items.
pub fn file(
    context: &Context<'_>,
    package: usize,
    unit: &Unit<'_>,
    names: &[ItemNames],
) -> (Vec<Vec<String>>, Vec<ir::Item>, Diagnostics) {
    let mut lowering = FileLowering {
        context,
        qualifiers: qualifiers(context, package, unit),
        used: Used::default(),
        diagnostics: Diagnostics::new(),
    };
    let mut items = Vec::new();
    for (item, names) in unit.items.iter().zip(names) {
        lowering.item(*item, names, &mut items);
    }
    (lowering.imports(), items, lowering.diagnostics)
}

/// The types of all parts of an item's arguments that may arrive later, and those of their elements, for a file
/// in which packages are called by `qualifier`.
pub fn argument_types(context: &Context<'_>, item: Item<'_>, qualifier: impl Fn(usize) -> String) -> BTreeSet<String> {
    let qualifiers = (0..context.packages.len()).map(|at| (at, qualifier(at))).collect();
    let lowering = FileLowering { context, qualifiers, used: Used::default(), diagnostics: Diagnostics::new() };
    let (lists, inside): (Vec<&[Property]>, _) = match item {
        Item::Resource(_, resource) => (vec![&resource.inputs, &resource.state_inputs], None),
        Item::Function(_, function) => (vec![&function.inputs], None),
        Item::Type(_, declaration) => match &declaration.definition {
            Definition::Object(properties) => (vec![properties], Some(&declaration.name)),
            Definition::Alias(_) | Definition::Enum(_) | Definition::Union(_) => (Vec::new(), Some(&declaration.name)),
        },
    };
    let properties = lists.into_iter().flatten();
    let mut parts: Vec<GoType> = properties
        .filter(|property| !fields::stays_plain(property))
        .map(|property| lowering.part(&property.ty, item.numbers(Some(property)), inside))
        .collect();
    if let Item::Type(_, declaration) = item
        && let Definition::Alias(Type::Tuple(elements)) = &declaration.definition
    {
        parts.extend(elements.iter().map(|element| lowering.part(element, item.numbers(None), inside)));
    }
    let mut all = BTreeSet::new();
    for part in &parts {
        let mut inner = Some(part);
        while let Some(ty) = inner {
            all.insert(ty.to_string());
            inner = match ty {
                GoType::Slice(element) | GoType::Map(element) => Some(&**element),
                GoType::Predeclared(_)
                | GoType::Big(_)
                | GoType::Runtime(_)
                | GoType::RuntimeOf(..)
                | GoType::Declared(..)
                | GoType::Pointer(_) => None,
            };
        }
    }
    all
}

/// What the packages that a file refers to are called in it: their name, or their whole path where two
/// have one name or where the name is that of a package that every file may need.
fn qualifiers(context: &Context<'_>, own: usize, unit: &Unit<'_>) -> BTreeMap<usize, String> {
    let mut others: BTreeSet<usize> = BTreeSet::new();
    for item in &unit.items {
        references(*item, &mut |name| others.extend(context.index.get(name).map(|found| found.package)));
    }
    others.remove(&own);
    let name = |package: &usize| context.packages[*package].name.as_str();
    let claims: Vec<Claim> = others
        .iter()
        .map(|package| {
            let is_shared = others.iter().filter(|other| name(other) == name(package)).count() > 1;
            let folder = &context.packages[*package].folder;
            let wanted = if is_shared || matches!(name(package), "big" | RUNTIME) {
                names::package(&format!("{folder}package"))
            } else {
                name(package).to_owned()
            };
            Claim::new(folder.clone(), wanted)
        })
        .collect();
    // Nothing that a person named is renamed by an alias, so there is nothing to tell.
    let aliases = Scope::new(["big", RUNTIME]).allocate(&claims, "", &mut Diagnostics::new());
    others.into_iter().zip(aliases).collect()
}

impl<'a> FileLowering<'a> {
    fn imports(&self) -> Vec<Vec<String>> {
        let mut lines: BTreeMap<String, String> = BTreeMap::new();
        if self.used.runtime {
            let path = format!("{}/{RUNTIME}", self.context.root);
            lines.insert(path.clone(), format!("{path:?}"));
        }
        for number in &self.used.packages {
            let package = &self.context.packages[*number];
            let alias = self.qualifiers.get(number).filter(|alias| !package.path.ends_with(&format!("/{alias}")));
            let alias = alias.map(|alias| format!("{alias} ")).unwrap_or_default();
            lines.insert(package.path.clone(), format!("{alias}{:?}", package.path));
        }
        let standard = if self.used.big { vec!["\"math/big\"".to_owned()] } else { Vec::new() };
        [standard, lines.into_values().collect()].into_iter().filter(|group| !group.is_empty()).collect()
    }

    /// The text of a type, whose packages are imported from now on.
    fn text(&mut self, ty: &GoType) -> String {
        let used = &mut self.used;
        let qualifiers = &self.qualifiers;
        ty.visit(&mut |part| match part {
            GoType::Big(_) => used.big = true,
            GoType::Runtime(_) | GoType::RuntimeOf(..) => used.runtime = true,
            GoType::Declared(package, _) if !package.is_empty() => {
                used.packages.extend(qualifiers.iter().filter(|(_, name)| *name == package).map(|(at, _)| at));
            }
            GoType::Declared(..) | GoType::Predeclared(_) | GoType::Pointer(_) | GoType::Slice(_) | GoType::Map(_) => {}
        });
        ty.to_string()
    }

    /// The plain form of a type.
    fn plain(&self, ty: &Type, numbers: Numbers) -> GoType {
        let qualifier = |resolution: &Resolution| self.qualifiers.get(&resolution.package).cloned().unwrap_or_default();
        types::plain(ty, numbers, &qualifier, self.context.index)
    }

    /// The plain form of a type directly inside a declared one: where it may be null and would be
    /// endless, a pointer to it may be null.
    fn part(&self, ty: &Type, numbers: Numbers, inside: Option<&TypeName>) -> GoType {
        match (types::nullable_of(ty), self.plain(ty, numbers)) {
            (Some(other), GoType::RuntimeOf(name, element)) if self.is_endless(other, inside) => {
                GoType::RuntimeOf(name, Box::new(element.pointer()))
            }
            (_, plain) => plain,
        }
    }

    /// What Go does not know of a type.
    fn hidden(&self, ty: &Type) -> String {
        hidden::shape(ty, self.context.plan, self.context.index)
    }

    /// The constant that says what Go does not know of a type that has another's name only.
    fn shape_constant(&mut self, ty: &Type, name: Option<&String>, owner: &str, items: &mut Vec<ir::Item>) {
        let shape = self.hidden(ty);
        let Some(name) = name.filter(|_| !shape.is_empty()) else { return };
        self.used.runtime = true;
        items.push(ir::Item::Constant(ir::Constant {
            doc: format!("// {name} says of {owner} what Go does not know: tygen.Decode and the like take it.\n"),
            name: name.clone(),
            value: format!("tygen.Shape({})", literals::raw(&shape)),
        }));
    }

    /// Whether a type directly inside a declared one needs a pointer.
    fn is_endless(&self, ty: &Type, inside: Option<&TypeName>) -> bool {
        match (ty, inside) {
            (Type::Promise(element) | Type::Output(element), _) => self.is_endless(element, inside),
            (Type::Named(named), Some(from)) => {
                self.context.plan.recursion.needs_box(from, &named.name)
                    && self.context.index.get(&named.name).is_some_and(|found| found.form == Form::Struct)
            }
            (_, _) => false,
        }
    }
}
