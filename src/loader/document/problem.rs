//! Problems at paths of a document, before it is known where in the text those are.

use crate::diag::{Code, Diagnostic, Diagnostics, SourceId, Span};
use crate::loader::locate::{Part, Target, locate};
use crate::loader::path::DocumentPath;

/// A problem of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of problem.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where.
    pub target: Target,
}

impl Problem {
    /// A problem with the value at a path.
    pub fn new(code: Code, path: DocumentPath, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, target: Target { path, part: Part::Value } }
    }

    /// The same problem with another part of what is at its path.
    pub fn on(mut self, part: Part) -> Self {
        self.target.part = part;
        self
    }

    /// The same problem with a suggestion.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same problem, with a suggestion if there is one.
    pub fn with_suggestion(mut self, name: Option<&str>) -> Self {
        self.help = name.map(|name| format!("did you mean `{name}`?")).or(self.help);
        self
    }
}

/// All problems of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Adds a problem.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// The problems, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The problems as errors with their places in the text, all found in one pass.
    pub fn into_diagnostics(self, source: SourceId, text: &str) -> Diagnostics {
        let targets: Vec<Target> = self.0.iter().map(|problem| problem.target.clone()).collect();
        let mut diagnostics = Diagnostics::new();
        for (problem, range) in self.0.into_iter().zip(locate(text, &targets)) {
            diagnostics.push(Diagnostic {
                help: problem.help,
                // What is nowhere to be found concerns the whole.
                span: Some(Span { source, range: range.unwrap_or(0..0) }),
                ..Diagnostic::error(problem.code, problem.message).at(problem.target.path.to_string())
            });
        }
        diagnostics
    }
}
