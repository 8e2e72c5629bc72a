//! `tygen inspect SCHEMA [NAME]`: look before generating.

use std::io::{self, Write};

use super::arguments::InspectArguments;
use super::{Exit, Streams};
use crate::backend::{Language, Options, generate};
use crate::diag::{Diagnostics, nearest};
use crate::model::{
    Definition, Function, OnChange, Package, ParameterizationKind, Plugin, Presence, Property, Resource, ResourceKind,
    Schema, Selection, Shape, TypeDeclaration,
};
use crate::shapes::shape;

/// Runs the command.
pub fn run(arguments: &InspectArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let loaded = arguments.part.read(std::slice::from_ref(&arguments.schema), streams)?;
    streams.problems(&loaded.diagnostics, &loaded.sources)?;
    if loaded.diagnostics.has_errors() {
        return Ok(Exit::Failed);
    }
    match &arguments.name {
        None => list(&loaded.schema, streams.out),
        Some(name) => show(&loaded.schema, name, streams),
    }
}

fn list(schema: &Schema, out: &mut dyn Write) -> io::Result<Exit> {
    for package in schema.packages.values() {
        let version = package.info.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        writeln!(out, "package {}{version}", package.name)?;
        writeln!(
            out,
            "  {}, {}, {}{}",
            counted(package.types.len(), "type"),
            counted(package.resources.len(), "resource"),
            counted(package.functions.len(), "function"),
            if package.provider.is_some() { ", a provider" } else { "" }
        )?;
        describe(package, out)?;
        for declaration in package.types.values() {
            writeln!(out, "  {:8} {}", kind(&declaration.definition), declaration.name.name)?;
        }
        for resource in package.all_resources() {
            let (inputs, outputs) = (resource.inputs.len(), resource.outputs.len());
            let (inputs, outputs) = (counted(inputs, "input"), counted(outputs, "output"));
            let word = resource_kind(resource.kind);
            writeln!(out, "  {word} {}: {inputs}, {outputs}", resource.token)?;
        }
        for function in package.functions.values() {
            writeln!(out, "  function {}: {}", function.token, counted(function.inputs.len(), "input"))?;
        }
    }
    Ok(Exit::Done)
}

/// What a user of the package has to know beside what it declares.
fn describe(package: &Package, out: &mut dyn Write) -> io::Result<()> {
    let info = &package.info;
    let said = [("publisher", &info.publisher), ("namespace", &info.namespace), ("plug-in from", &info.download)];
    for (word, text) in said {
        if let Some(text) = text {
            writeln!(out, "  {word}: {text}")?;
        }
    }
    for (language, name) in &package.naming.0 {
        writeln!(out, "  called {name} in {language}")?;
    }
    if let Some(served) = &package.parameterization {
        let how = match served.kind {
            ParameterizationKind::Replacement => "in the place of its own package",
            ParameterizationKind::Extension => "beside its own package",
        };
        writeln!(out, "  served by {}, {how}", plugin(&served.base))?;
    }
    for dependency in &package.dependencies {
        writeln!(out, "  needs {}", plugin(dependency))?;
    }
    if !package.token_packages.is_empty() {
        writeln!(out, "  tokens may start with {}", package.token_packages.join(", "))?;
    }
    if !package.configuration.is_empty() {
        show_properties("configuration", &package.configuration, out)?;
    }
    Ok(())
}

fn plugin(plugin: &Plugin) -> String {
    let version = plugin.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let download = plugin.download.as_deref().map(|download| format!(" ({download})")).unwrap_or_default();
    format!("{}{version}{download}", plugin.name)
}

fn resource_kind(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Managed => "resource",
        ResourceKind::Component => "component",
        ResourceKind::Provider => "provider",
        ResourceKind::Ephemeral => "ephemeral resource",
    }
}

/// `1 type`, `2 types`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn kind(definition: &Definition) -> &'static str {
    match definition {
        Definition::Object(_) => "object",
        Definition::Enum(_) => "enum",
        Definition::Union(_) => "union",
        Definition::Alias(_) => "alias",
    }
}

/// Shows everything of that name, or says what was perhaps meant.
fn show(schema: &Schema, name: &str, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut found = false;
    for package in schema.packages.values() {
        for declaration in package.types.values().filter(|declaration| &*declaration.name.name == name) {
            found = true;
            show_type(declaration, streams.out)?;
        }
        for resource in package.all_resources().filter(|resource| &*resource.token == name) {
            found = true;
            show_resource(resource, streams.out)?;
        }
        for function in package.functions.values().filter(|function| &*function.token == name) {
            found = true;
            show_function(function, streams.out)?;
        }
    }
    if !found {
        let all = schema.packages.values().flat_map(names);
        let hint = nearest(name, all).map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
        writeln!(streams.err, "error: the schema has no {name:?}{hint}")?;
        return Ok(Exit::Failed);
    }
    show_projections(schema, name, streams.out)?;
    Ok(Exit::Done)
}

fn names(package: &Package) -> impl Iterator<Item = &str> {
    let tokens = package.resources.keys().chain(package.functions.keys());
    tokens.chain(package.types.keys()).map(|name| &**name)
}

fn show_type(declaration: &TypeDeclaration, out: &mut dyn Write) -> io::Result<()> {
    let ty = declaration.ty();
    writeln!(out, "{} {:?}", kind(&declaration.definition), declaration.name)?;
    writeln!(out, "  model:    {ty}")?;
    for taken in [Shape::Input, Shape::Output, Shape::Plain, Shape::Resolved] {
        writeln!(out, "  {:9} {}", format!("{}:", taken.word()), shape(&ty, taken))?;
    }
    Ok(())
}

fn show_resource(resource: &Resource, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {}", resource_kind(resource.kind), resource.token)?;
    show_properties("inputs", &resource.inputs, out)?;
    show_properties("outputs", &resource.outputs, out)?;
    show_properties("state inputs", &resource.state_inputs, out)?;
    for method in &resource.methods {
        writeln!(out, "  method {}: {}", method.name, method.function)?;
    }
    for alias in &resource.aliases {
        writeln!(out, "  alias {alias}")?;
    }
    Ok(())
}

fn show_function(function: &Function, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "function {}", function.token)?;
    show_properties("inputs", &function.inputs, out)?;
    if !function.positional.is_empty() {
        writeln!(out, "  by position: {}", function.positional.join(", "))?;
    }
    match &function.result {
        Some(result) => writeln!(out, "  {}: {result}", if function.plain { "plain result" } else { "result" }),
        None => Ok(()),
    }
}

fn show_properties(title: &str, properties: &[Property], out: &mut dyn Write) -> io::Result<()> {
    if !properties.is_empty() {
        writeln!(out, "  {title}:")?;
    }
    for property in properties {
        let presence = match &property.presence {
            Presence::Required => String::new(),
            Presence::Optional => ", optional".to_owned(),
            Presence::Default(default) => format!(", default {default}"),
        };
        writeln!(out, "    {} = {}{presence}{}", property.name, property.ty, more(property))?;
        if let Some(input) = &property.input {
            writeln!(out, "      as an argument: {input}")?;
        }
    }
    Ok(())
}

/// What else there is to know of a property.
fn more(property: &Property) -> String {
    let mut out = String::new();
    if let Some(constant) = &property.constant {
        out += &format!(", always {constant}");
    }
    if property.secret {
        out += ", secret";
    }
    if !property.environment.is_empty() {
        out += &format!(", from {}", property.environment.join(" or "));
    }
    match property.on_change {
        OnChange::Update => {}
        OnChange::Replace => out += ", replaces the resource when changed",
        OnChange::ForceReplace => out += ", always replaces the resource when changed",
    }
    if property.returned {
        out += ", always in results";
    }
    out
}

/// What each language makes of it: the files of the part of the schema that this name needs, the
/// runtime and indices aside.
fn show_projections(schema: &Schema, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let part = schema.select(&Selection { include: vec![name.to_owned()], exclude: Vec::new() });
    let nothing = schema.select(&Selection { include: Vec::new(), exclude: vec!["*".to_owned()] });
    for language in Language::ALL {
        let options = Options::default();
        let mut unreported = Diagnostics::new();
        let frame = generate(&nothing, language, &options, &mut unreported);
        let files = generate(&part, language, &options, &mut unreported);
        for (path, text) in files.iter().filter(|(path, text)| frame.get(path) != Some(*text)) {
            writeln!(out, "\n==> {}/{path} <==\n{text}", language.word())?;
        }
    }
    Ok(())
}
