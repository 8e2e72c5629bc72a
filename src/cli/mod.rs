//! The command line: the only floor that prints and decides exit codes.

mod arguments;
mod conformance;
mod engine;
mod generate;
mod import;
mod inspect;
mod progress;
mod schema;
mod verify;
mod verify_report;

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;

use arguments::{Arguments, Command};
pub use progress::Progress;

use crate::diag::{Colour, Diagnostics, Sources, render};

/// How a run ended. The numbers are documented and do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: everything was done.
    Done,
    /// 1: the schema is wrong, a case failed, or a file cannot be read or written.
    Failed,
    /// 2: the command line is wrong.
    Usage,
    /// 3: `--check` found the output not to be up to date.
    NotUpToDate,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::NotUpToDate => 3,
        }
    }
}

/// Where a run prints to. Problems are printed in colour; a stream that is no terminal takes it out.
pub struct Streams<'a> {
    /// Results.
    pub out: &'a mut dyn Write,
    /// Problems and progress.
    pub err: &'a mut dyn Write,
}

impl Streams<'_> {
    /// Prints all problems.
    fn problems(&mut self, diagnostics: &Diagnostics, sources: &Sources) -> std::io::Result<()> {
        self.err.write_all(render(diagnostics, sources, Colour::Always).as_bytes())
    }
}

/// Runs the command line, program name first, and says how it ended. A reader that goes away
/// (`tygen … | head`) ends the run quietly.
pub fn run(arguments: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> Exit {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let text = error.render();
            // Help and version are results, and asking for them is no mistake.
            return if error.use_stderr() {
                let _ = write!(streams.err, "{}", text.ansi());
                Exit::Usage
            } else {
                let _ = write!(streams.out, "{}", text.ansi());
                Exit::Done
            };
        }
    };
    let result = match arguments.command {
        Some(command) => run_command(command, streams),
        None => generate::run(&arguments.generate, streams),
    };
    match result {
        Ok(exit) => exit,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Done,
        Err(error) => {
            let _ = writeln!(streams.err, "error: {error}");
            Exit::Failed
        }
    }
}

fn run_command(command: Command, streams: &mut Streams<'_>) -> std::io::Result<Exit> {
    match command {
        Command::Inspect(arguments) => inspect::run(&arguments, streams),
        Command::Convert(arguments) => engine::run_convert(&arguments, streams),
        Command::Unify(arguments) => engine::run_unify(&arguments, streams),
        Command::Shape(arguments) => engine::run_shape(&arguments, streams),
        Command::Conformance(arguments) => conformance::run(&arguments, streams),
        Command::Import(arguments) => import::run(&arguments, streams),
        Command::Verify(arguments) => verify::run(&arguments, streams),
    }
}
