//! What a run is doing, shown on a terminal once it takes a while.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run that is over sooner shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the line is drawn again.
const PERIOD: Duration = Duration::from_millis(120);
/// How wide the line may be, so that it fits on every terminal.
const WIDTH: usize = 76;
/// Back to the start of the line, and nothing on it.
const CLEAR: &str = "\r\u{1b}[2K";

/// A line on standard error that says what is being done. Nothing is shown before half a second has gone
/// by, and nothing at all where standard error is no terminal. It is gone once this is dropped; who prints
/// to standard error drops it first.
///
/// ```
/// # let files = ["a.ts", "b.ts"];
/// let progress = tygen::cli::Progress::start("Checking");
/// for (done, file) in files.iter().enumerate() {
///     progress.step(done, files.len(), file);
/// }
/// ```
#[derive(Debug)]
pub struct Progress(Option<Line>);

#[derive(Debug)]
struct Line {
    shared: Arc<(Mutex<State>, Condvar)>,
    drawing: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct State {
    label: String,
    step: Option<(usize, usize, String)>,
    is_over: bool,
}

impl Progress {
    /// Something begins: `Reading schema.json`.
    pub fn start(label: &str) -> Self {
        Self::since(Instant::now(), label)
    }

    /// The next part of a run that began then.
    pub fn since(start: Instant, label: &str) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_dumb || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        Self::on(std::io::stderr(), start + PATIENCE, label)
    }

    fn on(out: impl Write + Send + 'static, first: Instant, label: &str) -> Self {
        let state = State { label: label.to_owned(), step: None, is_over: false };
        let shared = Arc::new((Mutex::new(state), Condvar::new()));
        let drawn = shared.clone();
        // A system without a thread to spare shows nothing.
        let drawing = std::thread::Builder::new().spawn(move || draw(&drawn, out, first)).ok();
        Self(Some(Line { shared, drawing }))
    }

    /// What is done of it, of how much, and with what it goes on.
    pub fn step(&self, done: usize, total: usize, what: &str) {
        if let Some(line) = &self.0 {
            locked(&line.shared.0).step = Some((done, total, what.to_owned()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some(line) = &mut self.0 else { return };
        locked(&line.shared.0).is_over = true;
        line.shared.1.notify_all();
        if let Some(drawing) = line.drawing.take() {
            // A thread that panicked has nothing left to clear.
            let _ = drawing.join();
        }
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws until it is over, then clears the line. A terminal that takes no more is left alone.
fn draw(shared: &(Mutex<State>, Condvar), mut out: impl Write, first: Instant) {
    let mut state = locked(&shared.0);
    let mut is_drawn = false;
    loop {
        let now = Instant::now();
        if now >= first {
            let line = format!("{CLEAR}{}", state.line());
            is_drawn = true;
            if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
                return;
            }
        }
        if state.is_over {
            break;
        }
        let pause = if now >= first { PERIOD } else { first - now };
        state = shared.1.wait_timeout(state, pause).map_or_else(|error| error.into_inner().0, |(state, _)| state);
        if state.is_over && Instant::now() < first {
            break;
        }
    }
    if is_drawn {
        let _ = out.write_all(CLEAR.as_bytes()).and_then(|()| out.flush());
    }
}

impl State {
    /// `Checking: 3 of 12, store.yaml`, without what could act on the terminal.
    fn line(&self) -> String {
        let text = match &self.step {
            None => format!("{} …", self.label),
            Some((done, total, what)) => format!("{}: {done} of {total}, {what}", self.label),
        };
        let shown: String = text.chars().filter(|character| !character.is_control()).take(WIDTH).collect();
        if text.chars().count() > WIDTH { format!("{shown}…") } else { shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Terminal(Arc<Mutex<Vec<u8>>>);

    impl Write for Terminal {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Terminal {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn what_takes_long_is_shown_and_then_gone() {
        let terminal = Terminal::default();
        let progress = Progress::on(terminal.clone(), Instant::now(), "Reading a.json");
        drop(progress);
        let text = terminal.text();
        assert!(text.starts_with(&format!("{CLEAR}Reading a.json …")), "{text:?}");
        assert!(text.ends_with(CLEAR), "{text:?}");
    }

    #[test]
    fn what_is_over_soon_is_never_shown() {
        let terminal = Terminal::default();
        let progress = Progress::on(terminal.clone(), Instant::now() + Duration::from_secs(3_600), "Reading");
        progress.step(1, 2, "a");
        drop(progress);
        assert_eq!(terminal.text(), "");
    }

    #[test]
    fn a_line_fits_and_cannot_act_on_the_terminal() {
        let step = Some((3, 12, "a\u{1b}[2Jb\n".to_owned()));
        let state = State { label: "Checking".to_owned(), step, is_over: false };
        assert_eq!(state.line(), "Checking: 3 of 12, a[2Jb");
        let state = State { label: "x".repeat(200), step: None, is_over: false };
        assert_eq!(state.line().chars().count(), WIDTH + 1);
    }
}
