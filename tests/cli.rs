//! The command line, as a user runs it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SCHEMA: &str = "\
tygen: 1
name: shop
types:
  Port: object({ number = int, name = optional(string) })
  Side: enum(string, \"left\", \"right\")
";

/// The same with one type less.
const SMALLER: &str = "\
tygen: 1
name: shop
types:
  Port: object({ number = int, name = optional(string) })
";

fn tygen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tygen")).args(arguments).current_dir(folder).output().expect("tygen runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn folder_with(schema: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("shop.yaml"), schema).expect("writable");
    folder
}

/// Every file below a folder with its text, tygen's own list aside.
fn snapshot(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).expect("UTF-8")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_run_says_what_it_wrote_and_a_second_one_writes_nothing() {
    let folder = folder_with(SCHEMA);
    let first = tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust"]);
    assert_eq!(code(&first), 0, "{}", text(&first.stderr));
    for language in ["ts", "go", "rust"] {
        assert!(text(&first.stdout).contains(&format!("gen/{language}: ")), "{}", text(&first.stdout));
    }
    let before = snapshot(&folder.path().join("gen"));
    let second = tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust"]);
    assert_eq!(text(&second.stdout).matches("; 0 written").count(), 3, "{}", text(&second.stdout));
    assert_eq!(snapshot(&folder.path().join("gen")), before);
}

#[test]
fn output_goes_where_it_is_told_to() {
    let folder = folder_with(SCHEMA);
    let run = tygen(folder.path(), &["shop.yaml", "--lang", "ts,go", "-o", "out", "-o", "ts=web/types"]);
    assert_eq!(code(&run), 0, "{}", text(&run.stderr));
    assert!(folder.path().join("web/types/index.ts").exists());
    assert!(folder.path().join("out/go").exists());
    assert!(!folder.path().join("out/ts").exists() && !folder.path().join("gen").exists());
}

#[test]
fn wrong_usage_is_2() {
    let folder = folder_with(SCHEMA);
    let wrong: [&[&str]; 8] = [
        &["shop.yaml"],
        &["--lang", "ts"],
        &["shop.yaml", "--lang", "cobol"],
        &["shop.yaml", "--lang", "ts", "-o", "a", "-o", "b"],
        &["shop.yaml", "--lang", "ts", "-o", "go=b"],
        &["shop.yaml", "--lang", "ts,go", "-o", "ts=x", "-o", "go=x"],
        &["shop.yaml", "--lang", "ts", "--check", "--clean"],
        &["shop.yaml", "--lang", "ts", "--from", "cobol"],
    ];
    for arguments in wrong {
        let run = tygen(folder.path(), arguments);
        assert_eq!(code(&run), 2, "{arguments:?}: {}", text(&run.stderr));
        assert!(!text(&run.stderr).is_empty(), "{arguments:?} says nothing");
    }
    assert!(!folder.path().join("gen").exists());
}

#[test]
fn a_wrong_schema_is_1_and_nothing_is_written() {
    let folder = folder_with("tygen: 1\nname: shop\ntypes:\n  A: list(strnig)\n  B: set(nmuber)\n");
    let run = tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust"]);
    assert_eq!(code(&run), 1);
    let message = text(&run.stderr);
    assert!(message.contains("shop.yaml:4:11") && message.contains("shop.yaml:5:10"), "{message}");
    assert!(message.contains("string") && message.contains("number"), "both get a suggestion: {message}");
    assert!(!folder.path().join("gen").exists());

    let missing = tygen(folder.path(), &["nowhere.yaml", "--lang", "ts"]);
    assert_eq!(code(&missing), 1);
    assert!(text(&missing.stderr).contains("nowhere.yaml"));
}

#[test]
fn check_sees_missing_changed_and_stale_files_and_writes_nothing() {
    let folder = folder_with(SCHEMA);
    let check = ["shop.yaml", "--lang", "ts", "--check"];
    let nothing_yet = tygen(folder.path(), &check);
    assert_eq!(code(&nothing_yet), 3);
    assert!(text(&nothing_yet.stdout).contains("missing: gen/ts/index.ts"), "{}", text(&nothing_yet.stdout));
    assert!(!folder.path().join("gen").exists());

    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts"])), 0);
    assert_eq!(code(&tygen(folder.path(), &check)), 0);

    let index = folder.path().join("gen/ts/index.ts");
    let good = fs::read_to_string(&index).expect("written");
    fs::write(&index, good + "// mine\n").expect("writable");
    let changed = tygen(folder.path(), &check);
    assert_eq!(code(&changed), 3);
    assert!(text(&changed.stdout).contains("changed: gen/ts/index.ts"), "{}", text(&changed.stdout));

    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts"])), 0);
    fs::write(folder.path().join("shop.yaml"), SMALLER).expect("writable");
    let stale = tygen(folder.path(), &check);
    assert_eq!(code(&stale), 3);
    assert!(text(&stale.stdout).contains("stale: gen/ts/"), "{}", text(&stale.stdout));
}

#[test]
fn clean_removes_what_tygen_wrote_and_nothing_else() {
    let folder = folder_with(SCHEMA);
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts"])), 0);
    fs::write(folder.path().join("gen/ts/mine.ts"), "export {};\n").expect("writable");
    let before = snapshot(&folder.path().join("gen"));
    fs::write(folder.path().join("shop.yaml"), SMALLER).expect("writable");

    let kept = tygen(folder.path(), &["shop.yaml", "--lang", "ts"]);
    assert!(text(&kept.stdout).contains("stale: "), "{}", text(&kept.stdout));
    let cleaned = tygen(folder.path(), &["shop.yaml", "--lang", "ts", "--clean"]);
    assert_eq!(code(&cleaned), 0);
    assert!(text(&cleaned.stdout).contains("1 removed"), "{}", text(&cleaned.stdout));
    let after = snapshot(&folder.path().join("gen"));
    assert_eq!(after.len(), before.len() - 1);
    assert!(folder.path().join("gen/ts/mine.ts").exists());
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts", "--check"])), 0);
}

#[test]
fn manifests_are_written_only_on_demand() {
    let folder = folder_with(SCHEMA);
    let manifests = ["ts/package.json", "ts/tsconfig.json", "go/go.mod", "rust/Cargo.toml"];
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust"])), 0);
    for manifest in manifests {
        assert!(!folder.path().join("gen").join(manifest).exists(), "{manifest}");
    }
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust", "--manifest"])), 0);
    for manifest in manifests {
        assert!(folder.path().join("gen").join(manifest).exists(), "{manifest}");
    }
    // Without the option they are the user's: neither stale nor removed.
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "ts,go,rust", "--clean"])), 0);
    for manifest in manifests {
        assert!(folder.path().join("gen").join(manifest).exists(), "{manifest}");
    }
}

#[test]
fn stdout_prints_and_writes_nothing() {
    let folder = folder_with(SCHEMA);
    let run = tygen(folder.path(), &["shop.yaml", "--lang", "ts", "--stdout"]);
    assert_eq!(code(&run), 0);
    assert!(text(&run.stdout).contains("==> ts/index.ts <=="));
    assert!(!folder.path().join("gen").exists());
}

#[test]
fn go_takes_its_import_path_from_the_module_around_it() {
    let folder = folder_with(SCHEMA);
    fs::write(folder.path().join("go.mod"), "module example.com/shop // the shop\n\ngo 1.22\n").expect("writable");
    assert_eq!(code(&tygen(folder.path(), &["shop.yaml", "--lang", "go", "-o", "go=internal/types"])), 0);
    let files = snapshot(&folder.path().join("internal/types"));
    let imports = files.iter().filter(|(_, text)| text.contains("\"example.com/shop/internal/types/tygen\"")).count();
    assert!(imports > 0, "{:?}", files.iter().map(|(path, _)| path).collect::<Vec<_>>());
}

#[test]
fn help_names_the_exit_codes() {
    let folder = folder_with(SCHEMA);
    let help = tygen(folder.path(), &["--help"]);
    assert_eq!(code(&help), 0);
    for line in ["0  done", "1  the schema is wrong", "2  the command line", "3  --check"] {
        assert!(text(&help.stdout).contains(line), "{line}");
    }
}

#[test]
fn the_command_line_chooses_how_numbers_are_held_where_the_schema_does_not() {
    let folder = folder_with(
        "tygen: 1\nname: p\ntypes:\n  T:\n    properties:\n      a: int\n      b: {type: int, numbers: {int: int64}}\n      c: number\n",
    );
    let chosen =
        tygen(folder.path(), &["shop.yaml", "--lang", "rust", "--stdout", "--int", "int32", "--number", "exact"]);
    assert_eq!(code(&chosen), 0, "{}", text(&chosen.stderr));
    let rust = text(&chosen.stdout);
    for field in ["pub a: i32,", "pub b: i64,", "pub c: rt::ExactNumber,"] {
        assert!(rust.contains(field), "{field} in {rust}");
    }
    let said = text(&tygen(folder.path(), &["shop.yaml", "--lang", "rust", "--stdout"]).stdout);
    for field in ["pub a: rt::BigInt,", "pub b: i64,", "pub c: f64,"] {
        assert!(said.contains(field), "{field} in {said}");
    }
}
