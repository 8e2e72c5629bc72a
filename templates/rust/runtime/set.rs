//! Sets: none of their elements is equal to another.

use std::collections::BTreeSet;

use super::canonical;
use super::schema::Definition;
use super::{Node, Type};

/// The set of these elements, all of that type. With metadata of a part, all are kept as they came:
/// which are equal may not be known, and what is known of each must not be lost.
pub(super) fn of(list: Node, element: &Type) -> Node {
    let Node::List(elements) = list else {
        return list;
    };
    if elements.iter().any(Node::is_marked) {
        return Node::List(elements);
    }
    let mut kept: Vec<Node> = Vec::with_capacity(elements.len());
    let mut seen = BTreeSet::new();
    for node in elements {
        let text = match canonical::compared(&node) {
            zero if zero == "-0" => "0".to_owned(),
            text => text,
        };
        if seen.insert(text) {
            kept.push(node);
        }
    }
    if is_ordered(element) {
        kept.sort_by(compare);
    }
    Node::List(kept)
}

/// Whether the elements have an order of their own.
fn is_ordered(element: &Type) -> bool {
    match element.behind() {
        Type::Bool
        | Type::Int
        | Type::Int64
        | Type::Int32
        | Type::Double
        | Type::Exact
        | Type::String => true,
        Type::Nullable(inner) => is_ordered(inner),
        Type::Named(definition) => match definition() {
            Definition::Enum(base, _) => is_ordered(base),
            Definition::Object(_)
            | Definition::Tuple(_)
            | Definition::Union(_)
            | Definition::Alias(_) => false,
        },
        _ => false,
    }
}

fn compare(left: &Node, right: &Node) -> std::cmp::Ordering {
    match (left.bare(), right.bare()) {
        (Some(Node::Bool(left)), Some(Node::Bool(right))) => left.cmp(right),
        (Some(Node::Number(left)), Some(Node::Number(right))) => left.cmp(right),
        (Some(Node::String(left)), Some(Node::String(right))) => left.cmp(right),
        (left, right) => {
            let is_null = |node: Option<&Node>| matches!(node, Some(Node::Null));
            is_null(left).cmp(&is_null(right))
        }
    }
}
