//! Paths into documents: `$.types.Port.properties["a b"][2]`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// To the value under a key.
    Key(Arc<str>),
    /// To an item of a sequence, counted from zero.
    Index(usize),
}

/// Where something is in a document. Written and read as `$.types.Port["a b"][2]`: keys of letters,
/// digits, `_`, `-` and `$` stand behind a dot, others as a JSON string in brackets.
///
/// ```
/// use tygen::loader::path::DocumentPath;
/// let path = DocumentPath::root().key("types").key("a b").index(2);
/// assert_eq!(path.to_string(), r#"$.types["a b"][2]"#);
/// assert_eq!(path.to_string().parse::<DocumentPath>(), Ok(path));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentPath(Vec<Step>);

impl DocumentPath {
    /// The whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// The value under a key of what is here.
    pub fn key(&self, key: &str) -> Self {
        self.step(Step::Key(key.into()))
    }

    /// An item of the sequence that is here.
    pub fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// One step further.
    pub fn step(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// The steps from the root.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl FromIterator<Step> for DocumentPath {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

/// Whether a key is written without quotes.
pub(super) fn is_plain_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(is_plain)
}

fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '$')
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        for step in &self.0 {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if is_plain_key(key) => write!(f, ".{key}")?,
                Step::Key(key) => write!(f, "[{}]", serde_json::Value::from(&**key))?,
            }
        }
        Ok(())
    }
}

/// The text is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a path into a document")]
pub struct NotAPath;

impl FromStr for DocumentPath {
    type Err = NotAPath;

    fn from_str(text: &str) -> Result<Self, NotAPath> {
        let mut rest = text.strip_prefix('$').ok_or(NotAPath)?;
        let mut steps = Vec::new();
        while let Some(first) = rest.chars().next() {
            if first == '.' {
                let end = rest[1..].find(|character| !is_plain(character)).map_or(rest.len(), |at| at + 1);
                steps.push(Step::Key(rest.get(1..end).filter(|key| !key.is_empty()).ok_or(NotAPath)?.into()));
                rest = &rest[end..];
            } else if let Some(inside) = rest.strip_prefix("[\"") {
                let mut values = serde_json::Deserializer::from_str(&rest[1..]).into_iter::<String>();
                let key = values.next().and_then(Result::ok).ok_or(NotAPath)?;
                let end = values.byte_offset();
                rest = inside.get(end - 1..).and_then(|rest| rest.strip_prefix(']')).ok_or(NotAPath)?;
                steps.push(Step::Key(key.into()));
            } else {
                let (index, after) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).ok_or(NotAPath)?;
                steps.push(Step::Index(index.parse().map_err(|_| NotAPath)?));
                rest = after;
            }
        }
        Ok(Self(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_survives() {
        for key in ["a", "", "a.b", "\"", "]", "a[0]", "é", "\\", "\u{202e}", "$ref", "pkg:mod:Name"] {
            let path = DocumentPath::root().key(key).index(0).key(key);
            assert_eq!(path.to_string().parse(), Ok(path.clone()), "{path}");
        }
    }

    #[test]
    fn other_texts_are_no_paths() {
        for text in ["", "a", "$a", "$.", "$[", "$[x]", "$[\"a\"", "$[\"a]", "$..a"] {
            assert_eq!(text.parse::<DocumentPath>(), Err(NotAPath), "{text}");
        }
    }
}
