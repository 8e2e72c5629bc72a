//! The command `tygen`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (mut out, mut err) =
        (anstream::AutoStream::auto(std::io::stdout()), anstream::AutoStream::auto(std::io::stderr()));
    let mut streams = tygen::cli::Streams { out: &mut out, err: &mut err };
    ExitCode::from(tygen::cli::run(std::env::args_os(), &mut streams).code())
}
