//! Where things are in a YAML text.

use std::ops::Range;

use saphyr_parser::{Event as Parsed, Parser, ScalarStyle, Span};

use super::{Event, Style};

/// Calls `f` with everything in the text's first document, in order, up to the first syntax error.
pub(super) fn events(text: &str, f: &mut impl FnMut(Event<'_>)) {
    let offsets = Offsets::new(text);
    for next in Parser::new_from_str(text) {
        let Ok((event, span)) = next else { return };
        match event {
            Parsed::Nothing | Parsed::StreamStart | Parsed::DocumentStart(_) => {}
            Parsed::StreamEnd | Parsed::DocumentEnd => return,
            Parsed::MappingStart(..) => f(Event::MapStart(offsets.byte(span.start.index()))),
            Parsed::SequenceStart(..) => f(Event::SequenceStart(offsets.byte(span.start.index()))),
            Parsed::MappingEnd | Parsed::SequenceEnd => f(Event::End),
            Parsed::Alias(_) => f(Event::Alias(offsets.range(&span))),
            Parsed::Scalar(value, style, ..) => {
                let style = match style {
                    ScalarStyle::SingleQuoted => Style::Single,
                    ScalarStyle::DoubleQuoted => Style::Double,
                    // The span of a block is that of its content, without the header line.
                    ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => Style::Verbatim,
                };
                f(Event::Scalar { range: trimmed(text, offsets.range(&span)), style, value });
            }
        }
    }
}

/// The range without white space at its end: a block reaches to the next thing in the text.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let length = text.get(range.clone()).map_or(0, |inside| inside.trim_end().len());
    range.start..range.start + length
}

/// From places counted in characters, as the parser does, to bytes.
struct Offsets<'a> {
    text: &'a str,
    /// The byte offset of every [`STRIDE`]th character.
    checkpoints: Vec<usize>,
}

const STRIDE: usize = 1024;

impl<'a> Offsets<'a> {
    fn new(text: &'a str) -> Self {
        let checkpoints =
            if text.is_ascii() { Vec::new() } else { text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect() };
        Self { text, checkpoints }
    }

    fn byte(&self, character: usize) -> usize {
        let Some(&near) = self.checkpoints.get(character / STRIDE) else {
            return character.min(self.text.len());
        };
        let rest = &self.text[near..];
        near + rest.char_indices().nth(character % STRIDE).map_or(rest.len(), |(at, _)| at)
    }

    fn range(&self, span: &Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}
