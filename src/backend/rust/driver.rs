//! A program that reads and writes values with a generated crate, as it is asked: what `tygen verify` talks to.

use askama::Template;

use super::index::Index;
use super::{crate_of, literals, names, rendered, toml};
use crate::backend::{Files, Item, Options, Plan};
use crate::codec::Root;
use crate::diag::Diagnostics;
use crate::model::{Definition, Package, Property, Resource, Type, TypeDeclaration};

#[derive(Template)]
#[template(path = "rust/driver.rs")]
struct Program {
    header: String,
    roots: Vec<RootRow>,
    /// Whether some arguments are no outputs, by the schema's will.
    plain_parts: bool,
}

#[derive(Template)]
#[template(path = "rust/driver.toml")]
struct ProgramManifest {
    header: String,
    /// The package's name, as a string of TOML.
    package: String,
}

/// What the program can be asked of.
struct RootRow {
    /// The root as text, as a literal.
    name: String,
    /// What names its values in Rust.
    plain: String,
    /// What its arguments are, if it has some.
    arguments: Option<String>,
}

/// The program, in the folder `driver` beside the crate.
pub(in crate::backend) fn driver(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    // Names that had to be changed have been reported when the package was written.
    let index = Index::new(plan, &mut Diagnostics::new());
    let header = options.header();
    let mut roots = Vec::new();
    for module in index.modules.values() {
        let path: String = module.path.iter().map(|part| format!("{}::", names::raw(part))).collect();
        for (item, name) in module.units.values().flat_map(|unit| &unit.items) {
            rows(&index, *item, &format!("sdk::{path}{name}"), &mut roots);
        }
    }
    let mut files = Files::default();
    let program = Program { header: header.clone(), roots, plain_parts: has_plain_parts(plan) };
    files.add("driver/src/main.rs", rendered(&program, diagnostics), diagnostics);
    let manifest = ProgramManifest { header, package: toml(&crate_of(plan)) };
    files.add("driver/Cargo.toml", rendered(&manifest, diagnostics), diagnostics);
    files
}

fn rows(index: &Index<'_>, item: Item<'_>, name: &str, roots: &mut Vec<RootRow>) {
    let package = item.package().name.clone();
    let mut row = |root: Root, plain: String, arguments: Option<String>| {
        roots.push(RootRow { name: literals::string(&root.to_string()), plain, arguments });
    };
    match item {
        Item::Resource(_, resource) => {
            let token = resource.token.clone();
            let inputs = Root::ResourceInputs(package.clone(), token.clone());
            row(inputs, format!("{name}Inputs"), Some(format!("{name}Args")));
            row(Root::ResourceOutputs(package.clone(), token.clone()), format!("{name}Outputs"), None);
            if !resource.state_inputs.is_empty() {
                let state = Root::StateInputs(package, token);
                row(state, format!("{name}LookupInputs"), Some(format!("{name}Lookup")));
            }
        }
        Item::Function(_, function) => {
            let token = function.token.clone();
            let inputs = Root::FunctionInputs(package.clone(), token.clone());
            row(inputs, format!("{name}Inputs"), Some(format!("{name}Args")));
            let root = Root::FunctionResult(package, token);
            if let Some(crate::codec::Definition::Alias(codec)) = index.codecs.definition(&root) {
                let suffix = if index.needs_name(codec) { "ResultCodec" } else { "Result" };
                row(root, format!("{name}{suffix}"), None);
            }
        }
        Item::Type(_, declaration) => {
            let root = Root::Type(declaration.name.clone());
            let alias = index.stands_for(&declaration.name);
            let (plain, arguments) = match alias.filter(|codec| index.needs_name(codec)) {
                Some(_) => (format!("{name}Codec"), None),
                None => (name.to_owned(), Some(format!("{name}{}", index.input_suffix(&declaration.name)))),
            };
            row(root, plain, arguments);
        }
    }
}

/// Whether there are arguments a part of which must be plain: a property says so, or it is inside an output
/// that the schema asks for.
fn has_plain_parts(plan: &Plan<'_>) -> bool {
    let asks = |ty: &Type| {
        let mut found = false;
        ty.visit(&mut |part| found |= matches!(part, Type::Promise(_) | Type::Output(_)));
        found
    };
    let has = |property: &Property| property.input.is_some() || asks(&property.ty);
    let of_type = |declaration: &TypeDeclaration| match &declaration.definition {
        Definition::Object(properties) => properties.iter().any(has),
        Definition::Enum(_) | Definition::Union(_) | Definition::Alias(_) => declaration.parts().into_iter().any(asks),
    };
    let of_package = |package: &Package| {
        let of_resources = |resource: &Resource| resource.inputs.iter().chain(&resource.state_inputs).any(has);
        package.types.values().any(of_type)
            || package.all_resources().any(of_resources)
            || package.functions.values().flat_map(|function| &function.inputs).any(has)
    };
    plan.schema.packages.values().any(of_package)
}
