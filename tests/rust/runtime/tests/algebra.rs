//! The laws of outputs, on many of them: made of numbers that a small generator gives, the same in every run.

use std::collections::BTreeSet;
use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread;

use tygen_rust_runtime::runtime::{Content, Error, Output, OutputData};

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

type Arrived = Result<OutputData<i64>, String>;

fn wait(output: Output<i64>) -> Arrived {
    let waker = Arc::new(Unpark(thread::current())).into();
    let mut future = pin!(output.into_future());
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(Ok(data)) => return Ok(OutputData::clone(&data)),
            Poll::Ready(Err(error)) => return Err(error.to_string()),
            Poll::Pending => thread::park(),
        }
    }
}

/// Numbers without a pattern that matters (a linear congruence of 64 bits).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Any output at all: known or not, secret or not, failed, arriving at once or when asked.
fn any(numbers: &mut Numbers) -> Output<i64> {
    if numbers.below(8) == 0 {
        let why = format!("failure {}", numbers.below(3));
        return Output::from_future(async move { Err(Error::new(why)) });
    }
    let content = if numbers.below(4) == 0 { Content::Unknown } else { Content::Known(numbers.below(100) as i64) };
    let urns: Vec<String> = (0..numbers.below(3)).map(|_| format!("urn{}", numbers.below(4))).collect();
    let data = OutputData { content, secret: numbers.below(3) == 0, dependencies: urns.into_iter().collect() };
    if numbers.below(2) == 0 { data.into() } else { Output::from_future(async move { Ok(data) }) }
}

/// A function of numbers to outputs, told by a number.
fn function(seed: u64) -> impl Fn(i64) -> Output<i64> + Clone + Send + 'static {
    move |value| any(&mut Numbers(seed ^ value as u64)).apply(move |other| other + value)
}

fn then(output: &Output<i64>, f: impl Fn(i64) -> Output<i64> + Send + 'static) -> Output<i64> {
    output.apply(f).unwrap()
}

fn dependencies(data: &Arrived) -> BTreeSet<String> {
    data.as_ref().map(|data| data.dependencies.clone()).unwrap_or_default()
}

#[test]
fn apply_is_associative_and_has_a_unit() {
    for seed in 0..2000 {
        let mut numbers = Numbers(seed);
        let output = any(&mut numbers);
        let (f, g) = (function(numbers.below(1 << 30)), function(numbers.below(1 << 30)));
        let one = then(&then(&output, f.clone()), g.clone());
        let (first, second) = (f.clone(), g);
        let other = then(&output, move |value| then(&first(value), second.clone()));
        // What is not known says nothing of what would have been made of it.
        assert_eq!(wait(one), wait(other), "seed {seed}");
        assert_eq!(wait(then(&output, Output::of)), wait(output), "seed {seed}");
        let value = numbers.below(100) as i64;
        assert_eq!(wait(then(&Output::of(value), f.clone())), wait(f(value)), "seed {seed}");
    }
}

#[test]
fn what_is_said_of_values_only_grows_and_failure_is_fatal() {
    for seed in 0..2000 {
        let mut numbers = Numbers(seed + 10_000);
        let parts = [any(&mut numbers), any(&mut numbers)];
        let [first, second] = parts.clone().map(wait);
        let joined = [
            wait(parts[0].zip(&parts[1]).apply(|(first, second)| first + second)),
            wait(Output::all(parts.clone()).apply(|all| all.iter().sum())),
            wait(parts[0].apply(|_| 0).zip(&parts[1].apply(|_| 1)).apply(|(first, _)| first)),
        ];
        for result in joined {
            let failed = first.is_err() || second.is_err();
            assert_eq!(result.is_err(), failed, "seed {seed}");
            let (Ok(first), Ok(second), Ok(data)) = (&first, &second, &result) else { continue };
            assert_eq!(data.secret, first.secret || second.secret, "seed {seed}");
            let is_unknown = |data: &OutputData<i64>| data.content == Content::Unknown;
            assert_eq!(is_unknown(data), is_unknown(first) || is_unknown(second), "seed {seed}");
            let united: BTreeSet<String> = first.dependencies.union(&second.dependencies).cloned().collect();
            assert_eq!(dependencies(&result), united, "seed {seed}");
        }
    }
}

#[test]
fn all_of_it_holds_for_many_threads_at_once() {
    for seed in 0..50 {
        let mut numbers = Numbers(seed + 20_000);
        let parts: Vec<Output<i64>> = (0..20).map(|_| any(&mut numbers)).collect();
        let sum = Output::all(parts.clone()).apply(|all| all.iter().sum::<i64>());
        let waiting: Vec<_> = (0..8)
            .map(|_| {
                let (sum, parts) = (sum.clone(), parts.clone());
                thread::spawn(move || (wait(sum), parts.into_iter().map(wait).collect::<Vec<Arrived>>()))
            })
            .collect();
        let answers: Vec<_> = waiting.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}");
        let (sum, parts) = &answers[0];
        assert_eq!(sum.is_err(), parts.iter().any(Result::is_err), "seed {seed}");
    }
}
