//! The limiters of `ratelab-limiter` with their state in Redis, for more than one machine.
//!
//! ```no_run
//! use core::time::Duration;
//! use ratelab_limiter::TokenBucket;
//! use ratelab_redis::Store;
//! use ratelab_store::OnFailure;
//!
//! // Bursts of 20, 100 more each minute.
//! let policy = TokenBucket::with_capacity(20).rate(100, Duration::from_secs(60))?;
//! let clients = Store::new(redis::Client::open("redis://127.0.0.1/")?, policy)?
//!     .named("api")
//!     .on_failure(OnFailure::InProcess);
//! let answer = clients.check("ada");
//! if !answer.outcome.admits() {
//!     println!("429, retry after {:?} ns", answer.retry_after);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For a single process, `ratelab_store::InProcess::new(policy)` is the same store without Redis.
//!
//! # Contents
//!
//! - [`script`]: a Lua script for each limiter, with every option, and one for several at once. They need
//!   Redis 7 or Valkey, declare all their keys, and return the same decisions as `ratelab-limiter`, at the
//!   microsecond resolution of Redis' clock. They can be used from any language; each documents its use in its head.
//! - [`Plan`]: the script arguments of a policy, or the reason why Redis cannot hold the policy exactly.
//! - [`key`]: the names of keys, with a hash tag that keeps all keys of a client on one server of a cluster.
//! - [`Store`] and [`AsyncStore`]: stores of `ratelab-store` that call the scripts, on one server or (feature
//!   `cluster`) a cluster, with a deadline for every call.
//!
//! `ratelab-tower` limits any service by such a store: `cargo run -p ratelab-service` starts one.
//!
//! # Time
//!
//! A script reads the clock of the server that has the key, so machines need not agree on the time. Time may
//! also be passed in, for tests and for replaying a log; keys then do not expire, because the server's clock
//! is unrelated to the caller's. A state works on the latest time that was stored with it, so a clock that is set
//! back gives nothing twice. But a denial stores nothing, and a state with a full budget expires with its time: if
//! the clock is set back after that, time passes once more.
//!
//! # What this crate does not do
//!
//! - It does not retry. A late call may have been charged, so a second one could charge twice.
//! - It does not migrate states. Another policy has other keys, and its clients start with a full budget.
//! - It does not keep what Redis loses. Redis replies before its replicas have a write, so a failover may lose the
//!   last charges, and a restart those that were not yet on disk (`appendfsync always` keeps all of them).
//! - It reads no clock, and has no `unsafe` code.

#![forbid(unsafe_code)]

#[cfg(feature = "async")]
mod asynchronous;
#[cfg(feature = "sync")]
mod blocking;
pub mod key;
#[cfg(feature = "async")]
mod link;
pub mod plan;
pub mod reply;
pub mod script;

#[cfg(feature = "async")]
pub use asynchronous::AsyncStore;
#[cfg(feature = "sync")]
pub use blocking::{Store, StoreError};
#[cfg(feature = "async")]
pub use link::Server;
pub use plan::{Plan, Refusal};

/// The examples of the README, as tests.
#[cfg(all(doctest, feature = "sync"))]
#[doc = include_str!("../README.md")]
struct Readme;
