//! Every schema, written in tygen's own format, loads back to the same model.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use support::schemas::schema_files;
use tygen::loader::{Input, LoadOptions, Loaded, Memory, load, load_with, write};
use tygen::model::{Origin, Package, Schema};

/// The schema as files in memory, loaded again from those of its roots.
fn imported(schema: &Schema) -> (Loaded, BTreeMap<PathBuf, String>) {
    let written = write::packages(schema, |_| "A test.".to_owned()).unwrap();
    let files: BTreeMap<PathBuf, String> =
        written.into_iter().map(|file| (format!("{}.yaml", file.package).into(), file.text)).collect();
    let roots: Vec<Input> = schema.roots.iter().map(|root| Input::Path(format!("{root}.yaml").into())).collect();
    (load_with(&Memory(files.clone()), &roots, LoadOptions::default()), files)
}

/// Everything that a package is, but for where it was declared: one text for each part.
fn parts(package: &Package) -> Vec<(String, String)> {
    let mut package = package.clone();
    package.source = Default::default();
    for resource in package.resources.values_mut().chain(&mut package.provider) {
        resource.origin = Origin::default();
    }
    package.functions.values_mut().for_each(|function| function.origin = Origin::default());
    package.types.values_mut().for_each(|declaration| declaration.origin = Origin::default());
    let (types, resources, functions) = (
        std::mem::take(&mut package.types),
        std::mem::take(&mut package.resources),
        std::mem::take(&mut package.functions),
    );
    let mut parts = vec![("the package".to_owned(), format!("{package:#?}"))];
    parts.extend(types.iter().map(|(name, one)| (format!("type {name}"), format!("{one:#?}"))));
    parts.extend(resources.iter().map(|(name, one)| (format!("resource {name}"), format!("{one:#?}"))));
    parts.extend(functions.iter().map(|(name, one)| (format!("function {name}"), format!("{one:#?}"))));
    parts
}

fn assert_survives(label: &str, loaded: &Loaded) {
    let (again, files) = imported(&loaded.schema);
    let problems: String =
        again.diagnostics.iter().take(20).map(|one| format!("{} {}\n", one.path, one.message)).collect();
    assert!(again.diagnostics.is_empty(), "{label}: {problems}");
    assert_eq!(again.schema.roots, loaded.schema.roots, "{label}");
    assert_eq!(again.schema.packages.len(), loaded.schema.packages.len(), "{label}");
    for (name, package) in &loaded.schema.packages {
        let (before, after) = (parts(package), parts(&again.schema.packages[name]));
        for (before, after) in before.iter().zip(&after) {
            assert!(
                before == after,
                "{label}: {}\n{}\n{}",
                before.0,
                difference(&before.1, &after.1),
                excerpt(&files, &before.0)
            );
        }
        assert_eq!(before.len(), after.len(), "{label}");
    }
}

/// The first lines that differ.
fn difference(before: &str, after: &str) -> String {
    let pair = before.lines().zip(after.lines()).enumerate().find(|(_, (before, after))| before != after);
    pair.map_or_else(
        || "one is longer".to_owned(),
        |(at, (before, after))| format!("line {at}:\n- {before}\n+ {after}"),
    )
}

fn excerpt(files: &BTreeMap<PathBuf, String>, what: &str) -> String {
    let word = what.rsplit(' ').next().unwrap_or_default();
    let all: String = files
        .values()
        .flat_map(|text| text.lines())
        .filter(|line| line.contains(word))
        .take(8)
        .collect::<Vec<_>>()
        .join("\n");
    all
}

fn loaded(path: &Path) -> Option<Loaded> {
    let loaded = load(&[Input::Path(path.to_owned())], LoadOptions::default());
    (!loaded.diagnostics.has_errors()).then_some(loaded)
}

fn below(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("SKIPPED: there is no {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn schemas_in_our_own_format_survive() {
    for file in ["", "core", "core/imported", "obstacles"].iter().flat_map(|name| schema_files(name)) {
        let loaded = loaded(&file).unwrap_or_else(|| panic!("{} is sound", file.display()));
        assert_survives(&file.display().to_string(), &loaded);
    }
}

#[test]
fn our_own_foreign_schemas_survive() {
    let mut survivors = 0;
    for path in
        ["schemas/foreign/pulumi", "schemas/foreign/terraform", "schemas/foreign/modules"].into_iter().flat_map(below)
    {
        if let Some(loaded) = loaded(&path) {
            assert_survives(&path.display().to_string(), &loaded);
            survivors += 1;
        }
    }
    assert!(survivors > 12, "{survivors}");
}

#[test]
fn real_schemas_survive() {
    for path in ["../shared/data/pulumi", "../shared/data/terraform", "../shared/data/terraform/modules"]
        .into_iter()
        .flat_map(below)
    {
        if path.ends_with("modules") || path.extension().is_some_and(|ending| ending == "md") {
            continue;
        }
        let loaded = loaded(&path).unwrap_or_else(|| panic!("{} is sound", path.display()));
        assert_survives(&path.display().to_string(), &loaded);
    }
}
