//! What is written for Go, to be read: a snapshot per schema of one concept, without the runtime.

mod support;

use tygen::backend::Manifest;

#[test]
fn go_of_one_concept_each() {
    insta::glob!("../schemas/core", "*.{yaml,json}", |path: &Path| {
        let files = support::go::generate(path, Manifest::Omit, None);
        let shown: Vec<String> = files
            .iter()
            .filter(|(name, _)| !name.starts_with("tygen/") && !name.ends_with("doc.go"))
            .map(|(name, text)| format!("=== {name}\n{}", text.split_once('\n').map_or("", |(_, rest)| rest.trim())))
            .collect();
        assert!(!shown.is_empty(), "{}", path.display());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("go", shown.join("\n\n"));
        });
    });
}

#[test]
fn output_does_not_depend_on_the_run() {
    for path in support::go::own_schemas() {
        let once = || support::go::generate(&path, Manifest::Write, None);
        assert_eq!(once(), once());
    }
}
