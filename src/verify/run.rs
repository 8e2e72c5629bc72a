//! Asking drivers and oracle the same questions, and comparing what they say.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use super::cases::{Case, Cases};
use super::driver::{Answer, Driver, Request};
use super::shrink;
use crate::backend::Language;
use crate::codec::Root;
use crate::engine::wire;

/// Who knows what the answers must be.
pub trait Oracle: Sync {
    /// JSON text, or every problem as `path: message`.
    fn answer(&self, root: &Root, case: &Case) -> Wanted;

    /// Whether two JSON texts say the same.
    fn same(&self, left: &str, right: &str) -> bool;
}

/// What an oracle says: JSON text, or every problem.
pub type Wanted = Result<String, Vec<String>>;

impl Oracle for wire::Judge<'_> {
    fn answer(&self, root: &Root, case: &Case) -> Wanted {
        use super::cases::Operation;
        let text = case.wire.text();
        match case.operation {
            Operation::Decode | Operation::Parsed => self.decode(root, &text),
            Operation::Output | Operation::Resolve => self.output(root, &text),
            Operation::Part => self.part(root, &text, &case.path.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    fn same(&self, left: &str, right: &str) -> bool {
        wire::same(left, right)
    }
}

/// What to ask.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Cases for each root. There are more where a union has more arms, or an enum more values.
    pub cases: usize,
    /// What all chance follows from.
    pub seed: u64,
    /// The case of this number alone.
    pub case: Option<usize>,
    /// How many disagreements of each language are made small and kept.
    pub shown: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { cases: 100, seed: 1, case: None, shown: 5 }
    }
}

/// A question to which generated code gave another answer.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Whose code it is.
    pub language: Language,
    /// What the question is about.
    pub root: Root,
    /// The number of the case.
    pub number: usize,
    /// How long the text of the case was before it was made small.
    pub bytes: usize,
    /// The case, made small.
    pub case: Case,
    /// What it should have said.
    pub wanted: Wanted,
    /// What it said.
    pub got: Answer,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Questions that were answered as they should be, in all languages together.
    pub passed: usize,
    /// Questions that were not.
    pub failed: usize,
    /// A few of these.
    pub shown: Vec<Disagreement>,
    /// How many there are by language and root.
    pub counts: BTreeMap<(Language, Root), usize>,
}

/// Questions that are asked at once: a start of each driver for so many.
const AT_ONCE: usize = 4000;

/// Asks about each root in turn. `progress` is told how many questions of how many are done.
pub fn run<O: Oracle>(
    oracle: &O,
    cases: &Cases<'_>,
    roots: &[&Root],
    drivers: &BTreeMap<Language, Driver>,
    settings: &Settings,
    mut progress: impl FnMut(usize, usize),
) -> Report {
    let numbers = |root: &Root| match settings.case {
        Some(number) => number..number + 1,
        None => 0..settings.cases.max(cases.variants(root).min(settings.cases.saturating_mul(4))),
    };
    let total = roots.iter().map(|root| numbers(root).len()).sum();
    let mut questions = roots.iter().flat_map(|root| numbers(root).map(move |number| (*root, number)));
    let mut report = Report::default();
    let mut kept = Kept::default();
    let mut done = 0;
    loop {
        let numbered: Vec<(&Root, usize)> = questions.by_ref().take(AT_ONCE).collect();
        let batch = for_each(&numbered, |question| made(cases, *question, settings));
        if batch.is_empty() {
            break;
        }
        progress(done, total);
        done += batch.len();
        ask_all(oracle, &batch, drivers, &mut report, &mut kept, settings.shown);
    }
    progress(total, total);
    report.shown = kept.into_inner(settings.shown);
    for disagreement in &mut report.shown {
        if let Some(driver) = drivers.get(&disagreement.language) {
            make_small(oracle, driver, disagreement);
        }
    }
    report
}

#[cfg(feature = "parallel")]
fn for_each<T: Sync, U: Send>(items: &[T], make: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    items.par_iter().map(make).collect()
}

#[cfg(not(feature = "parallel"))]
fn for_each<T, U>(items: &[T], make: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(make).collect()
}

struct Question<'r> {
    root: &'r Root,
    number: usize,
    case: Case,
    request: Request,
}

fn made<'r>(cases: &Cases<'_>, (root, number): (&'r Root, usize), settings: &Settings) -> Question<'r> {
    let case = cases.case(root, settings.seed, number);
    let request = request(root, &case);
    Question { root, number, case, request }
}

fn request(root: &Root, case: &Case) -> Request {
    Request { root: root.to_string(), operation: case.operation, wire: case.wire.text(), path: case.path.clone() }
}

fn ask_all<O: Oracle>(
    oracle: &O,
    batch: &[Question<'_>],
    drivers: &BTreeMap<Language, Driver>,
    report: &mut Report,
    kept: &mut Kept,
    shown: usize,
) {
    let requests: Vec<Request> = batch.iter().map(|question| question.request.clone()).collect();
    let (wanted, answers) = thread::scope(|scope| {
        let asked: Vec<_> =
            drivers.iter().map(|(language, driver)| (*language, scope.spawn(|| driver.ask(&requests)))).collect();
        let wanted = for_each(batch, |question| oracle.answer(question.root, &question.case));
        let answers: Vec<(Language, Vec<Answer>)> =
            asked.into_iter().map(|(language, asked)| (language, asked.join().unwrap_or_default())).collect();
        (wanted, answers)
    });
    for (language, answers) in answers {
        let mut answers = answers.into_iter();
        for (question, wanted) in batch.iter().zip(&wanted) {
            let got = answers.next().unwrap_or_else(|| Answer::Lost("no answer".to_owned()));
            if agree(oracle, wanted, &got) {
                report.passed += 1;
                continue;
            }
            report.failed += 1;
            *report.counts.entry((language, question.root.clone())).or_default() += 1;
            kept.keep(
                shown,
                || Disagreement {
                    language,
                    root: question.root.clone(),
                    number: question.number,
                    bytes: question.request.wire.len(),
                    case: question.case.clone(),
                    wanted: wanted.clone(),
                    got,
                },
                (language, question.root),
            );
        }
    }
}

/// Disagreements to show: of different roots as long as there are such.
#[derive(Default)]
struct Kept {
    first: Vec<Disagreement>,
    further: Vec<Disagreement>,
    seen: BTreeSet<(Language, Root)>,
}

impl Kept {
    fn keep(&mut self, limit: usize, make: impl FnOnce() -> Disagreement, (language, root): (Language, &Root)) {
        let is_new = self.seen.insert((language, root.clone()));
        let list = if is_new { &mut self.first } else { &mut self.further };
        if list.iter().filter(|other| other.language == language).count() < limit {
            list.push(make());
        }
    }

    fn into_inner(self, limit: usize) -> Vec<Disagreement> {
        let mut shown = self.first;
        for other in self.further {
            if shown.iter().filter(|kept| kept.language == other.language).count() < limit {
                shown.push(other);
            }
        }
        shown.sort_by_key(|disagreement| disagreement.language);
        shown
    }
}

/// Whether an answer is the one that is wanted. What a reader says of text that is not JSON is its own.
pub fn agree<O: Oracle>(oracle: &O, wanted: &Wanted, got: &Answer) -> bool {
    const NOT_JSON: &str = "the text is not JSON";
    match (wanted, got) {
        (Ok(wanted), Answer::Value(got)) => wanted == got || oracle.same(wanted, got),
        (Err(wanted), Answer::Problems(got)) => match (wanted.as_slice(), got.as_slice()) {
            ([wanted], [got]) if wanted.starts_with(NOT_JSON) => got.starts_with(NOT_JSON),
            (wanted, got) => wanted == got,
        },
        (Ok(_), Answer::Problems(_) | Answer::Crash(_) | Answer::Lost(_))
        | (Err(_), Answer::Value(_) | Answer::Crash(_) | Answer::Lost(_)) => false,
    }
}

/// What kind of disagreement it is: one that is made small stays of its kind.
fn kind(wanted: &Wanted, got: &Answer) -> (bool, u8) {
    let got = match got {
        Answer::Value(_) => 0,
        Answer::Problems(_) => 1,
        Answer::Crash(_) => 2,
        Answer::Lost(_) => 3,
    };
    (wanted.is_ok(), got)
}

fn make_small<O: Oracle>(oracle: &O, driver: &Driver, disagreement: &mut Disagreement) {
    if matches!(disagreement.got, Answer::Lost(_)) {
        return;
    }
    let root = disagreement.root.clone();
    let wanted_kind = kind(&disagreement.wanted, &disagreement.got);
    let asked = |cases: &[Case]| -> Vec<(Wanted, Answer)> {
        let requests: Vec<Request> = cases.iter().map(|case| request(&root, case)).collect();
        let wanted = cases.iter().map(|case| oracle.answer(&root, case));
        wanted.zip(driver.ask(&requests)).collect()
    };
    // What is left out of an object may be missed there: a small value with many problems is not simpler.
    let problems = |wanted: &Wanted| wanted.as_ref().err().map_or(0, Vec::len);
    let most = problems(&disagreement.wanted);
    let small = shrink::smallest(&disagreement.case, |cases| {
        asked(cases)
            .iter()
            .map(|(wanted, got)| {
                let is_alike = kind(wanted, got) == wanted_kind && problems(wanted) <= most;
                is_alike && !agree(oracle, wanted, got)
            })
            .collect()
    });
    if small != disagreement.case
        && let Some((wanted, got)) = asked(std::slice::from_ref(&small)).pop()
    {
        (disagreement.case, disagreement.wanted, disagreement.got) = (small, wanted, got);
    }
}
