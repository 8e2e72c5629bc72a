//! YAML for people: blocks, texts in the plainest style that reads back as the same text.

use crate::loader::document::{self, Node};
use crate::model::Literal;

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Yaml {
    /// A text.
    Text(String),
    /// What needs no quotes and no look: a number, `true`, `null`.
    Word(String),
    /// A sequence.
    List(Vec<Yaml>),
    /// A mapping.
    Map(Map),
    /// A mapping on one line, if it is short and made of simple scalars.
    Row(Map),
}

/// The members of a mapping, in order, each key once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Map(Vec<(String, Yaml)>);

/// Longer lists and mappings of scalars stand in blocks.
const LONGEST_FLOW: usize = 100;
/// Longer texts of one line are folded.
const LONGEST_LINE: usize = 110;
/// Longer keys are no simple keys of YAML, whose limit is 1024.
const LONGEST_KEY: usize = 500;

impl Map {
    /// Adds a member.
    pub(super) fn put(&mut self, key: impl Into<String>, value: Yaml) {
        self.0.push((key.into(), value));
    }

    /// Adds a member, if there is something to add.
    pub(super) fn put_some(&mut self, key: &str, value: Option<Yaml>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds a text, if there is one.
    pub(super) fn put_text(&mut self, key: &str, text: Option<&str>) {
        self.put_some(key, text.map(Yaml::text));
    }

    /// Adds a mapping that is not empty, on one line if it is short.
    pub(super) fn put_row(&mut self, key: &str, map: Map) {
        if !map.0.is_empty() {
            self.put(key, Yaml::Row(map));
        }
    }

    /// Adds a mapping that is not empty.
    pub(super) fn put_map(&mut self, key: &str, map: Map) {
        if !map.0.is_empty() {
            self.put(key, Yaml::Map(map));
        }
    }

    /// Adds a sequence of texts that is not empty.
    pub(super) fn put_texts<'t>(&mut self, key: &str, texts: impl IntoIterator<Item = &'t str>) {
        let texts: Vec<Yaml> = texts.into_iter().map(Yaml::text).collect();
        if !texts.is_empty() {
            self.put(key, Yaml::List(texts));
        }
    }

    /// Adds `true`, if it is.
    pub(super) fn put_flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.put(key, Yaml::word("true"));
        }
    }

    /// Adds all members of another mapping.
    pub(super) fn append(&mut self, other: Map) {
        self.0.extend(other.0);
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mapping as a document.
    pub(super) fn document(&self) -> String {
        let mut out = String::new();
        members(&self.0, 0, &mut out);
        out
    }
}

impl Yaml {
    pub(super) fn text(text: &str) -> Self {
        Yaml::Text(text.to_owned())
    }

    pub(super) fn word(word: &str) -> Self {
        Yaml::Word(word.to_owned())
    }

    /// The value of a literal; `None` if YAML would round or rename a number in it.
    pub(super) fn literal(literal: &Literal) -> Option<Self> {
        Some(match literal {
            Literal::Null => Yaml::word("null"),
            Literal::Bool(value) => Yaml::word(if *value { "true" } else { "false" }),
            Literal::Number(number) => {
                let survives = document::tree(number.as_str()) == Ok(Node::Number(number.clone()));
                survives.then(|| Yaml::word(number.as_str()))?
            }
            Literal::String(text) => Yaml::text(text),
            Literal::List(items) => Yaml::List(items.iter().map(Yaml::literal).collect::<Option<_>>()?),
            Literal::Object(object) => {
                let mut map = Map::default();
                for (key, value) in object {
                    map.put(&**key, Yaml::literal(value)?);
                }
                Yaml::Map(map)
            }
        })
    }

    /// The value on one line, if it is short and made of scalars.
    fn flow(&self) -> Option<String> {
        let scalar = |value: &Yaml| match value {
            Yaml::Text(text) if is_simple(text) => Some(text.clone()),
            Yaml::Text(text) => Some(quoted(text)),
            Yaml::Word(word) => Some(word.clone()),
            Yaml::List(_) | Yaml::Map(_) | Yaml::Row(_) => None,
        };
        let line = match self {
            Yaml::Text(_) | Yaml::Word(_) => return None,
            Yaml::List(items) => format!("[{}]", items.iter().map(scalar).collect::<Option<Vec<_>>>()?.join(", ")),
            Yaml::Map(Map(entries)) | Yaml::Row(Map(entries)) if entries.is_empty() => "{}".to_owned(),
            Yaml::Map(_) => return None,
            Yaml::Row(Map(entries)) => {
                let entry = |(key, value): &(String, Yaml)| {
                    let key = is_simple(key).then(|| key.clone())?;
                    let is_word =
                        matches!(value, Yaml::Word(_)) || matches!(value, Yaml::Text(text) if is_simple(text));
                    is_word.then(|| scalar(value).map(|value| format!("{key}: {value}")))?
                };
                format!("{{ {} }}", entries.iter().map(entry).collect::<Option<Vec<_>>>()?.join(", "))
            }
        };
        (line.len() <= LONGEST_FLOW).then_some(line)
    }
}

/// The entries of a mapping at that indentation.
fn members(entries: &[(String, Yaml)], indent: usize, out: &mut String) {
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            out.push_str(&" ".repeat(indent));
        }
        let written = if is_plain(key) { key.clone() } else { quoted(key) };
        if written.len() > LONGEST_KEY {
            out.push_str("? ");
            out.push_str(&written);
            out.push('\n');
            out.push_str(&" ".repeat(indent));
        } else {
            out.push_str(&written);
        }
        out.push(':');
        behind_key(value, indent, out);
    }
}

/// A value behind its key, whose indentation is given.
fn behind_key(value: &Yaml, indent: usize, out: &mut String) {
    if let Some(line) = value.flow() {
        out.push(' ');
        out.push_str(&line);
        return out.push('\n');
    }
    let inner = indent + 2;
    match value {
        Yaml::Word(word) => {
            out.push(' ');
            out.push_str(word);
            out.push('\n');
        }
        Yaml::Text(text) => {
            out.push(' ');
            scalar(text, indent, out);
        }
        Yaml::List(items) => {
            out.push('\n');
            for item in items {
                out.push_str(&" ".repeat(inner));
                out.push('-');
                behind_dash(item, inner, out);
            }
        }
        Yaml::Map(Map(entries)) | Yaml::Row(Map(entries)) => {
            out.push('\n');
            out.push_str(&" ".repeat(inner));
            members(entries, inner, out);
        }
    }
}

/// A value behind the dash of its item.
fn behind_dash(value: &Yaml, indent: usize, out: &mut String) {
    match value {
        Yaml::Map(Map(entries)) | Yaml::Row(Map(entries)) if value.flow().is_none() => {
            out.push(' ');
            members(entries, indent + 2, out);
        }
        other => behind_key(other, indent, out),
    }
}

/// A text in its best style, with the end of its line.
fn scalar(text: &str, indent: usize, out: &mut String) {
    let inner = " ".repeat(indent + 2);
    if is_plain(text) && text.len() <= LONGEST_LINE {
        out.push_str(text);
    } else if let Some(chomping) = block_chomping(text) {
        out.push('|');
        out.push_str(chomping);
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            out.push('\n');
            if !line.is_empty() {
                out.push_str(&inner);
                out.push_str(line);
            }
        }
    } else if text.len() > LONGEST_LINE && is_foldable(text) {
        out.push_str(">-");
        for line in folded(text, LONGEST_LINE.saturating_sub(indent).max(40)) {
            out.push('\n');
            out.push_str(&inner);
            out.push_str(line);
        }
    } else if is_plain(text) {
        out.push_str(text);
    } else {
        out.push_str(&quoted(text));
    }
    out.push('\n');
}

/// How the end of a text of several lines is written in a literal block; `None` if it cannot be one.
fn block_chomping(text: &str) -> Option<&'static str> {
    let first = text.split('\n').next().unwrap_or_default();
    let last = text.rsplit('\n').find(|line| !line.is_empty()).unwrap_or_default();
    let fits = text.contains('\n')
        && text.chars().all(|character| character == '\n' || is_printable(character))
        && !first.is_empty()
        && !first.starts_with([' ', '\t'])
        && !last.trim().is_empty();
    fits.then(|| match text.len() - text.trim_end_matches('\n').len() {
        0 => "-",
        1 => "",
        _ => "+",
    })
}

/// Whether a text of one line may be broken where it has a single space.
fn is_foldable(text: &str) -> bool {
    text.chars().all(is_printable) && !text.contains('\t') && text.trim() == text
}

/// The text broken at single spaces, as far as it has any.
fn folded(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut last_break = None;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        if byte == b' ' && bytes[at - 1] != b' ' && bytes.get(at + 1).is_some_and(|next| *next != b' ') {
            if at - start > width
                && let Some(before) = last_break
            {
                lines.push(&text[start..before]);
                start = before + 1;
            }
            last_break = Some(at);
        }
    }
    if text.len() - start > width
        && let Some(before) = last_break.filter(|before| *before > start)
    {
        lines.push(&text[start..before]);
        start = before + 1;
    }
    lines.push(&text[start..]);
    lines
}

/// Whether a character may stand in YAML as it is without misleading who reads it.
fn is_printable(character: char) -> bool {
    match character {
        '\t' | ' '..='~' => true,
        '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}' => {
            !matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        }
        _ => false,
    }
}

/// Whether the text may stand without quotes even between brackets.
fn is_simple(text: &str) -> bool {
    let is_inner = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | '/');
    text.len() <= 60 && is_plain(text) && text.chars().all(is_inner)
}

/// Whether the text may stand without quotes, and is a text in every version of YAML.
fn is_plain(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let starts = first.is_alphabetic() || matches!(first, '_' | '/' | '(' | '$');
    starts
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && text.chars().all(|character| character != '\t' && is_printable(character))
        && !is_other_word(text)
}

/// Words that some version of YAML does not take as text.
fn is_other_word(text: &str) -> bool {
    const WORDS: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];
    WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// The text in quotes: single ones if it holds double ones and nothing to escape.
fn quoted(text: &str) -> String {
    let is_quiet = text.chars().all(|character| character != '\t' && is_printable(character));
    if is_quiet && text.contains(['"', '\\']) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other if is_printable(other) => out.push(other),
            other if u32::from(other) <= 0xffff => out.push_str(&format!("\\u{:04x}", u32::from(other))),
            other => out.push_str(&format!("\\U{:08x}", u32::from(other))),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_back(map: &Map) -> Node {
        let text = map.document();
        document::tree(&text).unwrap_or_else(|malformed| panic!("{malformed:?}\n{text}"))
    }

    fn node(value: &Yaml) -> Node {
        match value {
            Yaml::Text(text) => Node::String(text.as_str().into()),
            Yaml::Word(word) => document::tree(word).unwrap(),
            Yaml::List(items) => Node::List(items.iter().map(node).collect()),
            Yaml::Map(Map(entries)) | Yaml::Row(Map(entries)) => {
                Node::Map(entries.iter().map(|(key, value)| (key.as_str().into(), node(value))).collect())
            }
        }
    }

    fn text() -> impl Strategy<Value = String> {
        let odd =
            "[a-z \\-:#'\"\\\\|>%@`!&*?{}\\[\\],\n\r\t~=<.0-9\u{85}\u{a0}\u{2028}\u{feff}\u{202e}é😀\u{1}\u{7f}]{0,40}";
        let words = "([a-z]{1,9}[ \n]{1,2}){0,30}[a-z.]{0,5}";
        let scalars = "(null|~|true|No|0x1F|0o17|1e3|-0|1_0|.inf|---|\\.\\.\\.|2001-01-01|\\?|: |- )";
        prop_oneof![any::<String>(), odd, words, scalars]
    }

    fn value() -> impl Strategy<Value = Yaml> {
        let leaf = prop_oneof![text().prop_map(Yaml::Text), Just(Yaml::word("true")), Just(Yaml::word("null"))];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Yaml::List),
                proptest::collection::btree_map(text(), inner, 0..5)
                    .prop_map(|members| Yaml::Map(Map(members.into_iter().collect()))),
                proptest::collection::btree_map("[a-z]{0,3}", text().prop_map(Yaml::Text), 0..3)
                    .prop_map(|members| Yaml::Row(Map(members.into_iter().collect()))),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_text_reads_back(text in text()) {
            let mut map = Map::default();
            map.put(text.clone(), Yaml::text(&text));
            map.put("list of it", Yaml::List(vec![Yaml::text(&text), Yaml::word("1"), Yaml::text(&text)]));
            prop_assert_eq!(read_back(&map), node(&Yaml::Map(map)));
        }

        #[test]
        fn every_value_reads_back(value in value()) {
            let mut map = Map::default();
            map.put("value", value);
            map.put("end", Yaml::word("1"));
            prop_assert_eq!(read_back(&map), node(&Yaml::Map(map)));
        }
    }

    #[test]
    fn texts_have_the_plainest_style() {
        let mut map = Map::default();
        for (key, text) in [
            ("plain", "list(string)"),
            ("yes", "no"),
            ("quotes", "optional(string, \"a: b\")"),
            ("number", "1.10"),
            ("lines", "One.\n\n  Two.\n"),
            ("a long key: with a colon", "ends in lines\n\n"),
        ] {
            map.put(key, Yaml::text(text));
        }
        map.put("long", Yaml::Text("word ".repeat(30).trim().to_owned()));
        map.put("list", Yaml::List(vec![Yaml::text("a"), Yaml::text("b c"), Yaml::word("1")]));
        let wanted = [
            "plain: list(string)",
            "\"yes\": \"no\"",
            "quotes: 'optional(string, \"a: b\")'",
            "number: \"1.10\"",
            "lines: |",
            "  One.",
            "",
            "    Two.",
            "\"a long key: with a colon\": |+",
            "  ends in lines",
            "",
            "long: >-",
            &format!("  {}", ["word"; 22].join(" ")),
            &format!("  {}", ["word"; 8].join(" ")),
            "list: [a, \"b c\", 1]",
            "",
        ];
        assert_eq!(map.document(), wanted.join("\n"));
    }

    #[test]
    fn a_number_that_would_be_rounded_is_no_yaml() {
        let number = |text: &str| Yaml::literal(&Literal::Number(crate::model::NumberText::new(text).unwrap()));
        assert_eq!(number("1.50"), Some(Yaml::word("1.50")));
        assert_eq!(number(&"9".repeat(400)), None);
        assert_eq!(number("-0"), None);
    }
}
