//! How long generation takes, beside the floor: parsing the same input and writing the same output.
//!
//! `cargo bench --bench generate [-- SCHEMA.json]`; without a schema, the Terraform AWS provider beside the
//! checkout. Every row is the best and the median of several runs in one process.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tygen::backend::{Files, Language, Options, Plan, generate_plan};
use tygen::diag::Diagnostics;
use tygen::disk;
use tygen::loader::{Input, LoadOptions, load};

const RUNS: usize = 9;

fn main() {
    let given = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let path = given
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/terraform/aws.json"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    println!("{}: {:.1} MB", path.display(), text.len() as f64 / 1e6);
    println!("{:34} {:>9} {:>9}", "", "best", "median");

    measure("floor: serde_json parses the input", || serde_json::from_str::<serde_json::Value>(&text).is_ok());
    measure("load", || load_schema(&path).schema);
    let loaded = load_schema(&path);
    measure("copy, hoist and plan", || Plan::new(&loaded.schema.hoist()).modules.len());

    for language in Language::ALL {
        measure(&format!("copy, hoist, plan, generate {}", language.word()), || generate(&loaded, language));
    }
    for language in Language::ALL {
        let files = generate(&loaded, language);
        let label =
            format!("floor: write {} ({:.1} MB, {} files)", language.word(), files.bytes() as f64 / 1e6, files.len());
        measure_written(&label, |folder| write_plainly(folder, &files));
        measure_written(&format!("whole run: {}", language.word()), |folder| whole_run(&path, &[language], folder));
    }
    measure_written("whole run: all three", |folder| whole_run(&path, &Language::ALL, folder));
}

fn load_schema(path: &Path) -> tygen::loader::Loaded {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics.iter().next());
    loaded
}

fn generate(loaded: &tygen::loader::Loaded, language: Language) -> Files {
    let hoisted = loaded.schema.hoist();
    generate_plan(&Plan::new(&hoisted), language, &Options::default(), &mut Diagnostics::new())
}

/// All that the command does, in process: read, load, generate, compare, write.
fn whole_run(path: &Path, languages: &[Language], folder: &Path) {
    let loaded = load_schema(path);
    let hoisted = loaded.schema.into_hoisted();
    let plan = Plan::new(&hoisted);
    let one = |language: &Language| {
        let files = generate_plan(&plan, *language, &Options::default(), &mut Diagnostics::new());
        let root = folder.join(language.word());
        let difference = disk::compare(&root, &files).expect("readable");
        disk::write(&root, &files, &difference).expect("writable");
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        languages.par_iter().for_each(one);
    }
    #[cfg(not(feature = "parallel"))]
    languages.iter().for_each(one);
}

fn write_plainly(folder: &Path, files: &Files) {
    for (path, text) in files.iter() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("inside a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
}

fn measure<T>(label: &str, mut run: impl FnMut() -> T) {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        let result = black_box(run());
        let time = start.elapsed();
        drop(result);
        time
    });
    report(label, times.collect());
}

/// Each run writes into a fresh folder.
fn measure_written(label: &str, mut run: impl FnMut(&Path)) {
    let times = (0..RUNS).map(|_| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let start = Instant::now();
        run(folder.path());
        start.elapsed()
    });
    report(label, times.collect());
}

fn report(label: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    println!("{label:34} {:>9} {:>9}", milliseconds(times[0]), milliseconds(times[RUNS / 2]));
}
