//! The engine on the command line, as a user runs it.
#![cfg(feature = "cli")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn tygen(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tygen"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tygen runs");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("tygen ends")
}

/// Exit code, results, problems.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = tygen(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn prints(arguments: &[&str], input: &str) -> String {
    let (code, out, err) = run(arguments, input);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    out.trim_end().to_owned()
}

#[test]
fn json_is_converted() {
    assert_eq!(prints(&["convert", "--to", "set(int)"], r#"["443", "80", 443]"#), "[80,443]");
    assert_eq!(prints(&["convert", "--to", "list(string)"], "[1, 2.50, true]"), r#"["1","2.5","true"]"#);
    assert_eq!(prints(&["convert", "--from", "list(string)", "--to", "list(number)"], r#"["1"]"#), "[1]");
    assert_eq!(prints(&["convert", "--show-type", "--to", "int"], r#""7""#), r#"{"type":"int","value":7}"#);
    // A whole number is an int where the type asks for one, so that it keeps what it is.
    assert_eq!(prints(&["convert", "--to", "union(string, int)"], "7"), "7");
}

#[test]
fn null_is_read_in_two_ways() {
    let ty = "object({ port = optional(number, 80) })";
    assert_eq!(prints(&["convert", "--constraint", "--to", ty], r#"{"port": null}"#), r#"{"port":80}"#);
    assert_eq!(prints(&["convert", "--to", ty], "{}"), r#"{"port":80}"#);
    let (code, out, err) = run(&["convert", "--to", "object({ port = number })"], r#"{"port": null}"#);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains(".port: "), "{err}");
}

#[test]
fn every_problem_is_told_with_its_path() {
    let (code, out, err) = run(&["convert", "--to", "map(list(int))"], r#"{"a": ["1", "x"], "b": ["y"]}"#);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert_eq!(err.lines().count(), 2, "{err}");
    assert!(err.contains(": an integer is required"), "{err}");
}

#[test]
fn what_is_no_type_or_no_json_is_shown_with_its_place() {
    let (code, _, err) = run(&["convert", "--to", "list(strnig)"], "[]");
    assert_eq!(code, Some(1));
    assert!(err.contains("did you mean `string`?"), "{err}");
    let (code, _, err) = run(&["convert", "--to", "list(string)"], "[1,");
    assert_eq!(code, Some(1));
    assert!(err.contains("<stdin>:1"), "{err}");
    let (code, _, err) = run(&["convert", "--to", r#"object({ a = optional(int, "x") })"#], "{}");
    assert_eq!(code, Some(1));
    assert!(err.contains("T0107"), "{err}");
    assert_eq!(run(&["convert"], "").0, Some(2));
}

#[test]
fn types_are_unified() {
    assert_eq!(prints(&["unify", "bool", "number", "string"], ""), "string");
    assert_eq!(prints(&["unify", "list(int)", "tuple([number])"], ""), "list(number)");
    assert_eq!(run(&["unify", "bool", "number"], "").0, Some(1));
}

#[test]
fn types_are_shaped() {
    assert_eq!(prints(&["shape", "output", "list(string)"], ""), "output(list(output(string)))");
    assert_eq!(prints(&["shape", "resolved", "output(list(promise(int)))"], ""), "list(int)");
}

#[test]
fn vectors_are_run_and_counted() {
    let pass = r#"{"op":"not","args":[{"type":"bool","value":true}],"want":{"type":"bool","value":false}}"#;
    let fail = r#"{"op":"not","args":[{"type":"bool","value":true}],"want":{"type":"bool","value":true}}"#;
    let parsed = r#"{"op":"type","source":"object({a = optional(number, \"x\")})","error":"no number"}"#;
    let constraint = r#"{"op":"constraint","type":"set(number)","value":["2",1],"want":[2,1]}"#;
    let (code, out, _) = run(&["conformance", "-"], &format!("{pass}\n\n{parsed}\n{constraint}\n"));
    assert_eq!((code, out.as_str()), (Some(0), "3 passed, 0 failed\n"));
    let (code, out, _) = run(&["conformance", "-"], &format!("{pass}\n{fail}\nnonsense\n"));
    assert_eq!(code, Some(1));
    assert!(out.starts_with("-:2: "), "{out}");
    assert!(out.contains("wanted: ") && out.contains("got: "), "{out}");
    assert!(out.ends_with("\n1 passed, 2 failed\n"), "{out}");
    assert_eq!(run(&["conformance", "no/such/file.jsonl"], "").0, Some(1));
}
