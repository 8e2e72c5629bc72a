//! Compiling a driver in Rust.

use std::path::Path;
use std::process::Command;

use super::tool::run;
use super::{BuildError, FOLDER, driver};
use crate::backend::Language;
use crate::verify::Driver;

const CARGO: &str = "install Rust, or leave rust out of --lang";

/// Compiles the driver, and with it the package. What it depends on is taken from what Cargo has
/// downloaded before, if that is enough.
///
/// # Errors
///
/// If a tool is not there or says no.
pub fn compiled(folder: &Path) -> Result<Driver, BuildError> {
    let place = folder.join(FOLDER);
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new("cargo");
        // The flags of a build that runs this very program are not meant for what is built here.
        for variable in ["CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(variable);
        }
        cargo.args(arguments).env("RUSTFLAGS", "-Awarnings").current_dir(&place);
        cargo
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| folder.join("target"), Into::into);
    let offline = run(Language::Rust, CARGO, &mut cargo(&["generate-lockfile", "--quiet", "--offline"])).is_ok()
        && run(Language::Rust, CARGO, &mut cargo(&["fetch", "--quiet", "--offline"])).is_ok();
    let mut build = cargo(&["build", "--quiet"]);
    if offline {
        build.arg("--offline");
    }
    run(Language::Rust, CARGO, build.arg("--target-dir").arg(&target))?;
    Ok(driver(target.join("debug").join("driver"), Vec::new(), folder))
}
