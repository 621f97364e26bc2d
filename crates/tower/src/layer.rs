//! The configuration of a limit.

use core::fmt;
use std::sync::Arc;

use http::{Response, request::Parts};
use ratelab_limiter::{Headers, Limiter, NameError};
use ratelab_store::AsyncLimitStore;

use crate::respond::{PlainText, Rejection};

/// The cost of a request.
type Cost = Arc<dyn Fn(&Parts) -> u32 + Send + Sync>;

/// Limits a service by a store and a key. Its clones, and all services that it wraps, share the store.
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::InProcess;
/// use ratelab_tower::{Everyone, RateLimitLayer};
///
/// let store = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
/// let limit = RateLimitLayer::new(store, Everyone)
///     .named("api")?
///     .cost(|parts| if parts.uri.path() == "/search" { 5 } else { 1 });
/// let app: axum::Router = axum::Router::new().layer(limit);
/// # let _ = app;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RateLimitLayer<S, K, R = PlainText> {
    pub(crate) store: S,
    pub(crate) key: K,
    pub(crate) respond: R,
    pub(crate) cost: Cost,
    pub(crate) name: Arc<str>,
}

impl<S: AsyncLimitStore, K> RateLimitLayer<S, K> {
    /// Returns a layer that charges each request 1 to the client that `key`, any [`Key`](crate::Key), finds.
    pub fn new(store: S, key: K) -> Self {
        Self { store, key, respond: PlainText, cost: Arc::new(|_| 1), name: "default".into() }
    }
}

impl<S: AsyncLimitStore, K, R> RateLimitLayer<S, K, R> {
    /// Sets the name of the policy in the headers `RateLimit-Policy` and `RateLimit`, `default` by default. Nested
    /// layers should have different names.
    ///
    /// # Errors
    ///
    /// Returns [`NameError`] if the name has a character that is not printable ASCII.
    pub fn named(mut self, name: &str) -> Result<Self, NameError> {
        // The validity of a name does not depend on the decision, so any decision can check it.
        let policy = self.store.policy();
        Headers::new(policy, &policy.peek(&policy.fresh(), 0, 1), name)?;
        self.name = name.into();
        Ok(self)
    }

    /// Sets the cost of a request. Cost 0 always passes.
    #[must_use]
    pub fn cost(mut self, cost: impl Fn(&Parts) -> u32 + Send + Sync + 'static) -> Self {
        self.cost = Arc::new(cost);
        self
    }

    /// Sets the response to a request that does not pass, instead of a line of text. Headers that the function sets are
    /// kept, and those of the limiter are added.
    ///
    /// ```
    /// use http::{Response, request::Parts};
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::InProcess;
    /// use ratelab_tower::{Everyone, RateLimitLayer, Rejection};
    ///
    /// // 429 if the limit is reached, 503 if the store failed.
    /// let respond = |rejection: Rejection<'_>, parts: &Parts| {
    ///     let mut response = Response::new(format!("{}: {rejection}", parts.uri));
    ///     *response.status_mut() = rejection.status();
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
