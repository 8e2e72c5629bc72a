//! The example of a build script builds, runs, and needs nothing that it does not use.

mod support;

use std::path::Path;
use std::process::Command;

use support::rust::{leaves_out_rust, run};

fn example() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/build-script"));
    cargo
}

#[test]
fn the_example_runs() {
    if leaves_out_rust() {
        return;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build-script");
    let mut cargo = example();
    cargo.args(["run", "--quiet", "--target-dir"]).arg(&target);
    let output = run(&mut cargo);
    for line in ["shop:index:Item is made from", "does not know: mauve", "its name is mug"] {
        assert!(output.contains(line), "{line:?} is not in\n{output}");
    }
}

#[test]
fn a_build_script_does_without_the_command_line() {
    if leaves_out_rust() {
        return;
    }
    let tree = run(example().args(["tree", "--edges", "normal,build", "--prefix", "none"]));
    assert!(tree.contains("tygen v"), "{tree}");
    for unwanted in ["clap", "rayon", "anstream", "insta", "proptest"] {
        let found = tree.lines().find(|line| line.split(' ').next() == Some(unwanted));
        assert_eq!(found, None, "in\n{tree}");
    }
}
