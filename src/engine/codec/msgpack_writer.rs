//! Values as MessagePack, byte for byte as go-cty writes them.

use super::super::path::Step;
use super::super::{Number, Payload, wire};
use super::{Done, Failure, types, within};
use crate::model::Type;

/// Writes a payload of type `ty` under `wanted`, to which that type conforms.
pub(super) fn write(wanted: &Type, ty: &Type, payload: &Payload, out: &mut Vec<u8>) -> Done<()> {
    match (wanted, ty) {
        (Type::Promise(wanted), Type::Promise(ty)) | (Type::Output(wanted), Type::Output(ty)) => {
            return write(wanted, ty, payload, out);
        }
        _ => {}
    }
    match (wanted, payload) {
        (_, Payload::Marked(_)) => return Err(Failure::new(0, "a marked value cannot be written as MessagePack")),
        (Type::Any, _) if *ty != Type::Any => return write_dynamic(ty, payload, out),
        (_, Payload::Arm(arm)) => return write_dynamic(arm.ty(), arm.payload(), out),
        _ => {}
    }
    match payload {
        Payload::Null => out.push(0xc0),
        Payload::Unknown => out.extend([0xd4, 0, 0]),
        Payload::Bool(value) => out.push(if *value { 0xc3 } else { 0xc2 }),
        Payload::Int(int) => match i64::try_from(&**int) {
            Ok(int) => write_int(int, out),
            Err(_) => write_str(&int.to_string(), out)?,
        },
        Payload::Number(number) => write_number(number, out)?,
        Payload::String(text) => write_str(text, out)?,
        Payload::Sequence(elements) => write_sequence(wanted, ty, elements, out)?,
        Payload::Set(elements) => write_elements(wanted.element(), ty.element(), elements, out)?,
        Payload::Map(elements) => {
            let (wanted, ty) = (wanted.element(), ty.element());
            write_length(elements.len(), &MAP, out)?;
            for (key, element) in elements.iter() {
                write_str(key, out)?;
                within(write(wanted, ty, element, out), || Step::Key(key.clone()))?;
            }
        }
        Payload::Asset(asset) => write_str(&wire::asset_to_json(asset).to_string(), out)?,
        Payload::Archive(archive) => write_str(&wire::archive_to_json(archive).to_string(), out)?,
        Payload::Resource(reference) => write_str(&wire::reference_to_json(reference).to_string(), out)?,
        // Arms and marks cannot come here: they were seen to above.
        Payload::Capsule(_) | Payload::Arm(_) | Payload::Marked(_) => {
            return Err(Failure::new(0, "a capsule cannot be written as MessagePack"));
        }
    }
    Ok(())
}

fn write_sequence(wanted: &Type, ty: &Type, elements: &[Payload], out: &mut Vec<u8>) -> Done<()> {
    match (wanted, ty) {
        (Type::Object(wanted), Type::Object(object)) => {
            write_length(elements.len(), &MAP, out)?;
            for ((wanted, attribute), element) in wanted.sorted().iter().zip(object.sorted()).zip(elements) {
                write_str(&attribute.name, out)?;
                within(write(&wanted.ty, &attribute.ty, element, out), || Step::Attribute(attribute.name.clone()))?;
            }
            Ok(())
        }
        (Type::Tuple(wanted), Type::Tuple(types)) => {
            write_length(elements.len(), &ARRAY, out)?;
            for (at, ((wanted, ty), element)) in wanted.iter().zip(types.iter()).zip(elements).enumerate() {
                within(write(wanted, ty, element, out), || Step::Index(at))?;
            }
            Ok(())
        }
        _ => write_elements(wanted.element(), ty.element(), elements, out),
    }
}

fn write_elements(wanted: &Type, ty: &Type, elements: &[Payload], out: &mut Vec<u8>) -> Done<()> {
    write_length(elements.len(), &ARRAY, out)?;
    for (at, element) in elements.iter().enumerate() {
        within(write(wanted, ty, element, out), || Step::Index(at))?;
    }
    Ok(())
}

/// `[type as JSON bytes, value]`.
fn write_dynamic(ty: &Type, payload: &Payload, out: &mut Vec<u8>) -> Done<()> {
    write_length(2, &ARRAY, out)?;
    let json = types::to_json(ty);
    write_length(json.len(), &BINARY, out)?;
    out.extend(json.as_bytes());
    write(ty, ty, payload, out)
}

/// An int if a 64-bit one holds it, a double if one is exactly it and it has a fraction, else text.
fn write_number(number: &Number, out: &mut Vec<u8>) -> Done<()> {
    if let Some(int) = number.to_i64() {
        write_int(int, out);
        return Ok(());
    }
    if number.is_infinite() || !number.is_integer() {
        let double = match (number.is_infinite(), number.is_negative()) {
            (true, true) => Some(f64::NEG_INFINITY),
            (true, false) => Some(f64::INFINITY),
            (false, _) => number.to_f64(),
        };
        if let Some(double) = double {
            out.push(0xcb);
            out.extend(double.to_be_bytes());
            return Ok(());
        }
    }
    write_str(&number.to_string(), out)
}

fn write_int(int: i64, out: &mut Vec<u8>) {
    if let Ok(positive) = u64::try_from(int) {
        match (u8::try_from(positive), u16::try_from(positive), u32::try_from(positive)) {
            (Ok(small), ..) if small < 0x80 => out.push(small),
            (Ok(small), ..) => out.extend([0xcc, small]),
            (_, Ok(small), _) => push(0xcd, &small.to_be_bytes(), out),
            (_, _, Ok(small)) => push(0xce, &small.to_be_bytes(), out),
            _ => push(0xcf, &positive.to_be_bytes(), out),
        }
        return;
    }
    match (i8::try_from(int), i16::try_from(int), i32::try_from(int)) {
        (Ok(small), ..) if small >= -32 => out.extend(small.to_be_bytes()),
        (Ok(small), ..) => push(0xd0, &small.to_be_bytes(), out),
        (_, Ok(small), _) => push(0xd1, &small.to_be_bytes(), out),
        (_, _, Ok(small)) => push(0xd2, &small.to_be_bytes(), out),
        _ => push(0xd3, &int.to_be_bytes(), out),
    }
}

fn push(code: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(code);
    out.extend(bytes);
}

fn write_str(text: &str, out: &mut Vec<u8>) -> Done<()> {
    write_length(text.len(), &TEXT, out)?;
    out.extend(text.as_bytes());
    Ok(())
}

/// How the length of something is written: in the code itself below `few`, or after a code, in 8, 16
/// or 32 bits.
struct Lengths {
    fixed: u8,
    few: usize,
    codes: [Option<u8>; 3],
}

const TEXT: Lengths = Lengths { fixed: 0xa0, few: 32, codes: [Some(0xd9), Some(0xda), Some(0xdb)] };
const BINARY: Lengths = Lengths { fixed: 0, few: 0, codes: [Some(0xc4), Some(0xc5), Some(0xc6)] };
const ARRAY: Lengths = Lengths { fixed: 0x90, few: 16, codes: [None, Some(0xdc), Some(0xdd)] };
const MAP: Lengths = Lengths { fixed: 0x80, few: 16, codes: [None, Some(0xde), Some(0xdf)] };

fn write_length(length: usize, lengths: &Lengths, out: &mut Vec<u8>) -> Done<()> {
    match (u8::try_from(length), u16::try_from(length), u32::try_from(length), lengths.codes) {
        (Ok(small), ..) if length < lengths.few => out.push(lengths.fixed | small),
        (Ok(small), _, _, [Some(code), ..]) => out.extend([code, small]),
        (_, Ok(small), _, [_, Some(code), _]) => push(code, &small.to_be_bytes(), out),
        (_, _, Ok(small), [_, _, Some(code)]) => push(code, &small.to_be_bytes(), out),
        _ => return Err(Failure::new(0, "it is too long for MessagePack")),
    }
    Ok(())
}
