//! What a store answers, for logs and metrics.

use core::{fmt, future::Future, time::Duration};
use std::sync::Arc;

use ratelab_limiter::Policy;

use crate::{
    answer::{Answer, Failure},
    clock,
    store::AsyncLimitStore,
};

/// A store whose answers a function sees, with the key of the request and the time that the answer took.
///
/// ```
/// # use std::sync::{Arc, Mutex};
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{AsyncLimitStore, InProcess, Observed};
///
/// # fn main() -> Result<(), ratelab_limiter::PolicyError> {
/// let log = Arc::new(Mutex::new(Vec::new()));
/// let writer = Arc::clone(&log);
/// let store = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// let observed = Observed::new(store, move |key, answer, _took| {
///     let line = format!("{} {}", String::from_utf8_lossy(key), answer.outcome.admits());
///     writer.lock().expect("a log").push(line);
/// });
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
/// # runtime.block_on(async {
/// let _ = observed.check_cost(b"ada", 1).await;
/// let _ = observed.check_cost(b"ada", 1).await;
/// # });
/// assert_eq!(*log.lock().expect("a log"), ["ada true", "ada false"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Observed<S> {
    store: S,
    on_answer: OnAnswer,
}

type OnAnswer = Arc<dyn Fn(&[u8], &Answer, Duration) + Send + Sync>;

impl<S: AsyncLimitStore> Observed<S> {
    /// Returns the store with a function that is called for each answer to a request, but not to a peek.
    pub fn new(store: S, on_answer: impl Fn(&[u8], &Answer, Duration) + Send + Sync + 'static) -> Self {
        Self { store, on_answer: Arc::new(on_answer) }
    }

    /// Returns the store with [metrics](crate::metrics), for a limit with this name.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::{InProcess, Observed};
    ///
    /// let store = Observed::with_metrics(InProcess::new(Gcra::new(1, 1, 60 * SECOND)?), "api");
    /// # let _ = store;
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[cfg(feature = "metrics")]
    pub fn with_metrics(store: S, limit: &'static str) -> Self {
        Self::new(store, move |_, answer, took| crate::metrics::record(limit, answer, took))
    }
}

impl<S: fmt::Debug> fmt::Debug for Observed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observed").field("store", &self.store).finish_non_exhaustive()
    }
}

impl<S: AsyncLimitStore> AsyncLimitStore for Observed<S> {
    fn policy(&self) -> &Policy {
        self.store.policy()
    }

    fn policy_of(&self, key: &[u8]) -> &Policy {
        self.store.policy_of(key)
    }

    async fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        let begun = clock::now();
        let answer = self.store.check_cost(key, cost).await;
        (self.on_answer)(key, &answer, Duration::from_nanos(clock::now() - begun));
        answer
    }

    fn peek(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        self.store.peek(key, cost)
    }

    fn refund(&self, key: &[u8], amount: u32) -> impl Future<Output = Result<(), Failure>> + Send {
        self.store.refund(key, amount)
    }

    fn reset(&self, key: &[u8]) -> impl Future<Output = Result<bool, Failure>> + Send {
        self.store.reset(key)
    }
}
