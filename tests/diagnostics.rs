//! What people see when something is wrong: a schema for each mistake, and its message.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use support::schemas::schema_files;
use tygen::diag::{Code, Colour, render};
use tygen::loader::{FileReader, FileSystem, Input, LoadOptions, load_with};

/// Reads below `schemas/`, so that messages name no folder of this machine.
struct Schemas;

fn below_schemas(path: &Path) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(path)
}

impl FileReader for Schemas {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        FileSystem.read(&below_schemas(path))
    }

    fn list(&self, path: &Path) -> std::io::Result<Option<Vec<PathBuf>>> {
        FileSystem.list(&below_schemas(path))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        FileSystem.identity(&below_schemas(path))
    }
}

#[test]
fn every_mistake_has_its_message() {
    let mut seen = BTreeSet::new();
    for file in schema_files("broken") {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let input = Input::Path(Path::new("broken").join(&name));
        let loaded = load_with(&Schemas, &[input], LoadOptions::default());
        assert!(loaded.diagnostics.has_errors(), "{name} has nothing wrong");
        for diagnostic in loaded.diagnostics.iter() {
            assert!(diagnostic.span.is_some(), "{name}: {} has no place", diagnostic.message);
            seen.insert(diagnostic.code);
        }
        let shown = render(&loaded.diagnostics, &loaded.sources, Colour::Never);
        insta::assert_snapshot!(name.replace('.', "_"), shown);
    }
    // T00: files. T01: the format. A file that is not there has no place in a text.
    let is_ours = |code: &&Code| matches!(&code.as_str()[..3], "T00" | "T01") && **code != Code::Unreadable;
    let untested: Vec<&Code> = Code::ALL.iter().filter(is_ours).filter(|code| !seen.contains(code)).collect();
    assert!(untested.is_empty(), "no schema in schemas/broken shows {untested:?}");
}
