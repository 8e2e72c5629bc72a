//! The cases of `tygen verify` over every schema here, and what the judge makes of them: it must agree with itself.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tygen::codec::{Codecs, Root};
use tygen::engine::wire::{Judge, same};
use tygen::loader::{Input, LoadOptions, load};
use tygen::model::{Schema, Selection};
use tygen::verify::{Cases, Operation};

fn schemas() -> Vec<PathBuf> {
    let folders = ["", "core", "obstacles", "foreign/pulumi", "foreign/terraform"];
    let all = folders.iter().flat_map(|folder| support::schemas::schema_files(folder));
    let loads = |path: &PathBuf| {
        let loaded = load(&[Input::Path(path.clone())], LoadOptions::default());
        !loaded.diagnostics.has_errors()
    };
    // Some are there to be refused.
    let all: Vec<PathBuf> = all.filter(loads).collect();
    assert!(all.len() > 45, "only {} schemas load", all.len());
    all
}

fn hoisted(path: &Path) -> Schema {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors(), "{}", support::schemas::render_all(&loaded));
    loaded.schema.into_hoisted()
}

/// `decode(encode(x))` is `x`, and `encodeOutput(decodeOutput(w))` is `w` in canonical form: cases of which what
/// comes out is not read as the same, and how many came out.
fn not_the_same(path: &Path, selection: &Selection, cases_each: usize) -> (usize, Vec<String>) {
    let schema = hoisted(path).select(selection);
    let codecs = Codecs::of(&schema);
    let cases = Cases::new(&schema, &codecs);
    let judge = Judge::new(&codecs);
    let (mut came_out, mut wrong) = (0, Vec::new());
    for root in codecs.roots() {
        for number in 0..cases_each {
            let case = cases.case(root, 1, number);
            let ask = |text: &str| {
                if case.operation.of_outputs() { judge.output(root, text) } else { judge.decode(root, text) }
            };
            let Ok(once) = ask(&case.wire.text()) else { continue };
            came_out += 1;
            let twice = ask(&once);
            if !twice.as_ref().is_ok_and(|twice| same(&once, twice)) {
                let cut = |text: &str| text.chars().take(300).collect::<String>();
                let (file, text) = (path.display(), cut(&case.wire.text()));
                wrong.push(format!(
                    "{file} {root} {number} {:?}\n  {text}\n  {}\n  {twice:?}",
                    case.operation,
                    cut(&once)
                ));
            }
        }
    }
    (came_out, wrong)
}

fn all_the_same(paths: impl IntoIterator<Item = PathBuf>, selection: &Selection, cases_each: usize) {
    let (mut came_out, mut wrong) = (0, Vec::new());
    for path in paths {
        let (more, mut found) = not_the_same(&path, selection, cases_each);
        came_out += more;
        wrong.append(&mut found);
    }
    assert!(came_out > 500, "{came_out}");
    assert!(wrong.is_empty(), "{} of {came_out}\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

#[test]
fn what_the_judge_writes_it_reads_as_the_same() {
    all_the_same(schemas(), &Selection::default(), 60);
}

#[test]
fn and_of_real_schemas() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if !data.exists() {
        println!("skipped: {} is not there", data.display());
        return;
    }
    let names = ["pulumi/random.json", "pulumi/tls.json", "pulumi/docker.json"];
    all_the_same(names.map(|name| data.join(name)), &Selection::default(), 4);
    let include = ["aws_s3*", "aws_lambda*", "aws_wafv2_rule*"].map(str::to_owned).to_vec();
    all_the_same([data.join("terraform/aws.json")], &Selection { include, exclude: Vec::new() }, 4);
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
