//! The store on Redis for threads that may block.

use core::time::Duration;
use std::{io, sync::Arc};

use ratelab_limiter::Policy;
use ratelab_store::{Answer, Failure, LimitStore, OnFailure};
use tokio::runtime::{Builder, Runtime};

use crate::{asynchronous::AsyncStore, link::Server, plan::Refusal};

/// [`AsyncStore`] for threads: the same store, with a thread of its own that talks to Redis, so that a call
/// ends before its deadline whatever the connection does. Clones share one connection.
///
/// It has the methods of [`InProcess`](ratelab_store::InProcess): moving from one to the other changes one line.
///
/// ```no_run
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_redis::Store;
///
/// let policy = Gcra::new(20, 100, 60 * SECOND)?;
/// let clients = Store::new(redis::Client::open("redis://127.0.0.1/")?, policy)?.named("api");
/// println!("{} left", clients.check("ada").remaining);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Its methods panic within tokio, where blocking would stop other tasks: use [`AsyncStore`] there.
#[derive(Clone, Debug)]
pub struct Store {
    store: AsyncStore,
    runtime: Arc<Runtime>,
}

/// Why there is no store.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// Redis cannot hold the policy exactly.
    Refused(Refusal),
    /// The system started no thread for it.
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
    /// A store on one server or a cluster, or why there is none. It connects at the first call.
    pub fn new(server: impl Into<Server>, policy: impl Into<Policy>) -> Result<Self, StoreError> {
        let store = AsyncStore::new(server, policy).map_err(StoreError::Refused)?;
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("ratelab-redis").enable_all().build();
        Ok(Self { store, runtime: Arc::new(runtime.map_err(StoreError::Thread)?) })
    }

    /// As [`AsyncStore::named`].
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { store: self.store.named(name), ..self }
    }

    /// As [`AsyncStore::deadline`].
    #[must_use]
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { store: self.store.deadline(deadline), ..self }
    }

    /// As [`AsyncStore::on_failure`].
    #[must_use]
    pub fn on_failure(self, on_failure: OnFailure) -> Self {
        Self { store: self.store.on_failure(on_failure), ..self }
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        self.store.policy()
    }

    /// Decides about a request of cost 1.
    pub fn check(&self, key: impl AsRef<[u8]>) -> Answer {
        self.runtime.block_on(self.store.check(key))
    }

    /// Decides about a request of any cost.
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

    /// The decision that a request would get. It changes nothing.
    pub fn peek(&self, key: impl AsRef<[u8]>, cost: u32) -> Answer {
        self.runtime.block_on(self.store.peek(key, cost))
    }

    /// Returns an amount that a client was charged, the latest first, never more than it had used.
    pub fn refund(&self, key: impl AsRef<[u8]>, amount: u32) -> Result<(), Failure> {
        self.runtime.block_on(self.store.refund(key, amount))
    }

    /// Removes a client, and reports whether it was stored.
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
