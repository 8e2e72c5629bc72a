//! A value that arrives later, and nothing else to know of it.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::sync::Arc;

use super::shared::Shared;

use super::Error;

/// A value that arrives later. A failure is handed to everybody who waits for it.
pub struct Promise<T>(Shared<Arc<T>>);

impl<T> Promise<T> {
    /// A value that has arrived already.
    pub fn of(value: T) -> Self {
        Self(Shared::ready(Ok(Arc::new(value))))
    }
}

impl<T: Send + Sync + 'static> Promise<T> {
    /// The value that a future gives. It is driven by whoever waits for the promise, on any executor.
    pub fn from_future(future: impl Future<Output = Result<T, Error>> + Send + 'static) -> Self {
        Self(Shared::later(async move { future.await.map(Arc::new) }))
    }
}

impl<T: Send + Sync + 'static> IntoFuture for Promise<T> {
    type Output = Result<Arc<T>, Error>;
    type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.0)
    }
}

impl<T> Clone for Promise<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The same promise; two promises of equal values are two.
impl<T> PartialEq for Promise<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&other.0)
    }
}

impl<T> fmt::Debug for Promise<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Promise")
    }
}
