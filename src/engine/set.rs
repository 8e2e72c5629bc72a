//! Sets: no element twice, a defined order, unknown members included.
//!
//! Two elements coalesce if they are known to be equal, so unknown ones never do
//! (`spec/2-cty-types.txt`, "`cty.Set` types"). The order is that of `semantics.md`, section 2.

use std::cmp::Ordering;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use indexmap::IndexSet;

use super::equality::{self, hash_of};
use super::{Marks, Payload};

impl Payload {
    /// A set of these elements, which are all of one type. Marks of the elements, at any depth, move
    /// up to the set.
    ///
    /// ```
    /// use tygen::engine::Payload;
    /// let set = Payload::set(["b", "a", "b"].map(Payload::string));
    /// assert!(matches!(set, Payload::Set(elements) if elements.len() == 2));
    /// ```
    pub fn set(elements: impl IntoIterator<Item = Payload>) -> Self {
        let mut marks = Marks::none();
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        let mut null = None;
        for element in elements {
            let element = element.unmark_deep(&mut marks);
            if element.is_null() {
                null.get_or_insert(element);
            } else if element.is_known() {
                known.push(element);
            } else {
                unknown.push(element);
            }
        }
        coalesce(&mut known);
        known.append(&mut unknown);
        known.extend(null);
        Payload::Set(known.into()).with_marks(&marks)
    }
}

/// Drops duplicates and sorts what has an order.
fn coalesce(known: &mut Vec<Payload>) {
    match known.first() {
        None => {}
        // Equal ones are neighbours once they are sorted.
        Some(Payload::Bool(_) | Payload::String(_) | Payload::Int(_)) => {
            known.sort_by(order);
            known.dedup_by(|left, right| equality::payloads(left, right) == Some(true));
        }
        // Equality looks at the text of numbers, order at their value: one does not follow the other.
        Some(Payload::Number(_)) => {
            retain_first(known);
            known.sort_by(order);
        }
        Some(_) => retain_first(known),
    }
}

/// The order of primitives of one type; others have none.
fn order(left: &Payload, right: &Payload) -> Ordering {
    match (left, right) {
        (Payload::Bool(left), Payload::Bool(right)) => left.cmp(right),
        (Payload::Int(left), Payload::Int(right)) => left.cmp(right),
        (Payload::Number(left), Payload::Number(right)) => left.cmp(right),
        (Payload::String(left), Payload::String(right)) => left.cmp(right),
        _ => Ordering::Equal,
    }
}

/// Keeps the first of equal elements, in the order in which they come.
fn retain_first(elements: &mut Vec<Payload>) {
    let mut seen: Index<'_> = Index::default();
    let mut duplicates = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        if element.is_wholly_known() && !seen.insert(Member(element)) {
            duplicates.push(at);
        }
    }
    if duplicates.is_empty() {
        return;
    }
    let mut at = 0;
    let mut duplicates = duplicates.into_iter().peekable();
    elements.retain(|_| {
        let duplicate = duplicates.next_if_eq(&at).is_some();
        at += 1;
        !duplicate
    });
}

/// The hash is keyed by a constant, so that everything stays the same on every run.
type Index<'a> = IndexSet<Member<'a>, BuildHasherDefault<DefaultHasher>>;

/// An element as the member of a set.
struct Member<'a>(&'a Payload);

impl PartialEq for Member<'_> {
    fn eq(&self, other: &Self) -> bool {
        equality::payloads(self.0, other.0) == Some(true)
    }
}

impl Eq for Member<'_> {}

impl Hash for Member<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash_of(self.0));
    }
}

/// Whether two sets are equal.
///
/// Not known while either has an unknown element, for that may turn out to be any of the others, as
/// go-cty has it. Where only parts of elements are unknown, a known part may still decide.
pub(super) fn equal(left: &[Payload], right: &[Payload]) -> Option<bool> {
    if left.iter().chain(right).any(|element| !element.is_known()) {
        return None;
    }
    let whole = |set: &[Payload]| set.iter().all(Payload::is_wholly_known);
    if whole(left) && whole(right) {
        return Some(left.len() == right.len() && includes(left, right));
    }
    equality::all([may_include(left, right), may_include(right, left)].into_iter())
}

/// Whether every element of `part` is one of `whole`, where elements may have unknown parts.
fn may_include(whole: &[Payload], part: &[Payload]) -> Option<bool> {
    let index: Index<'_> = whole.iter().filter(|element| element.is_wholly_known()).map(Member).collect();
    let unsure: Vec<&Payload> = whole.iter().filter(|element| !element.is_wholly_known()).collect();
    equality::all(part.iter().map(|element| {
        if !element.is_wholly_known() {
            return equality::any(whole.iter().map(|candidate| equality::payloads(candidate, element)));
        }
        if index.contains(&Member(element)) {
            return Some(true);
        }
        equality::any(unsure.iter().map(|candidate| equality::payloads(candidate, element)))
    }))
}

/// Whether every element of `part` is one of `whole`; all are known.
fn includes(whole: &[Payload], part: &[Payload]) -> bool {
    // Sets of primitives have one order, so that equal ones mostly are equal place by place.
    let in_place = whole.len() == part.len()
        && whole.iter().zip(part).all(|(left, right)| equality::payloads(left, right) == Some(true));
    in_place || {
        let index: Index<'_> = whole.iter().map(Member).collect();
        part.iter().all(|element| index.contains(&Member(element)))
    }
}

/// Whether two sets have the same known members and as many unknown ones.
pub(super) fn same(left: &[Payload], right: &[Payload]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    if left.iter().zip(right).all(|(left, right)| equality::raw(left, right)) {
        return true;
    }
    let mut rest: Vec<&Payload> = right.iter().filter(|element| !element.is_wholly_known()).collect();
    let index: Index<'_> = right.iter().filter(|element| element.is_wholly_known()).map(Member).collect();
    left.iter().all(|element| {
        if element.is_wholly_known() {
            return index.get(&Member(element)).is_some_and(|found| equality::raw(found.0, element));
        }
        match rest.iter().position(|candidate| equality::raw(candidate, element)) {
            Some(at) => {
                rest.swap_remove(at);
                true
            }
            None => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Number, Value};
    use crate::model::Type;

    fn order(ty: Type, set: Payload) -> String {
        Value::trusted(Type::set(ty), set).to_notation()["value"].to_string()
    }

    #[test]
    fn primitives_are_sorted_and_others_keep_their_order() {
        let numbers = ["10", "-0", "9", "0", "1e1", "0.5"].map(|text| Payload::Number(Number::parse(text).unwrap()));
        assert_eq!(order(Type::Number, Payload::set(numbers)), r#"["-0","0.5","9","10"]"#);
        assert_eq!(order(Type::Bool, Payload::set([true, false, true].map(Payload::Bool))), "[false,true]");
        let strings = ["é", "z", "Z", "", "e\u{301}"].map(Payload::string);
        assert_eq!(order(Type::String, Payload::set(strings)), r#"["","Z","z","é"]"#);
        let lists = [2, 1, 2].map(|int| Payload::sequence([Payload::int(int)]));
        assert_eq!(order(Type::list(Type::Int), Payload::set(lists)), r#"[["2"],["1"]]"#);
    }

    #[test]
    fn unknown_elements_follow_the_known_and_null_is_last() {
        let set = Payload::set([Payload::Null, Payload::Unknown, Payload::int(2), Payload::Unknown, Payload::Null]);
        assert_eq!(order(Type::Int, set), r#"["2",{"$unknown":true},{"$unknown":true},null]"#);
    }

    /// A double and a text of the same digits are one element, as they are equal.
    #[test]
    fn numbers_of_other_precision_coalesce() {
        let tenths = [Number::from_f64(0.1).unwrap(), Number::parse("0.1").unwrap()];
        assert_eq!(order(Type::Number, Payload::set(tenths.map(Payload::Number))), r#"["0.1"]"#);
    }
}
