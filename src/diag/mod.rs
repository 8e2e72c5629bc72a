//! Problems with a place: what every floor reports, and how a person sees it.
//!
//! A [`Diagnostic`] carries a stable [`Code`], a message, the [`Span`] it speaks of and, where one
//! is likely, a suggestion. [`Diagnostics`] collects all problems of a run; nothing stops at the
//! first. Offsets are 0-based bytes inside, lines and columns are 1-based for people.

mod code;
mod render;
mod source;

use std::ops::Range;

pub use code::Code;
pub use render::{Colour, render};
pub use source::{Position, Source, SourceId, Sources};

/// How bad a problem is. An error keeps anything from being written; a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The output is as asked for, but the user should know.
    Warning,
    /// There is no output.
    Error,
}

/// A stretch of a source file, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// Byte offsets into the file's text, end exclusive.
    pub range: Range<usize>,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of problem: stable, documented, and what tests assert on.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in the user's words, in lower case and without a full stop.
    pub message: String,
    /// Where in the document, as a path such as `$.types.Port.properties.range`; empty if nowhere.
    pub path: String,
    /// Where in the text, if the problem has a place there.
    pub span: Option<Span>,
    /// What to do about it: `did you mean "string"?`.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A problem that keeps the output from being written.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    /// A problem that the user should know of.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self { code, severity, message: message.into(), path: String::new(), span: None, help: None }
    }

    /// The same problem at a path of the document.
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// The same problem at a place of the text.
    pub fn spanning(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// The same problem with a suggestion.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All problems of a run, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds all problems of another run.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// Whether anything keeps the output from being written.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The problems, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// The problems, to give each a place.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.0.iter_mut()
    }

    /// Whether there is no problem at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be what was meant.
///
/// ```
/// assert_eq!(tygen::diag::nearest("strnig", ["number", "string"]), Some("string"));
/// assert_eq!(tygen::diag::nearest("itn", ["number", "int"]), Some("int"));
/// assert_eq!(tygen::diag::nearest("elephant", ["number", "string"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (similarity(&word, &candidate.to_lowercase()), candidate))
        .filter(|(similarity, _)| *similarity > 0.8)
        // The first of equally near candidates, so that the answer does not depend on float ties.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            Some(_) | None => Some(next),
        })
        .map(|(_, candidate)| candidate)
}

/// How much two words are alike, from 0 to 1. One slip of the fingers in a word is near whatever its
/// length; the usual measure thinks little of short words. Of words that start alike it looks at the
/// whole, of others only for such a slip: there may be thousands of candidates.
fn similarity(left: &str, right: &str) -> f64 {
    let (long, short) = (left.len().max(right.len()), left.len().min(right.len()));
    let is_slip = || short >= 3 && long - short <= 2 && strsim::osa_distance(left, right) == 1;
    let usual = if left.chars().next() == right.chars().next() { strsim::jaro_winkler(left, right) } else { 0.0 };
    if usual < 0.9 && is_slip() { 0.9 } else { usual }
}
