//! JSON text read straight into the payloads of a type, with numbers exact.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;

use super::super::check::literal_is;
use super::super::number::{Number, NumberError, parse_int};
use super::super::path::Step;
use super::super::{LimitError, Limits, Marks, Payload, Value, wire};
use super::json_scanner::Scanner;
use super::{Done, Failure, arm_of_any, gather, is_concrete, types, within};
use crate::engine::marks::SENSITIVE;
use crate::model::{ObjectType, Type, UnionType};

/// Reads one value and nothing after it.
pub(super) fn read(text: &str, ty: &Type, limits: &Limits) -> Done<Value> {
    if text.len() > limits.bytes {
        return Err(Failure::new(0, LimitError::Bytes { limit: limits.bytes }.to_string()));
    }
    let mut reader = Reader { scanner: Scanner::new(text, limits.depth()), limits, stack: Vec::new(), missing: 0 };
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

struct Reader<'a> {
    scanner: Scanner<'a>,
    limits: &'a Limits,
    /// Elements of all sequences that are being read, the innermost last: one growing vector for all.
    stack: Vec<Payload>,
    /// How many attributes that must be there were missing; says which arm of a union fits best.
    missing: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, message: impl Into<String>) -> Done<T> {
        self.scanner.fail(message)
    }

    /// Reads a value of a type that says no `any`.
    fn payload(&mut self, ty: &Type) -> Done<Payload> {
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
    fn typed(&mut self, ty: &Type) -> Done<(Type, Payload)> {
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

    /// Reads `{"value": …, "type": …}`, or null.
    fn dynamic(&mut self) -> Done<(Type, Payload)> {
        if self.scanner.peek() == Some(b'n') {
            self.scanner.word("null")?;
            return Ok((Type::Any, Payload::Null));
        }
        let at = self.scanner.at;
        let mut ty = None;
        let mut value = None;
        for (key, range) in self.scanner.members()? {
            match &*key {
                "type" => ty = Some(range),
                "value" => value = Some(range),
                other => return Err(Failure::new(at, format!("beside type and value there is {other:?}"))),
            }
        }
        let (Some(ty), Some(value)) = (ty, value) else {
            return Err(Failure::new(at, "an object of type and value is required"));
        };
        let ty_at = ty.start;
        let ty = types::from_json(&self.scanner.text[ty]).map_err(|error| Failure::new(ty_at, error.message))?;
        self.inside(value, |reader| reader.typed(&ty))
    }

    /// Reads a part that was skipped before, then comes back.
    fn inside<T>(&mut self, range: Range<usize>, read: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        let (back, depth) = (self.scanner.at, self.scanner.depth());
        // It stood inside an object.
        self.scanner.rewind(range.start, depth + 1);
        if depth + 1 > self.limits.depth() {
            return self.fail(LimitError::Depth { limit: self.limits.depth() }.to_string());
        }
        let result = read(self)?;
        self.scanner.rewind(back, depth);
        Ok(result)
    }

    fn special<T>(
        &mut self,
        from_json: impl FnOnce(&serde_json::Map<String, serde_json::Value>) -> Result<T, String>,
        payload: impl FnOnce(Arc<T>) -> Payload,
    ) -> Done<Payload> {
        let range = self.scanner.skip()?;
        let at = range.start;
        let value = serde_json::from_str(&self.scanner.text[range])
            .map_err(|error| error.to_string())
            .and_then(|members| from_json(&members));
        match value {
            Ok(value) => Ok(payload(Arc::new(value))),
            Err(message) => Err(Failure::new(at, message)),
        }
    }

    /// An output: its element, or Pulumi's object for an output or a secret.
    fn output(&mut self, inner: &Type) -> Done<Payload> {
        let (at, depth) = (self.scanner.at, self.scanner.depth());
        if self.scanner.peek() != Some(b'{') {
            return self.payload(inner);
        }
        let members = self.scanner.members()?;
        let member = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, range)| range.clone());
        let says = |name: &str, text: &str| member(name).is_some_and(|range| &self.scanner.text[range] == text);
        let signed = |signature: &str| says(wire::SIGNATURE, &format!("{signature:?}"));
        let secret = signed(wire::SECRET);
        if !secret && !signed(wire::OUTPUT) {
            self.scanner.rewind(at, depth);
            return self.payload(inner);
        }
        let marks = if secret || says("secret", "true") { Marks::one(SENSITIVE) } else { Marks::none() };
        let payload = match member("value") {
            Some(range) => self.inside(range, |reader| reader.payload(inner))?,
            None => Payload::Unknown,
        };
        Ok(payload.with_marks(&marks))
    }

    /// Reads a union: the arm that the discriminator names; else of the arms whose kind of JSON this
    /// is the one that misses the fewest attributes; else the first that can be read at all.
    fn union(&mut self, ty: &Type, union: &UnionType) -> Done<Payload> {
        let first = self.scanner.peek();
        if let Some(arm) = self.discriminated(union, first)? {
            let payload = self.payload(&arm)?;
            return Ok(Payload::arm(arm, payload));
        }
        let (fitting, others): (Vec<&Type>, Vec<&Type>) = union.arms().iter().partition(|arm| fits(arm, first));
        let (at, depth, before, stacked) = (self.scanner.at, self.scanner.depth(), self.missing, self.stack.len());
        let mut best: Option<(usize, usize, Payload)> = None;
        for (arm, enough) in fitting.iter().map(|arm| (arm, false)).chain(others.iter().map(|arm| (arm, true))) {
            if enough && best.is_some() {
                break;
            }
            if let Ok(payload) = self.payload(arm) {
                let missing = self.missing - before;
                if best.as_ref().is_none_or(|(fewest, ..)| missing < *fewest) {
                    best = Some((missing, self.scanner.at, Payload::arm((*arm).clone(), payload)));
                }
            }
            self.stack.truncate(stacked);
            self.missing = before;
            self.scanner.rewind(at, depth);
        }
        match best {
            Some((missing, end, payload)) => {
                self.missing = before + missing;
                self.scanner.rewind(end, depth);
                Ok(payload)
            }
            None => self.fail(format!("this is not a value of {ty}")),
        }
    }

    fn discriminated(&mut self, union: &UnionType, first: Option<u8>) -> Done<Option<Type>> {
        let (Some(discriminator), Some(b'{')) = (&union.discriminator, first) else {
            return Ok(None);
        };
        let (at, depth) = (self.scanner.at, self.scanner.depth());
        let members = self.scanner.members()?;
        self.scanner.rewind(at, depth);
        let Some((_, range)) = members.into_iter().find(|(key, _)| **key == *discriminator.property) else {
            return Ok(None);
        };
        if !self.scanner.text[range.clone()].starts_with('"') {
            return Ok(None);
        }
        let name = self.inside(range, |reader| reader.scanner.string())?;
        let named = discriminator.mapping.iter().find(|(value, _)| **value == *name);
        Ok(named.map(|(_, arm)| arm.clone()))
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

/// What `null` says under a type: the `none` arm of a union that has one, else a null of the type.
fn null_of(ty: &Type) -> Payload {
    match ty {
        Type::Union(union) if union.has_none() => Payload::arm(Type::None, Payload::Null),
        Type::Promise(inner) | Type::Output(inner) => null_of(inner),
        _ => Payload::Null,
    }
}

/// Whether a value of the type is written with this first byte.
fn fits(ty: &Type, first: Option<u8>) -> bool {
    match ty {
        Type::None => first == Some(b'n'),
        Type::Bool => matches!(first, Some(b't' | b'f')),
        Type::Int | Type::Number => matches!(first, Some(b'-' | b'0'..=b'9')),
        Type::String => first == Some(b'"'),
        Type::Enum(definition) => fits(&definition.base, first),
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => first == Some(b'['),
        Type::Map(_) | Type::Object(_) | Type::Asset | Type::Archive | Type::Resource(_) | Type::Any => {
            first == Some(b'{')
        }
        Type::Promise(inner) | Type::Output(inner) => fits(inner, first) || first == Some(b'{'),
        Type::Union(union) => union.arms().iter().any(|arm| fits(arm, first)),
        Type::Capsule(_) | Type::Named(_) => false,
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
