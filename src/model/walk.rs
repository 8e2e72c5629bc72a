//! The only recursion steps over [`Type`].

use super::{Discriminator, Type, UnionType};

impl Type {
    /// The same type with every direct part put through `f`. An enum's base and a reference's
    /// definition are not parts. A union is made anew: flattened, without duplicates.
    pub fn map_children(&self, mut f: impl FnMut(&Type) -> Type) -> Type {
        match self {
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
            | Type::Named(_) => self.clone(),
            Type::List(element) => Type::list(f(element)),
            Type::Set(element) => Type::set(f(element)),
            Type::Map(element) => Type::map(f(element)),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(f)),
            Type::Object(object) => Type::object(object.map_types(f)),
            Type::Union(union) => {
                let arms: Vec<Type> = union.arms().iter().map(&mut f).collect();
                let discriminator = union.discriminator.as_ref().map(|discriminator| Discriminator {
                    property: discriminator.property.clone(),
                    mapping: discriminator.mapping.iter().map(|(value, arm)| (value.clone(), f(arm))).collect(),
                });
                UnionType::of(arms, discriminator)
            }
            Type::Promise(element) => Type::promise(f(element)),
            Type::Output(element) => Type::output(f(element)),
        }
    }

    /// The direct parts, in declaration order.
    pub fn children(&self) -> Vec<&Type> {
        match self {
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
            | Type::Named(_) => Vec::new(),
            Type::List(element)
            | Type::Set(element)
            | Type::Map(element)
            | Type::Promise(element)
            | Type::Output(element) => vec![element],
            Type::Tuple(elements) => elements.iter().collect(),
            Type::Object(object) => object.attributes().map(|attribute| &attribute.ty).collect(),
            Type::Union(union) => union.arms().iter().collect(),
        }
    }

    /// Calls `f` on the type and on every part of it at any depth, outermost first.
    pub fn visit<'a>(&'a self, f: &mut impl FnMut(&'a Type)) {
        f(self);
        for child in self.children() {
            child.visit(f);
        }
    }

    /// Whether a promise or an output is met at any depth; references are not followed.
    pub fn has_eventual(&self) -> bool {
        let mut found = false;
        self.visit(&mut |ty| found |= matches!(ty, Type::Promise(_) | Type::Output(_)));
        found
    }
}
