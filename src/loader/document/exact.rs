//! The digits of numbers that the parsers round, from the text.

use super::Node;
use crate::loader::locate::{Part, Target, locate};
use crate::loader::path::{DocumentPath, Step};
use crate::model::NumberText;

/// Puts the exact number in the place of every rounded one that is written out in the text.
pub(super) fn restore(tree: &mut Node, text: &str) {
    let mut targets = Vec::new();
    collect(tree, &mut Vec::new(), &mut targets);
    for (target, range) in targets.iter().zip(locate(text, &targets)) {
        let number = range.and_then(|range| text.get(range)).and_then(number);
        if let (Some(number), Some(node)) = (number, tree.at_mut(&target.path)) {
            *node = Node::Number(number);
        }
    }
}

/// The paths of all rounded numbers. Parsers do not go deeper than 128 levels, so neither does this.
fn collect(node: &Node, path: &mut Vec<Step>, targets: &mut Vec<Target>) {
    match node {
        Node::Rounded => targets.push(Target { path: path.iter().cloned().collect(), part: Part::Value }),
        Node::List(items) => {
            for (at, item) in items.iter().enumerate() {
                path.push(Step::Index(at));
                collect(item, path, targets);
                path.pop();
            }
        }
        Node::Map(members) => {
            for (key, value) in members {
                path.push(Step::Key(key.clone()));
                collect(value, path, targets);
                path.pop();
            }
        }
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::String(_) => {}
    }
}

/// The number of a YAML scalar, which may have a plus, zeros before it, or nothing on one side of its
/// point.
fn number(scalar: &str) -> Option<NumberText> {
    let (sign, unsigned) = match scalar.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", scalar.strip_prefix('+').unwrap_or(scalar)),
    };
    let (mantissa, exponent) = unsigned.split_at(unsigned.find(['e', 'E']).unwrap_or(unsigned.len()));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    NumberText::new(&format!("{sign}{whole}{point}{fraction}{exponent}"))
}

impl Node {
    /// What is at a path: of a key given twice, the first.
    pub fn at(&self, path: &DocumentPath) -> Option<&Node> {
        path.steps().iter().try_fold(self, |node, step| match (node, step) {
            (Node::Map(members), Step::Key(key)) => {
                members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            (Node::List(items), Step::Index(at)) => items.get(*at),
            (_, Step::Key(_) | Step::Index(_)) => None,
        })
    }

    fn at_mut(&mut self, path: &DocumentPath) -> Option<&mut Node> {
        path.steps().iter().try_fold(self, |node, step| match (node, step) {
            (Node::Map(members), Step::Key(key)) => {
                members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            (Node::List(items), Step::Index(at)) => items.get_mut(*at),
            (_, Step::Key(_) | Step::Index(_)) => None,
        })
    }
}
