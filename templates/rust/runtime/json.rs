//! JSON, read to the last byte as RFC 8259 has it.

use std::fmt::Write as _;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::Error;

/// A JSON value. Numbers keep their text, and with it all their digits.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A text.
    String(String),
    /// Values in order.
    Array(Vec<Json>),
    /// Values by key, in the order in which they were written, no key twice.
    Object(Vec<(String, Json)>),
}

/// How deep arrays and objects may be nested.
pub(super) const MAX_DEPTH: usize = 256;

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// One problem at the value itself: the text is not JSON, or nested too deep.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut scanner = Scanner::new(text);
        let value = scanner.value(0).and_then(|value| {
            scanner.space();
            match scanner.peek() {
                None => Ok(value),
                Some(_) => Err(scanner.fault("text behind the value")),
            }
        });
        value.map_err(|fault| match fault {
            Fault::Syntax(what) => Error::new(format!("the text is not JSON: {what}")),
            Fault::Depth => Error::new("the value is nested deeper than 256 levels"),
        })
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => None,
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::String(text.to_owned())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Json::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Json::Number(number.to_string())
    }
}

/// The shortest text that reads back as the value.
impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        self.print(&mut out);
        f.write_str(&out)
    }
}

impl Json {
    fn print(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Number(digits) => out.push_str(digits),
            Json::String(text) => quote(text, out),
            Json::Array(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "," });
                    element.print(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "," });
                    quote(key, out);
                    out.push(':');
                    value.print(out);
                }
                out.push('}');
            }
        }
    }
}

/// A text in quotes, with nothing escaped but what has to be.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[written..at]);
        written = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            // Writing to a string cannot fail.
            other => drop(write!(out, "\\u{other:04x}")),
        }
    }
    out.push_str(&text[written..]);
    out.push('"');
}

/// A text in quotes, for messages and paths.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(text, &mut out);
    out
}

/// The text in Unicode's form NFC.
pub(super) fn normalized(text: String) -> String {
    if text.is_ascii() || is_nfc(&text) {
        text
    } else {
        text.nfc().collect()
    }
}

/// Why a text is no value.
enum Fault {
    Syntax(String),
    Depth,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, what: &str) -> Fault {
        let before = &self.text.as_bytes()[..self.at.min(self.text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before
            .iter()
            .rev()
            .take_while(|byte| **byte != b'\n')
            .count()
            + 1;
        Fault::Syntax(format!("{what} at line {line} column {column}"))
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        self.space();
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => Err(Fault::Depth),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                for (word, value) in [
                    ("null", Json::Null),
                    ("true", Json::Bool(true)),
                    ("false", Json::Bool(false)),
                ] {
                    if self.text[self.at..].starts_with(word) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                Err(self.fault("no value"))
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, Fault> {
        self.at += 1;
        self.space();
        let mut elements = Vec::new();
        if self.take(b']') {
            return Ok(Json::Array(elements));
        }
        loop {
            elements.push(self.value(depth)?);
            self.space();
            if self.take(b']') {
                return Ok(Json::Array(elements));
            }
            if !self.take(b',') {
                return Err(self.fault("neither a comma nor the end of the array"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Fault> {
        self.at += 1;
        self.space();
        let mut members: Vec<(String, Json)> = Vec::new();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            let key = self.key()?;
            members.push((key, self.value(depth)?));
            self.space();
            if self.take(b'}') {
                return Ok(Json::Object(last_of_each(members)));
            }
            if !self.take(b',') {
                return Err(self.fault("neither a comma nor the end of the object"));
            }
        }
    }

    fn key(&mut self) -> Result<String, Fault> {
        self.space();
        if self.peek() != Some(b'"') {
            return Err(self.fault("no key"));
        }
        let key = normalized(self.string()?);
        self.space();
        if self.take(b':') {
            Ok(key)
        } else {
            Err(self.fault("no colon behind the key"))
        }
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start {
            Ok(())
        } else {
            Err(self.fault("no digit"))
        }
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.fault("a control character in a string")),
                None => return Err(self.fault("a string without an end")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let sign = self.text.as_bytes().get(self.at + 1).copied();
        self.at += 2;
        Ok(match sign {
            Some(sign @ (b'"' | b'\\' | b'/')) => char::from(sign),
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => {
                let first = self.unit()?;
                let pair = match first {
                    0xd800..=0xdbff if self.text[self.at..].starts_with("\\u") => {
                        self.at += 2;
                        [first, self.unit()?]
                    }
                    _ => [first, 0],
                };
                let units = &pair[..if pair[1] == 0 { 1 } else { 2 }];
                match char::decode_utf16(units.iter().copied()).next() {
                    Some(Ok(character)) => character,
                    _ => return Err(self.fault("half of a surrogate pair")),
                }
            }
            _ => {
                self.at -= 1;
                return Err(self.fault("an escape that does not exist"));
            }
        })
    }

    fn unit(&mut self) -> Result<u16, Fault> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => Err(self.fault("an escape without four digits")),
        }
    }
}

/// Of a key that is there twice the last counts.
fn last_of_each(members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    let last: std::collections::BTreeMap<&str, usize> = members
        .iter()
        .enumerate()
        .map(|(at, (key, _))| (key.as_str(), at))
        .collect();
    if last.len() == members.len() {
        return members;
    }
    let kept: Vec<bool> = members
        .iter()
        .enumerate()
        .map(|(at, (key, _))| last.get(key.as_str()) == Some(&at))
        .collect();
    let members = members.into_iter().zip(kept);
    members
        .filter_map(|(member, kept)| kept.then_some(member))
        .collect()
}
