//! MessagePack read straight into the payloads of a type.

use std::sync::Arc;

use super::super::check::literal_is;
use super::super::number::{Number, parse_int};
use super::super::path::Step;
use super::super::{LimitError, Limits, Payload, Value, wire};
use super::{Done, Failure, gather, types, within};
use crate::model::{ObjectType, Type};

/// Reads one value and nothing after it.
pub(super) fn read(bytes: &[u8], ty: &Type, limits: &Limits) -> Done<Value> {
    if bytes.len() > limits.bytes {
        return Err(Failure::new(0, LimitError::Bytes { limit: limits.bytes }.to_string()));
    }
    let mut reader = Reader { bytes, at: 0, depth: 0, limits };
    let (ty, payload) = reader.value(ty)?;
    if reader.at < bytes.len() {
        return reader.fail("nothing may follow the value");
    }
    Ok(Value::trusted(ty, payload))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    limits: &'a Limits,
}

/// What stands at a place, with what says how long it is taken off.
enum Token<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    /// Text, which may be bytes that are none.
    Bytes(&'a [u8]),
    Array(usize),
    Map(usize),
    /// Its type and its length; the bytes are skipped.
    Extension,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, message: impl Into<String>) -> Done<T> {
        Err(Failure::new(self.at, message))
    }

    fn take(&mut self, length: usize) -> Done<&'a [u8]> {
        match self.at.checked_add(length).and_then(|end| self.bytes.get(self.at..end)) {
            Some(bytes) => {
                self.at += length;
                Ok(bytes)
            }
            None => self.fail("the bytes end too soon"),
        }
    }

    fn fixed<const N: usize>(&mut self) -> Done<[u8; N]> {
        let bytes = self.take(N)?;
        <[u8; N]>::try_from(bytes).or_else(|_| self.fail("the bytes end too soon"))
    }

    /// A length in so many bytes, at most four.
    fn length(&mut self, width: usize) -> Done<usize> {
        Ok(self.take(width)?.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)))
    }

    fn token(&mut self) -> Done<Token<'a>> {
        let [code] = self.fixed()?;
        Ok(match code {
            0x00..=0x7f => Token::Int(code.into()),
            0x80..=0x8f => Token::Map(usize::from(code & 0x0f)),
            0x90..=0x9f => Token::Array(usize::from(code & 0x0f)),
            0xa0..=0xbf => Token::Bytes(self.take(usize::from(code & 0x1f))?),
            0xc0 => Token::Nil,
            0xc2 => Token::Bool(false),
            0xc3 => Token::Bool(true),
            0xc4 | 0xd9 => self.sized(1)?,
            0xc5 | 0xda => self.sized(2)?,
            0xc6 | 0xdb => self.sized(4)?,
            0xc7 => self.extension(1)?,
            0xc8 => self.extension(2)?,
            0xc9 => self.extension(4)?,
            0xca => Token::Double(f32::from_be_bytes(self.fixed()?).into()),
            0xcb => Token::Double(f64::from_be_bytes(self.fixed()?)),
            0xcc => Token::Uint(u8::from_be_bytes(self.fixed()?).into()),
            0xcd => Token::Uint(u16::from_be_bytes(self.fixed()?).into()),
            0xce => Token::Uint(u32::from_be_bytes(self.fixed()?).into()),
            0xcf => Token::Uint(u64::from_be_bytes(self.fixed()?)),
            0xd0 => Token::Int(i8::from_be_bytes(self.fixed()?).into()),
            0xd1 => Token::Int(i16::from_be_bytes(self.fixed()?).into()),
            0xd2 => Token::Int(i32::from_be_bytes(self.fixed()?).into()),
            0xd3 => Token::Int(i64::from_be_bytes(self.fixed()?)),
            0xd4..=0xd8 => {
                let length = 1_usize << (code - 0xd4);
                self.take(1 + length)?;
                Token::Extension
            }
            0xdc => Token::Array(self.length(2)?),
            0xdd => Token::Array(self.length(4)?),
            0xde => Token::Map(self.length(2)?),
            0xdf => Token::Map(self.length(4)?),
            0xe0..=0xff => Token::Int(i8::from_be_bytes([code]).into()),
            0xc1 => return self.fail("there is no MessagePack code 0xc1"),
        })
    }

    fn sized(&mut self, width: usize) -> Done<Token<'a>> {
        let length = self.length(width)?;
        Ok(Token::Bytes(self.take(length)?))
    }

    /// An extension is an unknown value; what it says beyond that is refinements, which are dropped.
    fn extension(&mut self, width: usize) -> Done<Token<'a>> {
        let length = self.length(width)?;
        let [kind] = self.fixed()?;
        if length > 1 && kind != 0x0c {
            return self.fail(format!("there is no extension {kind:#04x}"));
        }
        self.take(length)?;
        Ok(Token::Extension)
    }

    fn text(&mut self, wanted: &str) -> Done<&'a str> {
        let at = self.at;
        match self.token()? {
            Token::Bytes(bytes) => text(bytes, at),
            _ => Err(Failure::new(at, format!("{wanted} is required"))),
        }
    }

    /// A value, with its own type where `ty` says `any`.
    fn value(&mut self, ty: &Type) -> Done<(Type, Payload)> {
        let at = self.at;
        let token = self.token()?;
        match (ty, token) {
            (_, Token::Extension) => Ok((ty.clone(), Payload::Unknown)),
            (_, Token::Nil) => Ok((ty.clone(), Payload::Null)),
            (Type::Any, Token::Array(2)) => self.dynamic(),
            (Type::Union(_), Token::Array(2)) => {
                let (arm, payload) = self.dynamic()?;
                if ty.takes_arm(&arm) {
                    Ok((ty.clone(), Payload::arm(arm, payload)))
                } else {
                    Err(Failure::new(at, format!("{arm} is not an arm of {ty}")))
                }
            }
            (Type::Promise(inner), token) => {
                self.again(at, token);
                self.value(inner).map(|(ty, payload)| (Type::promise(ty), payload))
            }
            (Type::Output(inner), token) => {
                self.again(at, token);
                self.value(inner).map(|(ty, payload)| (Type::output(ty), payload))
            }
            (Type::List(element), Token::Array(length)) => {
                let (element, payloads) = gather(element, self.elements(element, length)?, at)?;
                Ok((Type::list(element), Payload::Sequence(payloads.into())))
            }
            (Type::Set(element), Token::Array(length)) => {
                let (element, payloads) = gather(element, self.elements(element, length)?, at)?;
                Ok((Type::set(element), Payload::set(payloads)))
            }
            (Type::Map(element), Token::Map(length)) => self.map(element, length, at),
            (Type::Tuple(types), Token::Array(length)) if types.len() == length => {
                let parts = self.nested(|reader| {
                    let parts = types.iter().enumerate();
                    parts.map(|(at, ty)| within(reader.value(ty), || Step::Index(at))).collect::<Done<Vec<_>>>()
                })?;
                let (types, payloads): (Vec<Type>, Vec<Payload>) = parts.into_iter().unzip();
                Ok((Type::tuple(types), Payload::Sequence(payloads.into())))
            }
            (Type::Object(object), Token::Map(length)) if object.len() == length => self.object(object, at),
            (_, token) => Ok((ty.clone(), self.simple(ty, token, at)?)),
        }
    }

    /// Goes back before a token that was looked at.
    fn again(&mut self, at: usize, _token: Token<'_>) {
        self.at = at;
    }

    /// A value without parts.
    fn simple(&mut self, ty: &Type, token: Token<'_>, at: usize) -> Done<Payload> {
        let wrong = |message: String| Err(Failure::new(at, message));
        match (ty, token) {
            (Type::Bool, Token::Bool(value)) => Ok(Payload::Bool(value)),
            (Type::String, Token::Bytes(bytes)) => text(bytes, at).map(Payload::string),
            (Type::Number, Token::Int(int)) => Ok(Payload::Number(Number::from_i64(int))),
            (Type::Number, Token::Uint(int)) => Ok(Payload::Number(Number::from_u64(int))),
            (Type::Number, Token::Double(double)) => match Number::from_f64(double) {
                Some(number) => Ok(Payload::Number(number)),
                None => wrong("a number is required, not NaN".to_owned()),
            },
            (Type::Number, Token::Bytes(bytes)) => match Number::parse_within(text(bytes, at)?, &self.limits.number) {
                Ok(number) => Ok(Payload::Number(number)),
                Err(error) => wrong(error.to_string()),
            },
            (Type::Int, Token::Int(int)) => Ok(Payload::int(int)),
            (Type::Int, Token::Uint(int)) => Ok(Payload::int(int)),
            (Type::Int, Token::Bytes(bytes)) => match parse_int(text(bytes, at)?, &self.limits.number) {
                Ok(int) => Ok(Payload::int(int)),
                Err(error) => wrong(error.to_string()),
            },
            (Type::Enum(definition), token) => {
                let payload = self.simple(&definition.base, token, at)?;
                if definition.values.iter().any(|literal| literal_is(literal, &payload)) {
                    Ok(payload)
                } else {
                    wrong(format!("this is not a value of {ty}"))
                }
            }
            (Type::Asset, Token::Bytes(bytes)) => special(bytes, at, wire::asset_from_json, Payload::Asset),
            (Type::Archive, Token::Bytes(bytes)) => special(bytes, at, wire::archive_from_json, Payload::Archive),
            (Type::Resource(_), Token::Bytes(bytes)) => {
                special(bytes, at, wire::reference_from_json, Payload::Resource)
            }
            _ => wrong(format!("a value of {ty} is required")),
        }
    }

    /// Reads parts, one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        self.depth += 1;
        if self.depth > self.limits.depth() {
            return self.fail(LimitError::Depth { limit: self.limits.depth() }.to_string());
        }
        let parts = read(self)?;
        self.depth -= 1;
        Ok(parts)
    }

    /// `[type as JSON bytes, value]`, after the code of the array.
    fn dynamic(&mut self) -> Done<(Type, Payload)> {
        let at = self.at;
        let json = self.text("a type")?;
        let ty = types::from_json(json).map_err(|error| Failure::new(at, error.message))?;
        self.nested(|reader| reader.value(&ty))
    }

    fn elements(&mut self, element: &Type, length: usize) -> Done<Vec<(Type, Payload)>> {
        self.nested(|reader| {
            // The length is not to be trusted with memory before that many elements are there.
            let mut elements = Vec::with_capacity(length.min(1_024));
            for at in 0..length {
                elements.push(within(reader.value(element), || Step::Index(at))?);
            }
            Ok(elements)
        })
    }

    fn map(&mut self, element: &Type, length: usize, at: usize) -> Done<(Type, Payload)> {
        let (keys, elements): (Vec<Arc<str>>, Vec<(Type, Payload)>) = self.nested(|reader| {
            let members = (0..length).map(|_| {
                let key: Arc<str> = reader.text("a string as a key")?.into();
                let element = within(reader.value(element), || Step::Key(key.clone()))?;
                Ok((key, element))
            });
            members.collect::<Done<Vec<_>>>().map(|members| members.into_iter().unzip())
        })?;
        let (element, payloads) = gather(element, elements, at)?;
        Ok((Type::map(element), Payload::map(keys.into_iter().zip(payloads))))
    }

    fn object(&mut self, object: &ObjectType, at: usize) -> Done<(Type, Payload)> {
        let mut parts: Vec<Option<(Type, Payload)>> = vec![None; object.len()];
        self.nested(|reader| {
            for _ in 0..object.len() {
                let key = reader.text("a string as a key")?;
                let Some((place, attribute)) = object.get(key) else {
                    return reader.fail(format!("there is no attribute {key:?}"));
                };
                let part = within(reader.value(&attribute.ty), || Step::Attribute(attribute.name.clone()))?;
                parts[place] = Some(part);
            }
            Ok(())
        })?;
        let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else {
            return Err(Failure::new(at, "an attribute comes twice and another is missing"));
        };
        let (types, payloads): (Vec<Type>, Vec<Payload>) = parts.into_iter().unzip();
        let mut types = types.into_iter();
        // In sorted order, as they were made.
        let ty = object.map_types(|ty| types.next().unwrap_or_else(|| ty.clone()));
        Ok((Type::object(ty), Payload::Sequence(payloads.into())))
    }
}

fn text(bytes: &[u8], at: usize) -> Done<&str> {
    std::str::from_utf8(bytes).map_err(|_| Failure::new(at, "this is not UTF-8"))
}

fn special<T>(
    bytes: &[u8],
    at: usize,
    from_json: impl FnOnce(&serde_json::Map<String, serde_json::Value>) -> Result<T, String>,
    payload: impl FnOnce(Arc<T>) -> Payload,
) -> Done<Payload> {
    serde_json::from_slice(bytes)
        .map_err(|error| error.to_string())
        .and_then(|members| from_json(&members))
        .map(|value| payload(Arc::new(value)))
        .map_err(|message| Failure::new(at, message))
}
