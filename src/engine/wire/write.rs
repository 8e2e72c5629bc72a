//! Nodes as JSON text, in canonical form.

use std::fmt::Write as _;

use super::super::opaque::{Archive, ArchiveMember, ArchiveSource, Asset, AssetSource, ResourceId};
use super::node::{Marked, Node, Reference};
use super::{ARCHIVE, ASSET, DOUBLE, OUTPUT, RESOURCE, SECRET, SIGNATURE, UNKNOWN};

pub(in crate::engine) use super::super::path::quoted;

/// The node as JSON text without spaces.
pub(super) fn text(node: &Node) -> String {
    let mut out = String::new();
    push(node, &mut out);
    out
}

fn push(node: &Node, out: &mut String) {
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(text) => out.push_str(text),
        Node::Infinity(negative) => {
            let bits = if *negative { f64::NEG_INFINITY } else { f64::INFINITY }.to_bits();
            signed(DOUBLE, &[("value", Some(&format!("{bits:016x}")))], out);
            out.push('}');
        }
        Node::String(text) => out.push_str(&quoted(text)),
        Node::List(elements) => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push(element, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(name));
                out.push(':');
                push(member, out);
            }
            out.push('}');
        }
        Node::Asset(asset) => push_asset(asset, out),
        Node::Archive(archive) => push_archive(archive, out),
        Node::Reference(reference) => push_reference(reference, out),
        Node::Marked(marked) => push_marked(marked, out),
        // Reading makes a problem of it, so that there is none in what was read.
        Node::Broken(message) => out.push_str(&quoted(message)),
    }
}

/// The start of a special value, without its end.
fn signed(signature: &str, fields: &[(&str, Option<&str>)], out: &mut String) {
    let _ = write!(out, "{{\"{SIGNATURE}\":\"{signature}\"");
    for (name, value) in fields {
        if let Some(value) = value {
            let _ = write!(out, ",\"{name}\":{}", quoted(value));
        }
    }
}

fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn push_asset(asset: &Asset, out: &mut String) {
    let mut fields = vec![("hash", filled(&asset.hash))];
    match &asset.source {
        AssetSource::Text(text) => fields.push(("text", Some(text))),
        AssetSource::Path(path) => fields.push(("path", Some(path))),
        AssetSource::Uri(uri) => fields.push(("uri", Some(uri))),
        AssetSource::Gone => {}
    }
    signed(ASSET, &fields, out);
    out.push('}');
}

fn push_archive(archive: &Archive, out: &mut String) {
    let hash = ("hash", filled(&archive.hash));
    match &archive.source {
        ArchiveSource::Path(path) => signed(ARCHIVE, &[hash, ("path", Some(path))], out),
        ArchiveSource::Uri(uri) => signed(ARCHIVE, &[hash, ("uri", Some(uri))], out),
        ArchiveSource::Gone => signed(ARCHIVE, &[hash], out),
        ArchiveSource::Members(members) => {
            signed(ARCHIVE, &[hash], out);
            out.push_str(",\"assets\":{");
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(name));
                out.push(':');
                match member {
                    ArchiveMember::Asset(asset) => push_asset(asset, out),
                    ArchiveMember::Archive(archive) => push_archive(archive, out),
                }
            }
            out.push('}');
        }
    }
    out.push('}');
}

fn push_reference(reference: &Reference, out: &mut String) {
    let id = match &reference.id {
        ResourceId::Absent => None,
        ResourceId::Unknown => Some(UNKNOWN),
        ResourceId::Known(id) => Some(&**id),
    };
    let fields = [
        ("urn", Some(&*reference.urn)),
        ("id", id),
        ("name", reference.name.as_deref()),
        ("type", reference.token.as_deref()),
        ("packageVersion", reference.package_version.as_deref()),
    ];
    signed(RESOURCE, &fields, out);
    out.push('}');
}

fn push_marked(marked: &Marked, out: &mut String) {
    match &marked.content {
        None if !marked.secret && marked.dependencies.is_empty() => out.push_str(&quoted(UNKNOWN)),
        Some(content) if marked.secret && marked.dependencies.is_empty() => {
            signed(SECRET, &[], out);
            out.push_str(",\"value\":");
            push(content, out);
            out.push('}');
        }
        content => {
            signed(OUTPUT, &[], out);
            if let Some(content) = content {
                out.push_str(",\"value\":");
                push(content, out);
            }
            if marked.secret {
                out.push_str(",\"secret\":true");
            }
            if !marked.dependencies.is_empty() {
                let urns: Vec<String> = marked.dependencies.iter().map(|urn| quoted(urn)).collect();
                let _ = write!(out, ",\"dependencies\":[{}]", urns.join(","));
            }
            out.push('}');
        }
    }
}
