//! The command `tygen`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut out, mut err) =
        (anstream::AutoStream::auto(std::io::stdout()), anstream::AutoStream::auto(std::io::stderr()));
    let mut streams = tygen::cli::Streams { out: &mut out, err: &mut err };
    ExitCode::from(tygen::cli::run(std::env::args_os(), &mut streams).code())
}
