//! Compiling a driver in Go.

use std::path::Path;
use std::process::Command;

use super::tool::run;
use super::{BuildError, FOLDER, driver};
use crate::backend::Language;
use crate::verify::Driver;

const GO: &str = "install Go 1.24 or newer, or leave go out of --lang";

/// Compiles the driver, and with it the package.
///
/// # Errors
///
/// If a tool is not there or says no.
pub fn compiled(folder: &Path) -> Result<Driver, BuildError> {
    let program = folder.join(FOLDER).join("run");
    let mut go = Command::new("go");
    // A workspace of the user's has no part in this.
    go.args(["build", "-o"]).arg(&program).arg(format!("./{FOLDER}")).env("GOWORK", "off").current_dir(folder);
    run(Language::Go, GO, &mut go)?;
    Ok(driver(program, Vec::new(), folder))
}
