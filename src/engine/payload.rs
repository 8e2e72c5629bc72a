//! What a value holds, stored relative to its type.

use std::sync::Arc;

use num_bigint::BigInt;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::opaque::{Archive, Asset, ResourceReference};
use super::{Capsule, Marks, Number, Value};
use crate::model::Type;

/// What a value holds. Which variants may stand where is said by the type beside it; compound ones
/// are shared, so that a clone costs a count.
///
/// A value of `promise(T)` or `output(T)` holds what a value of `T` holds.
#[derive(Clone, Debug)]
pub enum Payload {
    /// A typed null; the only value of `none`.
    Null,
    /// Not known yet.
    Unknown,
    /// `true` or `false`.
    Bool(bool),
    /// An `int`.
    Int(Arc<BigInt>),
    /// A `number`.
    Number(Number),
    /// A string, in normal form C. Make it with [`Payload::string`].
    String(Arc<str>),
    /// The elements of a list or tuple; the attributes of an object in the order of
    /// [`crate::model::ObjectType::sorted`].
    Sequence(Arc<[Payload]>),
    /// The elements of a set in iteration order, none twice, none marked. Make it with [`Payload::set`].
    Set(Arc<[Payload]>),
    /// The elements of a map, sorted by key, no key twice. Make it with [`Payload::map`].
    Map(Arc<[(Arc<str>, Payload)]>),
    /// In the place of a union: the arm that was taken. In the place of `any`: a value with its own
    /// type. Never marked inside; the arm may again be one of a union, such as `promise(union(…))`.
    /// Make it with [`Payload::arm`].
    Arm(Arc<Value>),
    /// Marks around something that is not itself `Marked`. Make it with [`Payload::with_marks`].
    Marked(Arc<Marked>),
    /// A blob.
    Asset(Arc<Asset>),
    /// A tree of blobs.
    Archive(Arc<Archive>),
    /// A reference to a resource.
    Resource(Arc<ResourceReference>),
    /// An object of the host program.
    Capsule(Arc<Capsule>),
}

/// A payload and its marks.
#[derive(Clone, Debug)]
pub struct Marked {
    pub(super) marks: Marks,
    pub(super) payload: Payload,
}

impl Payload {
    /// A string, normalised to form C.
    ///
    /// ```
    /// use tygen::engine::Payload;
    /// assert!(matches!(Payload::string("e\u{301}"), Payload::String(text) if &*text == "é"));
    /// ```
    pub fn string(text: &str) -> Self {
        Payload::String(normalised(text))
    }

    /// An int.
    pub fn int(int: impl Into<BigInt>) -> Self {
        Payload::Int(Arc::new(int.into()))
    }

    /// A sequence: the elements of a list or tuple, or an object's attributes sorted by name.
    pub fn sequence(elements: impl IntoIterator<Item = Payload>) -> Self {
        Payload::Sequence(elements.into_iter().collect())
    }

    /// A map; of two elements under one key the last one counts. Keys are normalised to form C.
    pub fn map(elements: impl IntoIterator<Item = (Arc<str>, Payload)>) -> Self {
        let mut elements: Vec<(Arc<str>, Payload)> =
            elements.into_iter().map(|(key, payload)| (normalised_arc(key), payload)).collect();
        if !elements.is_sorted_by(|left, right| left.0 < right.0) {
            // The sort is stable: what came last under a key is the last of its run.
            elements.sort_by(|left, right| left.0.cmp(&right.0));
            elements.reverse();
            elements.dedup_by(|earlier, kept| earlier.0 == kept.0);
            elements.reverse();
        }
        Payload::Map(elements.into())
    }

    /// A value in the place of a union or of `any`: `payload` relative to `ty`. Marks move outside.
    pub fn arm(ty: Type, payload: Payload) -> Self {
        let (payload, marks) = payload.unmark();
        let arm = match (&ty, payload) {
            // It says already which type it has.
            (Type::Any, payload) => payload,
            (_, payload) => Payload::Arm(Arc::new(Value::trusted(ty, payload))),
        };
        arm.with_marks(&marks)
    }

    /// Adds marks.
    pub fn with_marks(self, marks: &Marks) -> Self {
        if marks.is_empty() {
            return self;
        }
        let (payload, own) = self.unmark();
        Payload::Marked(Arc::new(Marked { marks: own.and(marks), payload }))
    }

    /// Takes the outermost marks off.
    pub fn unmark(self) -> (Payload, Marks) {
        match self {
            Payload::Marked(marked) => {
                let marked = Arc::unwrap_or_clone(marked);
                (marked.payload, marked.marks)
            }
            payload => (payload, Marks::none()),
        }
    }

    /// What stands below the outermost marks.
    pub fn unmarked(&self) -> &Payload {
        match self {
            Payload::Marked(marked) => &marked.payload,
            payload => payload,
        }
    }

    /// What stands below the outermost marks and the choice of an arm, and of an arm of that.
    pub fn bare(&self) -> &Payload {
        let mut payload = self.unmarked();
        while let Payload::Arm(arm) = payload {
            payload = arm.payload();
        }
        payload
    }

    /// The outermost marks, if there are any.
    pub fn marks(&self) -> Option<&Marks> {
        if let Payload::Marked(marked) = self { Some(&marked.marks) } else { None }
    }

    /// Whether it is null, whatever its marks.
    pub fn is_null(&self) -> bool {
        matches!(self.bare(), Payload::Null)
    }

    /// Whether it is known, whatever its marks; parts of it may still be unknown.
    pub fn is_known(&self) -> bool {
        !matches!(self.bare(), Payload::Unknown)
    }

    /// Whether it and everything in it is known.
    pub fn is_wholly_known(&self) -> bool {
        !self.any(&mut |payload| matches!(payload, Payload::Unknown))
    }

    /// Whether it or anything in it is marked.
    pub fn contains_marked(&self) -> bool {
        self.any(&mut |payload| matches!(payload, Payload::Marked(_)))
    }

    /// Whether `test` holds for it or for anything in it.
    pub fn any(&self, test: &mut impl FnMut(&Payload) -> bool) -> bool {
        test(self)
            || match self {
                Payload::Sequence(elements) | Payload::Set(elements) => elements.iter().any(|part| part.any(test)),
                Payload::Map(elements) => elements.iter().any(|(_, part)| part.any(test)),
                Payload::Arm(arm) => arm.payload().any(test),
                Payload::Marked(marked) => marked.payload.any(test),
                Payload::Null
                | Payload::Unknown
                | Payload::Bool(_)
                | Payload::Int(_)
                | Payload::Number(_)
                | Payload::String(_)
                | Payload::Asset(_)
                | Payload::Archive(_)
                | Payload::Resource(_)
                | Payload::Capsule(_) => false,
            }
    }

    /// Adds all marks, at any depth, to `marks`.
    pub fn collect_marks(&self, marks: &mut Marks) {
        self.any(&mut |payload| {
            if let Payload::Marked(marked) = payload {
                marks.extend(&marked.marks);
            }
            false
        });
    }

    /// Takes all marks off, at any depth, and adds them to `marks`.
    pub fn unmark_deep(self, marks: &mut Marks) -> Payload {
        if !self.contains_marked() {
            return self;
        }
        match self {
            Payload::Marked(marked) => {
                let marked = Arc::unwrap_or_clone(marked);
                marks.extend(&marked.marks);
                marked.payload.unmark_deep(marks)
            }
            Payload::Sequence(elements) => {
                Payload::Sequence(elements.iter().map(|part| part.clone().unmark_deep(marks)).collect())
            }
            Payload::Map(elements) => Payload::Map(
                elements.iter().map(|(key, part)| (key.clone(), part.clone().unmark_deep(marks))).collect(),
            ),
            Payload::Arm(arm) => {
                let (ty, payload) = Arc::unwrap_or_clone(arm).into_parts();
                Payload::arm(ty, payload.unmark_deep(marks))
            }
            // The elements of a set are never marked; the others have no parts.
            payload @ (Payload::Set(_)
            | Payload::Null
            | Payload::Unknown
            | Payload::Bool(_)
            | Payload::Int(_)
            | Payload::Number(_)
            | Payload::String(_)
            | Payload::Asset(_)
            | Payload::Archive(_)
            | Payload::Resource(_)
            | Payload::Capsule(_)) => payload,
        }
    }
}

/// The text in normal form C. Text in that form already, which is nearly all text, is copied once.
pub fn normalised(text: &str) -> Arc<str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        text.into()
    } else {
        text.nfc().collect::<String>().into()
    }
}

fn normalised_arc(text: Arc<str>) -> Arc<str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes { text } else { normalised(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_element_under_a_key_counts() {
        let keys = ["b", "a", "b", "e\u{301}", "é"];
        let map = Payload::map(keys.iter().zip(0..).map(|(key, at)| (Arc::from(*key), Payload::int(at))));
        let Payload::Map(elements) = map else { panic!("no map") };
        let found: Vec<(&str, String)> =
            elements.iter().map(|(key, element)| (&**key, format!("{element:?}"))).collect();
        assert_eq!(found, [("a", "Int(1)".into()), ("b", "Int(2)".into()), ("é", "Int(4)".into())]);
    }

    #[test]
    fn marks_gather_outside() {
        let marked = Payload::string("x").with_marks(&Marks::one("a")).with_marks(&Marks::one("b"));
        let arm = Payload::arm(Type::String, marked);
        assert_eq!(arm.marks(), Some(&["a", "b"].into_iter().collect()));
        assert!(matches!(arm.bare(), Payload::String(_)));
        let mut marks = Marks::none();
        let nested = Payload::sequence([arm, Payload::Null.with_marks(&Marks::one("c"))]).unmark_deep(&mut marks);
        assert!(!nested.contains_marked());
        assert_eq!(marks, ["a", "b", "c"].into_iter().collect());
    }
}
