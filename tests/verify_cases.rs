//! The cases of `tygen verify` over every schema here, and what the judge makes of them: it must agree with itself.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tygen::codec::{Codecs, Root};
use tygen::engine::wire::{Judge, same};
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::Schema;
use tygen::verify::{Cases, Operation};

fn schemas() -> Vec<PathBuf> {
    let folders = ["", "core", "obstacles", "foreign/pulumi", "foreign/terraform"];
    let all = folders.iter().flat_map(|folder| support::schemas::schema_files(folder));
    // These two are there to be refused.
    all.filter(|path| !["broken.json", "recursive.json"].iter().any(|name| path.ends_with(name))).collect()
}

fn hoisted(path: &Path) -> Schema {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors(), "{}", support::schemas::render_all(&loaded));
    loaded.schema.into_hoisted()
}

/// `decode(encode(x))` is `x`, and `encodeOutput(decodeOutput(w))` is `w` in canonical form.
#[test]
fn what_the_judge_writes_it_reads_as_the_same() {
    let mut wrong = Vec::new();
    let mut came_out = 0;
    for path in schemas() {
        let schema = hoisted(&path);
        let codecs = Codecs::of(&schema);
        let cases = Cases::new(&schema, &codecs);
        let judge = Judge::new(&codecs);
        for root in codecs.roots() {
            for number in 0..60 {
                let case = cases.case(root, 1, number);
                let text = case.wire.text();
                let (once, twice) = if case.operation.of_outputs() {
                    let once = judge.output(root, &text);
                    let twice = once.as_ref().map(|text| judge.output(root, text));
                    (once.clone(), twice.ok())
                } else {
                    let once = judge.decode(root, &text);
                    let twice = once.as_ref().map(|text| judge.decode(root, text));
                    (once.clone(), twice.ok())
                };
                let (Ok(once), Some(twice)) = (once, twice) else { continue };
                came_out += 1;
                if !twice.as_ref().is_ok_and(|twice| same(&once, twice)) {
                    let cut = |text: &str| text.chars().take(300).collect::<String>();
                    wrong.push(format!(
                        "{} {root} {number} {:?}\n  {}\n  {}\n  {twice:?}",
                        path.display(),
                        case.operation,
                        cut(&text),
                        cut(&once)
                    ));
                }
            }
        }
    }
    println!("{came_out} came out, {} wrong", wrong.len());
    assert!(came_out > 1000);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

/// Enough that every way through the rules is walked: each message comes up.
#[test]
fn every_problem_comes_up() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let messages = [
        "the text is not JSON",
        "the value is nested deeper than 256 levels",
        "the signature \"",
        " required, but have ",
        "a bool is required",
        "to convert from string, use lowercase",
        "a number is required",
        "an integer is required",
        "an integer of 32 bits is required",
        "a number that a double holds exactly is required",
        "a number within the range of a double is required",
        "a number of more than 100000 digits is not supported",
        "a tuple of ",
        "attribute \"",
        "one of ",
        "a reference to ",
        "no arm of the union takes the value",
        "a secret is not a plain value",
        "an output is not a plain value",
        "the value is not known yet",
        "the secret is encrypted",
        "the bytes are not UTF-8 text",
        "the asset has no valid \"",
    ];
    let mut outputs = BTreeMap::from([("a secret", 0), ("an output", 0), ("dependencies", 0), ("unknown", 0)]);
    for path in schemas() {
        let schema = hoisted(&path);
        let codecs = Codecs::of(&schema);
        let cases = Cases::new(&schema, &codecs);
        let judge = Judge::new(&codecs);
        let roots: Vec<&Root> = codecs.roots().collect();
        for root in roots {
            for number in 0..100 {
                let case = cases.case(root, 2, number);
                let path: Vec<&str> = case.path.iter().map(String::as_str).collect();
                let answer = match case.operation {
                    Operation::Decode | Operation::Parsed => judge.decode(root, &case.wire.text()),
                    Operation::Output | Operation::Resolve => judge.output(root, &case.wire.text()),
                    Operation::Part => judge.part(root, &case.wire.text(), &path),
                };
                match answer {
                    Err(problems) => {
                        for message in
                            messages.iter().filter(|message| problems.iter().any(|it| it.contains(**message)))
                        {
                            *seen.entry(message).or_default() += 1;
                        }
                    }
                    Ok(text) => {
                        let marks = [
                            ("a secret", "1b47061264138c4ac30d75fd1eb44270"),
                            ("an output", "d0e6a833031e9bbcd3f4e8bde6ca49a4"),
                            ("dependencies", "\"dependencies\":["),
                            ("unknown", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"),
                        ];
                        for (what, mark) in marks.into_iter().filter(|(_, mark)| text.contains(mark)) {
                            let _ = mark;
                            *outputs.entry(what).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    println!("{seen:#?} {outputs:#?}");
    let missing: Vec<&str> = messages.into_iter().filter(|message| !seen.contains_key(message)).collect();
    assert!(missing.is_empty(), "these never come up: {missing:#?}");
    assert!(outputs.values().all(|count| *count > 50), "{outputs:#?}");
}
