//! `tygen conformance FILE...`: runs vectors and says which the engine does not answer as wanted.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::engine::{check_default, read};
use super::{Exit, Streams};
use crate::engine::conformance::{Outcome, run_line_with};
use crate::loader::expression::{Dialect, NoNames, parse};
use crate::model::Type;

/// Which vectors to run.
#[derive(Debug, Args)]
pub struct ConformanceArguments {
    /// Files with one vector in JSON a line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Runs the command: each failure with its place, what was wanted and what came, then
/// `N passed, M failed`.
///
/// # Errors
///
/// If nothing can be printed. A file that cannot be read fails once.
pub fn run(arguments: &ConformanceArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let (mut passed, mut failed) = (0usize, 0usize);
    for file in &arguments.files {
        let text = match read(file) {
            Ok(text) => text,
            Err(error) => {
                writeln!(streams.err, "error: {}: {error}", file.display())?;
                failed += 1;
                continue;
            }
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (at, line) in lines {
            match run_line_with(line, &read_constraint) {
                Outcome::Pass => passed += 1,
                Outcome::Fail { wanted, got } => {
                    failed += 1;
                    let place = format!("{}:{}", file.display(), at + 1);
                    writeln!(streams.out, "{place}: {line}\n  wanted: {wanted}\n  got:    {got}")?;
                }
            }
        }
    }
    writeln!(streams.out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Exit::Done } else { Exit::Failed })
}

/// A type constraint as Terraform writes it, its defaults values of their types.
fn read_constraint(text: &str) -> Result<Type, String> {
    let parsed = parse(text, Dialect::Terraform, &NoNames).map_err(|problems| {
        let messages: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
        messages.join("; ")
    })?;
    match parsed.defaults.iter().find_map(|default| check_default(default).err()) {
        None => Ok(parsed.ty),
        Some(problem) => Err(problem),
    }
}
