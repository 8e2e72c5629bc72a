//! JSDoc comments: what a schema says about a declaration, kept inside the comment.

use crate::backend::comment_lines;
use crate::model::{Documentation, Literal, Presence, Property};

/// What is said besides the schema's own description.
#[derive(Default)]
pub(super) struct Remarks<'a> {
    /// A first sentence of the generator's own, where the schema says nothing or before it.
    pub lead: Option<&'a str>,
    /// Sentences of the generator's own, after the description.
    pub notes: Vec<String>,
    /// The value that stands in for an absent one.
    pub default: Option<&'a Literal>,
}

/// The comment of a property of an input or of a plain object.
pub(super) fn property(property: &Property, indent: usize) -> String {
    let mut notes = Vec::new();
    if property.secret {
        notes.push("Secret.".to_owned());
    }
    if !property.environment.is_empty() {
        notes.push(format!("Environment: {}.", property.environment.join(", ")));
    }
    let default = match &property.presence {
        Presence::Required | Presence::Optional => None,
        Presence::Default(default) => Some(default),
    };
    comment(&property.documentation, &Remarks { lead: None, notes, default }, indent)
}

/// The comment that only says that something is deprecated, if it is.
pub(super) fn deprecation(documentation: &Documentation, indent: usize) -> String {
    match &documentation.deprecated {
        None => String::new(),
        Some(deprecated) => {
            let bare = Documentation { deprecated: Some(deprecated.clone()), ..Documentation::default() };
            comment(&bare, &Remarks::default(), indent)
        }
    }
}

/// A comment that ends with a line break, or nothing if there is nothing to say.
pub(super) fn comment(documentation: &Documentation, remarks: &Remarks<'_>, indent: usize) -> String {
    let is_bare = documentation.description.is_empty() && documentation.deprecated.is_none();
    if is_bare && remarks.lead.is_none() && remarks.notes.is_empty() && remarks.default.is_none() {
        return String::new();
    }
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph = |text: &str| {
        let next = comment_lines(text);
        if !lines.is_empty() && !next.is_empty() {
            lines.push(String::new());
        }
        lines.extend(next.iter().map(|line| enclosed(line)));
    };
    remarks.lead.into_iter().for_each(&mut paragraph);
    paragraph(&documentation.description.for_language("ts"));
    remarks.notes.iter().for_each(|note| paragraph(note));
    let mut tags: Vec<String> = Vec::new();
    if let Some(default) = remarks.default {
        let value = comment_lines(&default.to_string()).join(" ").replace('`', "'");
        tags.push(format!("@defaultValue `{}`", closed(&value)));
    }
    if let Some(deprecated) = &documentation.deprecated {
        let reason =
            comment_lines(&deprecated.for_language("ts")).iter().map(|line| enclosed(line)).collect::<Vec<_>>();
        tags.push(format!("@deprecated {}", reason.join(" ")).trim_end().to_owned());
    }
    if !lines.is_empty() && !tags.is_empty() {
        lines.push(String::new());
    }
    lines.extend(tags);
    block(&lines, indent)
}

fn block(lines: &[String], indent: usize) -> String {
    let margin = " ".repeat(indent);
    match lines {
        [] => String::new(),
        [line] => format!("{margin}/** {line} */\n"),
        lines => {
            let mut out = format!("{margin}/**\n");
            for line in lines {
                let gap = if line.is_empty() { "" } else { " " };
                out.extend([&margin, " *", gap, line, "\n"]);
            }
            out.extend([&margin, " */\n"]);
            out
        }
    }
}

/// A line of text that neither ends the comment nor begins a tag.
fn enclosed(line: &str) -> String {
    let text = line.trim_start();
    if text.starts_with('@') {
        let margin = &line[..line.len() - text.len()];
        return closed(&format!("{margin}\\{text}"));
    }
    closed(line)
}

/// A text without the end of a comment in it.
fn closed(text: &str) -> String {
    text.replace("*/", "*\\/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_in_its_comment() {
        let documentation = Documentation {
            description: "a */ evil()\n@deprecated not really".into(),
            deprecated: Some("use\n*/ b".into()),
        };
        let remarks = Remarks { default: Some(&Literal::string("*/`")), ..Remarks::default() };
        let text = comment(&documentation, &remarks, 2);
        assert_eq!(text.matches("*/").count(), 1, "{text}");
        assert_eq!(text.matches("\n   * @").count(), 2, "{text}");
        assert!(text.contains(" * \\@deprecated not really\n"), "{text}");
    }

    #[test]
    fn nothing_to_say_is_no_comment() {
        assert_eq!(comment(&Documentation::default(), &Remarks::default(), 0), "");
        let one = Documentation { description: "One.".into(), deprecated: None };
        assert_eq!(comment(&one, &Remarks::default(), 0), "/** One. */\n");
    }
}
