//! Reads a text straight into generated types, without a tree, as long as everything is as expected.
//!
//! What is not (a string where a number is wanted, a special value, letters that Unicode writes in
//! two ways) ends the reading as a whole: then the value is converted, and the canonical form that
//! comes of that is read here once more, in which everything is as expected.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, is_nfc_quick};

use super::attributes::Attributes;
use super::canonical::{Canonical, unquoted};
use super::json::MAX_DEPTH;
use super::schema::{Definition, Union};
use super::{Codec, Node, Type, special};

/// Something is not as expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bail;

/// What is read, if everything is as expected.
pub type Read<T> = Result<T, Bail>;

/// Where the text comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// From somebody else.
    Given,
    /// From a conversion.
    Canonical,
}

/// Whether a struct holds what has arrived, or arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What has arrived: with every default, and nothing that always has the same value.
    Plain,
    /// Arguments: what has a default may be absent.
    Arguments,
}

/// A text that is being read.
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    source: Source,
    extras: &'t [Node],
}

/// The value that a text is, if everything is as expected.
pub(super) fn given<T: Codec>(text: &str, ty: &Type) -> Read<T> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        source: Source::Given,
        extras: &[],
    };
    let value = reader.value(ty)?;
    reader.space();
    if reader.at == text.len() {
        Ok(value)
    } else {
        Err(Bail)
    }
}

/// The value of a canonical form.
pub(super) fn canonical<T: Codec>(canonical: &Canonical, ty: &Type) -> Read<T> {
    let mut reader = Reader {
        text: &canonical.text,
        at: 0,
        depth: 0,
        source: Source::Canonical,
        extras: &canonical.extras,
    };
    reader.value(ty)
}

impl<'t> Reader<'t> {
    /// A value of the type.
    pub fn value<T: Codec>(&mut self, ty: &Type) -> Read<T> {
        self.space();
        T::read(self, ty)
    }

    /// Whether the text has been converted already.
    pub(super) fn is_canonical(&self) -> bool {
        self.source == Source::Canonical
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.take(byte) { Ok(()) } else { Err(Bail) }
    }

    pub(super) fn word(&mut self, word: &str) -> Read<()> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(())
        } else {
            Err(Bail)
        }
    }

    /// A string, as it stands there.
    fn raw(&mut self) -> Read<Cow<'t, str>> {
        self.expect(b'"')?;
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let end = rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
            .ok_or(Bail)?;
        match (rest[end], self.source) {
            (b'"', _) => {
                self.at = start + end + 1;
                Ok(Cow::Borrowed(&self.text[start..start + end]))
            }
            (b'\\', Source::Given) => self.escaped(start),
            (b'\\', Source::Canonical) => {
                let (text, read) = unquoted(&self.text[start - 1..]).ok_or(Bail)?;
                self.at = start - 1 + read;
                Ok(Cow::Owned(text))
            }
            _ => Err(Bail),
        }
    }

    /// A string with escapes, of which those by number are left to others.
    fn escaped(&mut self, start: usize) -> Read<Cow<'t, str>> {
        let bytes = self.text.as_bytes();
        let mut out = String::new();
        let (mut at, mut from) = (start, start);
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    out.push_str(&self.text[from..at]);
                    self.at = at + 1;
                    return Ok(Cow::Owned(out));
                }
                Some(b'\\') => {
                    out.push_str(&self.text[from..at]);
                    out.push(match bytes.get(at + 1) {
                        Some(sign @ (b'"' | b'\\' | b'/')) => char::from(*sign),
                        Some(b'n') => '\n',
                        Some(b'r') => '\r',
                        Some(b't') => '\t',
                        _ => return Err(Bail),
                    });
                    at += 2;
                    from = at;
                }
                Some(0..=0x1f) | None => return Err(Bail),
                Some(_) => at += 1,
            }
        }
    }

    /// A string that means what it says.
    pub(super) fn string(&mut self) -> Read<Cow<'t, str>> {
        let text = self.raw()?;
        if self.source == Source::Given && (special::is_unknown(&text) || !is_normal(&text)) {
            return Err(Bail);
        }
        Ok(text)
    }

    /// The text of a number.
    pub(super) fn number(&mut self) -> Read<&'t str> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        if self.source == Source::Canonical {
            let is_part = |byte: &u8| !matches!(byte, b',' | b']' | b'}');
            let length = bytes[start..]
                .iter()
                .take_while(|byte| is_part(byte))
                .count();
            self.at += length;
            return Ok(&self.text[start..self.at]);
        }
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
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Bail) }
    }

    /// Into an array or object.
    fn enter(&mut self, open: u8) -> Read<()> {
        self.expect(open)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH && self.source == Source::Given {
            return Err(Bail);
        }
        Ok(())
    }

    /// Whether another part follows in an array or object that `count` parts have been read of.
    fn follows(&mut self, close: u8, count: usize) -> Read<bool> {
        self.space();
        if self.take(close) {
            self.depth -= 1;
            return Ok(false);
        }
        if count > 0 {
            self.expect(b',')?;
            self.space();
        }
        Ok(true)
    }

    /// The elements of an array, one after the other.
    pub(super) fn array(&mut self, mut element: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.enter(b'[')?;
        let mut count = 0;
        while self.follows(b']', count)? {
            count += 1;
            element(self)?;
        }
        Ok(())
    }

    /// The members of an object, one after the other.
    pub(super) fn members(
        &mut self,
        mut member: impl FnMut(&mut Self, Cow<'t, str>) -> Read<()>,
    ) -> Read<()> {
        self.enter(b'{')?;
        let mut count = 0;
        while self.follows(b'}', count)? {
            count += 1;
            let key = self.key()?;
            member(self, key)?;
        }
        Ok(())
    }

    fn key(&mut self) -> Read<Cow<'t, str>> {
        let key = self.raw()?;
        if self.source == Source::Given && (key == special::SIGNATURE || !is_normal(&key)) {
            return Err(Bail);
        }
        self.space();
        self.expect(b':')?;
        self.space();
        Ok(key)
    }

    /// Into an object with the attributes of that type.
    pub fn attributes<'r>(&'r mut self, ty: Type, form: Form) -> Read<Attributes<'r, 't>> {
        self.enter(b'{')?;
        Attributes::new(self, ty, form).ok_or(Bail)
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn go(&mut self, place: usize) {
        self.at = place;
    }

    /// Whether what was read since a place is that very text.
    pub(super) fn is_between(&self, start: usize, text: &str) -> bool {
        &self.text[start..self.at] == text
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The key of the next member of an object that `count` members have been read of.
    pub(super) fn next_key(&mut self, count: usize) -> Read<Option<Cow<'t, str>>> {
        self.space();
        if self.take(b'}') {
            return Ok(None);
        }
        if count > 0 {
            self.expect(b',')?;
            self.space();
        }
        self.key().map(Some)
    }

    /// The very text of a value.
    pub(super) fn verbatim(&mut self, text: &str) -> Read<()> {
        self.word(text)?;
        match self.peek() {
            Some(b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t') => Ok(()),
            _ => Err(Bail),
        }
    }

    /// Reads over what nobody wants.
    pub(super) fn skip(&mut self) -> Read<()> {
        self.space();
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'[') => self.array(Self::skip),
            Some(b'{') => self.members(|reader, _| reader.skip()),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            _ => {
                let text = self.number()?;
                if text.len() < 100 && !text.contains(['e', 'E']) {
                    Ok(())
                } else {
                    Err(Bail)
                }
            }
        }
    }

    /// What JSON has no form for.
    pub(super) fn extra(&mut self) -> Read<&'t Node> {
        if self.source == Source::Given {
            return Err(Bail);
        }
        self.expect(b'@')?;
        self.extras.get(self.index()?).ok_or(Bail)
    }

    /// What has metadata, if that comes next: then it has been read.
    pub(super) fn marked(&mut self) -> Option<&'t Node> {
        let start = self.at;
        match self.extra() {
            Ok(node @ Node::Marked(_)) => Some(node),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn index(&mut self) -> Read<usize> {
        let start = self.at;
        self.digits()?;
        self.text[start..self.at].parse().or(Err(Bail))
    }

    /// The value `null`.
    pub fn null(&mut self) -> Read<()> {
        self.word("null")
    }

    /// Into a tuple.
    pub fn tuple(&mut self) -> Read<()> {
        self.enter(b'[')
    }

    /// The element of a tuple with that number.
    pub fn element<T: Codec>(&mut self, ty: &Type, at: usize) -> Read<T> {
        if !self.follows(b']', at)? {
            return Err(Bail);
        }
        self.value(ty.elements().get(at).ok_or(Bail)?)
    }

    /// Out of a tuple.
    pub fn untuple(&mut self, ty: &Type) -> Read<()> {
        if self.follows(b']', ty.elements().len())? {
            return Err(Bail);
        }
        Ok(())
    }

    /// Sees that a value is one of those that an enum lists.
    pub fn listed(&self, is_listed: bool) -> Read<()> {
        if is_listed || self.source == Source::Canonical {
            Ok(())
        } else {
            Err(Bail)
        }
    }

    /// The value of an arm of a union.
    pub fn taken<T: Codec>(&mut self, ty: &Type, arm: usize) -> Read<T> {
        let arms = ty.union().map_or(&[] as &[Type], |union| union.arms);
        self.value(arms.get(arm).ok_or(Bail)?)
    }

    /// The arm of a union that the value takes.
    pub fn arm(&mut self, ty: &Type) -> Read<usize> {
        let union = ty.union().ok_or(Bail)?;
        if self.source == Source::Canonical {
            self.expect(b'#')?;
            let arm = self.index()?;
            self.expect(b' ')?;
            return Ok(arm);
        }
        let first = self.peek().ok_or(Bail)?;
        if let (b'{', Some((property, words))) = (first, union.discriminator) {
            let word = self.discriminator(property)?;
            let named = words.iter().find(|(named, _)| *named == word);
            return named.map(|(_, arm)| *arm).ok_or(Bail);
        }
        only_arm(union, first)
    }

    /// The value of the attribute that names the arm, wherever in the object it stands.
    fn discriminator(&mut self, property: &str) -> Read<Cow<'t, str>> {
        let (start, depth) = (self.at, self.depth);
        let mut word = None;
        self.members(|reader, key| {
            if key != property {
                return reader.skip();
            }
            word = Some(reader.string()?);
            Ok(())
        })?;
        (self.at, self.depth) = (start, depth);
        word.ok_or(Bail)
    }

    /// The elements of a set of strings in the order that sets have; none if that is their order.
    pub(super) fn sorted(&mut self) -> Read<Vec<usize>> {
        let (start, depth) = (self.at, self.depth);
        let mut strings: Vec<(&'t str, usize)> = Vec::new();
        self.array(|reader| {
            let at = reader.at;
            match reader.string()? {
                Cow::Borrowed(text) => strings.push((text, at)),
                Cow::Owned(_) => return Err(Bail),
            }
            Ok(())
        })?;
        if strings.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            (self.at, self.depth) = (start, depth);
            return Ok(Vec::new());
        }
        strings.sort_by_key(|(text, _)| *text);
        strings.dedup_by_key(|(text, _)| *text);
        Ok(strings.into_iter().map(|(_, at)| at).collect())
    }

    /// What stands at an earlier place.
    pub(super) fn again<T: Codec>(&mut self, at: usize, ty: &Type) -> Read<T> {
        let end = std::mem::replace(&mut self.at, at);
        let value = self.value(ty);
        self.at = end;
        value
    }
}

/// Whether a text is in Unicode's form NFC for sure.
fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// The arm that alone could take a value that begins so, or is of exactly its type.
fn only_arm(union: &Union, first: u8) -> Read<usize> {
    let arms = || union.arms.iter().enumerate();
    let is_exact = |arm: &Type| match first {
        b'"' => matches!(arm.behind(), Type::String),
        b't' | b'f' => matches!(arm.behind(), Type::Bool),
        b'n' => matches!(arm.behind(), Type::None),
        _ => is_number(first) && is_numeric(arm),
    };
    let mut exact = arms().filter(|(_, arm)| is_exact(arm));
    match (exact.next(), exact.next()) {
        (Some((at, _)), None) => return Ok(at),
        (Some(_), Some(_)) => return Err(Bail),
        (None, _) => {}
    }
    let mut takers = arms().filter(|(_, arm)| takes(arm, first));
    match (takers.next(), takers.next()) {
        (Some((at, _)), None) => Ok(at),
        _ => Err(Bail),
    }
}

fn is_number(first: u8) -> bool {
    matches!(first, b'-' | b'0'..=b'9')
}

/// Whether a type is one of numbers.
fn is_numeric(ty: &Type) -> bool {
    matches!(
        ty.behind(),
        Type::Int | Type::Int64 | Type::Int32 | Type::Double | Type::Exact
    )
}

/// Whether a type may take a value that begins so.
fn takes(ty: &Type, first: u8) -> bool {
    match (ty.behind(), first) {
        (Type::Any, _) => true,
        (Type::Nullable(inner), _) => first == b'n' || takes(inner, first),
        (Type::None, b'n') => true,
        (Type::Bool, b't' | b'f' | b'"') => true,
        (Type::String, b't' | b'f' | b'"' | b'-' | b'0'..=b'9') => true,
        (
            Type::Int | Type::Int64 | Type::Int32 | Type::Double | Type::Exact,
            b'-' | b'0'..=b'9' | b'"',
        ) => true,
        (Type::List(_) | Type::Set(_), b'[') | (Type::Map(_), b'{') => true,
        (Type::Named(definition), _) => match definition() {
            Definition::Object(_) => first == b'{',
            Definition::Tuple(_) => first == b'[',
            Definition::Enum(base, _) => takes(base, first),
            Definition::Union(union) => union.arms.iter().any(|arm| takes(arm, first)),
            Definition::Alias(inner) => takes(inner, first),
        },
        _ => false,
    }
}
