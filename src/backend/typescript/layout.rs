//! Lines of at most 80 columns, broken as Prettier breaks them: a document of groups, each of which
//! is printed flat if it fits and broken else.

use std::borrow::Cow;

/// How long a line may be, in characters.
pub(super) const WIDTH: usize = 80;

/// What is printed, with the places where lines may be broken.
pub(super) enum Doc<'a> {
    /// Characters that stay together.
    Text(Cow<'a, str>),
    /// A line break, or nothing where the group is flat.
    SoftLine,
    /// A line break, or a space where the group is flat.
    Line,
    /// Printed only where the group is broken.
    IfBroken(Vec<Doc<'a>>),
    /// Parts that are two columns further in.
    Indent(Vec<Doc<'a>>),
    /// Parts of which all lines are broken, or none.
    Group(Vec<Doc<'a>>),
    /// Parts one after the other.
    All(Vec<Doc<'a>>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

type Command<'d, 'a> = (usize, Mode, &'d Doc<'a>);

impl<'a> Doc<'a> {
    /// Characters that stay together.
    pub(super) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Doc::Text(text.into())
    }

    /// Appends the document to a text whose last line has `column` characters and is `indent` columns in.
    pub(super) fn print(&self, indent: usize, mut column: usize, out: &mut String) {
        let mut commands: Vec<Command<'_, 'a>> = vec![(indent, Mode::Broken, self)];
        while let Some((indent, mode, doc)) = commands.pop() {
            match doc {
                Doc::Text(text) => {
                    out.push_str(text);
                    column += text.chars().count();
                }
                Doc::Line if mode == Mode::Flat => {
                    out.push(' ');
                    column += 1;
                }
                Doc::SoftLine if mode == Mode::Flat => {}
                Doc::Line | Doc::SoftLine => {
                    out.truncate(out.trim_end_matches(' ').len());
                    out.push('\n');
                    out.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                Doc::IfBroken(_) if mode == Mode::Flat => {}
                Doc::IfBroken(parts) | Doc::All(parts) => {
                    commands.extend(parts.iter().rev().map(|part| (indent, mode, part)));
                }
                Doc::Indent(parts) => commands.extend(parts.iter().rev().map(|part| (indent + 2, mode, part))),
                Doc::Group(parts) => {
                    let flat = mode == Mode::Flat || fits(doc, WIDTH.saturating_sub(column), &commands);
                    let mode = if flat { Mode::Flat } else { Mode::Broken };
                    commands.extend(parts.iter().rev().map(|part| (indent, mode, part)));
                }
            }
        }
    }
}

/// Whether a group fits flat into what is left of the line, with all that follows up to the next
/// place where the line may be broken.
fn fits(group: &Doc<'_>, mut room: usize, rest: &[Command<'_, '_>]) -> bool {
    let mut rest = rest.iter().rev();
    let mut commands = vec![(Mode::Flat, group)];
    loop {
        let Some((mode, doc)) = commands.pop().or_else(|| rest.next().map(|&(_, mode, doc)| (mode, doc))) else {
            return true;
        };
        match doc {
            Doc::Text(text) => match room.checked_sub(text.chars().count()) {
                Some(left) => room = left,
                None => return false,
            },
            Doc::Line | Doc::SoftLine if mode == Mode::Broken => return true,
            Doc::SoftLine => {}
            Doc::Line => match room.checked_sub(1) {
                Some(left) => room = left,
                None => return false,
            },
            Doc::IfBroken(_) if mode == Mode::Flat => {}
            Doc::IfBroken(parts) | Doc::All(parts) | Doc::Indent(parts) | Doc::Group(parts) => {
                commands.extend(parts.iter().rev().map(|part| (mode, part)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_broken_only_if_it_does_not_fit() {
        let long = "x".repeat(70);
        let group = |last| {
            let parts = vec![Doc::SoftLine, Doc::text(long.as_str()), Doc::text(","), Doc::Line, Doc::text(last)];
            Doc::Group(vec![Doc::text("<"), Doc::Indent(parts), Doc::SoftLine, Doc::text(">")])
        };
        let mut out = String::new();
        group("b").print(0, 0, &mut out);
        assert_eq!(out, format!("<{long}, b>"));
        out.clear();
        group("bbbbbbbb").print(2, 2, &mut out);
        assert_eq!(out, format!("<\n    {long},\n    bbbbbbbb\n  >"));
    }
}
