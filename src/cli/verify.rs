//! `tygen verify SCHEMA...`: proves generated packages against the engine.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::arguments::LanguageArgument;
use super::generate::{go_import_path, origin};
use super::schema::SchemaArguments;
use super::verify_report::{self, Repetition};
use super::{Exit, Progress, Streams};
use crate::backend::{Language, Plan};
use crate::codec::{Codecs, Root};
use crate::diag::nearest;
use crate::engine::wire::Judge;
use crate::model::Schema;
use crate::verify::{self, BuildError, Cases, Packages, Settings};

const EXIT_CODES: &str = "\
Exit codes:
  0  every case was answered as the engine answers it
  1  a case was not, the schema is wrong, or a package cannot be compiled
  2  the command line is wrong";

/// What to prove.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct VerifyArguments {
    /// The schemas, as for generating
    #[arg(value_name = "SCHEMA", required = true)]
    pub schemas: Vec<PathBuf>,
    /// The languages whose packages are proved
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_enum, default_value = "ts,go,rust")]
    pub lang: Vec<LanguageArgument>,
    /// How many cases each type, resource and function gets
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub cases: usize,
    /// What all chance follows from: the same seed makes the same cases
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Only what this names or matches: `type pkg.Name`, `inputs pkg token` and so on; * and ? are wildcards
    #[arg(long, value_name = "ROOT")]
    pub only: Vec<String>,
    /// Only the case of this number
    #[arg(long, value_name = "N")]
    pub case: Option<usize>,
    /// Prove the package that was generated into this folder, which is not changed; with one --lang
    #[arg(long, value_name = "DIR")]
    pub package: Option<PathBuf>,
    #[command(flatten)]
    pub part: SchemaArguments,
    /// How many disagreements of each language are made small and shown in full
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub show: usize,
    /// Keep the folder with the packages and drivers, and say where it is
    #[arg(long)]
    pub keep: bool,
}

/// Runs the command: the disagreements, then `N passed, M failed`.
///
/// # Errors
///
/// If nothing can be printed, or there is no place for temporary files.
pub fn run(arguments: &VerifyArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let packages = match packages(arguments) {
        Ok(packages) => packages,
        Err(message) => {
            writeln!(streams.err, "error: {message}")?;
            return Ok(Exit::Usage);
        }
    };
    let Some(schema) = load(arguments, streams)? else { return Ok(Exit::Failed) };
    let hoisted = schema.into_hoisted();
    let codecs = Codecs::of(&hoisted);
    let roots: Vec<&Root> = codecs.roots().filter(|root| is_asked(arguments, root)).collect();
    if let Some(exit) = nothing_to_do(arguments, &codecs, &roots, streams)? {
        return Ok(exit);
    }
    let folder = tempfile::Builder::new().prefix("tygen-verify-").tempdir()?;
    let languages: Vec<&str> = arguments.lang.iter().map(|lang| lang.language().word()).collect();
    let progress = Progress::start(&format!("Generating and compiling {}", languages.join(", ")));
    let built = verify::build(&Plan::new(&hoisted), &packages, folder.path(), &origin(&arguments.schemas));
    drop(progress);
    let exit = match built {
        Err(errors) => not_built(&errors, streams)?,
        Ok(drivers) => {
            let settings =
                Settings { cases: arguments.cases, seed: arguments.seed, case: arguments.case, shown: arguments.show };
            let cases = Cases::new(&hoisted, &codecs);
            let progress = Progress::start("Asking");
            let report = verify::run(&Judge::new(&codecs), &cases, &roots, &drivers, &settings, |done, total| {
                progress.step(done, total, "cases");
            });
            drop(progress);
            verify_report::print(&report, &repetition(arguments), streams.out)?;
            if report.failed == 0 { Exit::Done } else { Exit::Failed }
        }
    };
    if arguments.keep {
        writeln!(streams.err, "kept: {}", folder.keep().display())?;
    }
    Ok(exit)
}

fn packages(arguments: &VerifyArguments) -> Result<Packages, String> {
    let mut languages: Vec<Language> = arguments.lang.iter().map(|lang| lang.language()).collect();
    languages.sort_unstable();
    languages.dedup();
    let Some(folder) = &arguments.package else { return Ok(Packages::Generated(languages)) };
    let [language] = languages.as_slice() else {
        return Err("--package wants one language: say which with --lang".to_owned());
    };
    let go_import_path = if *language == Language::Go { go_import_path(folder) } else { None };
    Ok(Packages::Existing { language: *language, folder: folder.clone(), go_import_path })
}

/// The part of the schemas that is asked for; `None` if something is wrong with them.
fn load(arguments: &VerifyArguments, streams: &mut Streams<'_>) -> io::Result<Option<Schema>> {
    let loaded = arguments.part.read(&arguments.schemas, streams)?;
    streams.problems(&loaded.diagnostics, &loaded.sources)?;
    if loaded.diagnostics.has_errors() {
        return Ok(None);
    }
    Ok(Some(loaded.schema))
}

fn is_asked(arguments: &VerifyArguments, root: &Root) -> bool {
    let text = root.to_string();
    let matches = |pattern: &String| *pattern == text || wildmatch::WildMatch::new(pattern).matches(&text);
    arguments.only.is_empty() || arguments.only.iter().any(matches)
}

/// How it ends if there is no root to ask about.
fn nothing_to_do(
    arguments: &VerifyArguments,
    codecs: &Codecs,
    roots: &[&Root],
    streams: &mut Streams<'_>,
) -> io::Result<Option<Exit>> {
    if !roots.is_empty() {
        return Ok(None);
    }
    let Some(wanted) = arguments.only.first() else {
        writeln!(streams.err, "warning: the schema declares nothing that has values")?;
        writeln!(streams.out, "0 passed, 0 failed")?;
        return Ok(Some(Exit::Done));
    };
    let all: Vec<String> = codecs.roots().map(Root::to_string).collect();
    let near = nearest(wanted, all.iter().map(String::as_str));
    let hint = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
    writeln!(streams.err, "error: the schema has no {wanted:?}{hint}")?;
    Ok(Some(Exit::Failed))
}

fn not_built(errors: &[BuildError], streams: &mut Streams<'_>) -> io::Result<Exit> {
    for error in errors {
        if let BuildError::Schema(_, diagnostics) = error {
            streams.problems(diagnostics, &crate::diag::Sources::default())?;
        }
        writeln!(streams.err, "error: {error}")?;
    }
    Ok(Exit::Failed)
}

/// The command that asks the same again, but for what names the case.
fn repetition(arguments: &VerifyArguments) -> Repetition {
    let mut words: Vec<String> = vec!["tygen".into(), "verify".into()];
    words.extend(arguments.schemas.iter().map(|path| path.to_string_lossy().into_owned()));
    words.extend(arguments.part.words());
    if let Some(package) = &arguments.package {
        words.extend(["--package".to_owned(), package.to_string_lossy().into_owned()]);
    }
    words.extend(["--seed".to_owned(), arguments.seed.to_string()]);
    Repetition { words }
}
