//! Names as TypeScript writes them, and what is reserved there.

use std::borrow::Cow;

/// Words that cannot name a declaration, global names that generated code uses, and what it takes
/// from the runtime.
pub(super) const RESERVED: &[&str] = &[
    // Keywords, those of strict mode and modules included, and names of primitive types.
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "yield",
    "arguments",
    "eval",
    "async",
    "any",
    "unknown",
    "never",
    "object",
    "string",
    "number",
    "bigint",
    "boolean",
    "symbol",
    "undefined",
    "NaN",
    "Infinity",
    "globalThis",
    "require",
    "exports",
    "module",
    // Globals.
    "Array",
    "BigInt",
    "Boolean",
    "Error",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "Reflect",
    "Set",
    "String",
    "Symbol",
    "TypeError",
    // The runtime.
    "Archive",
    "Asset",
    "Capsule",
    "ExactNumber",
    "Input",
    "Lifted",
    "Output",
    "Path",
    "PathError",
    "Problem",
    "ResourceReference",
    "Value",
    "runtime",
    "$",
];

/// Names that a file cannot have: what tygen itself writes, what tools pass over, and devices of
/// Windows.
pub(super) const RESERVED_FILES: &[&str] = &[
    "index",
    "runtime",
    "package",
    "tsconfig",
    "node_modules",
    "dist",
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

/// How long the name of a file may become, in characters, so that paths stay within every platform's limits.
const FILE_NAME_LIMIT: usize = 80;

/// `ServerPorts`, from whatever stands for it in a schema: words begin with a capital, and what no
/// identifier may hold separates words. Capitals of the schema stay, unless a word of several is
/// shouted.
pub(super) fn pascal(name: &str) -> String {
    let words: Vec<&str> = name.split(|character| !is_part(character)).filter(|word| !word.is_empty()).collect();
    let mut out = String::with_capacity(name.len() + 1);
    for word in &words {
        if out.ends_with(|last: char| last.is_ascii_digit()) && word.starts_with(|first: char| first.is_ascii_digit()) {
            // `1.1` is not `11`.
            out.push('_');
        }
        capitalized(word, words.len() > 1, &mut out);
    }
    match out.chars().next() {
        None => "Unnamed".to_owned(),
        Some(first) if unicode_ident::is_xid_start(first) => out,
        Some(_) => format!("_{out}"),
    }
}

/// `serverPorts`: the name of a module inside another one.
pub(super) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let capitals = pascal.chars().take_while(|character| character.is_uppercase()).count();
    // `VPCLink` → `vpcLink`, `S3` → `s3`.
    let lowered = if capitals > 1 && pascal.chars().nth(capitals).is_some_and(char::is_lowercase) {
        capitals - 1
    } else {
        capitals
    };
    let lower = |(at, character): (usize, char)| -> Cow<'static, str> {
        if at < lowered { character.to_lowercase().to_string().into() } else { character.to_string().into() }
    };
    pascal.chars().enumerate().map(lower).collect()
}

/// `server-ports`: the name of a file or folder, of ASCII letters, digits and hyphens.
pub(super) fn file(name: &str) -> String {
    let kebab = heck::AsKebabCase(name).to_string();
    let mut out = String::with_capacity(kebab.len());
    for character in kebab.chars() {
        if character.is_ascii_alphanumeric() || character == '-' {
            out.push(character.to_ascii_lowercase());
        } else if !character.is_ascii() {
            // Platforms differ in how they compare other letters.
            out.push_str(&format!("u{:x}", u32::from(character)));
        }
    }
    out.truncate(FILE_NAME_LIMIT);
    let out = out.trim_matches('-');
    if out.is_empty() { "unnamed".to_owned() } else { out.to_owned() }
}

/// Whether a text is an identifier, so that a property of that name needs no quotes.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let starts = |first: char| first == '$' || first == '_' || unicode_ident::is_xid_start(first);
    characters.next().is_some_and(starts) && characters.all(|next| next == '$' || continues(next))
}

/// A property's name as it stands before the colon.
pub(super) fn property(name: &str) -> Cow<'_, str> {
    if is_identifier(name) { Cow::Borrowed(name) } else { Cow::Owned(super::literals::string(name)) }
}

/// Whether a text has anything of which a name can be made.
pub(super) fn has_letters(text: &str) -> bool {
    text.chars().any(is_part)
}

/// What may follow in an identifier, and can be seen there: joiners cannot.
fn continues(character: char) -> bool {
    unicode_ident::is_xid_continue(character) && !matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether a character may stand inside a word of an identifier.
fn is_part(character: char) -> bool {
    character != '_' && continues(character)
}

fn capitalized(word: &str, one_of_several: bool, out: &mut String) {
    let is_shouted = one_of_several && word.chars().count() > 1 && !word.contains(char::is_lowercase);
    for (at, character) in word.chars().enumerate() {
        match at {
            0 => out.extend(character.to_uppercase()),
            _ if is_shouted => out.extend(character.to_lowercase()),
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_words_of_the_schema() {
        let cases = [
            ("foo-bar", "FooBar"),
            ("foo_bar", "FooBar"),
            ("fooBar", "FooBar"),
            ("DBInstance", "DBInstance"),
            ("RED_HOT", "RedHot"),
            ("VPC", "VPC"),
            ("Server ports", "ServerPorts"),
            ("2xlarge", "_2xlarge"),
            ("tls1.1", "Tls1_1"),
            ("***", "Unnamed"),
            ("", "Unnamed"),
            ("größe", "Größe"),
            ("__proto__", "Proto"),
        ];
        for (name, wanted) in cases {
            assert_eq!(pascal(name), wanted);
        }
        assert_eq!([camel("VPCLink"), camel("s3"), camel("ec2-instance")], ["vpcLink", "s3", "ec2Instance"]);
    }

    #[test]
    fn files_are_named_alike_on_every_platform() {
        assert_eq!(
            [file("S3Bucket"), file("../x"), file("größe"), file("…")],
            ["s3-bucket", "x", "gruf6udfe", "unnamed"]
        );
        assert_eq!(file(&"x".repeat(300)).len(), 80);
    }

    #[test]
    fn a_property_is_quoted_only_if_it_must_be() {
        assert_eq!([property("constructor"), property("a-b"), property("2")], ["constructor", "\"a-b\"", "\"2\""]);
    }
}
