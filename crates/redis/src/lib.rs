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
//! let client = redis::Client::open("redis://127.0.0.1/")?;
//! let clients = Store::new(client, policy, OnFailure::InProcess)?.named("api");
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
//! - [`Store`] and [`AsyncStore`]: stores of `ratelab-store` that call the scripts, on one [`Server`], behind Sentinels
//!   or (feature `cluster`) on a cluster, with a deadline for every call.
//!
//! `ratelab-tower` limits any service by such a store: `cargo run -p ratelab-service` starts one.
//!
//! # Time
//!
//! A script reads the clock of the server that has the key, so machines need not agree on the time. Time may
//! also be passed in, for tests and for replaying a log; keys then do not expire, because the server's clock
//! is unrelated to the caller's. A state works on the latest time that was stored with it, so a clock that is set
//! back gives nothing twice, and hints include the difference. But a denial stores nothing, and a state with a full
//! budget expires with its time: if the clock is set back after that, time passes once more. By the server's own clock, a
//! state from further ahead than any state lasts begins again: clients get at most one extra budget for each such jump,
//! instead of being denied until the clock has caught up.
//!
//! # When Redis fails
//!
//! Connections are made in a task, with their own timeout. Calls wait for it until their deadline. After an attempt that
//! failed, calls are answered at once by [`OnFailure`], while the task tries again at most every half second. A
//! connection is replaced if it breaks, if a probe of it stays without reply after a late call, if the server refuses
//! writes because it is a replica now, and at a [greatest age](Server::max_age).
//!
//! A call is only sent again if the server replied that it did nothing: it does not know the script, it is loading, or
//! in a cluster another server has the key. Then it is sent again until its deadline.
//!
//! # Setting up Redis
//!
//! - Version 6.2 or later, or Valkey. [`AsyncStore::ready`] makes sure of it.
//! - Rights of a user: `~rl:* -@all +evalsha +eval +script|load +get +set +del +time +ping`, for a sliding window log also
//!   `+lrange +lindex +llen +ltrim +lset +rpush +pexpireat +persist`, and for a cluster `+cluster|slots +asking`. `rl` is
//!   the [name](AsyncStore::named) of the store.
//! - An eviction policy of `noeviction` or `volatile-ttl`. Any `allkeys-*` lets a flood of new clients evict the states
//!   of others, whose limits then begin again; `volatile-ttl` evicts those first that would end soonest.
//! - Persistence is not needed: a restart without it gives every client a full budget once.
//!
//! # What this crate does not do
//!
//! - It does not send a call again that may have run. A late call may have been charged, so a second one could charge
//!   twice.
//! - It does not migrate states. Another policy has other keys, and its clients start with a full budget.
//! - It does not keep what Redis loses. Redis replies before its replicas have a write, so a failover may lose the
//!   last charges, and a restart those that were not yet on disk (`appendfsync always` keeps all of them).
//! - It makes no decision by a clock of this process, and has no `unsafe` code.

#![forbid(unsafe_code)]

#[cfg(feature = "async")]
mod asynchronous;
#[cfg(feature = "async")]
mod backoff;
#[cfg(feature = "sync")]
mod blocking;
#[cfg(feature = "async")]
mod call;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "async")]
mod connection;
#[cfg(feature = "async")]
mod failure;
pub mod key;
#[cfg(feature = "async")]
mod link;
mod memory;
#[cfg(feature = "async")]
mod nodes;
#[cfg(feature = "async")]
mod observe;
pub mod plan;
#[cfg(feature = "async")]
mod ready;
pub mod reply;
pub mod script;
#[cfg(feature = "async")]
mod server;

#[cfg(feature = "async")]
pub use asynchronous::AsyncStore;
#[cfg(feature = "sync")]
pub use blocking::{Store, StoreError};
#[cfg(feature = "async")]
pub use connection::SharedConnection;
pub use plan::{Plan, Refusal};
/// What every store has in common.
#[cfg(feature = "async")]
pub use ratelab_store::{Answer, Failure, OnFailure, Origin};
/// The client whose connections the stores use, so that a program has the same version.
#[cfg(feature = "async")]
pub use redis;
#[cfg(feature = "async")]
pub use server::Server;

/// The examples of the README, as tests.
#[cfg(all(doctest, feature = "sync"))]
#[doc = include_str!("../README.md")]
struct Readme;
