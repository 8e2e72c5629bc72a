//! `tygen SCHEMA... --lang …`: load, generate, compare, write.

use std::collections::BTreeMap;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::arguments::{GenerateArguments, OutputArgument};
use super::{Exit, Progress, Streams};
use crate::backend::{Files, Language, Manifest, Options, Plan, generate_plan};
use crate::diag::{Diagnostics, SourceId};
use crate::disk::{self, Difference};
use crate::loader::Loaded;
use crate::loader::locate::locate_problems;

/// Runs the command.
pub fn run(arguments: &GenerateArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let folders = match folders(arguments) {
        Ok(folders) => folders,
        Err(message) => {
            writeln!(streams.err, "error: {message}")?;
            return Ok(Exit::Usage);
        }
    };
    let start = Instant::now();
    let mut loaded = arguments.part.read(&arguments.schemas, streams)?;
    let progress =
        Progress::since(start, &format!("Generating {}", words(folders.keys().map(|language| language.word()))));
    let (generated, diagnostics) = generate_all(arguments, &folders, &mut loaded);
    drop(progress);
    streams.problems(&diagnostics, &loaded.sources)?;
    let generated = match generated {
        Some(generated) => generated,
        None => return Ok(Exit::Failed),
    };
    if arguments.stdout {
        print_all(&generated, streams)?;
        return Ok(Exit::Done);
    }
    if arguments.stats {
        print_statistics(&generated, streams)?;
    }
    let mut exit = Exit::Done;
    for (language, files) in &generated {
        let folder = &folders[language];
        let finished =
            if arguments.check { check(folder, files, streams)? } else { write(arguments, folder, files, streams)? };
        match finished {
            Exit::Done => {}
            other => exit = other,
        }
    }
    Ok(exit)
}

/// `a, b, c`.
fn words(words: impl Iterator<Item = impl ToString>) -> String {
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(", ")
}

/// Where each language goes.
fn folders(arguments: &GenerateArguments) -> Result<BTreeMap<Language, PathBuf>, String> {
    let mut parent = None;
    let mut own = BTreeMap::new();
    for output in &arguments.output {
        match output {
            OutputArgument::Parent(folder) => {
                if parent.replace(folder.clone()).is_some() {
                    return Err("--output is given twice without a language".to_owned());
                }
            }
            OutputArgument::Language(language, folder) => {
                if !arguments.lang.iter().any(|lang| lang.language() == *language) {
                    return Err(format!("--output names {}, which --lang does not", language.word()));
                }
                if own.insert(*language, folder.clone()).is_some() {
                    return Err(format!("--output is given twice for {}", language.word()));
                }
            }
        }
    }
    let parent = parent.unwrap_or_else(|| "gen".into());
    let languages = arguments.lang.iter().map(|lang| lang.language());
    let folders: BTreeMap<Language, PathBuf> = languages
        .map(|language| (language, own.remove(&language).unwrap_or_else(|| parent.join(language.word()))))
        .collect();
    let mut seen: BTreeMap<&Path, Language> = BTreeMap::new();
    for (language, folder) in &folders {
        if let Some(other) = seen.insert(folder, *language) {
            return Err(format!("{} and {} would share {}", other.word(), language.word(), folder.display()));
        }
    }
    Ok(folders)
}

type Generated = BTreeMap<Language, Files>;

/// Generates every language in memory, with all problems; `None` if there are errors.
fn generate_all(
    arguments: &GenerateArguments,
    folders: &BTreeMap<Language, PathBuf>,
    loaded: &mut Loaded,
) -> (Option<Generated>, Diagnostics) {
    let mut diagnostics = loaded.diagnostics.clone();
    let mut generated = Generated::new();
    if !diagnostics.has_errors() {
        // The process ends soon, and giving a large schema back piece by piece would take longer.
        let hoisted = ManuallyDrop::new(std::mem::take(&mut loaded.schema).into_hoisted());
        let plan = ManuallyDrop::new(Plan::new(&hoisted));
        let jobs: Vec<(Language, Options)> =
            folders.iter().map(|(language, folder)| (*language, options(arguments, folder, *language))).collect();
        for (language, files, found) in for_each_language(&plan, &jobs) {
            diagnostics.extend(found);
            generated.insert(language, files);
        }
    }
    // What the backends report has a path of the document, and so a place, where there is one document.
    if let [source] = loaded.sources.iter().as_slice() {
        locate_problems(SourceId(0), &source.text, &mut diagnostics);
    }
    ((!diagnostics.has_errors()).then_some(generated), diagnostics)
}

#[cfg(feature = "parallel")]
fn for_each_language(plan: &Plan<'_>, jobs: &[(Language, Options)]) -> Vec<(Language, Files, Diagnostics)> {
    use rayon::prelude::*;
    jobs.par_iter().map(|(language, options)| generate_one(plan, *language, options)).collect()
}

#[cfg(not(feature = "parallel"))]
fn for_each_language(plan: &Plan<'_>, jobs: &[(Language, Options)]) -> Vec<(Language, Files, Diagnostics)> {
    jobs.iter().map(|(language, options)| generate_one(plan, *language, options)).collect()
}

fn generate_one(plan: &Plan<'_>, language: Language, options: &Options) -> (Language, Files, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let files = generate_plan(plan, language, options, &mut diagnostics);
    (language, files, diagnostics)
}

fn options(arguments: &GenerateArguments, folder: &Path, language: Language) -> Options {
    let manifest = if arguments.manifest { Manifest::Write } else { Manifest::Omit };
    let go_import_path = match language {
        Language::Go => arguments.go_module.clone().or_else(|| go_import_path(folder)),
        Language::TypeScript | Language::Rust => None,
    };
    Options { origin: origin(&arguments.schemas), manifest, go_import_path }
}

/// The names of the schemas, without folders.
pub(super) fn origin(schemas: &[PathBuf]) -> String {
    let name = |path: &PathBuf| match path.file_name() {
        Some(name) if path.as_os_str() != "-" => name.to_string_lossy().into_owned(),
        Some(_) | None => "standard input".to_owned(),
    };
    schemas.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The import path of a folder inside a Go module: the module's path and the way from its go.mod.
pub(super) fn go_import_path(folder: &Path) -> Option<String> {
    let folder = std::path::absolute(folder).ok()?;
    for around in folder.ancestors() {
        let Ok(text) = std::fs::read_to_string(around.join("go.mod")) else { continue };
        let module = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
        let module = module.split("//").next()?.trim().trim_matches('"');
        let inner = folder.strip_prefix(around).ok()?;
        let parts = inner.iter().map(|part| part.to_string_lossy().into_owned());
        return Some(std::iter::once(module.to_owned()).chain(parts).collect::<Vec<_>>().join("/"));
    }
    None
}

fn check(folder: &Path, files: &Files, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Some(difference) = compare(folder, files, streams)? else { return Ok(Exit::Failed) };
    let states = [("missing", &difference.missing), ("changed", &difference.changed), ("stale", &difference.stale)];
    for (state, paths) in states {
        for path in paths {
            writeln!(streams.out, "{state}: {}", folder.join(path).display())?;
        }
    }
    Ok(if difference.is_empty() { Exit::Done } else { Exit::NotUpToDate })
}

fn write(arguments: &GenerateArguments, folder: &Path, files: &Files, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Some(difference) = compare(folder, files, streams)? else { return Ok(Exit::Failed) };
    let progress = Progress::start(&format!("Writing {} files to {}", files.len(), folder.display()));
    let mut result = disk::write(folder, files, &difference);
    if arguments.clean && result.is_ok() {
        result = disk::remove_stale(folder, files, &difference);
    }
    drop(progress);
    if let Err(error) = result {
        writeln!(streams.err, "error: {error}")?;
        return Ok(Exit::Failed);
    }
    report(arguments, folder, files, &difference, streams)?;
    Ok(Exit::Done)
}

fn compare(folder: &Path, files: &Files, streams: &mut Streams<'_>) -> io::Result<Option<Difference>> {
    match disk::compare(folder, files) {
        Ok(difference) => Ok(Some(difference)),
        Err(error) => {
            writeln!(streams.err, "error: {error}")?;
            Ok(None)
        }
    }
}

/// What was done, in a line or two: `gen/ts: 12 files, 34 kB; 3 written, 9 unchanged`.
fn report(
    arguments: &GenerateArguments,
    folder: &Path,
    files: &Files,
    difference: &Difference,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    let written = difference.missing.len() + difference.changed.len();
    write!(
        streams.out,
        "{}: {} files, {}; {written} written, {} unchanged",
        folder.display(),
        files.len(),
        size(files.bytes()),
        difference.unchanged
    )?;
    let stale = difference.stale.len();
    if arguments.clean && stale > 0 {
        write!(streams.out, ", {stale} removed")?;
    }
    writeln!(streams.out)?;
    if !arguments.clean {
        for path in &difference.stale {
            writeln!(streams.out, "stale: {} (--clean removes it)", folder.join(path).display())?;
        }
    }
    Ok(())
}

/// A number of bytes as people read it, in powers of 1000.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Files and bytes of each language, and its largest file.
fn print_statistics(generated: &Generated, streams: &mut Streams<'_>) -> io::Result<()> {
    for (language, files) in generated {
        let largest = files.iter().max_by_key(|(path, text)| (text.len(), std::cmp::Reverse(*path)));
        let largest = largest.map(|(path, text)| format!("; largest: {path}, {}", size(text.len())));
        writeln!(
            streams.out,
            "{:4} {} files, {}{}",
            language.word(),
            files.len(),
            size(files.bytes()),
            largest.unwrap_or_default()
        )?;
    }
    Ok(())
}

/// All files one after the other, each under a line with its path; a file alone stands alone.
fn print_all(generated: &Generated, streams: &mut Streams<'_>) -> io::Result<()> {
    let all: Vec<(String, &str)> = generated
        .iter()
        .flat_map(|(language, files)| {
            files.iter().map(move |(path, text)| (format!("{}/{path}", language.word()), text))
        })
        .collect();
    for (path, text) in &all {
        if all.len() > 1 {
            writeln!(streams.out, "==> {path} <==")?;
        }
        streams.out.write_all(text.as_bytes())?;
        if all.len() > 1 {
            writeln!(streams.out)?;
        }
    }
    streams.out.flush()
}
