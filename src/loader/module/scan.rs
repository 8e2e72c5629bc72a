//! The blocks of a `.tf` file, found without parsing what is in them.
//!
//! Of a module only variables and outputs are asked for, while its files hold everything that HCL has.
//! So the text is cut into blocks and attributes here, and only the expressions that matter are parsed.

use std::ops::Range;

/// A block at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// `variable`, `output`, `resource`.
    pub(super) kind: String,
    /// What stands in quotes behind it.
    pub(super) labels: Vec<String>,
    /// Where its first label is, or the kind if there is none.
    pub(super) place: Range<usize>,
    /// Its attributes: the name, and where the expression is.
    pub(super) attributes: Vec<(String, Range<usize>)>,
    /// The names of the blocks in it.
    pub(super) blocks: Vec<String>,
}

/// What keeps a text from being cut into blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Uncut {
    pub(super) at: usize,
    pub(super) message: &'static str,
}

/// The blocks of a file, in order.
///
/// # Errors
///
/// The first place where the text is no sequence of blocks.
pub(super) fn blocks(text: &str) -> Result<Vec<Block>, Uncut> {
    let mut blocks = Vec::new();
    let mut at = 0;
    loop {
        at = skip_trivia(text, at)?;
        if at == text.len() {
            return Ok(blocks);
        }
        let kind = word(text, at).ok_or(Uncut { at, message: "a block is expected here" })?;
        let mut block = Block {
            kind: kind.to_owned(),
            labels: Vec::new(),
            place: at..at + kind.len(),
            attributes: Vec::new(),
            blocks: Vec::new(),
        };
        at = header(text, at + kind.len(), &mut block)?;
        at = body(text, at, &mut block)?;
        blocks.push(block);
    }
}

/// Reads the labels; returns the place behind the opening brace.
fn header(text: &str, mut at: usize, block: &mut Block) -> Result<usize, Uncut> {
    loop {
        at = skip_trivia(text, at)?;
        let end = match text[at..].chars().next() {
            Some('{') => return Ok(at + 1),
            Some('"') => balanced(text, at)?,
            Some(_) => at + word(text, at).map_or(0, str::len),
            None => at,
        };
        if end == at {
            return Err(Uncut { at, message: "the `{` of a block is expected here" });
        }
        if block.labels.is_empty() {
            block.place = at..end;
        }
        block.labels.push(text[at..end].trim_matches('"').to_owned());
        at = end;
    }
}

/// Reads attributes and nested blocks; returns the place behind the closing brace.
fn body(text: &str, mut at: usize, block: &mut Block) -> Result<usize, Uncut> {
    loop {
        at = skip_trivia(text, at)?;
        if text[at..].starts_with('}') {
            return Ok(at + 1);
        }
        let name = word(text, at).ok_or(Uncut { at, message: "an attribute or a block is expected here" })?;
        let after = skip_trivia(text, at + name.len())?;
        if text[after..].starts_with('=') {
            let start = after + 1;
            let end = expression_end(text, start)?;
            block.attributes.push((name.to_owned(), start..end));
            at = end;
        } else {
            let mut nested = Block {
                kind: name.to_owned(),
                labels: Vec::new(),
                place: at..after,
                attributes: Vec::new(),
                blocks: Vec::new(),
            };
            let open = header(text, after, &mut nested)?;
            at = balanced(text, open - 1)?;
            block.blocks.push(nested.kind);
        }
    }
}

fn word(text: &str, at: usize) -> Option<&str> {
    let rest = &text[at..];
    let mut characters = rest.char_indices();
    characters.next().filter(|&(_, first)| first == '_' || unicode_ident::is_xid_start(first))?;
    let end = characters.find(|&(_, next)| next != '-' && !unicode_ident::is_xid_continue(next));
    Some(&rest[..end.map_or(rest.len(), |(end, _)| end)])
}

/// The place behind white space and comments.
fn skip_trivia(text: &str, mut at: usize) -> Result<usize, Uncut> {
    loop {
        let rest = &text[at..];
        match rest.chars().next() {
            Some(space) if space.is_whitespace() => at += space.len_utf8(),
            Some(_) => match comment(text, at)? {
                Some(end) => at = end,
                None => return Ok(at),
            },
            None => return Ok(at),
        }
    }
}

/// The end of the comment that starts here, if one does. That of a line does not hold its line's end.
fn comment(text: &str, at: usize) -> Result<Option<usize>, Uncut> {
    let rest = &text[at..];
    if rest.starts_with('#') || rest.starts_with("//") {
        return Ok(Some(at + rest.find('\n').unwrap_or(rest.len())));
    }
    if rest.starts_with("/*") {
        let end = rest.find("*/").ok_or(Uncut { at, message: "this comment is never closed" })?;
        return Ok(Some(at + end + 2));
    }
    Ok(None)
}

/// Where the expression that starts here ends: at the end of its line, or of its block, unless inside
/// brackets, strings or heredocs.
fn expression_end(text: &str, mut at: usize) -> Result<usize, Uncut> {
    loop {
        let rest = &text[at..];
        match rest.chars().next() {
            None | Some('\n' | '}') => return Ok(at),
            Some('"' | '(' | '[' | '{') => at = balanced(text, at)?,
            Some('<') if rest.starts_with("<<") => at = heredoc(text, at)?.end,
            Some(character) => match comment(text, at)? {
                Some(end) => at = end,
                None => at += character.len_utf8(),
            },
        }
    }
}

/// The place behind the bracket or quote that closes the one here. Works without recursion, so that
/// nothing is too deep: what is open is on a stack, a template in a string as its brace.
fn balanced(text: &str, start: usize) -> Result<usize, Uncut> {
    let unclosed = Uncut { at: start, message: "this is never closed" };
    let mut open: Vec<char> = Vec::new();
    let mut at = start;
    loop {
        let rest = &text[at..];
        let Some(character) = rest.chars().next() else { return Err(unclosed) };
        let mut length = character.len_utf8();
        if open.last() == Some(&'"') {
            match character {
                '"' => {
                    open.pop();
                }
                '\\' => length += rest.chars().nth(1).map_or(0, char::len_utf8),
                '\n' => return Err(Uncut { at: start, message: "a string is not closed on its line" }),
                '$' | '%' if rest[1..].starts_with(character) => length = 2,
                '$' | '%' if rest[1..].starts_with('{') => {
                    open.push('}');
                    length = 2;
                }
                _ => {}
            }
        } else {
            match character {
                '"' => open.push('"'),
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ')' | ']' | '}' => {
                    if open.pop() != Some(character) {
                        return Err(Uncut { at, message: "this bracket closes nothing" });
                    }
                }
                '<' if rest.starts_with("<<") => length = heredoc(text, at)?.end - at,
                _ => length = comment(text, at)?.map_or(length, |end| (end - at).max(length)),
            }
        }
        at += length;
        if open.is_empty() {
            return Ok(at);
        }
    }
}

/// A heredoc: where it ends, and where its lines are.
struct Heredoc {
    end: usize,
    lines: Range<usize>,
    is_indented: bool,
}

/// The heredoc at `<<`; if there is none, two characters.
fn heredoc(text: &str, at: usize) -> Result<Heredoc, Uncut> {
    let is_indented = text[at..].starts_with("<<-");
    let marker_at = at + if is_indented { 3 } else { 2 };
    let Some(marker) = word(text, marker_at) else {
        return Ok(Heredoc { end: marker_at, lines: at..at, is_indented });
    };
    let unclosed = Uncut { at, message: "this heredoc is never closed" };
    let first = text[marker_at..].find('\n').map(|end| marker_at + end + 1).ok_or(unclosed.clone())?;
    let mut line_start = first;
    for line in text[first..].split_inclusive('\n') {
        if line.trim() == marker {
            let end = line_start + line.trim_end().len();
            return Ok(Heredoc { end, lines: first..line_start, is_indented });
        }
        line_start += line.len();
    }
    Err(unclosed)
}

/// The expression with heredocs written as strings in quotes, which mean the same.
pub(super) fn without_heredocs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(found) = text[at..].find("<<") {
        let start = at + found;
        out.push_str(&text[at..start]);
        match heredoc(text, start) {
            Ok(heredoc) if !heredoc.lines.is_empty() || heredoc.end > start + 3 => {
                let lines = &text[heredoc.lines.clone()];
                out.push('"');
                for line in dedented(lines, heredoc.is_indented).chars() {
                    match line {
                        '"' => out.push_str("\\\""),
                        '\\' => out.push_str("\\\\"),
                        '\n' => out.push_str("\\n"),
                        '\r' => out.push_str("\\r"),
                        other => out.push(other),
                    }
                }
                out.push('"');
                at = heredoc.end;
            }
            Ok(_) | Err(_) => {
                out.push_str("<<");
                at = start + 2;
            }
        }
    }
    out.push_str(&text[at..]);
    out
}

/// `<<-` takes away the white space that all lines start with.
fn dedented(lines: &str, is_indented: bool) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let least = match is_indented {
        true => lines.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0),
        false => 0,
    };
    lines.split_inclusive('\n').map(|line| &line[least.min(indent(line))..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(String, Vec<(String, String)>)> {
        let blocks = blocks(text).unwrap();
        let attributes = |block: Block| {
            let attributes = block.attributes.into_iter();
            attributes.map(|(name, range)| (name, text[range].trim().to_owned())).collect()
        };
        blocks.into_iter().map(|block| (block.labels.join("."), attributes(block))).collect()
    }

    #[test]
    fn blocks_are_cut_whatever_they_hold() {
        let text = r#"
            # variable "no" {}
            variable "a" { type = list(string) }
            /* { */ variable b {
              default = { "x" = "}", y = "${f("}")}" } // }
              description = <<-EOT
                } not the end
                EOT
              validation {
                condition = var.b != "{"
              }
              type = object({   # {
                a = string
              })
            }
            locals {}
        "#;
        let cut = cut(text);
        let names: Vec<&str> = cut.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", ""]);
        assert_eq!(cut[0].1, [("type".to_owned(), "list(string)".to_owned())]);
        let attributes: Vec<&str> = cut[1].1.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(attributes, ["default", "description", "type"]);
    }

    #[test]
    fn what_is_not_closed_is_told() {
        for text in
            ["variable \"a\" {", "variable \"a", "a = 1", "}", "a { b = <<E\n", "a { b = [ }", "/*", "a { b = \"\n\" }"]
        {
            assert!(blocks(text).is_err(), "{text}");
        }
        let deep = format!("a {{ b = {}{} }}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(blocks(&deep).unwrap().len(), 1);
    }

    #[test]
    fn heredocs_become_strings() {
        let text = "<<-EOT\n    a \"b\"\n      c\n  EOT";
        assert_eq!(without_heredocs(text), "\"a \\\"b\\\"\\n  c\\n\"");
        assert_eq!(without_heredocs("1 << 2"), "1 << 2");
    }
}
