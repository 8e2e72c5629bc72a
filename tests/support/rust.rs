//! What the tests of generated Rust share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tygen::backend::{Files, Language, Manifest, Options, Plan, generate as generate_files, rust_single_file};
use tygen::diag::Diagnostics;
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::Schema;

/// Whether the user says by `TYGEN_LANGS` that there is no Rust to test with.
pub fn leaves_out_rust() -> bool {
    let left_out = std::env::var("TYGEN_LANGS").is_ok_and(|langs| langs.split(',').all(|lang| lang.trim() != "rust"));
    if left_out {
        eprintln!("skipped: TYGEN_LANGS leaves out rust");
    }
    left_out
}

fn schemas_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_schema = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "yaml" || it == "json") && !path.ends_with("tygen.schema.json")
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_schema).collect();
    paths.sort();
    paths
}

/// The schemas of the repository that people read.
pub fn own_schemas() -> Vec<PathBuf> {
    let folders = ["schemas", "schemas/core", "schemas/obstacles", "tests/rust/schemas"];
    folders.into_iter().flat_map(schemas_in).collect()
}

/// Every schema whose output is compiled: the repository's own, those of other kinds, and real ones.
pub fn schemas() -> Vec<PathBuf> {
    let folders = ["schemas/foreign/pulumi", "schemas/foreign/terraform", "../shared/data/pulumi"];
    let foreign = folders.into_iter().flat_map(schemas_in);
    // Some schemas are there to be refused; others are too large for every run.
    let refused = ["broken.json", "config.json", "odd.json", "recursive.json", "references.json"];
    let large = ["azuread.json", "awsx.json", "digitalocean.json"];
    let foreign = foreign.filter(|path| !refused.iter().chain(&large).any(|name| path.ends_with(name)));
    own_schemas().into_iter().chain(foreign).collect()
}

/// The name of the folder for a schema's output: the last two parts of its path.
pub fn package_name(path: &Path) -> String {
    let folder = path.parent().unwrap().file_name().unwrap().to_string_lossy();
    format!("{folder}-{}", path.file_stem().unwrap().to_string_lossy())
}

/// The Rust of a schema; anything that keeps it from being written fails the test.
pub fn generate(path: &Path, manifest: Manifest) -> Files {
    let options = Options { origin: origin(path), manifest, ..Options::default() };
    let mut diagnostics = Diagnostics::new();
    let files = generate_files(&loaded(path), Language::Rust, &options, &mut diagnostics);
    no_errors(path, &diagnostics);
    files
}

/// The same as one file for `include!`.
pub fn generate_single_file(path: &Path) -> String {
    let hoisted = loaded(path).hoist();
    let options = Options { origin: origin(path), ..Options::default() };
    let mut diagnostics = Diagnostics::new();
    let text = rust_single_file(&Plan::new(&hoisted), &options, &mut diagnostics);
    no_errors(path, &diagnostics);
    text
}

fn origin(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn loaded(path: &Path) -> Schema {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    no_errors(path, &loaded.diagnostics);
    loaded.schema
}

fn no_errors(path: &Path, diagnostics: &Diagnostics) {
    let problems: Vec<String> = diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
    assert!(!diagnostics.has_errors(), "{}:\n{}", path.display(), problems.join("\n"));
}

/// Writes the files, and removes others of the same language that an earlier run left.
pub fn write(root: &Path, files: &Files) {
    let difference = tygen::disk::compare(root, files).unwrap();
    tygen::disk::write(root, files, &difference).unwrap();
    tygen::disk::remove_stale(root, files, &difference).unwrap();
}

/// Writes one file, if it changes.
pub fn write_file(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs a tool, and fails with what it says.
pub fn run(command: &mut Command) -> String {
    // The flags of this very test run must not reach the crates that it compiles.
    let given: Vec<_> = command.get_envs().map(|(name, _)| name.to_owned()).collect();
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_TARGET_DIR"] {
        if !given.iter().any(|name| name == variable) {
            command.env_remove(variable);
        }
    }
    let output = command.output().unwrap_or_else(|error| {
        panic!("{:?} is not there ({error}): install Rust with clippy and rustfmt", command.get_program())
    });
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
    text
}
