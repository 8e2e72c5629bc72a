//! Objects with a signature: what they stand for.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use indexmap::IndexMap;

use super::super::opaque::{Archive, ArchiveMember, ArchiveSource, Asset, AssetSource, ResourceId};
use super::node::{Marked, Node, Reference};
use super::{ARCHIVE, ASSET, BYTES, DOUBLE, OUTPUT, RESOURCE, SECRET, SIGNATURE, read, signed};

type Members = IndexMap<Arc<str>, Node>;

/// An object as what its signature says that it is; as itself if it has none.
pub(super) fn interpreted(members: Members) -> Node {
    let special = match members.get(SIGNATURE) {
        None => return Node::Object(members.into_iter().collect()),
        Some(Node::String(signature)) => match &**signature {
            SECRET => secret(&members),
            OUTPUT => output(&members),
            ASSET => asset(&members).map(Node::Asset),
            ARCHIVE => archive(&members).map(Node::Archive),
            RESOURCE => reference(&members).map(Node::Reference),
            BYTES => bytes(&members),
            DOUBLE => double(&members),
            other => Err(format!("the signature {} is not known", super::write::quoted(other))),
        },
        Some(_) => Err("the signature is not a string".to_owned()),
    };
    special.unwrap_or_else(Node::Broken)
}

fn invalid<T>(what: &str, field: &str) -> Result<T, String> {
    Err(format!("the {what} has no valid \"{field}\""))
}

/// A string that may be missing.
fn text(members: &Members, what: &str, field: &str) -> Result<Option<Arc<str>>, String> {
    match members.get(field) {
        None => Ok(None),
        Some(Node::String(text)) => Ok(Some(text.clone())),
        Some(_) => invalid(what, field),
    }
}

fn secret(members: &Members) -> Result<Node, String> {
    let content = match (members.get("value"), members.get("plaintext"), members.get("ciphertext")) {
        (Some(value), _, _) => value.clone(),
        (None, Some(Node::String(plain)), _) => match read::read(plain) {
            Ok(value) => value,
            Err(_) => return invalid("secret", "plaintext"),
        },
        (None, Some(_), _) => return invalid("secret", "plaintext"),
        (None, None, Some(_)) => return Err("the secret is encrypted".to_owned()),
        (None, None, None) => return invalid("secret", "value"),
    };
    Ok(whole(content, true, Vec::new()))
}

fn output(members: &Members) -> Result<Node, String> {
    let secret = match members.get("secret") {
        None => false,
        Some(Node::Bool(secret)) => *secret,
        Some(_) => return invalid("output", "secret"),
    };
    let mut dependencies = Vec::new();
    match members.get("dependencies") {
        None => {}
        Some(Node::List(urns)) => {
            for urn in urns {
                let Node::String(urn) = urn else { return invalid("output", "dependencies") };
                dependencies.push(urn.clone());
            }
        }
        Some(_) => return invalid("output", "dependencies"),
    }
    let Some(value) = members.get("value") else {
        let dependencies = dependencies.into_iter().collect();
        return Ok(Marked { content: None, secret, dependencies }.into_node());
    };
    Ok(whole(value.clone(), secret, dependencies))
}

/// A part with metadata. What is broken stays so.
fn whole(content: Node, secret: bool, dependencies: Vec<Arc<str>>) -> Node {
    match content {
        Node::Broken(message) => Node::Broken(message),
        content => {
            Marked { content: Some(content), secret, dependencies: dependencies.into_iter().collect() }.into_node()
        }
    }
}

fn asset(members: &Members) -> Result<Asset, String> {
    let what = "asset";
    let hash = text(members, what, "hash")?;
    let source = match (text(members, what, "text")?, text(members, what, "path")?, text(members, what, "uri")?) {
        (Some(text), _, _) => AssetSource::Text(text),
        (None, Some(path), _) => AssetSource::Path(path),
        (None, None, Some(uri)) => AssetSource::Uri(uri),
        (None, None, None) if hash.is_some() => AssetSource::Gone,
        (None, None, None) => return invalid(what, "text"),
    };
    let hash = match (&hash, &source) {
        (None, AssetSource::Text(text)) => signed::hash_of_text(text).into(),
        (hash, _) => hash.clone().unwrap_or_default(),
    };
    Ok(Asset { hash, source })
}

fn archive(members: &Members) -> Result<Archive, String> {
    let what = "archive";
    let hash = text(members, what, "hash")?;
    let source = match (members.get("assets"), text(members, what, "path")?, text(members, what, "uri")?) {
        (Some(Node::Object(assets)), _, _) => {
            let mut parts = BTreeMap::new();
            for (name, member) in assets {
                let member = match member {
                    Node::Asset(asset) => ArchiveMember::Asset(asset.clone()),
                    Node::Archive(archive) => ArchiveMember::Archive(archive.clone()),
                    Node::Broken(message) => return Err(message.clone()),
                    _ => return invalid(what, "assets"),
                };
                parts.insert(name.clone(), member);
            }
            ArchiveSource::Members(parts)
        }
        (Some(_), _, _) => return invalid(what, "assets"),
        (None, Some(path), _) => ArchiveSource::Path(path),
        (None, None, Some(uri)) => ArchiveSource::Uri(uri),
        (None, None, None) if hash.is_some() => ArchiveSource::Gone,
        (None, None, None) => return invalid(what, "assets"),
    };
    Ok(Archive { hash: hash.unwrap_or_default(), source })
}

fn reference(members: &Members) -> Result<Reference, String> {
    let what = "resource reference";
    let Some(urn) = text(members, what, "urn")? else { return invalid(what, "urn") };
    let id = match members.get("id") {
        None | Some(Node::Null) => ResourceId::Absent,
        Some(Node::String(id)) if id.is_empty() => ResourceId::Unknown,
        Some(Node::String(id)) => ResourceId::Known(id.clone()),
        Some(Node::Marked(marked)) if marked.content.is_none() => ResourceId::Unknown,
        Some(_) => return invalid(what, "id"),
    };
    Ok(Reference {
        urn,
        id,
        name: text(members, what, "name")?,
        token: text(members, what, "type")?,
        package_version: text(members, what, "packageVersion")?,
    })
}

fn bytes(members: &Members) -> Result<Node, String> {
    let Some(Node::String(value)) = members.get("value") else { return invalid("byte string", "value") };
    let Ok(bytes) = BASE64_STANDARD.decode(&**value) else { return invalid("byte string", "value") };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Node::String(text.into())),
        Err(_) => Err("the bytes are not UTF-8 text".to_owned()),
    }
}

fn double(members: &Members) -> Result<Node, String> {
    let bits = match members.get("value") {
        Some(Node::String(digits)) if digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).ok()
        }
        _ => None,
    };
    let Some(bits) = bits else { return invalid("double", "value") };
    let number = f64::from_bits(bits);
    if number.is_nan() {
        return Err("a number is required".to_owned());
    }
    if number.is_infinite() {
        return Ok(Node::Infinity(number < 0.0));
    }
    Ok(Node::Number(number.to_string().into()))
}
