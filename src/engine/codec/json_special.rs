//! What JSON says beyond its kinds: types that travel with values, outputs, blobs, arms of unions.

use std::ops::Range;
use std::sync::Arc;

use super::super::marks::SENSITIVE;
use super::super::{LimitError, Marks, Payload, wire};
use super::json_reader::Reader;
use super::{Done, Failure, types};
use crate::model::{Type, UnionType};

impl Reader<'_> {
    /// Reads `{"value": …, "type": …}`, or null.
    pub(super) fn dynamic(&mut self) -> Done<(Type, Payload)> {
        if self.scanner.peek() == Some(b'n') {
            self.scanner.word("null")?;
            return Ok((Type::Any, Payload::Null));
        }
        let at = self.scanner.at;
        let mut ty = None;
        let mut value = None;
        let members = self.scanner.members()?;
        self.spend(self.scanner.at - at)?;
        for (key, range) in members {
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

    pub(super) fn special<T>(
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
    pub(super) fn output(&mut self, inner: &Type) -> Done<Payload> {
        let (at, depth) = (self.scanner.at, self.scanner.depth());
        if self.scanner.peek() != Some(b'{') {
            return self.payload(inner);
        }
        let members = self.scanner.members()?;
        self.spend(self.scanner.at - at)?;
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
    pub(super) fn union(&mut self, ty: &Type, union: &UnionType) -> Done<Payload> {
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
            self.spend(self.scanner.at - at)?;
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
        self.spend(self.scanner.at - at)?;
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

/// What `null` says under a type: the `none` arm of a union that has one, else a null of the type.
pub(super) fn null_of(ty: &Type) -> Payload {
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
