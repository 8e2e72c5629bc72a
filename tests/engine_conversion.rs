//! Conversion, unification and type constraints: the answered vectors.

use std::fs;
use std::path::PathBuf;

use tygen::engine::conformance::{Outcome, run_line_with};
use tygen::model::Type;

fn read(text: &str) -> Result<Type, String> {
    tygen::loader::constraint::read(text)
        .map_err(|problems| problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("\n"))
}

/// Runs the vectors of a file whose operation is wanted. Where the files are not there, the test
/// says so and passes.
fn run_file(name: &str, wanted: impl Fn(&str) -> bool) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let mut failures = Vec::new();
    let mut passed = 0;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| wanted(line)) {
        match run_line_with(line, &read) {
            Outcome::Pass => passed += 1,
            Outcome::Fail { wanted, got } => {
                failures.push(format!("line {}: {line}\n  wanted {wanted}\n  got    {got}", at + 1));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed, {passed} passed:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0, "no vector of {name} was run");
}

#[test]
fn conversions_between_types() {
    run_file("conversion.jsonl", |_| true);
}

#[test]
fn conversions_of_values() {
    run_file("convert.jsonl", |_| true);
}

#[test]
fn unifications() {
    run_file("unify.jsonl", |_| true);
}

#[test]
fn extended_types() {
    run_file("extended.jsonl", |line| !line.contains(r#""op":"shape""#));
}

#[test]
fn constraints() {
    run_file("constraint.jsonl", |_| true);
}

#[test]
fn constraint_texts() {
    run_file("type.jsonl", |_| true);
}
