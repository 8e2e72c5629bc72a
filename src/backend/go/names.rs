//! Names in Go: casing, reserved words, and what files and folders may be called.
//!
//! Exported names are upper camel case with every word in title case (`vpc_id` → `VpcId`). Initialisms
//! are words like any other: a list of them (`ID`, `URL`, …) would grow, and each addition would rename
//! what programs already use; so the rule has no list, and a name can be told from the schema's.

use heck::ToSnakeCase;
use unicode_normalization::UnicodeNormalization;

/// Keywords, predeclared identifiers, and names that mean something to the `go` command: no package is
/// called one of these. (A package of a predeclared name would shadow it in every file that imports it.)
pub const PACKAGE_RESERVED: &[&str] = &[
    "any",
    "append",
    "bool",
    "break",
    "byte",
    "cap",
    "case",
    "chan",
    "clear",
    "close",
    "comparable",
    "complex",
    "complex128",
    "complex64",
    "const",
    "continue",
    "copy",
    "default",
    "defer",
    "delete",
    "documentation",
    "else",
    "error",
    "fallthrough",
    "false",
    "float32",
    "float64",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "imag",
    "import",
    "init",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "interface",
    "internal",
    "iota",
    "len",
    "main",
    "make",
    "map",
    "max",
    "min",
    "new",
    "nil",
    "package",
    "panic",
    "print",
    "println",
    "range",
    "real",
    "recover",
    "return",
    "rune",
    "select",
    "string",
    "struct",
    "switch",
    "testdata",
    "true",
    "type",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintptr",
    "var",
    "vendor",
];

/// Names that some platform keeps for devices.
pub const DEVICES: &[&str] = &[
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt1", "lpt2", "lpt3",
    "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Endings of file names that mean something to the `go` command: tests, operating systems and
/// processors (`go/build`, "Build Constraints").
const FILE_ENDINGS: &[&str] = &[
    "386",
    "aix",
    "amd64",
    "amd64p32",
    "android",
    "arm",
    "arm64",
    "arm64be",
    "armbe",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "loong64",
    "mips",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "mipsle",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "solaris",
    "sparc",
    "sparc64",
    "test",
    "wasip1",
    "wasip2",
    "wasm",
    "windows",
    "zos",
];

/// The longest file or folder name, in bytes, without what makes it unique.
const LONGEST: usize = 100;

/// An exported Go identifier made of the words of a name: `foo-bar` → `FooBar`, `型` → `X型`.
pub fn exported(source: &str) -> String {
    let mut name = camel(source);
    if name.is_empty() {
        name = spelled(source);
    }
    if !name.starts_with(is_upper) {
        name.insert(0, 'X');
    }
    name
}

/// Whether the text is an exported Go identifier already.
pub fn is_exported(text: &str) -> bool {
    text.starts_with(is_upper) && text.chars().all(|c| is_letter(c) || is_digit(c) || c == '_')
}

/// A further part of an exported name: what follows may begin with anything. A sign before a number is
/// spelled out, so that `1` and `-1` are two names.
pub fn exported_part(source: &str) -> String {
    let signed = source.strip_prefix('-').filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    let (sign, rest) = signed.map_or(("", source), |rest| ("Minus", rest));
    let name = camel(rest);
    if name.is_empty() { spelled(source) } else { format!("{sign}{name}") }
}

/// Joins two parts of a name, with `_` where two digits would meet.
pub fn joined(first: &str, second: &str) -> String {
    let digits = first.ends_with(char::is_numeric) && second.starts_with(char::is_numeric);
    format!("{first}{}{second}", if digits { "_" } else { "" })
}

fn camel(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    if source.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')) {
        source.split('_').for_each(|word| push_word(&mut out, word));
        return out;
    }
    // What Go does not take in a name parts words; combining marks that composition leaves are dropped.
    let text: String =
        source.nfc().filter(|c| !is_mark(*c)).map(|c| if is_letter(c) || is_digit(c) { c } else { ' ' }).collect();
    text.to_snake_case().split('_').for_each(|word| push_word(&mut out, word));
    out
}

fn push_word(out: &mut String, word: &str) {
    let mut characters = word.chars();
    let Some(first) = characters.next() else { return };
    if out.ends_with(char::is_numeric) && first.is_numeric() {
        out.push('_');
    }
    let upper = first.to_uppercase();
    if upper.clone().all(is_letter) && upper.clone().next().is_some_and(is_upper) {
        let mut upper = upper;
        out.extend(upper.next());
        out.extend(upper.flat_map(char::to_lowercase));
    } else {
        out.push(first);
    }
    // Lower-casing can leave marks that Go refuses (`İ`).
    out.extend(characters.filter(|&c| is_letter(c) || is_digit(c)));
}

/// A name for text without letters and digits: its characters, spelled out.
fn spelled(source: &str) -> String {
    if source.is_empty() {
        return "Empty".to_owned();
    }
    source.chars().map(character_name).collect()
}

fn character_name(character: char) -> String {
    let name = match character {
        ' ' => "Space",
        '!' => "Exclamation",
        '"' => "Quote",
        '#' => "Hash",
        '$' => "Dollar",
        '%' => "Percent",
        '&' => "And",
        '\'' => "Apostrophe",
        '(' => "OpenParenthesis",
        ')' => "CloseParenthesis",
        '*' => "Star",
        '+' => "Plus",
        ',' => "Comma",
        '-' => "Minus",
        '.' => "Dot",
        '/' => "Slash",
        ':' => "Colon",
        ';' => "Semicolon",
        '<' => "Less",
        '=' => "Equal",
        '>' => "Greater",
        '?' => "Question",
        '@' => "At",
        '[' => "OpenBracket",
        '\\' => "Backslash",
        ']' => "CloseBracket",
        '^' => "Caret",
        '_' => "Underscore",
        '`' => "Backtick",
        '{' => "OpenBrace",
        '|' => "Or",
        '}' => "CloseBrace",
        '~' => "Tilde",
        other => return format!("U{:04X}", u32::from(other)),
    };
    name.to_owned()
}

/// A letter in a Go identifier: categories Lu, Ll, Lt, Lm, Lo ("The Go Programming Language
/// Specification", Characters). Of the identifier characters of Unicode Standard Annex 31 those that are
/// alphabetic and not numbers; the two that are listed there for old times' sake are marks today.
fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic()
        || (!character.is_ascii()
            && unicode_ident::is_xid_start(character)
            && character.is_alphabetic()
            && !character.is_numeric()
            && !matches!(character, '\u{1885}' | '\u{1886}'))
}

/// A digit in a Go identifier: category Nd.
fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
        || (!character.is_ascii()
            && character.is_numeric()
            && unicode_ident::is_xid_continue(character)
            && !unicode_ident::is_xid_start(character)
            && !matches!(character, '\u{1369}'..='\u{1371}' | '\u{19da}'))
}

/// A mark: continues an identifier elsewhere, but not in Go.
fn is_mark(character: char) -> bool {
    !character.is_ascii()
        && unicode_ident::is_xid_continue(character)
        && !unicode_ident::is_xid_start(character)
        && !character.is_numeric()
}

fn is_upper(character: char) -> bool {
    character.is_ascii_uppercase() || (is_letter(character) && character.is_uppercase())
}

/// The name of a package and its folder: lower-case ASCII letters and digits, a letter first. Import
/// paths have no other letters; those are written as code points.
pub fn package(source: &str) -> String {
    let mut name = String::with_capacity(source.len());
    for character in source.nfc() {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_lowercase());
        } else if character.is_alphanumeric() {
            name.push_str(&format!("u{:x}", u32::from(character)));
        }
    }
    name.truncate(LONGEST);
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        name.insert(0, 'p');
    }
    name
}

/// The name of a file without `.go`: lower-case words, in ASCII, that mean nothing to the `go` command.
pub fn file(source: &str) -> String {
    let mut words = String::with_capacity(source.len());
    for character in source.nfc() {
        match character {
            c if c.is_ascii_alphanumeric() => words.push(c),
            c if c.is_alphanumeric() => words.push_str(&format!("u{:x}", u32::from(c))),
            _ => words.push(' '),
        }
    }
    let mut stem = words.to_snake_case();
    stem.truncate(LONGEST);
    if stem.is_empty() {
        stem.push_str("types");
    }
    let ending = stem.rsplit_once('_').map(|(_, ending)| ending);
    if ending.is_some_and(|ending| FILE_ENDINGS.contains(&ending)) {
        stem.push('_');
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_in_title_case() {
        let names = ["vpc_id", "foo-bar", "fooBar", "HTTPServer", "s3", "a.b/c d", "X", "__proto__"];
        assert_eq!(
            names.map(exported),
            ["VpcId", "FooBar", "FooBar", "HttpServer", "S3", "ABCD", "X", "Proto"].map(str::to_owned)
        );
    }

    #[test]
    fn what_cannot_be_exported_gets_a_prefix() {
        assert_eq!(
            ["型", "1st", "élan", "ǆ", "", "+", "ŉ"].map(exported),
            ["X型", "X1st", "Élan", "Ǆ", "Empty", "Plus", "Xŉ"]
        );
    }

    #[test]
    fn marks_and_strange_numbers_are_not_part_of_a_name() {
        assert_eq!(exported("cafe\u{301}"), "Café");
        for source in ["हिन्दी", "a²b", "Ⅻ", "x\u{200d}y", "\u{1885}", "℘", "İx"] {
            let name = exported(source);
            assert!(name.chars().all(|c| is_letter(c) || is_digit(c) || c == '_'), "{source} became {name}");
        }
    }

    #[test]
    fn digits_that_would_meet_are_kept_apart() {
        assert_eq!(exported_part("1.2.3"), "1_2_3");
        assert_eq!(exported_part("12.3"), "12_3");
        assert_eq!(exported_part("-1"), "Minus1");
        assert_eq!(exported_part("<="), "LessEqual");
        assert_eq!(joined("S3", "2go"), "S3_2go");
    }

    #[test]
    fn files_and_folders_mean_nothing_to_the_go_command() {
        assert_eq!(
            ["FSx Windows", "unit_test", "linux", "a/b", "型", ""].map(file),
            ["f_sx_windows_", "unit_test_", "linux", "a_b", "u578b", "types"]
        );
        assert_eq!(["S3", "my-module", "2fa", "Über"].map(package), ["s3", "mymodule", "p2fa", "udcber"]);
        assert!(file(&"long ".repeat(100)).len() <= LONGEST + 1);
    }
}
