//! JSON text read straight into the payloads of a type, with numbers exact.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigInt;

use super::super::check::literal_is;
use super::super::number::{Number, NumberError, parse_int};
use super::super::path::Step;
use super::super::{LimitError, Limits, Payload, Value, wire};
use super::json_scanner::{HalfPair, Scanner};
use super::json_special::null_of;
use super::{Done, Failure, arm_of_any, gather, is_concrete, within};
use crate::model::{ObjectType, Type};

/// Reads one value and nothing after it.
pub(super) fn read(text: &str, ty: &Type, limits: &Limits) -> Done<Value> {
    if text.len() > limits.bytes {
        return Err(Failure::new(0, LimitError::Bytes { limit: limits.bytes }.to_string()));
    }
    let scanner = Scanner::new(text, limits.depth(), HalfPair::Replaced);
    let mut reader = Reader { scanner, limits, stack: Vec::new(), missing: 0, budget: 0 };
    reader.budget = text.len().saturating_mul(REREADING).saturating_add(SMALL);
    let value = if is_concrete(ty) {
        Value::trusted(ty.clone(), reader.payload(ty)?)
    } else {
        let (ty, payload) = reader.typed(ty)?;
        Value::trusted(ty, payload)
    };
    match reader.scanner.peek() {
        None => Ok(value),
        Some(_) => reader.scanner.fail("nothing may follow the value"),
    }
}

pub(super) struct Reader<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) limits: &'a Limits,
    /// Elements of all sequences that are being read, the innermost last: one growing vector for all.
    pub(super) stack: Vec<Payload>,
    /// How many attributes that must be there were missing; says which arm of a union fits best.
    pub(super) missing: usize,
    /// How many bytes may yet be read again, so that types from outside cannot make reading endless.
    pub(super) budget: usize,
}

/// How often, on the average, each byte may be read again: to try another arm of a union, or to find
/// the type of a value that comes before it.
const REREADING: usize = 32;
/// What a short text may use beyond that.
const SMALL: usize = 1 << 16;

impl<'a> Reader<'a> {
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Done<T> {
        self.scanner.fail(message)
    }

    /// Counts bytes that will be read again.
    pub(super) fn spend(&mut self, bytes: usize) -> Done<()> {
        self.budget = self.budget.saturating_sub(bytes.max(1));
        if self.budget == 0 { self.fail("too much of it would have to be read again and again") } else { Ok(()) }
    }

    /// Reads a value of a type that says no `any`.
    pub(super) fn payload(&mut self, ty: &Type) -> Done<Payload> {
        let first = self.scanner.peek();
        if first == Some(b'n') {
            self.scanner.word("null")?;
            return Ok(null_of(ty));
        }
        match ty {
            Type::Bool => self.bool(first),
            Type::Int => self.int(first),
            Type::Number => self.number(first),
            Type::String => self.string(first),
            Type::List(element) => {
                let start = self.elements(element)?;
                Ok(Payload::Sequence(self.stack.drain(start..).collect()))
            }
            Type::Set(element) => {
                let start = self.elements(element)?;
                Ok(Payload::set(self.stack.drain(start..)))
            }
            Type::Map(element) => self.map(element),
            Type::Tuple(types) => self.tuple(types),
            Type::Object(object) => self.object(object),
            Type::Union(union) => self.union(ty, union),
            Type::Enum(definition) => {
                let at = self.scanner.at;
                let payload = self.payload(&definition.base)?;
                if definition.values.iter().any(|literal| literal_is(literal, &payload)) {
                    Ok(payload)
                } else {
                    Err(Failure::new(at, format!("this is not a value of {ty}")))
                }
            }
            Type::Promise(inner) => self.payload(inner),
            Type::Output(inner) => self.output(inner),
            Type::Asset => self.special(wire::asset_from_json, Payload::Asset),
            Type::Archive => self.special(wire::archive_from_json, Payload::Archive),
            Type::Resource(_) => self.special(wire::reference_from_json, Payload::Resource),
            Type::None => self.fail("null is required"),
            Type::Any => self.dynamic().map(|(ty, payload)| arm_of_any(ty, payload)),
            Type::Capsule(_) | Type::Named(_) => self.fail(format!("a value of {ty} cannot be read from JSON")),
        }
    }

    /// Reads a value of a type that says `any` somewhere, and learns its own type.
    pub(super) fn typed(&mut self, ty: &Type) -> Done<(Type, Payload)> {
        if is_concrete(ty) {
            return Ok((ty.clone(), self.payload(ty)?));
        }
        if self.scanner.peek() == Some(b'n') {
            self.scanner.word("null")?;
            return Ok((ty.clone(), Payload::Null));
        }
        let at = self.scanner.at;
        match ty {
            Type::List(element) => {
                let (element, payloads) = gather(element, self.typed_elements(element)?, at)?;
                Ok((Type::list(element), Payload::Sequence(payloads.into())))
            }
            Type::Set(element) => {
                let (element, payloads) = gather(element, self.typed_elements(element)?, at)?;
                Ok((Type::set(element), Payload::set(payloads)))
            }
            Type::Map(element) => self.typed_map(element),
            Type::Tuple(types) => {
                let (types, payloads): (Vec<Type>, Vec<Payload>) = self.typed_tuple(types)?.into_iter().unzip();
                Ok((Type::tuple(types), Payload::Sequence(payloads.into())))
            }
            Type::Object(object) => self.typed_object(object),
            Type::Promise(inner) => self.typed(inner).map(|(ty, payload)| (Type::promise(ty), payload)),
            Type::Output(inner) => self.typed(inner).map(|(ty, payload)| (Type::output(ty), payload)),
            // Only `any` itself is left: the others are concrete.
            _ => self.dynamic(),
        }
    }

    fn bool(&mut self, first: Option<u8>) -> Done<Payload> {
        match first {
            Some(b't') => self.scanner.word("true").map(|()| Payload::Bool(true)),
            Some(b'f') => self.scanner.word("false").map(|()| Payload::Bool(false)),
            Some(b'"') => {
                let at = self.scanner.at;
                match &*self.scanner.string()? {
                    "true" | "1" => Ok(Payload::Bool(true)),
                    "false" | "0" => Ok(Payload::Bool(false)),
                    _ => Err(Failure::new(at, "a bool is required")),
                }
            }
            Some(_) | None => self.fail("a bool is required"),
        }
    }

    /// The text of a number, written as one or in a string.
    fn number_text(&mut self, first: Option<u8>, wanted: &str) -> Done<Cow<'a, str>> {
        match first {
            Some(b'-' | b'0'..=b'9') => self.scanner.number().map(Cow::Borrowed),
            Some(b'"') => self.scanner.string(),
            Some(_) | None => self.fail(format!("{wanted} is required")),
        }
    }

    fn number(&mut self, first: Option<u8>) -> Done<Payload> {
        let at = self.scanner.at;
        let text = self.number_text(first, "a number")?;
        match Number::parse_within(&text, &self.limits.number) {
            Ok(number) => Ok(Payload::Number(number)),
            Err(error) => Err(Failure::new(at, error.to_string())),
        }
    }

    fn int(&mut self, first: Option<u8>) -> Done<Payload> {
        let at = self.scanner.at;
        let text = self.number_text(first, "an int")?;
        let int = match parse_int(&text, &self.limits.number) {
            // A number may have a fraction of zeros, or an exponent.
            Err(NumberError::NotAnInteger) if first != Some(b'"') => whole(&text, self.limits.number.digits),
            int => int,
        };
        int.map(Payload::int).map_err(|error| Failure::new(at, error.to_string()))
    }

    fn string(&mut self, first: Option<u8>) -> Done<Payload> {
        match first {
            Some(b'"') => Ok(Payload::string(&self.scanner.string()?)),
            Some(b'-' | b'0'..=b'9') => Ok(Payload::string(self.scanner.number()?)),
            Some(b't') => self.scanner.word("true").map(|()| Payload::string("true")),
            Some(b'f') => self.scanner.word("false").map(|()| Payload::string("false")),
            Some(_) | None => self.fail("a string is required"),
        }
    }

    /// Reads the elements of an array onto the stack and gives where they start.
    fn elements(&mut self, element: &Type) -> Done<usize> {
        let start = self.stack.len();
        self.scanner.open(b'[')?;
        while self.scanner.more(self.stack.len() - start, b']')? {
            let at = self.stack.len() - start;
            let payload = within(self.payload(element), || Step::Index(at))?;
            self.stack.push(payload);
        }
        Ok(start)
    }

    fn map(&mut self, element: &Type) -> Done<Payload> {
        let mut members: Vec<(Arc<str>, Payload)> = Vec::new();
        self.scanner.open(b'{')?;
        while self.scanner.more(members.len(), b'}')? {
            let key: Arc<str> = self.scanner.key()?.into();
            let payload = within(self.payload(element), || Step::Key(key.clone()))?;
            members.push((key, payload));
        }
        Ok(Payload::map(members))
    }

    fn tuple(&mut self, types: &[Type]) -> Done<Payload> {
        let start = self.stack.len();
        self.scanner.open(b'[')?;
        while self.scanner.more(self.stack.len() - start, b']')? {
            let at = self.stack.len() - start;
            let Some(ty) = types.get(at) else {
                return self.fail(format!("there are more than {} elements", types.len()));
            };
            let payload = within(self.payload(ty), || Step::Index(at))?;
            self.stack.push(payload);
        }
        if self.stack.len() - start < types.len() {
            return self.fail(format!("there are fewer than {} elements", types.len()));
        }
        Ok(Payload::Sequence(self.stack.drain(start..).collect()))
    }

    /// The attribute that a key names. Keys mostly come sorted: `next` is where to look first.
    fn attribute(&self, object: &ObjectType, key: &str, next: usize) -> Done<usize> {
        if object.sorted().get(next).is_some_and(|attribute| *attribute.name == *key) {
            return Ok(next);
        }
        let found = object.get(key).or_else(|| object.get(&super::super::payload::normalised(key)));
        match found {
            Some((at, _)) => Ok(at),
            None => self.fail(format!("there is no attribute {key:?}")),
        }
    }

    fn object(&mut self, object: &ObjectType) -> Done<Payload> {
        let start = self.stack.len();
        self.stack.resize(start + object.len(), Payload::Null);
        let mut came = Came::default();
        let mut taken = 0;
        let mut next = 0;
        self.scanner.open(b'{')?;
        while self.scanner.more(taken, b'}')? {
            let key = self.scanner.key()?;
            let at = self.attribute(object, &key, next)?;
            let attribute = &object.sorted()[at];
            self.stack[start + at] = within(self.payload(&attribute.ty), || Step::Attribute(attribute.name.clone()))?;
            came.set(at);
            taken += 1;
            next = at + 1;
        }
        // The first attribute to come twice makes room for one that does not come.
        if came.count() < object.len() {
            self.fill(object, &came, start);
        }
        Ok(Payload::Sequence(self.stack.drain(start..).collect()))
    }

    /// Attributes that did not come are null, and counted if they had to come.
    fn fill(&mut self, object: &ObjectType, came: &Came, start: usize) {
        for (at, attribute) in object.sorted().iter().enumerate() {
            if !came.has(at) {
                self.stack[start + at] = null_of(&attribute.ty);
                self.missing += usize::from(!attribute.optionality.may_be_absent());
            }
        }
    }

    fn typed_elements(&mut self, element: &Type) -> Done<Vec<(Type, Payload)>> {
        let mut elements = Vec::new();
        self.scanner.open(b'[')?;
        while self.scanner.more(elements.len(), b']')? {
            let at = elements.len();
            elements.push(within(self.typed(element), || Step::Index(at))?);
        }
        Ok(elements)
    }

    fn typed_map(&mut self, element: &Type) -> Done<(Type, Payload)> {
        let start = self.scanner.at;
        let mut keys: Vec<Arc<str>> = Vec::new();
        let mut elements = Vec::new();
        self.scanner.open(b'{')?;
        while self.scanner.more(keys.len(), b'}')? {
            let key: Arc<str> = self.scanner.key()?.into();
            elements.push(within(self.typed(element), || Step::Key(key.clone()))?);
            keys.push(key);
        }
        let (element, payloads) = gather(element, elements, start)?;
        Ok((Type::map(element), Payload::map(keys.into_iter().zip(payloads))))
    }

    fn typed_tuple(&mut self, types: &[Type]) -> Done<Vec<(Type, Payload)>> {
        let mut elements = Vec::new();
        self.scanner.open(b'[')?;
        while self.scanner.more(elements.len(), b']')? {
            let at = elements.len();
            let Some(ty) = types.get(at) else {
                return self.fail(format!("there are more than {} elements", types.len()));
            };
            elements.push(within(self.typed(ty), || Step::Index(at))?);
        }
        if elements.len() < types.len() {
            return self.fail(format!("there are fewer than {} elements", types.len()));
        }
        Ok(elements)
    }

    fn typed_object(&mut self, object: &ObjectType) -> Done<(Type, Payload)> {
        let mut elements: Vec<(Type, Payload)> =
            object.sorted().iter().map(|attribute| (attribute.ty.clone(), null_of(&attribute.ty))).collect();
        let mut taken = 0;
        let mut next = 0;
        self.scanner.open(b'{')?;
        while self.scanner.more(taken, b'}')? {
            let key = self.scanner.key()?;
            let at = self.attribute(object, &key, next)?;
            let attribute = &object.sorted()[at];
            elements[at] = within(self.typed(&attribute.ty), || Step::Attribute(attribute.name.clone()))?;
            taken += 1;
            next = at + 1;
        }
        let (types, payloads): (Vec<Type>, Vec<Payload>) = elements.into_iter().unzip();
        let mut types = types.into_iter();
        // In sorted order, as they were made.
        let ty = object.map_types(|ty| types.next().unwrap_or_else(|| ty.clone()));
        Ok((Type::object(ty), Payload::Sequence(payloads.into())))
    }
}

/// Which attributes of an object came: the first 64 as bits, so that most objects need no memory.
#[derive(Default)]
struct Came {
    first: u64,
    others: BTreeSet<usize>,
}

impl Came {
    fn set(&mut self, at: usize) {
        if at < 64 {
            self.first |= 1 << at;
        } else {
            self.others.insert(at);
        }
    }

    fn has(&self, at: usize) -> bool {
        if at < 64 { self.first >> at & 1 == 1 } else { self.others.contains(&at) }
    }

    fn count(&self) -> usize {
        self.first.count_ones() as usize + self.others.len()
    }
}

/// The integer that a JSON number with fraction or exponent is, exactly.
fn whole(text: &str, limit: usize) -> Result<BigInt, NumberError> {
    let not_whole = Err(NumberError::NotAnInteger);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() || significant == "-" {
        return Ok(BigInt::ZERO);
    }
    // Zeros cut off the end raise the exponent; digits of the fraction lower it.
    let shift = (digits.len() - significant.len()) as i64 - fraction.len() as i64;
    let Ok(exponent) = exponent.parse::<i64>().map(|exponent| exponent.saturating_add(shift)) else {
        return if exponent.starts_with('-') { not_whole } else { Err(NumberError::TooManyDigits { limit }) };
    };
    if exponent < 0 {
        return not_whole;
    }
    match usize::try_from(exponent).ok().and_then(|zeros| zeros.checked_add(significant.len())) {
        Some(length) if length <= limit => {
            let digits = format!("{significant}{}", "0".repeat(length - significant.len()));
            digits.parse().or(not_whole)
        }
        Some(_) | None => Err(NumberError::TooManyDigits { limit }),
    }
}
