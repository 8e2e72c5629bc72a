//! The harness of `tygen verify`, with drivers that only seem to be made of generated code: the judge itself
//! answers in them, and may err, die, hang and talk rubbish.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tygen::backend::Language;
use tygen::codec::{Codecs, Root};
use tygen::engine::wire::Judge;
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::Schema;
use tygen::verify::{Answer, Case, Cases, Driver, Operation, Report, Request, Settings, Tree, run};

fn schema(name: &str) -> Schema {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(name);
    let loaded = load(&[Input::Path(path)], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors(), "{name}");
    loaded.schema.into_hoisted()
}

const FAULT: &str = "TYGEN_TEST_FAULT";
const SCHEMA: &str = "TYGEN_TEST_SCHEMA";

/// Not a test but the driver, when this program is started as one.
#[test]
fn the_driver() {
    let (Ok(fault), Ok(name)) = (std::env::var(FAULT), std::env::var(SCHEMA)) else { return };
    let schema = schema(&name);
    let codecs = Codecs::of(&schema);
    let mut out = std::io::stdout().lock();
    if fault == "will not start" {
        eprintln!("something is missing");
        std::process::exit(3);
    }
    let mut held = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let wire = request["wire"].as_str().unwrap();
        match fault.as_str() {
            "dies" if wire.contains("9007199254740993") => {
                eprintln!("out of luck");
                std::process::exit(7);
            }
            "hangs" if wire.contains("9007199254740993") => std::thread::sleep(Duration::from_secs(1000)),
            "is silent" if wire.contains("9007199254740993") => continue,
            "babbles" => writeln!(out, "hello\n{{\"id\":1,\n[]\n{{\"id\":123456,\"ok\":\"1\"}}").unwrap(),
            _ => {}
        }
        let answer = answer(&codecs, &request, &fault);
        // Some drivers write at once what they say, others at the end.
        if fault == "dies" { held.push(answer) } else { writeln!(out, "{answer}").unwrap() }
    }
    held.iter().for_each(|answer| writeln!(out, "{answer}").unwrap());
    out.flush().unwrap();
    std::process::exit(0);
}

fn answer(codecs: &Codecs, request: &Value, fault: &str) -> Value {
    let judge = Judge::new(codecs);
    let text = |name: &str| request[name].as_str().unwrap().to_owned();
    let root = codecs.roots().find(|root| root.to_string() == text("root")).unwrap();
    let path: Vec<&str> = request["path"].as_array().into_iter().flatten().map(|step| step.as_str().unwrap()).collect();
    let answer = match text("op").as_str() {
        "decode" | "parsed" => judge.decode(root, &text("wire")),
        "output" | "resolve" => judge.output(root, &text("wire")),
        "part" => judge.part(root, &text("wire"), &path),
        other => panic!("{other}"),
    };
    match (fault, answer) {
        ("rounds", Ok(text)) => {
            json!({"id": request["id"], "ok": text.replace("9007199254740993", "9007199254740992")})
        }
        ("loses secrets", Ok(text)) => {
            json!({"id": request["id"], "ok": text.replace("\"secret\":true", "\"secret\":false")})
        }
        ("errs in paths", Err(problems)) => {
            let problems: Vec<String> = problems.iter().map(|problem| problem.replacen(".small", "small", 1)).collect();
            json!({"id": request["id"], "problems": problems})
        }
        ("crashes", Err(_)) => json!({"id": request["id"], "crash": "a null was met"}),
        (_, Ok(text)) => json!({"id": request["id"], "ok": text}),
        // What a reader says of its own does not count.
        (_, Err(problems)) if problems[0].starts_with("the text is not JSON") => {
            json!({"id": request["id"], "problems": ["the text is not JSON: no!"]})
        }
        (_, Err(problems)) => json!({"id": request["id"], "problems": problems}),
    }
}

fn driver(schema: &str, fault: &str) -> Driver {
    let environment = [(FAULT, fault), (SCHEMA, schema), ("RUST_TEST_THREADS", "2")];
    Driver {
        program: std::env::current_exe().unwrap(),
        arguments: ["the_driver", "--exact", "--nocapture"].map(Into::into).to_vec(),
        environment: environment.map(|(name, value)| (name.into(), value.into())).to_vec(),
        folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
        patience: Duration::from_secs(if fault == "hangs" { 1 } else { 60 }),
    }
}

fn verified(name: &str, fault: &str, settings: &Settings) -> Report {
    let schema = schema(name);
    let codecs = Codecs::of(&schema);
    let cases = Cases::new(&schema, &codecs);
    let roots: Vec<&Root> = codecs.roots().collect();
    let drivers = BTreeMap::from([(Language::Go, driver(name, fault))]);
    let mut seen = Vec::new();
    let report = run(&Judge::new(&codecs), &cases, &roots, &drivers, settings, |done, total| seen.push((done, total)));
    let asked: usize = roots.iter().map(|root| settings.cases.max(cases.variants(root))).sum();
    assert_eq!(report.passed + report.failed, asked);
    assert_eq!((seen.first(), seen.last()), (Some(&(0, asked)), Some(&(asked, asked))));
    assert_eq!(report.counts.values().sum::<usize>(), report.failed);
    report
}

#[test]
fn who_answers_as_the_judge_passes() {
    for name in ["core/numbers.yaml", "core/discriminated-union.yaml", "core/secret.yaml", "obstacles/unions.yaml"] {
        for fault in ["none", "babbles"] {
            let report = verified(name, fault, &Settings::default());
            assert_eq!(report.failed, 0, "{name} {fault}: {:#?}", report.shown);
            assert!(report.shown.is_empty());
        }
    }
}

/// Finds a fault, and gives the cases that show it, made small.
fn found(name: &str, fault: &str) -> Vec<(Operation, String, Answer)> {
    // Each question that a driver dies of costs a start of it.
    let (cases, shown) = if fault == "dies" { (120, 1) } else { (300, 5) };
    let report = verified(name, fault, &Settings { cases, shown, ..Settings::default() });
    assert!(report.failed > 0, "{fault} is not seen in {} cases", report.passed);
    assert!(report.passed > report.failed, "{fault}: most is right: {} {}", report.passed, report.failed);
    let shown = report.shown.into_iter();
    shown.map(|it| (it.case.operation, it.case.wire.text(), it.got)).collect()
}

#[test]
fn a_rounded_number_is_found_and_made_small() {
    let shown = found("core/numbers.yaml", "rounds");
    assert!(shown.iter().all(|(_, text, _)| text.contains("9007199254740993")), "{shown:#?}");
    assert!(shown.iter().all(|(_, text, got)| text.len() < 200 && matches!(got, Answer::Value(_))), "{shown:#?}");
}

#[test]
fn a_wrong_path_is_found() {
    let shown = found("core/numbers.yaml", "errs in paths");
    let is_wrong = |problem: &String| problem.starts_with("small");
    assert!(
        shown.iter().all(|(_, _, got)| matches!(got, Answer::Problems(all) if all.iter().any(is_wrong))),
        "{shown:#?}"
    );
}

#[test]
fn a_lost_secret_is_found() {
    let shown = found("core/secret.yaml", "loses secrets");
    assert!(shown.iter().all(|(operation, ..)| operation.of_outputs()), "{shown:#?}");
}

#[test]
fn a_driver_that_dies_takes_no_other_case_with_it() {
    for (fault, word) in [("dies", "out of luck"), ("is silent", "gave no answer")] {
        let shown = found("core/numbers.yaml", fault);
        let is_it = |got: &Answer| matches!(got, Answer::Crash(text) if text.contains(word));
        assert!(shown.iter().all(|(_, text, got)| text.contains("9007199254740993") && is_it(got)), "{shown:#?}");
    }
}

#[test]
fn a_driver_that_hangs_is_ended() {
    let settings = Settings { cases: 60, ..Settings::default() };
    let report = verified("core/numbers.yaml", "hangs", &settings);
    let lost =
        report.shown.iter().filter(|it| matches!(&it.got, Answer::Lost(text) if text.contains("in time"))).count();
    assert!(lost > 0 && report.passed > report.failed, "{} passed: {:#?}", report.passed, report.shown);
}

#[test]
fn a_crash_is_a_disagreement() {
    let shown = found("core/numbers.yaml", "crashes");
    assert!(shown.iter().all(|(_, _, got)| *got == Answer::Crash("a null was met".into())));
}

#[test]
fn a_driver_that_will_not_start_is_given_up() {
    let driver = driver("core/numbers.yaml", "will not start");
    let request =
        Request { root: "type numbers.Measures".into(), operation: Operation::Decode, wire: "{}".into(), path: vec![] };
    let answers = driver.ask(&vec![request; 500]);
    assert_eq!(answers.len(), 500);
    assert!(answers.iter().all(|answer| matches!(answer, Answer::Crash(_) | Answer::Lost(_))));
    assert!(matches!(answers.last(), Some(Answer::Lost(text)) if text.contains("too often")));
    let nowhere = Driver { program: "/nowhere/at/all".into(), ..driver };
    assert!(matches!(nowhere.ask(&[]).as_slice(), []));
}

#[test]
fn a_case_is_the_same_alone() {
    let schema = schema("obstacles/unions.yaml");
    let codecs = Codecs::of(&schema);
    let cases = Cases::new(&schema, &codecs);
    for root in codecs.roots() {
        let all: Vec<Case> = (0..50).map(|number| cases.case(root, 7, number)).collect();
        let again: Vec<Case> = (0..50).rev().map(|number| cases.case(root, 7, number)).collect();
        assert!(all.iter().eq(again.iter().rev()));
        assert!(all.iter().any(|case| *case != cases.case(root, 8, 0)));
    }
}

/// Cases that never come out well prove little, and so do those that always do.
#[test]
fn cases_are_of_every_kind() {
    let mut tally: BTreeMap<(Operation, &str), usize> = BTreeMap::new();
    let mut total: BTreeMap<Operation, usize> = BTreeMap::new();
    for name in ["quickstart.yaml", "core/numbers.yaml", "core/union.yaml", "core/secret.yaml", "core/recursive.yaml"] {
        let schema = schema(name);
        let codecs = Codecs::of(&schema);
        let cases = Cases::new(&schema, &codecs);
        let judge = Judge::new(&codecs);
        for root in codecs.roots() {
            for number in 0..200 {
                let case = cases.case(root, 1, number);
                let answer = tygen::verify::Oracle::answer(&judge, root, &case);
                let outcome = match &answer {
                    Ok(text) if *text == case.wire.text() => "as it was",
                    Ok(_) => "converted",
                    Err(problems) if problems.len() > 1 => "several problems",
                    Err(_) => "a problem",
                };
                *tally.entry((case.operation, outcome)).or_default() += 1;
                *total.entry(case.operation).or_default() += 1;
            }
        }
    }
    for (operation, total) in &total {
        for outcome in ["as it was", "converted", "several problems", "a problem"] {
            let count = tally.get(&(*operation, outcome)).copied().unwrap_or(0);
            assert!(count * 50 > *total, "{operation:?}: {outcome} {count} times of {total}: {tally:#?}");
        }
    }
}

#[test]
fn every_arm_and_value_has_its_turn() {
    let schema = schema("core/enum.yaml");
    let codecs = Codecs::of(&schema);
    let cases = Cases::new(&schema, &codecs);
    for root in codecs.roots() {
        let Some(tygen::codec::Definition::Enum { values, .. }) = codecs.definition(root) else { continue };
        let made: Vec<String> = (0..100).map(|number| cases.case(root, 1, number).wire.text()).collect();
        for value in values {
            assert!(made.contains(&Tree::literal(value).text()), "{root}: {value} never comes");
        }
    }
}
