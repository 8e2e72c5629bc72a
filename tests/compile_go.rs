//! Everything that is generated for Go is as gofmt would have written it, compiles, and go vet has
//! nothing to say of it.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::go::{generate, generate_driver, generate_part, leaves_out_go, own_schemas, tool, write};
use tygen::backend::Manifest;

/// A folder that is kept between runs, so that what did not change is not written again.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_schema_is_formatted_and_compiles() {
    if leaves_out_go() {
        return;
    }
    let root = folder("go-packages");
    for path in own_schemas() {
        let name = format!("s{}", path.file_stem().unwrap().to_string_lossy().replace('-', ""));
        write(&root.join(&name), &generate(&path, Manifest::Omit, Some(format!("everything/{name}"))));
    }
    fs::write(root.join("go.mod"), "module everything\n\ngo 1.24\n").unwrap();
    assert_eq!(tool("gofmt", &["-l", "."], &root), "", "gofmt would write these files differently");
    tool("go", &["build", "./..."], &root);
    tool("go", &["vet", "./..."], &root);
}

#[test]
fn real_schemas_are_formatted_and_compile() {
    if leaves_out_go() {
        return;
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if !data.exists() {
        eprintln!("skipped: {} is not there", data.display());
        return;
    }
    let root = folder("go-real");
    for (name, path, include) in [
        ("random", "pulumi/random.json", [].as_slice()),
        ("docker", "pulumi/docker.json", &[]),
        ("tls", "pulumi/tls.json", &[]),
        ("aws", "terraform/aws.json", &["aws_s3_*", "aws_lambda_*"]),
    ] {
        let files = generate_part(&data.join(path), include, Manifest::Omit, Some(format!("real/{name}")));
        write(&root.join(name), &files);
    }
    fs::write(root.join("go.mod"), "module real\n\ngo 1.24\n").unwrap();
    assert_eq!(tool("gofmt", &["-l", "."], &root), "", "gofmt would write these files differently");
    tool("go", &["vet", "./..."], &root);
}

#[test]
fn a_schema_with_its_manifest_is_a_module_of_its_own() {
    if leaves_out_go() {
        return;
    }
    let root = folder("go-module");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/quickstart.yaml");
    write(&root, &generate(&schema, Manifest::Write, None));
    tool("go", &["vet", "./..."], &root);
}

#[test]
fn a_program_uses_what_is_generated() {
    if leaves_out_go() {
        return;
    }
    let root = folder("go-program");
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    write(&root, &generate(&crate_root.join("schemas/quickstart.yaml"), Manifest::Write, None));
    fs::copy(crate_root.join("tests/go/quickstart_test.go"), root.join("quickstart_test.go")).unwrap();
    assert_eq!(tool("gofmt", &["-l", "quickstart_test.go"], &root), "", "gofmt would write the test differently");
    tool("go", &["vet", "."], &root);
    tool("go", &["test", "."], &root);
}

#[test]
fn drivers_are_formatted_and_compile() {
    if leaves_out_go() {
        return;
    }
    let root = folder("go-drivers");
    for name in ["core/union", "core/tuple", "core/imports", "core/numbers", "obstacles/keywords"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.yaml"));
        let name = format!("s{}", path.file_stem().unwrap().to_string_lossy());
        let mut files = generate(&path, Manifest::Omit, Some(format!("drivers/{name}")));
        files.extend(generate_driver(&path, &format!("drivers/{name}")), &mut tygen::diag::Diagnostics::new());
        write(&root.join(&name), &files);
    }
    fs::write(root.join("go.mod"), "module drivers\n\ngo 1.24\n").unwrap();
    assert_eq!(tool("gofmt", &["-l", "."], &root), "", "gofmt would write these files differently");
    tool("go", &["vet", "./..."], &root);
}

#[test]
fn the_runtime_stands_on_its_own() {
    if leaves_out_go() {
        return;
    }
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/go/runtime");
    assert_eq!(tool("gofmt", &["-l", "."], &runtime), "", "gofmt would write these files differently");
    tool("go", &["vet", "./..."], &runtime);
    // The race detector needs a compiler of C.
    let has_c = tool("go", &["env", "CGO_ENABLED"], &runtime).trim() == "1"
        && std::process::Command::new("cc").arg("--version").output().is_ok();
    let arguments: &[&str] = if has_c { &["test", "-race", "./..."] } else { &["test", "./..."] };
    tool("go", arguments, &runtime);
}
