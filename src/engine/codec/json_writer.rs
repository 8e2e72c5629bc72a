//! Values as JSON text, byte for byte as go-cty writes them.

use std::fmt::Write as _;

use super::super::path::Step;
use super::super::{Payload, wire};
use super::{Done, Failure, types, within};
use crate::engine::marks::SENSITIVE;
use crate::model::{ObjectType, Type};

/// Writes a payload of type `ty` under `wanted`, to which that type conforms.
pub(super) fn write(wanted: &Type, ty: &Type, payload: &Payload, out: &mut String) -> Done<()> {
    if let (Type::Output(wanted), Type::Output(ty)) = (wanted, ty) {
        return write_output(wanted, ty, payload, out);
    }
    if let (Type::Promise(wanted), Type::Promise(ty)) = (wanted, ty) {
        return write(wanted, ty, payload, out);
    }
    match (wanted, payload) {
        (_, Payload::Marked(_)) => return Err(Failure::new(0, "a marked value cannot be written as JSON")),
        (_, Payload::Unknown) => return Err(Failure::new(0, "the value is not known")),
        (Type::Any, Payload::Arm(arm)) if *ty == Type::Any => return write_dynamic(arm.ty(), arm.payload(), out),
        (Type::Any, _) if *ty != Type::Any => return write_dynamic(ty, payload, out),
        _ => {}
    }
    match payload {
        Payload::Null => out.push_str("null"),
        Payload::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Payload::Int(int) => push_display(&**int, out),
        Payload::Number(number) if number.is_infinite() => {
            return Err(Failure::new(0, "an infinity cannot be written as JSON"));
        }
        Payload::Number(number) => push_display(number, out),
        Payload::String(text) => quote(text, out),
        Payload::Sequence(elements) => match (wanted, ty) {
            (Type::Object(wanted), Type::Object(ty)) => write_object(wanted, ty, elements, out)?,
            (Type::Tuple(wanted), Type::Tuple(types)) => write_tuple(wanted, types, elements, out)?,
            _ => write_elements(wanted.element(), ty.element(), elements, out)?,
        },
        Payload::Set(elements) => write_elements(wanted.element(), ty.element(), elements, out)?,
        Payload::Map(elements) => {
            let (wanted, ty) = (wanted.element(), ty.element());
            out.push('{');
            for (at, (key, element)) in elements.iter().enumerate() {
                comma(at, out);
                quote(key, out);
                out.push(':');
                within(write(wanted, ty, element, out), || Step::Key(key.clone()))?;
            }
            out.push('}');
        }
        Payload::Arm(arm) => match wanted {
            // Not one of the arms by name: it came under an arm of `any`.
            Type::Union(union) if !union.arms().contains(arm.ty()) => write_dynamic(arm.ty(), arm.payload(), out)?,
            _ => write(arm.ty(), arm.ty(), arm.payload(), out)?,
        },
        Payload::Asset(asset) => push_display(&wire::asset_to_json(asset), out),
        Payload::Archive(archive) => push_display(&wire::archive_to_json(archive), out),
        Payload::Resource(reference) => push_display(&wire::reference_to_json(reference), out),
        // A mark cannot come here: it was refused above.
        Payload::Capsule(_) | Payload::Marked(_) | Payload::Unknown => {
            return Err(Failure::new(0, "a capsule cannot be written as JSON"));
        }
    }
    Ok(())
}

fn push_display(value: &impl std::fmt::Display, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "{value}");
}

fn comma(at: usize, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
}

fn write_dynamic(ty: &Type, payload: &Payload, out: &mut String) -> Done<()> {
    out.push_str("{\"value\":");
    write(ty, ty, payload, out)?;
    out.push_str(",\"type\":");
    out.push_str(&types::to_json(ty));
    out.push('}');
    Ok(())
}

fn write_elements(wanted: &Type, ty: &Type, elements: &[Payload], out: &mut String) -> Done<()> {
    out.push('[');
    for (at, element) in elements.iter().enumerate() {
        comma(at, out);
        within(write(wanted, ty, element, out), || Step::Index(at))?;
    }
    out.push(']');
    Ok(())
}

fn write_tuple(wanted: &[Type], types: &[Type], elements: &[Payload], out: &mut String) -> Done<()> {
    out.push('[');
    for (at, ((wanted, ty), element)) in wanted.iter().zip(types).zip(elements).enumerate() {
        comma(at, out);
        within(write(wanted, ty, element, out), || Step::Index(at))?;
    }
    out.push(']');
    Ok(())
}

fn write_object(wanted: &ObjectType, ty: &ObjectType, elements: &[Payload], out: &mut String) -> Done<()> {
    out.push('{');
    for (at, ((wanted, attribute), element)) in wanted.sorted().iter().zip(ty.sorted()).zip(elements).enumerate() {
        comma(at, out);
        quote(&attribute.name, out);
        out.push(':');
        within(write(&wanted.ty, &attribute.ty, element, out), || Step::Attribute(attribute.name.clone()))?;
    }
    out.push('}');
    Ok(())
}

/// A known, plain output is written as its element; one that is not known or is sensitive needs the
/// object that says so.
fn write_output(wanted: &Type, ty: &Type, payload: &Payload, out: &mut String) -> Done<()> {
    let secret = match payload.marks() {
        None => false,
        Some(marks) if marks.iter().eq([SENSITIVE]) => true,
        Some(_) => return Err(Failure::new(0, "marks other than sensitive cannot be written as JSON")),
    };
    let inner = payload.unmarked();
    let known = !matches!(inner, Payload::Unknown);
    if known && !secret {
        return write(wanted, ty, inner, out);
    }
    out.push('{');
    quote(wire::SIGNATURE, out);
    out.push(':');
    quote(wire::OUTPUT, out);
    if known {
        out.push_str(",\"value\":");
        write(wanted, ty, inner, out)?;
    }
    if secret {
        out.push_str(",\"secret\":true");
    }
    out.push('}');
    Ok(())
}

/// A JSON string, escaped as Go's encoder does: HTML's characters and the line separators too.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut done = 0;
    for (at, char) in text.char_indices() {
        let escape = match char {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => "",
            _ => continue,
        };
        out.push_str(&text[done..at]);
        done = at + char.len_utf8();
        if escape.is_empty() {
            let _ = write!(out, "\\u{:04x}", u32::from(char));
        } else {
            out.push_str(escape);
        }
    }
    out.push_str(&text[done..]);
    out.push('"');
}
