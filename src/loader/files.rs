//! Where files come from.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Reads files for the loader.
pub trait FileReader {
    /// The file's bytes.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The files of a folder, sorted; `None` if the path is no folder.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being read.
    fn list(&self, path: &Path) -> io::Result<Option<Vec<PathBuf>>>;

    /// What two paths to one file have in common; the path itself if there is no such file.
    fn identity(&self, path: &Path) -> PathBuf;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileSystem;

impl FileReader for FileSystem {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let length = std::fs::metadata(path)?.len();
        if length > super::document::MAX_BYTES as u64 {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 1 GiB"));
        }
        std::fs::read(path)
    }

    fn list(&self, path: &Path) -> io::Result<Option<Vec<PathBuf>>> {
        if !path.is_dir() {
            return Ok(None);
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let file = entry?.path();
            // A link that leads nowhere is listed too: whoever reads it is told.
            if std::fs::metadata(&file).map_or(true, |found| found.is_file()) {
                files.push(file);
            }
        }
        files.sort();
        Ok(Some(files))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }
}

/// Files in memory, by path. `a/../b` is `b`.
#[derive(Clone, Debug, Default)]
pub struct Memory(pub BTreeMap<PathBuf, String>);

impl FileReader for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.0.get(&self.identity(path)) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(io::Error::new(io::ErrorKind::NotFound, "there is no such file")),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Option<Vec<PathBuf>>> {
        let folder = self.identity(path);
        let files: Vec<PathBuf> = self.0.keys().filter(|file| file.parent() == Some(&folder)).cloned().collect();
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        let mut parts: Vec<Component<'_>> = Vec::new();
        for part in path.components() {
            match (part, parts.last()) {
                (Component::CurDir, _) => {}
                (Component::ParentDir, Some(Component::Normal(_))) => {
                    parts.pop();
                }
                (part, _) => parts.push(part),
            }
        }
        parts.into_iter().collect()
    }
}
