//! The TypeScript runtime, tested by Node's own test runner, and generated code that uses it.

mod support;

use std::path::Path;
use std::process::Command;

use support::rust::{write, write_file};
use support::typescript::{generate, leaves_out_typescript, run, tsc};
use tygen::backend::Manifest;

/// What is tested: conversions, the algebra of outputs, blobs, and the rest.
const TESTS: [&str; 4] = ["algebra", "assets", "conversion", "runtime"];

#[test]
fn the_runtime_passes_its_own_tests() {
    if leaves_out_typescript() {
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript-runtime");
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shop = generate(&home.join("schemas/quickstart.yaml"), Manifest::Omit);
    // Twice: two copies of the runtime in one program must understand each other.
    write(&root.join("src/gen"), &shop);
    write(&root.join("src/copy"), &shop);
    let read = |name: &str| std::fs::read_to_string(home.join("tests/typescript").join(name)).unwrap();
    for name in TESTS {
        write_file(&root.join("src").join(format!("{name}.test.ts")), &read(&format!("{name}.test.ts")));
    }
    let settings = read("tsconfig.json")
        .replace("\"types\": []", "\"types\": [\"node\"], \"typeRoots\": [TYPES], \"outDir\": \"dist\"");
    let types = home.join("tests/typescript/node_modules/@types");
    write_file(&root.join("tsconfig.json"), &settings.replace("TYPES", &format!("{:?}", types.to_string_lossy())));
    write_file(&root.join("package.json"), "{ \"type\": \"module\" }\n");
    run(&mut tsc(&root));
    let tests = TESTS.map(|name| format!("dist/{name}.test.js"));
    run(Command::new("node").arg("--test").args(tests).current_dir(&root));
}
