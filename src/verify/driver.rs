//! Talking to a driver: a program that answers questions about generated code, one line each.
//!
//! A driver may do anything: answer all, die at one question, hang, print what is no answer. None of that
//! may end the run or be laid to another question's door.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::cases::Operation;
use super::tree::ascii;

/// A question as a driver is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it is about, as text.
    pub root: String,
    /// What is to be done.
    pub operation: Operation,
    /// The JSON text to read.
    pub wire: String,
    /// The way to the part, if a part is asked for.
    pub path: Vec<String>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// JSON text.
    Value(String),
    /// Problems as `path: message`.
    Problems(Vec<String>),
    /// None of these: the code under test broke, in these words.
    Crash(String),
    /// There was none, and asking again would cost much time: the driver hung, or was given up.
    Lost(String),
}

/// A driver that can be started.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that are set for it.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// How long it may take for its start, and as long again for every thousand questions.
    pub patience: Duration,
}

/// Starts for one batch of questions. A driver that needs more is not worth asking further.
const STARTS: usize = 300;

/// How often a driver may hang in one batch: each time costs all the patience there is.
const HANGS: usize = 16;

/// What is kept of what a driver prints as errors.
const ERRORS: usize = 2000;

impl Driver {
    /// Asks all questions, in as few starts as the driver lets it be. The answers are in the same order.
    pub fn ask(&self, requests: &[Request]) -> Vec<Answer> {
        let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
        let mut pending: Vec<Vec<usize>> = vec![(0..requests.len()).collect()];
        let (mut starts, mut hangs) = (0, 0);
        while let Some(part) = pending.pop() {
            if part.is_empty() {
                continue;
            }
            if starts == STARTS || hangs == HANGS {
                let lost = || Answer::Lost("not asked: the driver had failed too often".to_owned());
                part.into_iter().for_each(|number| drop(answers.insert(number, lost())));
                continue;
            }
            starts += 1;
            let (given, end) = self.run(requests, &part);
            let missing: Vec<usize> = part.iter().copied().filter(|number| !given.contains_key(number)).collect();
            hangs += usize::from(!missing.is_empty() && matches!(end, End::Hung { .. }));
            let progressed = !given.is_empty();
            answers.extend(given);
            match missing.as_slice() {
                [] => {}
                [number] if part.len() == 1 => drop(answers.insert(*number, end.answer())),
                // It answers as it goes: what it did not answer first is the likely cause.
                [number, rest @ ..] if progressed => pending.extend([rest.to_vec(), vec![*number]]),
                all => {
                    let (first, second) = all.split_at(all.len().div_ceil(2));
                    pending.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        let none = || Answer::Lost("no answer".to_owned());
        (0..requests.len()).map(|number| answers.remove(&number).unwrap_or_else(none)).collect()
    }

    /// Starts the driver once, with some of the questions.
    fn run(&self, requests: &[Request], part: &[usize]) -> (BTreeMap<usize, Answer>, End) {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder).envs(self.environment.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return (BTreeMap::new(), End::NotStarted(error.to_string())),
        };
        let text: String = part.iter().map(|number| line(*number, &requests[*number])).collect();
        let input = child.stdin.take();
        // A driver that does not read to the end closes its side; what it answers is looked at all the same.
        let writer = thread::spawn(move || drop(input.map(|mut input| input.write_all(text.as_bytes()))));
        let lines = lines_of(child.stdout.take());
        let errors = thread::spawn({
            let stream = child.stderr.take();
            move || tail(stream)
        });
        let deadline = Instant::now() + self.patience + self.patience.mul_f64(part.len() as f64 / 1000.0);
        let mut given = BTreeMap::new();
        let finished = loop {
            if given.len() == part.len() {
                // It may take its leave in peace, or be asked to.
                break true;
            }
            match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some((number, answer)) = read(&line)
                        && part.binary_search(&number).is_ok()
                    {
                        given.entry(number).or_insert(answer);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break true,
                Err(RecvTimeoutError::Timeout) => break false,
            }
        };
        let end = if finished { leave(&mut child) } else { stop(&mut child) };
        let _ = writer.join();
        let errors = errors.join().unwrap_or_default();
        (given, end.with(errors))
    }
}

/// How a run of a driver ended.
enum End {
    NotStarted(String),
    Exited { status: String, errors: String },
    Hung { errors: String },
}

impl End {
    fn with(self, said: String) -> Self {
        match self {
            End::NotStarted(error) => End::NotStarted(error),
            End::Exited { status, .. } => End::Exited { status, errors: said },
            End::Hung { .. } => End::Hung { errors: said },
        }
    }

    /// What this end says of a question that has no answer.
    fn answer(&self) -> Answer {
        let with = |what: String, errors: &str| {
            if errors.trim().is_empty() { what } else { format!("{what}: {}", errors.trim()) }
        };
        match self {
            End::NotStarted(error) => Answer::Lost(format!("the driver does not start: {error}")),
            End::Exited { status, errors } => {
                Answer::Crash(with(format!("the driver gave no answer and ended with {status}"), errors))
            }
            End::Hung { errors } => Answer::Lost(with("the driver gave no answer in time".to_owned(), errors)),
        }
    }
}

/// Waits for an end that should be near.
fn leave(child: &mut Child) -> End {
    for _ in 0..200 {
        match child.try_wait() {
            Ok(Some(status)) => return End::Exited { status: status.to_string(), errors: String::new() },
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(_) => break,
        }
    }
    stop(child)
}

fn stop(child: &mut Child) -> End {
    // It may have ended by itself just now.
    let _ = child.kill();
    let _ = child.wait();
    End::Hung { errors: String::new() }
}

/// The lines of a stream as they come.
fn lines_of(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let Some(stream) = stream else { return };
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

/// The end of what a stream says.
fn tail(stream: Option<impl Read>) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut buffer = [0; 4096];
    let Some(mut stream) = stream else { return String::new() };
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        if kept.len() > 2 * ERRORS {
            kept.drain(..kept.len() - ERRORS);
        }
    }
    let from = kept.len().saturating_sub(ERRORS);
    String::from_utf8_lossy(&kept[from..]).into_owned()
}

/// A question as a line.
fn line(number: usize, request: &Request) -> String {
    let mut line = json!({
        "id": number,
        "root": request.root,
        "op": request.operation.word(),
        "wire": request.wire,
    });
    if request.operation == Operation::Part {
        line["path"] = json!(request.path);
    }
    ascii(&line.to_string()) + "\n"
}

/// The answer in a line; `None` if there is none in it.
fn read(line: &str) -> Option<(usize, Answer)> {
    let answer: serde_json::Value = serde_json::from_str(line).ok()?;
    let number = usize::try_from(answer.get("id")?.as_u64()?).ok()?;
    let texts = |value: &serde_json::Value| {
        let texts = value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned));
        texts.collect::<Option<Vec<String>>>()
    };
    let text = |name: &str| answer.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    let problems = answer.get("problems").and_then(texts);
    Some(match (text("ok"), problems, text("crash")) {
        (Some(value), None, None) => (number, Answer::Value(value)),
        (None, Some(problems), None) => (number, Answer::Problems(problems)),
        (None, None, Some(crash)) => (number, Answer::Crash(crash)),
        _ => (number, Answer::Crash(format!("an answer that is none: {}", line.trim()))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_rubbish_is_not() {
        assert_eq!(read(r#"{"id":3,"ok":"{}"}"#), Some((3, Answer::Value("{}".into()))));
        assert_eq!(read(r#"{"id":0,"problems":["a"]}"#), Some((0, Answer::Problems(vec!["a".into()]))));
        assert_eq!(read(r#"{"id":1,"crash":"no"}"#), Some((1, Answer::Crash("no".into()))));
        for none in ["", "hello", "{}", "[1]", r#"{"id":-1,"ok":"1"}"#, r#"{"id":"1","ok":"1"}"#] {
            assert_eq!(read(none), None, "{none}");
        }
        for wrong in
            [r#"{"id":1}"#, r#"{"id":1,"ok":1}"#, r#"{"id":1,"ok":"1","problems":[]}"#, r#"{"id":1,"problems":[1]}"#]
        {
            assert!(matches!(read(wrong), Some((1, Answer::Crash(_)))), "{wrong}");
        }
    }

    #[test]
    fn a_question_is_one_line_of_ascii() {
        let wire = "\"\u{2028}é\n\"".to_owned();
        let request = Request { root: "type p.É".into(), operation: Operation::Part, wire, path: vec!["0".into()] };
        let text = line(7, &request);
        assert!(text.is_ascii() && text.ends_with('\n') && text.matches('\n').count() == 1);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["wire"], request.wire);
        assert_eq!(read["op"], "part");
        assert_eq!(read["path"][0], "0");
    }
}
