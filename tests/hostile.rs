//! Hostile input ends in a clear error, in bounded time and memory.

use std::fmt::Write as _;

use tygen::diag::Code;
use tygen::engine::convert::{Scope, convert, plan};
use tygen::engine::number::{NumberError, parse_int};
use tygen::engine::unify::unify;
use tygen::engine::{Limits, Number, Payload, Value, constraint};
use tygen::loader::document;
use tygen::loader::expression::{Dialect, NoNames, parse};
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::{Literal, Type};

const DEEP: usize = 100_000;

fn any_to_string() -> Type {
    Type::map(Type::String)
}

#[test]
fn deep_json_is_refused_by_every_reader() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = open.repeat(DEEP) + "1" + &close.repeat(DEEP);
        let error = Value::from_cty_json(&text, &any_to_string(), &Limits::default()).unwrap_err();
        assert!(!error.to_string().is_empty());
        let malformed = document::tree(&text).unwrap_err();
        assert_eq!(malformed.code, Code::Limit, "{malformed:?}");
        let unclosed = open.repeat(DEEP);
        assert!(document::tree(&unclosed).is_err());
        assert!(Value::from_cty_json(&unclosed, &Type::list(Type::Any), &Limits::default()).is_err());
    }
}

#[test]
fn deep_messagepack_is_refused() {
    // Arrays of one element each; then a string that claims four gigabytes.
    let deep = vec![0x91; DEEP];
    assert!(Value::from_msgpack(&deep, &Type::list(Type::String), &Limits::default()).is_err());
    assert!(Value::from_msgpack(&deep, &Type::Any, &Limits::default()).is_err());
    assert!(Value::from_msgpack(&[0xdb, 0xff, 0xff, 0xff, 0xff, b'a'], &Type::String, &Limits::default()).is_err());
    let huge_array = [0xdd, 0xff, 0xff, 0xff, 0xff, 0xc0];
    assert!(Value::from_msgpack(&huge_array, &Type::list(Type::String), &Limits::default()).is_err());
}

#[test]
fn deep_types_are_refused() {
    let text = "list(".repeat(DEEP) + "string" + &")".repeat(DEEP);
    for dialect in [Dialect::Tygen, Dialect::Terraform] {
        let problems = parse(&text, dialect, &NoNames).unwrap_err();
        assert_eq!(problems[0].code, Code::Limit);
    }
    assert!(parse(&"(".repeat(DEEP), Dialect::Tygen, &NoNames).is_err());
    assert!(parse(&"object({a=".repeat(DEEP), Dialect::Tygen, &NoNames).is_err());
    assert!(parse(&"!".repeat(DEEP), Dialect::Tygen, &NoNames).is_err());
    assert!(parse(&"-".repeat(DEEP), Dialect::Tygen, &NoNames).is_err());
    let json = "[\"list\",".repeat(DEEP) + "\"string\"" + &"]".repeat(DEEP);
    assert!(tygen::engine::codec::types::from_json(&json).is_err());
}

#[test]
fn deep_literals_and_values_are_refused() {
    let mut literal = Literal::Null;
    for _ in 0..2_000 {
        literal = Literal::List(vec![literal]);
    }
    assert!(constraint::value_of(&literal).is_err());

    let mut ty = Type::String;
    for _ in 0..900 {
        ty = Type::list(ty);
    }
    let value = Value::new(ty.clone(), Payload::sequence([])).unwrap();
    assert!(convert(&value, &Type::set(Type::Int), &Scope::default()).is_err());
    assert!(plan(&ty, &Type::list(Type::set(Type::Int)), &Scope::default()).is_none());
}

#[test]
fn monstrous_numbers_are_errors() {
    let long = "7".repeat(1_000_000);
    let limits = Limits::default();
    let too_long = NumberError::TooManyDigits { limit: limits.number.digits };
    for text in [&*long, &format!("0.{long}"), "1e1000000000", "1e-1000000000", "-1E+999999999", "1p1000000000"] {
        assert_eq!(Number::parse(text), Err(too_long.clone()));
        let error = convert(&Value::string(text), &Type::Number, &Scope::default()).unwrap_err();
        assert!(!error.to_string().is_empty());
        if !text.contains('p') {
            assert!(Value::from_cty_json(text.trim_start_matches('+'), &Type::Number, &limits).is_err());
        }
    }
    assert_eq!(parse_int(&long, &limits.number), Err(too_long));
    assert!(convert(&Value::string(&long), &Type::Int, &Scope::default()).is_err());
    // Text that is not a number at all is told so, however long its exponent.
    assert_eq!(Number::parse("1e99999999999999999999"), Err(NumberError::NotANumber));
}

#[test]
fn growing_numbers_end_in_an_error() {
    let grow = |start: &str, step: fn(&Number, &Number) -> Result<Number, NumberError>| {
        let mut number = Number::parse(start).unwrap();
        for _ in 0..200 {
            match step(&number, &number) {
                Ok(next) => number = next,
                Err(error) => return error,
            }
        }
        panic!("{start} grows without end");
    };
    assert_eq!(grow("1e90000", Number::mul), NumberError::OutOfRange);
    assert_eq!(grow("1e-90000", Number::mul), NumberError::OutOfRange);
    // Operands of very different size.
    let (huge, tiny) = (Number::parse("1e90000").unwrap(), Number::parse("1e-90000").unwrap());
    assert!(huge.add(&tiny).is_ok_and(|sum| sum == huge));
    assert!(huge.rem(&tiny).is_ok());
    assert_eq!(huge.to_string().len(), 90_001);
}

#[test]
fn huge_sets_are_built_and_compared() {
    let numbers = |step: usize| {
        let elements = (0..200_000usize).map(|at| Payload::Number(Number::from_u64((at * step % 200_003) as u64)));
        Value::new(Type::set(Type::Number), Payload::set(elements)).unwrap()
    };
    let (one, other) = (numbers(1), numbers(1));
    assert_eq!(one.equals(&other).as_bool(), Some(true));
    let objects = |twist: usize| {
        let element = |at: usize| Value::object([("id", Value::string(&(at * twist % 50_021).to_string()))]);
        Value::set(element(0).ty().clone(), (0..50_000).map(element)).unwrap()
    };
    assert_eq!(objects(1).equals(&objects(1)).as_bool(), Some(true));
    assert_eq!(objects(1).equals(&objects(3)).as_bool(), Some(false));
    assert!(convert(&objects(1), &Type::list(Type::map(Type::String)), &Scope::default()).is_ok());
}

#[test]
fn types_made_to_explode_do_not() {
    // Every level doubles what a careless search would look at.
    let mut ty = Type::union([Type::String, Type::Int]);
    for _ in 0..7 {
        ty = Type::union([Type::list(ty.clone()), Type::tuple([ty.clone(), ty])]);
    }
    let _ = plan(&Type::list(Type::String), &ty, &Scope::default());
    let wide: Vec<Type> = (0..2_000).map(|at| Type::tuple(vec![Type::Bool; at % 7])).collect();
    let _ = unify(&wide, &Scope::default());
}

#[test]
fn alias_bombs_are_refused() {
    let mut text = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for level in 1..12 {
        let before = format!("*a{}, ", level - 1).repeat(10);
        writeln!(text, "a{level}: &a{level} [{}]", before.trim_end_matches(", ")).unwrap();
    }
    let malformed = document::tree(&text).unwrap_err();
    assert!(!malformed.message.is_empty());

    let schema = format!("tygen: 1\nname: shop\ntypes:\n  Port: string\nbomb:\n{}", indented(&text));
    let loaded = load(&[Input::Text("bomb.yaml".to_owned(), schema)], LoadOptions::default());
    assert!(loaded.diagnostics.has_errors());
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

#[test]
fn deep_and_odd_documents_are_refused() {
    for text in ["[".repeat(DEEP), "{".repeat(DEEP), "a:\n".repeat(DEEP), "- ".repeat(DEEP), "? ".repeat(DEEP)] {
        let loaded = load(&[Input::Text("deep.yaml".to_owned(), text)], LoadOptions::default());
        assert!(loaded.diagnostics.has_errors());
    }
}
