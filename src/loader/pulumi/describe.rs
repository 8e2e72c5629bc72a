//! Descriptions whose parts are for the readers of one language.
//!
//! Names stand in `<span pulumi-lang-nodejs="`x`" pulumi-lang-go="`X`" …>`x`</span>`, examples in
//! `<!--Start PulumiCodeChooser -->` blocks (in older schemas `{{% example %}}`) with one fenced block
//! per language. Whoever has no name or example of their own reads the name between the tags and no
//! example; the headings right above an example go with it.

use std::sync::Arc;

use crate::model::{Description, Passage};

const SPAN: &str = "<span pulumi-lang-";
const CHOOSER: &str = "<!--Start PulumiCodeChooser";
const CHOOSER_END: &str = "<!--End PulumiCodeChooser";
const SHORTCODE: &str = "{{% ";

/// The languages' words on the command line, with the words that schemas use.
const LANGUAGES: [(&str, &[&str]); 3] =
    [("ts", &["nodejs", "typescript", "ts", "javascript", "js"]), ("go", &["go"]), ("rust", &["rust"])];

/// Every language that an example may be written in, ours left out.
const OTHER_LANGUAGES: [&str; 10] =
    ["python", "py", "csharp", "cs", "fsharp", "vb", "visualbasic", "java", "yaml", "hcl"];

/// The description that a text stands for.
pub(super) fn describe(text: &str) -> Description {
    let mut marks = Marks { text, next: MARKS.map(|mark| find(text, mark, 0)) };
    let Some(mut at) = marks.from(0) else { return Description::from(text) };
    let mut writer = Writer::default();
    let mut done = 0;
    loop {
        writer.everyone(&text[done..at]);
        let here = &text[at..];
        let after = if here.starts_with(SPAN) {
            span(here, &mut writer)
        } else if here.starts_with(CHOOSER) {
            chooser(here, &mut writer)
        } else {
            shortcode(here, &mut writer)
        };
        // What only looks like a mark is text.
        done = after.map_or(at, |after| text.len() - after.len());
        match marks.from(done.max(at + 1)) {
            Some(next) => at = next,
            None => break,
        }
    }
    writer.everyone(&text[done..]);
    writer.finish()
}

const MARKS: [&str; 3] = [SPAN, CHOOSER, SHORTCODE];

/// Where the marks are. Each is looked for once over the whole text, which may be long.
struct Marks<'t> {
    text: &'t str,
    /// Of each mark the next place that is known; `None` if there is none any more.
    next: [Option<usize>; 3],
}

impl Marks<'_> {
    /// The first mark at or after a place.
    fn from(&mut self, start: usize) -> Option<usize> {
        for (next, mark) in self.next.iter_mut().zip(MARKS) {
            if next.is_some_and(|at| at < start) {
                *next = find(self.text, mark, start);
            }
        }
        self.next.iter().flatten().min().copied()
    }
}

/// Where the mark first is at or after a place. A search for its first character is much faster than
/// one for all of it, and that character is rare.
fn find(text: &str, mark: &str, mut start: usize) -> Option<usize> {
    let first = mark.chars().next()?;
    while !text.is_char_boundary(start) {
        start += 1;
    }
    loop {
        start += text[start..].find(first)?;
        if text[start..].starts_with(mark) {
            return Some(start);
        }
        start += first.len_utf8();
    }
}

/// A name: what is between the tags, or what the language calls it. Returns what follows.
fn span<'t>(here: &'t str, writer: &mut Writer) -> Option<&'t str> {
    let (attributes, inside) = here.split_once(">")?;
    let (name, after) = inside.split_once("</span>")?;
    // A name may itself hold quotes, so a value ends where the next attribute or the tag does.
    let values: Vec<(&str, &str)> = attributes["<span ".len()..]
        .split("pulumi-lang-")
        .filter_map(|part| part.trim_end().strip_suffix('"')?.split_once("=\""))
        .collect();
    writer.per_language(|words| {
        let own = values.iter().find(|(language, _)| words.contains(language));
        own.map_or(name, |(_, value)| value).to_owned()
    });
    Some(after)
}

/// The examples of a chooser, each for its own language. Returns what follows.
fn chooser<'t>(here: &'t str, writer: &mut Writer) -> Option<&'t str> {
    let (_, inside) = here.split_once("-->")?;
    let (examples, after) = inside.split_once(CHOOSER_END)?;
    let (_, after) = after.split_once("-->")?;
    let blocks = fenced(examples);
    writer.example(|words| {
        let own: Vec<&str> =
            blocks.iter().filter(|block| words.contains(&block.language)).map(|block| block.text).collect();
        own.join("\n")
    });
    Some(after)
}

/// The older marks: what is inside an example is read block by block. Returns what follows.
fn shortcode<'t>(here: &'t str, writer: &mut Writer) -> Option<&'t str> {
    let (mark, after) = here[SHORTCODE.len()..].split_once("%}}")?;
    match mark.trim() {
        "examples" | "/examples" | "/example" => Some(after),
        "example" => {
            let (example, after) = after.split_once("{{% /example %}}")?;
            let known = |language: &str| {
                OTHER_LANGUAGES.contains(&language) || LANGUAGES.iter().any(|(_, words)| words.contains(&language))
            };
            let mut rest = example;
            for block in fenced(example).into_iter().filter(|block| known(block.language)) {
                let Some((before, behind)) = rest.split_once(block.text) else { continue };
                writer.everyone(before);
                let text = block.text;
                writer.per_language(
                    |words| if words.contains(&block.language) { text.to_owned() } else { String::new() },
                );
                rest = behind;
            }
            writer.everyone(rest);
            Some(after)
        }
        _ => None,
    }
}

/// A fenced block of code, fences included.
struct Fenced<'t> {
    language: &'t str,
    text: &'t str,
}

fn fenced(text: &str) -> Vec<Fenced<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        match open {
            None => {
                if let Some(language) = trimmed.strip_prefix("```") {
                    open = Some((offset, language.trim()));
                }
            }
            Some((start, language)) if trimmed == "```" => {
                blocks.push(Fenced { language, text: text[start..offset + line.len()].trim_end() });
                open = None;
            }
            Some(_) => {}
        }
        offset += line.len();
    }
    blocks
}

/// Joins what is for everybody and what is not.
#[derive(Default)]
struct Writer {
    passages: Vec<Passage>,
    /// What is for everybody since the last passage.
    text: String,
}

impl Writer {
    fn everyone(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.passages.push(Passage::Everyone(self.text.as_str().into()));
            self.text.clear();
        }
    }

    /// What each language reads; if that is one thing, it is for everybody.
    fn per_language(&mut self, text: impl Fn(&[&str]) -> String) {
        let texts: Vec<(Arc<str>, Arc<str>)> =
            LANGUAGES.iter().map(|(word, words)| ((*word).into(), text(words).into())).collect();
        match texts.split_first() {
            Some((first, others)) if others.iter().all(|(_, other)| *other == first.1) => self.text.push_str(&first.1),
            Some(_) | None => {
                self.flush();
                let texts = texts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
                self.passages.push(Passage::PerLanguage(texts));
            }
        }
    }

    /// An example with the headings right above it: whoever has none reads neither.
    fn example(&mut self, text: impl Fn(&[&str]) -> String) {
        let kept = without_headings(&self.text);
        let headings = self.text.split_off(kept);
        self.per_language(|words| {
            let own = text(words);
            if own.is_empty() { own } else { format!("{headings}{own}") }
        });
    }

    fn finish(mut self) -> Description {
        self.flush();
        let empty = self.passages.iter().all(|passage| match passage {
            Passage::Everyone(text) => text.trim().is_empty(),
            Passage::PerLanguage(texts) => texts.is_empty(),
        });
        if empty { Description::default() } else { Description::new(self.passages) }
    }
}

/// How much of the text is left without the headings and empty lines at its end.
fn without_headings(text: &str) -> usize {
    let mut end = text.len();
    let mut kept = end;
    for line in text.split_inclusive('\n').rev() {
        end -= line.len();
        if line.starts_with('#') {
            kept = end;
        } else if !line.trim().is_empty() {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_the_readers_language() {
        let text = "Set <span pulumi-lang-nodejs=\"`maxSize`\" pulumi-lang-go=\"`MaxSize`\" \
                    pulumi-lang-python=\"`max_size`\">`maxSize`</span>.";
        let description = describe(text);
        let read: Vec<_> = ["ts", "go", "rust"].map(|language| description.for_language(language).into_owned()).into();
        assert_eq!(read, ["Set `maxSize`.", "Set `MaxSize`.", "Set `maxSize`."]);
    }

    #[test]
    fn a_name_with_quotes_is_read_to_its_end() {
        let text = "<span pulumi-lang-nodejs=\"\"a\"\" pulumi-lang-go=\"\"A\"\">\"a\"</span>";
        assert_eq!(describe(text).for_language("go"), "\"A\"");
    }

    #[test]
    fn an_example_is_that_of_the_readers_language_or_none() {
        let text = "Makes one.\n\n## Example Usage\n\n<!--Start PulumiCodeChooser -->\n```typescript\nlet a;\n```\n\
                    ```python\na\n```\n```go\nvar a\n```\n<!--End PulumiCodeChooser -->\n\n## Import\n\nThus.\n";
        let description = describe(text);
        assert_eq!(
            description.for_language("go"),
            "Makes one.\n\n## Example Usage\n\n```go\nvar a\n```\n\n## Import\n\nThus."
        );
        assert_eq!(description.for_language("rust"), "Makes one.\n\n\n\n## Import\n\nThus.");
    }

    #[test]
    fn older_examples_keep_what_is_no_language_of_ours() {
        let text = "{{% examples %}}\n{{% example %}}\n### One\n```go\nx\n```\n```java\ny\n```\n```sh\nz\n```\n\
                    {{% /example %}}\n{{% /examples %}}";
        let description = describe(text);
        assert_eq!(description.for_language("go"), "### One\n```go\nx\n```\n\n```sh\nz\n```");
        assert!(!description.for_language("ts").contains("```go"));
    }

    #[test]
    fn what_only_looks_like_a_mark_is_text() {
        for text in
            ["a {{% x", "a <span pulumi-lang-go=\"x", "a <!--Start PulumiCodeChooser -->\n```go\n", "{{% b %}} é"]
        {
            assert_eq!(describe(text).for_language("ts"), text.trim());
        }
    }
}
