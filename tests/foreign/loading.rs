//! Foreign schemas through the front door: kinds recognised, places found, packages side by side.

use std::fs;
use std::path::Path;

use tygen::diag::Code;
use tygen::loader::{Input, LoadOptions, Loaded, Memory, load, load_with};

use super::summary::summary;

fn text(name: &str, text: &str) -> Input {
    Input::Text(name.to_owned(), text.to_owned())
}

fn sample(path: &str) -> Input {
    Input::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/foreign").join(path))
}

fn roots(loaded: &Loaded) -> Vec<&str> {
    loaded.schema.roots.iter().map(|root| &**root).collect()
}

#[test]
fn kinds_are_recognised() {
    let loaded = load(&[sample("pulumi/types.json"), sample("terraform/nesting.json")], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors());
    assert_eq!(roots(&loaded), ["shapes", "cloud"]);
}

#[test]
fn problems_point_into_the_text() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/foreign/pulumi/broken.json");
    let source = fs::read_to_string(path).unwrap();
    let loaded = load(&[sample("pulumi/broken.json")], LoadOptions::default());
    let typo = loaded.diagnostics.iter().find(|problem| problem.code == Code::UnknownType).unwrap();
    assert_eq!(&source[typo.span.clone().unwrap().range], "\"strnig\"");
    let with_place = loaded.diagnostics.iter().filter(|problem| problem.span.is_some()).count();
    assert_eq!(with_place, loaded.diagnostics.len(), "{:?}", loaded.diagnostics);
}

#[test]
fn a_pulumi_schema_in_yaml_is_the_same() {
    let json =
        r#"{"name": "a", "resources": {"a:index:B": {"inputProperties": {"c": {"type": "number", "default": 1.10}}}}}"#;
    let yaml = "name: a\nresources:\n  a:index:B:\n    inputProperties:\n      c:\n        type: number\n        default: 1.10\n";
    let [json, yaml] = [json, yaml].map(|schema| load(&[text("a", schema)], LoadOptions::default()));
    assert!(yaml.diagnostics.is_empty(), "{:?}", yaml.diagnostics);
    assert_eq!(json.schema, yaml.schema);
    assert_eq!(json.schema.packages["a"].resources.len(), 1);
}

#[test]
fn a_problem_in_yaml_has_its_line() {
    let loaded = load(
        &[text("a.yaml", "name: a\nresources:\n  a:index:B:\n    inputProperties:\n      c: {type: strin}\n")],
        LoadOptions::default(),
    );
    let problem = loaded.diagnostics.iter().next().unwrap();
    let span = problem.span.clone().unwrap();
    assert_eq!(loaded.sources.get(span.source).unwrap().position(span.range.start).line, 5);
}

#[test]
fn pulumi_packages_know_each_other_in_any_order() {
    let a = r##"{"name": "a", "types": {"a:index:A": {"properties": {"b": {"$ref": "/b/v1.0.0/schema.json#/types/b:index:B"}}}}}"##;
    let b = r##"{"name": "b", "types": {"b:index:B": {"properties": {"a": {"$ref": "/a/v1.0.0/schema.json#/types/a:index:A"}}}}}"##;
    let loaded = load(&[text("a", a), text("b", b)], LoadOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let b = &loaded.schema.packages["b"].types["b:index:B"];
    assert_eq!(b.parts()[0].to_string(), "a[\"a:index:A\"]");
}

#[test]
fn all_providers_of_a_file_are_asked_for() {
    let two = r#"{"provider_schemas": {"example.org/x/a": {}, "example.org/x/b": {}}}"#;
    let loaded = load(&[text("two", two), sample("terraform/types.json")], LoadOptions::default());
    assert_eq!(roots(&loaded), ["a", "b", "cloud"]);
}

fn module(files: &[(&str, &str)]) -> Loaded {
    let files = files.iter().map(|(name, text)| (Path::new("modules/net").join(name), (*text).to_owned())).collect();
    load_with(&Memory(files), &[Input::Path("modules/net".into())], LoadOptions::default())
}

#[test]
fn a_folder_is_a_module() {
    let loaded = module(&[
        (
            "variables.tf",
            r#"
variable "name" {
  type        = string
  description = <<-EOT
    Its name.
      In full.
  EOT
  validation {
    condition     = length(var.name) > 0
    error_message = "Not } empty."
  }
}
variable "subnets" {
  type = map(object({
    cidr = string # the block
    zone = optional(string, "a")
    tags = optional(map(string))
  }))
  default  = { main = { cidr = "10.0.0.0/8" } }
  nullable = false
}
variable "anything" { default = null }
variable "secret" {
  type      = string
  sensitive = true
  ephemeral = true
  default   = null
}
variable "legacy" { type = "list" }
resource "x" "y" { for_each = { for k, v in var.subnets : k => "${v.cidr}" } }
"#,
        ),
        (
            "more.tf.json",
            r#"{"variable": {"count": {"type": "number", "default": 1.50}}, "output": [{"id": {"value": "${x}", "sensitive": true}}]}"#,
        ),
        ("override.tf", "variable \"name\" {\n  default = \"net\"\n}\n"),
        ("README.md", "not read"),
    ]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    insta::assert_snapshot!(summary(&loaded.schema.packages["net"]));
}

#[test]
fn problems_of_a_module_have_their_places() {
    let loaded = module(&[
        (
            "a.tf",
            "variable \"a\" {\n  type = list(strng)\n  typ = 1\n}\nvariable \"b\" {\n  type = number\n  default = \"many\"\n}\n\
             variable \"b\" {}\nvariable \"c\" {\n  default = null\n  nullable = false\n}\nvariable \"d\" {\n  default = f(1)\n}\n",
        ),
        ("b.tf", "variable \"x\" {\n"),
        ("c.tf.json", "{\"variable\": {\"e\": {\"type\": \"lst(string)\"}}}"),
    ]);
    let places: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|problem| {
            let span = problem.span.clone().unwrap();
            let source = loaded.sources.get(span.source).unwrap();
            let position = source.position(span.range.start);
            format!("{} {}:{}:{} {}", problem.code, source.name, position.line, position.column, problem.message)
        })
        .collect();
    insta::assert_snapshot!(places.join("\n"));
}

#[test]
fn a_folder_without_a_module_is_told() {
    let loaded = load(&[Input::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas"))], LoadOptions::default());
    let codes: Vec<Code> = loaded.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, [Code::Unreadable]);
}

#[test]
fn an_awkward_module_is_whole() {
    let loaded = load(&[sample("modules/net")], LoadOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    insta::assert_snapshot!(summary(&loaded.schema.packages["net"]));
}

#[test]
fn marks_and_line_ends_of_windows_are_no_text() {
    let loaded = module(&[("a.tf", "\u{feff}variable \"a\" {\r\n  type = string\r\n}\r\n")]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(loaded.schema.packages["net"].resources["module.net"].inputs[0].ty.to_string(), "union(string, none)");
    let json = "\u{feff}{\"name\": \"a\", \"resources\": {\"a:b:C\": {}}}";
    assert!(load(&[text("a", json)], LoadOptions::default()).diagnostics.is_empty());
}

#[test]
fn all_providers_of_a_file_can_be_named() {
    let files = [
        (
            "two.json",
            "{\"provider_schemas\": {\"x/a\": {}, \"x/b\": {\"data_source_schemas\": {\"b_c\": {\"block\": {}}}}}}",
        ),
        ("shop.yaml", "tygen: 1\nname: shop\nimports: [two.json]\ntypes:\n  C: b[\"data.b_c.result\"]\n"),
    ];
    let files = files.iter().map(|(name, text)| ((*name).into(), (*text).to_owned())).collect();
    let loaded = load_with(&Memory(files), &[Input::Path("shop.yaml".into())], LoadOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_and_bytes_that_are_no_text_are_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tf"), "variable \"a\" {}\n").unwrap();
    fs::write(folder.path().join("latin.tf"), b"variable \"\xe9\" {}\n").unwrap();
    std::os::unix::fs::symlink("/nowhere/b.tf", folder.path().join("b.tf")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("a.tf"), folder.path().join("README")).unwrap();
    let loaded = load(&[Input::Path(folder.path().to_owned())], LoadOptions::default());
    let said: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("b.tf") && said[1].contains("latin.tf"), "{said:?}");
}
