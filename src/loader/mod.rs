//! From text to the model.
//!
//! [`load`] reads schemas and everything that they import, whatever kind each is, and gives a
//! [`Schema`] and all problems; [`write`] gives the text of a schema in tygen's own format. Nothing
//! here prints or touches a file but to read it.

pub mod check;
mod claims;
pub mod constraint;
mod dependencies;
pub mod document;
pub mod expression;
mod files;
mod kind;
mod lenient;
pub mod locate;
pub mod module;
pub mod native;
pub mod path;
pub mod pulumi;
mod session;
pub mod terraform;
mod trail;
pub mod write;

use std::path::PathBuf;

pub use files::{FileReader, FileSystem, Memory};
pub use kind::Kind;

use crate::diag::{Diagnostics, Sources};
use crate::model::Schema;

/// A schema to load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    Path(PathBuf),
    /// A text that somebody else has read: what people should call it, and the text. Its imports are
    /// relative to the current folder.
    Text(String, String),
}

/// What can be chosen about loading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// What kind of schema the inputs are, if it is not to be seen from their content. Imports are
    /// always recognised by theirs.
    pub from: Option<Kind>,
    /// Files, and folders of files, with packages that the inputs may refer to. One is read only if it is
    /// referred to and not among the inputs, and of it only the types that are needed are kept.
    pub dependencies: Vec<PathBuf>,
}

/// What was loaded.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The packages: those asked for are the roots, in that order. Fit for use only if no diagnostic is
    /// an error.
    pub schema: Schema,
    /// The texts that problems point into.
    pub sources: Sources,
    /// Everything that is wrong.
    pub diagnostics: Diagnostics,
    /// Every file that was read or would have been: what a build has to watch.
    pub files: Vec<PathBuf>,
}

/// Loads schemas from the file system.
///
/// ```
/// use tygen::loader::{Input, LoadOptions, load};
/// let text = "tygen: 1\nname: shop\ntypes:\n  Port: int\n";
/// let loaded = load(&[Input::Text("shop.yaml".into(), text.into())], LoadOptions::default());
/// assert!(loaded.diagnostics.is_empty());
/// assert_eq!(loaded.schema.packages["shop"].types.len(), 1);
/// ```
pub fn load(inputs: &[Input], options: LoadOptions) -> Loaded {
    load_with(&FileSystem, inputs, options)
}

/// Loads schemas, imports read by the given reader.
pub fn load_with(files: &dyn FileReader, inputs: &[Input], options: LoadOptions) -> Loaded {
    session::Session::new(files, &options.dependencies).load(inputs, options.from)
}
