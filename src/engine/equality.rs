//! Equality of payloads of one type, and the hash that goes with it.
//!
//! Three-valued: `None` means that it is not known yet. An unknown makes it so, unless a known part
//! already differs (`semantics.md`, section 2). Marks do not count here.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::number::{Number, TEXT_PRECISION};
use super::{Payload, Value};
use crate::model::Type;

/// Whether two values are equal; types may differ.
pub(super) fn values(left: &Value, right: &Value) -> Option<bool> {
    let (left_known, right_known) = (left.is_known(), right.is_known());
    let same_type = || left.ty() == right.ty();
    match (left_known, right_known) {
        (false, false) => return None,
        // An unknown may still turn out to be null, and nulls of all types are equal.
        (true, false) => return (!left.is_null() && !has_any(right.ty()) && !same_type()).then_some(false),
        (false, true) => return (!right.is_null() && !has_any(left.ty()) && !same_type()).then_some(false),
        (true, true) => {}
    }
    if left.is_null() || right.is_null() {
        return Some(left.is_null() && right.is_null());
    }
    if same_type() {
        return payloads(left.payload(), right.payload());
    }
    let undecided = |value: &Value| has_any(value.ty()) && !value.is_wholly_known();
    if undecided(left) || undecided(right) { None } else { Some(false) }
}

fn has_any(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |ty| found |= *ty == Type::Any);
    found
}

/// Whether two payloads of one type are equal.
pub(super) fn payloads(left: &Payload, right: &Payload) -> Option<bool> {
    match (left.unmarked(), right.unmarked()) {
        (Payload::Arm(left), Payload::Arm(right)) => values(left, right),
        (Payload::Arm(arm), other) | (other, Payload::Arm(arm)) => {
            let decided = arm.is_known() && other.is_known();
            decided.then(|| arm.is_null() && other.is_null())
        }
        (Payload::Unknown, _) | (_, Payload::Unknown) => None,
        (Payload::Null, Payload::Null) => Some(true),
        (Payload::Bool(left), Payload::Bool(right)) => Some(left == right),
        (Payload::Int(left), Payload::Int(right)) => Some(left == right),
        (Payload::Number(left), Payload::Number(right)) => Some(numbers(left, right)),
        (Payload::String(left), Payload::String(right)) => Some(left == right),
        (Payload::Sequence(left), Payload::Sequence(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            all(left.iter().zip(right.iter()).map(|(left, right)| payloads(left, right)))
        }
        (Payload::Map(left), Payload::Map(right)) => {
            if left.len() != right.len() || left.iter().zip(right.iter()).any(|(left, right)| left.0 != right.0) {
                return Some(false);
            }
            all(left.iter().zip(right.iter()).map(|(left, right)| payloads(&left.1, &right.1)))
        }
        (Payload::Set(left), Payload::Set(right)) => super::set::equal(left, right),
        (Payload::Asset(left), Payload::Asset(right)) => Some(left == right),
        (Payload::Archive(left), Payload::Archive(right)) => Some(left == right),
        (Payload::Resource(left), Payload::Resource(right)) => resources(left, right),
        (Payload::Capsule(left), Payload::Capsule(right)) => left.equals(right),
        _ => Some(false),
    }
}

/// Whether two numbers are equal as go-cty sees them: integers by value, others by their text, so
/// that a tenth read from text equals a tenth that was a double.
fn numbers(left: &Number, right: &Number) -> bool {
    if left.precision() == right.precision() || left.is_integer() || right.is_integer() {
        return left == right;
    }
    left.to_string() == right.to_string()
}

fn hash_number(number: &Number, state: &mut DefaultHasher) {
    if number.precision() == TEXT_PRECISION || number.is_integer() {
        return number.hash(state);
    }
    match Number::parse(&number.to_string()) {
        Ok(number) => number.hash(state),
        // Too long for text: all such share a hash.
        Err(_) => state.write_u8(2),
    }
}

fn resources(left: &super::opaque::ResourceReference, right: &super::opaque::ResourceReference) -> Option<bool> {
    use super::opaque::ResourceId::Unknown;
    if left.urn != right.urn {
        return Some(false);
    }
    if left.id == Unknown || right.id == Unknown { None } else { Some(left.id == right.id) }
}

/// True if all are, false as soon as one is false, whatever is unknown before it.
pub(super) fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = true;
    for part in parts {
        match part {
            Some(true) => {}
            Some(false) => return Some(false),
            None => known = false,
        }
    }
    known.then_some(true)
}

/// True as soon as one is true, false if all are false.
pub(super) fn any(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    all(parts.map(|part| part.map(|part| !part))).map(|none| !none)
}

/// Whether two payloads of one type are the same: unknowns, marks and all.
pub(super) fn raw(left: &Payload, right: &Payload) -> bool {
    match (left, right) {
        (Payload::Marked(left), Payload::Marked(right)) => {
            left.marks == right.marks && raw(&left.payload, &right.payload)
        }
        (Payload::Null, Payload::Null) | (Payload::Unknown, Payload::Unknown) => true,
        (Payload::Bool(left), Payload::Bool(right)) => left == right,
        (Payload::Int(left), Payload::Int(right)) => left == right,
        (Payload::Number(left), Payload::Number(right)) => numbers(left, right),
        (Payload::String(left), Payload::String(right)) => left == right,
        (Payload::Sequence(left), Payload::Sequence(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| raw(left, right))
        }
        (Payload::Map(left), Payload::Map(right)) => {
            left.len() == right.len()
                && left.iter().zip(right.iter()).all(|(left, right)| left.0 == right.0 && raw(&left.1, &right.1))
        }
        (Payload::Set(left), Payload::Set(right)) => super::set::same(left, right),
        (Payload::Arm(left), Payload::Arm(right)) => left.ty() == right.ty() && raw(left.payload(), right.payload()),
        (Payload::Asset(left), Payload::Asset(right)) => left == right,
        (Payload::Archive(left), Payload::Archive(right)) => left == right,
        (Payload::Resource(left), Payload::Resource(right)) => left == right,
        (Payload::Capsule(left), Payload::Capsule(right)) => left.raw_equals(right),
        _ => false,
    }
}

/// A hash that equal payloads share.
pub(super) fn hash_of(payload: &Payload) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash(payload, &mut hasher);
    hasher.finish()
}

fn hash(payload: &Payload, state: &mut DefaultHasher) {
    match payload {
        Payload::Null => state.write_u8(0),
        Payload::Unknown => state.write_u8(1),
        Payload::Bool(value) => value.hash(state),
        Payload::Int(int) => int.hash(state),
        Payload::Number(number) => hash_number(number, state),
        Payload::String(text) => text.hash(state),
        Payload::Sequence(elements) => {
            state.write_usize(elements.len());
            elements.iter().for_each(|element| hash(element, state));
        }
        Payload::Map(elements) => {
            state.write_usize(elements.len());
            for (key, element) in elements.iter() {
                key.hash(state);
                hash(element, state);
            }
        }
        // Sets are equal whatever their order: a sum of the elements' own hashes.
        Payload::Set(elements) => {
            state.write_u64(elements.iter().fold(0_u64, |sum, element| sum.wrapping_add(hash_of(element))));
        }
        Payload::Arm(arm) => hash(arm.payload(), state),
        Payload::Marked(marked) => hash(&marked.payload, state),
        Payload::Asset(asset) => asset.hash(state),
        Payload::Archive(archive) => archive.hash(state),
        Payload::Resource(reference) => reference.hash(state),
        Payload::Capsule(capsule) => capsule.hash_key().hash(state),
    }
}
