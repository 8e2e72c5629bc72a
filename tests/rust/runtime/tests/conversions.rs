//! How values are read, converted and written: the cases of `docs/conversions.md`, on types as they are generated.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tygen_rust_runtime::runtime as rt;
use tygen_rust_runtime::types::{Port, PortInput, Rule, Shape};

use rt::{ExactNumber, Json, Nullable, Output, Resolve, Value};

/// What is here has arrived or never will: nothing needs an executor.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it has not arrived"),
    }
}

fn problems<R: rt::Root>(text: &str) -> String {
    match rt::parse::<R>(text) {
        Ok(_) => "none".to_owned(),
        Err(error) => error.to_string(),
    }
}

const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

fn secret(value: &str) -> String {
    format!(r#"{{"{SIGNATURE}":"{SECRET}","value":{value}}}"#)
}

fn output(value: &str, rest: &str) -> String {
    format!(r#"{{"{SIGNATURE}":"{OUTPUT}","value":{value}{rest}}}"#)
}

fn port(number: i64) -> Port {
    Port { number, protocol: "tcp".to_owned(), note: None, password: None }
}

#[test]
fn values_are_converted_as_they_are_read() {
    let texts = [
        r#"{"kind":"port","number": 80}"#,
        r#" { "number" : "80", "kind":"port" } "#,
        r#"{"protocol":"tcp","number":80.0,"kind":"port"}"#,
        r#"{"number":1,"kind":"port","other":[{"a":null}],"number":8e1}"#,
        r#"{"n\u0075mber": 80,"kind":"\u0070ort"}"#,
    ];
    for text in texts {
        assert_eq!(rt::parse::<Port>(text), Ok(port(80)), "{text}");
        assert_eq!(rt::decode::<Port>(&Json::parse(text).unwrap()), Ok(port(80)), "{text}");
    }
    let written = rt::stringify(&port(80)).unwrap();
    assert_eq!(written, r#"{"kind":"port","number":80,"protocol":"tcp"}"#);
    assert_eq!(rt::encode(&port(80)).unwrap().to_string(), written);
    assert_eq!(rt::parse::<Port>(&written), Ok(port(80)));
}

#[test]
fn absent_null_and_value_are_three_on_the_wire() {
    let note = |text: &str| rt::parse::<Port>(&format!(r#"{{"kind":"port","number":1{text}}}"#)).unwrap().note;
    assert_eq!(note(""), None);
    assert_eq!(note(r#","note":null"#), Some(Nullable::Null));
    assert_eq!(note(r#","note":true"#), Some(Nullable::Value("true".to_owned())));
}

#[test]
fn every_problem_is_told_in_its_place() {
    let rows = [
        (r#"{}"#, "attribute \"kind\" is required\nattribute \"number\" is required"),
        (r#"{"kind":"port","number":1.5,"protocol":[]}"#, ".number: an integer is required\n.protocol: string required, but have list"),
        (r#"{"kind":"port","number":9223372036854775808}"#, ".number: an integer of 64 bits is required"),
        (r#"{"number":1,"kind":"rule"}"#, ".kind: \"port\" is required"),
        (r#"{"kind":"port","number":1,"note":[]}"#, ".note: string or null required, but have list"),
        ("[]", "Port required, but have list"),
        ("null", "Port required, but have null"),
    ];
    for (text, told) in rows {
        assert_eq!(problems::<Port>(text), told, "{text}");
    }
    assert!(problems::<Port>("{").starts_with("the text is not JSON: "));
    assert!(problems::<String>(r#""\ud800""#).starts_with("the text is not JSON: "));
    let deep = format!("{}{}", "[".repeat(257), "]".repeat(257));
    assert_eq!(problems::<Value>(&deep), "the value is nested deeper than 256 levels");
    let map = problems::<BTreeMap<String, i64>>(r#"{"a\"b":{}}"#);
    assert_eq!(map, r#"["a\"b"]: int required, but have object"#);
}

#[test]
fn numbers_are_never_rounded_silently() {
    assert_eq!(rt::parse::<f64>("0.1"), Ok(0.1));
    assert_eq!(rt::parse::<f64>("9007199254740992"), Ok(9007199254740992.0));
    assert_eq!(problems::<f64>("9007199254740993"), "a number that a double holds exactly is required");
    assert_eq!(problems::<f64>("1e400"), "a number within the range of a double is required");
    assert_eq!(rt::parse::<f64>("\"-Inf\""), Ok(f64::NEG_INFINITY));
    assert_eq!(problems::<f64>("\"0x1\""), "a number is required");
    assert_eq!(rt::parse::<i32>("2e9"), Ok(2_000_000_000));
    assert_eq!(problems::<i32>("3e9"), "an integer of 32 bits is required");
    let long = "1".repeat(200);
    assert_eq!(rt::parse::<rt::BigInt>(&long).unwrap().to_string(), long);
    assert_eq!(problems::<Value>("1e100001"), "a number of more than 100000 digits is not supported");
    let exact = rt::parse::<ExactNumber>("\"3p4\"").unwrap();
    assert_eq!(exact.to_string(), "48");
    // Text of a number that a mantissa of 512 bits does not hold is that of the nearest one that it does.
    let third = rt::parse::<ExactNumber>(&format!("0.{}", "3".repeat(300))).unwrap().to_string();
    assert_eq!(third, format!("0.{}5", "3".repeat(154)));
    for number in [1e23, -0.5, 18446744073709551616.0, f64::INFINITY, f64::MIN_POSITIVE] {
        assert_eq!(rt::parse::<f64>(&rt::stringify(&number).unwrap()), Ok(number));
    }
    assert!(rt::stringify(&f64::NAN).is_err());
}

#[test]
fn unions_take_the_arm_that_fits_best() {
    let rows = [
        (r#""x""#, Shape::String("x".to_owned())),
        ("1", Shape::Int(1)),
        ("1.0", Shape::Int(1)),
        ("true", Shape::String("true".to_owned())),
        (r#"{"kind":"port","number":1}"#, Shape::Port(port(1))),
        (r#"{"kind":"rule","name":"n"}"#, Shape::Rule(Rule { name: "n".to_owned() })),
        (r#"{"name":2,"kind":"rule"}"#, Shape::Rule(Rule { name: "2".to_owned() })),
        ("null", Shape::None),
    ];
    for (text, shape) in rows {
        assert_eq!(rt::parse::<Shape>(text), Ok(shape.clone()), "{text}");
        assert_eq!(rt::parse::<Shape>(&rt::stringify(&shape).unwrap()), Ok(shape), "{text}");
    }
    assert_eq!(problems::<Shape>(r#"{"kind":"rule"}"#), "attribute \"name\" is required");
    let told = "no arm of the union takes the value: not Port, since attribute \"kind\" is required and \
                attribute \"number\" is required; not Rule, since attribute \"kind\" is required and \
                attribute \"name\" is required";
    assert_eq!(problems::<Shape>("{}"), told);
    assert_eq!(problems::<Shape>("[]"), "Port or Rule or string or int or null required, but have list");
}

#[test]
fn only_a_secret_attribute_takes_a_secret() {
    let text = format!(r#"{{"kind":"port","number":1,"password":{}}}"#, secret("\"x\""));
    assert_eq!(rt::parse::<Port>(&text).unwrap().password.as_deref(), Some("x"));
    let text = format!(r#"{{"kind":"port","number":{},"protocol":"{UNKNOWN}"}}"#, secret("1"));
    assert_eq!(
        problems::<Port>(&text),
        ".number: a secret is not a plain value\n.protocol: the value is not known yet"
    );
    let text = format!(r#"{{"kind":"port","number":{}}}"#, output("1", r#","dependencies":["a"]"#));
    assert_eq!(problems::<Port>(&text), ".number: an output is not a plain value");
    assert_eq!(problems::<Value>(&format!(r#"{{"{SIGNATURE}":"x"}}"#)), "the signature \"x\" is not known");
    assert!(rt::stringify(&UNKNOWN.to_owned()).is_err());
    assert!(rt::stringify(&BTreeMap::from([(SIGNATURE.to_owned(), 1_i64)])).is_err());
}

#[test]
fn what_is_known_of_a_part_stays_with_it() {
    let text = format!(
        r#"{{"kind":"port","number":"{UNKNOWN}","protocol":{},"password":""}}"#,
        output("\"udp\"", r#","dependencies":["b","a"]"#)
    );
    let whole: Output<Port> = rt::parse_output::<Port>(&text).unwrap();
    let told = now(rt::encode_output(&whole)).unwrap().to_string();
    let protocol = output("\"udp\"", r#","dependencies":["a","b"]"#);
    let wanted =
        format!(r#"{{"kind":"port","number":"{UNKNOWN}","protocol":{protocol},"password":{}}}"#, secret("\"\""));
    assert_eq!(told, wanted);
    let part = now(std::future::IntoFuture::into_future(whole.part::<String>(["protocol"]))).unwrap();
    assert_eq!(part.content, rt::Content::Known("udp".to_owned()));
    assert!(!part.secret && part.dependencies.len() == 2);
    let all = now(std::future::IntoFuture::into_future(whole)).unwrap();
    assert!(all.content == rt::Content::Unknown && all.secret && all.dependencies.len() == 2);
}

#[test]
fn arguments_become_one_output() {
    let arguments = PortInput {
        protocol: Some(Output::secret("udp".to_owned()).into()),
        ..PortInput::new(rt::Promise::of(80))
    };
    let resolved = arguments.clone().resolve();
    let told = now(rt::encode_output(&resolved)).unwrap().to_string();
    assert_eq!(told, format!(r#"{{"kind":"port","number":80,"protocol":{}}}"#, secret("\"udp\"")));
    let again: PortInput = rt::parse_input(&told).unwrap();
    assert_eq!(now(rt::encode_output(&again.resolve())).unwrap().to_string(), told);
    let wrong = PortInput { note: Some(Output::unknown().into()), ..PortInput::new(1) };
    let data = now(std::future::IntoFuture::into_future(wrong.resolve())).unwrap();
    assert_eq!(data.content, rt::Content::Unknown);
    let failed: Output<i64> = Output::from_future(async { Err(rt::Error::new("no")) });
    let failed = now(std::future::IntoFuture::into_future(PortInput::new(failed).resolve()));
    assert_eq!(failed.unwrap_err().to_string(), "no");
}

#[test]
fn blobs_and_references_are_kept() {
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let text = rt::stringify(&rt::Asset::text("")).unwrap();
    assert!(text.contains(hash), "{text}");
    let asset = rt::parse::<rt::Asset>(&text).unwrap();
    assert_eq!((asset.source, asset.hash.as_deref()), (rt::AssetSource::Text(String::new()), Some(hash)));
    let text = format!(r#"{{"{SIGNATURE}":"5cf8f73096256a8f31e491e813e4eb8e","urn":"u","id":""}}"#);
    let written = rt::stringify(&rt::parse::<rt::ResourceReference>(&text).unwrap()).unwrap();
    assert!(written.contains(UNKNOWN), "{written}");
}
