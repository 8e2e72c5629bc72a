//! A copy of a package that was generated before: the original is not touched.

use std::fs;
use std::io;
use std::path::Path;

use super::{BuildError, write};
use crate::backend::{Files, Language, MARKER};
use crate::diag::Diagnostics;
use crate::disk::DiskError;

/// Folders that builds make, and that belong to other tools.
const SKIPPED: [&str; 4] = ["node_modules", "dist", "target", ".git"];

/// Copies the sources of a package. The manifests are those of a package made today, since the original may
/// be a part of something larger.
///
/// # Errors
///
/// If there is no package of the language, or files cannot be read or written.
pub fn package(from: &Path, to: &Path, language: Language, today: &Files) -> Result<(), BuildError> {
    let mut files = Files::default();
    let mut diagnostics = Diagnostics::new();
    collect(from, "", &mut files, &mut diagnostics)?;
    let ending = match language {
        Language::TypeScript => ".ts",
        Language::Go => ".go",
        Language::Rust => ".rs",
    };
    let is_ours = |(path, text): (&str, &str)| {
        path.ends_with(ending) && text.lines().next().is_some_and(|first| first.contains(MARKER))
    };
    if !files.iter().any(is_ours) {
        return Err(BuildError::NoPackage(from.to_owned(), language));
    }
    // Without a manifest a Rust package is a folder of modules; in a crate it stands under src.
    let is_folder_of_modules = language == Language::Rust && files.get("src/lib.rs").is_none();
    let mut copied = Files::default();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(ending)) {
        let path = match (is_folder_of_modules, path) {
            (true, "mod.rs") => "src/lib.rs".to_owned(),
            (true, path) => format!("src/{path}"),
            (false, path) => path.to_owned(),
        };
        copied.add(path, text, &mut diagnostics);
    }
    let manifests = ["package.json", "tsconfig.json", "go.mod", "go.sum", "Cargo.toml"];
    for manifest in manifests {
        if let Some(text) = today.get(manifest) {
            copied.add(manifest, text, &mut diagnostics);
        }
    }
    Ok(write(to, &copied)?)
}

fn collect(folder: &Path, inside: &str, files: &mut Files, diagnostics: &mut Diagnostics) -> Result<(), DiskError> {
    let failed = |error: io::Error| DiskError { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, own) = (entry.path(), format!("{inside}{name}"));
        if path.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(&path, &format!("{own}/"), files, diagnostics)?;
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.add(own, text, diagnostics);
        }
    }
    Ok(())
}
