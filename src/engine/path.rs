//! Where in a value something is: `.tags["x"][2]`.

use std::fmt::{self, Write as _};
use std::sync::Arc;

/// One step from a whole to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// To an attribute of an object.
    Attribute(Arc<str>),
    /// To the element of a list or tuple, counted from zero; of a set, in iteration order.
    Index(usize),
    /// To the element of a map.
    Key(Arc<str>),
}

/// The steps from the outermost value to a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValuePath(Vec<Step>);

impl ValuePath {
    /// The outermost value itself.
    pub fn root() -> Self {
        Self::default()
    }

    /// The path from these steps, the innermost first: the order in which an error meets them on its
    /// way out.
    pub fn from_inside(mut steps: Vec<Step>) -> Self {
        steps.reverse();
        Self(steps)
    }

    /// The steps, the outermost first.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Attribute(name) if is_identifier(name) => write!(f, ".{name}"),
            Step::Index(at) => write!(f, "[{at}]"),
            Step::Attribute(key) | Step::Key(key) => write!(f, "[{}]", quoted(key)),
        }
    }
}

/// Whether an attribute's name is written without quotes.
fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|first| first == b'_' || first.is_ascii_alphabetic());
    starts && bytes.all(|byte| matches!(byte, b'_' | b'-') || byte.is_ascii_alphanumeric())
}

/// The text in quotes as JSON writes it, with nothing escaped that need not be.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control @ '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| step.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_like_expressions() {
        let path = ValuePath::from_inside(vec![Step::Index(2), Step::Key("x".into()), Step::Attribute("tags".into())]);
        assert_eq!(path.to_string(), r#".tags["x"][2]"#);
    }
}
