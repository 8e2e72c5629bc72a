//! The answers that generated code is held to.

use super::super::Number;
use super::super::path::ValuePath;
use super::decode::{Decoder, Failure, Metadata};
use super::node::{Marked, Node};
use super::read::{self, Unreadable};
use super::{MAX_DEPTH, write};
use crate::codec::{Codecs, Root};

/// JSON text in canonical form, or every problem as `path: message`.
pub type Answer = Result<String, Vec<String>>;

/// Knows how every type of a schema is read and written.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    codecs: &'a Codecs,
}

impl<'a> Judge<'a> {
    /// The judge of these codecs.
    pub fn new(codecs: &'a Codecs) -> Self {
        Self { codecs }
    }

    /// What decoding the text to the plain type and encoding it again must give.
    ///
    /// # Errors
    ///
    /// Every problem that decoding must tell, in order.
    pub fn decode(&self, root: &Root, text: &str) -> Answer {
        self.node(root, text, Metadata::Refused).map(|node| write::text(&node))
    }

    /// What decoding the text to an output and encoding that again must give; also what arguments that
    /// the text describes must resolve to.
    ///
    /// # Errors
    ///
    /// Every problem with which the output must fail, in order.
    pub fn output(&self, root: &Root, text: &str) -> Answer {
        self.node(root, text, Metadata::Kept).map(|node| write::text(&node))
    }

    /// What lifted access to a part of the output must give: the names, keys and numbers on the way to
    /// it, from the outside. `null` where there is no such part.
    ///
    /// # Errors
    ///
    /// As [`Judge::output`].
    pub fn part(&self, root: &Root, text: &str, path: &[&str]) -> Answer {
        let mut part = self.node(root, text, Metadata::Kept)?;
        for step in path {
            part = step_into(part, step);
        }
        Ok(write::text(&part))
    }

    fn node(&self, root: &Root, text: &str, metadata: Metadata) -> Result<Node, Vec<String>> {
        let node = read::read(text).map_err(|unreadable| {
            vec![match unreadable {
                Unreadable::Syntax(why) => format!("the text is not JSON: {why}"),
                Unreadable::Depth => format!("the value is nested deeper than {MAX_DEPTH} levels"),
            }]
        })?;
        let Some(definition) = self.codecs.definition(root) else {
            return Err(vec![format!("there is no {root}")]);
        };
        Decoder::new(self.codecs, metadata).defined(&node, definition).map_err(rendered)
    }
}

/// A part with what goes with the whole on the way to it.
fn step_into(whole: Node, step: &str) -> Node {
    match whole {
        Node::Marked(marked) => {
            let content = marked.content.map(|content| step_into(content, step));
            Marked { content, ..*marked }.into_node()
        }
        Node::Object(members) => {
            members.into_iter().find(|(name, _)| **name == *step).map_or(Node::Null, |(_, member)| member)
        }
        Node::List(elements) => {
            let at = step.parse::<usize>().ok();
            at.and_then(|at| elements.into_iter().nth(at)).unwrap_or(Node::Null)
        }
        Node::Null
        | Node::Bool(_)
        | Node::Number(_)
        | Node::Infinity(_)
        | Node::String(_)
        | Node::Asset(_)
        | Node::Archive(_)
        | Node::Reference(_)
        | Node::Broken(_) => Node::Null,
    }
}

/// The problems as people read them.
pub(super) fn rendered(problems: Vec<Failure>) -> Vec<String> {
    let line = |problem: Failure| {
        let path = ValuePath::from_inside(problem.steps);
        if path.steps().is_empty() { problem.message } else { format!("{path}: {}", problem.message) }
    };
    problems.into_iter().map(line).collect()
}

/// Whether two JSON texts say the same: members in any order, numbers compared as numbers. False if one
/// is not JSON.
///
/// ```
/// use tygen::engine::wire::same;
/// assert!(same(r#"{"a": 1.0, "b": 1e1}"#, r#"{"b": 10, "a": 1}"#));
/// assert!(!same("9007199254740993", "9007199254740992"));
/// ```
pub fn same(left: &str, right: &str) -> bool {
    match (read::read(left), read::read(right)) {
        (Ok(left), Ok(right)) => same_nodes(&left, &right),
        _ => false,
    }
}

fn same_nodes(left: &Node, right: &Node) -> bool {
    match (left, right) {
        (Node::Number(left), Node::Number(right)) => match (Number::parse(left), Number::parse(right)) {
            (Ok(left), Ok(right)) => left == right,
            _ => left == right,
        },
        (Node::List(left), Node::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_nodes(left, right))
        }
        (Node::Object(left), Node::Object(right)) => {
            let same_member = |(name, member): &(std::sync::Arc<str>, Node)| {
                right.iter().any(|(other, node)| other == name && same_nodes(member, node))
            };
            left.len() == right.len() && left.iter().all(same_member)
        }
        (Node::Marked(left), Node::Marked(right)) => {
            let contents = match (&left.content, &right.content) {
                (Some(left), Some(right)) => same_nodes(left, right),
                (left, right) => left.is_none() && right.is_none(),
            };
            contents && left.secret == right.secret && left.dependencies == right.dependencies
        }
        (Node::Asset(_) | Node::Archive(_), Node::Asset(_) | Node::Archive(_)) => {
            write::text(left) == write::text(right)
        }
        (left, right) => left == right,
    }
}
