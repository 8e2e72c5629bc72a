//! From a schema to drivers that can be asked: packages are generated, or copied, and compiled with the
//! language's own tools, in a folder of their own.

mod copy;
mod go;
mod rust;
mod tool;
mod typescript;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::driver::Driver;
use crate::backend::{self, Files, Language, Manifest, Options, Plan, generate_plan};
use crate::diag::Diagnostics;
use crate::disk::{self, DiskError};

/// Which packages to prove.
#[derive(Clone, Debug)]
pub enum Packages {
    /// Those that are generated here and now, for these languages.
    Generated(Vec<Language>),
    /// One that was generated before, of which a copy is taken.
    Existing {
        /// Its language.
        language: Language,
        /// Its folder.
        folder: PathBuf,
        /// The import path of that folder, where it is Go inside a module of the user's.
        go_import_path: Option<String>,
    },
}

/// Why there is no driver.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A tool is not there.
    #[error("{tool} is not there ({error}): {advice}")]
    Missing {
        /// Its name.
        tool: String,
        /// What the system says.
        error: String,
        /// What to do.
        advice: &'static str,
    },
    /// A tool says no.
    #[error("{}: what was generated does not compile\n$ {command}\n{output}", language.word())]
    Failed {
        /// The language.
        language: Language,
        /// What was run.
        command: String,
        /// The end of what it said.
        output: String,
    },
    /// Something is wrong with the schema, as far as a language is concerned.
    #[error("{}: the schema cannot be generated", .0.word())]
    Schema(Language, Diagnostics),
    /// A file cannot be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The folder holds no package of the language.
    #[error("{}: there is no package that tygen generated for {}", .0.display(), .1.word())]
    NoPackage(PathBuf, Language),
}

/// Generates or copies, and compiles: one driver for each language, made side by side.
///
/// # Errors
///
/// All that keep a language from being asked.
pub fn build(
    plan: &Plan<'_>,
    packages: &Packages,
    root: &Path,
    origin: &str,
) -> Result<BTreeMap<Language, Driver>, Vec<BuildError>> {
    let languages: Vec<Language> = match packages {
        Packages::Generated(languages) => languages.clone(),
        Packages::Existing { language, .. } => vec![*language],
    };
    let built: Vec<(Language, Result<Driver, BuildError>)> = thread::scope(|scope| {
        let jobs: Vec<_> = languages
            .iter()
            .map(|language| (*language, scope.spawn(|| one(plan, packages, *language, root, origin))))
            .collect();
        jobs.into_iter().filter_map(|(language, job)| Some((language, job.join().ok()?))).collect()
    });
    let mut drivers = BTreeMap::new();
    let mut errors = Vec::new();
    for (language, result) in built {
        match result {
            Ok(driver) => drop(drivers.insert(language, driver)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(drivers) } else { Err(errors) }
}

fn one(
    plan: &Plan<'_>,
    packages: &Packages,
    language: Language,
    root: &Path,
    origin: &str,
) -> Result<Driver, BuildError> {
    let folder = root.join(language.word());
    let go_import_path = match packages {
        Packages::Existing { go_import_path, .. } => go_import_path.clone(),
        Packages::Generated(_) => None,
    };
    let options = Options { origin: origin.to_owned(), manifest: Manifest::Write, go_import_path };
    let mut diagnostics = Diagnostics::new();
    let package = generate_plan(plan, language, &options, &mut diagnostics);
    let driver = backend::driver(plan, language, &options, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(BuildError::Schema(language, diagnostics));
    }
    match packages {
        Packages::Generated(_) => write(&folder, &package)?,
        Packages::Existing { folder: from, .. } => copy::package(from, &folder, language, &package)?,
    }
    write(&folder.join(FOLDER), &within(&driver, &mut diagnostics))?;
    match language {
        Language::TypeScript => typescript::compiled(&folder),
        Language::Go => go::compiled(&folder),
        Language::Rust => rust::compiled(&folder),
    }
}

/// The driver's folder in the package. Backends call it `driver`, which may be a module of the schema too.
const FOLDER: &str = "tygen-driver";

/// The driver's files relative to its own folder.
fn within(driver: &Files, diagnostics: &mut Diagnostics) -> Files {
    let mut files = Files::default();
    for (path, text) in driver.iter() {
        files.add(path.strip_prefix("driver/").unwrap_or(path), text, diagnostics);
    }
    files
}

fn write(folder: &Path, files: &Files) -> Result<(), DiskError> {
    disk::write(folder, files, &disk::compare(folder, files)?)
}

/// A compiled driver.
fn driver(program: PathBuf, arguments: Vec<std::ffi::OsString>, folder: &Path) -> Driver {
    Driver { program, arguments, environment: Vec::new(), folder: folder.to_owned(), patience: Duration::from_secs(60) }
}
