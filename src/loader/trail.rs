//! Where in a document a loader is, and what it has to say about that place.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use super::lenient::{Given, Members, Readable, Text};
use super::path::is_plain_key;
use crate::diag::{Code, Diagnostic, Diagnostics};

/// A path of a document, `$.resources["a:b:C"].aliases[2]`, written out only when somebody asks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trail<'a> {
    /// The whole document.
    Root,
    /// A path that was written out before.
    Written(&'a str),
    /// The value under a key.
    Key(&'a Trail<'a>, &'a str),
    /// An item of an array, counted from 0.
    Index(&'a Trail<'a>, usize),
}

impl<'a> Trail<'a> {
    /// The value under a key of this one.
    pub(super) fn key<'b>(&'b self, key: &'b str) -> Trail<'b>
    where
        'a: 'b,
    {
        Trail::Key(self, key)
    }

    /// An item of this array.
    pub(super) fn index<'b>(&'b self, index: usize) -> Trail<'b>
    where
        'a: 'b,
    {
        Trail::Index(self, index)
    }
}

/// As [`DocumentPath`](super::path::DocumentPath) is written and read.
impl fmt::Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trail::Root => f.write_str("$"),
            Trail::Written(path) => f.write_str(path),
            Trail::Index(parent, index) => write!(f, "{parent}[{index}]"),
            Trail::Key(parent, key) if is_plain_key(key) => write!(f, "{parent}.{key}"),
            Trail::Key(parent, key) => write!(f, "{parent}[{}]", serde_json::Value::from(*key)),
        }
    }
}

/// Collects what is wrong with a document. What is said of many places at once (a key that nobody
/// knows) is said once for each kind of place, with the first place and how many more there are.
#[derive(Debug)]
pub(super) struct Reporter<'d> {
    diagnostics: &'d mut Diagnostics,
    unknown: Unknown,
}

/// By the kind of place and the key: where it was met first, and how often after that.
pub(super) type Unknown = BTreeMap<(&'static str, String), (String, usize)>;

impl<'d> Reporter<'d> {
    /// Adds to these problems.
    pub(super) fn new(diagnostics: &'d mut Diagnostics) -> Self {
        Self { diagnostics, unknown: BTreeMap::new() }
    }

    /// A problem that keeps the output from being written.
    pub(super) fn error(&mut self, code: Code, trail: &Trail<'_>, message: impl Into<String>) {
        self.push(Diagnostic::error(code, message).at(trail.to_string()));
    }

    /// A problem that the user should know of.
    pub(super) fn warning(&mut self, code: Code, trail: &Trail<'_>, message: impl Into<String>) {
        self.push(Diagnostic::warning(code, message).at(trail.to_string()));
    }

    /// Any problem.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The value, if there is one; a value of the wrong kind is a problem.
    pub(super) fn get<'v, 'de, T: Readable<'de>>(&mut self, given: &'v Given<T>, trail: &Trail<'_>) -> Option<&'v T> {
        match given {
            Given::Value(value) => Some(value),
            Given::Absent => None,
            Given::Wrong(found) => {
                self.error(Code::WrongKind, trail, format!("{} is expected, not {found}", T::KIND));
                None
            }
        }
    }

    /// Keys of `what` ("a resource") that the format does not have.
    pub(super) fn unknown_keys(&mut self, what: &'static str, keys: &[Cow<'_, str>], trail: &Trail<'_>) {
        for key in keys {
            self.unknown
                .entry((what, key.to_string()))
                .and_modify(|(_, more)| *more += 1)
                .or_insert_with(|| (trail.key(key).to_string(), 0));
        }
    }

    /// What was gathered of unknown keys, for [`Self::absorb`].
    pub(super) fn into_unknown(self) -> Unknown {
        self.unknown
    }

    /// Adds what another one found later in the document.
    pub(super) fn absorb(&mut self, unknown: Unknown, diagnostics: Diagnostics) {
        self.diagnostics.extend(diagnostics);
        for (key, (path, more)) in unknown {
            self.unknown.entry(key).and_modify(|(_, before)| *before += more + 1).or_insert((path, more));
        }
    }

    /// Says what was gathered.
    pub(super) fn finish(self) {
        for ((what, key), (path, more)) in self.unknown {
            let more = match more {
                0 => String::new(),
                more => format!(", here and in {more} more"),
            };
            let message = format!("{key:?} is no known key of {what}{more}; it is not carried over");
            self.diagnostics.push(Diagnostic::warning(Code::UnknownKey, message).at(path));
        }
    }
}

/// The members of an object, each name once; a repeated name is a problem.
pub(super) fn once<'v, 'de, T: Readable<'de>>(
    given: &'v Given<Members<'de, T>>,
    reporter: &mut Reporter<'_>,
    trail: &Trail<'_>,
) -> Vec<(&'v Text<'de>, &'v Given<T>)> {
    let Some(members) = reporter.get(given, trail) else { return Vec::new() };
    let all = members.0.iter().map(|(name, value)| (name, value));
    // Most tools write keys in order, and then a look at the neighbours is enough.
    if members.0.is_sorted_by(|(before, _), (after, _)| before < after) {
        return all.collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut once = Vec::with_capacity(members.0.len());
    for (name, value) in all {
        if seen.insert(&**name) {
            once.push((name, value));
        } else {
            reporter.error(Code::Duplicate, &trail.key(name), format!("{:?} is given twice", &**name));
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_quote_what_is_no_identifier() {
        let resources = Trail::Root.key("resources");
        let resource = resources.key("a:b:\"C");
        let aliases = resource.key("aliases");
        assert_eq!(aliases.index(2).to_string(), r#"$.resources["a:b:\"C"].aliases[2]"#);
    }

    #[test]
    fn an_unknown_key_is_reported_once_per_kind() {
        let mut diagnostics = Diagnostics::new();
        let mut reporter = Reporter::new(&mut diagnostics);
        for name in ["a", "b"] {
            reporter.unknown_keys("a type", &["odd".into()], &Trail::Root.key(name));
        }
        reporter.finish();
        let problem = diagnostics.iter().next().unwrap();
        assert_eq!((diagnostics.len(), problem.path.as_str()), (1, "$.a.odd"));
        assert!(problem.message.contains("1 more"));
    }
}
