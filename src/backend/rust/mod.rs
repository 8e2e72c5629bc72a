//! Rust: a crate, a folder of modules inside somebody's crate, or one file for `include!`.
//!
//! Every path in the output is relative (`super::…`), so that it holds wherever the whole is put.
//! Types of the runtime are reached as `rt::…`, which no name of a schema can hide; a name of Rust's
//! prelude is written with its whole path where the same file declares something of that name.

mod docs;
mod driver;
mod features;
mod index;
mod ir;
mod layout;
mod literals;
mod lower;
mod names;
mod runtime;
mod standing;
mod types;

use std::fmt::Write as _;
use std::sync::Arc;

use askama::Template;

pub(super) use self::driver::driver;
use self::features::Features;
use self::index::{Index, ModuleNames, UnitNames};
use self::ir::{Child, ManifestFile, ModuleFile};
use super::{Files, Manifest, Options, Plan};
use crate::diag::{Code, Diagnostic, Diagnostics};

/// Lints that the words of a schema decide, not the generator.
const LINTS: &[&str] = &[
    "dead_code",
    "deprecated",
    "missing_docs",
    "non_camel_case_types",
    "non_snake_case",
    "unused_imports",
    "unused_macros",
    "clippy::doc_lazy_continuation",
    "clippy::doc_overindented_list_items",
    "clippy::enum_variant_names",
    "clippy::large_enum_variant",
    "clippy::module_inception",
    "clippy::too_many_arguments",
    "clippy::type_complexity",
    "clippy::upper_case_acronyms",
    "rustdoc::all",
];

/// Lints of the same kind that are a matter of the whole crate.
const CRATE_LINTS: &[&str] = &["confusable_idents", "mixed_script_confusables", "uncommon_codepoints"];

/// Everything as a tree of files: with a manifest a crate, else a folder with a `mod.rs`.
pub(super) fn files(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    let index = Index::new(plan, diagnostics);
    let header = options.header();
    let mut files = Files::default();
    let (folder, root, lints, features) = match options.manifest {
        Manifest::Write => {
            let features = Features::of(plan, &index);
            files.add("Cargo.toml", manifest(plan, &features, &header, diagnostics), diagnostics);
            ("src/", "lib.rs", [CRATE_LINTS, LINTS].concat(), features)
        }
        Manifest::Omit => ("", "mod.rs", LINTS.to_vec(), Features::none()),
    };
    let mut units: Vec<Job<'_, '_>> = Vec::new();
    for (words, module) in &index.modules {
        let mut place = folder.to_owned();
        for part in &module.path {
            place.push_str(part);
            place.push('/');
        }
        units.extend(module.units.iter().map(|(wanted, unit)| Job {
            path: format!("{place}{}.rs", unit.module),
            module: words,
            wanted,
            unit,
        }));
        let is_root = words.is_empty();
        let name = if is_root { root } else { "mod.rs" };
        let prelude = if is_root { [about(&features), inner_lints(&lints)].concat() } else { Vec::new() };
        let features = if is_root { &features } else { &Features::none() };
        let file = module_file(module, is_root, features, &header, prelude);
        files.add(format!("{place}{name}"), rendered(&file, diagnostics), diagnostics);
    }
    let render = |job: &Job<'_, '_>| {
        let mut found = Diagnostics::new();
        let file = lower::unit(&index, job.module, (job.wanted, job.unit), &header, &mut found);
        let text = rendered(&file, &mut found);
        (text, found)
    };
    let texts = for_each_unit(&units, render);
    for (job, (text, found)) in units.into_iter().zip(texts) {
        diagnostics.extend(found);
        files.add(job.path, text, diagnostics);
    }
    for file in runtime::FILES.iter().chain([&runtime::ROOT]) {
        let text = format!("// {header}\n{}", file.text);
        files.add(format!("{folder}runtime/{}.rs", file.module), text, diagnostics);
    }
    files
}

/// A file of declarations that is still to be written.
struct Job<'j, 'a> {
    path: String,
    module: &'j Vec<String>,
    wanted: &'j Arc<str>,
    unit: &'j UnitNames<'a>,
}

#[cfg(feature = "parallel")]
fn for_each_unit<T: Send>(units: &[Job<'_, '_>], render: impl Fn(&Job<'_, '_>) -> T + Sync) -> Vec<T> {
    use rayon::prelude::*;
    units.par_iter().map(&render).collect()
}

#[cfg(not(feature = "parallel"))]
fn for_each_unit<T>(units: &[Job<'_, '_>], render: impl Fn(&Job<'_, '_>) -> T) -> Vec<T> {
    units.iter().map(render).collect()
}

/// Everything in one file, to be included in a module of a program: `include!` takes no attributes
/// and no documentation of the file itself, so the whole stands in a module of its own.
///
/// Problems are added to `diagnostics`; with an error among them the text is not to be used.
pub fn single_file(plan: &Plan<'_>, options: &Options, diagnostics: &mut Diagnostics) -> String {
    let index = Index::new(plan, diagnostics);
    let mut out = format!("// {}\n\n#[allow({})]\nmod __generated {{\n", options.header(), LINTS.join(", "));
    nested(&index, &[], &mut out, diagnostics);
    out.push_str("pub mod runtime {\n");
    for line in runtime::ROOT.text.lines() {
        let declared =
            |file: &&runtime::RuntimeFile| line.trim_start_matches("pub ") == format!("mod {};", file.module);
        let file = runtime::FILES.iter().find(declared);
        match file {
            Some(file) => inline(&mut out, line.trim_end_matches(';'), file.text),
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out.push_str("}\n}\n#[allow(unused_imports)]\npub use self::__generated::*;\n");
    out
}

/// A module with everything in it, as text between braces.
fn nested(index: &Index<'_>, words: &[String], out: &mut String, diagnostics: &mut Diagnostics) {
    let words = words.to_vec();
    let Some(module) = index.modules.get(&words) else { return };
    for (wanted, unit) in &module.units {
        let file = lower::unit(index, &words, (wanted, unit), "", diagnostics);
        let text = rendered(&file, diagnostics);
        let name = names::raw(&unit.module);
        inline(out, &format!("mod {name}"), text.strip_prefix("// \n").unwrap_or(&text));
        out.push_str(&format!("pub use self::{name}::*;\n"));
    }
    for (word, name) in &module.children {
        out.push_str(&format!("pub mod {} {{\n", names::raw(name)));
        let child: Vec<String> = words.iter().chain([word]).cloned().collect();
        nested(index, &child, out, diagnostics);
        out.push_str("}\n");
    }
}

fn inline(out: &mut String, start: &str, text: &str) {
    out.push_str(start);
    out.push_str(" {\n");
    out.push_str(text);
    out.push_str("\n}\n");
}

fn module_file(
    module: &ModuleNames<'_>,
    is_root: bool,
    features: &Features,
    header: &str,
    prelude: Vec<String>,
) -> ModuleFile {
    let runtime = is_root.then(|| Child { lines: Vec::new(), name: "runtime".to_owned() });
    let child = |(word, name): (&String, &String)| {
        let feature = features.get(word).map(|feature| format!("#[cfg(feature = {})]", toml(&feature.name)));
        Child { lines: feature.into_iter().collect(), name: names::raw(name) }
    };
    ModuleFile {
        header: header.to_owned(),
        prelude,
        children: runtime.into_iter().chain(module.children.iter().map(child)).collect(),
        units: module.units.values().map(|unit| names::raw(&unit.module)).collect(),
    }
}

/// What a user of a large crate has to know.
fn about(features: &Features) -> Vec<String> {
    if features.is_empty() {
        return Vec::new();
    }
    let lines = [
        "",
        "//! There is a Cargo feature for each large group of declarations, called as its module: none is on",
        "//! unless it is asked for, so that nobody compiles what he does not use. A feature turns on those that",
        "//! it needs.",
    ];
    lines.map(str::to_owned).into()
}

/// `#![allow(…)]`, as rustfmt breaks it.
fn inner_lints(lints: &[&str]) -> Vec<String> {
    let lints = format!("    {}", lints.join(",\n    "));
    vec![String::new(), "#![allow(".to_owned(), lints, ")]".to_owned()]
}

fn manifest(plan: &Plan<'_>, features: &Features, header: &str, diagnostics: &mut Diagnostics) -> String {
    let package = plan.schema.roots.first().and_then(|root| plan.schema.packages.get(root));
    let name = crate_of(plan);
    let version = package.and_then(|package| package.info.version.as_deref());
    let mut lines = vec![format!("name = {}", toml(&name))];
    lines.push(format!("version = {}", toml(version.and_then(semver).unwrap_or("0.0.0"))));
    if let Some(package) = package {
        let info = &package.info;
        let texts = [
            ("description", &info.description),
            ("license", &info.license),
            ("homepage", &info.homepage),
            ("repository", &info.repository),
        ];
        lines.extend(texts.iter().filter_map(|(key, text)| Some(format!("{key} = {}", toml(text.as_deref()?)))));
    }
    let feature = |feature: &features::Feature| {
        let needs: Vec<String> = feature.needs.iter().map(|name| toml(name)).collect();
        format!("{} = [{}]", toml(&feature.name), needs.join(", "))
    };
    let features = features.iter().map(feature).collect();
    rendered(&ManifestFile { header: header.to_owned(), package: lines, features }, diagnostics)
}

/// The name of the crate: that of the first package asked for.
fn crate_of(plan: &Plan<'_>) -> String {
    let package = plan.schema.roots.first().and_then(|root| plan.schema.packages.get(root));
    package.map_or_else(String::new, |package| crate_name(&package.name))
}

/// A name that Cargo takes: of letters, digits, `-` and `_`, and not one of Rust's own.
fn crate_name(name: &str) -> String {
    let sign = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    let name: String = name.chars().map(sign).collect();
    let name = name.trim_matches('-');
    let is_taken = matches!(name, "test" | "core" | "std" | "alloc" | "proc_macro" | "proc-macro");
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let is_keyword = names::raw(name).len() != name.len() || names::RESERVED.contains(&name);
    if name.is_empty() || is_taken || !starts_well || is_keyword { format!("sdk-{name}") } else { name.to_owned() }
}

/// The version, if Cargo takes it: three numbers, and what stands behind a `-` or `+`.
fn semver(version: &str) -> Option<&str> {
    let version = version.strip_prefix('v').unwrap_or(version);
    let numbers = version.split(['-', '+']).next()?;
    let is_number =
        |part: &str| part.parse::<u64>().is_ok() && (part == "0" || !part.starts_with('0')) && !part.starts_with('+');
    let rest = &version[numbers.len()..];
    let is_word = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !(part.len() > 1 && part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_rest = rest.is_empty() || rest[1..].split(['.', '+']).all(is_word);
    (numbers.split('.').count() == 3 && numbers.split('.').all(is_number) && is_rest).then_some(version)
}

/// A basic string of TOML.
fn toml(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            ' '..='~' => out.push(character),
            other if other.is_alphanumeric() => out.push(other),
            other => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\U{:08X}", u32::from(other));
            }
        }
    }
    out.push('"');
    out
}

fn rendered(template: &impl Template, diagnostics: &mut Diagnostics) -> String {
    template.render().unwrap_or_else(|error| {
        diagnostics.push(Diagnostic::error(Code::Limit, format!("the output cannot be rendered: {error}")));
        String::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_hold_what_cargo_takes() {
        assert_eq!(crate_name("my shop!"), "my-shop");
        assert_eq!(crate_name("type"), "sdk-type");
        assert_eq!(crate_name("日本"), "sdk-");
        assert_eq!(semver("v1.2.3-alpha.1+git"), Some("1.2.3-alpha.1+git"));
        assert_eq!([semver("1.2"), semver("01.2.3"), semver("1.2.3-")], [None; 3]);
        assert_eq!(toml("a\"\\\n\u{7}"), "\"a\\\"\\\\\\n\\U00000007\"");
    }
}
