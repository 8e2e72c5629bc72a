//! A package in a short form for people to read in snapshots.

use std::fmt::Write;

use tygen::diag::{Diagnostics, Severity};
use tygen::model::{Definition, Documentation, OnChange, Package, Place, Presence, Property, Type};

/// Everything that a package declares, a line for each property.
pub fn summary(package: &Package) -> String {
    let mut out = format!("package {} ({:?} {:?})\n", package.name, package.numbers.int, package.numbers.number);
    about(&mut out, package);
    group(&mut out, "configuration", &package.configuration);
    for resource in package.all_resources() {
        let kind = format!("{:?} {}", resource.kind, resource.token);
        heading(&mut out, &kind, &resource.place, &resource.documentation);
        group(&mut out, "in", &resource.inputs);
        group(&mut out, "out", &resource.outputs);
        group(&mut out, "state", &resource.state_inputs);
        for method in &resource.methods {
            let _ = writeln!(out, "  method {} = {}", method.name, method.function);
        }
        for alias in &resource.aliases {
            let _ = writeln!(out, "  alias {alias}");
        }
    }
    for function in package.functions.values() {
        heading(&mut out, &format!("function {}", function.token), &function.place, &function.documentation);
        group(&mut out, "in", &function.inputs);
        if !function.positional.is_empty() {
            let _ = writeln!(out, "  by position: {}", function.positional.join(", "));
        }
        if let Some(result) = &function.result {
            let plain = if function.plain { "plain " } else { "" };
            let _ = writeln!(out, "  {plain}result {}", short(result));
        }
    }
    for declaration in package.types.values() {
        let kind = format!("type {}", declaration.name.name);
        heading(&mut out, &kind, &declaration.place, &declaration.documentation);
        match &declaration.definition {
            Definition::Object(properties) => group(&mut out, "", properties),
            Definition::Enum(definition) => {
                for member in &definition.members {
                    let name = member.name.as_deref().unwrap_or("-");
                    let docs = docs(&member.documentation);
                    let _ = writeln!(out, "  {name} = {} of {}{docs}", member.value, definition.base);
                }
            }
            Definition::Union(definition) => {
                for arm in &definition.arms {
                    let _ = writeln!(out, "  | {}", short(arm));
                }
            }
            Definition::Alias(ty) => {
                let _ = writeln!(out, "  = {}", short(ty));
            }
        }
    }
    out
}

/// What the package says of itself, as far as it says anything.
fn about(out: &mut String, package: &Package) {
    let info = &package.info;
    for (word, text) in [
        ("publisher", &info.publisher),
        ("namespace", &info.namespace),
        ("download", &info.download),
        ("logo", &info.logo),
        ("attribution", &info.attribution),
    ] {
        if let Some(text) = text {
            let _ = writeln!(out, "  {word} {text}");
        }
    }
    if let Some(served) = &package.parameterization {
        let _ = writeln!(out, "  {:?} of {:?} by {:?}", served.kind, served.base, served.parameter);
    }
    for dependency in &package.dependencies {
        let _ = writeln!(out, "  needs {dependency:?}");
    }
    if !package.token_packages.is_empty() {
        let _ = writeln!(out, "  tokens of {}", package.token_packages.join(", "));
    }
    for (language, name) in &package.naming.0 {
        let _ = writeln!(out, "  {language}={name}");
    }
}

/// What was wrong, a line for each problem.
pub fn problems(diagnostics: &Diagnostics) -> String {
    let mut out = String::new();
    for problem in diagnostics.iter() {
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help = problem.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
        let _ = writeln!(out, "{severity} {} {}: {}{help}", problem.code, problem.path, problem.message);
    }
    out
}

/// An expression without the package's name, which is the same everywhere.
fn short(ty: &Type) -> String {
    ty.to_string()
}

fn heading(out: &mut String, what: &str, place: &Place, documentation: &Documentation) {
    let Place { module, unit, name, naming, standing: _ } = place;
    let naming: String = naming.0.iter().map(|(language, name)| format!(" {language}={name}")).collect();
    let _ = writeln!(out, "{what} [{module}/{unit}] {name:?}{naming}{}", docs(documentation));
}

fn group(out: &mut String, what: &str, properties: &[Property]) {
    for property in properties {
        let presence = match &property.presence {
            Presence::Required => String::new(),
            Presence::Optional => "?".to_owned(),
            Presence::Default(default) => format!("? = {default}"),
        };
        let mut line = format!(
            "  {what}{}{}{presence}: {}",
            if what.is_empty() { "" } else { " " },
            property.name,
            short(&property.ty)
        );
        if let Type::Union(union) = &property.ty {
            for (value, arm) in union.discriminator.iter().flat_map(|discriminator| &discriminator.mapping) {
                let _ = write!(line, " {value:?}→{}", short(arm));
            }
        }
        if let Some(constant) = &property.constant {
            let _ = write!(line, " const {constant}");
        }
        if property.secret {
            line.push_str(" secret");
        }
        if !property.environment.is_empty() {
            let _ = write!(line, " env {}", property.environment.join(","));
        }
        for (language, name) in &property.naming.0 {
            let _ = write!(line, " {language}={name}");
        }
        match property.on_change {
            OnChange::Update => {}
            other => {
                let _ = write!(line, " {other:?}");
            }
        }
        if property.returned {
            line.push_str(" returned");
        }
        line.push_str(&docs(&property.documentation));
        let _ = writeln!(out, "{line}");
        if let Some(input) = &property.input {
            let _ = writeln!(out, "    argument {}", short(input));
        }
    }
}

fn docs(documentation: &Documentation) -> String {
    let languages = ["ts", "go", "rust"].map(|language| documentation.description.for_language(language).into_owned());
    let mut out = String::new();
    if languages.iter().all(|text| *text == languages[0]) {
        if !languages[0].is_empty() {
            let _ = write!(out, " — {:?}", languages[0]);
        }
    } else {
        let _ = write!(out, " — ts {:?} go {:?} rust {:?}", languages[0], languages[1], languages[2]);
    }
    if let Some(deprecated) = &documentation.deprecated {
        let _ = write!(out, " deprecated {:?}", deprecated.for_language("ts"));
    }
    out
}
