//! What the TypeScript of every small schema looks like.

mod support;

use support::schemas::schema_files;
use support::typescript::generate;
use tygen::backend::{Files, Manifest};

/// The files of a schema without the runtime, which is the same for all.
fn declarations(files: &Files) -> String {
    let mut out = String::new();
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("runtime/")) {
        let body = text.split_once('\n').map_or("", |(_, body)| body);
        out.push_str(&format!("=== {path} ===\n{}\n", body.trim()));
    }
    out
}

#[test]
fn every_concept() {
    for path in schema_files("core") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("output@{name}.ts"), declarations(&generate(&path, Manifest::Omit)));
        });
    }
}

#[test]
fn every_run_writes_the_same_and_says_that_it_is_generated() {
    for path in support::typescript::own_schemas() {
        let files = generate(&path, Manifest::Write);
        assert_eq!(files, generate(&path, Manifest::Write), "{}", path.display());
        for (file, text) in files.iter() {
            let start = text.lines().take(2).collect::<String>();
            assert!(start.contains(tygen::backend::MARKER), "{}: {file}", path.display());
        }
    }
}

#[test]
fn a_schema_cannot_leave_comments_literals_or_the_folder() {
    for path in schema_files("obstacles") {
        for (file, text) in generate(&path, Manifest::Omit).iter().filter(|(file, _)| !file.starts_with("runtime/")) {
            let bare = without_texts(text);
            for word in ["alert(", "panic!", "@", "`", "${", "<script", "\\"] {
                assert!(!bare.contains(word), "{word} in {file}: {bare}");
            }
            assert!(text.chars().all(|it| it == '\n' || tygen::backend::visible(&it.to_string()) == it.to_string()));
            assert!(tygen::backend::stays_inside(file));
            assert!(file.is_ascii() && file.len() < 400, "{file}");
        }
    }
}

/// The code without comments and string literals, as the language's own scanner reads them.
fn without_texts(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let skipped = match character {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map(|at| at + 4),
            '/' if rest.starts_with("//") => rest.find('\n'),
            '"' | '\'' => Some(string_length(rest, character)),
            other => {
                out.push(other);
                Some(other.len_utf8())
            }
        };
        rest = &rest[skipped.expect("every comment ends")..];
    }
    out
}

/// The length of a string literal at the start of a text, with its quotes, on one line.
fn string_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\n' => panic!("a literal does not end on its line: {text}"),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            other if other == quote => return at + 1,
            _ => {}
        }
    }
    panic!("a literal does not end: {text}")
}
