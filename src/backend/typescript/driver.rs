//! A program that reads and writes values with a generated package as it is asked to, so that it can be
//! compared with what is right: JSON lines in, JSON lines out. It uses the package's public names alone.

use std::sync::Arc;

use askama::Template;

use super::literals;
use super::symbols::{Symbols, result_is_declared};
use crate::backend::{Files, Item, Options, Plan};
use crate::codec::Root;
use crate::diag::Diagnostics;
use crate::model::{Function, Package, Resource, Type};

/// The driver's one file that depends on the schema.
#[derive(Template)]
#[template(path = "typescript/driver.ts")]
struct Driver<'a> {
    /// The first line, without the comment sign.
    header: &'a str,
    /// The files that are imported: under which name, from where.
    imports: Vec<(String, String)>,
    /// Roots, as string literals, and their codecs.
    codecs: Vec<(String, String)>,
}

/// What reads requests and answers them, whatever the schema.
const RUN: &str = include_str!("../../../templates/typescript/runtime_driver/run.ts");

/// The driver of the package that [`files`](super::files) makes with the same options.
pub(in crate::backend) fn driver(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    // What there is to say of names was said of the package.
    let symbols = Symbols::new(plan, &mut Diagnostics::new());
    let header = options.header();
    let mut imports = Vec::new();
    let mut codecs = Vec::new();
    let files = symbols.folders.iter().flat_map(|folder| folder.files.iter().map(move |file| (folder, file)));
    for (at, (folder, file)) in files.enumerate() {
        let alias = format!("m{at}");
        for (name, item) in &file.items {
            for (root, codec) in roots(plan, item, name) {
                codecs.push((literals::string(&root.to_string()), format!("{alias}.{codec}Codec")));
            }
        }
        imports.push((alias, literals::string(&path(&folder.path, &file.stem))));
    }
    codecs.extend(declared_results(plan, &symbols, &imports));
    let mut out = Files::default();
    super::add(
        &mut out,
        "driver/main.ts".to_owned(),
        Driver { header: &header, imports, codecs }.render(),
        diagnostics,
    );
    out.add("driver/run.ts", format!("// {header}\n\n{RUN}"), diagnostics);
    out
}

/// From the driver's folder to a file of the package.
fn path(folder: &str, stem: &str) -> String {
    format!("../{folder}{stem}.js")
}

/// The codecs of results that are types with names of their own.
fn declared_results(plan: &Plan<'_>, symbols: &Symbols<'_>, imports: &[(String, String)]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for package in plan.schema.packages.values() {
        for function in package.functions.values().filter(|function| result_is_declared(plan, function)) {
            let Some(Type::Named(named)) = &function.result else { continue };
            let Some(symbol) = symbols.types.get(&named.name) else { continue };
            let from = literals::string(&path(&symbol.folder, &symbol.stem));
            let Some((alias, _)) = imports.iter().find(|(_, path)| *path == from) else { continue };
            let root = Root::FunctionResult(package.name.clone(), function.token.clone());
            found.push((literals::string(&root.to_string()), format!("{alias}.{}Codec", symbol.name)));
        }
    }
    found
}

/// What of a declaration has a codec, and what that is called without `Codec` behind it.
fn roots(plan: &Plan<'_>, item: &Item<'_>, name: &Arc<str>) -> Vec<(Root, String)> {
    match item {
        Item::Type(_, declaration) => vec![(Root::Type(declaration.name.clone()), name.to_string())],
        Item::Resource(package, resource) => resource_roots(package, resource, name),
        Item::Function(package, function) => function_roots(plan, package, function, name),
    }
}

fn resource_roots(package: &Package, resource: &Resource, name: &str) -> Vec<(Root, String)> {
    let key = || (package.name.clone(), resource.token.clone());
    let ((first, inputs), (second, outputs), (third, state)) = (key(), key(), key());
    let mut roots = vec![
        (Root::ResourceInputs(first, inputs), format!("{name}Inputs")),
        (Root::ResourceOutputs(second, outputs), format!("{name}Outputs")),
    ];
    if !resource.state_inputs.is_empty() {
        roots.push((Root::StateInputs(third, state), format!("{name}LookupInputs")));
    }
    roots
}

fn function_roots(plan: &Plan<'_>, package: &Package, function: &Function, name: &str) -> Vec<(Root, String)> {
    let key = || (package.name.clone(), function.token.clone());
    let ((first, inputs), (second, result)) = (key(), key());
    let mut roots = vec![(Root::FunctionInputs(first, inputs), format!("{name}Inputs"))];
    // A declared result has the result's name.
    if function.result.is_some() && !result_is_declared(plan, function) {
        roots.push((Root::FunctionResult(second, result), format!("{name}Result")));
    }
    roots
}
