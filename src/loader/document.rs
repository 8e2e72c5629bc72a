//! From text to a tree: the only file that names `serde_yaml`.
//!
//! YAML follows version 1.2: `no`, `on` and `012` are strings, `0o17` is fifteen. A JSON text is read
//! as JSON, which is faster. The parsers round numbers that are not whole or beyond 128 bits; the
//! tree has them exact, with the digits of the text.

mod exact;
mod node;
mod problem;
mod read;

use serde::de::{DeserializeOwned, DeserializeSeed};

pub use node::Node;
use node::{Budget, NO_TAGS, NodeSeed};
pub use problem::{Problem, Problems};
pub use read::{Lenient, read};

use super::locate::is_json;
use crate::diag::Code;

/// How many bytes one file may have.
pub const MAX_BYTES: usize = 1 << 30;
/// How many values one document may have once its aliases are followed.
pub const MAX_NODES: usize = 4_000_000;
/// How many brackets may be open at once in a YAML text before it is even parsed. The parsers stop at
/// 128 levels, but the time that YAML's takes to get there grows with the square of the depth.
const MAX_OPEN_BRACKETS: i64 = 2_000;

/// A text that cannot be read as YAML or JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// [`Code::Syntax`] or [`Code::Limit`].
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Where, in bytes of the text, if the parser says so.
    pub offset: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The document as a tree that keeps duplicate keys.
///
/// # Errors
///
/// What the parser stumbles over: one thing, since nothing behind it can be trusted.
pub fn tree(text: &str) -> Result<Node, Malformed> {
    let mut tree = parsed(text)?;
    exact::restore(&mut tree, text);
    Ok(tree)
}

/// The document as the parser gives it, numbers rounded.
fn parsed(text: &str) -> Result<Node, Malformed> {
    let budget = Budget::new(MAX_NODES);
    from_text(text, || NodeSeed(&budget)).map_err(|malformed| match budget.is_spent() {
        true => Malformed { code: Code::Limit, ..malformed },
        false => malformed,
    })
}

/// The document as a value of a Rust type: for large foreign schemas, of which no tree is wanted.
///
/// # Errors
///
/// The first thing that is no YAML or JSON or not what the type asks for.
pub fn typed<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    from_text(text, || std::marker::PhantomData::<T>)
}

fn from_text<'t, S: DeserializeSeed<'t>>(text: &'t str, seed: impl Fn() -> S) -> Result<S::Value, Malformed> {
    if is_json(text) {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let value = seed().deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
        match value {
            Ok(value) => return Ok(value),
            // YAML has the same brackets but more freedom inside them: comments, a comma too many.
            // What is neither is told in JSON's terms.
            Err(error) => {
                return yaml(text, seed()).map_err(|_| Malformed {
                    code: if error.to_string().contains("recursion limit") { Code::Limit } else { Code::Syntax },
                    message: without_position(&error.to_string()),
                    offset: offset_of(text, error.line(), error.column()),
                    help: None,
                });
            }
        }
    }
    yaml(text, seed())
}

fn yaml<'t, S: DeserializeSeed<'t>>(text: &'t str, seed: S) -> Result<S::Value, Malformed> {
    if let Some(offset) = too_deep(text) {
        let message = "brackets nest too deeply".into();
        return Err(Malformed { code: Code::Limit, message, offset: Some(offset), help: None });
    }
    seed.deserialize(serde_yaml::Deserializer::from_str(text)).map_err(|error| {
        let words = error.to_string();
        let is_limit = ["recursion limit", "repetition limit"].iter().any(|limit| words.contains(limit));
        let offset = error.location().and_then(|at| offset_of(text, at.line(), at.column()));
        let is_tab = offset.is_some_and(|at| text[at..].starts_with('\t'));
        Malformed {
            code: if is_limit { Code::Limit } else { Code::Syntax },
            message: match words.contains(NO_TAGS) {
                true => "a tag has no place in a schema".to_owned(),
                false => without_position(&words),
            },
            offset,
            help: is_tab.then(|| "YAML is indented by spaces, not by tabs".to_owned()),
        }
    })
}

/// Where more brackets are open than anybody writes. Counts those inside strings as well, which
/// balance in all but freak cases.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = 0_i64;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = (open - 1).max(0),
            _ => {}
        }
        open > MAX_OPEN_BRACKETS
    })
}

/// The byte offset of a 1-based line and column.
fn offset_of(text: &str, line: usize, column: usize) -> Option<usize> {
    let line = line.checked_sub(1)?;
    let start = match line {
        0 => 0,
        line => text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').nth(line - 1)?.0 + 1,
    };
    let inside = text[start..].lines().next().unwrap_or_default();
    let within = inside.char_indices().nth(column.saturating_sub(1)).map_or(inside.len(), |(at, _)| at);
    Some(start + within)
}

/// The parser's message without the place, which is shown otherwise.
fn without_position(message: &str) -> String {
    message.find(" at line ").map_or(message, |at| &message[..at]).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Node {
        Node::Number(crate::model::NumberText::new(text).unwrap())
    }

    #[test]
    fn yaml_is_version_1_2() {
        let tree = tree("[no, on, 012, 0o17, 0x1F, ~, null, True, 1_000, '5', 5, -7]").unwrap();
        let string = |text: &str| Node::String(text.into());
        assert_eq!(
            tree,
            Node::List(vec![
                string("no"),
                string("on"),
                string("012"),
                number("15"),
                number("31"),
                Node::Null,
                Node::Null,
                Node::Bool(true),
                string("1_000"),
                string("5"),
                number("5"),
                number("-7"),
            ])
        );
    }

    #[test]
    fn keys_are_texts_and_stay_double() {
        let Node::Map(members) = tree("{1: a, no: b, 1: c, null: d}").unwrap() else { panic!("a map") };
        let keys: Vec<&str> = members.iter().map(|(key, _)| &**key).collect();
        assert_eq!(keys, ["1", "no", "1", "null"]);
    }

    #[test]
    fn numbers_are_exact() {
        let big = "9".repeat(400);
        for text in [
            format!("- 18446744073709551616\n- {big}\n- 0.10\n- 1e3\n- -0.0\n"),
            format!("[18446744073709551616, {big}, 0.10, 1e3, -0.0]"),
        ] {
            let wanted = ["18446744073709551616", &big, "0.10", "1e3", "-0.0"].map(number);
            match tree(&text).unwrap() {
                // Beyond a double, YAML has no number but a text: a type that wants a number reads it.
                Node::List(items) if items[1] == Node::String(big.as_str().into()) => {
                    assert_eq!([&items[..1], &items[2..]].concat(), [&wanted[..1], &wanted[2..]].concat());
                }
                other => assert_eq!(other, Node::List(wanted.to_vec())),
            }
        }
        assert_eq!(
            tree("[+1.5, .5, 5., 00.5, .inf]").unwrap(),
            Node::List(vec![number("1.5"), number("0.5"), number("5"), number("0.5"), Node::Rounded,])
        );
    }

    #[test]
    fn limits() {
        let bomb: String = (1..40).fold("a0: &a0 [x, x]\n".to_owned(), |text, level| {
            format!("{text}a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1)
        });
        assert_eq!(tree(&bomb).unwrap_err().code, Code::Limit);
        for deep in ["[".repeat(100_000), "{a: ".repeat(100_000), "{\"a\":".repeat(100_000), "- ".repeat(5_000)] {
            let malformed = tree(&deep).unwrap_err();
            assert!(matches!(malformed.code, Code::Limit | Code::Syntax), "{malformed:?}");
        }
        assert_eq!(tree(&format!("{}{}", "[".repeat(200), "]".repeat(200))).unwrap_err().code, Code::Limit);
    }

    #[test]
    fn syntax_errors_have_places() {
        let text = "a: 1\nb: [é, }\n";
        let malformed = tree(text).unwrap_err();
        assert_eq!(malformed.code, Code::Syntax);
        assert_eq!(malformed.offset.map(|at| &text[at..]), Some("}\n"));
        let text = "{\"a\": 1,\n \"b\" 2}";
        let malformed = tree(text).unwrap_err();
        assert_eq!(malformed.offset.map(|at| &text[at..]), Some("2}"));
        assert!(tree("{ \"a\": 1, } # YAML").is_ok());
        assert!(tree("a: 1\n---\nb: 2\n").is_err());
    }
}
