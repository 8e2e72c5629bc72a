//! Errors with the place in the value that they speak of.

use std::fmt;

use super::json::quoted;

/// What went wrong, all of it at once.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    problems: Box<[Problem]>,
}

/// One thing that is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where in the value.
    pub path: Path,
    /// What is wrong there, in lower case and without a full stop.
    pub message: String,
}

/// The way from a value to a part of it: `.tags["x"][2]`. Empty for the value itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Into an attribute of an object, by its name on the wire: `.tags`.
    Attribute(String),
    /// Into an element of a map: `["x"]`.
    Key(String),
    /// Into an element of a list or tuple: `[2]`.
    Index(usize),
}

impl Error {
    /// One problem with the value itself.
    pub fn new(message: impl Into<String>) -> Self {
        Self::at(Path::default(), message)
    }

    /// One problem with a part of the value.
    pub fn at(path: Path, message: impl Into<String>) -> Self {
        let problem = Problem {
            path,
            message: message.into(),
        };
        Self {
            problems: Box::new([problem]),
        }
    }

    /// All of these problems in one error; `None` if there are none.
    pub fn all(problems: Vec<Problem>) -> Option<Self> {
        if problems.is_empty() {
            return None;
        }
        Some(Self {
            problems: problems.into_boxed_slice(),
        })
    }

    /// The problems, one at least, in the order of the value's parts.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The same problems, seen from the value that this one is a part of.
    pub fn inside(mut self, step: Step) -> Self {
        for problem in &mut self.problems {
            problem.path.0.insert(0, step.clone());
        }
        self
    }
}

/// A line for each problem: `.tags["x"][2]: a number is required`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

/// The place, if it is not the value itself, and what is wrong there.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.0.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.problems).finish()
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| step.fmt(f))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Attribute(name) if is_name(name) => write!(f, ".{name}"),
            Step::Attribute(key) | Step::Key(key) => write!(f, "[{}]", quoted(key)),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// Whether a name can be told from what stands around it without quotes.
fn is_name(name: &str) -> bool {
    let is_first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let is_part = |byte: u8| is_first(byte) || byte.is_ascii_digit() || byte == b'-';
    name.bytes().next().is_some_and(is_first) && name.bytes().all(is_part)
}
