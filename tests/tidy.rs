//! The rules of the house, as tests: what a reviewer would have to remember is checked here.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the ground up. A module may import only modules on a lower floor, or itself.
const FLOORS: &[&[&str]] = &[
    &["diag"],
    &["model"],
    &["shapes"],
    &["codec"],
    &["engine"],
    &["loader", "backend"],
    &["disk"],
    &["verify"],
    &["build", "cli"],
];

/// Downward imports that are wrong all the same: output must not lean on the engine that judges it.
const FORBIDDEN: &[(&str, &str)] = &[("backend", "engine")];

/// Longer than this wants a reason, and the reasons stand in [`LONG`].
const LINES_OF_A_FILE: usize = 500;
const LINES_OF_A_FUNCTION: usize = 60;
const LINES_OF_A_TEMPLATE: usize = 120;

/// Files and functions (`path` or `path::function`) that are longer, each with its reason.
const LONG: &[(&str, &str)] = &[];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with one of these endings: paths relative to the project, with `/`, and texts.
fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !["node_modules", "target"].iter().any(|skipped| path.ends_with(skipped)) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| path.extension().is_some_and(|found| found == *ending)) {
                let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "there is nothing below {folder}");
    found
}

fn all_clear(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

/// The modules that a line names: `crate::diag` in any place, also in braces after `crate::`.
fn imported(line: &str) -> Vec<&str> {
    line.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list.split([',', '}']).map(str::trim).collect::<Vec<_>>(),
            None => vec![rest],
        })
        .map(|rest| rest.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap_or(""))
        .collect()
}

#[test]
fn imports_point_down() {
    let mut problems = Vec::new();
    for (path, text) in files("src", &["rs"]) {
        let module = path.split('/').nth(1).unwrap_or("").trim_end_matches(".rs").to_owned();
        let Some(own) = floor(&module) else {
            if !["lib", "main"].contains(&module.as_str()) {
                problems.push(format!("{path}: {module} stands on no floor"));
            }
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for target in imported(line).into_iter().filter(|target| *target != module) {
                let upward = floor(target).is_some_and(|other| other >= own);
                if upward || FORBIDDEN.contains(&(module.as_str(), target)) {
                    problems.push(format!("{path}:{}: {module} imports {target}", number + 1));
                }
            }
        }
    }
    all_clear(&problems);
}

#[test]
fn the_import_reader_sees_what_is_imported() {
    assert_eq!(imported("use crate::model::{Type};"), ["model"]);
    assert_eq!(imported("use crate::{diag, engine::Value};"), ["diag", "engine", ""]);
    assert_eq!(imported("    let x: crate::cli::Exit = f(crate::disk::LIST);"), ["cli", "disk"]);
}

/// The part of a file that is not tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or(text)
}

#[test]
fn nothing_grows_without_a_reason() {
    let mut problems = Vec::new();
    let mut long: Vec<String> = Vec::new();
    for (path, text) in files("src", &["rs"]) {
        let length = code(&text).lines().count();
        if length > LINES_OF_A_FILE {
            long.push(path.clone());
            problems.push(format!("{path}: {length} lines"));
        }
        for (function, length) in functions(&text) {
            if length > LINES_OF_A_FUNCTION {
                long.push(format!("{path}::{function}"));
                problems.push(format!("{path}::{function}: {length} lines"));
            }
        }
    }
    problems.retain(|problem| !LONG.iter().any(|(name, _)| problem.starts_with(&format!("{name}: "))));
    for (name, _) in LONG {
        if !long.iter().any(|found| found == name) {
            problems.push(format!("{name} is not too long any more: take it off the list"));
        }
    }
    all_clear(&problems);
}

/// The functions of a formatted file with their lengths: from the line with `fn` to the closing brace
/// at the same depth.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim_start();
        let is_function = ["fn ", "pub fn ", "pub(super) fn ", "pub(crate) fn ", "const fn ", "pub const fn "]
            .iter()
            .any(|start| trimmed.starts_with(start));
        if !is_function || trimmed.ends_with(';') {
            continue;
        }
        let indent = &line[..line.len() - trimmed.len()];
        let name = trimmed.split("fn ").nth(1).unwrap_or("").split(['(', '<']).next().unwrap_or("").to_owned();
        let end = lines[at..].iter().position(|line| *line == format!("{indent}}}"));
        found.push((name, end.unwrap_or(0) + 1));
    }
    found
}

#[test]
fn templates_only_print() {
    let mut problems = Vec::new();
    for (path, text) in files("templates", &["rs", "ts", "go", "txt", "json", "toml", "mod"]) {
        if path.contains("/runtime") || path.ends_with("askama.toml") {
            continue;
        }
        if text.lines().count() > LINES_OF_A_TEMPLATE {
            problems.push(format!("{path}: {} lines", text.lines().count()));
        }
        for (number, line) in text.lines().enumerate() {
            for forbidden in [".unwrap(", "|upper", "|lower", "|capitalize", ".to_", ".starts_with(", "=="] {
                if line.contains(forbidden) {
                    problems
                        .push(format!("{path}:{}: {forbidden:?} is a decision, which belongs in lower", number + 1));
                }
            }
        }
    }
    all_clear(&problems);
}

#[test]
fn nothing_of_this_machine_is_named() {
    let mut problems = Vec::new();
    let folders = ["src", "templates", "schemas", "tests", "docs", "benches", "examples"];
    let endings = ["rs", "ts", "go", "md", "yaml", "json", "toml", "txt", "snap", "mod", "sum", "mjs", "sh"];
    for folder in folders.into_iter().filter(|folder| root().join(folder).exists()) {
        for (path, text) in files(folder, &endings) {
            for (number, line) in text.lines().enumerate() {
                // Put together here, lest this file name them.
                for forbidden in
                    [["/work", "/"].concat(), ["registry", ".npmjs"].concat(), ["proxy.", "golang"].concat()]
                {
                    if line.contains(&forbidden) {
                        problems.push(format!("{path}:{}: {forbidden}", number + 1));
                    }
                }
            }
        }
    }
    all_clear(&problems);
}

#[test]
fn every_code_is_documented_and_used() {
    let documentation = fs::read_to_string(root().join("docs/diagnostics.md")).expect("docs/diagnostics.md");
    let sources: String = files("src", &["rs"])
        .into_iter()
        .filter(|(path, _)| path != "src/diag/code.rs")
        .map(|(_, text)| text)
        .collect();
    let mut problems = Vec::new();
    for code in tygen::diag::Code::ALL {
        if !documentation.contains(&format!("`{code}`")) {
            problems.push(format!("{code} is missing in docs/diagnostics.md"));
        }
        if !sources.contains(&format!("Code::{code:?}")) {
            problems.push(format!("{code} ({code:?}) is reported nowhere"));
        }
    }
    all_clear(&problems);
}
