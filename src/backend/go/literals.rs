//! Literals of Go. Total: whatever the text holds, the literal stays one.

use std::fmt::Write;

use crate::model::{Literal, NumberText};

/// An interpreted string literal. Letters and digits of every script stand as they are; whatever else
/// is not printable ASCII is escaped, so that people see what is there.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(character),
            other if other.is_alphanumeric() => out.push(other),
            other if u32::from(other) <= 0xffff => push_code(&mut out, 'u', 4, other),
            other => push_code(&mut out, 'U', 8, other),
        }
    }
    out.push('"');
    out
}

fn push_code(out: &mut String, kind: char, digits: usize, character: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\{kind}{:0digits$x}", u32::from(character));
}

/// A string literal in backquotes, where nothing in it needs to be escaped.
pub fn raw(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' if byte != b'`'));
    if is_plain { format!("`{text}`") } else { string(text) }
}

/// What `encoding/json` is told of a field: its name on the wire, and that its zero value is absent.
pub fn json_name(wire: &str, optional: bool) -> String {
    let dash = if wire == "-" { "," } else { "" };
    let options = if optional { ",omitzero" } else { dash };
    format!("{wire}{options}")
}

/// A struct tag of these keys and values.
pub fn tags(pairs: &[(&str, String)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}:{}", string(value))).collect();
    let tag = pairs.join(" ");
    if tag.contains('`') { string(&tag) } else { format!("`{tag}`") }
}

/// A whole number of 64 bits, in Go's syntax.
pub fn int(number: &NumberText, bits: u32) -> Option<String> {
    let value: i64 = decimal(number)?.parse().ok()?;
    let limit = 1_i64.checked_shl(bits - 1).unwrap_or(i64::MIN);
    (bits == 64 || (-limit..limit).contains(&value)).then(|| value.to_string())
}

/// A double, in Go's syntax, if the number is in its range.
pub fn double(number: &NumberText) -> Option<String> {
    let value: f64 = number.as_str().parse().ok()?;
    value.is_finite().then(|| number.as_str().to_owned())
}

/// The decimal text of a number, without exponent and superfluous zeros: equal numbers have equal texts.
/// `None` if that would be unreasonably long.
pub fn decimal(number: &NumberText) -> Option<String> {
    let text = number.as_str();
    let (sign, unsigned) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i64>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let point = i64::try_from(whole.len()).ok()?.checked_add(exponent)?;
    if point.unsigned_abs() > 10_000 {
        return digits.bytes().all(|digit| digit == b'0').then(|| "0".to_owned());
    }
    let length = i64::try_from(digits.len()).ok()?;
    let (before, after) = if point <= 0 {
        (String::new(), format!("{}{digits}", "0".repeat(usize::try_from(-point).ok()?)))
    } else if point >= length {
        (format!("{digits}{}", "0".repeat(usize::try_from(point - length).ok()?)), String::new())
    } else {
        let (before, after) = digits.split_at(usize::try_from(point).ok()?);
        (before.to_owned(), after.to_owned())
    };
    let before = before.trim_start_matches('0');
    let after = after.trim_end_matches('0');
    let before = if before.is_empty() { "0" } else { before };
    let sign = if before == "0" && after.is_empty() { "" } else { sign };
    Some(if after.is_empty() { format!("{sign}{before}") } else { format!("{sign}{before}.{after}") })
}

/// An untyped constant expression for a primitive literal; `None` for what Go has no constant for.
pub fn constant(literal: &Literal) -> Option<String> {
    match literal {
        Literal::Bool(value) => Some(value.to_string()),
        Literal::String(text) => Some(string(text)),
        Literal::Number(number) => decimal(number).filter(|text| text.len() <= 100),
        Literal::Null | Literal::List(_) | Literal::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_cannot_be_left() {
        assert_eq!(string("a\"b\\\n`\u{202e}\u{0}é😀"), r#""a\"b\\\n`\u202e\u0000é\U0001f600""#);
        let tag = |wire, optional| tags(&[("json", json_name(wire, optional))]);
        assert_eq!(tag("a", false), "`json:\"a\"`");
        assert_eq!(tag("-", false), "`json:\"-,\"`");
        assert_eq!(tag("a`b", true), r#""json:\"a`b,omitzero\"""#);
        assert_eq!(raw("[\"a\"]"), "`[\"a\"]`");
        assert_eq!(raw("`"), "\"`\"");
    }

    #[test]
    fn equal_numbers_have_equal_texts() {
        let text = |number: &str| NumberText::new(number).and_then(|number| decimal(&number));
        for (number, expected) in [
            ("1", "1"),
            ("1.0", "1"),
            ("10e-1", "1"),
            ("-0.0", "0"),
            ("1.50e1", "15"),
            ("-12.5e-3", "-0.0125"),
            ("0e99999999", "0"),
        ] {
            assert_eq!(text(number).as_deref(), Some(expected), "{number}");
        }
        assert_eq!(text("1e99999999"), None);
    }

    #[test]
    fn a_number_that_does_not_fit_is_none() {
        let number = |text: &str| NumberText::new(text).unwrap_or_else(|| unreachable!());
        assert_eq!(int(&number("9223372036854775808"), 64), None);
        assert_eq!(int(&number("-9223372036854775808"), 64).as_deref(), Some("-9223372036854775808"));
        assert_eq!(int(&number("2147483648"), 32), None);
        assert_eq!(int(&number("1.5"), 64), None);
        assert_eq!(double(&number("1e400")), None);
    }
}
