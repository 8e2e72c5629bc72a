//! Which of several types is the best one to unify to: the most general first.

use std::cmp::Ordering;

use crate::model::Type;

/// The types, those that are more general than others before these, the rest as given.
pub(super) fn order<'t>(types: &[&'t Type]) -> Vec<&'t Type> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut waiting = vec![0_usize; types.len()];
    for left in 0..types.len() {
        for right in left + 1..types.len() {
            match compare(types[left], types[right]) {
                Ordering::Less => {
                    before[left].push(right);
                    waiting[right] += 1;
                }
                Ordering::Greater => {
                    before[right].push(left);
                    waiting[left] += 1;
                }
                Ordering::Equal => {}
            }
        }
    }
    let mut order: Vec<usize> = (0..types.len()).filter(|&at| waiting[at] == 0).collect();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &after in &before[at] {
            waiting[after] -= 1;
            if waiting[after] == 0 {
                order.push(after);
            }
        }
    }
    // Types that are more general than each other in a circle come last, as given.
    order.extend((0..types.len()).filter(|&at| waiting[at] > 0));
    order.into_iter().map(|at| types[at]).collect()
}

/// `Less` if `left` is more general than `right`. Whether there is a conversion is another question.
fn compare(left: &Type, right: &Type) -> Ordering {
    match (left, right) {
        (Type::Any, Type::Any) => Ordering::Equal,
        // Anything converts to any, so that it would win always and say nothing.
        (Type::Any, _) => Ordering::Greater,
        (_, Type::Any) => Ordering::Less,
        (Type::List(left), Type::List(right))
        | (Type::Set(left), Type::Set(right))
        | (Type::Map(left), Type::Map(right)) => compare(left, right),
        (Type::Tuple(left), Type::Tuple(right)) => {
            if left.len() != right.len() {
                return Ordering::Equal;
            }
            across(left.iter().zip(right.iter()))
        }
        (Type::Object(left), Type::Object(right)) => {
            let same_names = left.len() == right.len()
                && left.sorted().iter().zip(right.sorted()).all(|(left, right)| left.name == right.name);
            if !same_names {
                return Ordering::Equal;
            }
            across(left.sorted().iter().zip(right.sorted()).map(|(left, right)| (&left.ty, &right.ty)))
        }
        (left, right) => match (generality(left), generality(right)) {
            (Some((left_kind, left)), Some((right_kind, right))) if left_kind == right_kind => left.cmp(&right),
            _ => Ordering::Equal,
        },
    }
}

/// More general in some part and less in none.
fn across<'t>(pairs: impl Iterator<Item = (&'t Type, &'t Type)>) -> Ordering {
    let mut found = Ordering::Equal;
    for (left, right) in pairs {
        match (compare(left, right), found) {
            (Ordering::Equal, _) => {}
            (order, Ordering::Equal) => found = order,
            (order, before) if order == before => {}
            _ => return Ordering::Equal,
        }
    }
    found
}

/// A family of types and the place in it, the most general first.
fn generality(ty: &Type) -> Option<(u8, u8)> {
    match ty {
        Type::String => Some((0, 0)),
        Type::Number => Some((0, 1)),
        Type::Int => Some((0, 2)),
        Type::Bool => Some((0, 1)),
        Type::List(_) => Some((1, 0)),
        Type::Tuple(_) => Some((1, 1)),
        Type::Set(_) => Some((1, 2)),
        Type::Map(_) => Some((2, 0)),
        Type::Object(_) => Some((2, 1)),
        Type::None
        | Type::Any
        | Type::Asset
        | Type::Archive
        | Type::Resource(_)
        | Type::Capsule(_)
        | Type::Union(_)
        | Type::Enum(_)
        | Type::Promise(_)
        | Type::Output(_)
        | Type::Named(_) => None,
    }
}
