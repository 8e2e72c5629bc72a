//! The Go runtime composes characters by the tables that the engine has.

use std::fmt::Write;
use std::path::Path;

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};

/// A string literal of Go, of lines that are not too long.
fn literal(name: &str, doc: &str, rows: &[String]) -> String {
    let mut out = format!("\n// {name} are {doc}\nconst {name} = \"\"");
    let mut line = String::new();
    for (at, row) in rows.iter().enumerate() {
        for character in row.chars() {
            match u32::from(character) {
                code @ ..0x80 => line.push(char::from_u32(code).unwrap()),
                code @ ..0x10000 => write!(line, "\\u{code:04x}").unwrap(),
                code => write!(line, "\\U{code:08x}").unwrap(),
            }
        }
        if at + 1 < rows.len() {
            line.push(' ');
        }
        if line.len() > 100 || at + 1 == rows.len() {
            write!(out, " +\n\t\"{line}\"").unwrap();
            line.clear();
        }
    }
    out + "\n"
}

fn expected() -> String {
    let is_hangul = |character: char| ('\u{ac00}'..='\u{d7a3}').contains(&character);
    let (mut decompositions, mut compositions) = (Vec::new(), Vec::new());
    let mut classes: Vec<(u8, char, char)> = Vec::new();
    for character in ('\u{80}'..=char::MAX).filter(|character| !is_hangul(*character)) {
        let mut parts = Vec::new();
        decompose_canonical(character, |part| parts.push(part));
        if parts != [character] {
            decompositions.push([character].iter().chain(&parts).collect::<String>());
        }
        let first = parts[..parts.len() - 1].iter().copied().reduce(|a, b| compose(a, b).unwrap_or('\u{fffd}'));
        if let (Some(first), Some(last)) = (first, parts.last())
            && compose(first, *last) == Some(character)
        {
            compositions.push(format!("{character}{first}{last}"));
        }
        match (canonical_combining_class(character), classes.last_mut()) {
            (0, _) => {}
            (class, Some((before, _, end))) if *before == class && u32::from(*end) + 1 == u32::from(character) => {
                *end = character;
            }
            (class, _) => classes.push((class, character, character)),
        }
    }
    let classes: Vec<String> = classes
        .into_iter()
        .map(|(class, from, to)| format!("{}{from}{to}", char::from_u32(u32::from(class) + u32::from('0')).unwrap()))
        .collect();
    let mut out = "package tygen\n".to_owned();
    out += &literal(
        "decompositions",
        "rows parted by blanks: a character, and what it is made of (Unicode's\n// canonical decomposition).",
        &decompositions,
    );
    out += &literal("compositions", "rows of a character and the two that become it.", &compositions);
    out += &literal(
        "combiningClasses",
        "rows of a combining class, counted from the digit 0, and the first and\n// last character that have it.",
        &classes,
    );
    out
}

#[test]
fn the_tables_are_those_of_the_engine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/go/runtime/nfc_data.go");
    let expected = expected();
    if std::env::var_os("TYGEN_WRITE_TABLES").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} is not up to date: run with TYGEN_WRITE_TABLES=1", path.display());
}
