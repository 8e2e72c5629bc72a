//! Random types and values in the notation of vectors, as JSON.
//!
//! Nothing here comes from the engine, so that a mistake of the engine's cannot hide itself.

use serde_json::{Map, Value as Json, json};

/// Numbers from a seed (SplitMix64): the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Less than `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True in one of `times` cases.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn digits(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }
}

const NAMES: &[&str] = &["a", "b", "c", "id", "name", "é"];

const STRINGS: &[&str] = &[
    "",
    "a",
    "z",
    "hello",
    "true",
    "false",
    "True",
    "FALSE",
    "1",
    "0",
    "null",
    " 15",
    "15 ",
    "00012",
    "+7",
    "-0",
    ".5",
    "5.",
    "1e3",
    "1E-7",
    "1e100",
    "1p4",
    "0x1F",
    "1_000",
    "Inf",
    "-inf",
    "+Inf",
    "NaN",
    "é",
    "e\u{301}",
    "日本",
    "😀",
    "a\nb",
    "٣",
    "15.0",
    "6.283185",
    "<&>",
    "\u{2028}",
    "\"",
    "\\",
    "\u{0}",
    "ﬁ",
    "\u{1e9b}\u{323}",
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "3",
    "10",
    "12",
    "15",
    "1000",
    "1.5",
    "-2.75",
    "0.1",
    "0.30000000000000004",
    "6.283185",
    "0.0000001",
    "9007199254740993",
    "18446744073709551616",
    "9223372036854775807",
    "-9223372036854775808",
    "1e100",
    "123456789012345678901234567890",
    "1e-40",
    "255",
    "65536",
    "-129",
    "4294967296",
    "0.5",
    "1e23",
    "5e-324",
    "3.4e38",
];

/// A type that go-cty has; `any` stands in it in places.
pub fn any_type(random: &mut Random, depth: usize) -> Json {
    if random.one_in(12) { json!("any") } else { ty(random, depth) }
}

/// A type that go-cty has, without `any`.
pub fn ty(random: &mut Random, depth: usize) -> Json {
    if depth == 0 || random.one_in(3) {
        return json!(*random.pick(&["string", "number", "bool"]));
    }
    match random.below(5) {
        0 => json!(["list", ty(random, depth - 1)]),
        1 => json!(["set", ty(random, depth - 1)]),
        2 => json!(["map", ty(random, depth - 1)]),
        3 => {
            let count = random.below(4);
            json!(["tuple", (0..count).map(|_| ty(random, depth - 1)).collect::<Vec<_>>()])
        }
        _ => object(random, |random| ty(random, depth - 1)),
    }
}

fn object(random: &mut Random, mut attribute: impl FnMut(&mut Random) -> Json) -> Json {
    let count = random.below(4);
    let attributes: Map<String, Json> =
        (0..count).map(|_| (random.pick(NAMES).to_string(), attribute(random))).collect();
    json!(["object", attributes])
}

/// A type that something of type `from` may perhaps be converted to.
pub fn related(random: &mut Random, from: &Json) -> Json {
    if random.one_in(20) {
        return any_type(random, 2);
    }
    if random.one_in(25) {
        return json!("any");
    }
    let Json::Array(parts) = from else {
        return if random.one_in(2) { from.clone() } else { json!(*random.pick(&["string", "number", "bool"])) };
    };
    match parts[0].as_str() {
        Some("list" | "set") => {
            let element = related(random, &parts[1]);
            match random.below(9) {
                0..4 => json!(["list", element]),
                4..8 => json!(["set", element]),
                _ => {
                    let count = random.below(3);
                    json!(["tuple", (0..count).map(|_| related(random, &parts[1])).collect::<Vec<_>>()])
                }
            }
        }
        Some("map") if random.one_in(3) => with_optional(random, |random| related(random, &parts[1])),
        Some("map") => json!(["map", related(random, &parts[1])]),
        Some("tuple") => related_tuple(random, &parts[1]),
        _ => related_object(random, &parts[1]),
    }
}

fn related_tuple(random: &mut Random, types: &Json) -> Json {
    let types = types.as_array().cloned().unwrap_or_default();
    match random.below(5) {
        0 | 1 if !types.is_empty() => {
            let element = random.pick(&types).clone();
            json!([*random.pick(&["list", "set"]), related(random, &element)])
        }
        2 if random.one_in(3) => json!(["tuple", []]),
        _ => json!(["tuple", types.iter().map(|ty| related(random, ty)).collect::<Vec<_>>()]),
    }
}

fn related_object(random: &mut Random, attributes: &Json) -> Json {
    let attributes = attributes.as_object().cloned().unwrap_or_default();
    if random.one_in(3) && !attributes.is_empty() {
        let types: Vec<&Json> = attributes.values().collect();
        let element = (*random.pick(&types)).clone();
        return json!(["map", related(random, &element)]);
    }
    let mut kept = Map::new();
    let mut optional = Vec::new();
    for (name, ty) in &attributes {
        if random.one_in(6) {
            continue;
        }
        kept.insert(name.clone(), related(random, ty));
        if random.one_in(5) {
            optional.push(name.clone());
        }
    }
    if random.one_in(3) {
        let name = random.pick(NAMES).to_string();
        if !kept.contains_key(&name) {
            kept.insert(name.clone(), any_type(random, 1));
            if !random.one_in(5) {
                optional.push(name);
            }
        }
    }
    optional.sort();
    if optional.is_empty() { json!(["object", kept]) } else { json!(["object", kept, optional]) }
}

fn with_optional(random: &mut Random, mut attribute: impl FnMut(&mut Random) -> Json) -> Json {
    let mut kept = Map::new();
    let mut optional = Vec::new();
    for name in NAMES {
        if random.one_in(3) {
            kept.insert((*name).to_owned(), attribute(random));
            if random.one_in(2) {
                optional.push(*name);
            }
        }
    }
    if optional.is_empty() { json!(["object", kept]) } else { json!(["object", kept, optional]) }
}

/// How odd values are: one part in so many is null, unknown or marked.
#[derive(Clone, Copy)]
pub struct Oddness {
    pub null: usize,
    pub unknown: usize,
    pub marked: usize,
}

/// A value of a type: `{"type": T, "value": X}`.
pub fn value(random: &mut Random, ty: &Json, oddness: Oddness) -> Json {
    json!({"type": ty, "value": payload(random, ty, oddness)})
}

fn payload(random: &mut Random, ty: &Json, oddness: Oddness) -> Json {
    if random.one_in(oddness.marked) {
        let marks = if random.one_in(3) { json!(["other"]) } else { json!(["sensitive"]) };
        let plain = Oddness { marked: usize::MAX, ..oddness };
        return json!({"$marks": marks, "value": payload(random, ty, plain)});
    }
    if random.one_in(oddness.unknown) {
        return json!({"$unknown": true});
    }
    if random.one_in(oddness.null) || ty == "any" {
        return Json::Null;
    }
    match ty {
        Json::Array(parts) => compound(random, parts, oddness),
        Json::String(name) if name == "bool" => json!(random.one_in(2)),
        Json::String(name) if name == "number" => json!(number(random)),
        _ if random.one_in(3) => json!(number(random)),
        _ => json!(*random.pick(STRINGS)),
    }
}

/// The text of a number.
pub fn number(random: &mut Random) -> String {
    if random.below(3) > 0 {
        return random.pick(NUMBERS).to_string();
    }
    let sign = *random.pick(&["", "-", "+"]);
    let (whole, places) = (1 + random.below(30), random.below(30));
    let (whole, fraction) = (random.digits(whole), random.digits(places));
    let exponent = if random.one_in(4) { format!("e{}", random.below(60) as i64 - 30) } else { String::new() };
    if fraction.is_empty() { format!("{sign}{whole}{exponent}") } else { format!("{sign}{whole}.{fraction}{exponent}") }
}

fn compound(random: &mut Random, parts: &[Json], oddness: Oddness) -> Json {
    match parts[0].as_str() {
        Some("list" | "set") => {
            let count = random.below(4);
            (0..count).map(|_| payload(random, &parts[1], oddness)).collect()
        }
        Some("map") => {
            let count = random.below(4);
            let members: Map<String, Json> =
                (0..count).map(|_| (random.pick(NAMES).to_string(), payload(random, &parts[1], oddness))).collect();
            Json::Object(members)
        }
        Some("tuple") => parts[1].as_array().into_iter().flatten().map(|ty| payload(random, ty, oddness)).collect(),
        _ => Json::Object(
            parts[1]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, ty)| (name.clone(), payload(random, ty, oddness)))
                .collect(),
        ),
    }
}
