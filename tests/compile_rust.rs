//! Everything that is generated for Rust compiles, without a word from clippy, and as rustfmt would
//! have written it.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use support::rust::{
    generate, generate_single_file, leaves_out_rust, own_schemas, package_name, run, schemas, write, write_file,
};
use tygen::backend::{Files, Manifest};
use tygen::diag::Diagnostics;

/// A folder that is kept between runs, so that what did not change is not compiled again.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The files with the package called after its folder: in a workspace each needs a name of its own.
fn own_package(files: Files, name: &str) -> Files {
    let mut renamed = Files::default();
    let mut diagnostics = Diagnostics::new();
    for (path, text) in files.iter() {
        let is_name = |line: &str| path == "Cargo.toml" && line.starts_with("name = ");
        let line = |line: &str| if is_name(line) { format!("name = {name:?}\n") } else { format!("{line}\n") };
        renamed.add(path, text.lines().map(line).collect::<String>(), &mut diagnostics);
    }
    assert!(diagnostics.is_empty());
    renamed
}

#[test]
fn every_schema_is_a_crate_that_clippy_has_nothing_to_say_of() {
    if leaves_out_rust() {
        return;
    }
    let root = folder("rust-crates");
    let mut members = Vec::new();
    for path in schemas() {
        let name = package_name(&path);
        write(&root.join(&name), &own_package(generate(&path, Manifest::Write), &name));
        members.push(format!("{name:?}"));
    }
    // Once more as one file each, in private modules of one crate of the newest edition.
    // Lints of letters that look alike are decided for a whole crate, which is the user's.
    let mut included = String::from("#![allow(confusable_idents, mixed_script_confusables, uncommon_codepoints)]\n\n");
    // The runtime is in each of them: the awkward ones are enough.
    for path in own_schemas().into_iter().filter(|path| !path.to_string_lossy().contains("/core/")) {
        let file = format!("{}.rs", package_name(&path));
        included.push_str(&format!("mod schema_{} {{\n    include!({file:?});\n}}\n", included.lines().count()));
        write_file(&root.join("included/src").join(file), &generate_single_file(&path));
    }
    write_file(&root.join("included/src/lib.rs"), &included);
    let manifest = "[package]\nname = \"included\"\nedition = \"2024\"\n\n[dependencies]\nnum-bigint = \"0.5\"\nsha2 = \"0.10\"\nunicode-normalization = \"0.1\"\n";
    write_file(&root.join("included/Cargo.toml"), manifest);
    members.push("\"included\"".to_owned());
    let workspace = format!("[workspace]\nresolver = \"2\"\nmembers = [{}]\n", members.join(", "));
    write_file(&root.join("Cargo.toml"), &workspace);
    run(Command::new("cargo").args(["clippy", "--quiet", "--workspace", "--", "-D", "warnings"]).current_dir(&root));
}

#[test]
fn every_schema_of_the_repository_is_written_as_rustfmt_would() {
    if leaves_out_rust() {
        return;
    }
    for manifest in [Manifest::Write, Manifest::Omit] {
        let root = folder(&format!("rust-format-{manifest:?}"));
        for path in own_schemas() {
            let name = package_name(&path);
            write(&root.join(&name), &generate(&path, manifest));
            let file = match manifest {
                Manifest::Write => "src/lib.rs",
                Manifest::Omit => "mod.rs",
            };
            let file = root.join(name).join(file);
            for edition in ["2021", "2024"] {
                let mut rustfmt = Command::new("rustfmt");
                run(rustfmt.args(["--check", "--edition", edition, "--config-path", "/dev/null"]).arg(&file));
            }
        }
    }
}

#[test]
fn a_program_uses_what_is_generated() {
    if leaves_out_rust() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder("rust-program");
    write(&folder, &generate(&root.join("schemas/quickstart.yaml"), Manifest::Write));
    let program = root.join("tests/rust/quickstart.rs");
    write_file(&folder.join("tests/quickstart.rs"), &std::fs::read_to_string(&program).unwrap());
    // No part of the workspace that the folder lies in.
    let manifest = folder.join("Cargo.toml");
    write_file(&manifest, &format!("{}\n[workspace]\n", std::fs::read_to_string(&manifest).unwrap()));
    run(Command::new("cargo").args(["test", "--quiet"]).current_dir(&folder));
    run(Command::new("rustfmt").args(["--check", "--edition", "2024"]).arg(program));
}

#[test]
fn the_runtime_stands_on_its_own() {
    if leaves_out_rust() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = folder("rust-runtime");
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--quiet", "--target-dir"]).arg(&target).current_dir(root.join("tests/rust/runtime"));
    run(&mut cargo);
    let mut cargo = Command::new("cargo");
    cargo.args(["clippy", "--quiet", "--target-dir"]).arg(&target).args(["--", "-D", "warnings"]);
    run(cargo.current_dir(root.join("tests/rust/runtime")));
    let runtime = root.join("templates/rust/runtime/mod.rs");
    run(Command::new("rustfmt").args(["--check", "--edition", "2024"]).arg(runtime));
}

#[test]
fn descriptions_hold_no_tests_and_break_no_documentation() {
    if leaves_out_rust() {
        return;
    }
    let root = folder("rust-documentation");
    let paths = ["tests/rust/schemas/documentation.yaml", "schemas/obstacles/comment-closers.yaml"];
    for path in paths.map(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path)) {
        let folder = root.join(package_name(&path));
        let mut files = Files::default();
        let mut diagnostics = Diagnostics::new();
        // The manifest keeps Cargo from looking for tests in descriptions: here it shall look.
        for (name, text) in generate(&path, Manifest::Write).iter() {
            let text = text.replace("doctest = false", "doctest = true");
            let rest = if name == "Cargo.toml" { "\n[workspace]\n" } else { "" };
            files.add(name, text + rest, &mut diagnostics);
        }
        write(&folder, &files);
        let mut cargo = Command::new("cargo");
        let tested = run(cargo.args(["test", "--doc", "--target-dir"]).arg(root.join("target")).current_dir(&folder));
        assert!(tested.contains("running 0 tests"), "{tested}");
        let mut cargo = Command::new("cargo");
        cargo.args(["doc", "--quiet", "--no-deps", "--target-dir"]).arg(root.join("target"));
        run(cargo.env("RUSTDOCFLAGS", "-D warnings").current_dir(&folder));
    }
}
