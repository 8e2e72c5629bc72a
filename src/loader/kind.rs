//! What kind of schema a text is, seen from its keys without parsing all of it.

use super::document::{self, Node};
use super::locate::is_json;

/// A kind of schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// tygen's own format.
    Tygen,
    /// A Pulumi package schema.
    Pulumi,
    /// What `terraform providers schema -json` prints.
    TerraformProvider,
    /// A Terraform module: a folder of `.tf` and `.tf.json` files, or one of them. Seen from the name and
    /// not from the content.
    TerraformModule,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Tygen, Kind::Pulumi, Kind::TerraformProvider, Kind::TerraformModule];

    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Tygen => "tygen",
            Kind::Pulumi => "pulumi",
            Kind::TerraformProvider => "terraform-provider",
            Kind::TerraformModule => "terraform-module",
        }
    }

    /// The kind of a text; `None` if none is recognised.
    ///
    /// A key at the top decides: `tygen`, Terraform's `provider_schemas`, one that only Pulumi has. The
    /// keys `types`, `resources` and `functions` are Pulumi's if what is below them is named by tokens.
    pub fn of(text: &str) -> Option<Kind> {
        let mut kind = None;
        if is_json(text) {
            json_keys(text, &mut |key, below| {
                kind = kind.or(decisive(key, below));
                kind.is_none()
            });
        } else {
            yaml_keys(text, &mut |key, below| {
                kind = kind.or(decisive(key, below));
                kind.is_none()
            });
        }
        // A mapping in another style: parse it.
        kind.or_else(|| match document::tree(text).ok()? {
            Node::Map(members) => members.iter().find_map(|(key, value)| match value {
                Node::Map(below) => decisive(key, below.first().map_or("", |(key, _)| key)),
                Node::Null | Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) | Node::List(_) => {
                    decisive(key, "")
                }
            }),
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Rounded | Node::String(_) | Node::List(_) => None,
        })
    }
}

/// What a key at the top says, with the first key below it.
fn decisive(key: &str, below: &str) -> Option<Kind> {
    const PULUMI: [&str; 11] = [
        "meta",
        "provider",
        "config",
        "language",
        "publisher",
        "namespace",
        "pluginDownloadURL",
        "attribution",
        "logoUrl",
        "allowedPackageNames",
        "parameterization",
    ];
    match key {
        "tygen" => Some(Kind::Tygen),
        // Without any provider, the version of the format stands alone.
        "provider_schemas" | "format_version" => Some(Kind::TerraformProvider),
        "types" | "resources" | "functions" if below.contains(':') => Some(Kind::Pulumi),
        key if PULUMI.contains(&key) => Some(Kind::Pulumi),
        _ => None,
    }
}

/// Calls `f` with each key at the top and the first key below it, until `f` says no.
fn json_keys(text: &str, f: &mut dyn FnMut(&str, &str) -> bool) {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    let (mut key, mut is_key) = ("", false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                is_key = byte == b'{';
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => is_key = depth == 1,
            b':' => is_key = false,
            b'"' => {
                let start = at + 1;
                at = start;
                while bytes.get(at).is_some_and(|byte| *byte != b'"') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let string = text.get(start..at).unwrap_or_default();
                if is_key && depth == 1 {
                    key = string;
                }
                if is_key && depth <= 2 && !f(key, if depth == 2 { string } else { "" }) {
                    return;
                }
                is_key = false;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Calls `f` with each key that starts a line without indentation, and again with the first key below.
fn yaml_keys(text: &str, f: &mut dyn FnMut(&str, &str) -> bool) {
    let mut key = "";
    let mut is_first = false;
    for line in text.lines() {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let word = line.trim();
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let is_top = !line.starts_with([' ', '\t']);
        let Some(name) = yaml_key(word) else { continue };
        if is_top {
            (key, is_first) = (name, true);
        }
        if (is_top || is_first) && !f(key, if is_top { "" } else { name }) {
            return;
        }
        is_first = is_top;
    }
}

/// The key that a line starts with, without its quotes.
fn yaml_key(line: &str) -> Option<&str> {
    for quote in ['"', '\''] {
        if let Some(rest) = line.strip_prefix(quote) {
            return rest.split_once(quote).filter(|(_, rest)| rest.trim_start().starts_with(':')).map(|(key, _)| key);
        }
    }
    let end = line.find(": ").or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
    Some(line[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_recognised_by_their_keys() {
        for (text, kind) in [
            ("# c\ntygen: 1\nname: a\n", Some(Kind::Tygen)),
            ("{tygen: 1, name: a}", Some(Kind::Tygen)),
            ("{\"name\": \"a\", \"types\": {\"A\": \"int\"}, \"tygen\": 1}", Some(Kind::Tygen)),
            ("{\"format_version\": \"1.0\", \"provider_schemas\": {}}", Some(Kind::TerraformProvider)),
            ("{\"format_version\": \"1.0\"}", Some(Kind::TerraformProvider)),
            ("{\"name\": \"a\", \"resources\": {\"a:b:C\": {}}}", Some(Kind::Pulumi)),
            ("{\"name\": \"meta\", \"config\": {}}", Some(Kind::Pulumi)),
            ("name: a\nresources:\n  a:b:C:\n    x: 1\n", Some(Kind::Pulumi)),
            ("name: a\ntypes:\n  A: int\n", None),
            ("name: a\ndescription: |\n  tygen: 1\n", None),
            ("- tygen: 1\n", None),
            ("", None),
            ("{\"a\": \"\\", None),
        ] {
            assert_eq!(Kind::of(text), kind, "{text}");
        }
    }
}
