//! The schemas of the repository, and how problems of theirs look.

use std::path::{Path, PathBuf};

use tygen::diag::{Colour, render};
use tygen::loader::Loaded;

/// The schemas in a folder below `schemas`, sorted.
pub fn schema_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.to_string_lossy();
            (name.ends_with(".yaml") || name.ends_with(".json")) && !name.ends_with(".schema.json")
        })
        .collect();
    files.sort();
    files
}

/// Everything that is wrong, as a person sees it.
pub fn render_all(loaded: &Loaded) -> String {
    render(&loaded.diagnostics, &loaded.sources, Colour::Never)
}
