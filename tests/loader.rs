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
