//! Problems as a person reads them: the look of rustc's messages, with the source and a caret.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Diagnostics, Severity, Source, SourceId, Sources};

/// Whether messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// With the escape sequences of terminals.
    Always,
}

/// How much of a very long line is shown on either side of a problem, in bytes.
const CONTEXT: usize = 120;

/// All problems, sorted by place, and a line that counts them. Empty if there is none.
///
/// Whatever a schema holds cannot act on the terminal: control characters and those that change the
/// direction of text are shown as `\u{202e}`.
///
/// ```
/// use tygen::diag::{Code, Colour, Diagnostic, Diagnostics, Sources, Span, render};
/// let mut sources = Sources::default();
/// let source = sources.add("shop.yaml", "types:\n  Port: itn\n");
/// let mut diagnostics = Diagnostics::new();
/// let span = Some(Span { source, range: 15..18 });
/// diagnostics.push(Diagnostic::error(Code::UnknownType, "there is no type `itn`").spanning(span));
/// assert_eq!(
///     render(&diagnostics, &sources, Colour::Never),
///     "error[T0105]: there is no type `itn`
///  --> shop.yaml:2:9
///   |
/// 2 |   Port: itn
///   |         ^^^
///
/// 1 error
/// "
/// );
/// ```
pub fn render(diagnostics: &Diagnostics, sources: &Sources, colour: Colour) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let renderer = match colour {
        Colour::Never => Renderer::plain(),
        Colour::Always => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span.as_ref().map(|span| (span.source, span.range.start)));
    let mut lines = BTreeMap::new();
    let mut out = String::new();
    for diagnostic in sorted {
        out.push_str(&one(diagnostic, sources, &renderer, &mut lines));
        out.push_str("\n\n");
    }
    out.push_str(&count(diagnostics));
    out.push('\n');
    out
}

/// `2 errors, 1 warning`.
fn count(diagnostics: &Diagnostics) -> String {
    let number = |severity: Severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    [(number(Severity::Error), "error"), (number(Severity::Warning), "warning")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{number} {word}{}", if number == 1 { "" } else { "s" }))
        .collect::<Vec<_>>()
        .join(", ")
}

fn one(
    diagnostic: &Diagnostic,
    sources: &Sources,
    renderer: &Renderer,
    lines: &mut BTreeMap<SourceId, Vec<usize>>,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group =
        level.primary_title(escaped(&diagnostic.message)).id(diagnostic.code.as_str()).elements([] as [Origin<'_>; 0]);
    let place = diagnostic.span.as_ref().and_then(|span| Some((span, sources.get(span.source)?)));
    if let Some((span, source)) = place {
        let starts = lines.entry(span.source).or_insert_with(|| line_starts(&source.text));
        let excerpt = Excerpt::of(source, &span.range, starts);
        let path = escaped(&source.name).into_owned();
        let snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.line)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(excerpt.range));
        // Of a line that is cut, the snippet does not know the column.
        group = match excerpt.is_cut {
            true => group.element(Origin::path(path).line(excerpt.line).char_column(excerpt.column)).element(snippet),
            false => group.element(snippet.path(path)),
        };
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(escaped(help)));
    }
    renderer.render(&[group])
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0)
        .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1))
        .collect()
}

/// The part of a text that is shown.
struct Excerpt {
    /// The line of the problem, or the part of a very long line.
    text: String,
    /// Where the problem is in it, in bytes.
    range: Range<usize>,
    /// The 1-based number of the line.
    line: usize,
    /// The 1-based column of the problem in the whole line, in characters.
    column: usize,
    is_cut: bool,
}

impl Excerpt {
    fn of(source: &Source, range: &Range<usize>, starts: &[usize]) -> Self {
        let text = &*source.text;
        let start = floor(text, range.start);
        let line = starts.partition_point(|&at| at <= start);
        let line_start = starts[line - 1];
        // What goes on over lines is marked on its first.
        let line_end = text[line_start..].find('\n').map_or(text.len(), |length| line_start + length);
        let is_cut = line_end - line_start > 8 * CONTEXT;
        let (from, to) = match is_cut {
            true => {
                let from = floor(text, start.saturating_sub(CONTEXT)).max(line_start);
                (from, floor(text, start + CONTEXT).min(line_end))
            }
            false => (line_start, line_end.max(start)),
        };
        let end = floor(text, range.end).clamp(start, to.max(start));
        let (before, marked, after) = (shown(&text[from..start]), shown(&text[start..end]), shown(&text[end..to]));
        Self {
            range: before.len()..before.len() + marked.len(),
            text: format!("{before}{marked}{after}").trim_end().to_owned(),
            line,
            column: text[line_start..start].chars().count() + 1,
            is_cut,
        }
        .within_text()
    }

    /// The excerpt with its mark inside the text, which has lost the white space at its end.
    fn within_text(self) -> Self {
        let start = self.range.start.min(self.text.len());
        Self { range: start..self.range.end.clamp(start, self.text.len().max(start)), ..self }
    }
}

/// The text with a sign in the place of everything that would not show itself.
fn shown(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\t' | '\r' => ' ',
            other if acts(other) => char::REPLACEMENT_CHARACTER,
            other => other,
        })
        .collect()
}

/// The nearest place at or before this one where a character starts.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The text with what could act on a terminal written out.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let escape = |character: char| match acts(character) {
        true => character.escape_unicode().to_string(),
        false => character.to_string(),
    };
    Cow::Owned(text.chars().map(escape).collect())
}

/// Whether the character does something other than to show itself.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::super::{Code, Span};
    use super::*;

    fn rendered(text: &str, range: Range<usize>) -> String {
        let mut sources = Sources::default();
        let source = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        let span = Some(Span { source, range });
        diagnostics.push(Diagnostic::error(Code::Syntax, "no\u{1b}[31m\u{202e}").spanning(span).with_help("a\u{7}"));
        render(&diagnostics, &sources, Colour::Never)
    }

    #[test]
    fn nothing_acts_on_the_terminal() {
        let text = rendered("a: \u{1b}[31m\u{202e}\u{200b}x\u{7}", 3..4);
        assert!(!text.chars().any(|character| acts(character) && character != '\n'), "{text:?}");
        assert!(text.contains("no\\u{1b}[31m\\u{202e}"), "{text}");
    }

    #[test]
    fn every_place_can_be_shown() {
        for text in ["", "\n", "é", "a\r\nb\r\n", "日本\tx\n\n"] {
            for start in 0..text.len() + 3 {
                for end in start..text.len() + 3 {
                    assert!(rendered(text, start..end).contains("a.yaml:"), "{text:?} {start}..{end}");
                }
            }
        }
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let text = format!("{}X{}", "é".repeat(100_000), "y".repeat(100_000));
        let shown = rendered(&text, 200_000..200_001);
        assert!(shown.len() < 2_000 && shown.contains("a.yaml:1:100001"), "{shown}");
    }
}
