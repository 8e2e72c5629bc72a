//! Laws of conversion and unification, on random types and values.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use tygen::engine::convert::{Safety, Scope, convert, plan, plan_safe, required};
use tygen::engine::mismatch::explain;
use tygen::engine::unify::{unify, unify_unsafe};
use tygen::engine::{Marks, Number, Payload, Value};
use tygen::model::{Attribute, Literal, ObjectType, Optionality, Type};

/// Types without `any`.
fn ty() -> impl Strategy<Value = Type> {
    let strings = Type::enumeration(Type::String, vec![Literal::string("true"), Literal::string("1")]);
    let leaf = prop_oneof![
        4 => Just(Type::Bool),
        4 => Just(Type::Int),
        4 => Just(Type::Number),
        6 => Just(Type::String),
        1 => Just(Type::None),
        1 => Just(strings),
        1 => Just(Type::Asset),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            2 => inner.clone().prop_map(Type::list),
            2 => inner.clone().prop_map(Type::set),
            2 => inner.clone().prop_map(Type::map),
            1 => inner.clone().prop_map(Type::promise),
            1 => inner.clone().prop_map(Type::output),
            2 => vec(inner.clone(), 0..4).prop_map(Type::tuple),
            1 => vec(inner.clone(), 2..4).prop_map(Type::union),
            3 => btree_map("[a-c]", inner, 0..4).prop_map(|attributes| {
                let attributes = attributes.into_iter().map(|(name, ty)| Attribute::required(name, ty));
                Type::object(attributes.collect::<ObjectType>())
            }),
        ]
    })
}

/// A type like another: what one might want of values of it. The choices come from the tape.
fn varied(ty: &Type, tape: &mut std::vec::IntoIter<u8>) -> Type {
    let choice = tape.next().unwrap_or(0);
    let mut part = |ty: &Type| varied(ty, tape);
    let like = match ty {
        Type::Bool | Type::Int | Type::Number | Type::String => match choice % 8 {
            0 => Type::String,
            1 => Type::Number,
            2 => Type::Int,
            3 => Type::Bool,
            _ => ty.clone(),
        },
        Type::List(element) | Type::Set(element) => match choice % 4 {
            0 => Type::list(part(element)),
            1 => Type::set(part(element)),
            2 => Type::tuple([part(element), part(element)]),
            _ => ty.map_children(part),
        },
        Type::Tuple(elements) => match (choice % 4, elements.first()) {
            (0, Some(element)) => Type::list(part(element)),
            (1, Some(element)) => Type::set(part(element)),
            _ => ty.map_children(part),
        },
        Type::Object(object) => match (choice % 6, object.sorted().first()) {
            (0, Some(attribute)) => Type::map(part(&attribute.ty)),
            (1, Some(_)) => Type::object(ObjectType::new(
                object
                    .attributes()
                    .skip(1)
                    .map(|attribute| Attribute::required(attribute.name.clone(), part(&attribute.ty))),
            )),
            (2, _) => Type::object(ObjectType::new(
                object
                    .attributes()
                    .map(|attribute| Attribute::optional(attribute.name.clone(), part(&attribute.ty)))
                    .chain([Attribute::optional("d", Type::String)]),
            )),
            (3, _) => Type::object(ObjectType::new(
                object
                    .attributes()
                    .map(|attribute| Attribute::required(attribute.name.clone(), part(&attribute.ty)))
                    .chain([Attribute::with_default("e", Type::Number, Literal::string("7"))]),
            )),
            _ => ty.map_children(part),
        },
        Type::Map(element) => match choice % 3 {
            0 => Type::object(ObjectType::new([Attribute::optional("a", part(element))])),
            _ => Type::map(part(element)),
        },
        other => other.map_children(part),
    };
    match choice / 16 {
        0 => Type::nullable(like),
        1 => Type::output(like),
        2 => Type::union([Type::Bool, like]),
        3 => Type::union([like.clone(), Type::list(like)]),
        _ => like,
    }
}

/// Two types of which the one may well convert to the other.
fn pair() -> impl Strategy<Value = (Type, Type)> {
    (ty(), vec(any::<u8>(), 0..24)).prop_map(|(ty, tape)| {
        let to = varied(&ty, &mut tape.into_iter());
        (ty, to)
    })
}

fn leaf(strategy: impl Strategy<Value = Payload> + 'static) -> BoxedStrategy<Payload> {
    prop_oneof![12 => strategy, 1 => Just(Payload::Null), 1 => Just(Payload::Unknown)].boxed()
}

fn payload(ty: &Type) -> BoxedStrategy<Payload> {
    let bare = match ty {
        Type::None | Type::Asset => prop_oneof![4 => Just(Payload::Null), 1 => Just(Payload::Unknown)].boxed(),
        Type::Bool => leaf(any::<bool>().prop_map(Payload::Bool)),
        Type::Int => leaf(any::<i64>().prop_map(Payload::int)),
        Type::Number => {
            let texts = prop_oneof!["-?[1-9][0-9]{0,30}(\\.[0-9]{1,20})?", Just("-0".to_owned()), "[0-3]"];
            leaf(texts.prop_filter_map("a number", |text| Number::parse(&text).ok()).prop_map(Payload::Number))
        }
        Type::String => leaf(
            prop_oneof!["[a-c]{0,2}", "[0-9]{1,3}", Just("true".to_owned())].prop_map(|text| Payload::string(&text)),
        ),
        Type::List(element) => leaf(vec(payload(element), 0..4).prop_map(Payload::sequence)),
        Type::Set(element) => leaf(vec(payload(element), 0..4).prop_map(Payload::set)),
        Type::Map(element) => leaf(
            btree_map("[a-d]", payload(element), 0..4)
                .prop_map(|elements| Payload::map(elements.into_iter().map(|(key, element)| (key.into(), element)))),
        ),
        Type::Tuple(types) => leaf(types.iter().map(payload).collect::<Vec<_>>().prop_map(Payload::sequence)),
        Type::Object(object) => {
            let parts: Vec<_> = object.sorted().iter().map(|attribute| payload(&attribute.ty)).collect();
            leaf(parts.prop_map(Payload::sequence))
        }
        Type::Union(union) => {
            let arms: Vec<BoxedStrategy<Payload>> = union
                .arms()
                .iter()
                .cloned()
                .map(|arm| payload(&arm).prop_map(move |payload| Payload::arm(arm.clone(), payload)).boxed())
                .collect();
            proptest::strategy::Union::new(arms).boxed()
        }
        Type::Enum(_) => leaf(prop_oneof![Just(Payload::string("true")), Just(Payload::string("1"))]),
        Type::Promise(element) | Type::Output(element) => payload(element),
        other => panic!("no values of {other} are made here"),
    };
    (bare, any::<u8>())
        .prop_map(|(payload, mark)| match mark {
            0..4 => payload.with_marks(&Marks::one("sensitive")),
            4..8 => payload.with_marks(&Marks::one("other")),
            _ => payload,
        })
        .boxed()
}

/// A value and a type that it may well convert to.
fn case() -> impl Strategy<Value = (Value, Type)> {
    pair().prop_flat_map(|(from, to)| {
        payload(&from).prop_map(move |payload| {
            let value = Value::new(from.clone(), payload).expect("a payload of its type");
            (value, to.clone())
        })
    })
}

fn marks(value: &Value) -> Marks {
    let mut marks = Marks::none();
    value.payload().collect_marks(&mut marks);
    marks
}

fn has_defaults(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |ty| {
        if let Type::Object(object) = ty {
            found |= object.sorted().iter().any(|attribute| matches!(attribute.optionality, Optionality::Default(_)));
        }
    });
    found
}

/// Whether something of the value can be dropped on the way, and its marks with it.
fn drops(value: &Value, converted: &Value) -> bool {
    let objects = |ty: &Type| {
        let mut found = false;
        ty.visit(&mut |ty| found |= matches!(ty, Type::Object(_) | Type::Map(_)));
        found
    };
    objects(value.ty()) || objects(converted.ty())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// The result has the type asked for and is a value of it.
    #[test]
    fn the_result_has_the_type_asked_for((value, to) in case()) {
        if let Ok(converted) = convert(&value, &to, &Scope::default()) {
            prop_assert_eq!(converted.ty(), &required(&to));
            let (ty, payload) = converted.into_parts();
            prop_assert!(Value::new(ty, payload).is_ok());
        }
    }

    /// A safe conversion succeeds for every value.
    #[test]
    fn a_safe_conversion_never_fails((value, to) in case()) {
        if let Some(plan) = plan_safe(value.ty(), &to, &Scope::default()) {
            prop_assert!(plan.safety() < Safety::Unsafe);
            let result = plan.apply(&value);
            prop_assert!(result.is_ok(), "{result:?}");
        }
    }

    /// A conversion between types exists if some value converts, and fails with a reason.
    #[test]
    fn what_has_no_conversion_has_a_reason((value, to) in case()) {
        let scope = Scope::default();
        let problems = explain(value.ty(), &to, &scope);
        prop_assert_eq!(plan(value.ty(), &to, &scope).is_none(), !problems.is_empty());
        prop_assert_eq!(problems, explain(value.ty(), &to, &scope));
        if plan(value.ty(), &to, &scope).is_none() && *value.ty() != required(&to) {
            prop_assert!(convert(&value, &to, &scope).is_err());
        }
    }

    /// To convert twice is to convert once.
    #[test]
    fn converting_twice_is_converting_once((value, to) in case()) {
        let scope = Scope::default();
        if let Ok(once) = convert(&value, &to, &scope) {
            let twice = convert(&once, &to, &scope);
            prop_assert!(twice.as_ref().is_ok_and(|twice| twice.raw_equals(&once)), "{twice:?}");
        }
    }

    /// Marks are never lost, but with the part that carried them.
    #[test]
    fn marks_stay((value, to) in case()) {
        if let Ok(converted) = convert(&value, &to, &Scope::default()) {
            let (before, after) = (marks(&value), marks(&converted));
            prop_assert!(value.marks().iter().all(|mark| after.contains(mark)));
            prop_assert!(after.iter().all(|mark| before.contains(mark)));
            if !drops(&value, &converted) && converted.is_known() {
                prop_assert_eq!(before, after);
            }
        }
    }

    /// A plan is data: made twice it is equal, and says the same about every value.
    #[test]
    fn the_same_on_every_run((value, to) in case()) {
        let scope = Scope::default();
        let (one, two) = (plan(value.ty(), &to, &scope), plan(value.ty(), &to, &scope));
        prop_assert_eq!(&one, &two);
        if let (Some(one), Some(two)) = (one, two) {
            match (one.apply(&value), two.apply(&value)) {
                (Ok(one), Ok(two)) => prop_assert!(one.raw_equals(&two)),
                (one, two) => prop_assert_eq!(one.map_err(|error| error.to_string()).err(), two.map_err(|error| error.to_string()).err()),
            }
        }
    }

    /// Every type converts to what it unifies to with others, and whether there is such a type does
    /// not depend on their order.
    #[test]
    fn all_convert_to_the_common_type((ty, tapes) in (ty(), vec(vec(any::<u8>(), 0..12), 1..4))) {
        let scope = Scope::default();
        let types: Vec<Type> = tapes.into_iter().map(|tape| required(&varied(&ty, &mut tape.into_iter()))).collect();
        let backwards: Vec<Type> = types.iter().rev().cloned().collect();
        if let Some(found) = unify(&types, &scope) {
            for (ty, conversion) in types.iter().zip(&found.conversions) {
                prop_assert_eq!(conversion.from(), ty);
                prop_assert_eq!(conversion.to(), &found.ty);
            }
            prop_assert!(found.safety() < Safety::Unsafe);
        }
        if let Some(found) = unify_unsafe(&types, &scope) {
            for (ty, conversion) in types.iter().zip(&found.conversions) {
                prop_assert_eq!(conversion.from(), ty);
                prop_assert_eq!(conversion.to(), &found.ty);
            }
        }
        prop_assert_eq!(unify(&types, &scope).is_some(), unify(&backwards, &scope).is_some());
        prop_assert_eq!(unify_unsafe(&types, &scope).is_some(), unify_unsafe(&backwards, &scope).is_some());
    }

    /// What a type unifies to with itself is the type.
    #[test]
    fn a_type_unifies_with_itself(ty in ty()) {
        let found = unify(&[ty.clone(), ty.clone()], &Scope::default());
        prop_assert_eq!(found.map(|found| found.ty), Some(ty));
    }
}

/// The laws above mean nothing if the types made here hardly ever convert.
#[test]
fn many_random_pairs_convert() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let converting = (0..500).filter(|_| {
        let (from, to) = pair().new_tree(&mut runner).expect("a pair").current();
        !has_defaults(&from) && plan(&from, &to, &Scope::default()).is_some_and(|plan| plan.safety() > Safety::Same)
    });
    let converting = converting.count();
    assert!(converting > 100, "{converting} of 500");
}
