//! Hashes of assets and archives, computed by streaming: nothing but what a URL gives is held whole.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::tar::Tar;
use super::{Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource};

/// Reads what a URL leads to: a program's own, for there is no client of HTTP here.
pub type Fetch<'f> = &'f mut dyn FnMut(&str) -> io::Result<Box<dyn Read>>;

/// The endings of files that are archives in themselves.
const PACKED: &[&str] = &[".tar", ".tgz", ".tar.gz", ".zip", ".jar"];

/// The SHA-256 of bytes in lowercase hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    written(Sha256::new_with_prefix(bytes))
}

fn written(hasher: Sha256) -> String {
    let digest = hasher.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Asset {
    /// The SHA-256 of its bytes in lowercase hex. It is kept, and written with the asset from then on.
    ///
    /// # Errors
    ///
    /// The bytes cannot be read.
    pub fn compute_hash(&mut self, fetch: Fetch<'_>) -> io::Result<String> {
        let mut hasher = Sha256::new();
        let (_, mut bytes) = opened(self, fetch)?;
        io::copy(&mut bytes, &mut hasher)?;
        let hash = written(hasher);
        self.hash = Some(hash.clone());
        Ok(hash)
    }
}

impl Archive {
    /// The SHA-256 in lowercase hex of the file that it is, or of its members as a tar file. It is kept, and
    /// written with the archive from then on.
    ///
    /// # Errors
    ///
    /// Something in it cannot be read; a packed archive in an archive is not unpacked.
    pub fn compute_hash(&mut self, fetch: Fetch<'_>) -> io::Result<String> {
        let mut hasher = Sha256::new();
        match packed(self, fetch)? {
            Some(mut bytes) => {
                io::copy(&mut bytes, &mut hasher)?;
            }
            None => {
                let mut tar = Tar::new(&mut hasher);
                members(self, "", &mut Members::new(&mut tar), fetch)?;
                tar.finish()?;
            }
        }
        let hash = written(hasher);
        self.hash = Some(hash.clone());
        Ok(hash)
    }
}

fn no(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.into())
}

/// The bytes of an asset, and how many there are.
fn opened(asset: &Asset, fetch: Fetch<'_>) -> io::Result<(u64, Box<dyn Read>)> {
    match &asset.source {
        AssetSource::Text(text) => {
            let bytes = text.clone().into_bytes();
            Ok((bytes.len() as u64, Box::new(io::Cursor::new(bytes))))
        }
        AssetSource::Path(path) => file(Path::new(path)),
        AssetSource::Uri(uri) => match uri.strip_prefix("file://") {
            Some(path) => file(Path::new(path)),
            None => {
                let mut bytes = Vec::new();
                fetch(uri)?.read_to_end(&mut bytes)?;
                Ok((bytes.len() as u64, Box::new(io::Cursor::new(bytes))))
            }
        },
        AssetSource::Gone => Err(no("nothing but the hash is known of the asset")),
    }
}

fn file(path: &Path) -> io::Result<(u64, Box<dyn Read>)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(no(format!("{} is a directory", path.display())));
    }
    Ok((metadata.len(), Box::new(file)))
}

/// The bytes of the file that an archive is.
fn packed(archive: &Archive, fetch: Fetch<'_>) -> io::Result<Option<Box<dyn Read>>> {
    let is_packed = |name: &str| PACKED.iter().any(|ending| name.ends_with(ending));
    match &archive.source {
        ArchiveSource::Path(path) if is_packed(path) => Ok(Some(Box::new(File::open(path)?))),
        ArchiveSource::Uri(uri) if is_packed(uri) => match uri.strip_prefix("file://") {
            Some(path) => Ok(Some(Box::new(File::open(path)?))),
            None => fetch(uri).map(Some),
        },
        ArchiveSource::Members(_)
        | ArchiveSource::Path(_)
        | ArchiveSource::Uri(_)
        | ArchiveSource::Gone => Ok(None),
    }
}

/// The members of an archive on their way into a tar file: of a name that comes twice the first counts.
struct Members<'m, W: Write> {
    tar: &'m mut Tar<W>,
    seen: BTreeSet<String>,
}

impl<'m, W: Write> Members<'m, W> {
    fn new(tar: &'m mut Tar<W>) -> Self {
        Self {
            tar,
            seen: BTreeSet::new(),
        }
    }

    fn add(&mut self, name: String, size: u64, bytes: &mut dyn Read) -> io::Result<()> {
        if self.seen.contains(&name) {
            return Ok(());
        }
        self.tar.file(&name, size, bytes)?;
        self.seen.insert(name);
        Ok(())
    }
}

fn members<W: Write>(
    archive: &Archive,
    inside: &str,
    out: &mut Members<'_, W>,
    fetch: Fetch<'_>,
) -> io::Result<()> {
    match &archive.source {
        ArchiveSource::Members(members) => {
            for (name, member) in members {
                match member {
                    AssetOrArchive::Asset(asset) => {
                        let (size, mut bytes) = opened(asset, fetch)?;
                        let name = if inside.is_empty() {
                            name.clone()
                        } else {
                            clean(&format!("{inside}/{name}"))
                        };
                        out.add(name, size, &mut bytes)?;
                    }
                    AssetOrArchive::Archive(archive) => {
                        if packed(archive, fetch)?.is_some() {
                            return Err(no("a packed archive in an archive is not unpacked"));
                        }
                        self::members(archive, &joined(inside, name), out, fetch)?;
                    }
                }
            }
            Ok(())
        }
        ArchiveSource::Path(path) => directory(Path::new(path), inside, out),
        ArchiveSource::Uri(uri) => match uri.strip_prefix("file://") {
            Some(path) => directory(Path::new(path), inside, out),
            None => Err(no(format!("{uri} is no archive"))),
        },
        ArchiveSource::Gone => Err(no("nothing but the hash is known of the archive")),
    }
}

fn joined(inside: &str, name: &str) -> String {
    if inside.is_empty() {
        name.to_owned()
    } else {
        format!("{inside}/{name}")
    }
}

/// A path without parts that lead nowhere.
fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The files of a directory, each directory's entries in the order of their bytes.
fn directory<W: Write>(path: &Path, inside: &str, out: &mut Members<'_, W>) -> io::Result<()> {
    let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name().into_encoded_bytes());
    for entry in entries {
        let Ok(name) = entry.file_name().into_string() else {
            return Err(no(format!(
                "the name of {} is no text",
                entry.path().display()
            )));
        };
        if name == ".pulumi" {
            continue;
        }
        let name = joined(inside, &name);
        if entry.file_type()?.is_dir() {
            directory(&entry.path(), &name, out)?;
        } else if !fs::metadata(entry.path())?.is_dir() {
            let (size, mut bytes) = file(&entry.path())?;
            out.add(clean(&name), size, &mut bytes)?;
        }
    }
    Ok(())
}
