//! The store traits: one for threads that may block, one for tasks.

use core::future::{Future, ready};

use ratelab_limiter::Policy;

use crate::{
    answer::{Answer, Failure},
    in_process::InProcess,
};

/// A store whose calls block until there is an answer.
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{InProcess, LimitStore};
///
/// fn admits(store: &dyn LimitStore, client: &str) -> bool {
///     store.check_cost(client.as_bytes(), 1).outcome.admits()
/// }
///
/// let store = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// assert!(admits(&store, "ada"));
/// assert!(!admits(&store, "ada"));
/// assert_eq!(LimitStore::policy(&store), store.policy());
/// LimitStore::refund(&store, b"ada", 1)?;
/// assert_eq!(LimitStore::peek(&store, b"ada", 1).remaining, 1);
/// assert!(LimitStore::check_cost(&store, b"ada", 1).outcome.admits());
/// assert!(LimitStore::reset(&store, b"ada")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LimitStore: Send + Sync {
    /// Returns the policy of every key.
    fn policy(&self) -> &Policy;

    /// Decides a request of any cost, and charges it if it is admitted.
    fn check_cost(&self, key: &[u8], cost: u32) -> Answer;

    /// Returns the decision that a request would get. It changes nothing.
    fn peek(&self, key: &[u8], cost: u32) -> Answer;

    /// Gives back an amount that a key was charged: the latest charges first, never more than it had used.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if the store did not confirm it.
    fn refund(&self, key: &[u8], amount: u32) -> Result<(), Failure>;

    /// Removes a key, and reports whether it was stored.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if the store did not confirm it.
    fn reset(&self, key: &[u8]) -> Result<bool, Failure>;
}

/// A store whose calls are futures. Clones share their states.
///
/// ```
/// use ratelab_store::AsyncLimitStore;
///
/// /// Charges a client, and gives the charge back if the work fails.
/// async fn serve(store: &impl AsyncLimitStore, client: &str, work: impl AsyncFn() -> bool) -> bool {
///     if !store.check_cost(client.as_bytes(), 1).await.outcome.admits() {
///         return false;
///     }
///     work().await || store.refund(client.as_bytes(), 1).await.is_err()
/// }
/// ```
pub trait AsyncLimitStore: Clone + Send + Sync + 'static {
    /// Returns the policy of every key, or of those without another one.
    fn policy(&self) -> &Policy;

    /// Returns the policy of a key, for stores in which keys have [different ones](crate::Tiers).
    fn policy_of(&self, _key: &[u8]) -> &Policy {
        self.policy()
    }

    /// Decides a request of any cost, and charges it if it is admitted.
    fn check_cost(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send;

    /// Returns the decision that a request would get. It changes nothing.
    fn peek(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send;

    /// Gives back an amount that a key was charged: the latest charges first, never more than it had used.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if the store did not confirm it.
    fn refund(&self, key: &[u8], amount: u32) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Removes a key, and reports whether it was stored.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if the store did not confirm it.
    fn reset(&self, key: &[u8]) -> impl Future<Output = Result<bool, Failure>> + Send;
}

impl LimitStore for InProcess {
    fn policy(&self) -> &Policy {
        Self::policy(self)
    }

    fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        Self::check_cost(self, key, cost)
    }

    fn peek(&self, key: &[u8], cost: u32) -> Answer {
        Self::peek(self, key, cost)
    }

    fn refund(&self, key: &[u8], amount: u32) -> Result<(), Failure> {
        Self::refund(self, key, amount)
    }

    fn reset(&self, key: &[u8]) -> Result<bool, Failure> {
        Self::reset(self, key)
    }
}

/// No call waits for anything except a lock that is held for one decision.
impl AsyncLimitStore for InProcess {
    fn policy(&self) -> &Policy {
        Self::policy(self)
    }

    fn check_cost(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        ready(Self::check_cost(self, key, cost))
    }

    fn peek(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        ready(Self::peek(self, key, cost))
    }

    fn refund(&self, key: &[u8], amount: u32) -> impl Future<Output = Result<(), Failure>> + Send {
        ready(Self::refund(self, key, amount))
    }

    fn reset(&self, key: &[u8]) -> impl Future<Output = Result<bool, Failure>> + Send {
        ready(Self::reset(self, key))
    }
}
