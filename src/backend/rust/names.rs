//! From the schema's words to identifiers of Rust.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use unicode_normalization::UnicodeNormalization;

use crate::model::{Literal, Naming, NumberText};

/// The language's word on the command line.
pub(super) const WORD: &str = "rust";

/// Words that a raw identifier (`r#type`) saves: those of every edition up to 2024.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that nothing saves.
pub(super) const RESERVED: &[&str] = &["self", "Self", "super", "crate", "_"];

/// What a type may not be called besides: names that generated code uses without a path.
pub(super) const RESERVED_TYPES: &[&str] =
    &["self", "Self", "super", "crate", "_", "rt", "std", "bool", "f64", "i32", "i64", "str"];

/// What a module may not be called: the runtime, and files that Cargo or a platform takes for
/// something else.
pub(super) const RESERVED_MODULES: &[&str] = &[
    "self",
    "super",
    "crate",
    "_",
    "rt",
    "std",
    "core",
    "alloc",
    "num_bigint",
    "runtime",
    "lib",
    "main",
    "mod",
    "con",
    "prn",
    "aux",
    "nul",
    "com0",
    "com1",
    "com2",
    "com3",
    "com4",
    "com5",
    "com6",
    "com7",
    "com8",
    "com9",
    "lpt0",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "lpt5",
    "lpt6",
    "lpt7",
    "lpt8",
    "lpt9",
];

/// The longest name of a file without its ending, in bytes: every file system takes it.
const MAX_FILE_NAME: usize = 120;

/// `UpperCamelCase`: types and variants.
pub(super) fn type_name(text: &str) -> String {
    identifier(&words(text).to_upper_camel_case(), "Unnamed")
}

/// The name of a declaration: what the schema asks for in Rust, or made of its words.
pub(super) fn declared_name(naming: &Naming, text: &str) -> String {
    match naming.for_language(WORD) {
        Some(asked) => identifier(&words(asked).replace(' ', "_"), "Unnamed"),
        None => type_name(text),
    }
}

/// `snake_case`: fields.
pub(super) fn field_name(naming: &Naming, text: &str) -> String {
    match naming.for_language(WORD) {
        Some(asked) => identifier(&words(asked).replace(' ', "_"), "unnamed"),
        None => identifier(&words(text).to_snake_case(), "unnamed"),
    }
}

/// `snake_case` in ASCII, as the compiler wants the names of files, and short enough for one: modules.
pub(super) fn module_name(text: &str) -> String {
    let mut ascii = String::new();
    for character in words(text).to_snake_case().chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            ascii.push_str(&format!("u{:04x}", u32::from(character)));
        }
    }
    ascii.truncate(MAX_FILE_NAME);
    identifier(&ascii, "unnamed")
}

/// `SHOUTY_SNAKE_CASE`: constants.
pub(super) fn constant_name(text: &str) -> String {
    identifier(&words(text).to_shouty_snake_case(), "UNNAMED")
}

/// The variant for a value of an enum.
pub(super) fn value_name(value: &Literal) -> String {
    match value {
        Literal::Null => "Null".to_owned(),
        Literal::Bool(true) => "True".to_owned(),
        Literal::Bool(false) => "False".to_owned(),
        Literal::Number(number) => number_name(number),
        Literal::String(text) if text.is_empty() => "Empty".to_owned(),
        Literal::String(text) => type_name(text),
        Literal::List(_) | Literal::Object(_) => type_name(&value.to_string()),
    }
}

/// `-1.5` is `Minus1_5`, `2e3` is `_2e3`.
fn number_name(number: &NumberText) -> String {
    let text = number.as_str();
    let unsigned = text.strip_prefix('-').unwrap_or(text).replace('.', "_").replace('+', "").replace('-', "_");
    let sign = if text.starts_with('-') { "Minus" } else { "_" };
    format!("{sign}{unsigned}")
}

/// The identifier as the source writes it: raw if it is a keyword.
pub(super) fn raw(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

/// The text in NFKC, as the compiler would have identifiers written, with a space for everything that cannot
/// stand in one; a text of nothing but signs as their code points.
fn words(text: &str) -> String {
    let words: String = text.nfkc().map(|character| if is_part(character) { character } else { ' ' }).collect();
    if words.chars().any(|character| !matches!(character, ' ' | '_')) {
        return words;
    }
    text.chars().map(|character| format!("u{:04x} ", u32::from(character))).collect()
}

fn is_part(character: char) -> bool {
    unicode_ident::is_xid_continue(character)
}

/// The name with an underscore before a digit or another sign that cannot be first.
fn identifier(name: &str, fallback: &str) -> String {
    match name.chars().next() {
        None => fallback.to_owned(),
        Some(first) if first == '_' || unicode_ident::is_xid_start(first) => name.to_owned(),
        Some(_) => format!("_{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_becomes_an_identifier() {
        let rows = [
            ("foo-bar", "FooBar", "foo_bar"),
            ("fooBar", "FooBar", "foo_bar"),
            ("HTTPServer", "HttpServer", "http_server"),
            ("2fa", "_2fa", "_2fa"),
            ("", "Unnamed", "unnamed"),
            ("*", "U002a", "u002a"),
            ("größe", "Größe", "größe"),
            ("日本", "日本", "日本"),
            ("__proto__", "Proto", "proto"),
            ("../../etc", "Etc", "etc"),
        ];
        for (text, camel, snake) in rows {
            assert_eq!(type_name(text), camel, "{text:?}");
            assert_eq!(field_name(&Naming::default(), text), snake, "{text:?}");
        }
        assert_eq!(raw("type"), "r#type");
        assert_eq!(module_name("größe/日本"), "gru00f6u00dfe_u65e5u672c");
        assert_eq!(module_name(&"x".repeat(1000)).len(), MAX_FILE_NAME);
        assert_eq!(constant_name("apiVersion"), "API_VERSION");
    }

    #[test]
    fn numbers_keep_their_sign_and_point() {
        let name = |text| value_name(&Literal::Number(NumberText::new(text).unwrap()));
        assert_eq!([name("1"), name("-1"), name("1.5"), name("2e-3")], ["_1", "Minus1", "_1_5", "_2e_3"]);
    }
}
