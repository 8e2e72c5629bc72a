//! Special values in JSON: objects with a signature, and strings that stand for what is not known.

use std::collections::{BTreeMap, BTreeSet};

use super::node::Marks;
use super::{
    Archive, ArchiveSource, Asset, AssetOrArchive, AssetSource, ExactNumber, Json, Node,
    ResourceReference,
};

/// The key of an object that is a special value.
pub(super) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
pub(super) const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
pub(super) const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
pub(super) const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
pub(super) const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
pub(super) const RESOURCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
const BYTES: &str = "803fd3297a5875dc03ca845dda5d2a98";
pub(super) const DOUBLE: &str = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";

/// What stands for a value that is not known: the first is the one that is written.
const UNKNOWN: [&str; 7] = [
    "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// What is written for a value that is not known.
pub(super) const SENTINEL: &str = UNKNOWN[0];

/// Whether a text stands for a value that is not known.
pub(super) fn is_unknown(text: &str) -> bool {
    text.len() == SENTINEL.len() && UNKNOWN.contains(&text)
}

/// What JSON means.
pub(super) fn node(json: &Json) -> Node {
    match json {
        Json::Null => Node::Null,
        Json::Bool(value) => Node::Bool(*value),
        Json::Number(text) => number(text),
        Json::String(text) if is_unknown(text) => Node::unknown(Marks::default()),
        Json::String(text) => Node::String(text.clone()),
        Json::Array(elements) => Node::List(elements.iter().map(node).collect()),
        Json::Object(members) => match json.get(SIGNATURE) {
            None => {
                let members = members.iter();
                Node::Object(
                    members
                        .map(|(key, value)| (key.clone(), node(value)))
                        .collect(),
                )
            }
            Some(signature) => special(json, signature).unwrap_or_else(Node::Bad),
        },
    }
}

fn number(text: &str) -> Node {
    Node::Number(ExactNumber::read(text).unwrap_or_else(|_| ExactNumber::too_long()))
}

fn special(json: &Json, signature: &Json) -> Result<Node, String> {
    let of = |what| Shape { what, json };
    match node(signature) {
        Node::String(signature) => match signature.as_str() {
            SECRET => of("secret").secret(),
            OUTPUT => of("output").output(),
            ASSET => of("asset").asset().map(Node::Asset),
            ARCHIVE => of("archive").archive().map(Node::Archive),
            RESOURCE => of("resource reference").resource().map(Node::Resource),
            BYTES => of("byte string").bytes(),
            DOUBLE => of("double").double(),
            other => Err(format!(
                "the signature {} is not known",
                super::json::quoted(other)
            )),
        },
        _ => Err("the signature is not a string".to_owned()),
    }
}

/// A special value, and what it is called.
struct Shape<'j> {
    what: &'static str,
    json: &'j Json,
}

impl Shape<'_> {
    fn invalid(&self, field: &str) -> String {
        format!("the {} has no valid {field:?}", self.what)
    }

    /// What stands in a field, if it is there.
    fn field(&self, field: &str) -> Option<Node> {
        self.json.get(field).map(node)
    }

    /// A text that may be missing.
    fn text(&self, field: &str) -> Result<Option<String>, String> {
        match self.field(field) {
            None => Ok(None),
            Some(Node::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.invalid(field)),
        }
    }

    fn secret(&self) -> Result<Node, String> {
        let value = match (self.field("value"), self.field("plaintext")) {
            (Some(value), _) => value,
            (None, Some(Node::String(text))) => {
                node(&Json::parse(&text).map_err(|_| self.invalid("plaintext"))?)
            }
            (None, Some(_)) => return Err(self.invalid("plaintext")),
            (None, None) if self.json.get("ciphertext").is_some() => {
                return Err("the secret is encrypted".to_owned());
            }
            (None, None) => return Err(self.invalid("value")),
        };
        Ok(marked(Some(value), Marks::secret()))
    }

    fn output(&self) -> Result<Node, String> {
        let secret = match self.field("secret") {
            None => false,
            Some(Node::Bool(secret)) => secret,
            Some(_) => return Err(self.invalid("secret")),
        };
        let dependencies = match self.field("dependencies") {
            None => BTreeSet::new(),
            Some(Node::List(urns)) => {
                let urn = |urn| match urn {
                    Node::String(urn) => Ok(urn),
                    _ => Err(self.invalid("dependencies")),
                };
                urns.into_iter().map(urn).collect::<Result<_, _>>()?
            }
            Some(_) => return Err(self.invalid("dependencies")),
        };
        let marks = Marks {
            secret,
            dependencies,
        };
        Ok(marked(self.field("value"), marks))
    }

    fn asset(&self) -> Result<Asset, String> {
        let hash = self.text("hash")?;
        let sources = (self.text("text")?, self.text("path")?, self.text("uri")?);
        let source = match sources {
            (Some(text), _, _) => AssetSource::Text(text),
            (None, Some(path), _) => AssetSource::Path(path),
            (None, None, Some(uri)) => AssetSource::Uri(uri),
            (None, None, None) if hash.is_some() => AssetSource::Gone,
            (None, None, None) => return Err(self.invalid("text")),
        };
        Ok(Asset { source, hash })
    }

    fn archive(&self) -> Result<Archive, String> {
        let hash = self.text("hash")?;
        let sources = (
            self.json.get("assets"),
            self.text("path")?,
            self.text("uri")?,
        );
        let source = match sources {
            (Some(Json::Object(members)), _, _) => {
                let member = |(name, member): &(String, Json)| match node(member) {
                    Node::Asset(asset) => Ok((name.clone(), AssetOrArchive::Asset(asset))),
                    Node::Archive(archive) => Ok((name.clone(), AssetOrArchive::Archive(archive))),
                    Node::Bad(message) => Err(message),
                    _ => Err(self.invalid("assets")),
                };
                if self
                    .field("assets")
                    .is_some_and(|assets| !matches!(assets, Node::Object(_)))
                {
                    return Err(self.invalid("assets"));
                }
                let members: Result<BTreeMap<_, _>, _> = members.iter().map(member).collect();
                ArchiveSource::Members(members?)
            }
            (Some(_), _, _) => return Err(self.invalid("assets")),
            (None, Some(path), _) => ArchiveSource::Path(path),
            (None, None, Some(uri)) => ArchiveSource::Uri(uri),
            (None, None, None) if hash.is_some() => ArchiveSource::Gone,
            (None, None, None) => return Err(self.invalid("assets")),
        };
        Ok(Archive { source, hash })
    }

    fn resource(&self) -> Result<ResourceReference, String> {
        let urn = self.text("urn")?.ok_or_else(|| self.invalid("urn"))?;
        let id = match self.field("id") {
            None | Some(Node::Null) => None,
            Some(Node::String(id)) => Some(id),
            Some(Node::Marked(marked)) if marked.value.is_none() => Some(String::new()),
            Some(_) => return Err(self.invalid("id")),
        };
        Ok(ResourceReference {
            urn,
            id,
            name: self.text("name")?,
            ty: self.text("type")?,
            version: self.text("packageVersion")?,
        })
    }

    fn bytes(&self) -> Result<Node, String> {
        let text = self.text("value")?.ok_or_else(|| self.invalid("value"))?;
        let bytes = base64(&text).ok_or_else(|| self.invalid("value"))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Node::String(text)),
            Err(_) => Err("the bytes are not UTF-8 text".to_owned()),
        }
    }

    fn double(&self) -> Result<Node, String> {
        let text = self.text("value")?.ok_or_else(|| self.invalid("value"))?;
        let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u64::from_str_radix(&text, 16).ok().filter(|_| is_hex);
        let value = f64::from_bits(bits.ok_or_else(|| self.invalid("value"))?);
        if value.is_nan() {
            return Err("a number is required".to_owned());
        }
        let text = if value.is_infinite() {
            format!("{}Inf", if value < 0.0 { "-" } else { "+" })
        } else {
            format!("{value:e}")
        };
        Ok(number(&text))
    }
}

/// A part with metadata. What cannot be read stays so.
fn marked(value: Option<Node>, marks: Marks) -> Node {
    match value {
        Some(Node::Bad(message)) => Node::Bad(message),
        value => Node::marked(value, marks),
    }
}

/// Bytes in base64, with `=` behind them.
fn base64(text: &str) -> Option<Vec<u8>> {
    if text.len() & 3 != 0 {
        return None;
    }
    let digits = text.trim_end_matches('=');
    if text.len() - digits.len() > 2 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in digits.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    (bits < 6 && held == 0).then_some(out)
}
