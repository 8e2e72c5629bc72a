//! What is written for Rust, to be read: a snapshot per schema of one concept, without the runtime and
//! the files that only list modules.

mod support;

use tygen::backend::Manifest;

#[test]
fn rust_of_one_concept_each() {
    insta::glob!("../schemas/core", "*.{yaml,json}", |path| {
        let files = support::rust::generate(path, Manifest::Omit);
        let is_list = |name: &str| name.ends_with("mod.rs") && name != "mod.rs";
        let shown: Vec<String> = files
            .iter()
            .filter(|(name, _)| !name.starts_with("runtime/") && !is_list(name) && *name != "mod.rs")
            .map(|(name, text)| format!("=== {name}\n{}", text.split_once('\n').map_or("", |(_, rest)| rest.trim())))
            .collect();
        assert!(!shown.is_empty(), "{}", path.display());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("rust", shown.join("\n\n"));
        });
    });
}

#[test]
fn output_does_not_depend_on_the_run() {
    for path in support::rust::own_schemas() {
        assert_eq!(support::rust::generate(&path, Manifest::Write), support::rust::generate(&path, Manifest::Write));
    }
}
