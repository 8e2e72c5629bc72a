//! From a path in a document to its place in the text.
//!
//! Parsing for data and parsing for places are two things: the first is fast and done always, the
//! second is done here, in one pass over the text, and only when there is a problem to show.

mod json;
mod scalar;
mod yaml;

use std::collections::BTreeMap;
use std::ops::Range;

use super::path::{DocumentPath, Step};
use crate::diag::{Diagnostics, SourceId, Span};

/// Which part of what is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The value; of a mapping or sequence that has a key, the key, since the whole would say little.
    Value,
    /// The key that it stands under.
    Key,
    /// The key, where it is given for the second time.
    RepeatedKey,
    /// A stretch of the text that the value is, in bytes of that text.
    Within(Range<usize>),
}

/// Something to be located.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where in the document.
    pub path: DocumentPath,
    /// Which part of it.
    pub part: Part,
}

/// The places of all targets in a YAML or JSON text, in bytes. What cannot be found is where the
/// nearest thing around it is; `None` if not even that is known.
///
/// ```
/// use tygen::loader::locate::{Part, Target, locate};
/// let text = "types:\n  Port: lisst(int)\n";
/// let target = Target { path: "$.types.Port".parse().unwrap(), part: Part::Within(0..5) };
/// assert_eq!(&text[locate(text, &[target])[0].clone().unwrap()], "lisst");
/// ```
pub fn locate(text: &str, targets: &[Target]) -> Vec<Option<Range<usize>>> {
    if targets.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk::new(text, targets);
    if is_json(text) {
        json::events(text, &mut |event| walk.event(event));
    } else {
        yaml::events(text, &mut |event| walk.event(event));
    }
    walk.finish()
}

/// Gives every problem that has a path and no place the place of its path.
pub fn locate_problems(source: SourceId, text: &str, diagnostics: &mut Diagnostics) {
    let mut waiting: Vec<_> = diagnostics
        .iter_mut()
        .filter(|diagnostic| diagnostic.span.is_none())
        .filter_map(|diagnostic| {
            let path = diagnostic.path.parse().ok()?;
            Some((diagnostic, Target { path, part: Part::Value }))
        })
        .collect();
    let targets: Vec<Target> = waiting.iter().map(|(_, target)| target.clone()).collect();
    for ((diagnostic, _), range) in waiting.iter_mut().zip(locate(text, &targets)) {
        diagnostic.span = range.map(|range| Span { source, range });
    }
}

/// Whether the text is meant to be JSON: it starts as a JSON object or array does.
pub fn is_json(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
    match text.strip_prefix('{') {
        Some(inside) => inside.trim_start().starts_with(['"', '}']),
        None => text.starts_with('['),
    }
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// As it is: plain, or in a block.
    Verbatim,
    /// In single quotes, a quote doubled.
    Single,
    /// In double quotes, with escapes.
    Double,
}

/// What a parser comes upon, in the order of the text. Ranges are bytes.
#[derive(Debug)]
enum Event<'a> {
    MapStart(usize),
    SequenceStart(usize),
    End,
    Scalar {
        range: Range<usize>,
        style: Style,
        value: std::borrow::Cow<'a, str>,
    },
    /// Stands for a value that is elsewhere.
    Alias(Range<usize>),
}

/// The targets as a tree, one node a path.
#[derive(Debug, Default)]
struct Node {
    children: BTreeMap<Step, usize>,
    targets: Vec<usize>,
    /// What to show for it, once it is found.
    found: Option<Range<usize>>,
    times: usize,
}

enum Frame {
    Map { node: Option<usize>, key: Option<(Option<usize>, Range<usize>)> },
    Sequence { node: Option<usize>, next: usize },
}

struct Walk<'a> {
    text: &'a str,
    targets: &'a [Target],
    nodes: Vec<Node>,
    stack: Vec<Frame>,
    answers: Vec<Option<Range<usize>>>,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, targets: &'a [Target]) -> Self {
        let mut nodes = vec![Node::default()];
        for (at, target) in targets.iter().enumerate() {
            let mut here = 0;
            for step in target.path.steps() {
                let fresh = nodes.len();
                here = *nodes[here].children.entry(step.clone()).or_insert(fresh);
                if here == fresh {
                    nodes.push(Node::default());
                }
            }
            nodes[here].targets.push(at);
        }
        Self { text, targets, nodes, stack: Vec::new(), answers: vec![None; targets.len()] }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::End => {
                self.stack.pop();
            }
            Event::MapStart(at) => {
                let node = self.value(at..at + 1, None);
                self.stack.push(Frame::Map { node, key: None });
            }
            Event::SequenceStart(at) => {
                let node = self.value(at..at + 1, None);
                self.stack.push(Frame::Sequence { node, next: 0 });
            }
            Event::Alias(range) => {
                self.value(range, None);
            }
            Event::Scalar { range, style, value } => match self.stack.last_mut() {
                Some(Frame::Map { node, key: key @ None }) => {
                    let child =
                        node.and_then(|node| self.nodes[node].children.get(&Step::Key(value.as_ref().into())).copied());
                    *key = Some((child, range));
                }
                Some(_) | None => {
                    self.value(range, Some((style, &value)));
                }
            },
        }
    }

    /// A value starts (a container) or is here whole (a scalar). Returns its node, if it is on the
    /// way to a target.
    fn value(&mut self, range: Range<usize>, scalar: Option<(Style, &str)>) -> Option<usize> {
        let (node, key) = match self.stack.last_mut() {
            None => (Some(0), None),
            // A container as a key is nothing that a path leads to.
            Some(Frame::Map { key, .. }) => match key.take() {
                Some((node, range)) => (node, Some(range)),
                None => {
                    *key = Some((None, range));
                    return None;
                }
            },
            Some(Frame::Sequence { node, next }) => {
                let step = Step::Index(*next);
                *next += 1;
                (node.and_then(|node| self.nodes[node].children.get(&step).copied()), None)
            }
        };
        let node = node?;
        let shown = match (&scalar, &key) {
            (None, Some(key)) => key.clone(),
            (Some(_), _) | (None, None) => range.clone(),
        };
        self.nodes[node].times += 1;
        let first = self.nodes[node].times == 1;
        if first {
            self.nodes[node].found = Some(shown.clone());
        }
        for &at in &self.nodes[node].targets {
            let here = match &self.targets[at].part {
                Part::Value if first => Some(shown.clone()),
                Part::Key if first => Some(key.clone().unwrap_or(shown.clone())),
                Part::RepeatedKey if !first => Some(key.clone().unwrap_or(shown.clone())),
                Part::Within(inner) if first => Some(match scalar {
                    Some((style, value)) => scalar::within(self.text, &range, style, value, inner),
                    None => shown.clone(),
                }),
                Part::Value | Part::Key | Part::RepeatedKey | Part::Within(_) => None,
            };
            if self.answers[at].is_none() {
                self.answers[at] = here;
            }
        }
        Some(node)
    }

    fn finish(self) -> Vec<Option<Range<usize>>> {
        let around = |target: &Target| {
            let mut here = 0;
            let mut found = self.nodes[0].found.clone();
            for step in target.path.steps() {
                match self.nodes[here].children.get(step) {
                    Some(&child) => here = child,
                    None => break,
                }
                found = self.nodes[here].found.clone().or(found);
            }
            found
        };
        self.targets.iter().zip(self.answers).map(|(target, answer)| answer.or_else(|| around(target))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked<'a>(text: &'a str, path: &str, part: Part) -> &'a str {
        let target = Target { path: path.parse().unwrap(), part };
        locate(text, &[target])[0].clone().map_or("", |range| &text[range])
    }

    const YAML: &str = "# é\na: one\n\"b\": {c: [x, 'it''s', \"t\\u0041b\"]}\nd:\n  - e: |\n      two\n      lines\n  - >-\n    folded\n    text\na: again\n";

    #[test]
    fn yaml_keys_and_values() {
        assert_eq!(marked(YAML, "$.a", Part::Value), "one");
        assert_eq!(marked(YAML, "$.a", Part::Key), "a");
        assert_eq!(marked(YAML, "$.b", Part::Value), "\"b\"");
        assert_eq!(marked(YAML, "$.b.c[0]", Part::Value), "x");
        assert_eq!(marked(YAML, "$.d[0].e", Part::Key), "e");
        let range = locate(YAML, &[Target { path: "$.a".parse().unwrap(), part: Part::RepeatedKey }])[0].clone();
        assert_eq!(range.map(|range| range.start), YAML.find("a: again"));
    }

    #[test]
    fn what_is_not_there_is_where_its_surroundings_are() {
        assert_eq!(marked(YAML, "$.b.missing.deeper", Part::Value), "\"b\"");
        assert_eq!(marked(YAML, "$.a.inside", Part::Value), "one");
        assert_eq!(marked("[", "$.a", Part::Value), "[");
        assert_eq!(marked("", "$.a", Part::Value), "");
    }

    #[test]
    fn words_inside_scalars() {
        assert_eq!(marked(YAML, "$.a", Part::Within(1..3)), "ne");
        assert_eq!(marked(YAML, "$.b.c[1]", Part::Within(2..4)), "''s");
        assert_eq!(marked(YAML, "$.b.c[2]", Part::Within(1..3)), "\\u0041b");
        assert_eq!(marked(YAML, "$.d[0].e", Part::Within(4..9)), "lines");
        assert_eq!(marked(YAML, "$.d[1]", Part::Within(7..11)), "text");
    }

    #[test]
    fn json() {
        let text = "{\"a\": [1, {\"b\\u0063\": \"x\\n😀\\ud83d\\ude00yz\"}], \"a\": true}";
        assert_eq!(marked(text, "$.a[0]", Part::Value), "1");
        assert_eq!(marked(text, "$.a[1].bc", Part::Key), "\"b\\u0063\"");
        assert_eq!(marked(text, "$.a[1].bc", Part::Within(10..11)), "y");
        assert_eq!(marked(text, "$.a", Part::RepeatedKey), "\"a\"");
        for broken in ["{\"a", "{\"a\": ", "[1, 2", "{]", "{\"a\": \"\\", "[[[}}}"] {
            marked(broken, "$.a", Part::Value);
        }
    }
}
