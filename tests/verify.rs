//! `tygen verify` as a user runs it: generated packages answer as the engine does, and faults that are put into
//! them are reported.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use support::{go::leaves_out_go, rust::leaves_out_rust, typescript::leaves_out_typescript};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn leaves_out(language: &str) -> bool {
    match language {
        "ts" => leaves_out_typescript(),
        "go" => leaves_out_go(),
        _ => leaves_out_rust(),
    }
}

/// Runs the command where the pinned compiler of TypeScript is found.
fn verify(language: &str, arguments: &[&str]) -> Output {
    let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
    tygen.arg("verify").args(arguments).args(["--lang", language]);
    if language == "ts" {
        tygen.current_dir(support::typescript::tools());
    }
    // What crates depend on is compiled once for all tests.
    tygen.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-target"));
    tygen.output().expect("tygen runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The numbers of the last line.
fn counts(output: &Output) -> (usize, usize) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let last = out.lines().last().unwrap_or_default();
    let numbers: Vec<usize> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [passed, failed] => (*passed, *failed),
        _ => panic!("there is no last line with counts:\n{out}\n{err}"),
    }
}

fn proved(language: &str, arguments: &[&str], at_least: usize) {
    let output = verify(language, arguments);
    let (passed, failed) = counts(&output);
    let told = text(&output.stdout);
    assert!(failed == 0 && output.status.code() == Some(0), "{arguments:?}\n{told}");
    assert!(passed >= at_least, "{arguments:?}: only {passed} cases");
}

/// The schemas of the repository, in sets in which no package's name comes twice: each set is compiled once.
fn sets() -> Vec<Vec<String>> {
    let folders = ["", "core", "obstacles", "foreign/pulumi", "foreign/terraform"];
    let paths = folders.iter().flat_map(|folder| support::schemas::schema_files(folder));
    let mut sets: Vec<(BTreeSet<String>, Vec<String>)> = Vec::new();
    let mut count = 0;
    for path in paths {
        // Some are there to be refused.
        let Some(names) = packages(&path) else { continue };
        count += 1;
        let place = sets.iter_mut().find(|(taken, _)| taken.is_disjoint(&names));
        let path = path.to_string_lossy().into_owned();
        match place {
            Some((taken, set)) => {
                taken.extend(names);
                set.push(path);
            }
            None => sets.push((names, vec![path])),
        }
    }
    assert!(count > 45, "only {count} schemas load");
    sets.into_iter().map(|(_, set)| set).collect()
}

fn packages(path: &Path) -> Option<BTreeSet<String>> {
    let loaded = tygen::loader::load(&[tygen::loader::Input::Path(path.to_owned())], Default::default());
    let is_right = !loaded.diagnostics.has_errors();
    is_right.then(|| loaded.schema.packages.keys().map(ToString::to_string).collect())
}

fn every_schema(language: &str) {
    if leaves_out(language) {
        return;
    }
    let sets = sets();
    assert!(sets.len() < 8, "schemas of one name take a compilation of their own");
    // Each set is a compilation of its own. The first holds nearly all; Go, which is quick, has the others too.
    let count = if language == "go" { sets.len() } else { 1 };
    for set in sets.into_iter().take(count) {
        let mut arguments: Vec<&str> = set.iter().map(String::as_str).collect();
        arguments.extend(["--cases", "25"]);
        // The smallest schema has two things to ask.
        proved(language, &arguments, 50);
    }
}

#[test]
fn every_schema_in_typescript() {
    every_schema("ts");
}

#[test]
fn every_schema_in_go() {
    every_schema("go");
}

#[test]
fn every_schema_in_rust() {
    every_schema("rust");
}

/// Parts of real schemas, which nobody here wrote.
fn real_schemas(language: &str) {
    let data = root().join("../shared/data");
    if !data.exists() {
        println!("skipped: {} is not there", data.display());
        return;
    }
    if leaves_out(language) {
        return;
    }
    let file = |name: &str| data.join(name).to_string_lossy().into_owned();
    let (aws, random, tls) = (file("terraform/aws.json"), file("pulumi/random.json"), file("pulumi/tls.json"));
    proved(language, &[&aws, "--include", "aws_s3_bucket*", "--include", "aws_lambda_function*", "--cases", "12"], 500);
    proved(language, &[&random, &tls, "--cases", "12"], 300);
}

#[test]
fn real_schemas_in_typescript() {
    real_schemas("ts");
}

#[test]
fn real_schemas_in_go() {
    real_schemas("go");
}

#[test]
fn real_schemas_in_rust() {
    real_schemas("rust");
}

/// Text in a generated package, and a fault in its place.
struct Fault {
    what: &'static str,
    schema: &'static str,
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    /// What the report says somewhere.
    told: &'static str,
}

fn generated(language: &str, schema: &str, into: &Path) {
    let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
    tygen.arg(root().join("schemas").join(schema)).args(["--manifest", "--lang", language, "-o"]);
    let output = tygen.arg(format!("{language}={}", into.display())).output().expect("tygen runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Every file below a folder, with its text.
fn snapshot(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn planted(language: &str, faults: &[Fault]) {
    if leaves_out(language) {
        return;
    }
    for fault in faults {
        let folder = tempfile::tempdir().unwrap();
        generated(language, fault.schema, folder.path());
        let file = folder.path().join(fault.file);
        let before = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(before.matches(fault.right).count(), 1, "{}: {:?} in {}", fault.what, fault.right, fault.file);
        let schema = root().join("schemas").join(fault.schema).to_string_lossy().into_owned();
        let package = folder.path().to_string_lossy().into_owned();
        fs::write(&file, before.replace(fault.right, fault.wrong)).unwrap();
        let as_it_was = snapshot(folder.path());
        let output = verify(language, &[&schema, "--package", &package, "--cases", "200"]);
        let (passed, failed) = counts(&output);
        let told = text(&output.stdout);
        assert!(failed > 0 && output.status.code() == Some(1), "{language}: {} is not reported", fault.what);
        assert!(told.contains(fault.told), "{language}: {}\n{told}", fault.what);
        assert!(passed > 0 && told.contains("  again:     tygen verify "), "{told}");
        assert_eq!(snapshot(folder.path()), as_it_was, "the package is not changed");
    }
}

#[test]
fn a_package_without_faults_passes_where_it_lies() {
    for language in ["ts", "go", "rust"].into_iter().filter(|language| !leaves_out(language)) {
        let folder = tempfile::tempdir().unwrap();
        generated(language, "quickstart.yaml", folder.path());
        let schema = root().join("schemas/quickstart.yaml").to_string_lossy().into_owned();
        proved(language, &[&schema, "--package", &folder.path().to_string_lossy(), "--cases", "20"], 100);
    }
}

#[test]
fn faults_in_typescript_are_reported() {
    planted(
        "ts",
        &[
            Fault {
                what: "a lost secret, in generated code",
                schema: "core/secret.yaml",
                file: "credentials.ts",
                right: "$.secret($.required(\"password\", $.string))",
                wrong: "$.required(\"password\", $.string)",
                told: "secret.Credentials",
            },
            Fault {
                what: "a lost secret, in the runtime",
                schema: "core/secret.yaml",
                file: "runtime/objects.ts",
                right: "{ ...converted.own, secret: true }",
                wrong: "converted.own",
                told: "secret.Credentials",
            },
            Fault {
                what: "a rounded integer",
                schema: "core/numbers.yaml",
                file: "runtime/primitive.ts",
                right: ": { value: whole };",
                wrong: ": { value: BigInt(Number(whole)) };",
                told: "9007199254740993",
            },
            Fault {
                what: "a skipped arm of unions",
                schema: "core/union.yaml",
                file: "runtime/unions.ts",
                right: ".filter(({ group }) => group !== Group.Never)",
                wrong: ".filter(({ at, group }) => at !== 1 && group !== Group.Never)",
                told: "type union.",
            },
            Fault {
                what: "a wrong path",
                schema: "core/collections.yaml",
                file: "runtime/errors.ts",
                right: "return `[${step.index}]`;",
                wrong: "return `[${step.index + 1}]`;",
                told: "[0]",
            },
        ],
    );
}

#[test]
fn faults_in_go_are_reported() {
    planted(
        "go",
        &[
            Fault {
                what: "a lost secret, in generated code",
                schema: "core/secret.yaml",
                file: "credentials.go",
                right: "`json:\"password\" tygen:\"secret\"`",
                wrong: "`json:\"password\"`",
                told: "secret.Credentials",
            },
            Fault {
                what: "a lost secret, in the runtime",
                schema: "core/secret.yaml",
                file: "tygen/convert.go",
                right: "part.secret = true",
                wrong: "part.secret = part.secret || false",
                told: "secret.Credentials",
            },
            Fault {
                what: "a rounded integer",
                schema: "core/numbers.yaml",
                file: "tygen/build.go",
                right: "value, _ := new(big.Int).SetString(text, 10)",
                wrong: "double, _ := strconv.ParseFloat(text, 64)\n\t\t\tvalue, _ := big.NewFloat(double).Int(nil)",
                told: "9007199254740993",
            },
            Fault {
                what: "a skipped arm of unions",
                schema: "core/union.yaml",
                file: "tygen/union.go",
                right: "own := candidate{arm: at,",
                wrong: "if at == 1 {\n\t\t\tcontinue\n\t\t}\n\t\town := candidate{arm: at,",
                told: "type union.",
            },
            Fault {
                what: "a wrong path",
                schema: "core/collections.yaml",
                file: "tygen/problem.go",
                right: "strconv.Itoa(int(index))",
                wrong: "strconv.Itoa(int(index) + 1)",
                told: "[0]",
            },
        ],
    );
}

#[test]
fn faults_in_rust_are_reported() {
    planted(
        "rust",
        &[
            Fault {
                what: "a lost secret, in generated code",
                schema: "core/secret.yaml",
                file: "src/credentials.rs",
                right: "need(\"password\", String).secret()",
                wrong: "need(\"password\", String)",
                told: "secret.Credentials",
            },
            Fault {
                what: "a lost secret, in the runtime",
                schema: "core/secret.yaml",
                file: "src/runtime/convert.rs",
                right: "(true, Mode::Lifted) => Node::marked(Some(given), Marks::secret()),",
                wrong: "(true, Mode::Lifted) => given,",
                told: "secret.Credentials",
            },
            Fault {
                what: "a rounded integer",
                schema: "core/numbers.yaml",
                file: "src/runtime/primitive.rs",
                right: ".to_integer()\n            .ok_or_else(",
                wrong: ".to_integer()\n            .map(|whole| if whole.bits() > 53 { (whole >> 1) << 1 } else { whole })\n            .ok_or_else(",
                told: "9007199254740993",
            },
            Fault {
                what: "a skipped arm of unions",
                schema: "core/union.yaml",
                file: "src/runtime/union.rs",
                right: "self.group(node, ty, named == Some(arm))",
                wrong: "self.group(node, ty, named == Some(arm)).filter(|_| arm != 1)",
                told: "type union.",
            },
            Fault {
                what: "a wrong path",
                schema: "core/collections.yaml",
                file: "src/runtime/error.rs",
                right: "Step::Index(index) => write!(f, \"[{index}]\"),",
                wrong: "Step::Index(index) => write!(f, \"[{}]\", index + 1),",
                told: "[0]",
            },
        ],
    );
}

fn failing(arguments: &[&str]) -> (Option<i32>, String) {
    let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
    let output = tygen.arg("verify").args(arguments).current_dir(root()).output().expect("tygen runs");
    (output.status.code(), text(&output.stderr))
}

#[test]
fn what_cannot_be_done_is_said() {
    let quickstart = "schemas/quickstart.yaml";
    for (arguments, code, message) in [
        (&["schemas/broken/tabs.yaml"][..], 1, "error[T0002]"),
        (&[quickstart, "--package", "x"], 2, "--package wants one language"),
        (&[quickstart, "--lang", "go", "--package", "nowhere"], 1, "nowhere"),
        (&[quickstart, "--lang", "go", "--package", "src"], 1, "no package that tygen generated for go"),
        (&[quickstart, "--only", "type quickstart.Prt"], 1, "did you mean \"type quickstart.Port\"?"),
        (&[quickstart, "--lang", "cobol"], 2, "cobol"),
        (&[quickstart, "--cases", "many"], 2, "many"),
        (&[], 2, "SCHEMA"),
    ] {
        let (found, said) = failing(arguments);
        assert_eq!((found, said.contains(message)), (Some(code), true), "{arguments:?}: {said}");
    }
}

#[test]
fn a_tool_that_is_not_there_is_named() {
    let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
    tygen.args(["verify", "schemas/quickstart.yaml"]).env("PATH", "").current_dir(root());
    let output = tygen.output().expect("tygen runs");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    for advice in ["install Node.js", "install Go", "install Rust"] {
        assert!(said.contains(advice), "{said}");
    }
}

#[test]
fn nothing_is_left_behind_but_what_is_kept() {
    if leaves_out("go") {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    for (keep, left) in [(&[][..], 0), (&["--keep"][..], 1)] {
        let mut tygen = Command::new(env!("CARGO_BIN_EXE_tygen"));
        tygen.args(["verify", "schemas/core/primitives.yaml", "--lang", "go", "--cases", "3"]).args(keep);
        let output = tygen.env("TMPDIR", temporary.path()).current_dir(root()).output().expect("tygen runs");
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
        // The tools of Go may leave folders of their own.
        let ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("tygen-verify-");
        let found = fs::read_dir(temporary.path()).unwrap().flatten().filter(ours).count();
        assert_eq!(found, left);
        assert_eq!(text(&output.stderr).contains("kept: "), left == 1);
    }
}
