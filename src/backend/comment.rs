//! Text of the schema inside comments: it must stay there, and people must see what is there.

use std::borrow::Cow;

/// The text with every character that a person cannot see, or that reorders what they see, written
/// as its code point (`<U+202E>`). Tabs and line breaks stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) {
            out.push_str(&format!("<U+{:04X}>", u32::from(character)));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Controls (but tab and line breaks), line and paragraph separators, bidi controls (Unicode Standard
/// Annex 9), and a byte order mark.
fn is_hidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}

/// The lines of a comment: visible text without trailing white space, no empty line first or last, no
/// two empty lines in a row. What would end the comment in a language is that backend's business.
pub fn comment_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for line in visible(&text).lines() {
        let line = line.trim_end().replace('\t', "    ");
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown_and_empty_lines_are_folded() {
        let text = "\n a\t\r\n\n\n\u{202e}evil\u{0}\n";
        assert_eq!(comment_lines(text), [" a", "", "<U+202E>evil<U+0000>"]);
    }
}
