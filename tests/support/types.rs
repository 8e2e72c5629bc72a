//! Random types.

use proptest::prelude::*;
use tygen::model::{Attribute, Literal, ObjectType, Type, TypeName};

/// Types of every kind, nested a few levels deep; references are to `p.Tree` and `p.Text`.
pub fn any_type() -> BoxedStrategy<Type> {
    let leaf = prop_oneof![
        Just(Type::None),
        Just(Type::Bool),
        Just(Type::Int),
        Just(Type::Number),
        Just(Type::String),
        Just(Type::Any),
        Just(Type::Asset),
        Just(Type::Archive),
        Just(Type::Resource("p:m:R".into())),
        Just(Type::Capsule("c".into())),
        enumeration(),
        prop_oneof!["Tree", "Text"].prop_map(|name| Type::named(TypeName::new("p", name))),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            inner.clone().prop_map(Type::promise),
            inner.clone().prop_map(Type::output),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Type::tuple),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Type::union),
            prop::collection::vec(("[a-d]", inner, any::<bool>()), 0..4).prop_map(object),
        ]
    })
    .boxed()
}

fn object(attributes: Vec<(String, Type, bool)>) -> Type {
    let attributes = attributes.into_iter().map(|(name, ty, optional)| {
        if optional { Attribute::optional(name, ty) } else { Attribute::required(name, ty) }
    });
    Type::object(ObjectType::new(attributes))
}

fn enumeration() -> impl Strategy<Value = Type> {
    prop_oneof![
        prop::collection::btree_set("[a-c]{1,2}", 1..3)
            .prop_map(|values| Type::enumeration(Type::String, values.into_iter().map(Literal::string).collect())),
        prop::collection::btree_set(0_i64..4, 1..3)
            .prop_map(|values| Type::enumeration(Type::Int, values.into_iter().map(Literal::int).collect())),
    ]
}
