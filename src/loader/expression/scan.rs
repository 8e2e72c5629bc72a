//! A look at the text before the HCL library parses it: depth, brackets, strings, numbers.
//!
//! The library holds numbers as doubles and refuses those beyond; here each number is masked by a zero
//! of the same length, so that every span still fits and the digits can be read from the source text.

use std::ops::Range;

use super::{ExpressionProblem, MAX_DEPTH};
use crate::diag::Code;

/// The text that the HCL library sees, and how its places correspond to those of the source text.
pub(super) struct Masked<'a> {
    source: &'a str,
    text: String,
    /// Where the masked text starts in the source.
    start: usize,
    /// What was inserted: the place in the masked text, and how many bytes.
    insertions: Vec<(usize, usize)>,
}

impl<'a> Masked<'a> {
    /// What to parse.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The place in the source of a place in the masked text.
    pub(super) fn origin(&self, at: usize) -> usize {
        let inserted: usize = self
            .insertions
            .iter()
            .map(|&(place, length)| if at >= place + length { length } else { at.saturating_sub(place) })
            .sum();
        (at - inserted + self.start).min(self.source.len())
    }

    /// The stretch of the source of a stretch of the masked text.
    pub(super) fn range(&self, range: Option<Range<usize>>) -> Range<usize> {
        match range {
            Some(range) => self.origin(range.start)..self.origin(range.end),
            None => 0..self.source.len(),
        }
    }

    /// The source at a stretch of the masked text.
    pub(super) fn source(&self, range: Range<usize>) -> &'a str {
        self.source.get(self.range(Some(range))).unwrap_or_default()
    }

    /// Gives the object key that starts at that place of the masked text a name that nothing else has,
    /// so that parsing can go on behind it. Returns its name and place in the source.
    pub(super) fn rename_key(&mut self, at: usize) -> Option<(String, Range<usize>)> {
        let rest = self.text.get(at..)?;
        let (length, name_end) = match rest.strip_prefix('"') {
            Some(inner) => (2 + string_end(inner)?, 1 + string_end(inner)?),
            None => (identifier_end(rest), identifier_end(rest)),
        };
        if length == 0 {
            return None;
        }
        let range = self.range(Some(at..at + length));
        let name = self.text[at..at + length].trim_matches('"').to_owned();
        let suffix = format!("-twice-{}-{at}", self.insertions.len());
        let place = at + name_end;
        self.text.insert_str(place, &suffix);
        // Earlier insertions further right have moved.
        for (other, _) in &mut self.insertions {
            *other += if *other >= place { suffix.len() } else { 0 };
        }
        self.insertions.push((place, suffix.len()));
        self.insertions.sort_unstable();
        Some((name, range))
    }
}

/// The length of the text up to the quote that closes a string.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        end
    })
}

/// The length of the identifier that the text starts with (HCL: UAX 31 with `-`).
fn identifier_end(text: &str) -> usize {
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, first)) if first == '_' || unicode_ident::is_xid_start(first) => characters
            .find(|&(_, character)| character != '-' && !unicode_ident::is_xid_continue(character))
            .map_or(text.len(), |(at, _)| at),
        Some(_) | None => 0,
    }
}

/// The length of the number that the text starts with: digits, fraction, exponent.
fn number_end(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    if end > 0 && text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if end > 0 && text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    end
}

/// Looks through the text once, without recursion.
///
/// # Errors
///
/// The first thing that would keep it from being parsed: text too deep, a bracket, string or comment
/// that is not closed, a template.
pub(super) fn mask(source: &str) -> Result<Masked<'_>, ExpressionProblem> {
    let syntax = |range: Range<usize>, message: &str| ExpressionProblem::new(Code::TypeSyntax, range, message);
    let mut text = String::with_capacity(source.len());
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut significant: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        let rest = &source[at..];
        let mut length = character.len_utf8();
        let mut is_trivia = character.is_whitespace();
        let mut is_number = false;
        match character {
            '(' | '[' | '{' => {
                open.push((character, at));
                if open.len() > MAX_DEPTH {
                    let message = format!("the type nests more than {MAX_DEPTH} levels deep");
                    return Err(ExpressionProblem::new(Code::Limit, at..at + 1, message)
                        .with_help("declare parts of it as types of their own, and name them here"));
                }
            }
            ')' | ']' | '}' => close(&mut open, character, at)?,
            '"' => length = string(source, at)?,
            '#' => (length, is_trivia) = (line_end(rest), true),
            '/' if rest.starts_with("//") => (length, is_trivia) = (line_end(rest), true),
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").ok_or_else(|| syntax(at..at + 2, "this comment is never closed"))?;
                (length, is_trivia) = (end + 2, true);
            }
            '<' if rest.starts_with("<<") => return Err(syntax(at..at + 2, "a type cannot hold a heredoc")),
            '0'..='9' => (length, is_number) = (number_end(rest), true),
            other if other == '_' || unicode_ident::is_xid_start(other) => length = identifier_end(rest),
            _ => {}
        }
        let end = at + length;
        if is_number {
            text.extend(std::iter::repeat_n('0', length));
        } else {
            text.push_str(&source[at..end]);
        }
        if !is_trivia {
            significant = Some(significant.map_or(at, |range| range.start)..end);
        }
        at = end;
    }
    if let Some(&(bracket, at)) = open.last() {
        return Err(syntax(at..at + 1, &format!("this `{bracket}` is never closed")));
    }
    let Some(significant) = significant else {
        return Err(syntax(0..source.len(), "a type is missing").with_help("`any` takes every value"));
    };
    let text = text[significant.clone()].to_owned();
    Ok(Masked { source, text, start: significant.start, insertions: Vec::new() })
}

fn line_end(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Takes the bracket off that this one closes.
fn close(open: &mut Vec<(char, usize)>, bracket: char, at: usize) -> Result<(), ExpressionProblem> {
    let problem = |message: String| Err(ExpressionProblem::new(Code::TypeSyntax, at..at + 1, message));
    match open.pop() {
        Some(('(', _)) if bracket == ')' => Ok(()),
        Some(('[', _)) if bracket == ']' => Ok(()),
        Some(('{', _)) if bracket == '}' => Ok(()),
        Some((opening, _)) => problem(format!("`{bracket}` stands where the last `{opening}` is still to be closed")),
        None => problem(format!("this `{bracket}` closes nothing")),
    }
}

/// The length of the string that starts at that place.
fn string(source: &str, at: usize) -> Result<usize, ExpressionProblem> {
    let problem = |range, message: &str| Err(ExpressionProblem::new(Code::TypeSyntax, range, message));
    let mut characters = source[at + 1..].char_indices().peekable();
    let mut before = None;
    while let Some((offset, character)) = characters.next() {
        let here = at + 1 + offset;
        let next = characters.peek().map(|&(_, next)| next);
        match character {
            '"' => return Ok(offset + 2),
            '\\' => {
                characters.next();
            }
            '\n' => return problem(at..here, "this string is not closed on its line"),
            // `$${` is how HCL writes `${`.
            '$' | '%' if next == Some('{') && before != Some(character) => {
                let found = problem(here..here + 2, "a type cannot hold a template");
                return found
                    .map_err(|found| found.with_help(format!("write `{character}{character}{{` for the text")));
            }
            _ => {}
        }
        before = Some(character);
    }
    problem(at..at + 1, "this string is never closed")
}

/// What the HCL library could not read, in words about types.
pub(super) fn syntax_problem(source: &str, at: usize, message: &str) -> ExpressionProblem {
    let mut start = at.min(source.len());
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    // Between tokens, what stands before is what surprised the parser.
    if source[start..].chars().next().is_none_or(char::is_whitespace) {
        let before = source[..start].trim_end();
        start = before.char_indices().next_back().map_or(0, |(at, _)| at);
    }
    let rest = &source[start..];
    let word = identifier_end(rest);
    let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    let found = &rest[..length];
    let help = match found {
        "?" => Some("`optional(T)` is a value that may be absent"),
        "|" => Some("`union(T, U)` is a value of one of several types"),
        "<" | ">" => Some("arguments stand in round brackets: `list(string)`"),
        "[" | "]" => Some("`list(T)` is a sequence of values of one type"),
        _ => None,
    };
    let message = if found.trim().is_empty() {
        format!("this is not a type: {message}")
    } else {
        format!("this is not a type: unexpected `{found}`")
    };
    ExpressionProblem { code: Code::TypeSyntax, range: start..start + length, message, help: help.map(str::to_owned) }
}
