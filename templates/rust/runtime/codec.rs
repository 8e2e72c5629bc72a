//! Types that are read from JSON and written back.

use std::collections::BTreeMap;

use super::canonical::{Canonical, Metadata};
use super::convert::{Mode, convert};
use super::reader::{self, Bail, Read, Reader};
use super::writer::{self, Writer};
use super::{
    Archive, Asset, BigInt, Capsule, Error, ExactNumber, Json, Node, Nullable, ResourceReference,
    Type, Value,
};
use super::{encode as encoding, primitive, special};

/// A type that has a form in JSON.
pub trait Codec: Sized + Clone + 'static {
    /// What it is once everything in it has arrived: itself, unless it is of arguments.
    type Plain: Codec<Plain = Self::Plain>;

    /// What it is, as far as the type of Rust tells.
    const TYPE: Type;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Something that only a conversion can make a value of.
    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self>;

    /// Writes the value.
    fn write(&self, writer: &mut Writer);
}

/// A type of the schema: nearly always the type of Rust itself. A schema's other name for a list, a
/// set or the like, which Rust does not tell from the list, is named by a type `…Codec`.
pub trait Root {
    /// Its values.
    type Plain: Codec;
    /// What it is.
    const TYPE: Type;
}

impl<T: Codec> Root for T {
    type Plain = T;
    const TYPE: Type = <T as Codec>::TYPE;
}

/// Reads a value from JSON: `rt::parse::<Port>(text)`.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn parse<R: Root>(text: &str) -> Result<R::Plain, Error> {
    match reader::given(text, &R::TYPE) {
        Ok(value) => Ok(value),
        Err(Bail) => decode::<R>(&Json::parse(text)?),
    }
}

/// The same from JSON that has been read already.
///
/// # Errors
///
/// Every problem, each with its place.
pub fn decode<R: Root>(json: &Json) -> Result<R::Plain, Error> {
    plain(&special::node(json), &R::TYPE)
}

/// Writes a value as JSON.
///
/// # Errors
///
/// What JSON has no form for, each with its place.
pub fn stringify<T: Codec>(value: &T) -> Result<String, Error> {
    match writer::json(value) {
        Some(text) => Ok(text),
        None => Ok(encode(value)?.to_string()),
    }
}

/// The same as JSON that is not written yet.
///
/// # Errors
///
/// What JSON has no form for, each with its place.
pub fn encode<T: Codec>(value: &T) -> Result<Json, Error> {
    encoding::json(&writer::node(value), Some(&<T as Codec>::TYPE))
}

/// The plain value that a tree is.
pub(super) fn plain<T: Codec>(node: &Node, ty: &Type) -> Result<T, Error> {
    read(&convert(node, ty, Mode::Plain)?, ty)
}

/// The value of a tree that has been converted to the type.
pub(super) fn read<T: Codec>(converted: &Node, ty: &Type) -> Result<T, Error> {
    reader::canonical(&Canonical::of(converted, Metadata::Dropped), ty)
        .map_err(|Bail| Error::new("the value cannot be read"))
}

impl Codec for () {
    type Plain = Self;
    const TYPE: Type = Type::None;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        reader.null()
    }

    fn write(&self, writer: &mut Writer) {
        writer.word("null");
    }
}

impl Codec for bool {
    type Plain = Self;
    const TYPE: Type = Type::Bool;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        if reader.peek() == Some(b't') {
            reader.word("true")?;
            return Ok(true);
        }
        reader.word("false")?;
        Ok(false)
    }

    fn write(&self, writer: &mut Writer) {
        writer.word(if *self { "true" } else { "false" });
    }
}

impl Codec for String {
    type Plain = Self;
    const TYPE: Type = Type::String;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        reader.string().map(|text| text.into_owned())
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(self);
    }
}

/// An integer that is written as one, if it is short.
fn short(reader: &mut Reader<'_>) -> Read<i64> {
    let text = reader.number()?;
    if text.len() <= 18 {
        text.parse().or(Err(Bail))
    } else {
        Err(Bail)
    }
}

impl Codec for i64 {
    type Plain = Self;
    const TYPE: Type = Type::Int64;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        if reader.is_canonical() {
            return reader.number()?.parse().or(Err(Bail));
        }
        short(reader)
    }

    fn write(&self, writer: &mut Writer) {
        writer.number(self);
    }
}

impl Codec for i32 {
    type Plain = Self;
    const TYPE: Type = Type::Int32;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        reader.number()?.parse().or(Err(Bail))
    }

    fn write(&self, writer: &mut Writer) {
        writer.number(self);
    }
}

impl Codec for BigInt {
    type Plain = Self;
    const TYPE: Type = Type::Int;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        if reader.is_canonical() {
            let number = ExactNumber::read(reader.number()?).or(Err(Bail))?;
            return number.to_integer().ok_or(Bail);
        }
        short(reader).map(BigInt::from)
    }

    fn write(&self, writer: &mut Writer) {
        writer.number(self);
    }
}

impl Codec for f64 {
    type Plain = Self;
    const TYPE: Type = Type::Double;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        let text = reader.number()?;
        if !reader.is_canonical() {
            // A double holds every whole number of so many digits.
            let whole = text.find('.').unwrap_or(text.len());
            if whole > 15 || text.len() > 100 || text.contains(['e', 'E']) {
                return Err(Bail);
            }
        }
        text.parse().or(Err(Bail))
    }

    fn write(&self, writer: &mut Writer) {
        match ExactNumber::try_from(*self) {
            // A whole one with all its digits: the shortest text may be another whole number.
            Ok(_) if self.is_finite() && self.fract() == 0.0 => {
                writer.number(format_args!("{self:.0}"))
            }
            Ok(_) if self.is_finite() => writer.number(self),
            Ok(infinity) => writer.extra(Node::Number(infinity)),
            Err(problem) => writer.extra(Node::Bad(problem.to_string())),
        }
    }
}

impl Codec for ExactNumber {
    type Plain = Self;
    const TYPE: Type = Type::Exact;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        let text = reader.number()?;
        if !reader.is_canonical() && text.len() > 100 {
            return Err(Bail);
        }
        ExactNumber::read(text).or(Err(Bail))
    }

    fn write(&self, writer: &mut Writer) {
        if self.is_finite() {
            writer.number(self);
        } else {
            writer.extra(Node::Number(self.clone()));
        }
    }
}

/// Types that are kept as they are.
macro_rules! extra {
    ($($ty:ident => $variant:ident $kind:expr),+ $(,)?) => {
        $(impl Codec for $ty {
            type Plain = Self;
            const TYPE: Type = $kind;

            fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
                match reader.extra()? {
                    Node::$variant(value) => Ok(value.clone()),
                    _ => Err(Bail),
                }
            }

            fn write(&self, writer: &mut Writer) {
                writer.extra(Node::$variant(self.clone()));
            }
        })+
    };
}

extra!(Asset => Asset Type::Asset, Archive => Archive Type::Archive);
extra!(Capsule => Capsule Type::Capsule(""), ResourceReference => Resource Type::Resource(""));

impl<T: Codec> Codec for Box<T> {
    type Plain = T::Plain;
    const TYPE: Type = <T as Codec>::TYPE;

    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self> {
        T::read(reader, ty).map(Box::new)
    }

    fn write(&self, writer: &mut Writer) {
        T::write(self, writer);
    }
}

impl<T: Codec> Codec for Nullable<T> {
    type Plain = Nullable<T::Plain>;
    const TYPE: Type = Type::Nullable(&<T as Codec>::TYPE);

    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self> {
        if reader.peek() == Some(b'n') {
            reader.null()?;
            return Ok(Nullable::Null);
        }
        match ty.behind() {
            Type::Nullable(inner) => reader.value(inner).map(Nullable::Value),
            _ => Err(Bail),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Nullable::Null => writer.word("null"),
            Nullable::Value(value) => value.write(writer),
        }
    }
}

impl<T: Codec> Codec for Vec<T> {
    type Plain = Vec<T::Plain>;
    const TYPE: Type = Type::List(&<T as Codec>::TYPE);

    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self> {
        let element = match ty.behind() {
            Type::List(element) => element,
            Type::Set(element) => {
                if let (Type::String, false) = (element.behind(), reader.is_canonical()) {
                    let places = reader.sorted()?;
                    if !places.is_empty() {
                        let again = places.into_iter().map(|at| reader.again(at, element));
                        return again.collect();
                    }
                }
                element
            }
            _ => return Err(Bail),
        };
        let mut elements = Vec::new();
        reader.array(|reader| {
            elements.push(reader.value(element)?);
            Ok(())
        })?;
        let is_set = matches!(ty.behind(), Type::Set(_)) && !reader.is_canonical();
        if is_set && elements.len() > 1 && !matches!(element.behind(), Type::String) {
            return Err(Bail);
        }
        Ok(elements)
    }

    fn write(&self, writer: &mut Writer) {
        writer.array();
        self.iter().for_each(|element| writer.element(element));
        writer.close();
    }
}

impl<T: Codec> Codec for BTreeMap<String, T> {
    type Plain = BTreeMap<String, T::Plain>;
    const TYPE: Type = Type::Map(&<T as Codec>::TYPE);

    fn read(reader: &mut Reader<'_>, ty: &Type) -> Read<Self> {
        let Type::Map(element) = ty.behind() else {
            return Err(Bail);
        };
        let mut members = BTreeMap::new();
        reader.members(|reader, key| {
            let value = reader.value(element)?;
            members.insert(key.into_owned(), value);
            Ok(())
        })?;
        Ok(members)
    }

    fn write(&self, writer: &mut Writer) {
        writer.members(self.iter());
    }
}

impl Codec for Value {
    type Plain = Self;
    const TYPE: Type = Type::Any;

    fn read(reader: &mut Reader<'_>, _: &Type) -> Read<Self> {
        Ok(match reader.peek().ok_or(Bail)? {
            b'n' => {
                reader.null()?;
                Value::Null
            }
            b't' | b'f' => Value::Bool(reader.value(&Type::Bool)?),
            b'"' => Value::String(reader.value(&Type::String)?),
            b'[' => Value::List(reader.value(&Type::List(&Type::Any))?),
            b'{' => Value::Map(reader.value(&Type::Map(&Type::Any))?),
            b'@' => match reader.extra()? {
                Node::Asset(asset) => Value::Asset(asset.clone()),
                Node::Archive(archive) => Value::Archive(archive.clone()),
                Node::Resource(reference) => Value::Resource(reference.clone()),
                _ => return Err(Bail),
            },
            _ => Value::Number(reader.value(&Type::Exact)?),
        })
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Value::Null => writer.word("null"),
            Value::Bool(value) => value.write(writer),
            Value::Number(number) => number.write(writer),
            Value::String(text) => writer.string(text),
            Value::List(elements) => elements.write(writer),
            Value::Map(members) => members.write(writer),
            Value::Asset(asset) => asset.write(writer),
            Value::Archive(archive) => archive.write(writer),
            Value::Resource(reference) => reference.write(writer),
        }
    }
}

/// What is said where a capsule would be written.
pub(super) const NO_JSON: &str = primitive::NO_JSON;
