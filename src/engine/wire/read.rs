//! From JSON text to a node, with numbers exact.

use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::super::codec::{Done, HalfPair, Scanner};
use super::node::{Marked, Node};
use super::{MAX_DEPTH, UNKNOWNS, special};

/// What is wrong with a text as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unreadable {
    /// It is not JSON: why.
    Syntax(String),
    /// It is nested too deep.
    Depth,
}

/// Reads one value and nothing after it.
pub(super) fn read(text: &str) -> Result<Node, Unreadable> {
    let mut scanner = Scanner::new(text, MAX_DEPTH, HalfPair::Refused);
    let node = value(&mut scanner).and_then(|node| match scanner.peek() {
        None => Ok(node),
        Some(_) => scanner.fail("nothing may follow the value"),
    });
    node.map_err(
        |failure| {
            if scanner.depth() > MAX_DEPTH { Unreadable::Depth } else { Unreadable::Syntax(failure.message) }
        },
    )
}

/// In Unicode's form NFC: what a string becomes when it is converted. The text of an asset is kept as it came.
pub(super) fn nfc(text: &str) -> Arc<str> {
    if text.is_ascii() { text.into() } else { text.nfc().collect::<String>().into() }
}

fn value(scanner: &mut Scanner<'_>) -> Done<Node> {
    match scanner.peek() {
        Some(b'n') => scanner.word("null").map(|()| Node::Null),
        Some(b't') => scanner.word("true").map(|()| Node::Bool(true)),
        Some(b'f') => scanner.word("false").map(|()| Node::Bool(false)),
        Some(b'"') => {
            let text = scanner.string()?;
            let unknown = UNKNOWNS.contains(&&*text);
            Ok(if unknown { Marked::unknown().into_node() } else { Node::String(text.into()) })
        }
        Some(b'[') => {
            scanner.open(b'[')?;
            let mut elements = Vec::new();
            while scanner.more(elements.len(), b']')? {
                elements.push(value(scanner)?);
            }
            Ok(Node::List(elements))
        }
        Some(b'{') => object(scanner),
        Some(_) => Ok(Node::Number(scanner.number()?.into())),
        None => scanner.fail("a value is expected"),
    }
}

fn object(scanner: &mut Scanner<'_>) -> Done<Node> {
    scanner.open(b'{')?;
    let mut members: indexmap::IndexMap<Arc<str>, Node> = indexmap::IndexMap::new();
    let mut taken = 0;
    while scanner.more(taken, b'}')? {
        taken += 1;
        let key = nfc(&scanner.key()?);
        // The last one counts.
        members.insert(key, value(scanner)?);
    }
    Ok(special::interpreted(members))
}
