//! JSON text (RFC 8259) taken apart byte by byte, without building a tree.

use std::borrow::Cow;
use std::ops::Range;

use super::{Done, Failure};

/// What half of a surrogate pair in an escape is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum HalfPair {
    /// The replacement character, as in Go.
    Replaced,
    /// No JSON.
    Refused,
}

/// A position in JSON text.
pub(in crate::engine) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    half_pair: HalfPair,
    /// How many arrays and objects are open, and how many may be.
    depth: usize,
    limit: usize,
}

impl<'a> Scanner<'a> {
    pub(in crate::engine) fn new(text: &'a str, limit: usize, half_pair: HalfPair) -> Self {
        Self { text, at: 0, half_pair, depth: 0, limit }
    }

    pub(in crate::engine) fn fail<T>(&self, message: impl Into<String>) -> Done<T> {
        Err(Failure::new(self.at, message))
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The next byte that is no white space, without taking it; `None` at the end.
    pub(in crate::engine) fn peek(&mut self) -> Option<u8> {
        let bytes = self.bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(*byte),
            }
        }
        None
    }

    /// Takes the next byte, if it is this one.
    pub(in crate::engine) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, byte: u8) -> Done<()> {
        if self.take(byte) { Ok(()) } else { self.fail(format!("{:?} is expected", char::from(byte))) }
    }

    /// Takes the start of an array or object.
    pub(in crate::engine) fn open(&mut self, byte: u8) -> Done<()> {
        self.expect(byte)?;
        self.depth += 1;
        if self.depth > self.limit {
            return self.fail(super::super::LimitError::Depth { limit: self.limit }.to_string());
        }
        Ok(())
    }

    /// Whether another element follows the `taken` ones; takes the comma, or the end.
    pub(in crate::engine) fn more(&mut self, taken: usize, end: u8) -> Done<bool> {
        if self.take(end) {
            self.depth -= 1;
            return Ok(false);
        }
        if taken > 0 {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// A member's key and the colon after it.
    pub(in crate::engine) fn key(&mut self) -> Done<Cow<'a, str>> {
        let key = self.string()?;
        self.expect(b':')?;
        Ok(key)
    }

    /// Takes `null`, `true` or `false`.
    pub(in crate::engine) fn word(&mut self, word: &str) -> Done<()> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            self.fail("this is no JSON value")
        }
    }

    /// Takes a number and gives it as written.
    pub(in crate::engine) fn number(&mut self) -> Done<&'a str> {
        self.peek();
        let start = self.at;
        let bytes = self.bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let whole = start + usize::from(bytes.get(start) == Some(&b'-'));
        let mut end = digits(whole);
        let mut valid = end > whole && (bytes[whole] != b'0' || end == whole + 1);
        if bytes.get(end) == Some(&b'.') {
            let fraction = end + 1;
            end = digits(fraction);
            valid &= end > fraction;
        }
        if let Some(b'e' | b'E') = bytes.get(end) {
            let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            end = digits(exponent);
            valid &= end > exponent;
        }
        if !valid {
            return self.fail("this is no number");
        }
        self.at = end;
        Ok(&self.text[start..end])
    }

    /// Takes a string and gives what it says.
    pub(in crate::engine) fn string(&mut self) -> Done<Cow<'a, str>> {
        self.expect(b'"')?;
        let start = self.at;
        let bytes = self.bytes();
        let mut end = start;
        loop {
            match bytes.get(end) {
                Some(b'"') => {
                    self.at = end + 1;
                    return Ok(Cow::Borrowed(&self.text[start..end]));
                }
                Some(b'\\') => break,
                Some(0..0x20) => {
                    self.at = end;
                    return self.fail("a control character must be escaped");
                }
                Some(_) => end += 1,
                None => return self.fail("the string has no end"),
            }
        }
        let mut text = self.text[start..end].to_owned();
        self.at = end;
        self.rest_of_string(&mut text)?;
        Ok(Cow::Owned(text))
    }

    /// The part of a string from its first escape on.
    fn rest_of_string(&mut self, text: &mut String) -> Done<()> {
        let bytes = self.bytes();
        loop {
            let start = self.at;
            while !matches!(bytes.get(self.at), None | Some(b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            text.push_str(&self.text[start..self.at]);
            match bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let char = self.escape()?;
                    text.push(char);
                }
                Some(_) => return self.fail("a control character must be escaped"),
                None => return self.fail("the string has no end"),
            }
        }
    }

    fn escape(&mut self) -> Done<char> {
        let char = match self.bytes().get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            Some(_) | None => return self.fail("there is no such escape"),
        };
        self.at += 2;
        Ok(char)
    }

    /// `\uXXXX`, or two of them for one character.
    fn unicode_escape(&mut self) -> Done<char> {
        let Some(high) = self.unit(self.at) else {
            return self.fail("four hexadecimal digits are expected");
        };
        self.at += 6;
        if !(0xd800..0xe000).contains(&high) {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        match self.unit(self.at) {
            Some(low) if high < 0xdc00 && (0xdc00..0xe000).contains(&low) => {
                self.at += 6;
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Some(_) | None => match self.half_pair {
                HalfPair::Replaced => Ok(char::REPLACEMENT_CHARACTER),
                HalfPair::Refused => self.fail("half of a surrogate pair is no character"),
            },
        }
    }

    fn unit(&self, at: usize) -> Option<u32> {
        let bytes = self.bytes().get(at..at + 6)?;
        let digits = bytes.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
    }

    /// Takes any value and gives where it stands.
    pub(super) fn skip(&mut self) -> Done<Range<usize>> {
        self.peek();
        let start = self.at;
        // What is open, innermost last, with how many elements were taken: no recursion.
        let mut open: Vec<(u8, usize)> = Vec::new();
        loop {
            match self.peek() {
                Some(b'{') => {
                    self.open(b'{')?;
                    open.push((b'}', 0));
                }
                Some(b'[') => {
                    self.open(b'[')?;
                    open.push((b']', 0));
                }
                Some(b'"') => {
                    self.string()?;
                }
                Some(b'n') => self.word("null")?,
                Some(b't') => self.word("true")?,
                Some(b'f') => self.word("false")?,
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                }
                Some(_) => return self.fail("this is no JSON value"),
                None => return self.fail("a value is expected"),
            }
            // On to the next value, closing what ends here.
            loop {
                let Some((end, taken)) = open.last_mut() else {
                    return Ok(start..self.at);
                };
                if self.more(*taken, *end)? {
                    *taken += 1;
                    if *end == b'}' {
                        self.key()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    /// Takes an object and gives its members: the key, and where the value stands.
    pub(super) fn members(&mut self) -> Done<Vec<(Cow<'a, str>, Range<usize>)>> {
        let mut members = Vec::new();
        self.open(b'{')?;
        while self.more(members.len(), b'}')? {
            let key = self.key()?;
            members.push((key, self.skip()?));
        }
        Ok(members)
    }

    /// Goes back to where it was; nothing that was opened since counts.
    pub(super) fn rewind(&mut self, at: usize, depth: usize) {
        self.at = at;
        self.depth = depth;
    }

    pub(in crate::engine) fn depth(&self) -> usize {
        self.depth
    }
}
