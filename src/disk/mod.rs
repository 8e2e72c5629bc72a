//! Generated files on disk: what would change, what is stale, and writing only that.
//!
//! Beside its files tygen keeps a list of them (`.tygen-files`), by which a later run knows those it no
//! longer produces. Only a file that stands in that list and still begins with tygen's marker is ever
//! removed. Package manifests belong to the user once they are written: they are never stale.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::backend::{Files, MARKER, stays_inside};

/// The name of the list of files, in the output folder.
pub const LIST: &str = ".tygen-files";

/// The first line of the list.
const LIST_HEADER: &str = "# Files written by tygen, by which it knows those that are no longer produced. Keep it.";

/// Written on demand (`--manifest`) and never stale.
const MANIFESTS: [&str; 4] = ["package.json", "tsconfig.json", "go.mod", "Cargo.toml"];

/// How an output folder differs from what should be in it. Paths are relative, with `/`, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Should be there and are not.
    pub missing: Vec<String>,
    /// Are there with another text.
    pub changed: Vec<String>,
    /// Were written by an earlier run and are no longer produced.
    pub stale: Vec<String>,
    /// Are as they should be.
    pub unchanged: usize,
}

impl Difference {
    /// Whether the folder is as it should be, stale files included.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.changed.is_empty() && self.stale.is_empty()
    }
}

/// Why an output folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct DiskError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says.
    #[source]
    pub error: io::Error,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> DiskError + '_ {
    |error| DiskError { path: path.to_owned(), error }
}

/// Compares an output folder, which need not exist, with what should be in it.
///
/// # Errors
///
/// If something is there and cannot be read.
pub fn compare(root: &Path, files: &Files) -> Result<Difference, DiskError> {
    let mut difference = Difference::default();
    for (path, text) in files.iter() {
        match state(&root.join(path), text)? {
            State::Missing => difference.missing.push(path.to_owned()),
            State::Changed => difference.changed.push(path.to_owned()),
            State::Unchanged => difference.unchanged += 1,
        }
    }
    for path in listed(root)? {
        if files.get(&path).is_none() && has_marker(&root.join(&path)) {
            difference.stale.push(path);
        }
    }
    Ok(difference)
}

/// Writes what is missing or changed, each file atomically, and the list of files. What is as it
/// should be is not touched. Stale files stay, and stay listed, until they are removed.
///
/// # Errors
///
/// If a file cannot be written; files that were written before it stay.
pub fn write(root: &Path, files: &Files, difference: &Difference) -> Result<(), DiskError> {
    let folders: BTreeSet<PathBuf> = difference
        .missing
        .iter()
        .map(|path| root.join(path).parent().map_or_else(|| root.to_owned(), Path::to_owned))
        .chain([root.to_owned()])
        .collect();
    for folder in &folders {
        fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    let changes: Vec<&String> = difference.missing.iter().chain(&difference.changed).collect();
    for_each(&changes, |path| write_atomically(&root.join(path), files.get(path).unwrap_or_default()))?;
    write_list(root, files, &difference.stale)
}

/// Removes the stale files of a difference, and the folders that this leaves empty.
///
/// # Errors
///
/// If a file cannot be removed.
pub fn remove_stale(root: &Path, files: &Files, difference: &Difference) -> Result<(), DiskError> {
    for path in &difference.stale {
        let file = root.join(path);
        fs::remove_file(&file).map_err(failed(&file))?;
        // A folder that is not empty refuses; that is the test.
        let mut folder = file.parent();
        while let Some(inner) = folder.filter(|folder| *folder != root && fs::remove_dir(folder).is_ok()) {
            folder = inner.parent();
        }
    }
    write_list(root, files, &[])
}

#[cfg(feature = "parallel")]
fn for_each(paths: &[&String], write: impl Fn(&str) -> Result<(), DiskError> + Sync) -> Result<(), DiskError> {
    use rayon::prelude::*;
    paths.par_iter().try_for_each(|path| write(path))
}

#[cfg(not(feature = "parallel"))]
fn for_each(paths: &[&String], write: impl Fn(&str) -> Result<(), DiskError>) -> Result<(), DiskError> {
    paths.iter().try_for_each(|path| write(path))
}

enum State {
    Missing,
    Changed,
    Unchanged,
}

fn state(path: &Path, text: &str) -> Result<State, DiskError> {
    match fs::read(path) {
        Ok(bytes) if bytes == text.as_bytes() => Ok(State::Unchanged),
        Ok(_) => Ok(State::Changed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Missing),
        Err(error) => Err(failed(path)(error)),
    }
}

/// The files that the list names, except those that would lead out of the folder.
fn listed(root: &Path) -> Result<Vec<String>, DiskError> {
    let path = root.join(LIST);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text
            .lines()
            .filter(|line| !line.starts_with('#') && stays_inside(line) && !MANIFESTS.contains(line))
            .map(str::to_owned)
            .collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(failed(&path)(error)),
    }
}

/// Whether a file is there and its first line still says that tygen wrote it.
fn has_marker(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(256).read_to_end(&mut start));
    read.is_ok() && String::from_utf8_lossy(&start).lines().next().is_some_and(|line| line.contains(MARKER))
}

fn write_list(root: &Path, files: &Files, stale: &[String]) -> Result<(), DiskError> {
    let known: BTreeSet<&str> = files
        .iter()
        .map(|(path, _)| path)
        .chain(stale.iter().map(String::as_str))
        .filter(|path| !MANIFESTS.contains(path))
        .collect();
    let text = std::iter::once(LIST_HEADER).chain(known).flat_map(|line| [line, "\n"]).collect::<String>();
    let path = root.join(LIST);
    match state(&path, &text)? {
        State::Unchanged => Ok(()),
        State::Missing | State::Changed => write_atomically(&path, &text),
    }
}

/// Writes a file atomically, unless it has that text already; its folder is made if need be.
///
/// # Errors
///
/// If the file cannot be read or written.
pub fn write_atomically_if_changed(path: &Path, text: &str) -> Result<(), DiskError> {
    if let State::Unchanged = state(path, text)? {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    write_atomically(path, text)
}

/// Writes a file such that nobody ever sees half of it.
///
/// # Errors
///
/// If the folder does not exist or the file cannot be written.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), DiskError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let write = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tygen-");
        // A temporary file is private by default; generated code is as readable as any other file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(failed(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diagnostics;

    fn files(entries: &[(&str, &str)]) -> Files {
        let mut files = Files::default();
        let mut diagnostics = Diagnostics::new();
        for (path, text) in entries {
            files.add(*path, *text, &mut diagnostics);
        }
        assert!(diagnostics.is_empty());
        files
    }

    fn generated(rest: &str) -> String {
        format!("// {MARKER} 1.0.0 from a.yaml. DO NOT EDIT.\n{rest}\n")
    }

    #[test]
    fn only_what_changed_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("gen/ts");
        let first = files(&[("a.ts", &generated("a")), ("m/b.ts", &generated("b"))]);
        let difference = compare(&root, &first).unwrap();
        assert_eq!(difference.missing, ["a.ts", "m/b.ts"]);
        write(&root, &first, &difference).unwrap();
        assert!(compare(&root, &first).unwrap().is_empty());

        let second = files(&[("a.ts", &generated("a")), ("m/b.ts", &generated("other"))]);
        let before = fs::metadata(root.join("a.ts")).unwrap().modified().unwrap();
        let difference = compare(&root, &second).unwrap();
        assert_eq!((difference.changed.as_slice(), difference.unchanged), (["m/b.ts".to_owned()].as_slice(), 1));
        write(&root, &second, &difference).unwrap();
        assert_eq!(fs::metadata(root.join("a.ts")).unwrap().modified().unwrap(), before);
        assert_eq!(fs::read_to_string(root.join("m/b.ts")).unwrap(), generated("other"));
        let left: Vec<_> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3, "no temporary file stays: {left:?}");
    }

    #[test]
    fn stale_files_are_remembered_until_they_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let first = files(&[("a.ts", &generated("a")), ("m/b.ts", &generated("b"))]);
        write(root, &first, &compare(root, &first).unwrap()).unwrap();
        let second = files(&[("a.ts", &generated("a"))]);
        for _ in 0..2 {
            let difference = compare(root, &second).unwrap();
            assert_eq!(difference.stale, ["m/b.ts"]);
            write(root, &second, &difference).unwrap();
        }
        remove_stale(root, &second, &compare(root, &second).unwrap()).unwrap();
        assert!(!root.join("m").exists(), "an emptied folder goes too");
        assert!(compare(root, &second).unwrap().is_empty());
    }

    #[test]
    fn what_tygen_did_not_write_is_never_removed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("out");
        let first = files(&[("a.ts", &generated("a")), ("go.mod", "module x")]);
        write(&root, &first, &compare(&root, &first).unwrap()).unwrap();
        fs::write(folder.path().join("outside.ts"), generated("x")).unwrap();
        fs::write(root.join("mine.ts"), generated("not listed")).unwrap();
        fs::write(root.join("a.ts"), "// mine now\n").unwrap();
        let list = fs::read_to_string(root.join(LIST)).unwrap();
        fs::write(root.join(LIST), list + "../outside.ts\n/etc/passwd\n").unwrap();
        assert_eq!(compare(&root, &Files::default()).unwrap().stale, Vec::<String>::new());
    }
}
