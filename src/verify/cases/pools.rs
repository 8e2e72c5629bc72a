//! Scalars to choose from: ordinary ones, and those that somebody once got wrong.

use super::super::random::Random;
use super::super::tree::{Tree, quoted};
use crate::codec::Codec;
use crate::engine::wire::UNKNOWNS;
use crate::model::{IntRepresentation, NumberRepresentation};

const STRINGS: &[&str] = &["", "a", "b", "name", "10.0.0.0/8", "two words", "höhe", "日本"];

/// Strings that readers, writers and comparisons stumble over.
pub const ODD_STRINGS: &[&str] = &[
    "",
    " ",
    "\u{0}",
    "a\u{0}b",
    "\u{1f}\u{7f}\u{80}",
    "\n\r\t\u{8}\u{c}",
    "\"quoted\" \\ /",
    "e\u{301}",
    "\u{e9}",
    "\u{212b}",
    "\u{1100}\u{1161}",
    "\u{958}",
    "\u{fb01}",
    "a\u{323}\u{307}",
    "a\u{307}\u{323}",
    "\u{2028}\u{2029}",
    "\u{feff}x",
    "😀",
    "👩\u{200d}💻",
    "\u{ffff}",
    "\u{10ffff}",
    "\u{ff5e}",
    "\u{202e}rtl",
    "null",
    "true",
    "True",
    "15",
    "1e3",
    "-0",
    "__proto__",
    "constructor",
    "toString",
    "then",
    "[object Object]",
    "${x}",
    "%s",
    "</script>",
];

/// Keys that are something else in some language, or sort differently there.
pub const ODD_KEYS: &[&str] = &[
    "__proto__",
    "constructor",
    "prototype",
    "hasOwnProperty",
    "toJSON",
    "then",
    "value",
    "secret",
    "",
    "0",
    "1",
    "10",
    "9",
    "-1",
    "4294967295",
    "a b",
    "a.b",
    "a-b",
    "_a",
    "é",
    "e\u{301}",
    "😀",
    "\u{ff5e}",
    "a\"b",
    "a\\b",
    "a\nb",
    "\u{7f}",
    "\u{2028}",
];

const NUMBERS: &[&str] = &["0", "1", "-1", "2", "42", "255", "80", "65535", "1000000"];

const FRACTIONS: &[&str] = &["0.5", "0.1", "-2.25", "3.14159", "1e-7", "123456.789"];

/// Numbers at the edges of what representations hold, and odd ways to write them.
const ODD_NUMBERS: &[&str] = &[
    "-0",
    "-0.0",
    "0e0",
    "0.0",
    "1.0",
    "1e3",
    "1E+3",
    "100e-2",
    "0.5e1",
    "1.50",
    "1e-1",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740991",
    "-9007199254740993",
    "9007199254740992.5",
    "9007199254740993.0",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "9223372036854775807.0",
    "18446744073709551615",
    "18446744073709551616",
    "10000000000000000000000000",
    "10000000000000000000000001",
    "1e21",
    "1e22",
    "1e23",
    "1e25",
    "123456789012345678901234567890",
    "0.1",
    "0.30000000000000004",
    "0.1000000000000000055511151231257827",
    "0.10000000000000000000000000000000000001",
    "1.1e-5",
    "1e-6",
    "1e-7",
    "2.5e-324",
    "4.9e-324",
    "5e-324",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "1e308",
    "1e309",
    "1e400",
    "-1e400",
    "1e-400",
    "1e4000",
    "1e200000",
    "1e-200000",
    "-1e99999999999999999999",
    "1.5e1",
    "15e-1",
    "33554433.5",
];

/// Text that some reader of numbers takes and another does not.
const ODD_NUMBER_TEXTS: &[&str] = &[
    "Inf", "+Inf", "-Inf", "inf", "-inf", "infinity", "Infinity", "NaN", "nan", "1p3", "1P3", "1p-2", ".5", "5.",
    "-.5", "+5", "+", "-", ".", "", " 1", "1 ", "1e", "1e+", "e5", "0x10", "0X1p-2", "0b11", "0o17", "017", "00",
    "1_000", "_1", "1,5", "--5", "1e5e5", "1.2.3", "٣", "１", "1\u{0}", "1e400", "1e3", "1.0", "-0", "15n", "true",
];

const ODD_BOOL_TEXTS: &[&str] =
    &["TRUE", "True", "FALSE", "False", "tRUE", "yes", "no", "on", "t", "", " true", "true ", "01", "1.0", "null"];

/// Text that is no JSON, whatever stands around it.
pub const GARBAGE: &[&str] = &[
    "",
    "nul",
    "nulll",
    "True",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "01",
    "-01",
    "+1",
    ".5",
    "1.",
    "1e",
    "1e+",
    "-",
    "0x10",
    "1_0",
    "'a'",
    "\"a",
    "\"\\x\"",
    "\"\\u12\"",
    "\"\\u{41}\"",
    "\"\t\"",
    "\"\n\"",
    "\"\u{0}\"",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\"\\udc00\\ud800\"",
    "[",
    "]",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1,,2]",
    "{",
    "{}}",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{,}",
    "{a:1}",
    "{\"a\" 1}",
    "{1:2}",
    "{\"a\":1 \"b\":2}",
    "1 2",
    "/**/1",
    "//\n1",
    "#\n1",
    "\u{a0}1",
    "1\u{2028}",
    "\u{b}1",
    "`a`",
    "{\"\\ud800\":1}",
];

/// A number of that many digits, of which the first is not 0.
pub fn digits(count: usize, random: &mut Random) -> String {
    let mut text = String::with_capacity(count);
    for at in 0..count {
        let digit = if at == 0 { 1 + random.below(9) } else { random.below(10) };
        text.push(char::from(b'0' + digit as u8));
    }
    text
}

/// A whole number that its representation holds.
pub fn int(representation: IntRepresentation, random: &mut Random) -> String {
    let edges: &[&str] = match representation {
        IntRepresentation::Int32 => &["2147483647", "-2147483648"],
        IntRepresentation::Int64 => &["9223372036854775807", "-9223372036854775808", "9007199254740993", "2147483648"],
        IntRepresentation::Arbitrary => {
            &["9223372036854775808", "-9223372036854775809", "9007199254740993", "10000000000000000000000001"]
        }
    };
    let edge = random.percent(25);
    random.choose(if edge { edges } else { NUMBERS }).to_owned()
}

/// A number that its representation holds.
pub fn number(representation: NumberRepresentation, random: &mut Random) -> String {
    let edges: &[&str] = match representation {
        NumberRepresentation::Double => &[
            "9007199254740992",
            "18446744073709551616",
            "1267650600228229401496703205376",
            "1e22",
            "5e-324",
            "0.30000000000000004",
            "1e-7",
        ],
        NumberRepresentation::Exact => {
            &["9007199254740993", "0.10000000000000000000000000000000000001", "1e23", "123456789012345678901234567890"]
        }
    };
    let pool = random.weighted(&[(5, NUMBERS), (3, FRACTIONS), (2, edges)]);
    random.choose(pool).to_owned()
}

/// A number that something does not hold, or that is written oddly.
pub fn odd_number(random: &mut Random) -> String {
    let sign = if random.percent(30) { "-" } else { "" };
    match random.below(20) {
        0 => format!("{sign}{}", digits(154, random)),
        1 => format!("{sign}{}", digits(200, random)),
        2 => format!("{sign}{}", digits(17, random)),
        3 => format!("{sign}0.{}", digits(20, random)),
        4 => format!("{sign}{}.{}", digits(9, random), digits(12, random)),
        5 => format!("{sign}{}e{}", digits(2, random), random.below(40)),
        6 => format!("{sign}{}e-{}", digits(18, random), random.below(40)),
        _ => random.choose(ODD_NUMBERS).to_owned(),
    }
}

/// A string.
pub fn string(random: &mut Random) -> String {
    random.choose(STRINGS).to_owned()
}

/// A string that something stumbles over. Sentinels are among them where they may be.
pub fn odd_string(sentinels: bool, random: &mut Random) -> String {
    if sentinels && random.percent(8) {
        return random.choose(&UNKNOWNS).to_owned();
    }
    match random.below(12) {
        0 => random.choose(STRINGS).repeat(40),
        1 => format!("{}{}", random.choose(ODD_STRINGS), random.choose(ODD_STRINGS)),
        2 => random.choose(ODD_NUMBER_TEXTS).to_owned(),
        _ => random.choose(ODD_STRINGS).to_owned(),
    }
}

/// A string with some of its characters written as escapes.
pub fn escaped(text: &str, random: &mut Random) -> Tree {
    let mut out = String::from("\"");
    for character in text.chars() {
        if random.percent(40) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04X}"));
            }
        } else {
            let inner = quoted(character.encode_utf8(&mut [0; 4]));
            out.push_str(&inner[1..inner.len() - 1]);
        }
    }
    out.push('"');
    Tree::Raw(out)
}

/// A scalar that the codec may take by conversion. `None`: it is not a primitive.
pub fn loose(codec: &Codec, random: &mut Random) -> Option<Tree> {
    Some(match codec {
        Codec::Bool => Tree::string(random.choose(&["true", "false", "1", "0"])),
        Codec::Int(representation) => {
            let text = int(*representation, random);
            match random.below(4) {
                0 => Tree::Raw(format!("{text}.0")),
                1 => Tree::Raw(format!("{text}.00e0")),
                2 => Tree::Raw(format!("{}e{}", random.below(9) + 1, random.below(9))),
                _ => Tree::string(&text),
            }
        }
        Codec::Number(representation) => {
            let text = number(*representation, random);
            if random.percent(30) {
                Tree::string(random.choose(&["Inf", "-Inf", "1p3", ".5", "1e3"]))
            } else {
                Tree::string(&text)
            }
        }
        Codec::String => match random.below(6) {
            0 => Tree::raw("true"),
            1 => Tree::raw("false"),
            2 => Tree::Raw(odd_number(random)),
            3 => escaped(&odd_string(false, random), random),
            _ => Tree::Raw(random.choose(FRACTIONS).to_owned()),
        },
        Codec::None
        | Codec::Any
        | Codec::Asset
        | Codec::Archive
        | Codec::Resource(_)
        | Codec::Capsule(_)
        | Codec::Nullable(_)
        | Codec::List(_)
        | Codec::Set(_)
        | Codec::Map(_)
        | Codec::Named(_) => return None,
    })
}

/// A scalar of the codec's own kind or near it, that may be refused. `None`: it is not a primitive.
pub fn odd(codec: &Codec, sentinels: bool, random: &mut Random) -> Option<Tree> {
    Some(match codec {
        Codec::Bool => Tree::string(random.choose(ODD_BOOL_TEXTS)),
        Codec::Int(_) | Codec::Number(_) => match random.below(10) {
            0..=5 => Tree::Raw(odd_number(random)),
            6 | 7 => Tree::string(random.choose(ODD_NUMBER_TEXTS)),
            _ => Tree::string(&odd_number(random)),
        },
        Codec::String => {
            let text = odd_string(sentinels, random);
            if random.percent(20) { escaped(&text, random) } else { Tree::string(&text) }
        }
        Codec::None => Tree::raw(random.choose(&["false", "0", "\"\"", "\"null\"", "[]", "{}"])),
        Codec::Any
        | Codec::Asset
        | Codec::Archive
        | Codec::Resource(_)
        | Codec::Capsule(_)
        | Codec::Nullable(_)
        | Codec::List(_)
        | Codec::Set(_)
        | Codec::Map(_)
        | Codec::Named(_) => return None,
    })
}
