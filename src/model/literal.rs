//! Values written in a schema: defaults, constants, enum values.

use std::fmt;
use std::sync::Arc;

/// A value as the schema writes it: a tree of JSON kinds with exact numbers. What it means is
/// decided by converting it to the type that it stands beside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, exact.
    Number(NumberText),
    /// A string.
    String(Arc<str>),
    /// A sequence.
    List(Vec<Literal>),
    /// Members under string keys, in the order in which they are written.
    Object(Vec<(Arc<str>, Literal)>),
}

/// A number in JSON's syntax (RFC 8259, section 6), kept as text so that nothing is rounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberText(Arc<str>);

impl NumberText {
    /// The number, if the text is one.
    ///
    /// ```
    /// use tygen::model::NumberText;
    /// assert!(NumberText::new("-12.5e3").is_some());
    /// assert!(NumberText::new("012").is_none());
    /// ```
    pub fn new(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let valid = digits(whole)
            && (whole == "0" || !whole.starts_with('0'))
            && fraction.is_none_or(digits)
            && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
        valid.then(|| Self(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<i64> for NumberText {
    fn from(number: i64) -> Self {
        Self(number.to_string().into())
    }
}

impl Literal {
    /// A string.
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Literal::String(text.into())
    }

    /// A whole number.
    pub fn int(number: i64) -> Self {
        Literal::Number(number.into())
    }
}

/// JSON text, on one line: `{"a": [1, "x"]}`. As an expression it is also HCL.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Null => f.write_str("null"),
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Number(number) => f.write_str(number.as_str()),
            Literal::String(text) => f.write_str(&super::display::quoted(text)),
            Literal::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Literal::Object(members) => {
                f.write_str("{")?;
                for (at, (key, value)) in members.iter().enumerate() {
                    let key = super::display::quoted(key);
                    write!(f, "{}{key}: {value}", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}
