//! Reading JSON that other tools wrote: what is there is kept, borrowed from the text; what is of the
//! wrong kind is noted where it stands; what nobody knows is listed. Only text that is no JSON at all
//! ends the reading.
//!
//! A [`record!`] is a JSON object with known keys, [`Members`] one with any keys, [`Given`] what a key
//! holds, [`Exact`] a value kept as text so that no number in it is rounded.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::document::Node;
use super::locate::is_json;
use crate::diag::{Code, Diagnostic, Diagnostics, SourceId, Span};
use crate::model::{Literal, NumberText};

/// What a key holds. JSON's null is nothing, as the tools that write these files mean it.
#[derive(Clone, Debug, Default)]
pub(super) enum Given<T> {
    /// Nothing.
    #[default]
    Absent,
    /// A value of another kind than expected.
    Wrong(Found),
    /// A value.
    Value(T),
}

/// A kind of JSON value that was found. One byte, since every key of every record may hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Bool,
    Number,
    Negative,
    String,
    Array,
    Object,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Found::Bool => "a bool",
            Found::Number => "a number",
            Found::Negative => "a negative number",
            Found::String => "a string",
            Found::Array => "an array",
            Found::Object => "an object",
        })
    }
}

impl<T> Given<T> {
    /// The value, if there is one of the right kind.
    pub(super) fn value(&self) -> Option<&T> {
        match self {
            Given::Value(value) => Some(value),
            Given::Absent | Given::Wrong(_) => None,
        }
    }
}

/// What can stand under a key: made from the kinds of JSON value that it takes, `None` from others.
pub(super) trait Readable<'de>: Sized {
    /// The kind of value for people: `a string`.
    const KIND: &'static str;

    /// From a string.
    fn from_text(_: Cow<'de, str>) -> Option<Self> {
        None
    }

    /// From `true` or `false`.
    fn from_flag(_: bool) -> Option<Self> {
        None
    }

    /// From a whole number that is not negative.
    fn from_count(_: u64) -> Option<Self> {
        None
    }

    /// From an array.
    fn from_sequence<A: SeqAccess<'de>>(mut sequence: A) -> Result<Option<Self>, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    /// From an object.
    fn from_members<A: MapAccess<'de>>(mut members: A) -> Result<Option<Self>, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl<'de, T: Readable<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyKind(PhantomData))
    }
}

struct AnyKind<T>(PhantomData<T>);

fn given<T>(value: Option<T>, found: Found) -> Given<T> {
    value.map_or(Given::Wrong(found), Given::Value)
}

impl<'de, T: Readable<'de>> Visitor<'de> for AnyKind<T> {
    type Value = Given<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::KIND)
    }

    fn visit_unit<E>(self) -> Result<Given<T>, E> {
        Ok(Given::Absent)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Given<T>, E> {
        Ok(given(T::from_flag(value), Found::Bool))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Given<T>, E> {
        Ok(Given::Wrong(Found::Negative))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Given<T>, E> {
        Ok(given(T::from_count(value), Found::Number))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Given<T>, E> {
        Ok(Given::Wrong(Found::Number))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Given<T>, E> {
        Ok(given(T::from_text(Cow::Borrowed(value)), Found::String))
    }

    fn visit_str<E>(self, value: &str) -> Result<Given<T>, E> {
        Ok(given(T::from_text(Cow::Owned(value.to_owned())), Found::String))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Given<T>, A::Error> {
        Ok(given(T::from_sequence(sequence)?, Found::Array))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Given<T>, A::Error> {
        Ok(given(T::from_members(members)?, Found::Object))
    }
}

/// A string, borrowed from the text where it holds no escapes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Text<'a>(pub(super) Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Readable<'de> for Text<'de> {
    const KIND: &'static str = "a string";

    fn from_text(text: Cow<'de, str>) -> Option<Self> {
        Some(Text(text))
    }
}

/// As the key of an object, where nothing but a string can stand.
impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Given::deserialize(deserializer)? {
            Given::Value(text) => Ok(text),
            Given::Absent | Given::Wrong(_) => Err(D::Error::custom("a string is expected")),
        }
    }
}

impl Readable<'_> for bool {
    const KIND: &'static str = "a bool";

    fn from_flag(value: bool) -> Option<Self> {
        Some(value)
    }
}

impl Readable<'_> for u64 {
    const KIND: &'static str = "a whole number";

    fn from_count(value: u64) -> Option<Self> {
        Some(value)
    }
}

impl<'de, T: Readable<'de>> Readable<'de> for Box<T> {
    const KIND: &'static str = T::KIND;

    fn from_text(text: Cow<'de, str>) -> Option<Self> {
        T::from_text(text).map(Box::new)
    }

    fn from_flag(value: bool) -> Option<Self> {
        T::from_flag(value).map(Box::new)
    }

    fn from_count(value: u64) -> Option<Self> {
        T::from_count(value).map(Box::new)
    }

    fn from_sequence<A: SeqAccess<'de>>(sequence: A) -> Result<Option<Self>, A::Error> {
        Ok(T::from_sequence(sequence)?.map(Box::new))
    }

    fn from_members<A: MapAccess<'de>>(members: A) -> Result<Option<Self>, A::Error> {
        Ok(T::from_members(members)?.map(Box::new))
    }
}

impl<'de, T: Readable<'de>> Readable<'de> for Vec<Given<T>> {
    const KIND: &'static str = "an array";

    fn from_sequence<A: SeqAccess<'de>>(mut sequence: A) -> Result<Option<Self>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Some(items))
    }
}

/// An object with any keys, in the order of the text, repeated ones repeated.
#[derive(Clone, Debug)]
pub(super) struct Members<'a, T>(pub(super) Vec<(Text<'a>, Given<T>)>);

impl<'de, T: Readable<'de>> Readable<'de> for Members<'de, T> {
    const KIND: &'static str = "an object";

    fn from_members<A: MapAccess<'de>>(mut members: A) -> Result<Option<Self>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = members.next_entry()? {
            entries.push(entry);
        }
        Ok(Some(Members(entries)))
    }
}

/// A value kept as text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exact<'a>(pub(super) Option<&'a str>);

impl<'de> Deserialize<'de> for Exact<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|raw| Exact(Some(raw.get())))
    }
}

/// How deep a default may be nested.
const DEEPEST_LITERAL: usize = 64;

/// The value that JSON text stands for; `None` if it is nested too deep (or is no JSON).
pub(super) fn literal(text: &str) -> Option<Literal> {
    literal_within(text.trim(), DEEPEST_LITERAL)
}

fn literal_within(text: &str, depth: usize) -> Option<Literal> {
    let deeper = depth.checked_sub(1)?;
    match text.bytes().next()? {
        b'n' => Some(Literal::Null),
        b't' => Some(Literal::Bool(true)),
        b'f' => Some(Literal::Bool(false)),
        b'"' => serde_json::from_str::<String>(text).ok().map(Literal::string),
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            items.into_iter().map(|item| literal_within(item.get(), deeper)).collect::<Option<_>>().map(Literal::List)
        }
        b'{' => {
            let members: indexmap::IndexMap<String, &RawValue> = serde_json::from_str(text).ok()?;
            let members = members.into_iter();
            members
                .map(|(key, value)| Some((key.into(), literal_within(value.get(), deeper)?)))
                .collect::<Option<_>>()
                .map(Literal::Object)
        }
        _ => NumberText::new(text).map(Literal::Number),
    }
}

/// The text as JSON: as it is, or what it says in YAML.
pub(super) fn as_json<'t>(text: &'t str, source: SourceId, diagnostics: &mut Diagnostics) -> Option<Cow<'t, str>> {
    if is_json(text) {
        return Some(Cow::Borrowed(text));
    }
    match super::document::tree(text) {
        Ok(tree) => {
            let mut json = String::with_capacity(text.len());
            write_json(&tree, &mut json);
            Some(Cow::Owned(json))
        }
        Err(malformed) => {
            let offset = malformed.offset.unwrap_or_default();
            let span = Some(Span { source, range: offset..offset });
            diagnostics.push(Diagnostic::error(malformed.code, malformed.message).spanning(span));
            None
        }
    }
}

fn write_json(node: &Node, out: &mut String) {
    match node {
        // A number without digits, such as an infinity, is no value that JSON has.
        Node::Null | Node::Rounded => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => out.push_str(number.as_str()),
        Node::String(text) => write_json_string(text, out),
        Node::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write_json(item, out);
            }
            out.push(']');
        }
        Node::Map(members) => {
            out.push('{');
            for (at, (key, value)) in members.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { "," });
                write_json_string(key, out);
                out.push(':');
                write_json(value, out);
            }
            out.push('}');
        }
    }
}

fn write_json_string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// Reads a whole document; reports where it is no JSON, or is no object.
pub(super) fn document<'a, T: Readable<'a>>(
    text: &'a str,
    source: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let place = |offset: usize| {
        let start = (offset + text.len() - body.len()).min(text.len());
        Some(Span { source, range: start..start })
    };
    match serde_json::from_str::<Given<T>>(body) {
        Ok(Given::Value(value)) => return Some(value),
        Ok(Given::Absent) => {
            let message = format!("{} is expected, not null", T::KIND);
            diagnostics.push(Diagnostic::error(Code::WrongKind, message).at("$").spanning(place(0)));
        }
        Ok(Given::Wrong(found)) => {
            let message = format!("{} is expected, not {found}", T::KIND);
            diagnostics.push(Diagnostic::error(Code::WrongKind, message).at("$").spanning(place(0)));
        }
        Err(error) => {
            let line_start = match error.line() {
                0 | 1 => 0,
                line => body.match_indices('\n').nth(line - 2).map_or(body.len(), |(at, _)| at + 1),
            };
            let message = error.to_string();
            let (code, message) = match message.starts_with("recursion limit exceeded") {
                true => (Code::Limit, "the document is nested more than 127 deep".to_owned()),
                false => {
                    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
                    (Code::Syntax, format!("this is not JSON: {message}"))
                }
            };
            let offset = line_start + error.column().saturating_sub(1);
            diagnostics.push(Diagnostic::error(code, message).spanning(place(offset)));
        }
    }
    None
}

/// Declares a JSON object with known keys. Unknown ones are listed in `unknown`; those after
/// `ignored` say nothing about types and are passed over.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident { $($key:literal => $field:ident: $ty:ty,)* } ignored { $($ignored:literal,)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub(super) struct $name<'a> {
            $(pub(super) $field: $ty,)*
            pub(super) unknown: Vec<std::borrow::Cow<'a, str>>,
        }

        impl<'a> $crate::loader::lenient::Readable<'a> for $name<'a> {
            const KIND: &'static str = "an object";

            fn from_members<A: serde::de::MapAccess<'a>>(mut members: A) -> Result<Option<Self>, A::Error> {
                let mut record = Self::default();
                while let Some($crate::loader::lenient::Text(key)) = members.next_key()? {
                    match &*key {
                        $($key => record.$field = members.next_value()?,)*
                        known => {
                            if ![$($ignored),*].contains(&known) {
                                record.unknown.push(key);
                            }
                            members.next_value::<serde::de::IgnoredAny>()?;
                        }
                    }
                }
                Ok(Some(record))
            }
        }
    };
}

pub(super) use record;

#[cfg(test)]
mod tests {
    use super::*;

    record! {
        Sample { "name" => name: Given<Text<'a>>, "size" => size: Given<u64>, "value" => value: Exact<'a>, }
        ignored { "comment", }
    }

    fn read(text: &str) -> (Option<Sample<'_>>, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        (document(text, SourceId(0), &mut diagnostics), diagnostics)
    }

    #[test]
    fn keeps_what_is_there_and_lists_what_it_does_not_know() {
        let (sample, _) = read(r#"{"name": "a", "size": [1], "comment": {}, "extra": 1, "value": [1.10]}"#);
        let sample = sample.unwrap();
        assert_eq!(sample.name.value().map(|name| &**name), Some("a"));
        assert!(matches!(sample.size, Given::Wrong(Found::Array)));
        assert_eq!(sample.unknown, ["extra"]);
        assert_eq!(literal(sample.value.0.unwrap()).unwrap().to_string(), "[1.10]");
    }

    #[test]
    fn tells_where_the_text_is_no_json() {
        let (sample, diagnostics) = read("{\n  \"name\": ?\n}");
        assert!(sample.is_none());
        let problem = diagnostics.iter().next().unwrap();
        assert_eq!((problem.code, problem.span.clone().unwrap().range.start), (Code::Syntax, 12));
    }

    #[test]
    fn ends_at_a_depth_instead_of_the_stack() {
        let deep = format!("{{\"value\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let (sample, _) = read(&deep);
        assert_eq!(literal(sample.unwrap().value.0.unwrap()), None);
    }
}
