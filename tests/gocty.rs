//! The engine against go-cty itself, on cases that are new at each run.
//!
//! `TYGEN_SEED` repeats a run, `TYGEN_CASES` makes it longer. A small Go program in `tests/gocty`
//! answers. Where the engine differs on purpose (`docs/engine.md`), the difference is recognised
//! and judged by the law that the engine follows instead.

#[path = "support/deviations.rs"]
mod deviations;
#[path = "support/random.rs"]
mod random;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use random::{Oddness, Random};
use serde_json::{Value as Json, json};
use tygen::engine::conformance::{self, Outcome};

/// How many cases of each kind are tried, unless `TYGEN_CASES` says otherwise.
const CASES: usize = 1_500;
/// Nulls, unknowns and marks here and there.
const MIXED: Oddness = Oddness { null: 12, unknown: 12, marked: 15 };

#[test]
fn the_engine_answers_as_go_cty_does() {
    if std::env::var("TYGEN_LANGS").is_ok_and(|langs| !langs.split(',').any(|lang| lang.trim() == "go")) {
        println!("skipped: TYGEN_LANGS leaves go out");
        return;
    }
    let seed = setting("TYGEN_SEED").unwrap_or_else(|| std::process::id().into());
    let cases = setting("TYGEN_CASES").map_or(CASES, |cases| cases as usize);
    println!("TYGEN_SEED={seed} TYGEN_CASES={cases}");
    let mut random = Random::new(seed);
    let questions = (0..cases).flat_map(|_| KINDS.map(|kind| kind(&mut random)));
    let questions: Vec<Json> = questions.map(without_negative_zero_in_sets).collect();
    let answered = ask(&questions);
    assert_eq!(answered.len(), questions.len());

    let mut failures = Vec::new();
    let mut tried = 0;
    let mut deviations = 0;
    for vector in answered.iter().filter(|vector| vector.get("unasked").is_none()) {
        tried += 1;
        let Outcome::Fail { wanted, got } = conformance::run(vector) else { continue };
        match deviations::judge(vector) {
            Some(Ok(())) => deviations += 1,
            Some(Err(broken)) => failures.push(format!("{vector}\n  breaks the law: {broken}")),
            None => failures.push(format!("{vector}\n  go-cty: {wanted}\n  engine: {got}")),
        }
    }
    println!("{tried} cases, {deviations} of them deviations");
    assert!(tried * 10 > questions.len() * 9, "go-cty could be asked only {tried} of {} cases", questions.len());
    let shown: Vec<&str> = failures.iter().take(20).map(String::as_str).collect();
    assert!(failures.is_empty(), "TYGEN_SEED={seed}: {} of {tried} differ\n{}", failures.len(), shown.join("\n"));
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A set of go-cty's may hold both `0` and `-0`, which are equal; ours does not.
fn without_negative_zero_in_sets(question: Json) -> Json {
    let text = question.to_string();
    if !text.contains("\"set\"") {
        return question;
    }
    serde_json::from_str(&text.replace("\"-0\"", "\"7\"")).expect("one string for another")
}

/// A question of each kind.
const KINDS: [fn(&mut Random) -> Json; 8] = [convert, convert, conversion, unify, numeric, equality, lookup, encoding];

fn convert(random: &mut Random) -> Json {
    let from = random::ty(random, 3);
    json!({"op": "convert", "value": random::value(random, &from, MIXED), "to": random::related(random, &from)})
}

fn conversion(random: &mut Random) -> Json {
    let from = random::any_type(random, 3);
    json!({"op": "conversion", "from": from, "to": random::related(random, &from)})
}

fn unify(random: &mut Random) -> Json {
    let first = random::ty(random, 3);
    let count = 1 + random.below(4);
    let mut types = vec![first.clone()];
    types.extend((1..count).map(|_| without_optional(&random::related(random, &first))));
    json!({"op": "unify", "types": types, "mode": random.pick(&["safe", "unsafe"])})
}

/// Optional attributes stand only in the target of a conversion.
fn without_optional(ty: &Json) -> Json {
    match ty {
        Json::Array(parts) if parts.first().is_some_and(|kind| kind == "object") => {
            let attributes = parts[1].as_object().into_iter().flatten();
            json!([
                "object",
                attributes.map(|(name, ty)| (name.clone(), without_optional(ty))).collect::<serde_json::Map<_, _>>()
            ])
        }
        Json::Array(items) => items.iter().map(without_optional).collect(),
        _ => ty.clone(),
    }
}

fn numeric(random: &mut Random) -> Json {
    const BINARY: [&str; 9] = [
        "add",
        "subtract",
        "multiply",
        "divide",
        "modulo",
        "less_than",
        "less_than_or_equal_to",
        "greater_than",
        "greater_than_or_equal_to",
    ];
    let mut value = |ty: &str| random::value(random, &json!(ty), MIXED);
    let (numbers, booleans) = ([value("number"), value("number")], [value("bool"), value("bool")]);
    match random.below(8) {
        0 => json!({"op": random.pick(&["negate", "absolute"]), "args": numbers[..1]}),
        1 => json!({"op": random.pick(&["and", "or"]), "args": booleans}),
        2 if random.one_in(3) => json!({"op": "not", "args": booleans[..1]}),
        _ => json!({"op": random.pick(&BINARY), "args": numbers}),
    }
}

fn equality(random: &mut Random) -> Json {
    let ty = random::ty(random, 3);
    let left = random::value(random, &ty, MIXED);
    let right = if random.one_in(3) { left.clone() } else { random::value(random, &ty, MIXED) };
    json!({"op": random.pick(&["equals", "raw_equals"]), "args": [left, right]})
}

fn lookup(random: &mut Random) -> Json {
    let ty = match random.below(4) {
        0 => json!(["list", random::ty(random, 1)]),
        1 => json!(["map", random::ty(random, 1)]),
        2 => json!(["tuple", [random::ty(random, 1), random::ty(random, 1)]]),
        _ => json!(["set", random::ty(random, 1)]),
    };
    // The documents give sets an index by value; go-cty panics.
    if ty[0] == "set" {
        return json!({"op": "length", "args": [random::value(random, &ty, MIXED)]});
    }
    let collection = random::value(random, &ty, MIXED);
    let key_type = json!(if ty[0] == "map" || random.one_in(8) { "string" } else { "number" });
    let mut key = random::value(random, &key_type, MIXED);
    if key_type == "number" && key["value"].is_string() && !random.one_in(6) {
        key["value"] = json!(random.below(4).to_string());
    } else if key["value"].is_string() && !random.one_in(6) {
        key["value"] = json!(random.pick(&["a", "b", "c", "id"]));
    }
    match random.below(4) {
        0 => json!({"op": "length", "args": [collection]}),
        1 => json!({"op": "has_index", "args": [collection, key]}),
        _ => json!({"op": "index", "args": [collection, key]}),
    }
}

fn encoding(random: &mut Random) -> Json {
    let op = *random.pick(&["json", "msgpack"]);
    let ty = random::ty(random, 3);
    let unknown = if op == "json" { 200 } else { 15 };
    let value = random::value(random, &ty, Oddness { unknown, marked: 500, ..MIXED });
    let constraint = if random.one_in(5) { loosened(random, &ty) } else { ty };
    json!({"op": op, "type": constraint, "value": value})
}

/// The same type with `any` in some places.
fn loosened(random: &mut Random, ty: &Json) -> Json {
    match ty {
        _ if random.one_in(3) => json!("any"),
        Json::Array(parts) => match &parts[1] {
            Json::Object(attributes) => {
                let loose = attributes.iter().map(|(name, ty)| (name.clone(), loosened(random, ty)));
                json!([parts[0], loose.collect::<serde_json::Map<_, _>>()])
            }
            Json::Array(types) if parts[0] == "tuple" => {
                json!(["tuple", types.iter().map(|ty| loosened(random, ty)).collect::<Vec<_>>()])
            }
            element => json!([parts[0], loosened(random, element)]),
        },
        _ => ty.clone(),
    }
}

/// What go-cty says.
fn ask(questions: &[Json]) -> Vec<Json> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gocty");
    let mut go = Command::new("go")
        .args(["run", "."])
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("go: {error}. Install Go 1.25 or newer, or leave go out of TYGEN_LANGS"));
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let mut input = go.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = go.wait_with_output().expect("go runs to its end");
    writer.join().expect("the writer does not panic").expect("go reads all of its input");
    assert!(output.status.success(), "the Go program failed: {}", output.status);
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}
