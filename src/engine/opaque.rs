//! Blobs and references: values that the engine carries and compares but does not look into.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A blob (Pulumi). Two are equal if their hashes are.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The lowercase hex SHA-256 of the bytes.
    pub hash: Arc<str>,
    /// Where the bytes are.
    pub source: AssetSource,
}

/// Where the bytes of an [`Asset`] are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetSource {
    /// Here.
    Text(Arc<str>),
    /// In a file.
    Path(Arc<str>),
    /// Elsewhere.
    Uri(Arc<str>),
    /// Nowhere any more: only the hash is known.
    Gone,
}

/// A tree of blobs (Pulumi). Two are equal if their hashes are.
#[derive(Clone, Debug)]
pub struct Archive {
    /// The lowercase hex SHA-256, made as the Pulumi engine makes it.
    pub hash: Arc<str>,
    /// Where the members are.
    pub source: ArchiveSource,
}

/// Where the members of an [`Archive`] are.
#[derive(Clone, Debug)]
pub enum ArchiveSource {
    /// Here, by name.
    Members(BTreeMap<Arc<str>, ArchiveMember>),
    /// In a file or directory.
    Path(Arc<str>),
    /// Elsewhere.
    Uri(Arc<str>),
    /// Nowhere any more: only the hash is known.
    Gone,
}

/// A member of an [`Archive`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveMember {
    /// A blob.
    Asset(Asset),
    /// A tree of its own.
    Archive(Archive),
}

/// A reference to a resource (Pulumi). Two are equal if URN and id are.
#[derive(Clone, Debug)]
pub struct ResourceReference {
    /// The resource's URN.
    pub urn: Arc<str>,
    /// Its id, if it has one that is known.
    pub id: ResourceId,
    /// The version of the package that the resource is of; empty if not said.
    pub package_version: Arc<str>,
}

/// The id of a referenced resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResourceId {
    /// It has none: a component.
    Absent,
    /// It is not known yet.
    Unknown,
    /// It is known.
    Known(Arc<str>),
}

impl PartialEq for Asset {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Asset {}

impl Hash for Asset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl PartialEq for Archive {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Archive {}

impl Hash for Archive {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl PartialEq for ResourceReference {
    fn eq(&self, other: &Self) -> bool {
        self.urn == other.urn && self.id == other.id
    }
}

impl Eq for ResourceReference {}

impl Hash for ResourceReference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.urn.hash(state);
        self.id.hash(state);
    }
}
