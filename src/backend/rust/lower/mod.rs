//! From the plan to what is printed: all decisions are made here.

mod conversion;
mod enumeration;
mod object;
mod package;
mod types;
mod union;

use std::sync::Arc;

use self::types::Context;
use super::index::{Index, UnitNames};
use super::ir::{self, UnitFile};
use super::types::RustType;
use super::{docs, layout, literals};
use crate::backend::Item;
use crate::diag::Diagnostics;
use crate::model::{Definition, Documentation, Type, TypeDeclaration};

/// The lowering of one file.
pub(super) struct Lowering<'l, 'a> {
    index: &'l Index<'a>,
    module: &'l Vec<String>,
    unit: &'l Arc<str>,
    /// Names of Rust that the file declares, so that they do not mean there what they mean elsewhere.
    shadowed: Vec<&'static str>,
    uses_runtime: bool,
    uses_map: bool,
    diagnostics: &'l mut Diagnostics,
}

/// Lowers a file of a module.
pub(super) fn unit(
    index: &Index<'_>,
    module: &Vec<String>,
    (unit, names): (&Arc<str>, &UnitNames<'_>),
    header: &str,
    diagnostics: &mut Diagnostics,
) -> UnitFile {
    let is_declared = |name: &str| names.items.iter().any(|(_, declared)| declared == name);
    let shadowed = SHADOWABLE.iter().copied().filter(|name| is_declared(name)).collect();
    let mut lowering = Lowering { index, module, unit, shadowed, uses_runtime: false, uses_map: false, diagnostics };
    let mut items = Vec::new();
    for (item, name) in &names.items {
        match item {
            Item::Resource(_, resource) => lowering.resource(*item, resource, name, &mut items),
            Item::Function(_, function) => lowering.function(*item, function, name, &mut items),
            Item::Type(_, declaration) => lowering.declaration(*item, declaration, name, &mut items),
        }
    }
    let map = lowering.uses_map.then(|| "use std::collections::BTreeMap;".to_owned());
    let runtime = lowering.uses_runtime.then(|| format!("use {} as rt;", index.path(module, &[], "runtime")));
    UnitFile { header: header.to_owned(), imports: map.into_iter().chain(runtime).collect(), items }
}

impl Lowering<'_, '_> {
    /// Whether the file declares that name, so that it does not mean what it means in Rust.
    fn declares(&self, name: &str) -> bool {
        self.shadowed.contains(&name)
    }

    fn declaration(&mut self, item: Item<'_>, declaration: &TypeDeclaration, name: &str, items: &mut Vec<ir::Item>) {
        match &declaration.definition {
            Definition::Object(properties) => self.object(item, declaration, properties, name, items),
            Definition::Enum(definition) => self.enumeration(item, declaration, definition, name, items),
            Definition::Union(definition) => self.union(item, declaration, definition, name, items),
            Definition::Alias(Type::Tuple(elements)) => self.tuple(item, declaration, elements, name, items),
            Definition::Alias(ty) => self.alias(item, declaration, ty, name, items),
        }
    }

    fn alias(
        &mut self,
        item: Item<'_>,
        declaration: &TypeDeclaration,
        ty: &Type,
        name: &str,
        items: &mut Vec<ir::Item>,
    ) {
        if self.index.is_endless(&declaration.name) {
            return self.tuple(item, declaration, std::slice::from_ref(ty), name, items);
        }
        let context = Context { numbers: item.numbers(None), owner: Some(&declaration.name) };
        let plain = self.plain(ty, context);
        let lines = documented(Level::Item, &declaration.documentation, &set_note(ty));
        items.push(alias(lines, name, &plain));
        if let Some(codec) = self.index.codecs.named(&declaration.name)
            && let crate::codec::Definition::Alias(codec) = codec
        {
            let conversion = self.named_conversion(name, &plain.to_string(), codec);
            self.uses_runtime |= conversion.is_some();
            items.extend(conversion);
        }
        if !self.index.input_suffix(&declaration.name).is_empty() {
            let input = self.inner_input(ty, context);
            let lines = docs::doc(&format!("[`{name}`] in arguments."));
            items.push(alias(lines, &format!("{name}Input"), &input));
        }
    }

    fn tuple(
        &mut self,
        item: Item<'_>,
        declaration: &TypeDeclaration,
        elements: &[Type],
        name: &str,
        items: &mut Vec<ir::Item>,
    ) {
        let context = Context { numbers: item.numbers(None), owner: Some(&declaration.name) };
        let plain: Vec<RustType> = elements.iter().map(|element| self.plain(element, context)).collect();
        let mut lines = documented(Level::Item, &declaration.documentation, &[]);
        lines.push(DERIVE.to_owned());
        let [conversion, input_conversion] = self.tuple_conversions(name, &declaration.name);
        items.push(tuple(lines, name, &plain, conversion));
        // An endless alias is what it stands for: only what is inside the one element may be outputs.
        let inputs: Vec<RustType> = match &declaration.definition {
            Definition::Alias(Type::Tuple(elements)) => {
                elements.iter().map(|element| self.input(element, context)).collect()
            }
            Definition::Alias(_) | Definition::Object(_) | Definition::Enum(_) | Definition::Union(_) => {
                elements.iter().map(|element| self.inner_input(element, context)).collect()
            }
        };
        let mut lines = docs::doc(&format!("[`{name}`] in arguments."));
        lines.push(DERIVE.to_owned());
        items.push(tuple(lines, &format!("{name}Input"), &inputs, input_conversion));
        self.uses_runtime = true;
    }
}

/// Names that generated code uses without a path where nothing of the schema has them.
const SHADOWABLE: &[&str] = &["BTreeMap", "Box", "From", "Into", "None", "Ok", "Option", "String", "Vec"];

/// What every struct and enum derives.
const DERIVE: &str = "#[derive(Debug, Clone, PartialEq)]";

fn alias(lines: ir::Lines, name: &str, ty: &RustType) -> ir::Item {
    let declaration = layout::alias(name, ty);
    ir::Item::Alias(ir::Alias { lines, declaration })
}

/// The signature of `From::from`.
fn from_signature(ty: &RustType) -> String {
    let value = layout::Typed { before: "value: ".to_owned(), ty: ty.clone() };
    layout::signature(4, "fn from", &[value], " -> Self {")
}

fn tuple(lines: ir::Lines, name: &str, elements: &[RustType], conversion: ir::Lines) -> ir::Item {
    let element = |ty: &RustType| layout::Typed { before: "pub ".to_owned(), ty: ty.clone() };
    let elements: Vec<layout::Typed> = elements.iter().map(element).collect();
    let declaration = layout::tuple_struct(&format!("pub struct {name}"), &elements);
    ir::Item::Tuple(ir::Tuple { lines, declaration, conversion })
}

/// Where a declaration stands: how many spaces there are before it.
#[derive(Clone, Copy)]
enum Level {
    Item = 0,
    Member = 4,
}

/// The doc comment and the deprecation of a declaration, with notes behind its description.
fn documented(level: Level, documentation: &Documentation, notes: &[String]) -> ir::Lines {
    let mut lines = docs::doc(&documentation.description.for_language(super::names::WORD));
    if !lines.is_empty() && !notes.is_empty() {
        lines.push("///".to_owned());
    }
    lines.extend(docs::notes(notes));
    lines.extend(deprecated(level, documentation));
    lines
}

fn deprecated(level: Level, documentation: &Documentation) -> Option<String> {
    let why = documentation.deprecated.as_ref()?.for_language(super::names::WORD);
    Some(if why.is_empty() {
        "#[deprecated]".to_owned()
    } else {
        layout::attribute(level as usize, "deprecated", &format!("note = {}", literals::string(&why)))
    })
}

/// Rust has no set that keeps its order and takes doubles: a set is a vector, and says so.
fn set_note(ty: &Type) -> Vec<String> {
    let mut found = false;
    ty.visit(&mut |part| found |= matches!(part, Type::Set(_)));
    let note = "A set: the order of the elements means nothing, and none is there twice.";
    found.then(|| note.to_owned()).into_iter().collect()
}
