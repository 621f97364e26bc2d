//! The store on Redis for threads that may block.

use core::time::Duration;
use std::{io, sync::Arc};

use ratelab_limiter::Policy;
use ratelab_store::{Answer, Failure, LimitStore, OnFailure};
use tokio::runtime::{Builder, Runtime};

use crate::{asynchronous::AsyncStore, plan::Refusal, server::Server};

/// [`AsyncStore`] for threads: the same store, with its own thread for the connection, so that every call ends
/// before its deadline. Clones share one connection.
///
/// It has the methods of [`InProcess`](ratelab_store::InProcess): moving from one to the other changes one line.
///
/// ```no_run
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_redis::Store;
/// use ratelab_store::OnFailure;
///
/// let policy = Gcra::new(20, 100, 60 * SECOND)?;
/// let client = redis::Client::open("redis://127.0.0.1/")?;
/// let clients = Store::new(client, policy, OnFailure::InProcess)?.named("api");
/// println!("{} left", clients.check("ada").remaining);
/// println!("{} left", clients.check_cost("ada", 5).remaining);
/// // Many requests in one pipeline, each with its cost.
/// let answers = clients.check_all(&[("ada", 1), ("grace", 5)]);
/// let remaining = clients.peek("ada", 1).remaining; // charges nothing
/// clients.refund("ada", 1)?; // a request that did no work
/// let was_stored = clients.reset("ada")?;
/// println!("{}", clients.policy());
/// # let _ = (answers, remaining, was_stored);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Its methods panic within tokio, where blocking would stop other tasks. Use [`AsyncStore`] there. Dropping it there
/// is fine.
#[derive(Clone, Debug)]
pub struct Store {
    store: AsyncStore,
    runtime: Arc<Thread>,
}

/// The runtime with the thread of the connection.
#[derive(Debug)]
struct Thread(Option<Runtime>);

impl Thread {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.0.as_ref().expect("it is only taken when the store is dropped").block_on(future)
    }
}

impl Drop for Thread {
    /// Does not wait for the thread, because waiting panics where the last clone is dropped within tokio.
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Why a store was not created.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// Redis cannot hold the policy exactly.
    Refused(Refusal),
    /// The thread for the connection could not be started.
    Thread(io::Error),
}

impl core::fmt::Display for StoreError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Thread(error) => write!(f, "no thread for the connection: {error}"),
        }
    }
}

impl core::error::Error for StoreError {}

impl Store {
    /// Returns a store on one server or a cluster, with the choice of what happens to requests when Redis makes no
    /// decision. It connects at the first call.
    ///
    /// # Errors
    ///
    /// Returns a [`StoreError`] if Redis cannot hold the policy exactly, or if no thread can be started.
    pub fn new(
        server: impl Into<Server>,
        policy: impl Into<Policy>,
        on_failure: OnFailure,
    ) -> Result<Self, StoreError> {
        let store = AsyncStore::new(server, policy, on_failure).map_err(StoreError::Refused)?;
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("ratelab-redis").enable_all().build();
        Ok(Self { store, runtime: Arc::new(Thread(Some(runtime.map_err(StoreError::Thread)?))) })
    }

    /// As [`AsyncStore::named`].
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { store: self.store.named(name), ..self }
    }

    /// As [`AsyncStore::deadline`].
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use ratelab_limiter::{Gcra, SECOND};
    /// use ratelab_redis::Store;
    /// use ratelab_store::OnFailure;
    ///
    /// let server = redis::Client::open("redis://127.0.0.1/")?;
    /// let clients = Store::new(server, Gcra::new(20, 100, 60 * SECOND)?, OnFailure::Open)?;
    /// // A call without an answer by then is decided by the fallback.
    /// let clients = clients.deadline(Duration::from_millis(20));
    /// # let _ = clients;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { store: self.store.deadline(deadline), ..self }
    }

    /// As [`AsyncStore::deny_cache`].
    #[must_use]
    pub fn deny_cache(self, slots: usize) -> Self {
        Self { store: self.store.deny_cache(slots), ..self }
    }

    /// As [`AsyncStore::ready`].
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if that was not possible in this time.
    pub fn ready(&self, within: Duration) -> Result<(), Failure> {
        self.runtime.block_on(self.store.ready(within))
    }

    /// Returns the policy.
    pub fn policy(&self) -> &Policy {
        self.store.policy()
    }

    /// Decides a request of cost 1, and charges it if it is admitted.
    pub fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.runtime.block_on(self.store.check(key))
    }

    /// Decides a request of any cost, and charges it if it is admitted.
    pub fn check_cost(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        self.runtime.block_on(self.store.check_cost(key, cost))
    }

    /// As [`AsyncStore::check_all`].
    pub fn check_all<K: AsRef<[u8]>>(&self, requests: &[(K, u32)]) -> Vec<Answer> {
        self.runtime.block_on(self.store.check_all(requests))
    }

    /// As [`AsyncStore::check_parts`].
    pub fn check_parts(&self, tag: impl AsRef<[u8]>, parts: &[&[u8]], cost: u32) -> Answer {
        self.runtime.block_on(self.store.check_parts(tag, parts, cost))
    }

    /// Returns the decision that a request would get. It changes nothing.
    pub fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        self.runtime.block_on(self.store.peek(key, cost))
    }

    /// As [`AsyncStore::refund`].
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        self.runtime.block_on(self.store.refund(key, amount))
    }

    /// Removes a client, and reports whether it was stored.
    ///
    /// # Errors
    ///
    /// Returns the [`Failure`] if Redis did not confirm it before the deadline.
    pub fn reset(&self, key: impl AsRef<[u8]>) -> Result<bool, Failure> {
        self.runtime.block_on(self.store.reset(key))
    }
}

impl LimitStore for Store {
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
