//! Special values: secrets, outputs and unknowns around a part; assets, archives and references.

use super::super::random::Random;
use super::super::tree::Tree;
use super::pools;
use crate::engine::wire::{ARCHIVE, ASSET, BYTES, DOUBLE, OUTPUT, RESOURCE, SECRET, SIGNATURE, UNKNOWN, UNKNOWNS};

/// Texts and their hashes.
const HASHED: &[(&str, &str)] = &[
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("hello", "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
];

/// What outputs depend on. Some sort differently by UTF-16 than by UTF-8.
const DEPENDENCIES: &[&str] = &[
    "urn:pulumi:stack::project::pkg:index:Thing::a",
    "urn:pulumi:stack::project::pkg:index:Thing::b",
    "urn:pulumi:stack::project::pkg:index:Thing$pkg:index:Other::é",
    "urn:pulumi:stack::project::pkg:index:Thing::\u{ff5e}",
    "urn:pulumi:stack::project::pkg:index:Thing::😀",
];

/// An object with a signature.
pub fn signed<'a>(signature: &str, members: impl IntoIterator<Item = (&'a str, Tree)>) -> Tree {
    Tree::object(std::iter::once((SIGNATURE, Tree::string(signature))).chain(members))
}

/// A secret.
pub fn secret(inner: Tree) -> Tree {
    signed(SECRET, [("value", inner)])
}

/// The string that stands for what is not known yet.
pub fn unknown() -> Tree {
    Tree::string(UNKNOWN)
}

/// A part with metadata of its own: secret, an output, unknown, or several of these in one another.
pub fn wrapped(inner: Tree, random: &mut Random) -> Tree {
    match random.below(20) {
        0..=4 => secret(inner),
        5 => plaintext(inner),
        6..=10 => output(Some(inner), random),
        11..=13 => unknown(),
        14 => Tree::string(random.choose(&UNKNOWNS)),
        15 | 16 => output(None, random),
        17 => secret(output(Some(inner), random)),
        18 => output(Some(secret(inner)), random),
        _ => {
            let within = output(Some(inner), random);
            output(Some(within), random)
        }
    }
}

/// A secret as state files have it: its value is text. Deep and odd values are left as they are.
fn plaintext(inner: Tree) -> Tree {
    let text = inner.text();
    let is_plain = inner.depth() < 8 && serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
    if is_plain { signed(SECRET, [("plaintext", Tree::string(&text))]) } else { secret(inner) }
}

fn output(value: Option<Tree>, random: &mut Random) -> Tree {
    let mut members: Vec<(&str, Tree)> = value.map(|value| ("value", value)).into_iter().collect();
    if random.percent(40) {
        members.push(("secret", Tree::raw(if random.percent(70) { "true" } else { "false" })));
    }
    if random.percent(50) {
        let some = (0..random.below(4)).map(|_| Tree::string(random.choose(DEPENDENCIES))).collect();
        members.push(("dependencies", Tree::List(some)));
    }
    random.shuffle(&mut members);
    signed(OUTPUT, members)
}

/// A blob.
pub fn asset(random: &mut Random) -> Tree {
    let other_hash = || Tree::string(&"0123456789abcdef".repeat(4));
    match random.below(5) {
        0 => {
            let (text, hash) = HASHED[random.below(HASHED.len())];
            signed(ASSET, [("hash", Tree::string(hash)), ("text", Tree::string(text))])
        }
        1 => signed(ASSET, [("text", Tree::string(&pools::odd_string(false, random)))]),
        2 => signed(ASSET, [("path", Tree::string("./a/file.txt"))]),
        3 => signed(ASSET, [("hash", other_hash()), ("path", Tree::string("a/file.txt"))]),
        _ => signed(ASSET, [("hash", other_hash()), ("uri", Tree::string("https://example.com/a?b=c"))]),
    }
}

/// A map of blobs.
pub fn archive(random: &mut Random, depth: usize) -> Tree {
    let hash = random.percent(40).then(|| ("hash", Tree::string(&"fedcba9876543210".repeat(4))));
    let source = match random.below(4) {
        0 => ("path", Tree::string("a/archive.tar.gz")),
        1 => ("uri", Tree::string("file:///a/archive.zip")),
        _ => {
            let names = ["a.txt", "dir/b.txt", "é", "z"];
            let members: Vec<(&str, Tree)> = names[..random.below(names.len())]
                .iter()
                .map(|name| {
                    let nested = depth < 2 && random.percent(25);
                    (*name, if nested { archive(random, depth + 1) } else { asset(random) })
                })
                .collect();
            ("assets", Tree::object(members))
        }
    };
    signed(ARCHIVE, hash.into_iter().chain([source]))
}

/// A reference to a resource of that type, or to something near it.
pub fn reference(token: &str, odd: bool, random: &mut Random) -> Tree {
    let of = |ty: &str| format!("urn:pulumi:stack::project::{ty}::name");
    let parent = format!("pkg:index:Parent${token}");
    let urn = match random.below(if odd { 4 } else { 2 }) {
        0 => of(token),
        1 => of(&parent),
        2 => of("pkg:index:Another"),
        _ => "no urn".to_owned(),
    };
    let mut members = vec![("urn", Tree::string(&urn))];
    match random.below(if odd { 4 } else { 2 }) {
        0 => {}
        1 => members.push(("id", Tree::string("i-1"))),
        2 => members.push(("id", Tree::string(""))),
        _ => members.push(("id", unknown())),
    }
    if random.percent(30) {
        members.push(("name", Tree::string("name")));
    }
    if random.percent(30) {
        members.push(("type", Tree::string(if odd { "pkg:index:Another" } else { token })));
    }
    if random.percent(30) {
        members.push(("packageVersion", Tree::string("1.2.3")));
    }
    signed(RESOURCE, members)
}

/// Special values that are wrong, or that plain values are made of.
pub fn odd(inner: Tree, of_outputs: bool, random: &mut Random) -> Tree {
    match random.below(14) {
        0 => signed("not-a-signature", [("value", inner)]),
        1 => signed("", []),
        2 => signed(SECRET, [("ciphertext", Tree::string("AAAA"))]),
        3 => signed(SECRET, []),
        4 => signed(BYTES, [("value", Tree::string("aGVsbG8="))]),
        5 => signed(BYTES, [("value", Tree::string("/w=="))]),
        6 => signed(BYTES, [("value", Tree::string("%%%"))]),
        7 => signed(DOUBLE, [("value", Tree::string("7ff0000000000000"))]),
        8 => signed(DOUBLE, [("value", Tree::string("fff0000000000000"))]),
        9 => signed(DOUBLE, [("value", Tree::string("7ff8000000000001"))]),
        10 => signed(ASSET, [("hash", Tree::raw("5")), ("text", Tree::string("x"))]),
        11 => signed(RESOURCE, [("id", Tree::string("i-1"))]),
        12 if of_outputs => signed(OUTPUT, [("value", inner), ("dependencies", Tree::raw("1"))]),
        12 => signed(ASSET, [("text", Tree::raw("5"))]),
        _ => wrapped(inner, random),
    }
}
