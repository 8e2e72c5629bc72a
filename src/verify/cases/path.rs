//! The way to a part of a value: one that is there, by the type and by the value at once.

use unicode_normalization::UnicodeNormalization;

use super::super::random::Random;
use super::super::tree::Tree;
use crate::codec::{Codec, Codecs, Definition, Root};
use crate::engine::wire::SIGNATURE;
use crate::model::Presence;

/// A way into a value of a root: through objects, tuples, lists and maps, for a few steps. Empty where
/// there is nothing to go into.
pub fn choose(codecs: &Codecs, root: &Root, wire: &Tree, random: &mut Random) -> Vec<String> {
    let mut path = Vec::new();
    let Some(mut definition) = codecs.definition(root) else { return path };
    let mut value = Some(wire);
    let steps = 1 + random.below(4);
    while path.len() < steps {
        value = inside(value);
        let Some((step, codec, next)) = step(definition, value, random) else { break };
        path.push(step);
        // Containers have no definition of their own: they are gone through here.
        let mut codec = codecs.behind(codec);
        let mut place = next;
        loop {
            place = inside(place);
            match codec {
                Codec::Named(name) => match codecs.named(name) {
                    Some(found) => definition = found,
                    None => return path,
                },
                Codec::Nullable(inner) if place.is_some_and(|place| *place != Tree::raw("null")) => {
                    codec = codecs.behind(inner);
                    continue;
                }
                Codec::List(_) | Codec::Map(_) if path.len() < steps => {
                    let Some((step, next, inner)) = element(codec, place, random) else { return path };
                    path.push(step);
                    (codec, place) = (codecs.behind(next), inner);
                    continue;
                }
                Codec::None
                | Codec::Bool
                | Codec::Int(_)
                | Codec::Number(_)
                | Codec::String
                | Codec::Any
                | Codec::Asset
                | Codec::Archive
                | Codec::Resource(_)
                | Codec::Capsule(_)
                | Codec::Nullable(_)
                | Codec::Set(_)
                | Codec::List(_)
                | Codec::Map(_) => return path,
            }
            break;
        }
        value = place;
    }
    path
}

/// What stands in secrets and outputs; `None` if it is not known.
fn inside(mut value: Option<&Tree>) -> Option<&Tree> {
    while let Some(tree) = value {
        if tree.member(SIGNATURE).is_none() {
            return value;
        }
        value = tree.member("value");
    }
    None
}

type Step<'c, 't> = (String, &'c Codec, Option<&'t Tree>);

fn step<'c, 't>(definition: &'c Definition, value: Option<&'t Tree>, random: &mut Random) -> Option<Step<'c, 't>> {
    match definition {
        Definition::Object(object) => {
            let there = |name: &str| match value {
                Some(value) => value.member(name).is_some_and(|member| *member != Tree::raw("null")),
                None => true,
            };
            let fields: Vec<_> = object
                .fields
                .iter()
                .filter(|field| field.presence != Presence::Optional || there(&field.name))
                .collect();
            let field = fields.get(random.below(fields.len()))?;
            Some((field.name.to_string(), &field.codec, value.and_then(|value| value.member(&field.name))))
        }
        Definition::Tuple(elements) => {
            let at = random.below(elements.len());
            let inner = value.and_then(|value| value.children().nth(at));
            Some((at.to_string(), elements.get(at)?, inner))
        }
        Definition::Alias(codec) => element(codec, value, random),
        Definition::Enum { .. } | Definition::Union(_) => None,
    }
}

fn element<'c, 't>(codec: &'c Codec, value: Option<&'t Tree>, random: &mut Random) -> Option<Step<'c, 't>> {
    match (codec, value) {
        (Codec::List(inner), Some(Tree::List(items))) => {
            let at = random.below(items.len());
            Some((at.to_string(), inner, Some(items.get(at)?)))
        }
        (Codec::Map(inner), Some(Tree::Object(members))) => {
            let (key, _) = members.get(random.below(members.len()))?;
            let key: String = serde_json::from_str(key).ok()?;
            let member = value.and_then(|value| value.member(&key));
            // Keys are in this form once they are read.
            Some((key.nfc().collect(), inner, member))
        }
        (
            Codec::None
            | Codec::Bool
            | Codec::Int(_)
            | Codec::Number(_)
            | Codec::String
            | Codec::Any
            | Codec::Asset
            | Codec::Archive
            | Codec::Resource(_)
            | Codec::Capsule(_)
            | Codec::Nullable(_)
            | Codec::List(_)
            | Codec::Set(_)
            | Codec::Map(_)
            | Codec::Named(_),
            _,
        ) => None,
    }
}
