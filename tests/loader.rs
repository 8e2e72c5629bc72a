//! The loader on the schemas of the repository and on texts in memory.

mod support;

use std::path::PathBuf;

use support::schemas::{render_all, schema_files};
use tygen::loader::{Input, LoadOptions, load};

#[test]
fn every_schema_of_the_repository_is_sound() {
    let files: Vec<PathBuf> =
        ["", "core", "core/imported", "obstacles"].iter().flat_map(|name| schema_files(name)).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let loaded = load(&[Input::Path(file.clone())], LoadOptions::default());
        assert!(loaded.diagnostics.is_empty(), "{}\n{}", file.display(), render_all(&loaded));
        assert_eq!(loaded.schema.roots.len(), 1, "{}", file.display());
    }
}

/// The code blocks of a language in a Markdown text, with the number of their first line.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<(usize, &'t str)> {
    let fence = format!("```{language}\n");
    text.match_indices(&fence)
        .map(|(at, _)| {
            let body = &text[at + fence.len()..];
            (text[..at].lines().count() + 1, &body[..body.find("```").expect("a closed block")])
        })
        .collect()
}

#[test]
fn every_example_of_the_format_loads() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema-format.md")).unwrap();
    let mut loaded_examples = 0;
    for (line, block) in blocks(&text, "yaml") {
        if block.lines().any(|line| line.starts_with("tygen: 1")) {
            let loaded = load(&[Input::Text(format!("line {line}"), block.to_owned())], LoadOptions::default());
            assert!(loaded.diagnostics.is_empty(), "{}", render_all(&loaded));
            loaded_examples += 1;
        }
    }
    assert!(loaded_examples >= 8, "{loaded_examples}");
}
