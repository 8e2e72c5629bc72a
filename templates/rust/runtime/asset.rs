//! Blobs, and maps of blobs.

use std::collections::BTreeMap;

/// A blob. Two are equal if they come from the same source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asset {
    /// Where its bytes are.
    pub source: AssetSource,
    /// The SHA-256 of its bytes in lowercase hex, if it was told or computed.
    pub hash: Option<String>,
}

/// Where the bytes of an [`Asset`] are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssetSource {
    /// Here.
    Text(String),
    /// In the file of that path.
    Path(String),
    /// Where that URL leads.
    Uri(String),
    /// Nowhere: nothing but the hash is known of them.
    Gone,
}

/// A map from names to blobs and further maps.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Archive {
    /// Where its members are.
    pub source: ArchiveSource,
    /// The hash of its members, if it was told or computed.
    pub hash: Option<String>,
}

/// Where the members of an [`Archive`] are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArchiveSource {
    /// Here, by name.
    Members(BTreeMap<String, AssetOrArchive>),
    /// In the folder, tar, tar.gz or zip file of that path.
    Path(String),
    /// In the tar, tar.gz or zip file to which that URL leads.
    Uri(String),
    /// Nowhere: nothing but the hash is known of them.
    Gone,
}

/// A member of an [`Archive`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssetOrArchive {
    /// A blob.
    Asset(Asset),
    /// A map of blobs.
    Archive(Archive),
}

impl Asset {
    /// The blob that is this text in UTF-8.
    pub fn text(text: impl Into<String>) -> Self {
        AssetSource::Text(text.into()).into()
    }

    /// The blob in the file of that path.
    pub fn path(path: impl Into<String>) -> Self {
        AssetSource::Path(path.into()).into()
    }

    /// The blob to which that URL leads.
    pub fn uri(uri: impl Into<String>) -> Self {
        AssetSource::Uri(uri.into()).into()
    }
}

impl Archive {
    /// The archive of these members.
    pub fn of<K: Into<String>, M: Into<AssetOrArchive>>(
        members: impl IntoIterator<Item = (K, M)>,
    ) -> Self {
        let members = members
            .into_iter()
            .map(|(name, member)| (name.into(), member.into()));
        ArchiveSource::Members(members.collect()).into()
    }

    /// The archive in the folder, tar, tar.gz or zip file of that path.
    pub fn path(path: impl Into<String>) -> Self {
        ArchiveSource::Path(path.into()).into()
    }

    /// The archive in the tar, tar.gz or zip file to which that URL leads.
    pub fn uri(uri: impl Into<String>) -> Self {
        ArchiveSource::Uri(uri.into()).into()
    }
}

impl From<Asset> for AssetOrArchive {
    fn from(asset: Asset) -> Self {
        AssetOrArchive::Asset(asset)
    }
}

impl From<Archive> for AssetOrArchive {
    fn from(archive: Archive) -> Self {
        AssetOrArchive::Archive(archive)
    }
}

impl From<AssetSource> for Asset {
    fn from(source: AssetSource) -> Self {
        Asset { source, hash: None }
    }
}

impl From<ArchiveSource> for Archive {
    fn from(source: ArchiveSource) -> Self {
        Archive { source, hash: None }
    }
}

impl Asset {
    /// The hash, if it was told or computed, or nothing has to be fetched for it.
    pub(super) fn known_hash(&self) -> Option<String> {
        match (&self.hash, &self.source) {
            (Some(hash), _) => Some(hash.clone()),
            (None, AssetSource::Text(text)) => Some(super::hash::hex(text.as_bytes())),
            (None, AssetSource::Path(_) | AssetSource::Uri(_) | AssetSource::Gone) => None,
        }
    }
}
