//! Union types: sets of arms with an order kept for display and for choosing.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Type;

/// A value of one of several types: at least two arms, none itself a union, none twice.
///
/// Equality is that of sets: neither the order of the arms nor the discriminator counts.
#[derive(Clone, Debug)]
pub struct UnionType {
    arms: Box<[Type]>,
    /// How a value of an object arm says which arm it is, if the schema says so.
    pub discriminator: Option<Discriminator>,
}

/// The attribute whose value names the arm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Discriminator {
    /// The attribute that every object arm has, as on the wire.
    pub property: Arc<str>,
    /// From the attribute's value to the arm, in declaration order.
    pub mapping: Vec<(Arc<str>, Type)>,
}

impl UnionType {
    /// The union of these types: flattened, without duplicates. One type alone is that type; no type
    /// at all is `none`, since no other value can be made of nothing.
    pub fn of(arms: impl IntoIterator<Item = Type>, discriminator: Option<Discriminator>) -> Type {
        let mut flat: Vec<Type> = Vec::new();
        let mut keep = |arm: Type| {
            if !flat.contains(&arm) {
                flat.push(arm);
            }
        };
        for arm in arms {
            match arm {
                Type::Union(inner) => inner.arms.iter().cloned().for_each(&mut keep),
                other => keep(other),
            }
        }
        match <[Type; 1]>::try_from(flat) {
            Ok([single]) => single,
            Err(flat) if flat.is_empty() => Type::None,
            Err(flat) => Type::Union(Arc::new(UnionType { arms: flat.into(), discriminator })),
        }
    }

    /// The arms, in declaration order.
    pub fn arms(&self) -> &[Type] {
        &self.arms
    }

    /// Whether null is one of the values.
    pub fn has_none(&self) -> bool {
        self.arms.contains(&Type::None)
    }
}

impl PartialEq for UnionType {
    fn eq(&self, other: &Self) -> bool {
        self.arms.len() == other.arms.len() && self.arms.iter().all(|arm| other.arms.contains(arm))
    }
}

impl Eq for UnionType {}

impl Hash for UnionType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal sets hash alike whatever their order: a sum of the arms' own hashes.
        let sum = self.arms.iter().fold(0_u64, |sum, arm| {
            let mut hasher = DefaultHasher::new();
            arm.hash(&mut hasher);
            sum.wrapping_add(hasher.finish())
        });
        state.write_u64(sum);
    }
}
