//! Literals of Rust: whatever the text is, it cannot leave them.

use crate::model::NumberText;

/// More digits than anybody writes on purpose.
const MAX_DIGITS: usize = 4096;

/// A string literal. Everything that a person cannot see is escaped.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(character),
            other if other.is_alphanumeric() => out.push(other),
            other => out.extend(other.escape_unicode()),
        }
    }
    out.push('"');
    out
}

/// A double, written so that it reads back as the same one.
pub(super) fn double(number: &NumberText) -> String {
    match number.as_str().parse::<f64>() {
        Ok(value) if value.is_finite() => format!("{value:?}"),
        Ok(value) if value < 0.0 => "f64::NEG_INFINITY".to_owned(),
        Ok(_) | Err(_) => "f64::INFINITY".to_owned(),
    }
}

/// The decimal of the double that a number is: of a fraction the shortest that reads back as the same.
/// `None` if no double is near.
pub(super) fn held_as_double(number: &NumberText) -> Option<String> {
    match integer(number) {
        Some(digits) => Some(signed_zero(number, digits)),
        None => number.as_str().parse().ok().filter(|value: &f64| value.is_finite()).map(|value| value.to_string()),
    }
}

/// The digits, with the sign that a zero of the type `number` keeps.
fn signed_zero(number: &NumberText, digits: String) -> String {
    if digits == "0" && number.as_str().starts_with('-') { "-0".to_owned() } else { digits }
}

/// The decimal digits of an integer, however it is written (`1e3`, `2.0`); `None` if it is none, or
/// has more digits than anybody writes on purpose.
pub(super) fn integer(number: &NumberText) -> Option<String> {
    let text = number.as_str();
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = format!("{whole}{fraction}");
    let places = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    let count = usize::try_from(places.unsigned_abs()).ok()?;
    if places >= 0 {
        if digits.len().checked_add(count)? > MAX_DIGITS {
            return None;
        }
        digits.push_str(&"0".repeat(count));
    } else {
        let kept = digits.len().saturating_sub(count);
        if digits.split_off(kept).bytes().any(|digit| digit != b'0') {
            return None;
        }
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
}

/// The decimal without an exponent and without zeros that mean nothing, as the runtime's
/// `ExactNumber` shows it; `None` if it has more digits than anybody writes on purpose.
pub(super) fn decimal(number: &NumberText) -> Option<String> {
    let text = number.as_str();
    if let Some(integer) = integer(number) {
        return Some(signed_zero(number, integer));
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    // It is no integer, so that there are digits behind the point.
    let behind = i64::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    let behind = usize::try_from(behind).ok().filter(|behind| *behind <= MAX_DIGITS)?;
    let padded = format!("{digits:0>0$}", behind.max(digits.len()));
    let (whole, fraction) = padded.split_at(padded.len() - behind);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(format!("{sign}{whole}.{}", fraction.trim_end_matches('0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_a_string() {
        assert_eq!(string("a\"b\\\n\u{202e}é€\0"), r#""a\"b\\\n\u{202e}é\u{20ac}\u{0}""#);
    }

    #[test]
    fn integers_are_recognised_however_they_are_written() {
        let of = |text| integer(&NumberText::new(text).unwrap());
        assert_eq!(of("-12").as_deref(), Some("-12"));
        assert_eq!(of("1.50e1").as_deref(), Some("15"));
        assert_eq!(of("-0.0").as_deref(), Some("0"));
        assert_eq!(of("1.5"), None);
        assert_eq!(of("1e999999999999"), None);
        let of = |text| decimal(&NumberText::new(text).unwrap());
        assert_eq!(of("-1.50").as_deref(), Some("-1.5"));
        assert_eq!(of("125e-5").as_deref(), Some("0.00125"));
        assert_eq!(of("2.0").as_deref(), Some("2"));
        assert_eq!(of("-0.0").as_deref(), Some("-0"));
        let of = |text| held_as_double(&NumberText::new(text).unwrap());
        assert_eq!(of("0.1000000000000000055").as_deref(), Some("0.1"));
        assert_eq!(of("1e22").as_deref(), Some("10000000000000000000000"));
        assert_eq!(of("1e-7").as_deref(), Some("0.0000001"));
    }
}
