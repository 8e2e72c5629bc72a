//! Writes generated types as text.

use super::canonical::Canonical;
use super::json::quote;
use super::schema::Field;
use super::{special, Codec, Node};

/// A text that is being written.
pub struct Writer {
    text: String,
    form: Form,
    extras: Vec<Node>,
    /// Whether something came that JSON does not hold as it is.
    odd: bool,
}

/// What the text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Canonical,
}

/// The value as JSON; none if something in it takes a closer look.
pub(super) fn json<T: Codec>(value: &T) -> Option<String> {
    let mut writer = Writer::new(Form::Json);
    value.write(&mut writer);
    (!writer.odd).then_some(writer.text)
}

/// The value as a tree.
pub fn node<T: Codec>(value: &T) -> Node {
    let mut writer = Writer::new(Form::Canonical);
    value.write(&mut writer);
    let (text, extras) = (writer.text, writer.extras);
    Canonical { text, extras }.node()
}

impl Writer {
    fn new(form: Form) -> Self {
        Self {
            text: String::new(),
            form,
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

    /// Opens an object.
    pub fn object(&mut self) {
        self.text.push('{');
    }

    /// Closes an object.
    pub fn end(&mut self) {
        self.text.push('}');
    }

    fn name(&mut self, name: &str) {
        self.part();
        quote(name, &mut self.text);
        self.text.push(':');
    }

    /// An attribute.
    pub fn field<T: Codec>(&mut self, field: &Field, value: &T) {
        self.name(field.name);
        value.write(self);
    }

    /// An attribute that nothing holds, since it always has the same value.
    pub fn constant(&mut self, field: &Field) {
        self.name(field.name);
        self.text.push_str(field.constant.unwrap_or("null"));
    }

    /// A member of a map.
    pub(super) fn member<T: Codec>(&mut self, key: &str, value: &T) {
        self.odd |= key == special::SIGNATURE;
        self.name(key);
        value.write(self);
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
    pub fn unit(&mut self, arm: usize) {
        if self.form == Form::Canonical {
            self.number(format_args!("#{arm} "));
        }
    }
}
