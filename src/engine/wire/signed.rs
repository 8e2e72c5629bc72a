//! Blobs and references of the engine's values as Pulumi engines write them: JSON objects with a signature.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::super::opaque::{Archive, ArchiveMember, ArchiveSource, Asset, AssetSource, ResourceId, ResourceReference};

/// The key that tells a special value from a plain object.
pub const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
/// A secret.
pub const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
/// An output.
pub const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
/// An asset.
pub const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
/// An archive.
pub const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
/// A reference to a resource.
pub const RESOURCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
/// The string that stands for a string not known yet.
pub const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// The hash of an asset that is a text: the lowercase hex SHA-256 of its bytes.
///
/// ```
/// let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(tygen::engine::wire::hash_of_text(""), empty);
/// ```
pub fn hash_of_text(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An asset with its signature.
pub fn asset_to_json(asset: &Asset) -> Json {
    let mut json = json!({ SIGNATURE: ASSET, "hash": &*asset.hash });
    match &asset.source {
        AssetSource::Text(text) => json["text"] = json!(&**text),
        AssetSource::Path(path) => json["path"] = json!(&**path),
        AssetSource::Uri(uri) => json["uri"] = json!(&**uri),
        AssetSource::Gone => {}
    }
    json
}

/// An archive with its signature.
pub fn archive_to_json(archive: &Archive) -> Json {
    let mut json = json!({ SIGNATURE: ARCHIVE, "hash": &*archive.hash });
    match &archive.source {
        ArchiveSource::Members(members) => {
            let members = members.iter().map(|(name, member)| {
                let member = match member {
                    ArchiveMember::Asset(asset) => asset_to_json(asset),
                    ArchiveMember::Archive(archive) => archive_to_json(archive),
                };
                (name.to_string(), member)
            });
            json["assets"] = Json::Object(members.collect());
        }
        ArchiveSource::Path(path) => json["path"] = json!(&**path),
        ArchiveSource::Uri(uri) => json["uri"] = json!(&**uri),
        ArchiveSource::Gone => {}
    }
    json
}

/// A reference with its signature.
pub fn reference_to_json(reference: &ResourceReference) -> Json {
    let mut json = json!({ SIGNATURE: RESOURCE, "urn": &*reference.urn });
    match &reference.id {
        ResourceId::Absent => {}
        ResourceId::Unknown => json["id"] = json!(UNKNOWN),
        ResourceId::Known(id) => json["id"] = json!(&**id),
    }
    if !reference.package_version.is_empty() {
        json["packageVersion"] = json!(&*reference.package_version);
    }
    json
}

fn signed(members: &Map<String, Json>, signature: &str, what: &str) -> Result<(), String> {
    match members.get(SIGNATURE).and_then(Json::as_str) {
        Some(found) if found == signature => Ok(()),
        Some(_) | None => Err(format!("{what} is an object with the signature {signature}")),
    }
}

fn text(members: &Map<String, Json>, name: &str) -> Option<Arc<str>> {
    members.get(name).and_then(Json::as_str).map(Arc::from)
}

/// An asset from its wire form.
///
/// # Errors
///
/// If it is none: a message for people.
pub fn asset_from_json(members: &Map<String, Json>) -> Result<Asset, String> {
    signed(members, ASSET, "an asset")?;
    let hash = text(members, "hash").ok_or("an asset has a hash")?;
    let source = text(members, "text")
        .map(AssetSource::Text)
        .or_else(|| text(members, "path").map(AssetSource::Path))
        .or_else(|| text(members, "uri").map(AssetSource::Uri))
        .unwrap_or(AssetSource::Gone);
    Ok(Asset { hash, source })
}

/// An archive from its wire form.
///
/// # Errors
///
/// If it is none: a message for people.
pub fn archive_from_json(members: &Map<String, Json>) -> Result<Archive, String> {
    signed(members, ARCHIVE, "an archive")?;
    let hash = text(members, "hash").ok_or("an archive has a hash")?;
    let source = match members.get("assets") {
        Some(Json::Object(assets)) => {
            let assets = assets.iter().map(|(name, member)| Ok((name.as_str().into(), member_from_json(member)?)));
            ArchiveSource::Members(assets.collect::<Result<_, String>>()?)
        }
        Some(other) => return Err(format!("the assets of an archive are an object, not {other}")),
        None => text(members, "path")
            .map(ArchiveSource::Path)
            .or_else(|| text(members, "uri").map(ArchiveSource::Uri))
            .unwrap_or(ArchiveSource::Gone),
    };
    Ok(Archive { hash, source })
}

fn member_from_json(member: &Json) -> Result<ArchiveMember, String> {
    let Json::Object(members) = member else {
        return Err(format!("a member of an archive is an asset or an archive, not {member}"));
    };
    if members.get(SIGNATURE).and_then(Json::as_str) == Some(ARCHIVE) {
        Ok(ArchiveMember::Archive(archive_from_json(members)?))
    } else {
        Ok(ArchiveMember::Asset(asset_from_json(members)?))
    }
}

/// A reference from its wire form.
///
/// # Errors
///
/// If it is none: a message for people.
pub fn reference_from_json(members: &Map<String, Json>) -> Result<ResourceReference, String> {
    signed(members, RESOURCE, "a reference to a resource")?;
    let urn = text(members, "urn").ok_or("a reference to a resource has a URN")?;
    let id = match members.get("id") {
        None | Some(Json::Null) => ResourceId::Absent,
        Some(Json::String(id)) if id.is_empty() || id == UNKNOWN => ResourceId::Unknown,
        Some(Json::String(id)) => ResourceId::Known(id.as_str().into()),
        Some(other) => return Err(format!("the id of a resource is a string, not {other}")),
    };
    Ok(ResourceReference { urn, id, package_version: text(members, "packageVersion").unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(json: &Json) -> &Map<String, Json> {
        json.as_object().expect("an object")
    }

    #[test]
    fn blobs_and_references_come_back() {
        let asset = Asset { hash: "ab".into(), source: AssetSource::Text("x".into()) };
        let json = asset_to_json(&asset);
        assert_eq!(asset_from_json(members(&json)).unwrap().source, asset.source);
        let inner = [("a".into(), ArchiveMember::Asset(asset))].into();
        let archive = Archive { hash: "cd".into(), source: ArchiveSource::Members(inner) };
        let json = archive_to_json(&archive);
        assert_eq!(archive_to_json(&archive_from_json(members(&json)).unwrap()), json);
        for id in [ResourceId::Absent, ResourceId::Unknown, ResourceId::Known("i".into())] {
            let reference = ResourceReference { urn: "u".into(), id, package_version: "1".into() };
            let json = reference_to_json(&reference);
            assert_eq!(reference_from_json(members(&json)).unwrap(), reference);
        }
    }

    #[test]
    fn another_signature_is_an_error() {
        let json = json!({ SIGNATURE: ARCHIVE, "hash": "x" });
        assert!(asset_from_json(members(&json)).is_err());
        assert!(archive_from_json(members(&json!({"hash": "x"}))).is_err());
    }
}
