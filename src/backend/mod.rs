//! From the model to files: a plan that all languages share, and one backend per language.
//!
//! A backend lowers the [`Plan`] into an intermediate form of its own, in which every name and every
//! decision is made, and prints that with templates. It knows nothing of the engine: the engine is the
//! judge of what is generated here.

mod comment;
mod files;
mod go;
mod plan;
mod rust;
mod scope;
mod typescript;

use crate::diag::Diagnostics;
use crate::model::Schema;

pub use comment::{comment_lines, visible};
pub use files::{Files, MARKER, stays_inside};
pub use plan::{Item, Module, Plan, Unit};
pub use rust::single_file as rust_single_file;
pub use scope::{Case, Claim, Scope};

/// A language that tygen writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// TypeScript, as ESM.
    TypeScript,
    /// Go, one module.
    Go,
    /// Rust, a crate or inside `include!`.
    Rust,
}

impl Language {
    /// Every language, in the order in which output is reported.
    pub const ALL: [Language; 3] = [Language::TypeScript, Language::Go, Language::Rust];

    /// The word on the command line, the name of the output folder and the key of language-specific
    /// names and passages in the model.
    pub fn word(self) -> &'static str {
        match self {
            Language::TypeScript => "ts",
            Language::Go => "go",
            Language::Rust => "rust",
        }
    }
}

/// What the user may choose about the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the output was made from, for the first line of every file: file names without folders.
    pub origin: String,
    /// Whether package manifests are written too.
    pub manifest: Manifest,
    /// The import path of the folder that Go is written to. `None`: the package's name.
    pub go_import_path: Option<String>,
}

/// Whether the output is a package of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manifest {
    /// Sources alone, to live inside a package of the user's.
    Omit,
    /// With package.json and tsconfig.json, go.mod, or Cargo.toml.
    Write,
}

impl Default for Options {
    fn default() -> Self {
        Self { origin: "a schema".to_owned(), manifest: Manifest::Omit, go_import_path: None }
    }
}

impl Options {
    /// What the first line of every generated file says; the marker by which tygen knows its files.
    ///
    /// ```
    /// let options = tygen::backend::Options { origin: "shop.yaml".into(), ..Default::default() };
    /// assert!(options.header().ends_with("from shop.yaml. DO NOT EDIT."));
    /// ```
    pub fn header(&self) -> String {
        let origin = visible(&self.origin).replace("*/", "* /").replace(['\n', '\r'], " ");
        format!("{MARKER} {} from {origin}. DO NOT EDIT.", env!("CARGO_PKG_VERSION"))
    }
}

/// Generates one language's package, in memory.
///
/// The schema is as loaded; hoisting is done here. Problems (names that had to be changed, files that
/// clash) are added to `diagnostics`; with an error among them the files are not to be used.
///
/// ```no_run
/// # let schema = tygen::model::Schema::default();
/// use tygen::backend::{Language, Options, generate};
/// let mut diagnostics = tygen::diag::Diagnostics::new();
/// let files = generate(&schema, Language::Go, &Options::default(), &mut diagnostics);
/// for (path, text) in files.iter() {
///     println!("{path}: {} bytes", text.len());
/// }
/// ```
pub fn generate(schema: &Schema, language: Language, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    let hoisted = schema.hoist();
    generate_plan(&Plan::new(&hoisted), language, options, diagnostics)
}

/// Generates one language's package from a plan that several languages share.
pub fn generate_plan(plan: &Plan<'_>, language: Language, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    match language {
        Language::TypeScript => typescript::files(plan, options, diagnostics),
        Language::Go => go::files(plan, options, diagnostics),
        Language::Rust => rust::files(plan, options, diagnostics),
    }
}

/// A program that reads and writes values with the package that [`generate_plan`] makes with the same options, as
/// it is asked on standard input: one request of JSON a line, one answer each on standard output. It has the
/// folder `driver` to itself and uses the package's public names alone.
pub fn driver(plan: &Plan<'_>, language: Language, options: &Options, diagnostics: &mut Diagnostics) -> Files {
    match language {
        Language::TypeScript => typescript::driver(plan, options, diagnostics),
        Language::Go => go::driver(plan, options, diagnostics),
        Language::Rust => rust::driver(plan, options, diagnostics),
    }
}
