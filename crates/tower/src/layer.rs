//! What a caller configures.

use core::fmt;
use std::sync::Arc;

use http::{Response, request::Parts};
use ratelab_limiter::{Headers, Limiter, NameError};
use ratelab_store::AsyncLimitStore;

use crate::respond::{PlainText, Rejection};

/// What a request costs.
type Cost = Arc<dyn Fn(&Parts) -> u32 + Send + Sync>;

/// Limits a service by a store and a key. Its clones, and all services it is laid around, share the store.
#[derive(Clone)]
pub struct RateLimitLayer<S, K, R = PlainText> {
    pub(crate) store: S,
    pub(crate) key: K,
    pub(crate) respond: R,
    pub(crate) cost: Cost,
    pub(crate) name: Arc<str>,
}

impl<S: AsyncLimitStore, K> RateLimitLayer<S, K> {
    /// A layer that charges each request 1, to the client that `key` finds: any [`Key`](crate::Key).
    pub fn new(store: S, key: K) -> Self {
        Self { store, key, respond: PlainText, cost: Arc::new(|_| 1), name: "default".into() }
    }
}

impl<S: AsyncLimitStore, K, R> RateLimitLayer<S, K, R> {
    /// Sets the name of the policy in the headers `RateLimit-Policy` and `RateLimit`, `default` unless set.
    /// Layers around one another should have different ones.
    pub fn named(mut self, name: &str) -> Result<Self, NameError> {
        // Whether a name can stand in a header does not depend on the decision: any will do.
        let policy = self.store.policy();
        Headers::new(policy, &policy.peek(&policy.fresh(), 0, 1), name)?;
        self.name = name.into();
        Ok(self)
    }

    /// Sets what a request costs. Cost 0 always passes.
    #[must_use]
    pub fn cost(mut self, cost: impl Fn(&Parts) -> u32 + Send + Sync + 'static) -> Self {
        self.cost = Arc::new(cost);
        self
    }

    /// Sets how a request that does not pass is answered, instead of by a line of text. What the function sets is
    /// kept, and the headers of the limiter are added.
    ///
    /// ```
    /// use http::{Response, StatusCode, request::Parts};
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::{InProcess, Origin};
    /// use ratelab_tower::{Everyone, RateLimitLayer, Rejection};
    ///
    /// // 503 where the store failed.
    /// let respond = |rejection: Rejection<'_>, _: &Parts| {
    ///     let mut response = Response::new("try again later".to_owned());
    ///     *response.status_mut() = match rejection {
    ///         Rejection::Denied(answer, _) if matches!(answer.origin, Origin::Failure(..)) => {
    ///             StatusCode::SERVICE_UNAVAILABLE
    ///         }
    ///         other => other.status(), // 429 where the limit is reached
    ///     };
    ///     response
    /// };
    /// let store = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
    /// let layer = RateLimitLayer::new(store, Everyone).respond(respond);
    /// # let _ = layer;
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[must_use]
    pub fn respond<F, B>(self, respond: F) -> RateLimitLayer<S, K, F>
    where
        F: Fn(Rejection<'_>, &Parts) -> Response<B> + Clone + Send + Sync + 'static,
    {
        let Self { store, key, cost, name, .. } = self;
        RateLimitLayer { store, key, respond, cost, name }
    }
}

impl<S: fmt::Debug, K, R> fmt::Debug for RateLimitLayer<S, K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimitLayer")
            .field("store", &self.store)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
