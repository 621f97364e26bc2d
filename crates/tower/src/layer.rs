//! The configuration of a limit.

use core::fmt;
use std::sync::Arc;

use http::{Response, request::Parts};
use ratelab_limiter::NameError;
use ratelab_store::AsyncLimitStore;

use crate::{
    dialect::{Dialect, Fields},
    respond::{PlainText, Rejection},
    waiting::Waiting,
};

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
    pub(crate) fields: Arc<Fields>,
    pub(crate) waiting: Waiting,
}

/// Requests that may wait unless another number is set. Each takes a few kilobytes, with its connection.
const MAX_WAITING: usize = 10_000;

impl<S: AsyncLimitStore, K> RateLimitLayer<S, K> {
    /// Returns a layer that charges each request 1 to the client that `key`, any [`Key`](crate::Key), finds.
    pub fn new(store: S, key: K) -> Self {
        let fields = Fields::new(store.policy(), "default", &Fields::PRESET).expect("a name of letters");
        let waiting = Waiting::at_most(MAX_WAITING);
        Self { store, key, respond: PlainText, cost: Arc::new(|_| 1), fields: Arc::new(fields), waiting }
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
        self.fields = Arc::new(Fields::new(self.store.policy(), name, &self.fields.dialects)?);
        Ok(self)
    }

    /// Sets the dialects of the headers that describe a budget, by default
    /// [`XRateLimit`](Dialect::XRateLimit) and [`RateLimitStructured`](Dialect::RateLimitStructured). Of two dialects
    /// with fields of the same names, the first is sent. `Retry-After` is sent in any case, and alone if there is no
    /// dialect.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::InProcess;
    /// use ratelab_tower::{Dialect, Everyone, RateLimitLayer};
    ///
    /// let store = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
    /// let silent = RateLimitLayer::new(store.clone(), Everyone).headers([]);
    /// let standard = RateLimitLayer::new(store, Everyone).headers([Dialect::RateLimitStructured]);
    /// # let _ = (silent, standard);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[must_use]
    pub fn headers(mut self, dialects: impl IntoIterator<Item = Dialect>) -> Self {
        let mut chosen = Vec::new();
        for dialect in dialects {
            if !chosen.contains(&dialect) {
                chosen.push(dialect);
            }
        }
        let fields = Fields::new(self.store.policy(), &self.fields.name, &chosen);
        self.fields = Arc::new(fields.expect("the name was checked when it was set"));
        self
    }

    /// Sets the cost of a request. Cost 0 always passes.
    #[must_use]
    pub fn cost(mut self, cost: impl Fn(&Parts) -> u32 + Send + Sync + 'static) -> Self {
        self.cost = Arc::new(cost);
        self
    }

    /// Sets how many requests may wait for their turn at once, of all clients and connections and in all services of
    /// this layer: 10,000 by default. A request beyond that gets its charge back and a response with status 503,
    /// [`TooManyWaiting`](Rejection::TooManyWaiting). Only a queue lets requests wait; its own capacity bounds those of
    /// each client.
    ///
    /// ```
    /// use ratelab_limiter::{LeakyBucketQueue, SECOND};
    /// use ratelab_store::InProcess;
    /// use ratelab_tower::{PeerAddress, RateLimitLayer};
    ///
    /// let store = InProcess::new(LeakyBucketQueue::new(20, 100, 60 * SECOND)?);
    /// let layer = RateLimitLayer::new(store, PeerAddress::new()).max_waiting(500);
    /// # let _ = layer;
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[must_use]
    pub fn max_waiting(mut self, requests: usize) -> Self {
        self.waiting = Waiting::at_most(requests);
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
        self.respond_with(respond)
    }

    /// Sets the response to a request that does not pass to one of a type: [`ProblemJson`](crate::ProblemJson),
    /// [`Grpc`](crate::Grpc), or your own that implements [`Respond`](crate::Respond).
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_store::InProcess;
    /// use ratelab_tower::{Everyone, ProblemJson, RateLimitLayer};
    ///
    /// let store = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
    /// let layer = RateLimitLayer::new(store, Everyone).respond_with(ProblemJson);
    /// # let _ = layer;
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[must_use]
    pub fn respond_with<T>(self, respond: T) -> RateLimitLayer<S, K, T> {
        let Self { store, key, cost, fields, waiting, .. } = self;
        RateLimitLayer { store, key, respond, cost, fields, waiting }
    }
}

impl<S: fmt::Debug, K, R> fmt::Debug for RateLimitLayer<S, K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimitLayer")
            .field("store", &self.store)
            .field("name", &self.fields.name)
            .finish_non_exhaustive()
    }
}
