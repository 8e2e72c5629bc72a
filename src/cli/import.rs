//! `tygen import FILE... [-o schema.yaml]`: any schema in tygen's own format.

use std::io;
use std::path::{Path, PathBuf};

use super::arguments::ImportArguments;
use super::{Exit, Streams};
use crate::disk;
use crate::loader::write::{WriteError, Written};
use crate::loader::{Loaded, write};
use crate::model::Package;

/// Where the format's JSON Schema is, for editors.
const JSON_SCHEMA: &str = "https://raw.githubusercontent.com/tygen/tygen/main/schemas/tygen.schema.json";

/// Runs the command.
pub fn run(arguments: &ImportArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let loaded = arguments.part.read(&arguments.schemas, streams)?;
    streams.problems(&loaded.diagnostics, &loaded.sources)?;
    if loaded.diagnostics.has_errors() {
        return Ok(Exit::Failed);
    }
    let written = match packages(&loaded) {
        Ok(written) => written,
        Err(error) => {
            writeln!(streams.err, "error: {error}")?;
            return Ok(Exit::Failed);
        }
    };
    match &arguments.output {
        None => print(&written, streams),
        Some(output) => save(&written, output, streams),
    }
}

/// Every package with a comment that says what it was made from.
fn packages(loaded: &Loaded) -> Result<Vec<Written>, WriteError> {
    write::packages(&loaded.schema, |package| {
        format!("yaml-language-server: $schema={JSON_SCHEMA}\n{}", origin(loaded, package))
    })
}

/// `Made from docker.json by `tygen import`: 12 resources, 7 functions, 53 types.`
fn origin(loaded: &Loaded, package: &Package) -> String {
    let source = loaded.sources.get(package.source).map_or("a schema", |source| source.name.as_str());
    let source = Path::new(source);
    // A module is its folder, whatever file of it comes first.
    let is_module = source.extension().is_some_and(|ending| ending == "tf");
    let shown = if is_module { source.parent().unwrap_or(source) } else { source };
    let file = shown.file_name().map_or_else(|| package.name.as_ref().into(), |name| name.to_string_lossy());
    let counted = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    format!(
        "Made from {file} by `tygen import`: {}, {}, {}.",
        counted(package.resources.len(), "resource"),
        counted(package.functions.len(), "function"),
        counted(package.types.len(), "type")
    )
}

/// All files one after the other, each under a line with its name; a file alone stands alone.
fn print(written: &[Written], streams: &mut Streams<'_>) -> io::Result<Exit> {
    for Written { package, text, .. } in written {
        if written.len() > 1 {
            writeln!(streams.out, "==> {package}.yaml <==")?;
        }
        streams.out.write_all(text.as_bytes())?;
    }
    streams.out.flush()?;
    Ok(Exit::Done)
}

/// One package goes into the file, or as any number does into the folder, each called after its package.
fn save(written: &[Written], output: &Path, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_file = matches!(ending, "yaml" | "yml") && !output.is_dir();
    if is_file && written.len() > 1 {
        let names: Vec<&str> = written.iter().map(|file| &*file.package).collect();
        let message = "there are several packages, and each becomes a file: name a folder";
        writeln!(streams.err, "error: {message} ({})", names.join(", "))?;
        return Ok(Exit::Usage);
    }
    for Written { package, text, .. } in written {
        let path: PathBuf = if is_file { output.to_owned() } else { output.join(format!("{package}.yaml")) };
        if let Err(error) = disk::write_atomically_if_changed(&path, text) {
            writeln!(streams.err, "error: {error}")?;
            return Ok(Exit::Failed);
        }
        writeln!(streams.out, "{}: {} lines", path.display(), text.lines().count())?;
    }
    Ok(Exit::Done)
}
