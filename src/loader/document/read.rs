//! From a tree to Rust types by serde, without stopping at the first problem.
//!
//! A struct's unknown and repeated keys are reported and skipped. A [`Lenient`] value that cannot be
//! read is reported and left out. So a document is read to its end whatever is wrong with it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::{Node, Problem, Problems};
use crate::diag::{Code, nearest};
use crate::loader::locate::Part;
use crate::loader::path::{DocumentPath, Step};

/// The tree as a value of a Rust type, and everything that is wrong with it. `None` if what is wrong
/// is not inside a [`Lenient`] value.
pub fn read<T: for<'de> Deserialize<'de>>(node: &Node) -> (Option<T>, Problems) {
    let problems = RefCell::default();
    let reader = Reader { node, trail: &Trail::Root, problems: &problems };
    let value = T::deserialize(reader).ok();
    (value, problems.into_inner())
}

/// A value that is left out if it cannot be read. Read by [`read`], which has then reported why; by
/// any other deserializer, it fails as the value itself does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lenient<T>(pub Option<T>);

/// The text of an error that is among the problems already.
const REPORTED: &str = "$reported";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Wrapped<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Wrapped<T> {
            type Value = Lenient<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                match T::deserialize(deserializer) {
                    Ok(value) => Ok(Lenient(Some(value))),
                    Err(error) if error.to_string() == REPORTED => Ok(Lenient(None)),
                    Err(error) => Err(error),
                }
            }
        }
        deserializer.deserialize_newtype_struct("Lenient", Wrapped(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Lenient<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The way from the root to a node, as a list through the stack.
enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Index(&'a Trail<'a>, usize),
}

impl Trail<'_> {
    fn path(&self) -> DocumentPath {
        let (mut here, mut steps) = (self, Vec::new());
        loop {
            here = match here {
                Trail::Root => break,
                Trail::Key(parent, key) => {
                    steps.push(Step::Key((*key).into()));
                    parent
                }
                Trail::Index(parent, index) => {
                    steps.push(Step::Index(*index));
                    parent
                }
            };
        }
        steps.into_iter().rev().collect()
    }
}

/// Why something cannot be read.
#[derive(Debug)]
enum Unreadable {
    /// It is among the problems already.
    Reported,
    Because(Code, String, Option<String>),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Reported => f.write_str(REPORTED),
            Unreadable::Because(_, message, _) => f.write_str(message),
        }
    }
}

impl std::error::Error for Unreadable {}

impl de::Error for Unreadable {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Unreadable::Because(Code::WrongKind, message.to_string(), None)
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match unexpected {
            Unexpected::Bool(value) => format!("`{value}`"),
            Unexpected::Unsigned(value) => format!("the number {value}"),
            Unexpected::Signed(value) => format!("the number {value}"),
            Unexpected::Float(_) => "a number".to_owned(),
            Unexpected::Str(_) => "a text".to_owned(),
            Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
            Unexpected::Seq => "a sequence".to_owned(),
            Unexpected::Map => "a mapping".to_owned(),
            other => other.to_string(),
        };
        // The names that serde and the map's type have for it.
        let expected = match expected.to_string() {
            map if map == "a map" => "a mapping".to_owned(),
            other => other,
        };
        let help = match unexpected {
            Unexpected::Bool(_) | Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_)
                if expected.contains("string") =>
            {
                Some("put it in quotes if it is meant as text".to_owned())
            }
            _ => None,
        };
        Unreadable::Because(Code::WrongKind, format!("{expected} is needed here, not {found}"), help)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let help = match nearest(variant, expected.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("what can stand here: {}", expected.join(", ")),
        };
        Unreadable::Because(Code::WrongKind, format!("`{variant}` cannot stand here"), Some(help))
    }

    fn missing_field(field: &'static str) -> Self {
        Unreadable::Because(Code::MissingKey, format!("`{field}` is missing"), None)
    }
}

#[derive(Clone, Copy)]
struct Reader<'de, 't> {
    node: &'de Node,
    trail: &'t Trail<'t>,
    problems: &'t RefCell<Problems>,
}

impl<'de, 't> Reader<'de, 't> {
    /// The result, its problem reported at this place if that has not been done.
    fn settled<T>(self, result: Result<T, Unreadable>) -> Result<T, Unreadable> {
        result.map_err(|unreadable| {
            if let Unreadable::Because(code, message, help) = unreadable {
                let part = if code == Code::MissingKey { Part::Key } else { Part::Value };
                let problem = Problem { help, ..Problem::new(code, self.trail.path(), message).on(part) };
                self.problems.borrow_mut().push(problem);
            }
            Unreadable::Reported
        })
    }

    /// The members of a mapping (nothing at all is an empty one), repeated keys reported and skipped.
    fn members(self) -> Option<Vec<(&'de str, &'de Node)>> {
        let members = match self.node {
            Node::Map(members) => members.as_slice(),
            Node::Null => &[],
            Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) | Node::List(_) => return None,
        };
        let mut seen = BTreeSet::new();
        let mut kept = Vec::with_capacity(members.len());
        for (key, value) in members {
            if seen.insert(&**key) {
                kept.push((&**key, value));
            } else {
                let path = self.trail.path().key(key);
                let problem = Problem::new(Code::Duplicate, path, format!("`{key}` is given twice"));
                self.problems.borrow_mut().push(problem.on(Part::RepeatedKey));
            }
        }
        Some(kept)
    }

    fn unexpected(self) -> Unexpected<'de> {
        match self.node {
            Node::Null => Unexpected::Unit,
            Node::Bool(value) => Unexpected::Bool(*value),
            Node::Number(number) => number.as_str().parse().map_or_else(|_| Unexpected::Float(0.0), Unexpected::Signed),
            Node::Rounded => Unexpected::Float(0.0),
            Node::String(text) => Unexpected::Str(text),
            Node::List(_) => Unexpected::Seq,
            Node::Map(_) => Unexpected::Map,
        }
    }

    fn unknown_key(self, key: &str, known: &'static [&'static str]) {
        let problem =
            Problem::new(Code::UnknownKey, self.trail.path().key(key), format!("there is no key `{key}` here"))
                .on(Part::Key)
                .with_help(format!("what can stand here: {}", known.join(", ")))
                .with_suggestion(nearest(key, known.iter().copied()));
        self.problems.borrow_mut().push(problem);
    }
}

impl<'de, 't> Deserializer<'de> for Reader<'de, 't> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let result = match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Number(number) => match (number.as_str().parse::<u64>(), number.as_str().parse::<i64>()) {
                (Ok(value), _) => visitor.visit_u64(value),
                (Err(_), Ok(value)) => visitor.visit_i64(value),
                (Err(_), Err(_)) => Err(de::Error::invalid_type(Unexpected::Float(0.0), &visitor)),
            },
            Node::Rounded => Err(de::Error::invalid_type(Unexpected::Float(0.0), &visitor)),
            Node::String(text) => visitor.visit_borrowed_str(text),
            Node::List(items) => visitor.visit_seq(Items { reader: self, items, next: 0 }),
            Node::Map(_) => return self.deserialize_map(visitor),
        };
        self.settled(result)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.node {
            Node::Null => self.settled(visitor.visit_none()),
            Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) | Node::List(_) | Node::Map(_) => {
                self.settled(visitor.visit_some(self))
            }
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.node {
            // A key with nothing behind it: everything there is commented out.
            Node::Null => self.settled(visitor.visit_seq(Items { reader: self, items: &[], next: 0 })),
            Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) | Node::List(_) | Node::Map(_) => {
                self.deserialize_any(visitor)
            }
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.members() {
            Some(members) => self.settled(visitor.visit_map(Members { reader: self, members, next: 0 })),
            None => self.settled(Err(de::Error::invalid_type(self.unexpected(), &visitor))),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let Some(mut members) = self.members() else {
            return self.settled(Err(de::Error::invalid_type(self.unexpected(), &visitor)));
        };
        members.retain(|(key, _)| {
            let known = fields.contains(key);
            if !known {
                self.unknown_key(key, fields);
            }
            known
        });
        self.settled(visitor.visit_map(Members { reader: self, members, next: 0 }))
    }

    /// An enum of the variants `short` and `long` is read as one or the other, by what is there.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let variant = match (variants, self.node) {
            (["short", "long"], Node::Map(_)) => "long",
            (["short", "long"], _) => "short",
            (_, Node::String(text)) => text,
            (_, _) => return self.settled(Err(de::Error::invalid_type(self.unexpected(), &"a string"))),
        };
        self.settled(visitor.visit_enum(Variant { reader: self, variant }))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.settled(visitor.visit_newtype_struct(self))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple tuple_struct identifier
    }
}

struct Items<'de, 't> {
    reader: Reader<'de, 't>,
    items: &'de [Node],
    next: usize,
}

impl<'de, 't> SeqAccess<'de> for Items<'de, 't> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        let Some(node) = self.items.get(self.next) else { return Ok(None) };
        let trail = Trail::Index(self.reader.trail, self.next);
        self.next += 1;
        let reader = Reader { node, trail: &trail, problems: self.reader.problems };
        seed.deserialize(reader).map(Some)
    }
}

struct Members<'de, 't> {
    reader: Reader<'de, 't>,
    members: Vec<(&'de str, &'de Node)>,
    next: usize,
}

impl<'de, 't> MapAccess<'de> for Members<'de, 't> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        match self.members.get(self.next) {
            Some((key, _)) => seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unreadable> {
        let Some((key, node)) = self.members.get(self.next) else {
            return Err(de::Error::custom("a value without its key"));
        };
        self.next += 1;
        let trail = Trail::Key(self.reader.trail, key);
        seed.deserialize(Reader { node, trail: &trail, problems: self.reader.problems })
    }
}

struct Variant<'de, 't> {
    reader: Reader<'de, 't>,
    variant: &'de str,
}

impl<'de, 't> EnumAccess<'de> for Variant<'de, 't> {
    type Error = Unreadable;
    type Variant = Reader<'de, 't>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Reader<'de, 't>), Unreadable> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.variant))?;
        Ok((variant, self.reader))
    }
}

impl<'de, 't> VariantAccess<'de> for Reader<'de, 't> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unreadable> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tree;
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields, expecting = "a mapping")]
    struct Item {
        name: String,
        #[serde(default)]
        size: Option<Lenient<u8>>,
        #[serde(default)]
        tags: Vec<Lenient<String>>,
        #[serde(default)]
        parts: BTreeMap<String, Lenient<Item>>,
    }

    fn problems(text: &str) -> (Option<Item>, Vec<String>) {
        let (item, problems) = read::<Item>(&tree(text).unwrap());
        let lines = problems
            .iter()
            .map(|problem| format!("{} {}: {}", problem.code, problem.target.path, problem.message))
            .collect();
        (item, lines)
    }

    #[test]
    fn everything_wrong_is_reported_and_the_rest_is_read() {
        let (item, problems) = problems(
            "name: a\nsize: 300\ntags: [x, 5, {}]\nnmae: b\nparts:\n  one: {}\n  two: {name: c}\n  two: {name: d}\n  three: 3\n",
        );
        assert_eq!(
            problems,
            [
                "T0101 $.nmae: there is no key `nmae` here",
                "T0102 $.size: invalid value: integer `300`, expected u8",
                "T0102 $.tags[1]: a string is needed here, not the number 5",
                "T0102 $.tags[2]: a string is needed here, not a mapping",
                "T0106 $.parts.two: `two` is given twice",
                "T0103 $.parts.one: `name` is missing",
                "T0102 $.parts.three: a mapping is needed here, not the number 3",
            ]
        );
        let item = item.unwrap();
        assert_eq!((item.name.as_str(), item.size), ("a", Some(Lenient(None))));
        assert_eq!(item.tags[0], Lenient(Some("x".to_owned())));
        assert_eq!(item.parts["two"].0.as_ref().unwrap().name, "c");
        assert!(item.parts["one"].0.is_none());
    }

    #[test]
    fn what_is_not_lenient_fails_as_a_whole() {
        let (item, problems) = problems("size: 1");
        assert!(item.is_none());
        assert_eq!(problems, ["T0103 $: `name` is missing"]);
    }

    #[test]
    fn another_deserializer_is_not_lenient() {
        assert!(serde_json::from_str::<Lenient<u8>>("300").is_err());
        assert_eq!(serde_json::from_str::<Lenient<u8>>("30").unwrap(), Lenient(Some(30)));
    }
}
