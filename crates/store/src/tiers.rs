//! Limits that differ between clients.

use core::fmt;
use std::sync::Arc;

use ratelab_limiter::{Limiter, Policy};

use crate::{
    answer::{Answer, Failure, Origin},
    clock,
    store::AsyncLimitStore,
};

/// Several stores, one for each kind of client: free and paying ones, or those on a list, which have no limit.
///
/// A function chooses the store of a key by its index. A key that it gives no index is not limited: it is always
/// allowed, and its answers have the policy of the first store.
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{AsyncLimitStore, InProcess, Tiers};
///
/// # fn main() -> Result<(), ratelab_limiter::PolicyError> {
/// let free = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// let paying = InProcess::new(Gcra::new(3, 1, SECOND)?);
/// let tiers = Tiers::new(vec![free, paying], |key| match key {
///     b"monitoring" => None,
///     key => Some(usize::from(key.starts_with(b"pro:"))),
/// });
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
/// # runtime.block_on(async {
/// let mut limits = Vec::new();
/// for key in [&b"ada"[..], b"pro:grace", b"monitoring"] {
///     let mut admitted = 0;
///     for _ in 0..5 {
///         admitted += u32::from(tiers.check_cost(key, 1).await.outcome.admits());
///     }
///     limits.push(admitted);
/// }
/// assert_eq!(limits, [1, 3, 5]);
/// # });
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tiers<S> {
    stores: Arc<[S]>,
    tier_of: TierOf,
}

/// The index of a key's store.
type TierOf = Arc<dyn Fn(&[u8]) -> Option<usize> + Send + Sync>;

impl<S: AsyncLimitStore> Tiers<S> {
    /// Returns these stores as one.
    ///
    /// # Panics
    ///
    /// Panics if there is no store. Its methods panic if the function returns the index of none.
    pub fn new(
        stores: impl Into<Arc<[S]>>,
        tier_of: impl Fn(&[u8]) -> Option<usize> + Send + Sync + 'static,
    ) -> Self {
        let stores = stores.into();
        assert!(!stores.is_empty(), "at least one store");
        Self { stores, tier_of: Arc::new(tier_of) }
    }

    fn store_of(&self, key: &[u8]) -> Option<&S> {
        (self.tier_of)(key).map(|tier| &self.stores[tier])
    }

    /// The answer to a request without a limit, which costs nothing.
    fn unlimited(&self) -> Answer {
        let policy = self.policy();
        let decision = policy.peek(&policy.fresh(), clock::now(), 0);
        Answer { decision, origin: Origin::InProcess }
    }
}

impl<S: fmt::Debug> fmt::Debug for Tiers<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tiers").field("stores", &self.stores).finish_non_exhaustive()
    }
}

impl<S: AsyncLimitStore> AsyncLimitStore for Tiers<S> {
    fn policy(&self) -> &Policy {
        self.stores[0].policy()
    }

    fn policy_of(&self, key: &[u8]) -> &Policy {
        self.store_of(key).map_or(self.policy(), |store| store.policy_of(key))
    }

    async fn check_cost(&self, key: &[u8], cost: u32) -> Answer {
        match self.store_of(key) {
            Some(store) => store.check_cost(key, cost).await,
            None => self.unlimited(),
        }
    }

    async fn peek(&self, key: &[u8], cost: u32) -> Answer {
        match self.store_of(key) {
            Some(store) => store.peek(key, cost).await,
            None => self.unlimited(),
        }
    }

    async fn refund(&self, key: &[u8], amount: u32) -> Result<(), Failure> {
        match self.store_of(key) {
            Some(store) => store.refund(key, amount).await,
            None => Ok(()),
        }
    }

    async fn reset(&self, key: &[u8]) -> Result<bool, Failure> {
        match self.store_of(key) {
            Some(store) => store.reset(key).await,
            None => Ok(false),
        }
    }
}
