//! Doc comments: Markdown of the schema that stays in its comment, and holds no test.

use crate::backend::{comment_lines, visible};

/// How a code block begins: nothing in it is Rust to be run.
const FENCE: &str = "```text";

/// The lines of a doc comment, with `///`; none for an empty text.
pub(super) fn doc(text: &str) -> Vec<String> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut open: Option<Fence> = None;
    for line in comment_lines(text) {
        let line = match &open {
            Some(fence) if fence.is_closed_by(&line) => {
                open = None;
                "```".to_owned()
            }
            Some(fence) => fence.inside(&line),
            None => match Fence::opened_by(&line) {
                Some(fence) => {
                    open = Some(fence);
                    FENCE.to_owned()
                }
                None => prose(&line),
            },
        };
        out.push(comment(&line));
    }
    if open.is_some() {
        out.push(comment("```"));
    }
    out
}

/// What the generator itself says behind a description: paragraphs that begin with a word or with
/// code in a line.
pub(super) fn notes(paragraphs: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in paragraphs {
        if !out.is_empty() {
            out.push(comment(""));
        }
        out.extend(paragraph.lines().map(|line| comment(&visible(line))));
    }
    out
}

/// Text as code in a line of Markdown, whatever it is.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    let text = text.replace(['\n', '\r'], " ");
    format!("{fence}{space}{text}{space}{fence}")
}

fn comment(line: &str) -> String {
    if line.is_empty() { "///".to_owned() } else { format!("/// {line}") }
}

/// A fenced code block. All fences are written at the left margin, where no list or quotation can
/// end them.
struct Fence {
    sign: char,
    length: usize,
    indent: usize,
}

impl Fence {
    fn opened_by(line: &str) -> Option<Self> {
        let rest = line.trim_start_matches(' ');
        let sign = rest.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let length = rest.chars().take_while(|character| *character == sign).count();
        let info = &rest[length..];
        let opens = length >= 3 && (sign == '~' || !info.contains('`'));
        opens.then_some(Self { sign, length, indent: line.len() - rest.len() })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.length && line.chars().all(|character| character == self.sign)
    }

    /// A line of the block: without the indentation of the block, and nothing that would end it.
    fn inside(&self, line: &str) -> String {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let line = &line[spaces.min(self.indent)..];
        if line.trim_start().starts_with("```") { format!("    {}", line.trim_start()) } else { line.to_owned() }
    }
}

/// A line of prose: no indentation that makes code of it, no run of spaces that does so behind the
/// sign of a list, no fence behind such a sign, and no block of HTML, in which fences are not seen.
fn prose(line: &str) -> String {
    let rest = line.trim_start_matches(' ');
    let indent = (line.len() - rest.len()).min(3);
    let mut out = " ".repeat(indent);
    let text = rest.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let signs = text.len() - text.trim_start_matches(is_marker).len();
    let (signs, text) = text.split_at(signs);
    out.push_str(signs);
    if Fence::opened_by(text).is_some() || text.starts_with('<') {
        out.push('\\');
    }
    out.push_str(text);
    out
}

/// What the sign of a list or quotation is made of.
fn is_marker(character: char) -> bool {
    matches!(character, ' ' | '>' | '-' | '+' | '*' | '.' | ')' | '0'..='9')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_text_whatever_it_was() {
        let lines = doc("x\n\n   ```rust\n   fn main() {}\n   ```\n\n        indented\n- ```\n<div>\n~~~\nopen");
        assert_eq!(
            lines,
            [
                "/// x",
                "///",
                "/// ```text",
                "/// fn main() {}",
                "/// ```",
                "///",
                "///    indented",
                "/// - \\```",
                "/// \\<div>",
                "/// ```text",
                "/// open",
                "/// ```",
            ]
        );
    }

    #[test]
    fn a_comment_is_not_left() {
        assert_eq!(doc("a\r/* b */\u{2028}c"), ["/// a", "/// /* b */<U+2028>c"]);
        assert!(doc(" \n").is_empty());
    }
}
