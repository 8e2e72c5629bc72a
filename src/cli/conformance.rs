//! `tygen conformance FILE...`: runs vectors and says which the engine does not answer as wanted.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;

use super::{Exit, Streams};
use crate::engine::conformance::{Outcome, run_line};
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
            match outcome(line) {
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
