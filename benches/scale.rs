//! How time and memory grow with the schema: one of Terraform's and one of Pulumi's, copied 1, 2, 4, 8 and
//! 16 times under other names into one package.
//!
//! `cargo bench --bench scale [-- COPIES...]`. Each row is a process of its own, so that its peak of memory is
//! its own; times are the best of three. The schemas are read from beside the checkout.
//!
//! `cargo bench --bench scale -- --write FOLDER MEGABYTES` writes the Pulumi schema, copied until it has that
//! size, into a folder, for runs of the command by hand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tygen::backend::{Language, Options, Plan, generate_plan};
use tygen::diag::Diagnostics;
use tygen::loader::{Input, LoadOptions, load};

/// As the command has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--one", path] => one(Path::new(path)),
        ["--write", folder, megabytes] => write(Path::new(folder), megabytes.parse().expect("a number")),
        copies => {
            let copies: Vec<usize> = copies.iter().filter_map(|word| word.parse().ok()).collect();
            table(if copies.is_empty() { &[1, 2, 4, 8, 16] } else { &copies });
        }
    }
}

type Copies = fn(&str, usize) -> String;

fn table(copies: &[usize]) {
    let schemas: [(&str, &str, Copies); 2] =
        [("Terraform", "terraform/aws.json", terraform), ("Pulumi", "pulumi/digitalocean.json", pulumi)];
    println!("{:10} {:>6} {:>9} {:>9} {:>12} {:>9}", "", "copies", "size", "load", "TypeScript", "memory");
    for (label, path, copy) in schemas {
        let Some(text) = shared(path) else { continue };
        for &copies in copies {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let file = folder.path().join("schema.json");
            let text = copy(&text, copies);
            std::fs::write(&file, &text).expect("writable");
            let runs: Vec<(u64, u64, u64)> = (0..RUNS).map(|_| child(&file)).collect();
            let best = |value: fn(&(u64, u64, u64)) -> u64| runs.iter().map(value).min().unwrap_or_default();
            println!(
                "{label:10} {copies:>6} {:>6.1} MB {:>6} ms {:>9} ms {:>6} MB",
                text.len() as f64 / 1e6,
                best(|run| run.0),
                best(|run| run.1),
                best(|run| run.2),
            );
        }
    }
}

fn shared(path: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    text
}

/// Milliseconds to load, milliseconds to generate, megabytes at most.
fn child(file: &Path) -> (u64, u64, u64) {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).arg("--one").arg(file).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [load, generate, memory] => (*load, *generate, *memory),
        _ => panic!("{text}{}", String::from_utf8_lossy(&output.stderr)),
    }
}

fn one(path: &Path) {
    let start = Instant::now();
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    let loading = start.elapsed();
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.iter().next());
    let start = Instant::now();
    let hoisted = loaded.schema.into_hoisted();
    let plan = Plan::new(&hoisted);
    let files = generate_plan(&plan, Language::TypeScript, &Options::default(), &mut Diagnostics::new());
    let generating = start.elapsed();
    assert!(files.len() > 10);
    let milliseconds = |time: Duration| time.as_millis();
    println!("{} {} {}", milliseconds(loading), milliseconds(generating), peak_megabytes());
    // Giving everything back would take a while, and nobody waits for that.
    std::process::exit(0);
}

/// The most memory that this process had; 0 where the system does not say.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes / 1024)
}

/// Every declared name of the provider gets the copy's word before its service.
fn terraform(text: &str, copies: usize) -> String {
    let mut document: Value = serde_json::from_str(text).expect("JSON");
    let providers = document["provider_schemas"].as_object_mut().expect("providers");
    let provider = providers.values_mut().next().expect("a provider");
    let sections = provider.as_object_mut().expect("sections");
    for key in ["resource_schemas", "data_source_schemas", "ephemeral_resource_schemas", "resource_identity_schemas"] {
        let Some(Value::Object(section)) = sections.get_mut(key) else { continue };
        let original = std::mem::take(section);
        for copy in 0..copies {
            section.extend(original.iter().map(|(name, schema)| match copy {
                0 => (name.clone(), schema.clone()),
                copy => (name.replacen("aws_", &format!("aws_c{copy}"), 1), schema.clone()),
            }));
        }
    }
    serde_json::to_string(&document).expect("JSON")
}

/// Every token gets the copy's word as its module.
fn pulumi(text: &str, copies: usize) -> String {
    let mut whole: Value = serde_json::from_str(text).expect("JSON");
    for copy in 1..copies {
        let text = text.replace("digitalocean:index/", &format!("digitalocean:c{copy}/"));
        let text = text.replace("digitalocean:index%2F", &format!("digitalocean:c{copy}%2F"));
        let copy: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
        for key in ["types", "resources", "functions"] {
            if let (Some(Value::Object(all)), Some(Value::Object(more))) = (whole.get_mut(key), copy.get(key)) {
                all.extend(more.clone());
            }
        }
    }
    serde_json::to_string(&whole).expect("JSON")
}

fn write(folder: &Path, megabytes: usize) {
    let Some(text) = shared("pulumi/digitalocean.json") else { return };
    let copies = (megabytes * 1_000_000).div_ceil(text.len()).max(1);
    let text = pulumi(&text, copies);
    let path: PathBuf = folder.join("large.json");
    std::fs::write(&path, &text).expect("writable");
    println!("{}: {copies} copies, {:.1} MB", path.display(), text.len() as f64 / 1e6);
}
