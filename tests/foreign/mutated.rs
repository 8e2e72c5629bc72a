//! Whatever a document holds, loading ends with a package or a reason, and never with a panic.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use tygen::diag::{Diagnostics, SourceId};
use tygen::loader::{module, pulumi, terraform};

use super::consistent::assert_consistent;

/// Every small schema of our own, and a small real one if it is there.
fn documents() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["schemas/foreign/pulumi", "schemas/foreign/terraform"];
    let mut paths: Vec<_> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut documents: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    documents.extend(std::fs::read_to_string(root.join("../shared/data/pulumi/random.json")));
    documents
}

fn junk() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("#/types/"),
        json!("object"),
        json!([]),
        json!(["object", {"a": ["list", 5]}]),
        json!({}),
        json!({"type": "array", "items": {"oneOf": [{}, 3]}, "plain": true, "default": [[]]}),
    ]
}

/// Replaces the value that is the `at`-th on the way through the tree, or renames its key.
fn mutate(value: &mut Value, at: &mut usize, junk: &Value) -> bool {
    if *at == 0 {
        *value = junk.clone();
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| mutate(item, at, junk)),
        Value::Object(members) => {
            let keys: Vec<String> = members.keys().cloned().collect();
            for key in keys {
                if *at == 0 && junk.is_string() {
                    let member = members.remove(&key).unwrap_or_default();
                    members.insert(junk.as_str().unwrap_or_default().to_owned(), member);
                    return true;
                }
                if members.get_mut(&key).is_some_and(|member| mutate(member, at, junk)) {
                    return true;
                }
            }
            false
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

fn load(text: &str) {
    let mut diagnostics = Diagnostics::new();
    let package = pulumi::load(text, SourceId(0), &mut diagnostics);
    if !diagnostics.has_errors() {
        assert_consistent(&package.expect("a package or a reason"));
    }
    assert!(diagnostics.iter().all(|problem| problem.path.starts_with('$') || problem.span.is_some()));
    let mut diagnostics = Diagnostics::new();
    let packages = terraform::load(text, SourceId(0), &mut diagnostics);
    assert!(!packages.is_empty() || !diagnostics.is_empty() || text.contains("provider_schemas"));
    packages.iter().for_each(assert_consistent);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_document_loads_or_is_refused(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let documents = documents();
        let mut document: Value = serde_json::from_str(which.get(&documents).as_str()).unwrap();
        let junk = junk();
        for (at, with) in changes {
            let mut at = at.index(size(&document));
            mutate(&mut document, &mut at, with.get(&junk));
        }
        load(&document.to_string());
    }

    #[test]
    fn a_cut_document_is_refused(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>()) {
        let documents = documents();
        let text = which.get(&documents);
        let mut end = at.index(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        load(&text[..end]);
    }
}

const MODULE: &str = "# é\nvariable \"a\" {\n  type = object({ b = optional(list(string), [\"${x}\"]) }) /* { */\n  default = {}\n\
    description = <<-EOT\n    é \"b\"\n  EOT\n  validation {\n    condition = f(\"${g(\"}\")}\")\n  }\n}\noutput \"o\" { value = a[0].b }\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_module_loads_or_is_refused(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5),
    ) {
        let pieces = ["", "\"", "${", "}", "{", "<<E\n", "/*", "#", "=", "\\", "é", "variable", "\u{0}", "\n"];
        let mut text: Vec<char> = MODULE.chars().collect();
        for (at, piece) in places {
            let at = at.index(text.len());
            text.splice(at..at + 1, piece.get(&pieces).chars());
        }
        let text: String = text.into_iter().collect();
        for name in ["a.tf", "a.tf.json"] {
            let file = module::File { source: SourceId(0), name, text: &text };
            let mut diagnostics = Diagnostics::new();
            assert_consistent(&module::load("m", &[file], &mut diagnostics));
            prop_assert!(diagnostics.iter().all(|problem| problem.span.as_ref().is_none_or(|span| text.get(span.range.clone()).is_some())));
        }
    }
}

#[test]
fn what_is_no_document_is_refused() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let nested = format!("{{\"types\":{}1{}}}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    for text in ["", "null", "[]", "5", "{}", "\u{feff}{}", "{\"name\": \"\\ud800\"}", &deep, &nested] {
        load(text);
    }
}
