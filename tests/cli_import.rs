//! `tygen import` and `--dependency`, as a user runs them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tygen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tygen")).args(arguments).current_dir(folder).output().expect("tygen runs")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("inside")).expect("writable");
        fs::write(path, text).expect("writable");
    }
    folder
}

const STORE: &str = r##"{"name": "store", "version": "1.0.0", "resources": {"store:index:Shelf": {
    "inputProperties": {"size": {"$ref": "/units/v1.0.0/schema.json#/types/units:index:Size"}},
    "requiredInputs": ["size"]
}}}"##;

const UNITS: &str = r##"{"name": "units", "types": {
    "units:index:Size": {"properties": {"width": {"$ref": "#/types/units:index:Length"}}, "required": ["width"]},
    "units:index:Length": {"type": "number", "enum": [{"value": 1}, {"value": 2}]},
    "units:index:Weight": {"properties": {"grams": {"type": "number"}}}
}, "resources": {"units:index:Scale": {}}}"##;

#[test]
fn a_pulumi_package_reads_well() {
    let output = tygen(root(), &["import", "schemas/foreign/pulumi/functions.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn a_terraform_provider_reads_well() {
    let output = tygen(root(), &["import", "schemas/foreign/terraform/nesting.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn a_file_is_written_and_can_be_generated_from() {
    let folder = folder(&[("store.json", STORE), ("deps/units.json", UNITS), ("deps/other.json", "{")]);
    let output = tygen(folder.path(), &["import", "store.json", "--dependency", "deps", "-o", "out"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let store = fs::read_to_string(folder.path().join("out/store.yaml")).expect("written");
    assert!(store.contains("imports: [units.yaml]") && store.contains("size: units.Size"), "{store}");
    let units = fs::read_to_string(folder.path().join("out/units.yaml")).expect("written");
    assert!(units.contains("Length") && !units.contains("Weight") && !units.contains("Scale"), "{units}");
    let again = tygen(folder.path(), &["out/store.yaml", "--lang", "ts", "--stdout"]);
    let direct = tygen(folder.path(), &["store.json", "--dependency", "deps/units.json", "--lang", "ts", "--stdout"]);
    assert_eq!(direct.status.code(), Some(0), "{}", text(&direct.stderr));
    let code = |output: &Output| {
        let text = text(&output.stdout).replace("store.yaml", "store.json");
        text.lines().filter(|line| !line.contains("store.json")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(code(&again), code(&direct));
}

#[test]
fn several_packages_need_a_folder() {
    let folder = folder(&[("store.json", STORE), ("units.json", UNITS)]);
    let output = tygen(folder.path(), &["import", "store.json", "units.json", "-o", "one.yaml"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!folder.path().join("one.yaml").exists());
    let output = tygen(folder.path(), &["import", "store.json", "units.json"]);
    let printed = text(&output.stdout);
    assert!(printed.starts_with("==> store.yaml <==\n") && printed.contains("\n==> units.yaml <==\n"), "{printed}");
}

#[test]
fn a_dependency_is_read_only_if_it_is_needed() {
    let files = [
        ("alone.json", r#"{"name": "alone", "resources": {"alone:index:Thing": {}}}"#),
        ("store.json", STORE),
        ("deps/units.json", UNITS),
        ("wrong/units.json", r#"{"name": "units", "types": {"units:index:Sizes": {"properties": {}}}}"#),
    ];
    let folder = folder(&files);
    let run = |arguments: &[&str]| {
        let output = tygen(folder.path(), arguments);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (_, listed, _) = run(&["inspect", "alone.json", "--dependency", "deps"]);
    assert!(!listed.contains("units"), "{listed}");
    let (code, listed, said) = run(&["inspect", "store.json", "--dependency", "deps"]);
    assert!(code == Some(0) && said.is_empty() && listed.contains("package units"), "{listed}{said}");
    let (code, _, said) = run(&["inspect", "store.json"]);
    assert!(code == Some(0) && said.contains("--dependency"), "{said}");
    let (code, _, said) = run(&["inspect", "store.json", "--dependency", "wrong"]);
    assert!(
        code == Some(0) && said.contains("T0202") && said.contains("did you mean \"units:index:Sizes\"?"),
        "{said}"
    );
    let (code, _, said) = run(&["inspect", "store.json", "--dependency", "nowhere"]);
    assert!(code == Some(1) && said.contains("nowhere"), "{said}");
}

#[test]
fn our_own_format_may_speak_of_a_dependency_too() {
    let files = [
        ("shop.yaml", "tygen: 1\nname: shop\ntypes:\n  Board: 'object({ size = units[\"units:index:Size\"] })'\n"),
        ("deps/units.json", UNITS),
    ];
    let folder = folder(&files);
    let output = tygen(folder.path(), &["inspect", "shop.yaml", "Board", "--dependency", "deps"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_module_may_be_named_as_one() {
    let folder = folder(&[("variables.txt", "variable \"zone\" {\n  type = string\n}\n")]);
    let output = tygen(folder.path(), &["inspect", "variables.txt", "--from", "terraform-module"]);
    assert!(text(&output.stdout).contains("module."), "{}{}", text(&output.stdout), text(&output.stderr));
    let output = tygen(folder.path(), &["inspect", ".", "--from", "pulumi"]);
    assert_eq!(output.status.code(), Some(1));
}
