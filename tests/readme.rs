//! What the README shows is what tygen does.
//!
//! A comment before a fenced block says where the block comes from:
//!
//! * `<!-- file: schemas/quickstart.yaml -->`: a file of the repository holds it;
//! * `<!-- generated: ts/server.ts -->`: generating the quickstart gives a file that holds it;
//! * `<!-- output: tygen shape input 'list(string)' -->`: the command prints exactly this.
//!
//! A line `…` in a block stands for lines that are left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A block of the README and where it says it comes from.
struct Block {
    line: usize,
    source: String,
    text: String,
}

fn blocks(readme: &str) -> Vec<Block> {
    let lines: Vec<&str> = readme.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(source) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        if !["file: ", "generated: ", "output: "].iter().any(|kind| source.starts_with(kind)) {
            continue;
        }
        let start = at + 1 + lines[at + 1..].iter().position(|line| line.starts_with("```")).expect("a block") + 1;
        let end = start + lines[start..].iter().position(|line| line.starts_with("```")).expect("the block ends");
        found.push(Block { line: at + 1, source: source.to_owned(), text: lines[start..end].join("\n") });
    }
    found
}

/// Whether the text holds the stretches between `…`, in order.
fn holds(text: &str, block: &str) -> bool {
    let mut rest = text;
    block.split("\n…\n").all(|stretch| match rest.find(stretch.trim_matches('…').trim_end()) {
        Some(at) => {
            rest = &rest[at + stretch.trim_matches('…').trim_end().len()..];
            true
        }
        None => false,
    })
}

/// The words of a shell command; single quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (at, part) in command.split('\'').enumerate() {
        if at % 2 == 1 {
            words.last_mut().expect("never empty").push_str(part);
            continue;
        }
        let mut pieces = part.split(' ');
        words.last_mut().expect("never empty").push_str(pieces.next().unwrap_or(""));
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

fn tygen(arguments: &[String]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_tygen")).args(arguments).current_dir(root()).output().expect("runs");
    let both = [run.stdout, run.stderr].concat();
    String::from_utf8(both).expect("UTF-8")
}

fn generated() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("gen");
    let schema = root().join("schemas/quickstart.yaml");
    let run = Command::new(env!("CARGO_BIN_EXE_tygen"))
        .args([schema.as_os_str(), "--lang".as_ref(), "ts,go,rust".as_ref(), "-o".as_ref(), path.as_os_str()])
        .output()
        .expect("runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (folder, path)
}

#[test]
fn what_the_readme_shows_is_so() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    let (_folder, generated) = generated();
    let blocks = blocks(&readme);
    assert!(blocks.len() >= 5, "the README shows little: {}", blocks.len());
    let mut problems = Vec::new();
    for Block { line, source, text } in &blocks {
        let (kind, rest) = source.split_once(": ").expect("a kind");
        let wrong = match kind {
            "file" => !holds(&fs::read_to_string(root().join(rest)).unwrap_or_default(), text),
            "generated" => !holds(&fs::read_to_string(generated.join(rest)).unwrap_or_default(), text),
            _ => {
                let arguments = words(rest.strip_prefix("tygen ").expect("a command of tygen"));
                tygen(&arguments).trim_end() != text.trim_end()
            }
        };
        if wrong {
            problems.push(format!("README.md:{line}: this is not what {source} gives"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn a_block_is_held_in_order() {
    assert!(holds("a\nb\nc\nd", "a\n…\nc"));
    assert!(holds("a\nb\nc\nd", "b\nc"));
    assert!(!holds("a\nb\nc\nd", "c\n…\na"));
    assert!(!holds("a\nb", "x"));
    assert_eq!(words("tygen shape input 'list( string )' -x"), ["tygen", "shape", "input", "list( string )", "-x"]);
}
