//! Everything that is generated for TypeScript compiles under the strictest settings, and as Prettier
//! would have written it.

mod support;

use std::path::{Path, PathBuf};

use support::rust::{write, write_file};
use support::typescript::{generate, leaves_out_typescript, own_schemas, prettier, run, tsc};
use tygen::backend::Manifest;

/// The output of every schema of the repository, each in a folder of its own.
fn written(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for path in own_schemas() {
        // Two folders may have a schema of the same name.
        let parts: Vec<String> = path.iter().rev().take(2).map(|part| part.to_string_lossy().into_owned()).collect();
        write(&root.join(parts.join("-")), &generate(&path, Manifest::Write));
    }
    root
}

/// One project over all of them: the compiler starts once.
fn project(root: &Path, base: &str) -> PathBuf {
    let settings = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(base)).unwrap();
    write_file(&root.join("tsconfig.json"), &settings);
    write_file(&root.join("package.json"), "{ \"type\": \"module\" }\n");
    root.join("tsconfig.json")
}

#[test]
fn every_schema_compiles() {
    if leaves_out_typescript() {
        return;
    }
    let root = written("typescript-compile");
    run(&mut tsc(&project(&root, "tests/typescript/tsconfig.json")));
}

#[test]
fn a_package_of_its_own_compiles_by_its_own_settings() {
    if leaves_out_typescript() {
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-package");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/quickstart.yaml");
    write(&root, &generate(&schema, Manifest::Write));
    run(&mut tsc(&root));
    for file in ["dist/index.js", "dist/index.d.ts", "dist/runtime/index.js"] {
        assert!(root.join(file).exists(), "{file} is missing");
    }
}

#[test]
fn every_schema_is_written_as_prettier_would() {
    if leaves_out_typescript() {
        return;
    }
    let root = written("typescript-format");
    run(&mut prettier(&["--check", "--log-level", "warn"], &root));
}
