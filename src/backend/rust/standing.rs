//! What names stand for in Rust, beyond what they are called.

use super::index::Index;
use crate::codec::{self, Codec};
use crate::model::{Definition, Type, TypeName};

impl Index<'_> {
    /// Whether a type of Rust does not tell everything: sets are lists there, and references are all one.
    pub(super) fn needs_name(&self, codec: &Codec) -> bool {
        match codec {
            Codec::Set(_) | Codec::Resource(_) | Codec::Capsule(_) => true,
            Codec::List(inner) | Codec::Map(inner) | Codec::Nullable(inner) => self.needs_name(inner),
            Codec::Named(name) => self.stands_for(name).is_some_and(|inner| self.needs_name(inner)),
            Codec::None
            | Codec::Bool
            | Codec::Int(_)
            | Codec::Number(_)
            | Codec::String
            | Codec::Any
            | Codec::Asset
            | Codec::Archive => false,
        }
    }

    /// What a name stands for that is a type alias in Rust.
    pub(super) fn stands_for(&self, name: &TypeName) -> Option<&Codec> {
        let declared = self.declared(name)?;
        match &declared.declaration.definition {
            Definition::Alias(Type::Tuple(_)) => None,
            Definition::Alias(_) if !self.is_endless(name) => match self.codecs.named(name) {
                Some(codec::Definition::Alias(inner)) => Some(inner),
                Some(
                    codec::Definition::Object(_)
                    | codec::Definition::Tuple(_)
                    | codec::Definition::Enum { .. }
                    | codec::Definition::Union(_),
                )
                | None => None,
            },
            Definition::Alias(_) | Definition::Object(_) | Definition::Enum(_) | Definition::Union(_) => None,
        }
    }

    /// What is behind a declared type's name where it stands in arguments: nothing if it is the same
    /// there.
    pub(super) fn input_suffix(&self, name: &TypeName) -> &'static str {
        let Some(declared) = self.declared(name) else { return "" };
        match &declared.declaration.definition {
            Definition::Object(_) | Definition::Union(_) => "Input",
            Definition::Enum(_) => "",
            Definition::Alias(_) if self.is_endless(name) => "Input",
            Definition::Alias(ty) => {
                if self.differs_as_input(ty) {
                    "Input"
                } else {
                    ""
                }
            }
        }
    }

    /// Whether the type inside `Input<…>` is another than the plain one.
    fn differs_as_input(&self, ty: &Type) -> bool {
        match ty {
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Tuple(_) | Type::Object(_) => true,
            Type::Named(named) => !self.input_suffix(&named.name).is_empty(),
            Type::Union(union) => union.arms().iter().any(|arm| self.differs_as_input(arm)),
            Type::None
            | Type::Bool
            | Type::Int
            | Type::Number
            | Type::String
            | Type::Any
            | Type::Asset
            | Type::Archive
            | Type::Resource(_)
            | Type::Capsule(_)
            | Type::Enum(_)
            | Type::Promise(_)
            | Type::Output(_) => false,
        }
    }
}
