//! Values of types, written so that generated readers need to decide nothing: JSON, with the arm of
//! a union before its value (`#1 "x"`), and what JSON has no form for by number (`@0`).

use super::json::quote;
use super::{ExactNumber, Node};

/// What becomes of metadata.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Metadata {
    /// It is left out: all of the value is known.
    Dropped,
    /// What has some is referred to by number.
    Kept,
}

/// A value in canonical form, and what it refers to by number.
pub(super) struct Canonical {
    pub(super) text: String,
    pub(super) extras: Vec<Node>,
}

impl Canonical {
    /// A value with or without what goes with its parts.
    pub(super) fn of(node: &Node, metadata: Metadata) -> Self {
        let mut canonical = Self {
            text: String::new(),
            extras: Vec::new(),
        };
        print(node, metadata, &mut canonical.text, &mut |extra, out| {
            out.push_str(&format!("@{}", canonical.extras.len()));
            canonical.extras.push(extra.clone());
        });
        canonical
    }

    /// The value again.
    pub(super) fn node(self) -> Node {
        let mut parser = Parser {
            text: &self.text,
            at: 0,
            extras: &self.extras,
        };
        parser.node().unwrap_or(Node::Null)
    }
}

/// A text that is the same for equal values.
pub(super) fn compared(node: &Node) -> String {
    let mut text = String::new();
    print(node, Metadata::Dropped, &mut text, &mut |extra, out| {
        out.push_str(&format!("@{extra:?}"));
    });
    text
}

fn print(
    node: &Node,
    metadata: Metadata,
    out: &mut String,
    extra: &mut dyn FnMut(&Node, &mut String),
) {
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => out.push_str(&number.to_string()),
        Node::String(text) => quote(text, out),
        Node::List(elements) => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                print(element, metadata, out, extra);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (at, (key, value)) in members.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                quote(key, out);
                out.push(':');
                print(value, metadata, out, extra);
            }
            out.push('}');
        }
        Node::Arm(arm, inner) => {
            out.push_str(&format!("#{arm} "));
            print(inner, metadata, out, extra);
        }
        // Where metadata matters, it is told; else it is left out.
        Node::Marked(_) if metadata == Metadata::Kept => extra(node, out),
        Node::Marked(marked) => match &marked.value {
            Some(value) => print(value, metadata, out, extra),
            None => out.push('?'),
        },
        Node::Asset(_)
        | Node::Archive(_)
        | Node::Resource(_)
        | Node::Capsule(_)
        | Node::Later(_)
        | Node::Bad(_) => extra(node, out),
    }
}

/// Reads what [`print`] wrote: nothing else comes here.
struct Parser<'c> {
    text: &'c str,
    at: usize,
    extras: &'c [Node],
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn index(&mut self) -> Option<usize> {
        let digits = &self.text[self.at..];
        let end = digits
            .bytes()
            .position(|byte| !byte.is_ascii_digit())
            .unwrap_or(digits.len());
        self.at += end;
        digits[..end].parse().ok()
    }

    fn node(&mut self) -> Option<Node> {
        match self.peek()? {
            b'"' => self.string().map(Node::String),
            b'[' => {
                self.at += 1;
                let mut elements = Vec::new();
                while !self.take(b']') {
                    elements.push(self.node()?);
                    self.take(b',');
                }
                Some(Node::List(elements))
            }
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while !self.take(b'}') {
                    let key = self.string()?;
                    self.take(b':');
                    members.push((key, self.node()?));
                    self.take(b',');
                }
                Some(Node::Object(members))
            }
            b'#' => {
                self.at += 1;
                let arm = self.index()?;
                self.take(b' ');
                Some(Node::Arm(arm, Box::new(self.node()?)))
            }
            b'@' => {
                self.at += 1;
                let index = self.index()?;
                self.extras.get(index).cloned()
            }
            b'n' => {
                self.at += 4;
                Some(Node::Null)
            }
            b't' => {
                self.at += 4;
                Some(Node::Bool(true))
            }
            b'f' => {
                self.at += 5;
                Some(Node::Bool(false))
            }
            _ => {
                let rest = &self.text[self.at..];
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                self.at += end;
                ExactNumber::read(&rest[..end]).ok().map(Node::Number)
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        let (text, read) = unquoted(&self.text[self.at..])?;
        self.at += read;
        Some(text)
    }
}

/// The text that [`quote`] put in quotes at the beginning, and how many bytes it takes there.
pub(super) fn unquoted(quoted: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut rest = quoted.strip_prefix('"')?;
    loop {
        let plain = rest.find(['"', '\\'])?;
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        if let Some(behind) = rest.strip_prefix('"') {
            return Some((out, quoted.len() - behind.len()));
        }
        let sign = rest.as_bytes().get(1)?;
        let (character, length) = match sign {
            b'n' => ('\n', 2),
            b'r' => ('\r', 2),
            b't' => ('\t', 2),
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'u' => {
                let unit = u32::from_str_radix(rest.get(2..6)?, 16).ok()?;
                (char::from_u32(unit)?, 6)
            }
            other => (char::from(*other), 2),
        };
        out.push(character);
        rest = &rest[length..];
    }
}
