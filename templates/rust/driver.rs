// {{ header }}
//! Reads and writes values with the package, as it is asked on standard input: one request of JSON a
//! line, one answer each on standard output.

use std::future::Future;
use std::io::{self, BufRead, BufWriter, Write};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use sdk::runtime::{self as rt, Error, Json, Key, Resolve, Root};

/// What a type can be asked.
struct Operations {
    decode: fn(&str) -> Answer,
    parsed: fn(&str) -> Answer,
    output: fn(&str) -> Answer,
    resolve: fn(&str) -> Answer,
    part: fn(&str, Vec<Key>) -> Answer,
}

type Answer = Result<String, Trouble>;

enum Trouble {
    Problems(Vec<String>),
    Crash(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Trouble::Problems(error.problems().iter().map(ToString::to_string).collect())
    }
}

#[allow(deprecated)]
fn operations(root: &str) -> Option<Operations> {
    Some(match root {
{%- for root in roots %}
{%- match root.arguments %}
{%- when Some with (arguments) %}
        {{ root.name }} => with_arguments::<{{ root.plain }}, {{ arguments }}>(),
{%- when None %}
        {{ root.name }} => plain::<{{ root.plain }}>(),
{%- endmatch %}
{%- endfor %}
        _ => return None,
    })
}

fn plain<R: Root>() -> Operations
where
    R::Plain: Send + Sync,
{
    Operations {
        decode: decode::<R>,
        parsed: parsed::<R>,
        output: output::<R>,
        resolve: output::<R>,
        part: part::<R>,
    }
}

fn with_arguments<R: Root, A: Resolve>() -> Operations
where
    R::Plain: Send + Sync,
    A::Plain: Send + Sync,
{
    Operations {
        resolve: resolve::<R, A>,
        ..plain::<R>()
    }
}

fn decode<R: Root>(wire: &str) -> Answer {
    let written = rt::stringify(&rt::parse::<R>(wire)?).map_err(crash)?;
    let again = rt::parse::<R>(&written).and_then(|value| rt::stringify(&value));
    match again {
        Ok(again) if again == written => Ok(written),
        Ok(again) => Err(Trouble::Crash(format!("not the identity: {written} is read as {again}"))),
        Err(error) => Err(Trouble::Crash(format!("not the identity: {written}: {error}"))),
    }
}

fn parsed<R: Root>(wire: &str) -> Answer {
    let value = rt::decode::<R>(&Json::parse(wire)?)?;
    Ok(rt::encode(&value).map_err(crash)?.to_string())
}

fn crash(error: Error) -> Trouble {
    Trouble::Crash(format!("it cannot be written: {error}"))
}

fn output<R: Root>(wire: &str) -> Answer
where
    R::Plain: Send + Sync,
{
    let output = rt::parse_output::<R>(wire)?;
    Ok(wait(rt::encode_output(&output))?.to_string())
}

fn resolve<R: Root, A: Resolve>(wire: &str) -> Answer
where
    R::Plain: Send + Sync,
    A::Plain: Send + Sync,
{
    match rt::parse_input::<rt::Input<A>>(wire) {
        Ok(arguments) => Ok(wait(rt::encode_output(&arguments.resolve()))?.to_string()),
        // A part of which the schema says that it is no output cannot hold what the judge has there.
        Err(error) if PLAIN_PARTS && error.problems().iter().all(is_refused) => output::<R>(wire),
        Err(error) => Err(error.into()),
    }
}

/// Whether the schema says of some arguments that they are no outputs.
const PLAIN_PARTS: bool = {{ plain_parts }};

fn is_refused(problem: &rt::Problem) -> bool {
    problem.message == "a part of the arguments must be a plain value"
}

fn part<R: Root>(wire: &str, path: Vec<Key>) -> Answer
where
    R::Plain: Send + Sync,
{
    let output = rt::parse_output::<R>(wire)?;
    let part = path.into_iter().fold(output.lifted(), rt::Part::at);
    Ok(wait(part.encode())?.to_string())
}

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn wait<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

/// The answer to a line.
fn answer(line: &str) -> String {
    let request = Json::parse(line).unwrap_or(Json::Null);
    let text = |key: &str| match request.get(key) {
        Some(Json::String(text)) => text.as_str(),
        _ => "",
    };
    let id = request.get("id").cloned().unwrap_or(Json::Null);
    let path = match request.get("path") {
        Some(Json::Array(steps)) => steps.iter().map(step).collect(),
        _ => Vec::new(),
    };
    let asked = || {
        let Some(operations) = operations(text("root")) else {
            return Err(Trouble::Crash(format!("there is no {}", text("root"))));
        };
        let wire = text("wire");
        match text("op") {
            "decode" => (operations.decode)(wire),
            "parsed" => (operations.parsed)(wire),
            "output" => (operations.output)(wire),
            "resolve" => (operations.resolve)(wire),
            "part" => (operations.part)(wire, path),
            other => Err(Trouble::Crash(format!("there is no operation {other}"))),
        }
    };
    let (key, value) = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(asked)) {
        Ok(Ok(json)) => ("ok", Json::String(json)),
        Ok(Err(Trouble::Problems(problems))) => {
            ("problems", Json::Array(problems.into_iter().map(Json::String).collect()))
        }
        Ok(Err(Trouble::Crash(why))) => ("crash", Json::String(why)),
        Err(_) => ("crash", Json::from("it panicked")),
    };
    Json::Object(vec![("id".to_owned(), id), (key.to_owned(), value)]).to_string()
}

fn step(step: &Json) -> Key {
    match step {
        Json::String(name) => Key::Name(name.clone()),
        other => Key::Name(other.to_string()),
    }
}

fn main() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    // What is nested deep takes more of a stack in a build for debugging.
    let work = thread::Builder::new().stack_size(64 << 20).spawn(|| {
        let mut out = BufWriter::new(io::stdout().lock());
        for line in io::stdin().lock().lines() {
            let line = line?;
            if !line.trim().is_empty() {
                writeln!(out, "{}", answer(&line))?;
            }
        }
        out.flush()
    })?;
    work.join().unwrap_or_else(|_| Err(io::Error::other("the work panicked")))
}
