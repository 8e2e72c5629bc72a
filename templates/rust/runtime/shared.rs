//! A future that many may wait for, with no executor of its own: whoever waits drives it.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use super::Error;

type Work<V> = Pin<Box<dyn Future<Output = Result<V, Error>> + Send>>;

/// A result that is computed once, when the first asks for it, and handed to all who ask.
pub(super) struct Shared<V>(Arc<State<V>>);

struct State<V> {
    progress: Mutex<Progress<V>>,
    waiting: Arc<Waiting>,
}

enum Progress<V> {
    /// The work that is left. `None` only while it is done, or after it panicked.
    Pending(Option<Work<V>>),
    /// What came of it.
    Done(Result<V, Error>),
}

/// Who is to be told that there is something to do.
#[derive(Default)]
struct Waiting(Mutex<Vec<Waker>>);

impl<V> Clone for Shared<V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<V: Clone> Shared<V> {
    /// A result that is there already.
    pub(super) fn ready(result: Result<V, Error>) -> Self {
        Self::with(Progress::Done(result))
    }

    /// The result of work that is done when somebody asks for it.
    pub(super) fn later(work: impl Future<Output = Result<V, Error>> + Send + 'static) -> Self {
        Self::with(Progress::Pending(Some(Box::pin(work))))
    }

    fn with(progress: Progress<V>) -> Self {
        let state = State {
            progress: Mutex::new(progress),
            waiting: Arc::default(),
        };
        Self(Arc::new(state))
    }

    /// Where the work is, which tells it from all other work.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Whether both are the same piece of work.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The result, if it is there already. Does no work.
    pub(super) fn peek(&self) -> Option<Result<V, Error>> {
        match &*lock(&self.0.progress) {
            Progress::Pending(_) => None,
            Progress::Done(result) => Some(result.clone()),
        }
    }
}

impl<V: Clone> Future for Shared<V> {
    type Output = Result<V, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let state = &*self.0;
        let mut progress = lock(&state.progress);
        let result = match &mut *progress {
            Progress::Done(result) => return Poll::Ready(result.clone()),
            // Everybody waits before anybody works, so that no call to wake is missed.
            Progress::Pending(work) => match work.take() {
                None => Err(Error::new("the computation panicked")),
                Some(mut left) => {
                    state.waiting.join(context.waker());
                    let waker = Waker::from(Arc::clone(&state.waiting));
                    match left.as_mut().poll(&mut Context::from_waker(&waker)) {
                        Poll::Ready(result) => result,
                        Poll::Pending => {
                            *work = Some(left);
                            return Poll::Pending;
                        }
                    }
                }
            },
        };
        *progress = Progress::Done(result.clone());
        drop(progress);
        state.waiting.wake_all();
        Poll::Ready(result)
    }
}

impl Waiting {
    fn join(&self, waker: &Waker) {
        let mut waiting = lock(&self.0);
        if !waiting.iter().any(|other| other.will_wake(waker)) {
            waiting.push(waker.clone());
        }
    }

    fn wake_all(&self) {
        let waiting = std::mem::take(&mut *lock(&self.0));
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.wake_all();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.wake_all();
    }
}

/// The lock, also after a panic: what a panic leaves behind here is told from finished work.
fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
