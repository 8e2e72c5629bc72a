//! From a stretch of a scalar's text to the stretch of the source that it was written as.

use std::ops::Range;

use super::Style;

/// Where the bytes `inner` of `value` are, if `range` of the source is how `value` is written.
///
/// White space is what the styles treat differently (folding, indentation); everything else appears
/// in the source in the same order, escaped or not. So what is not white space is counted.
pub(super) fn within(
    source: &str,
    range: &Range<usize>,
    style: Style,
    value: &str,
    inner: &Range<usize>,
) -> Range<usize> {
    let solid = |text: &str| text.chars().filter(|character| !character.is_whitespace()).count();
    let (Some(before), Some(inside)) = (value.get(..inner.start), value.get(inner.clone())) else {
        return range.clone();
    };
    let (first, count) = (solid(before), solid(inside));
    let written: Vec<Range<usize>> =
        units(source.get(range.clone()).unwrap_or_default(), style).take(first + count.max(1)).collect();
    let from = written.get(first).or(written.last());
    let to = if count == 0 { from } else { written.last() };
    match (from, to) {
        (Some(from), Some(to)) => range.start + from.start..range.start + to.end.max(from.end),
        (_, _) => range.clone(),
    }
}

/// How each character that is not white space is written, in order.
fn units(text: &str, style: Style) -> impl Iterator<Item = Range<usize>> {
    let mut at = match style {
        Style::Verbatim => 0,
        Style::Single | Style::Double => 1.min(text.len()),
    };
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let character = rest.chars().next()?;
            let start = at;
            let is_white = match (style, character) {
                (Style::Single, '\'') if rest.starts_with("''") => {
                    at += 2;
                    false
                }
                (Style::Single, '\'') | (Style::Double, '"') => return None,
                (Style::Double, '\\') => {
                    let (length, is_white) = escape(rest);
                    at += length;
                    is_white
                }
                (_, character) => {
                    at += character.len_utf8();
                    character.is_whitespace()
                }
            };
            if !is_white {
                return Some(start..at);
            }
        }
    })
}

/// The length of the escape that the text starts with, and whether it stands for white space.
fn escape(text: &str) -> (usize, bool) {
    let hexadecimal = |from: usize, digits: usize| {
        text.get(from..from + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    let is_white = |code: Option<u32>| code.and_then(char::from_u32).is_some_and(char::is_whitespace);
    match text[1..].chars().next() {
        Some('x') => (4, is_white(hexadecimal(2, 2))),
        Some('u') => match hexadecimal(2, 4) {
            // JSON writes one character beyond the basic plane as two escapes.
            Some(0xd800..0xdc00) if text.get(6..8) == Some("\\u") => (12, false),
            code => (6, is_white(code)),
        },
        Some('U') => (10, is_white(hexadecimal(2, 8))),
        Some('n' | 'r' | 't' | 'v' | 'f' | 'N' | 'L' | 'P' | '_' | ' ' | '\t' | '\n' | '\r') => (2, true),
        Some(other) => (1 + other.len_utf8(), false),
        None => (1, true),
    }
}
