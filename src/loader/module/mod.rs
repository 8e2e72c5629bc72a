//! Terraform modules: a folder of `.tf` and `.tf.json` files.
//!
//! | in the module | in the model |
//! | --- | --- |
//! | the folder `vpc` | package `vpc` with one component, `module.vpc` |
//! | a variable | an input of its type; `any` if it has none |
//! | no `default`, a `default`, the default `null` | required, optional with that default, optional |
//! | `nullable`, which is true if not said otherwise | a union with none |
//! | an output | an output that may be anything |
//! | `sensitive` | secret |
//!
//! What is computed is not evaluated: neither validations nor the values of outputs.

mod lower;
mod read;
mod scan;

use crate::diag::{Diagnostics, SourceId};
use crate::model::Package;

/// A file of a module.
#[derive(Clone, Copy, Debug)]
pub struct File<'t> {
    /// Its number among the sources of the run.
    pub source: SourceId,
    /// Its name, which decides how it is read.
    pub name: &'t str,
    /// Its text.
    pub text: &'t str,
}

/// Whether a module reads a file of that name.
pub fn reads(name: &str) -> bool {
    (name.ends_with(".tf") || name.ends_with(".tf.json")) && !name.starts_with('.')
}

/// Reads a module of that name from its files, in any order.
///
/// As in Terraform the contents of `override.tf` and `*_override.tf` replace what the other files say.
/// All problems are added to `diagnostics`, each with its place; if there is an error among them, what
/// is returned is not whole.
///
/// ```
/// use tygen::loader::module::{File, load};
/// let text = "variable \"zone\" {\n  type = string\n  nullable = false\n}\n";
/// let file = File { source: Default::default(), name: "variables.tf", text };
/// let mut diagnostics = tygen::diag::Diagnostics::new();
/// let package = load("net", &[file], &mut diagnostics);
/// assert_eq!(package.resources["module.net"].inputs[0].ty.to_string(), "string");
/// assert!(diagnostics.is_empty());
/// ```
pub fn load(name: &str, files: &[File<'_>], diagnostics: &mut Diagnostics) -> Package {
    let mut ordered: Vec<&File<'_>> = files.iter().collect();
    ordered.sort_by_key(|file| (is_override(file.name), file.name));
    let mut module = read::Module::default();
    for file in ordered {
        module.add(file, is_override(file.name), diagnostics);
    }
    lower::package(name, &module, diagnostics)
}

fn is_override(name: &str) -> bool {
    let stem = name.trim_end_matches(".json").trim_end_matches(".tf");
    stem == "override" || stem.ends_with("_override")
}
