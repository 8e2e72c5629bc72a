//! The page on the engine says what the code does.

use std::path::Path;

use tygen::engine::Limits;
use tygen::engine::Number;
use tygen::engine::convert::matrix;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine.md");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// With `TYGEN_WRITE_DOCS` set, the tables are written into the page instead.
#[test]
fn the_matrices_are_those_of_the_code() {
    let page = page();
    let mut fresh = page.clone();
    let tables =
        [("primitives", matrix::primitives()), ("compounds", matrix::compounds()), ("extended", matrix::extended())];
    for (name, table) in tables {
        let start = format!("<!-- matrix: {name} -->\n");
        let from =
            fresh.find(&start).unwrap_or_else(|| panic!("there is no place for the matrix {name}")) + start.len();
        let length = fresh[from..].find("<!-- end -->").expect("a matrix ends");
        fresh.replace_range(from..from + length, &format!("\n{table}\n"));
    }
    if std::env::var_os("TYGEN_WRITE_DOCS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine.md");
        std::fs::write(path, &fresh).expect("the page can be written");
        return;
    }
    assert!(page == fresh, "docs/engine.md is out of date: run this test with TYGEN_WRITE_DOCS=1");
}

#[test]
fn the_limits_are_those_of_the_code() {
    let page = page();
    let grouped = |number: usize| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
        groups.join(",")
    };
    let limits = Limits::default();
    for (what, limit) in [
        ("digits of a number, written or written out", grouped(limits.number.digits)),
        ("binary exponent of a number", format!("2^±{}", grouped(Number::MAX_EXPONENT as usize))),
        ("bytes of a value to decode", format!("{} MiB", limits.bytes >> 20)),
        ("nesting of a value to decode", grouped(limits.depth())),
        ("nesting of types and values to convert", grouped(tygen::engine::convert::MAX_DEPTH)),
        ("pairs of types that one plan looks at", grouped(tygen::engine::convert::MAX_WORK)),
        ("nesting of brackets in a type expression", grouped(tygen::loader::expression::MAX_DEPTH)),
        ("length of a type expression", format!("{} KiB", tygen::loader::expression::MAX_LENGTH >> 10)),
        ("bytes of a schema or document", format!("{} GiB", tygen::loader::document::MAX_BYTES >> 30)),
        ("values of a document, its aliases followed", grouped(tygen::loader::document::MAX_NODES)),
    ] {
        assert!(page.contains(&format!("| {what} | {limit} |")), "the limit on {what} is {limit}");
    }
}
