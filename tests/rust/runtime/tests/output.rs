//! Outputs: dependencies are united, what is unknown stays so, secrets spread.

use std::collections::BTreeSet;
use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use tygen_rust_runtime::runtime::{Content, Error, Output, OutputData, Promise};

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The smallest executor: there is nothing in the runtime that needs another.
fn wait<F: IntoFuture>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future.into_future());
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

fn data<T>(content: Content<T>, secret: bool, dependencies: &[&str]) -> OutputData<T> {
    let dependencies: BTreeSet<String> = dependencies.iter().map(|urn| urn.to_string()).collect();
    OutputData { content, secret, dependencies }
}

fn arrived<T: Clone + Send + Sync + 'static>(output: Output<T>) -> OutputData<T> {
    OutputData::clone(&wait(output).unwrap())
}

#[test]
fn apply_keeps_what_is_known_of_its_argument() {
    let output: Output<i32> = data(Content::Known(2), true, &["a"]).into();
    assert_eq!(arrived(output.apply(|value| value + 1)), data(Content::Known(3), true, &["a"]));
}

#[test]
fn the_callback_is_not_called_on_what_is_unknown() {
    let output: Output<i32> = data(Content::Unknown, false, &["a"]).into();
    let called = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&called);
    let result = output.apply(move |value| {
        counter.fetch_add(1, Ordering::SeqCst);
        value
    });
    assert_eq!(arrived(result), data(Content::Unknown, false, &["a"]));
    assert_eq!(called.load(Ordering::SeqCst), 0);
}

#[test]
fn all_and_zip_and_unwrap_join_what_is_known_of_their_parts() {
    let secret: Output<i32> = data(Content::Known(1), true, &["a"]).into();
    let plain: Output<i32> = data(Content::Known(2), false, &["b"]).into();
    let unknown: Output<i32> = data(Content::Unknown, false, &["c"]).into();
    let all = Output::all([secret.clone(), plain.clone()]);
    assert_eq!(arrived(all), data(Content::Known(vec![1, 2]), true, &["a", "b"]));
    let all = Output::all([secret.clone(), unknown.clone(), plain.clone()]);
    assert_eq!(arrived(all), data(Content::Unknown, true, &["a", "b", "c"]));
    assert_eq!(arrived(secret.zip(&plain)), data(Content::Known((1, 2)), true, &["a", "b"]));
    let nested: Output<Output<i32>> = data(Content::Known(plain.clone()), true, &["d"]).into();
    assert_eq!(arrived(nested.unwrap()), data(Content::Known(2), true, &["b", "d"]));
    let nested: Output<Output<i32>> = data(Content::Known(unknown), false, &["d"]).into();
    assert_eq!(arrived(nested.unwrap()), data(Content::Unknown, false, &["c", "d"]));
    assert_eq!(arrived(plain.into_secret()), data(Content::Known(2), true, &["b"]));
}

#[test]
fn a_failure_is_handed_to_everybody_and_never_unknown() {
    let failed: Output<i32> = Output::from_future(async { Err(Error::new("no")) });
    let after = failed.apply(|value| value + 1);
    for output in [failed, after] {
        assert_eq!(wait(output).unwrap_err().to_string(), "no");
    }
}

#[test]
fn a_panic_is_a_failure_for_those_who_come_later() {
    let output: Output<i32> = Output::of(1).apply(|_| panic!("on purpose"));
    let first = output.clone();
    assert!(thread::spawn(move || wait(first).is_ok()).join().is_err());
    assert_eq!(wait(output).unwrap_err().to_string(), "the computation panicked");
}

#[test]
fn work_is_done_once_however_many_wait_for_it() {
    let (send, receive) = mpsc::channel::<()>();
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let slow: Promise<i32> = Promise::from_future(Elsewhere::start(receive));
    let output = Output::from(slow).apply(move |value| {
        counter.fetch_add(1, Ordering::SeqCst);
        value * 2
    });
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let output = output.clone();
            thread::spawn(move || arrived(output))
        })
        .collect();
    send.send(()).unwrap();
    for thread in waiting {
        assert_eq!(thread.join().unwrap(), OutputData::new(Content::Known(42)));
    }
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

/// A value that another thread gives once it is told to.
struct Elsewhere(Arc<std::sync::Mutex<(Option<i32>, Option<Waker>)>>);

impl Elsewhere {
    fn start(signal: mpsc::Receiver<()>) -> Self {
        let state = Arc::new(std::sync::Mutex::new((None, None::<Waker>)));
        let other = Arc::clone(&state);
        thread::spawn(move || {
            signal.recv().unwrap();
            let waker = {
                let mut state = other.lock().unwrap();
                state.0 = Some(21);
                state.1.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        });
        Self(state)
    }
}

impl Future for Elsewhere {
    type Output = Result<i32, Error>;

    fn poll(self: std::pin::Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.0.lock().unwrap();
        match state.0 {
            Some(value) => Poll::Ready(Ok(value)),
            None => {
                state.1 = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

#[test]
fn a_secret_is_not_shown() {
    let secret = Output::secret("hunter2".to_owned());
    assert_eq!(format!("{secret:?}"), "Output(secret)");
    assert!(!format!("{:?}", arrived(secret)).contains("hunter2"));
    assert_eq!(format!("{:?}", Output::of(1)), "Output(known)");
    assert_eq!(format!("{:?}", Output::<i32>::unknown()), "Output(unknown)");
}

#[test]
fn everything_may_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Output<String>>();
    crosses::<Promise<String>>();
    crosses::<tygen_rust_runtime::runtime::Input<String>>();
    crosses::<tygen_rust_runtime::runtime::Capsule>();
}
