//! Doc comments. A comment before a declaration is rewritten by gofmt ("Go Doc Comments"), so it is
//! written here the way gofmt leaves it; a comment inside a struct is left alone by gofmt.

use crate::backend::comment_lines;

/// A doc comment at the top level, ready to print: every line with `//`, each with its newline. Empty if
/// there is nothing to say. A comment that begins with code gets `lead` before it.
pub fn top_level(paragraphs: &[&str], lead: &str) -> String {
    let mut blocks = Vec::new();
    for paragraph in paragraphs {
        blocks_of(paragraph, &mut blocks);
    }
    if matches!(blocks.first(), Some(Block::Code(_))) {
        blocks.insert(0, Block::Text(vec![format!("{lead}:")]));
    }
    let mut out = String::new();
    for at in 0..blocks.len() {
        if at > 0 {
            out.push_str("//\n");
        }
        print(&blocks, at, &mut out);
    }
    out
}

/// A comment inside a struct or a group of constants: text as it is, one tab in.
pub fn inner(paragraphs: &[&str]) -> String {
    let mut out = String::new();
    for paragraph in paragraphs {
        let lines = comment_lines(paragraph);
        if !lines.is_empty() && !out.is_empty() {
            out.push_str("\t//\n");
        }
        for line in lines {
            out.push_str(if line.is_empty() { "\t//" } else { "\t// " });
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}

/// What gofmt tells apart in a comment.
enum Block {
    /// Lines that belong together.
    Text(Vec<String>),
    /// A line that heads what follows.
    Heading(String),
    /// Lines shown as they are.
    Code(Vec<String>),
}

/// The blocks of Markdown text. Headings and fenced code are made Go's; lists and the rest stay text.
fn blocks_of(markdown: &str, blocks: &mut Vec<Block>) {
    let mut text: Vec<String> = Vec::new();
    let mut lines = comment_lines(markdown).into_iter();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        let fence = trimmed.trim_start_matches(['`', '~']);
        let is_fence = (trimmed.starts_with("```") || trimmed.starts_with("~~~")) && !fence.contains('`');
        if is_fence {
            flush(&mut text, blocks);
            let close = &trimmed[..3];
            let code = lines.by_ref().take_while(|line| !line.trim().starts_with(close));
            code_block(trimmed, code.collect(), blocks);
        } else if let Some(heading) = heading(trimmed) {
            flush(&mut text, blocks);
            blocks.push(Block::Heading(heading.to_owned()));
        } else if trimmed.is_empty() {
            flush(&mut text, blocks);
        } else {
            text.push(quoted(trimmed));
        }
    }
    flush(&mut text, blocks);
}

fn flush(text: &mut Vec<String>, blocks: &mut Vec<Block>) {
    if text.is_empty() {
        return;
    }
    // Lines that define links and nothing else would be moved to the end of the comment.
    if text.iter().all(|line| line.starts_with('[') && line.contains("]:")) {
        text.iter_mut().for_each(|line| *line = line.replacen("]:", "] :", 1));
    }
    blocks.push(Block::Text(std::mem::take(text)));
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let title = rest.trim();
    (rest.len() < line.len() && rest.starts_with(' ') && !title.is_empty()).then_some(title)
}

/// gofmt writes `` `` `` and `''` as curly quotes, unless there are more backticks in a row.
fn quoted(line: &str) -> String {
    if !line.contains("``") && !line.contains("''") {
        return line.to_owned();
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let (text, length) = match (first, ticks) {
            ('`', 2) => ("\u{201c}", 2),
            ('`', ticks) => (&rest[..ticks], ticks),
            ('\'', _) if rest.starts_with("''") => ("\u{201d}", 2),
            (other, _) => (&rest[..other.len_utf8()], other.len_utf8()),
        };
        out.push_str(text);
        rest = &rest[length..];
    }
    out
}

/// Code without the indentation that all of it has. Two blocks of code in a row are one to gofmt, and
/// code that begins like a list is a list to it: that keeps its fence as the first line.
fn code_block(fence: &str, code: Vec<String>, blocks: &mut Vec<Block>) {
    let blank = code.iter().take_while(|line| line.is_empty()).count();
    let mut code: Vec<String> = code.into_iter().skip(blank).collect();
    while code.last().is_some_and(String::is_empty) {
        code.pop();
    }
    let indent = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let common = code.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    for line in &mut code {
        line.drain(..common.min(line.len()));
    }
    let Some(first) = code.first() else { return };
    if let Some(Block::Code(before)) = blocks.last_mut() {
        before.push(String::new());
        before.append(&mut code);
        return;
    }
    if first.starts_with(['-', '*', '+', '\u{2022}', '}']) || first.starts_with(|c: char| c.is_ascii_digit()) {
        code.insert(0, fence.to_owned());
    }
    blocks.push(Block::Code(code));
}

fn print(blocks: &[Block], at: usize, out: &mut String) {
    match &blocks[at] {
        Block::Text(lines) => {
            let after_text = at > 0 && matches!(blocks.get(at + 1), Some(Block::Text(_) | Block::Heading(_)));
            let heading = after_text && matches!(lines.as_slice(), [line] if is_old_heading(line));
            for line in lines {
                out.push_str(if heading { "// # " } else { "// " });
                out.push_str(line);
                out.push('\n');
            }
        }
        Block::Heading(title) => {
            out.push_str("// # ");
            out.push_str(title);
            out.push('\n');
        }
        Block::Code(lines) => {
            for line in lines {
                out.push_str(if line.is_empty() { "//" } else { "//\t" });
                out.push_str(line);
                out.push('\n');
            }
        }
    }
}

/// Whether gofmt takes a line that stands alone for a heading ("Go Doc Comments", Note: headings of
/// earlier times): a capital first, a letter or digit last, and little punctuation in between.
fn is_old_heading(line: &str) -> bool {
    let possessives = || line.split('\'').skip(1).all(|rest| rest == "s" || rest.starts_with("s "));
    line.starts_with(char::is_uppercase)
        && line.ends_with(char::is_alphanumeric)
        && !line.contains(|c| ";:!?+*/=[]{}_^°&§~%#@<\">\\".contains(c))
        && possessives()
        && line.split('.').skip(1).all(|rest| !rest.is_empty() && !rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_what_gofmt_leaves() {
        let text = "The ''port''.\n\n## Example Usage\n```yaml\n- a: 1\n  b: 2\n```\n\nNot a heading\n\nlast";
        assert_eq!(
            top_level(&[text], "Port"),
            "// The \u{201d}port\u{201d}.\n//\n// # Example Usage\n//\n//\t```yaml\n//\t- a: 1\n//\t  b: 2\n//\n\
             // # Not a heading\n//\n// last\n"
        );
    }

    #[test]
    fn a_comment_never_begins_with_code_and_is_empty_without_text() {
        assert_eq!(top_level(&["```\n  x\n```"], "Port"), "// Port:\n//\n//\tx\n");
        assert_eq!(top_level(&["", "\n"], "Port"), "");
        assert_eq!(inner(&["a\n\nb", "", "Deprecated: c"]), "\t// a\n\t//\n\t// b\n\t//\n\t// Deprecated: c\n");
    }
}
