//! The limiters of `ratelab-limiter` with their state in Redis, for more than one machine.
//!
//! ```no_run
//! use ratelab_limiter::{SECOND, TokenBucket};
//! use ratelab_redis::{OnFailure, Store};
//!
//! let policy = TokenBucket::new(20, 100, 60 * SECOND)?; // bursts of 20, 100 more each minute
//! let clients = Store::new(redis::Client::open("redis://127.0.0.1/")?, policy)?
//!     .named("api")
//!     .on_failure(OnFailure::InProcess);
//! let answer = clients.check("ada");
//! if !answer.outcome.admits() {
//!     println!("429, and again after {:?} ns", answer.retry_after);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In one process the same needs nothing installed, and differs in one line:
//!
//! ```
//! use ratelab_limiter::{Outcome, SECOND, TokenBucket};
//! use ratelab_redis::InProcess;
//!
//! let policy = TokenBucket::new(20, 100, 60 * SECOND)?;
//! let clients = InProcess::new(policy);
//! let answer = clients.check("ada");
//! assert_eq!((answer.outcome, answer.remaining), (Outcome::Allowed, 19));
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! # What is here
//!
//! - [`script`]: a Lua script for each limiter, with every option, and one for several at once. They need
//!   Redis 7 or Valkey, declare all their keys, and decide as the core does on every field, at the resolution
//!   of Redis' clock, which is a microsecond. They can be used from any language; each says in its head how.
//! - [`Plan`]: what a script is told of a policy, or why Redis cannot hold the policy exactly.
//! - [`Store`] and [`AsyncStore`]: the scripts behind the interface of the core's keyed store, on one server or
//!   (feature `cluster`) a cluster, with a deadline for every call and what happens when it passes.
//! - [`InProcess`]: the same interface on a state in this process.
//! - `tower` (the feature of that name): a layer that limits any service. `cargo run -p ratelab-redis --features
//!   tower --example service` starts one.
//!
//! # Time
//!
//! A script reads the clock of the server that has the key, so machines need not agree on the time. Time may
//! also be passed in, for tests and for replaying a log; keys then do not expire, because the server's clock
//! says nothing about the caller's. A state works on the latest time that was stored with it, as the core's
//! does, so that a clock which is set back gives nothing twice. But a denial stores nothing, and a state that is
//! whole again is forgotten with its time: only if the clock is set back after that, time passes once more.
//!
//! # What this crate does not do
//!
//! - It does not retry. A call that was late may have been charged, so asking again could charge twice.
//! - It does not change a policy in force. Another policy has other keys, and its clients begin unused.
//! - It does not keep what Redis loses. Redis answers before its replicas know, so a failover may forget the
//!   last charges, and a restart those that were not yet on disk (`appendfsync always` keeps all of them).
//! - It has no `unsafe` code, and no clock but in [`InProcess`].

#![forbid(unsafe_code)]

mod answer;
#[cfg(feature = "async")]
mod asynchronous;
#[cfg(feature = "sync")]
mod blocking;
mod check;
mod clock;
mod in_process;
pub mod key;
#[cfg(feature = "async")]
mod link;
pub mod plan;
pub mod reply;
pub mod rust_text;
pub mod script;
#[cfg(feature = "tower")]
pub mod tower;

pub use answer::{Answer, Failure, OnFailure, Origin};
#[cfg(feature = "async")]
pub use asynchronous::AsyncStore;
#[cfg(feature = "sync")]
pub use blocking::{Store, StoreError};
pub use check::Check;
pub use in_process::InProcess;
#[cfg(feature = "async")]
pub use link::Server;
pub use plan::{Plan, Refusal};
