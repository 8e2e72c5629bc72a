//! Running the tools of a language.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::BuildError;
use crate::backend::Language;

/// Lines of what a tool said that are worth showing.
const LINES: usize = 60;

/// Runs a tool to its good end.
///
/// # Errors
///
/// If it is not there, or says no.
pub fn run(language: Language, advice: &'static str, command: &mut Command) -> Result<String, BuildError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let missing = |error: std::io::Error| BuildError::Missing {
        tool: Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        error: error.to_string(),
        advice,
    };
    let output = command.stdin(Stdio::null()).output().map_err(missing)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let all = text + &String::from_utf8_lossy(&output.stderr);
    // What is only a warning comes before, and is not why.
    let from = all.lines().position(|line| line.contains("error")).unwrap_or(0);
    let lines: Vec<&str> = all.lines().skip(from).collect();
    let mut shown = lines[..lines.len().min(LINES)].join("\n");
    if lines.len() > LINES {
        shown.push_str(&format!("\n… and {} more lines", lines.len() - LINES));
    }
    Err(BuildError::Failed { language, command: words(command), output: shown })
}

fn words(command: &Command) -> String {
    let all = std::iter::once(command.get_program()).chain(command.get_args());
    let line = all.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ");
    match command.get_current_dir() {
        Some(folder) => format!("cd {} && {line}", folder.display()),
        None => line,
    }
}

/// The first file of that path below this folder, or below one around it.
pub fn found_upwards(from: &Path, path: &str) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(path)).find(|file| file.is_file())
}

/// Whether a program can be started by its name.
pub fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdin(Stdio::null()).output().is_ok()
}
