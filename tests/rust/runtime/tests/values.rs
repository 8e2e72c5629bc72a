//! Arguments, numbers, paths and the other kinds of value.

use std::collections::BTreeMap;

use tygen_rust_runtime::runtime::{
    Archive, Asset, BigInt, Capsule, Error, ExactNumber, Input, Nullable, Output, Path, Problem, Promise, Step, Value,
    exact, integer,
};

#[test]
fn arguments_are_made_of_what_people_have_at_hand() {
    assert_eq!(Input::<String>::from("x"), Input::Value("x".to_owned()));
    assert_eq!(Input::<BigInt>::from(3), Input::Value(BigInt::from(3)));
    assert_eq!(Input::<Nullable<String>>::from("x"), Input::Value(Nullable::Value("x".to_owned())));
    assert_eq!(Input::<Box<bool>>::from(true), Input::Value(Box::new(true)));
    assert_eq!(Input::<Value>::from("x"), Input::Value(Value::String("x".to_owned())));
    let list: Input<Vec<Input<String>>> = ["a", "b"].into();
    assert_eq!(list, Input::Value(vec!["a".into(), "b".into()]));
    let map: Input<BTreeMap<String, Input<i64>>> = [("a", 1), ("b", 2)].into();
    assert_eq!(map, Input::Value(BTreeMap::from([("a".to_owned(), 1.into()), ("b".to_owned(), 2.into())])));
}

#[test]
fn an_output_of_what_has_arrived_is_an_argument_at_any_depth() {
    let inner: Output<String> = Output::of("x".to_owned());
    let whole: Output<Vec<String>> = Output::all([inner.clone()]);
    let list: Input<Vec<Input<String>>> = [Input::from(inner.clone()), "y".into()].into();
    assert!(matches!(list, Input::Value(elements) if elements[0] == Input::from(inner)));
    let list: Input<Vec<Input<String>>> = whole.clone().into();
    assert_eq!(list, Input::from(whole));
    let promised: Input<String> = Promise::of("x".to_owned()).into();
    assert!(matches!(promised, Input::Output(_)));
}

#[test]
fn absent_null_and_value_are_three() {
    let states: [Option<Nullable<i32>>; 3] = [None, Some(Nullable::Null), Some(Nullable::Value(1))];
    for (at, state) in states.iter().enumerate() {
        assert_eq!(states.iter().position(|other| other == state), Some(at));
    }
}

#[test]
fn exact_numbers_keep_their_digits() {
    let rows = [
        ("0.1", "0.1"),
        ("1.50", "1.5"),
        ("-0.00125e2", "-0.125"),
        ("1e3", "1000"),
        ("100", "100"),
        ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
        ("0e99", "0"),
        ("+7", "7"),
        ("5e-324", &format!("0.{}5", "0".repeat(323))),
    ];
    for (text, shown) in rows {
        assert_eq!(text.parse::<ExactNumber>().unwrap().to_string(), shown, "{text}");
    }
    for text in ["", "-", ".", "1e", "e1", "0x1", "1 ", "NaN", "inf", "--1", "1e999999999999999999", "1e2000000"] {
        assert!(text.parse::<ExactNumber>().is_err(), "{text:?}");
    }
    assert_eq!(exact("0.1"), ExactNumber::try_from(0.1).unwrap());
    assert_eq!(exact("0.1").to_f64(), 0.1);
    assert!(ExactNumber::try_from(f64::NAN).is_err());
    assert_eq!(exact("1e2").to_integer(), Some(integer("100")));
    assert_eq!(exact("1.5").to_integer(), None);
    assert!(exact("-2") < exact("-1.9") && exact("-1") < exact("0") && exact("9") < exact("1e1"));
}

#[test]
fn errors_say_where() {
    let path = Path(vec![Step::Key("x".into()), Step::Index(2)]);
    let error = Error::at(path, "a number is required").inside(Step::Attribute("tags".into()));
    assert_eq!(error.to_string(), ".tags[\"x\"][2]: a number is required");
    assert_eq!(Error::new("no").to_string(), "no");
    let problems = ["a", "b"].map(|name| Problem { path: Path(vec![Step::Key(name.into())]), message: "no".into() });
    let all = Error::all(problems.to_vec()).unwrap();
    assert_eq!(all.to_string(), "[\"a\"]: no\n[\"b\"]: no");
    assert!(Error::all(Vec::new()).is_none());
}

#[test]
fn capsules_are_equal_to_themselves_alone() {
    let capsule = Capsule::new("key", 1_i32);
    assert_eq!(capsule, capsule.clone());
    assert_ne!(capsule, Capsule::new("key", 1_i32));
    assert_eq!((capsule.kind(), capsule.get::<i32>(), capsule.get::<u8>()), ("key", Some(&1), None));
}

#[test]
fn archives_hold_assets_and_archives() {
    let inner = Archive::of([("a.txt", Asset::text("a"))]);
    assert_eq!(inner, Archive::of([("a.txt".to_owned(), Asset::text("a"))]));
    assert_ne!(Archive::of([("dir", inner)]), Archive::path("dir"));
}
