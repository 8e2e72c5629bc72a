//! Compiling a driver in TypeScript: with the compiler that is installed for the project around, with that for
//! all, or else with one that npm fetches into its cache.

use std::path::Path;
use std::process::Command;

use super::tool::{found_upwards, is_there, run};
use super::{BuildError, FOLDER, driver};
use crate::backend::Language;
use crate::verify::Driver;

const NODE: &str = "install Node.js 20 or newer, or leave ts out of --lang";
const TSC: &str = "install the TypeScript compiler (npm install --global typescript, or in the project), or npm, which \
                   fetches it, or leave ts out of --lang";
/// The compiler that npm fetches where none is installed.
const FETCHED: &str = "typescript@5";

/// Compiles the package and the driver in it.
///
/// # Errors
///
/// If a tool is not there or says no.
pub fn compiled(folder: &Path) -> Result<Driver, BuildError> {
    run(Language::TypeScript, NODE, Command::new("node").arg("--version"))?;
    let here = std::env::current_dir().unwrap_or_default();
    let mut tsc = match found_upwards(&here, "node_modules/typescript/bin/tsc") {
        Some(installed) => {
            let mut node = Command::new("node");
            node.arg(installed);
            node
        }
        None if is_there("tsc") => Command::new("tsc"),
        None => {
            let mut npm = Command::new("npm");
            npm.args(["exec", "--yes", "--package", FETCHED, "--", "tsc"]);
            npm
        }
    };
    run(Language::TypeScript, TSC, tsc.arg("-p").arg(folder).current_dir(folder))?;
    let main = folder.join("dist").join(FOLDER).join("main.js");
    Ok(driver("node".into(), vec![main.into()], folder))
}
