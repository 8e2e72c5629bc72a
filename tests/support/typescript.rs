//! What the tests of generated TypeScript share.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tygen::backend::{Files, Language, Manifest, Options, generate as generate_files};
use tygen::diag::Diagnostics;
use tygen::loader::{Input, LoadOptions, load};

/// Whether the user says by `TYGEN_LANGS` that there is no TypeScript to test with.
pub fn leaves_out_typescript() -> bool {
    let left_out = std::env::var("TYGEN_LANGS").is_ok_and(|langs| langs.split(',').all(|lang| lang.trim() != "ts"));
    if left_out {
        eprintln!("skipped: TYGEN_LANGS leaves out ts");
    }
    left_out
}

/// The schemas of the repository that people read.
pub fn own_schemas() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        ["", "core", "obstacles"].iter().flat_map(|folder| super::schemas::schema_files(folder)).collect();
    for folder in ["tests/typescript/schemas", "tests/rust/schemas"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        paths.extend(std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    paths.sort();
    paths
}

/// The TypeScript of a schema; anything that keeps it from being written fails the test.
pub fn generate(path: &Path, manifest: Manifest) -> Files {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors(), "{}", super::schemas::render_all(&loaded));
    let origin = path.file_name().unwrap().to_string_lossy().into_owned();
    let options = Options { origin, manifest, ..Options::default() };
    let mut diagnostics = Diagnostics::new();
    let files = generate_files(&loaded.schema, Language::TypeScript, &options, &mut diagnostics);
    let problems: Vec<String> = diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
    assert!(!diagnostics.has_errors(), "{}:\n{}", path.display(), problems.join("\n"));
    files
}

/// The folder with the pinned tools; what is missing there is installed first.
pub fn tools() -> &'static Path {
    static TOOLS: OnceLock<PathBuf> = OnceLock::new();
    TOOLS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript");
        let lock = std::fs::read(folder.join("package-lock.json")).unwrap();
        // npm writes this file last. Two test binaries may run at once, so that one must wait.
        let stamp = folder.join("node_modules/.tygen-lock");
        if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
            return folder;
        }
        let guard = std::fs::File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm.lock")).unwrap();
        guard.lock().unwrap();
        if !std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
            run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder));
            std::fs::write(&stamp, lock).unwrap();
        }
        folder
    })
}

/// The compiler, at a project.
pub fn tsc(project: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(tools().join("node_modules/typescript/bin/tsc")).arg("-p").arg(project);
    command
}

/// The formatter in its default settings, whatever settings lie around the output.
pub fn prettier(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(tools().join("node_modules/prettier/bin/prettier.cjs")).args(["--no-config", "--no-editorconfig"]);
    // What an ignore file says of the build folder does not count here.
    command.args(["--ignore-path", "/dev/null"]).args(arguments).arg(".").current_dir(folder);
    command
}

/// Runs a tool, and fails with what it says.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{:?} is not there ({error}): install Node.js 20 or later with npm", command.get_program())
    });
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
    text
}
