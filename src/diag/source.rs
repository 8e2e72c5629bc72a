//! The texts that problems point into.

use std::sync::Arc;

/// The number of a file among the [`Sources`] of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user named it; `<stdin>` for standard input.
    pub name: String,
    /// Its whole text.
    pub text: Arc<str>,
}

/// All files that a run has read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

/// A place as a person reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
}

impl Sources {
    /// Keeps a text and gives it a number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.0.len()).expect("fewer than 2^32 files"));
        self.0.push(Source { name: name.into(), text: text.into() });
        id
    }

    /// The file of that number.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.0.get(id.0 as usize)
    }

    /// All files, in the order of reading.
    pub fn iter(&self) -> std::slice::Iter<'_, Source> {
        self.0.iter()
    }
}

impl Source {
    /// The line and column of a byte offset; an offset past the end is the end.
    ///
    /// ```
    /// let mut sources = tygen::diag::Sources::default();
    /// let id = sources.add("a.yaml", "a: 1\nb: é!");
    /// let position = sources.get(id).unwrap().position(10);
    /// assert_eq!((position.line, position.column), (2, 5));
    /// ```
    pub fn position(&self, offset: usize) -> Position {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Position {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
