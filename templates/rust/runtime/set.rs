//! Sets: none of their elements is equal to another.

use std::collections::BTreeMap;

use super::canonical;
use super::schema::Definition;
use super::{Node, Type};

/// The set of these elements, all of that type. With a part of it unknown, nobody can say which are
/// equal: all are kept.
pub(super) fn of(list: Node, element: &Type) -> Node {
    let Node::List(elements) = list else {
        return list;
    };
    if !elements.iter().all(is_known) {
        return Node::List(elements);
    }
    let mut kept: Vec<Node> = Vec::with_capacity(elements.len());
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for node in elements {
        let text = canonical::compared(&node);
        match places.get(&text) {
            Some(&at) => kept[at] = joined(kept[at].clone(), &node),
            None => {
                places.insert(text, kept.len());
                kept.push(node);
            }
        }
    }
    if is_ordered(element) {
        kept.sort_by(compare);
    } else {
        kept.sort_by_key(|node| matches!(node.bare(), Some(Node::Null)));
    }
    Node::List(kept)
}

fn is_known(node: &Node) -> bool {
    match node {
        Node::Marked(marked) => marked.value.as_ref().is_some_and(is_known),
        other => other.parts().all(is_known),
    }
}

/// An element that was there twice, with what is known of both.
fn joined(kept: Node, dropped: &Node) -> Node {
    let mut marks = super::node::Marks::default();
    dropped.united(&mut marks);
    Node::marked(Some(kept), marks)
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
