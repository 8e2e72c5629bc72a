//! What the tests of generated Go share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tygen::backend::{Files, Language, Manifest, Options, Plan, generate as generate_files};
use tygen::diag::Diagnostics;
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::Selection;

/// Whether the user says by `TYGEN_LANGS` that there is no Go to test with.
pub fn leaves_out_go() -> bool {
    let left_out = std::env::var("TYGEN_LANGS").is_ok_and(|langs| langs.split(',').all(|lang| lang.trim() != "go"));
    if left_out {
        eprintln!("skipped: TYGEN_LANGS leaves out go");
    }
    left_out
}

/// The schemas of the repository that are right.
pub fn own_schemas() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in ["schemas", "schemas/core", "schemas/obstacles", "tests/go/schemas"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let found = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.extend(found.filter(|path| path.extension().is_some_and(|it| it == "yaml")));
    }
    paths.sort();
    assert!(paths.len() > 10, "the schemas of the repository are not where they were");
    paths
}

/// The Go of a schema, to live at an import path; anything that keeps it from being written fails the test.
pub fn generate(path: &Path, manifest: Manifest, import_path: Option<String>) -> Files {
    generate_part(path, &[], manifest, import_path)
}

/// The Go of what some patterns name in a schema, and of what that needs.
#[allow(dead_code)]
pub fn generate_part(path: &Path, include: &[&str], manifest: Manifest, import_path: Option<String>) -> Files {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    let problems: Vec<String> = loaded.diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
    assert!(!loaded.diagnostics.has_errors(), "{}:\n{}", path.display(), problems.join("\n"));
    let origin = path.file_name().unwrap().to_string_lossy().into_owned();
    let options = Options { origin, manifest, go_import_path: import_path };
    let mut diagnostics = Diagnostics::new();
    let include: Vec<String> = include.iter().map(|pattern| (*pattern).to_owned()).collect();
    let schema = loaded.schema.select(&Selection { include, exclude: Vec::new() });
    let files = generate_files(&schema, Language::Go, &options, &mut diagnostics);
    let problems: Vec<String> = diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
    assert!(!diagnostics.has_errors(), "{}:\n{}", path.display(), problems.join("\n"));
    files
}

/// The driver of the package that [`generate`] makes at an import path.
#[allow(dead_code)]
pub fn generate_driver(path: &Path, import_path: &str) -> Files {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    let origin = path.file_name().unwrap().to_string_lossy().into_owned();
    let options = Options { origin, manifest: Manifest::Omit, go_import_path: Some(import_path.to_owned()) };
    let hoisted = loaded.schema.hoist();
    let mut diagnostics = Diagnostics::new();
    let files = tygen::backend::driver(&Plan::new(&hoisted), Language::Go, &options, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", path.display());
    files
}

/// Writes the files, and removes others that an earlier run left.
pub fn write(root: &Path, files: &Files) {
    let difference = tygen::disk::compare(root, files).unwrap();
    tygen::disk::write(root, files, &difference).unwrap();
    tygen::disk::remove_stale(root, files, &difference).unwrap();
}

/// A tool of Go's in a folder, which downloads nothing.
pub fn tool(program: &str, arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.env("GOTOOLCHAIN", "local").env("GOPROXY", "off").env("GOFLAGS", "-mod=mod").env("GOWORK", "off");
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{program:?} is not there ({error}): install Go, 1.24 at least"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?} in {}\n{text}\n{errors}", folder.display());
    text
}
