//! Where things are in a JSON text. The text has been parsed before: what is not well-formed only has
//! to do no harm.

use std::borrow::Cow;

use super::{Event, Style};

/// Calls `f` with everything in the text, in order, without recursion.
pub(super) fn events(text: &str, f: &mut impl FnMut(Event<'_>)) {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                f(if byte == b'{' { Event::MapStart(at) } else { Event::SequenceStart(at) });
                at += 1;
            }
            b'}' | b']' => {
                if depth == 0 {
                    return;
                }
                depth -= 1;
                f(Event::End);
                at += 1;
            }
            b'"' => {
                let end = string_end(bytes, at);
                f(Event::Scalar { range: at..end, style: Style::Double, value: decoded(&text[at..end]) });
                at = end;
            }
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' => at += 1,
            _ => {
                let end = bytes[at..]
                    .iter()
                    .position(|byte| b" \t\r\n,:{}[]\"".contains(byte))
                    .map_or(bytes.len(), |length| at + length);
                if let Some(word) = text.get(at..end) {
                    f(Event::Scalar { range: at..end, style: Style::Verbatim, value: Cow::Borrowed(word) });
                }
                at = end;
            }
        }
    }
}

/// The end of the string that starts at that place: behind its closing quote, or the end of the text.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The text of a string in its quotes.
fn decoded(quoted: &str) -> Cow<'_, str> {
    match quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) if !inside.contains('\\') => Cow::Borrowed(inside),
        Some(_) | None => Cow::Owned(serde_json::from_str(quoted).unwrap_or_default()),
    }
}
