//! How deep the smallest value of each type is: by which a value of a recursive type comes to an end.

use std::collections::BTreeMap;

use crate::codec::{Codec, Codecs, Definition, Root};
use crate::model::{Presence, TypeName};

/// The depth of the smallest value of every declared type.
pub struct Heights(BTreeMap<TypeName, usize>);

/// More than any: no value is known yet.
const ENDLESS: usize = usize::MAX / 2;

impl Heights {
    /// Those of all declared types.
    pub fn of(codecs: &Codecs) -> Self {
        let mut heights = Self(BTreeMap::new());
        loop {
            let mut changed = false;
            for root in codecs.roots() {
                let (Root::Type(name), Some(definition)) = (root, codecs.definition(root)) else { continue };
                let height = heights.definition(definition);
                if height < heights.named(name) {
                    heights.0.insert(name.clone(), height);
                    changed = true;
                }
            }
            if !changed {
                return heights;
            }
        }
    }

    fn named(&self, name: &TypeName) -> usize {
        self.0.get(name).copied().unwrap_or(ENDLESS)
    }

    fn definition(&self, definition: &Definition) -> usize {
        let one_more = |height: usize| height.saturating_add(1).min(ENDLESS);
        match definition {
            Definition::Object(object) => {
                let needed = object.fields.iter().filter(|field| field.presence == Presence::Required);
                one_more(needed.map(|field| self.codec(&field.codec)).max().unwrap_or(0))
            }
            Definition::Tuple(elements) => {
                one_more(elements.iter().map(|element| self.codec(element)).max().unwrap_or(0))
            }
            Definition::Enum { .. } => 0,
            Definition::Union(union) => union.arms.iter().map(|arm| self.codec(arm)).min().unwrap_or(0),
            Definition::Alias(codec) => self.codec(codec),
        }
    }

    /// The depth of the smallest value in a place.
    pub fn codec(&self, codec: &Codec) -> usize {
        match codec {
            Codec::None
            | Codec::Bool
            | Codec::Int(_)
            | Codec::Number(_)
            | Codec::String
            | Codec::Any
            | Codec::Capsule(_)
            | Codec::Nullable(_) => 0,
            Codec::Asset | Codec::Archive | Codec::Resource(_) => 1,
            Codec::List(_) | Codec::Set(_) | Codec::Map(_) => 1,
            Codec::Named(name) => self.named(name),
        }
    }
}
