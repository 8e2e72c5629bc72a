//! The output of real schemas, which nobody here wrote, passes the checkers of each language.
//!
//! Slices in every run (those in Go with the rest of `compile_go`); whole by `cargo test --release --test compile_real -- --ignored`, which takes
//! minutes and some gigabytes.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use support::typescript::tsc;

const AWS: &str = "terraform/aws.json";
const PULUMI: [&str; 3] = ["pulumi/random.json", "pulumi/docker.json", "pulumi/tls.json"];
const ALL_PULUMI: [&str; 6] = [
    "pulumi/random.json",
    "pulumi/docker.json",
    "pulumi/tls.json",
    "pulumi/awsx.json",
    "pulumi/digitalocean.json",
    "pulumi/azuread.json",
];

/// A part of AWS that has deep blocks, sets, maps, and data sources.
const PART_OF_AWS: [&str; 4] = ["aws_s3_*", "aws_lambda_*", "aws_wafv2_rule*", "aws_lexv2models_intent"];

/// The schema, if the collection of real ones stands beside the checkout.
fn real(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    if !path.exists() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

fn leaves_out(language: &str) -> bool {
    std::env::var("TYGEN_LANGS").is_ok_and(|langs| langs.split(',').all(|lang| lang.trim() != language))
}

/// Runs a tool to its good end.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        let tool = command.get_program().to_string_lossy();
        panic!("{tool} is not there ({error}): install it, or leave its language out of TYGEN_LANGS")
    });
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
}

/// Generates a package of its own and gives its folder; `None` if there is nothing to do.
fn generated(name: &str, language: &str, include: &[&str]) -> Option<PathBuf> {
    if leaves_out(language) {
        println!("skipped: TYGEN_LANGS leaves out {language}");
        return None;
    }
    let schema = real(name)?;
    let extent = if include.is_empty() { "whole" } else { "part" };
    let folder = format!("real-{language}-{}-{extent}", name.replace(['/', '.'], "-"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
    tygen.arg(schema).args(["--manifest", "--clean", "--lang", language, "-o"]);
    tygen.arg(format!("{language}={}", folder.display()));
    include.iter().for_each(|pattern| {
        tygen.args(["--include", pattern]);
    });
    run(&mut tygen);
    Some(folder)
}

fn check_typescript(name: &str, include: &[&str]) {
    if let Some(folder) = generated(name, "ts", include) {
        run(&mut tsc(&folder));
    }
}

fn check_rust(name: &str, include: &[&str]) {
    if let Some(folder) = generated(name, "rust", include) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real-rust-target");
        let mut clippy = Command::new("cargo");
        clippy.args(["clippy", "--quiet", "--", "-D", "warnings"]).env("CARGO_TARGET_DIR", target);
        run(clippy.current_dir(folder));
    }
}

fn check_go(name: &str, include: &[&str]) {
    if let Some(folder) = generated(name, "go", include) {
        let listed = Command::new("gofmt").args(["-l", "."]).current_dir(&folder).output().expect("gofmt is there");
        assert!(listed.status.success() && listed.stdout.is_empty(), "{}", String::from_utf8_lossy(&listed.stdout));
        let mut vet = Command::new("go");
        vet.args(["vet", "./..."]).env("GOTOOLCHAIN", "local").env("GOFLAGS", "-mod=mod");
        run(vet.current_dir(folder));
    }
}

#[test]
fn slices_compile_in_typescript() {
    PULUMI.iter().for_each(|name| check_typescript(name, &[]));
    check_typescript(AWS, &PART_OF_AWS);
}

#[test]
fn slices_compile_in_rust() {
    check_rust(PULUMI[0], &[]);
    check_rust(AWS, &["aws_s3_bucket*"]);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test compile_real -- --ignored"]
fn whole_schemas_compile_in_typescript() {
    ALL_PULUMI.iter().for_each(|name| check_typescript(name, &[]));
    check_typescript(AWS, &[]);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test compile_real -- --ignored"]
fn whole_schemas_compile_in_go() {
    ALL_PULUMI.iter().for_each(|name| check_go(name, &[]));
    check_go(AWS, &[]);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test compile_real -- --ignored"]
fn whole_schemas_compile_in_rust() {
    ALL_PULUMI.iter().for_each(|name| check_rust(name, &[]));
    check_rust(AWS, &[]);
}
