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
