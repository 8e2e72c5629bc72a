//! Writes generated types as text.

use super::canonical::Canonical;
use super::json::quote;
use super::reader::Form;
use super::{Codec, Node, Type, special};

/// A text that is being written.
pub struct Writer {
    text: String,
    purpose: Purpose,
    extras: Vec<Node>,
    /// Whether something came that JSON does not hold as it is.
    odd: bool,
}

/// An attribute: something, or nothing.
pub trait Written {
    /// Writes it under that name, if it is there.
    fn put(&self, writer: &mut Writer, name: &str);
}

impl<T: Codec> Written for T {
    fn put(&self, writer: &mut Writer, name: &str) {
        writer.name(name);
        self.write(writer);
    }
}

impl<T: Codec> Written for Option<T> {
    fn put(&self, writer: &mut Writer, name: &str) {
        if let Some(value) = self {
            value.put(writer, name);
        }
    }
}

/// What the text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Json,
    Canonical,
}

/// The value as JSON; none if something in it takes a closer look.
pub(super) fn json<T: Codec>(value: &T) -> Option<String> {
    let mut writer = Writer::new(Purpose::Json);
    value.write(&mut writer);
    (!writer.odd).then_some(writer.text)
}

/// The value as a tree.
pub fn node<T: Codec>(value: &T) -> Node {
    let mut writer = Writer::new(Purpose::Canonical);
    value.write(&mut writer);
    let (text, extras) = (writer.text, writer.extras);
    Canonical { text, extras }.node()
}

/// Shows arguments: by name, with what is in them.
pub fn debug<T: Codec>(name: &str, value: &T, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    match node(value) {
        Node::Object(members) => {
            let mut shown = f.debug_struct(name);
            for (name, value) in &members {
                shown.field(name, value);
            }
            shown.finish()
        }
        other => f.debug_tuple(name).field(&other).finish(),
    }
}

impl Writer {
    fn new(purpose: Purpose) -> Self {
        Self {
            text: String::new(),
            purpose,
            extras: Vec::new(),
            odd: false,
        }
    }

    /// A part of an array or object, with a comma before it if it is not the first.
    fn part(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    /// What is a word of JSON, or a number.
    pub(super) fn word(&mut self, word: &str) {
        self.text.push_str(word);
    }

    /// A number that is shown as JSON has it.
    pub(super) fn number(&mut self, number: impl std::fmt::Display) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{number}");
    }

    /// A string.
    pub fn string(&mut self, text: &str) {
        self.odd |= special::is_unknown(text);
        quote(text, &mut self.text);
    }

    /// What JSON has no form of its own for.
    pub(super) fn extra(&mut self, node: Node) {
        self.odd = true;
        self.number(format_args!("@{}", self.extras.len()));
        self.extras.push(node);
    }

    /// An object with the attributes of that type: those that a struct of the form holds, in order.
    pub fn attributes(&mut self, ty: Type, form: Form, values: &[&dyn Written]) {
        self.text.push('{');
        let mut values = values.iter();
        for field in ty.fields() {
            if form.holds(field) {
                if let Some(value) = values.next() {
                    value.put(self, field.name);
                }
            } else {
                self.name(field.name);
                self.text.push_str(field.constant.unwrap_or("null"));
            }
        }
        self.text.push('}');
    }

    fn name(&mut self, name: &str) {
        self.part();
        quote(name, &mut self.text);
        self.text.push(':');
    }

    /// The members of a map.
    pub(super) fn members<'m, T: Codec>(
        &mut self,
        members: impl Iterator<Item = (&'m String, &'m T)>,
    ) {
        self.text.push('{');
        for (key, value) in members {
            self.odd |= key == special::SIGNATURE;
            value.put(self, key);
        }
        self.text.push('}');
    }

    /// Opens an array.
    pub fn array(&mut self) {
        self.text.push('[');
    }

    /// An element of an array.
    pub fn element<T: Codec>(&mut self, value: &T) {
        self.part();
        value.write(self);
    }

    /// Closes an array.
    pub fn close(&mut self) {
        self.text.push(']');
    }

    /// The value of a union that took that arm.
    pub fn arm<T: Codec>(&mut self, arm: usize, value: &T) {
        self.unit(arm);
        value.write(self);
    }

    /// The arm of a union, before its value.
    fn unit(&mut self, arm: usize) {
        if self.purpose == Purpose::Canonical {
            self.number(format_args!("#{arm} "));
        }
    }
}
