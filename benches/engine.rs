//! The engine beside go-cty: conversion, unification, sets and JSON on the same data.
//!
//! `cargo bench --bench engine`. The Go half is `tests/gocty/bench.go`, run from here; without Go only
//! the engine is measured. Every time is the median of runs in one process. `TYGEN_BENCH_MS` says how
//! long each measurement takes.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tygen::engine::convert::{Scope, convert, plan};
use tygen::engine::unify::unify;
use tygen::engine::{Limits, Payload, Value};
use tygen::model::Type;

const OBJECTS: usize = 1_000;
const TYPES: usize = 200;
const MEMBERS: usize = 2_000;

/// The data, as both halves read it.
struct Workload {
    text: String,
    from: Json,
    to: Json,
    typed: String,
    types: Vec<Json>,
    members: String,
    shuffled: String,
    element: Json,
}

fn main() {
    let milliseconds = std::env::var("TYGEN_BENCH_MS").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let workload = Workload::new();
    let ours = engine(&workload, Duration::from_millis(milliseconds));
    let theirs = go_cty(&workload, milliseconds);
    println!("{:34} {:>12} {:>12} {:>8}", "", "engine", "go-cty", "ratio");
    for (name, nanoseconds) in ours {
        let theirs = theirs.as_ref().and_then(|times| times[name].as_f64());
        let beside = theirs.map_or(("-".to_owned(), "-".to_owned()), |theirs| {
            (micros(theirs), format!("{:.1}x", theirs / nanoseconds))
        });
        println!("{name:34} {:>12} {:>12} {:>8}", micros(nanoseconds), beside.0, beside.1);
    }
}

fn micros(nanoseconds: f64) -> String {
    format!("{:.1} us", nanoseconds / 1e3)
}

impl Workload {
    fn new() -> Self {
        let all = |ty: Json| {
            let nested = json!(["object", {"cpu": ty, "memory": ty}]);
            let pair = json!(["tuple", [ty, ty]]);
            json!(["object", {"name": "string", "port": ty, "ratio": ty, "enabled": ty, "sizes": ["list", ty],
                "weights": ["map", ty], "limits": nested, "range": pair}])
        };
        let from = all(json!("string"));
        let mut to = all(json!("number"));
        to[1]["enabled"] = json!("bool");
        let texts: Vec<Json> = (0..OBJECTS).map(|at| object(at, |number| json!(number))).collect();
        let typed: Vec<Json> = (0..OBJECTS)
            .map(|at| {
                let mut object = object(at, |number| number.parse().expect("a number is JSON"));
                object["enabled"] = json!(at % 2 == 0);
                object
            })
            .collect();
        // Every member twice, and the other set in another order.
        let member = |at: usize| json!({"id": at % (MEMBERS / 2), "name": format!("member-{}", at % (MEMBERS / 2))});
        let members: Vec<Json> = (0..MEMBERS).map(member).collect();
        let shuffled: Vec<Json> = (0..MEMBERS).map(|at| member(at * 7_919 % MEMBERS)).collect();
        Self {
            text: json!(texts).to_string(),
            from: json!(["list", from]),
            to: json!(["list", to]),
            typed: json!(typed).to_string(),
            types: (0..TYPES).map(object_type).collect(),
            members: json!(members).to_string(),
            shuffled: json!(shuffled).to_string(),
            element: json!(["object", {"id": "number", "name": "string"}]),
        }
    }
}

/// An object of eight attributes; numbers are made from their text.
fn object(at: usize, number: impl Fn(&str) -> Json) -> Json {
    let text = |text: String| number(&text);
    json!({
        "name": format!("service-{at}"),
        "port": text((8_000 + at).to_string()),
        "ratio": text(format!("{}.{:02}", at % 7, at % 100)),
        "enabled": if at.is_multiple_of(2) { "true" } else { "false" },
        "sizes": [text(at.to_string()), text((at * 3).to_string()), text("12".to_owned())],
        "weights": {"a": text("1.5".to_owned()), "b": text(at.to_string())},
        "limits": {"cpu": text("0.25".to_owned()), "memory": text((at * 1_024).to_string())},
        "range": [text(at.to_string()), text((at + 100).to_string())],
    })
}

/// Object types of the same attributes that differ in what these are.
fn object_type(at: usize) -> Json {
    let kinds = ["string", "number", "bool"];
    let attributes = (0..8).map(|attribute| {
        let kind = json!(kinds[(at / (attribute + 1)) % 3]);
        let ty = if attribute % 2 == 0 { kind } else { json!(["list", kind]) };
        (format!("attribute_{attribute}"), ty)
    });
    json!(["object", attributes.collect::<serde_json::Map<_, _>>()])
}

/// Nanoseconds of the engine, by name.
fn engine(workload: &Workload, long: Duration) -> Vec<(&'static str, f64)> {
    let ty = |json: &Json| Type::from_json(json).expect("a type in the notation");
    let (from, to, element) = (ty(&workload.from), ty(&workload.to), ty(&workload.element));
    let types: Vec<Type> = workload.types.iter().map(ty).collect();
    let limits = Limits::default();
    let read = |text: &str, ty: &Type| Value::from_cty_json(text, ty, &limits).expect("JSON of the type");
    let scope = Scope::default();

    let values = read(&workload.text, &from);
    let objects: Vec<Value> = values.elements().map(|(_, object)| object).collect();
    let Type::List(object_type) = &to else { unreachable!("the target is a list") };
    let conversion = plan(&from, &to, &scope).expect("there is a conversion");
    let payloads = |text: &str| -> Vec<Payload> {
        let list = read(text, &Type::list(element.clone()));
        list.elements().map(|(_, member)| member.payload().clone()).collect()
    };
    let (left, right) = (payloads(&workload.members), payloads(&workload.shuffled));
    let set = |members: &[Payload]| {
        Value::new(Type::set(element.clone()), Payload::set(members.iter().cloned())).expect("a set of its type")
    };
    let (one, other) = (set(&left), set(&right));

    vec![
        ("convert, planned once", median(long, || conversion.apply(&values).is_ok())),
        ("convert, planned for the list", median(long, || convert(&values, &to, &scope).is_ok())),
        (
            "convert, planned for each object",
            median(long, || objects.iter().all(|object| convert(object, object_type, &scope).is_ok())),
        ),
        ("unify", median(long, || unify(&types, &scope).is_some())),
        ("build a set", median(long, || matches!(black_box(Payload::set(left.iter().cloned())), Payload::Set(_)))),
        ("compare sets", median(long, || one.equals(&other).as_bool() == Some(true))),
        ("parse JSON", median(long, || Value::from_cty_json(&workload.typed, &to, &limits).is_ok())),
    ]
}

/// The median of the times that the body takes while it runs for that long.
fn median(long: Duration, mut body: impl FnMut() -> bool) -> f64 {
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 5 || start.elapsed() < long {
        let before = Instant::now();
        let holds = black_box(body());
        times.push(before.elapsed().as_nanos() as f64);
        assert!(holds, "a wrong result");
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Nanoseconds of go-cty, by name; `None` if there is no Go.
fn go_cty(workload: &Workload, milliseconds: u64) -> Option<Json> {
    let question = json!({
        "Milliseconds": milliseconds,
        "Text": workload.text, "From": workload.from, "To": workload.to, "Typed": workload.typed,
        "Types": workload.types, "Members": workload.members, "Shuffled": workload.shuffled,
        "Element": workload.element,
    });
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gocty");
    let started = Command::new("go")
        .args(["run", ".", "bench"])
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut go) = started else {
        println!("there is no Go to compare with");
        return None;
    };
    go.stdin.take().expect("stdin is piped").write_all(question.to_string().as_bytes()).expect("Go reads its input");
    let output = go.wait_with_output().expect("Go runs to its end");
    assert!(output.status.success(), "the Go half failed");
    Some(serde_json::from_slice(&output.stdout).expect("the Go half prints JSON"))
}
