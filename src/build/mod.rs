//! Generating Rust from a build script.
//!
//! `build.rs` writes one file per schema into the folder that Cargo gives it, and the program includes
//! that file with [`include_schema!`](crate::include_schema):
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), tygen::build::Error> {
//!     tygen::build::Config::new().schema("schemas/shop.yaml").generate()
//! }
//! ```
//!
//! The program depends on `num-bigint`, `sha2` and `unicode-normalization`, and on tygen without its default features twice: to build, and
//! for the macro. Who wants it once writes `include!(concat!(env!("OUT_DIR"), "/shop.rs"))`.
//!
//! Problems reach the user as Cargo's own errors and warnings (`cargo::error`), which every Cargo
//! understands that compiles tygen.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::backend::{Options, Plan, rust_single_file, stays_inside};
use crate::diag::{Colour, Diagnostics, Severity, SourceId, render};
use crate::disk::{self, DiskError};
use crate::loader::locate::locate_problems;
use crate::loader::{Input, LoadOptions, load};
use crate::model::NumbersChoice;

/// What a build script wants to be generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    files: Vec<Target>,
    out_dir: Option<PathBuf>,
    numbers: NumbersChoice,
}

/// A file to write, and the schemas that it is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    name: String,
    schemas: Vec<PathBuf>,
}

/// Why nothing, or not everything, was generated.
#[derive(thiserror::Error)]
pub enum Error {
    /// The schemas are wrong: the text shows every problem with its place.
    #[error("{0}")]
    Schema(String),
    /// There is no `OUT_DIR`, which Cargo sets for build scripts, and no folder was given.
    #[error("OUT_DIR is not set: call this from a build script, or give a folder with `out_dir`")]
    NoOutDir,
    /// A file cannot have this name, or two would have it.
    #[error("a generated file cannot be called {0:?}, or two would be")]
    BadName(String),
    /// A file cannot be written.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// What `fn main() -> Result` shows. Cargo has shown the problems of a schema already.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Schema(_) => f.write_str("the schema is wrong: see the errors of this build script"),
            Error::NoOutDir | Error::BadName(_) | Error::Disk(_) => fmt::Display::fmt(self, f),
        }
    }
}

impl Config {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a schema, given by its path relative to the package's folder. The file is called after it:
    /// `schemas/shop.yaml` becomes `shop.rs`.
    #[must_use]
    pub fn schema(self, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.named(name, [path])
    }

    /// Adds a file of that name (without `.rs`) with several schemas in it, each in a module of its
    /// own, all on one runtime.
    #[must_use]
    pub fn named<P: Into<PathBuf>>(mut self, name: impl Into<String>, schemas: impl IntoIterator<Item = P>) -> Self {
        self.files.push(Target { name: name.into(), schemas: schemas.into_iter().map(Into::into).collect() });
        self
    }

    /// Writes into this folder and not into `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Holds integers and numbers so, where no type or property of a schema says how.
    ///
    /// ```
    /// use tygen::model::{IntRepresentation, NumbersChoice};
    /// let choice = NumbersChoice { int: Some(IntRepresentation::Int64), number: None };
    /// let config = tygen::build::Config::new().schema("schemas/shop.yaml").numbers(choice);
    /// ```
    #[must_use]
    pub fn numbers(mut self, choice: NumbersChoice) -> Self {
        self.numbers = choice;
        self
    }

    /// Generates everything, and tells Cargo (on standard output) what it read and what is wrong. A
    /// file is written, atomically, only if its text changes.
    ///
    /// # Errors
    ///
    /// If a schema is wrong, or a file cannot be written. All schemas are looked at before that is
    /// said, and those that are right are written.
    pub fn generate(&self) -> Result<(), Error> {
        let (instructions, result) = self.run();
        for line in instructions {
            println!("{line}");
        }
        result
    }

    /// What to tell Cargo, and what came of it.
    fn run(&self) -> (Vec<String>, Result<(), Error>) {
        let mut instructions = Vec::new();
        let result = self.write_all(&mut instructions);
        (instructions, result)
    }

    fn write_all(&self, instructions: &mut Vec<String>) -> Result<(), Error> {
        let given = self.out_dir.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = given.ok_or(Error::NoOutDir)?;
        let mut names = BTreeSet::new();
        for target in &self.files {
            let is_one_part = stays_inside(&target.name) && !target.name.contains('/');
            if !is_one_part || !names.insert(target.name.to_lowercase()) {
                return Err(Error::BadName(target.name.clone()));
            }
        }
        let mut wrong = String::new();
        for target in &self.files {
            match target.text(self.numbers, instructions) {
                Ok(text) => disk::write_atomically_if_changed(&folder.join(format!("{}.rs", target.name)), &text)?,
                Err(problems) => wrong.push_str(&problems),
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(Error::Schema(wrong)) }
    }
}

impl Target {
    /// The text of the file, or all problems as text. What Cargo has to know is added to the
    /// instructions in both cases: a broken schema is built again when it changes.
    fn text(&self, numbers: NumbersChoice, instructions: &mut Vec<String>) -> Result<String, String> {
        let inputs: Vec<Input> = self.schemas.iter().cloned().map(Input::Path).collect();
        let mut loaded = load(&inputs, LoadOptions::default());
        loaded.schema.choose_numbers(numbers);
        instructions.extend(loaded.files.iter().map(|path| format!("cargo::rerun-if-changed={}", path.display())));
        let mut diagnostics = loaded.diagnostics;
        let mut text = String::new();
        if !diagnostics.has_errors() {
            let hoisted = loaded.schema.hoist();
            let options = Options { origin: self.origin(), ..Options::default() };
            text = rust_single_file(&Plan::new(&hoisted), &options, &mut diagnostics);
        }
        if let [source] = loaded.sources.iter().as_slice() {
            locate_problems(SourceId(0), &source.text, &mut diagnostics);
        }
        let failed = diagnostics.has_errors();
        for (severity, key) in [(Severity::Warning, "warning"), (Severity::Error, "error")] {
            let mut chosen = Diagnostics::new();
            diagnostics.iter().filter(|it| it.severity == severity).for_each(|it| chosen.push(it.clone()));
            let shown = render(&chosen, &loaded.sources, Colour::Never);
            instructions.extend(shown.lines().map(|line| format!("cargo::{key}={line}")));
        }
        if failed { Err(render(&diagnostics, &loaded.sources, Colour::Never)) } else { Ok(text) }
    }

    fn origin(&self) -> String {
        let name = |path: &PathBuf| Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.schemas.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// Includes what the build script generated from a schema, by the schema's file name without its
/// ending. To be called in a module of its own.
///
/// ```ignore
/// pub mod shop {
///     tygen::include_schema!("shop");
/// }
/// ```
#[macro_export]
macro_rules! include_schema {
    ($name:literal) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/", $name, ".rs"));
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_read_is_watched_and_what_changed_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let schema = folder.path().join("shop.yaml");
        fs::write(&schema, "tygen: 1\nname: shop\ntypes:\n  Port: int\n").unwrap();
        let config = Config::new().schema(&schema).out_dir(folder.path());
        let (instructions, result) = config.run();
        result.unwrap();
        assert_eq!(instructions, [format!("cargo::rerun-if-changed={}", schema.display())]);
        let written = folder.path().join("shop.rs");
        assert!(fs::read_to_string(&written).unwrap().contains("pub type Port = rt::BigInt;"));
        let before = fs::metadata(&written).unwrap().modified().unwrap();
        config.run().1.unwrap();
        assert_eq!(fs::metadata(&written).unwrap().modified().unwrap(), before);
    }

    #[test]
    fn problems_become_errors_of_cargo() {
        let folder = tempfile::tempdir().unwrap();
        let schema = folder.path().join("shop.yaml");
        fs::write(&schema, "tygen: 1\nname: shop\ntypes:\n  Port: itn\n  Name: strnig\n").unwrap();
        let (instructions, result) = Config::new().schema(&schema).out_dir(folder.path()).run();
        assert!(matches!(result, Err(Error::Schema(text)) if text.contains("itn") && text.contains("strnig")));
        assert!(instructions[0].starts_with("cargo::rerun-if-changed="), "it is built again once it is mended");
        assert!(instructions[1].starts_with("cargo::error=error[T0105]"), "{instructions:?}");
        assert!(!folder.path().join("shop.rs").exists());
    }

    #[test]
    fn names_stay_in_the_folder_and_apart() {
        let config = Config::new().out_dir("nowhere");
        for names in [vec!["../x"], vec!["a/b"], vec![""], vec!["a", "A"]] {
            let config = names.iter().fold(config.clone(), |config, name| config.named(*name, ["x.yaml"]));
            assert!(matches!(config.run().1, Err(Error::BadName(_))), "{names:?}");
        }
    }
}
