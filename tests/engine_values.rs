//! The value side of the engine: vectors, hostile input, what is promised of each encoding.

use std::fs;
use std::path::PathBuf;

use tygen::engine::conformance::{Outcome, run_line};
use tygen::engine::{Limits, Marks, Payload, Value};
use tygen::model::{Attribute, Discriminator, ObjectType, Type, UnionType};

/// Runs the vectors of a file whose operation is wanted. Where the files are not there, the test
/// says so and passes.
fn run_file(name: &str, wanted: impl Fn(&str) -> bool) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let mut failures = Vec::new();
    let mut passed = 0;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| wanted(line)) {
        match run_line(line) {
            Outcome::Pass => passed += 1,
            Outcome::Fail { wanted, got } => {
                failures.push(format!("line {}: {line}\n  wanted {wanted}\n  got    {got}", at + 1));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0, "no vector of {name} was run");
}

#[test]
fn operations() {
    run_file("op.jsonl", |_| true);
}

#[test]
fn encodings() {
    run_file("codec.jsonl", |_| true);
}

#[test]
fn shapes() {
    run_file("extended.jsonl", |line| line.contains(r#""op":"shape""#));
}

/// A vector with a wrong answer must fail, and say what was wanted and what came.
#[test]
fn a_wrong_answer_fails() {
    let line = r#"{"op":"not","args":[{"type":"bool","value":true}],"want":{"type":"bool","value":true}}"#;
    let Outcome::Fail { wanted, got } = run_line(line) else { panic!("it passed") };
    assert_eq!(wanted, r#"{"type":"bool","value":true}"#);
    assert_eq!(got, r#"{"type":"bool","value":false}"#);
    let line = r#"{"op":"length","args":[{"type":["list","bool"],"value":[]}],"error":"no"}"#;
    assert!(matches!(run_line(line), Outcome::Fail { .. }));
    assert!(matches!(run_line("{"), Outcome::Fail { .. }));
    assert!(matches!(run_line(r#"{"op":"nothing"}"#), Outcome::Fail { .. }));
}

fn from_json(text: &str, ty: &Type) -> Result<Value, String> {
    Value::from_cty_json(text, ty, &Limits::default()).map_err(|error| error.to_string())
}

fn object(attributes: impl IntoIterator<Item = (&'static str, Type)>) -> Type {
    Type::object(attributes.into_iter().map(|(name, ty)| Attribute::required(name, ty)).collect::<ObjectType>())
}

#[test]
fn json_errors_say_where() {
    let ty = object([("tags", Type::map(Type::list(Type::Number)))]);
    let error = from_json(r#"{"tags": {"x": [1, 2, true]}}"#, &ty).unwrap_err();
    assert_eq!(error, r#".tags["x"][2]: a number is required (at byte 22)"#);
    let error = from_json(r#"{"tagz": 1}"#, &ty).unwrap_err();
    assert!(error.contains(r#"there is no attribute "tagz""#), "{error}");
}

#[test]
fn json_is_read_strictly() {
    for text in [
        "",
        " ",
        "tru",
        "nul",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "-",
        "[1,]",
        "[1 2]",
        "[1",
        r#"{"a" 1}"#,
        r#"{"a":1,}"#,
        r#"{a:1}"#,
        "\"\n\"",
        r#""\x""#,
        r#""\u12""#,
        r#""abc"#,
        "1 1",
        "[1]]",
        "'a'",
        "NaN",
        "Infinity",
    ] {
        for ty in [Type::Number, Type::String, Type::list(Type::Number), Type::map(Type::Number)] {
            assert!(from_json(text, &ty).is_err(), "{text:?} was read as {ty}");
        }
        assert!(from_json(&format!(r#"{{"type":"number","value":{text}}}"#), &Type::Any).is_err(), "{text:?}");
    }
}

#[test]
fn json_strings_are_read_as_go_reads_them() {
    let read = |text: &str| from_json(text, &Type::String).unwrap().as_str().unwrap().to_owned();
    assert_eq!(read(r#""\u00e9\ud83d\ude00\n\/""#), "é😀\n/");
    assert_eq!(read(r#""\ud83d""#), "\u{fffd}");
    assert_eq!(read(r#""\ude00x""#), "\u{fffd}x");
    assert_eq!(read(r#""e\u0301""#), "é");
    assert_eq!(read("1.50"), "1.50");
    assert_eq!(read("true"), "true");
}

#[test]
fn json_numbers_are_exact() {
    let text = "123456789012345678901234567890.000000000000000000000000000001";
    assert_eq!(from_json(text, &Type::Number).unwrap().to_cty_json(&Type::Number).unwrap(), text);
    let digits = "9".repeat(500);
    assert_eq!(from_json(&digits, &Type::Int).unwrap().to_cty_json(&Type::Int).unwrap(), digits);
    let int = |text: &str| from_json(text, &Type::Int).map(|int| int.as_int().unwrap().to_string());
    assert_eq!(int("1e3").unwrap(), "1000");
    assert_eq!(int("1.50e1").unwrap(), "15");
    assert_eq!(int("100e-2").unwrap(), "1");
    assert_eq!(int("-0.0").unwrap(), "0");
    assert_eq!(int("\"-12\"").unwrap(), "-12");
    assert!(int("1.5").is_err());
    assert!(int("15e-1").is_err());
    assert!(int("\"1e3\"").is_err());
}

#[test]
fn unions_choose_their_arm() {
    let taken = |text: &str, ty: &Type| {
        let value = from_json(text, ty).unwrap();
        let Payload::Arm(arm) = value.payload() else { panic!("no arm in {value:?}") };
        arm.ty().to_string()
    };
    let numbers = Type::union([Type::Int, Type::Number, Type::String, Type::None]);
    assert_eq!(taken("5", &numbers), "int");
    assert_eq!(taken("5.5", &numbers), "number");
    assert_eq!(taken("\"5\"", &numbers), "string");
    assert_eq!(taken("null", &numbers), "none");
    let objects = Type::union([object([("a", Type::Int), ("b", Type::Int)]), object([("a", Type::Int)])]);
    assert_eq!(taken(r#"{"a":1}"#, &objects), object([("a", Type::Int)]).to_string());
    assert_eq!(taken(r#"{"b":2,"a":1}"#, &objects), object([("a", Type::Int), ("b", Type::Int)]).to_string());
    let (cat, dog) = (object([("kind", Type::String)]), object([("kind", Type::String), ("name", Type::String)]));
    let discriminator =
        Discriminator { property: "kind".into(), mapping: vec![("c".into(), cat.clone()), ("d".into(), dog.clone())] };
    let pets = UnionType::of([cat, dog.clone()], Some(discriminator));
    assert_eq!(taken(r#"{"kind":"d"}"#, &pets), dog.to_string());
}

/// A value in an arm of `any` keeps its own type, which travels with it.
#[test]
fn any_as_an_arm_holds_every_value() {
    let ty = Type::union([Type::Any, Type::None]);
    let value = Value::of_union(ty.clone(), Value::list(Type::Int, [Value::int(1)]).unwrap()).unwrap();
    assert!(Value::from_notation(&value.to_notation()).unwrap().raw_equals(&value));
    let bytes = value.to_msgpack(&ty).unwrap();
    assert!(Value::from_msgpack(&bytes, &ty, &Limits::default()).unwrap().raw_equals(&value));
    let text = r#"{"value":[1],"type":["list","int"]}"#;
    assert!(from_json(text, &ty).unwrap().raw_equals(&value));
    assert_eq!(value.to_cty_json(&ty).unwrap(), text);
    assert!(Value::of_union(Type::union([Type::Bool, Type::None]), Value::int(1)).is_err());
}

#[test]
fn outputs_travel_as_pulumi_writes_them() {
    let ty = Type::output(Type::String);
    let secret = Value::string("x").with_marks(&Marks::one("sensitive")).payload().clone();
    let secret = Value::new(ty.clone(), secret).unwrap();
    let json = secret.to_cty_json(&ty).unwrap();
    assert!(json.contains("d0e6a833031e9bbcd3f4e8bde6ca49a4") && json.contains("\"secret\":true"), "{json}");
    assert!(from_json(&json, &ty).unwrap().raw_equals(&secret));
    let unknown = Value::unknown(ty.clone());
    assert!(from_json(&unknown.to_cty_json(&ty).unwrap(), &ty).unwrap().raw_equals(&unknown));
    let plain = Value::new(ty.clone(), Payload::string("x")).unwrap();
    assert_eq!(plain.to_cty_json(&ty).unwrap(), "\"x\"");
}

#[test]
fn what_cannot_be_encoded_is_an_error() {
    let secret = Value::string("x").with_marks(&Marks::one("sensitive"));
    assert!(secret.to_cty_json(&Type::String).is_err());
    assert!(secret.to_msgpack(&Type::String).is_err());
    assert!(Value::unknown(Type::String).to_cty_json(&Type::String).is_err());
    assert!(Value::string("x").to_cty_json(&Type::Bool).is_err());
    let error = Value::tuple([Value::bool(true), secret]).to_msgpack(&Type::Any).unwrap_err();
    assert!(error.to_string().starts_with("[1]: "), "{error}");
}

#[test]
fn messagepack_reads_refined_unknowns() {
    // 0xc7: an extension of 3 bytes of type 12, that holds {1: false}: not null.
    let refined = [0xc7, 3, 0x0c, 0x81, 0x01, 0xc2];
    let value = Value::from_msgpack(&refined, &Type::Number, &Limits::default()).unwrap();
    assert!(value.raw_equals(&Value::unknown(Type::Number)));
    let other = [0xc7, 3, 0x0d, 0x81, 0x01, 0xc2];
    assert!(Value::from_msgpack(&other, &Type::Number, &Limits::default()).is_err());
}

#[test]
fn messagepack_of_any_bytes_is_an_answer() {
    let types = [Type::Any, Type::list(Type::Any), Type::map(Type::Number), object([("a", Type::Bool)]), Type::String];
    for code in 0..=u8::MAX {
        for tail in [&[][..], &[0xff; 4], &[0; 8], &[0x7f, 0xff, 0xff, 0xff, 0x91, 0xc0]] {
            let bytes = [&[code], tail].concat();
            for ty in &types {
                // Either answer is good; to come back at all is what counts.
                let _ = Value::from_msgpack(&bytes, ty, &Limits::default());
            }
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    let arrays = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
    let objects = format!("{}1{}", r#"{"value":"#.repeat(deep), "}".repeat(deep));
    let dynamic = format!(r#"{{"type":"string","value":{arrays}}}"#);
    let ty = format!(r#"{{"value":[],"type":{}"dynamic"{}}}"#, r#"["list","#.repeat(deep), "]".repeat(deep));
    for text in [&arrays, &objects, &dynamic, &ty] {
        for wanted in [Type::Any, Type::list(Type::Any), Type::map(Type::Any), Type::list(Type::String)] {
            assert!(from_json(text, &wanted).is_err());
        }
    }
    let error = from_json(&dynamic, &Type::Any).unwrap_err();
    assert!(error.contains("deeper than 256"), "{error}");
    let msgpack = [vec![0x91; deep], vec![0xc0]].concat();
    assert!(Value::from_msgpack(&msgpack, &Type::list(Type::Any), &Limits::default()).is_err());
    let mut nested = Vec::new();
    for _ in 0..deep {
        nested.extend([0x92, 0xc4, 9]);
        nested.extend(b"\"dynamic\"");
    }
    assert!(Value::from_msgpack(&nested, &Type::Any, &Limits::default()).is_err());
}

/// The greatest depth that may be asked for fits the stack of a test, in a debug build too.
#[test]
fn the_greatest_depth_is_safe() {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    assert_eq!(limits.depth(), Limits::MAX_DEPTH);
    let mut ty = Type::Bool;
    for _ in 0..Limits::MAX_DEPTH {
        ty = Type::list(ty);
    }
    let text = format!("{}{}", "[".repeat(Limits::MAX_DEPTH), "]".repeat(Limits::MAX_DEPTH));
    let value = Value::from_cty_json(&text, &ty, &limits).unwrap();
    assert_eq!(value.to_cty_json(&ty).unwrap(), text);
    let bytes = value.to_msgpack(&ty).unwrap();
    assert!(Value::from_msgpack(&bytes, &ty, &limits).unwrap().raw_equals(&value));
    // The same with types that travel: each level is an object.
    let wrap = |depth: usize| {
        let (before, after) = (r#"{"value":"#.repeat(depth), r#","type":"dynamic"}"#.repeat(depth - 1));
        format!(r#"{before}1,"type":"number"}}{after}"#)
    };
    assert!(Value::from_cty_json(&wrap(60), &Type::Any, &limits).is_ok());
    assert!(Value::from_cty_json(&wrap(Limits::MAX_DEPTH + 1), &Type::Any, &limits).is_err());
}

/// Each level doubles what must be tried before it is clear that nothing fits.
#[test]
fn unions_of_unions_do_not_take_forever() {
    let mut ty = Type::Bool;
    for _ in 0..50 {
        ty = Type::union([Type::list(ty.clone()), Type::set(ty)]);
    }
    let text = format!("{}7{}", "[".repeat(50), "]".repeat(50));
    assert!(from_json(&text, &ty).is_err());
}

#[test]
fn huge_numbers_are_refused() {
    let long = "9".repeat(1_000_000);
    let quoted = format!("\"{long}\"");
    for text in [&*long, &quoted, "1e1000000000", "\"1e1000000000\"", "1e-1000000000", "1e99999999999999999999"] {
        for ty in [Type::Number, Type::Int] {
            assert!(from_json(text, &ty).is_err(), "{} bytes as {ty}", text.len());
        }
    }
    assert!(from_json("0e1000000000", &Type::Int).is_ok());
    let small = Limits { bytes: 10, ..Limits::default() };
    assert!(Value::from_cty_json("[1,2,3,4,5]", &Type::list(Type::Int), &small).is_err());
}

#[test]
fn large_sets_are_made_and_compared() {
    let ty = object([("id", Type::Int), ("name", Type::String)]);
    let element = |id: usize| Value::object([("id", Value::int(id)), ("name", Value::string("same"))]);
    let up = Value::set(ty.clone(), (0..20_000).map(element)).unwrap();
    let down = Value::set(ty.clone(), (0..20_000).rev().chain(0..20_000).map(element)).unwrap();
    assert_eq!(up.equals(&down).as_bool(), Some(true));
    assert!(up.raw_equals(&down));
    let other = Value::set(ty, (1..20_001).map(element)).unwrap();
    assert_eq!(up.equals(&other).as_bool(), Some(false));
}
