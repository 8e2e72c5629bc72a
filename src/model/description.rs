//! What people read about a declaration.

use std::borrow::Cow;
use std::sync::Arc;

/// Markdown for people, parts of which may be for the readers of one language only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description(Vec<Passage>);

/// A part of a [`Description`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// For everybody.
    Everyone(Arc<str>),
    /// For the readers of each language, by its word on the command line (`ts`, `go`, `rust`). A
    /// language that is not listed reads nothing here.
    PerLanguage(Vec<(Arc<str>, Arc<str>)>),
}

impl Description {
    /// The description made of these passages.
    pub fn new(passages: Vec<Passage>) -> Self {
        Self(passages)
    }

    /// What the readers of a language see, without surrounding white space.
    ///
    /// ```
    /// use tygen::model::{Description, Passage};
    /// let description = Description::new(vec![
    ///     Passage::Everyone("Set ".into()),
    ///     Passage::PerLanguage(vec![("ts".into(), "maxSize".into()), ("go".into(), "MaxSize".into())]),
    /// ]);
    /// assert_eq!(description.for_language("go"), "Set MaxSize");
    /// ```
    pub fn for_language(&self, language: &str) -> Cow<'_, str> {
        match self.0.as_slice() {
            [] => Cow::Borrowed(""),
            [Passage::Everyone(text)] => Cow::Borrowed(text.trim()),
            passages => Cow::Owned(
                passages
                    .iter()
                    .map(|passage| match passage {
                        Passage::Everyone(text) => &**text,
                        Passage::PerLanguage(texts) => {
                            texts.iter().find(|(word, _)| &**word == language).map_or("", |(_, text)| text)
                        }
                    })
                    .collect::<String>()
                    .trim()
                    .to_owned(),
            ),
        }
    }

    /// Whether there is nothing to read in any language.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parts, in order.
    pub fn passages(&self) -> &[Passage] {
        &self.0
    }
}

impl From<&str> for Description {
    fn from(text: &str) -> Self {
        if text.trim().is_empty() { Self::default() } else { Self(vec![Passage::Everyone(text.into())]) }
    }
}

/// What every declaration and property says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documentation {
    /// What it is.
    pub description: Description,
    /// Why it should not be used any more; empty text if the schema only says that it should not.
    pub deprecated: Option<Description>,
}
