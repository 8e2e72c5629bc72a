//! Laws of values, on random types and values.

use std::sync::Arc;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use tygen::engine::{Limits, Marks, Number, Operation, Payload, Value};
use tygen::model::{Attribute, Literal, ObjectType, Type};

/// Which special things a random value may hold.
#[derive(Clone, Copy)]
struct Kinds {
    unknown: bool,
    marks: bool,
    infinities: bool,
}

const PLAIN: Kinds = Kinds { unknown: false, marks: false, infinities: false };
const ALL: Kinds = Kinds { unknown: true, marks: true, infinities: true };

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{0,2}", "\\PC{0,4}", Just("e\u{301}<&>\u{2028}".to_owned()), Just("\"\\\n".to_owned())]
}

fn number(infinities: bool) -> BoxedStrategy<Number> {
    let finite = prop_oneof![
        (-3_i64..4).prop_map(|int| int.to_string()),
        any::<i64>().prop_map(|int| int.to_string()),
        any::<i32>().prop_map(|int| format!("{int}e-3")),
        "-?[1-9][0-9]{0,40}(\\.[0-9]{1,40})?",
        Just("-0".to_owned()),
    ];
    let finite = finite.prop_map(|text| Number::parse(&text).expect("the text of a number"));
    if infinities {
        prop_oneof![20 => finite, 1 => Just(Number::infinity()), 1 => Just(Number::negative_infinity())].boxed()
    } else {
        finite.boxed()
    }
}

/// Types of everything but `any` and what holds objects of the host program.
fn ty() -> impl Strategy<Value = Type> {
    let strings = Type::enumeration(Type::String, vec![Literal::string("a"), Literal::string("b")]);
    let ints = Type::enumeration(Type::Int, vec![Literal::int(1), Literal::int(-2)]);
    let leaf = prop_oneof![
        Just(Type::Bool),
        Just(Type::Int),
        Just(Type::Number),
        Just(Type::String),
        Just(Type::None),
        Just(strings),
        Just(ints)
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let attributes = btree_map("[a-cé]", inner.clone(), 0..4);
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            inner.clone().prop_map(Type::promise),
            inner.clone().prop_map(Type::output),
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            vec(inner, 2..4).prop_map(Type::union),
            attributes.prop_map(|attributes| {
                let attributes = attributes.into_iter().map(|(name, ty)| Attribute::required(name, ty));
                Type::object(attributes.collect::<ObjectType>())
            }),
        ]
    })
}

fn has_union(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |ty| found |= matches!(ty, Type::Union(_)));
    found
}

fn known(ty: &Type, kinds: Kinds) -> BoxedStrategy<Payload> {
    match ty {
        Type::None => Just(Payload::Null).boxed(),
        Type::Bool => any::<bool>().prop_map(Payload::Bool).boxed(),
        Type::Int => prop_oneof![(-3..4_i128), any::<i128>()].prop_map(Payload::int).boxed(),
        Type::Number => number(kinds.infinities).prop_map(Payload::Number).boxed(),
        Type::String => text().prop_map(|text| Payload::string(&text)).boxed(),
        Type::Enum(definition) => {
            let payloads: Vec<Payload> = definition
                .values
                .iter()
                .map(|value| match value {
                    Literal::String(text) => Payload::string(text),
                    Literal::Number(number) => Payload::int(number.as_str().parse::<i64>().expect("an int")),
                    other => panic!("no enum here has {other}"),
                })
                .collect();
            proptest::sample::select(payloads).boxed()
        }
        Type::List(element) => vec(payload(element, kinds), 0..4).prop_map(Payload::sequence).boxed(),
        Type::Set(element) => vec(payload(element, kinds), 0..4).prop_map(Payload::set).boxed(),
        Type::Map(element) => {
            btree_map(text().prop_map(Arc::<str>::from), payload(element, kinds), 0..4).prop_map(Payload::map).boxed()
        }
        Type::Tuple(types) => {
            types.iter().map(|ty| payload(ty, kinds)).collect::<Vec<_>>().prop_map(Payload::sequence).boxed()
        }
        Type::Object(object) => object
            .sorted()
            .iter()
            .map(|attribute| payload(&attribute.ty, kinds))
            .collect::<Vec<_>>()
            .prop_map(Payload::sequence)
            .boxed(),
        Type::Union(union) => proptest::sample::select(union.arms().to_vec())
            .prop_flat_map(move |arm| payload(&arm, kinds).prop_map(move |payload| Payload::arm(arm.clone(), payload)))
            .boxed(),
        Type::Promise(inner) | Type::Output(inner) => payload(inner, kinds),
        other => panic!("no value of {other} is made here"),
    }
}

fn payload(ty: &Type, kinds: Kinds) -> BoxedStrategy<Payload> {
    let unknown = u32::from(kinds.unknown);
    let bare = prop_oneof![
        12 => known(ty, kinds),
        1 => Just(Payload::Null),
        unknown => Just(Payload::Unknown),
    ];
    if !kinds.marks {
        return bare.boxed();
    }
    let mark = prop_oneof![8 => Just(Marks::none()), 1 => Just(Marks::one("sensitive")), 1 => Just(Marks::one("x"))];
    (bare, mark).prop_map(|(payload, marks)| payload.with_marks(&marks)).boxed()
}

fn of_type(ty: Type, kinds: Kinds) -> impl Strategy<Value = Value> {
    payload(&ty, kinds).prop_map(move |payload| Value::new(ty.clone(), payload).expect("a value of the type"))
}

fn value(kinds: Kinds) -> impl Strategy<Value = Value> {
    ty().prop_flat_map(move |ty| of_type(ty, kinds))
}

fn two(kinds: Kinds) -> impl Strategy<Value = (Value, Value)> {
    ty().prop_flat_map(move |ty| (of_type(ty.clone(), kinds), of_type(ty, kinds)))
}

/// All marks of a value, at any depth.
fn all_marks(value: &Value) -> Marks {
    value.clone().unmark_deep().1
}

fn includes(marks: &Marks, part: &Marks) -> bool {
    part.iter().all(|mark| marks.contains(mark))
}

/// The payload with its unknown parts taken from the same place of another, where there is one.
fn filled(payload: &Payload, from: &Payload) -> Payload {
    match (payload, from) {
        (Payload::Unknown, from) => from.clone(),
        (Payload::Sequence(parts), Payload::Sequence(from)) if parts.len() == from.len() => {
            Payload::sequence(parts.iter().zip(from.iter()).map(|(part, from)| filled(part, from)))
        }
        (Payload::Map(parts), Payload::Map(from)) => Payload::map(parts.iter().map(|(key, part)| {
            let from = from.iter().find(|(other, _)| other == key).map_or(&Payload::Null, |(_, from)| from);
            (key.clone(), filled(part, from))
        })),
        (Payload::Set(parts), Payload::Set(from)) => Payload::set(parts.iter().enumerate().map(|(at, part)| {
            let from = from.get(at).unwrap_or(&Payload::Null);
            filled(part, from)
        })),
        (payload, _) => payload.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_notation_round_trips(value in value(ALL)) {
        let back = Value::from_notation(&value.to_notation()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(back.raw_equals(&value), "{} came back as {}", value.to_notation(), back.to_notation());
    }

    #[test]
    fn serde_round_trips(value in value(ALL)) {
        let text = serde_json::to_string(&value).unwrap();
        let back: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(back.raw_equals(&value), "{text}");
    }

    #[test]
    fn messagepack_round_trips(value in value(Kinds { marks: false, ..ALL })) {
        for ty in [value.ty().clone(), Type::Any] {
            let bytes = value.to_msgpack(&ty).unwrap();
            let back = Value::from_msgpack(&bytes, &ty, &Limits::default())
                .map_err(|error| TestCaseError::fail(format!("{}: {error}", value.to_notation())))?;
            let lost = ty == Type::Any && !value.payload().is_known();
            prop_assert!(lost || back.raw_equals(&value), "{} came back as {}", value.to_notation(), back.to_notation());
        }
    }

    #[test]
    fn json_round_trips(value in value(PLAIN)) {
        for ty in [value.ty().clone(), Type::Any] {
            let text = value.to_cty_json(&ty).unwrap();
            let back = Value::from_cty_json(&text, &ty, &Limits::default())
                .map_err(|error| TestCaseError::fail(format!("{text} as {}: {error}", value.ty())))?;
            // JSON does not say which arm was taken: -0 of a number may be read as an int. From then
            // on the text stays.
            let text = back.to_cty_json(&ty).unwrap();
            let again = Value::from_cty_json(&text, &ty, &Limits::default()).unwrap();
            prop_assert_eq!(again.to_cty_json(&ty).unwrap(), text.clone());
            prop_assert!(has_union(value.ty()) || back.raw_equals(&value), "{} of {}", text, value.ty());
        }
    }

    #[test]
    fn cut_off_encodings_are_errors(value in value(PLAIN), cut in any::<prop::sample::Index>()) {
        let text = value.to_cty_json(&Type::Any).unwrap();
        let mut at = cut.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        prop_assert!(Value::from_cty_json(&text[..at], &Type::Any, &Limits::default()).is_err());
        let bytes = value.to_msgpack(&Type::Any).unwrap();
        prop_assert!(Value::from_msgpack(&bytes[..cut.index(bytes.len())], &Type::Any, &Limits::default()).is_err());
    }

    #[test]
    fn equality_is_symmetric((left, right) in two(ALL)) {
        prop_assert!(left.equals(&right).raw_equals(&right.equals(&left)));
        prop_assert_eq!(left.raw_equals(&right), right.raw_equals(&left));
    }

    #[test]
    fn equality_is_reflexive(value in value(ALL)) {
        prop_assert!(value.raw_equals(&value));
        let equal = value.equals(&value).as_bool();
        prop_assert_ne!(equal, Some(false));
        prop_assert_eq!(equal.is_some(), value.is_wholly_known());
    }

    #[test]
    fn equality_keeps_all_marks((left, right) in two(ALL)) {
        let marks = left.equals(&right).marks();
        if left.is_null() == right.is_null() {
            prop_assert!(includes(&marks, &all_marks(&left)) && includes(&marks, &all_marks(&right)));
        } else {
            prop_assert!(includes(&marks, &left.marks()) && includes(&marks, &right.marks()));
        }
    }

    /// What is decided stays so, whatever the unknown parts turn out to be.
    #[test]
    fn a_decided_answer_stays((left, right) in two(Kinds { marks: false, ..ALL })) {
        if let Some(answer) = left.equals(&right).as_bool() {
            let later = Value::new(left.ty().clone(), filled(left.payload(), right.payload())).unwrap();
            let later = later.equals(&right).as_bool();
            prop_assert!(later.is_none() || later == Some(answer), "{} {}", left.to_notation(), right.to_notation());
        }
    }

    #[test]
    fn operations_keep_marks_and_do_not_panic(left in value(ALL), right in value(ALL)) {
        for operation in Operation::ALL {
            for arguments in [vec![left.clone(), right.clone()], vec![left.clone()]] {
                let Ok(result) = operation.apply(&arguments) else { continue };
                if operation == Operation::RawEquals {
                    continue;
                }
                for argument in &arguments {
                    let kept = includes(&result.marks(), &argument.marks());
                    prop_assert!(kept, "{} lost marks of {}", operation.name(), argument.to_notation());
                }
            }
        }
    }

    #[test]
    fn elements_carry_the_marks_of_the_whole(value in value(ALL)) {
        for (_, element) in value.elements() {
            prop_assert!(includes(&element.marks(), &value.marks()));
        }
    }

    #[test]
    fn sets_take_up_all_marks(
        (ty, elements) in ty().prop_flat_map(|ty| (Just(ty.clone()), vec(of_type(ty, ALL), 0..5)))
    ) {
        let wanted = elements.iter().fold(Marks::none(), |marks, element| marks.and(&all_marks(element)));
        let set = Value::set(ty, elements).unwrap();
        prop_assert_eq!(set.marks(), wanted);
        prop_assert!(set.clone().unmark().0.unmark_deep().1.is_empty());
    }

    #[test]
    fn sets_are_sets(
        (ty, elements) in ty().prop_flat_map(|ty| (Just(ty.clone()), vec(of_type(ty, Kinds { marks: false, ..ALL }), 0..6)))
    ) {
        let set = Value::set(ty.clone(), elements.clone()).unwrap();
        let members: Vec<Value> = set.elements().map(|(_, member)| member).collect();
        // None twice, nothing added, nothing lost.
        for (at, member) in members.iter().enumerate() {
            prop_assert!(elements.iter().any(|element| element.raw_equals(member)));
            for other in &members[at + 1..] {
                prop_assert_ne!(member.equals(other).as_bool(), Some(true));
            }
        }
        for element in &elements {
            let found = set.has_element(element).unwrap();
            prop_assert_ne!(found.as_bool(), Some(false));
            prop_assert_eq!(found.as_bool().is_some(), element.is_wholly_known());
        }
        // Neither order nor repetition counts.
        let again = Value::set(ty, elements.iter().rev().chain(&elements).filter(|element| element.is_wholly_known()).cloned()
            .chain(elements.iter().filter(|element| !element.is_wholly_known()).cloned())).unwrap();
        // Of nulls that took different arms the first stays.
        let same = again.raw_equals(&set) || has_union(set.ty()) && again.equals(&set).as_bool() != Some(false);
        prop_assert!(same, "{} {}", again.to_notation(), set.to_notation());
        // The known come first, then the unknown, null last.
        let rank = |member: &Value| if member.is_null() { 2 } else { usize::from(!member.is_known()) };
        prop_assert!(members.iter().map(rank).is_sorted());
    }

    #[test]
    fn random_text_is_read_or_refused(text in "[\\[\\]{}:,\"0-9a-f.eE+ntrul \\-\\\\]{0,24}", ty in ty()) {
        // Either answer is good; to come back at all is what counts.
        let _ = Value::from_cty_json(&text, &ty, &Limits::default());
        let _ = Value::from_cty_json(&text, &Type::Any, &Limits::default());
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..24), ty in ty()) {
        let _ = Value::from_msgpack(&bytes, &ty, &Limits::default());
    }
}
