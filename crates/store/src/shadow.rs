//! A limit that only observes.

use core::{fmt, future::Future};
use std::sync::Arc;

use ratelab_limiter::{Outcome, Policy};

use crate::{
    answer::{Answer, Failure},
    store::AsyncLimitStore,
};

/// A store that never denies: for finding out what a limit would do to real traffic before it does it.
///
/// A request that would be denied is admitted, not charged, and passed to a function, which can count or log it.
///
/// ```
/// # use std::sync::{Arc, atomic::{AtomicU32, Ordering}};
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{AsyncLimitStore, InProcess, Shadow};
///
/// # fn main() -> Result<(), ratelab_limiter::PolicyError> {
/// let denied = Arc::new(AtomicU32::new(0));
/// let store = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// let counter = Arc::clone(&denied);
/// let shadow = Shadow::new(store, move |_key, _answer| {
///     counter.fetch_add(1, Ordering::Relaxed);
/// });
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
/// # runtime.block_on(async {
/// for _ in 0..3 {
///     assert!(shadow.check_cost(b"ada", 1).await.outcome.admits());
/// }
/// # });
/// assert_eq!(denied.load(Ordering::Relaxed), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Shadow<S> {
    store: S,
    on_denied: OnDenied,
}

/// Called with the key of a request and the denial that it would have got.
type OnDenied = Arc<dyn Fn(&[u8], &Answer) + Send + Sync>;

impl<S: AsyncLimitStore> Shadow<S> {
    /// Returns a store that observes with this one.
    pub fn new(store: S, on_denied: impl Fn(&[u8], &Answer) + Send + Sync + 'static) -> Self {
        Self { store, on_denied: Arc::new(on_denied) }
    }

    fn admitted(&self, key: &[u8], mut answer: Answer) -> Answer {
        if !answer.outcome.admits() {
            (self.on_denied)(key, &answer);
            answer.decision.outcome = Outcome::Allowed;
            answer.decision.retry_after = Some(0);
        }
        answer
    }
}

impl<S: fmt::Debug> fmt::Debug for Shadow<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shadow").field("store", &self.store).finish_non_exhaustive()
    }
}

impl<S: AsyncLimitStore> AsyncLimitStore for Shadow<S> {
    fn policy(&self) -> &Policy {
        self.store.policy()
    }

    fn policy_of(&self, key: &[u8]) -> &Policy {
        self.store.policy_of(key)
    }

    async fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        self.admitted(key, self.store.check_cost(key, cost).await)
    }

    async fn peek(&self, key: &[u8], cost: u32) -> Answer {
        let mut answer = self.store.peek(key, cost).await;
        answer.decision.outcome = Outcome::Allowed;
        answer
    }

    fn refund(&self, key: &[u8], amount: u32) -> impl Future<Output = Result<(), Failure>> + Send {
        self.store.refund(key, amount)
    }

    fn reset(&self, key: &[u8]) -> impl Future<Output = Result<bool, Failure>> + Send {
        self.store.reset(key)
    }
}
