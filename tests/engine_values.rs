//! The value side of the engine: vectors and laws.

use std::fs;
use std::path::PathBuf;

use tygen::engine::conformance::{Outcome, run_line};

/// Runs a file of vectors. Where the files are not there, the test says so and passes.
fn run_file(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let mut failures = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Outcome::Fail { wanted, got } = run_line(line) {
            failures.push(format!("line {}: {line}\n  wanted {wanted}\n  got    {got}", at + 1));
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn operations() {
    run_file("op.jsonl");
}

#[test]
fn encodings() {
    run_file("codec.jsonl");
}
