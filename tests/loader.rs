//! The loader on the schemas of the repository and on texts in memory.

mod support;

use std::path::{Path, PathBuf};

use support::{render_all, schema_files};
use tygen::loader::{Input, LoadOptions, load};

fn folder(name: &str) -> Vec<PathBuf> {
    schema_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(name))
}

#[test]
fn every_schema_of_the_repository_is_sound() {
    let files: Vec<PathBuf> = ["", "core", "core/imported", "obstacles"].iter().flat_map(|name| folder(name)).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let loaded = load(&[Input::Path(file.clone())], LoadOptions::default());
        assert!(loaded.diagnostics.is_empty(), "{}\n{}", file.display(), render_all(&loaded));
        assert_eq!(loaded.schema.roots.len(), 1, "{}", file.display());
    }
}
