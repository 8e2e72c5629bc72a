//! What `tygen verify` prints: disagreements in full, the rest in numbers.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::backend::Language;
use crate::verify::{Answer, Disagreement, Report, Wanted};

/// Longer texts are cut in the middle.
const LONG: usize = 2000;

/// Roots that are counted one by one; the rest together.
const ROOTS: usize = 10;

/// The words of a command that asks the same again, but for what names the case.
pub struct Repetition {
    /// Program and arguments.
    pub words: Vec<String>,
}

/// Prints the disagreements, and `N passed, M failed` last.
pub fn print(report: &Report, repetition: &Repetition, out: &mut dyn Write) -> io::Result<()> {
    for disagreement in &report.shown {
        print_one(disagreement, repetition, out)?;
    }
    print_counts(report, out)?;
    writeln!(out, "{} passed, {} failed", report.passed, report.failed)
}

fn print_one(disagreement: &Disagreement, repetition: &Repetition, out: &mut dyn Write) -> io::Result<()> {
    let Disagreement { language, root, number, bytes, case, wanted, got } = disagreement;
    writeln!(out, "{}: {root}, case {number}", language.word())?;
    let path = case.path.iter().map(|step| format!("{step:?}")).collect::<Vec<_>>().join(" ");
    let path = if path.is_empty() { path } else { format!(" at {path}") };
    writeln!(out, "  operation: {}{path}", case.operation.word())?;
    let text = case.wire.text();
    let shrunk = if text.len() < *bytes { format!(" (made small, of {bytes} bytes)") } else { String::new() };
    writeln!(out, "  input:     {}{shrunk}", shown(&text))?;
    match wanted {
        Wanted::Ok(text) => writeln!(out, "  expected:  {}", shown(text))?,
        Wanted::Err(problems) => print_problems("expected", problems, out)?,
    }
    match got {
        Answer::Value(text) => writeln!(out, "  got:       {}", shown(text))?,
        Answer::Problems(problems) => print_problems("got", problems, out)?,
        Answer::Crash(text) => writeln!(out, "  got:       a crash: {}", shown(text))?,
        Answer::Lost(text) => writeln!(out, "  got:       nothing: {}", shown(text))?,
    }
    let (root, number) = (root.to_string(), number.to_string());
    let own = ["--lang", language.word(), "--only", &root, "--case", &number];
    let words = repetition.words.iter().map(String::as_str).chain(own);
    writeln!(out, "  again:     {}\n", words.map(quoted).collect::<Vec<_>>().join(" "))
}

fn print_problems(title: &str, problems: &[String], out: &mut dyn Write) -> io::Result<()> {
    let title = format!("{title}:");
    let number = problems.len();
    writeln!(out, "  {title:10} {number} {}", if number == 1 { "problem" } else { "problems" })?;
    problems.iter().try_for_each(|problem| writeln!(out, "             {}", shown(problem)))
}

/// How many more there are, by language and root.
fn print_counts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut by_language: BTreeMap<Language, Vec<(usize, String)>> = BTreeMap::new();
    for ((language, root), count) in &report.counts {
        by_language.entry(*language).or_default().push((*count, root.to_string()));
    }
    for (language, mut roots) in by_language {
        let all: usize = roots.iter().map(|(count, _)| count).sum();
        roots.sort_by(|left, right| right.0.cmp(&left.0).then_with(|| left.1.cmp(&right.1)));
        writeln!(out, "{}: {all} failed, of", language.word())?;
        for (count, root) in roots.iter().take(ROOTS) {
            writeln!(out, "  {count:6}  {root}")?;
        }
        if let Some(rest) = roots.get(ROOTS..).filter(|rest| !rest.is_empty()) {
            let count: usize = rest.iter().map(|(count, _)| count).sum();
            writeln!(out, "  {count:6}  {} others", rest.len())?;
        }
    }
    Ok(())
}

/// A text as a person sees it: on one line, visible, not endless.
fn shown(text: &str) -> String {
    let cut = if text.chars().count() > LONG {
        let start: String = text.chars().take(LONG / 2).collect();
        let end: Vec<char> = text.chars().rev().take(LONG / 2).collect();
        format!("{start} … {} … {}", text.chars().count() - LONG, end.into_iter().rev().collect::<String>())
    } else {
        text.to_owned()
    };
    let visible = |character: char| {
        let is_odd = character.is_control()
            || (character.is_whitespace() && character != ' ')
            || matches!(u32::from(character), 0x200b..=0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfeff | 0x300..=0x36f);
        if is_odd { character.escape_unicode().to_string() } else { character.to_string() }
    };
    cut.chars().map(visible).collect()
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Root;
    use crate::model::TypeName;
    use crate::verify::{Case, Operation, Tree};

    #[test]
    fn a_disagreement_is_told_with_the_command_that_shows_it_again() {
        let root = Root::Type(TypeName::new("p", "It's"));
        let wire = Tree::object([("a\u{301}", Tree::raw("1"))]);
        let disagreement = Disagreement {
            language: Language::Go,
            root: root.clone(),
            number: 7,
            bytes: 100,
            case: Case { operation: Operation::Part, wire, path: vec!["a".into()] },
            wanted: Err(vec![".a: one".into(), ".b: two".into()]),
            got: Answer::Value("{}".into()),
        };
        let report = Report {
            passed: 3,
            failed: 2,
            shown: vec![disagreement],
            counts: BTreeMap::from([((Language::Go, root), 2)]),
        };
        let repetition = Repetition { words: ["tygen", "verify", "a b.yaml"].map(str::to_owned).to_vec() };
        let mut out = Vec::new();
        print(&report, &repetition, &mut out).unwrap();
        let wanted = "go: type p.It's, case 7
  operation: part at \"a\"
  input:     {\"a\\u{301}\":1} (made small, of 100 bytes)
  expected:  2 problems
             .a: one
             .b: two
  got:       {}
  again:     tygen verify 'a b.yaml' --lang go --only 'type p.It'\\''s' --case 7

go: 2 failed, of
       2  type p.It's
3 passed, 2 failed
";
        assert_eq!(String::from_utf8(out).unwrap(), wanted);
    }
}
