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

#[test]
fn hashes_are_those_of_the_wire() {
    let mut fetch = |uri: &str| -> std::io::Result<Box<dyn std::io::Read>> {
        assert_eq!(uri, "https://example.com/x");
        Ok(Box::new(std::io::empty()))
    };
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(Asset::text("").compute_hash(&mut fetch).unwrap(), empty);
    assert_eq!(Asset::uri("https://example.com/x").compute_hash(&mut fetch).unwrap(), empty);
    assert!(Asset::path("/").compute_hash(&mut fetch).is_err());
    let mut archive = Archive::of(Vec::<(String, Asset)>::new());
    let none = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
    assert_eq!(archive.compute_hash(&mut fetch).unwrap(), none);
    assert_eq!(archive.hash.as_deref(), Some(none));
    let folder = std::env::temp_dir().join(format!("tygen-runtime-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("a")).unwrap();
    std::fs::write(folder.join("a.txt"), "1").unwrap();
    std::fs::write(folder.join("a/b"), "2").unwrap();
    std::fs::write(folder.join(".pulumi"), "no member").unwrap();
    let mut directory = Archive::path(folder.to_str().unwrap());
    let inner = Archive::of([("b", Asset::text("2"))]);
    let mut map = Archive::of([("a", inner.into()), ("a.txt", tygen_rust_runtime::runtime::AssetOrArchive::from(Asset::text("1")))]);
    assert_eq!(directory.compute_hash(&mut fetch).unwrap(), map.compute_hash(&mut fetch).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}
