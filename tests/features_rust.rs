//! A large package has a Cargo feature for each group of declarations, and each turns on what it needs.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use support::rust::{generate, leaves_out_rust, run, write, write_file};
use tygen::backend::{Files, Manifest};

/// A schema of that many modules: each holds a type, which uses the next one's, in circles of ten; the root
/// uses that of the first.
fn schema(count: usize) -> String {
    let mut text = String::from("tygen: 1\nname: big\nversion: \"1.0.0\"\ntypes:\n");
    text.push_str("  Root:\n    properties:\n      part: Type0\n");
    for at in 0..count {
        let other = at / 10 * 10 + (at + 1) % 10;
        text.push_str(&format!("  Type{at}:\n    module: group{at}/inner\n    properties:\n"));
        text.push_str(&format!("      name: string\n      other: optional(list(Type{other}))\n"));
    }
    text
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-features")
}

fn generated(count: usize) -> Files {
    let path = folder().join(format!("{count}.yaml"));
    write_file(&path, &schema(count));
    generate(&path, Manifest::Write)
}

fn text<'f>(files: &'f Files, wanted: &str) -> &'f str {
    files.iter().find(|(path, _)| *path == wanted).map(|(_, text)| text).unwrap_or_default()
}

#[test]
fn a_large_package_has_a_feature_for_each_group() {
    let small = generated(20);
    assert!(!text(&small, "Cargo.toml").contains("[features]"));
    assert!(!text(&small, "src/lib.rs").contains("cfg"));

    let large = generated(40);
    let manifest = text(&large, "Cargo.toml");
    assert!(manifest.contains("\ndefault = []\n"), "{manifest}");
    assert!(manifest.contains("\n\"group10\" = [\"group11\"]\n"), "{manifest}");
    assert!(manifest.contains("\n\"group19\" = [\"group10\"]\n"), "{manifest}");
    // What the root needs has no feature, and nobody needs to name it.
    assert!(!manifest.contains("\"group1\""), "{manifest}");
    let lib = text(&large, "src/lib.rs");
    assert!(lib.contains("\npub mod group1;\n\n#[cfg(feature = \"group10\")]\npub mod group10;\n"), "{lib}");
    assert!(lib.contains("\n//! There is a Cargo feature for each"), "{lib}");
}

#[test]
fn each_feature_is_enough_for_its_group() {
    if leaves_out_rust() {
        return;
    }
    let root = folder().join("crate");
    write(&root, &generated(40));
    write_file(&folder().join("Cargo.toml"), "[workspace]\nresolver = \"2\"\nmembers = [\"crate\"]\n");
    for features in ["", "group10", "group25", "group10 group25 group30"] {
        let mut cargo = Command::new("cargo");
        cargo.args(["check", "--quiet", "--features", features]).env("RUSTFLAGS", "-D warnings");
        run(cargo.env("CARGO_TARGET_DIR", folder().join("target")).current_dir(&root));
    }
}
