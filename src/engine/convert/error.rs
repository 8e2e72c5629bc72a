//! What is wrong with a value or a pair of types, with the place of each problem.

use std::fmt;

use super::super::path::{Step, ValuePath};

/// One problem of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where in the value; the root if the whole is wrong.
    pub path: ValuePath,
    /// What is wrong there, in the user's words: `a number is required`.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.steps().is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// Why a value is not converted: all problems, in declaration order, the same on every run. As text
/// one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// The problems; at least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if at == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ConversionError {}

/// A problem on its way out, the innermost step first.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub steps: Vec<Step>,
    pub message: String,
}

/// All problems of a part.
pub(super) type Failures = Vec<Failure>;

/// One problem at the part itself.
pub(super) fn fail<T>(message: impl Into<String>) -> Result<T, Failures> {
    Err(vec![Failure { steps: Vec::new(), message: message.into() }])
}

/// Adds a step to every problem of a part and keeps them with those of the parts before it.
pub(super) fn collect<T>(found: &mut Failures, step: impl FnOnce() -> Step, result: Result<T, Failures>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(mut failures) => {
            let step = step();
            failures.iter_mut().for_each(|failure| failure.steps.push(step.clone()));
            found.append(&mut failures);
            None
        }
    }
}

impl ConversionError {
    pub(crate) fn at_root(message: impl Into<String>) -> Self {
        Self { problems: vec![Problem { path: ValuePath::root(), message: message.into() }] }
    }

    pub(super) fn from_failures(failures: Failures) -> Self {
        let problems = failures
            .into_iter()
            .map(|failure| Problem { path: ValuePath::from_inside(failure.steps), message: failure.message })
            .collect();
        Self { problems }
    }
}
