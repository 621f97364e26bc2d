//! Rate limits by key: a trait for stores, an in-process store, and policies for when a store fails.
//!
//! ```
//! use core::time::Duration;
//! use ratelab_limiter::{Outcome, TokenBucket};
//! use ratelab_store::InProcess;
//!
//! // Bursts of 20, 100 more each minute.
//! let policy = TokenBucket::with_capacity(20).rate(100, Duration::from_secs(60))?;
//! let clients = InProcess::new(policy);
//! let answer = clients.check("ada");
//! assert_eq!((answer.outcome, answer.remaining), (Outcome::Allowed, 19));
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! - [`LimitStore`] and [`AsyncLimitStore`]: the traits of a store, for threads and for tasks.
//! - [`InProcess`]: a store with its states in this process. It implements both traits.
//! - [`Observed`]: a store whose answers a function sees, or the metrics of its `with_metrics` (feature `metrics`).
//! - [`Shadow`] never denies, and [`Tiers`] gives kinds of clients different limits.
//! - [`Answer`]: a decision, and the [`Origin`] that made it.
//! - `Throttle` (feature `tokio`): waits until a request is admitted, for a program that limits its own calls.
//! - [`DenyCache`]: denials that a remote store need not be asked for again.
//! - [`Failure`], [`OnFailure`] and [`Fallback`]: for stores outside this process, which can fail.
//!
//! `ratelab-redis` has a store in Redis, and `ratelab-tower` a layer that limits a service by any store.
//!
//! # What this crate does not do
//!
//! - It does not retry. A late call may have been charged, so a second one could charge twice.
//! - It does not persist or share states: those of [`InProcess`] end with the process.
//! - It does not depend on an async runtime (except for the feature `tokio`), and has no `unsafe` code.

#![forbid(unsafe_code)]

mod answer;
mod clock;
mod deny_cache;
mod fallback;
mod in_process;
mod members;
#[cfg(feature = "metrics")]
pub mod metrics;
mod observed;
mod random;
mod shadow;
mod shards;
mod store;
#[cfg(feature = "tokio")]
mod throttle;
mod tiers;
mod unavailable;

pub use answer::{Answer, Failure, OnFailure, Origin};
pub use deny_cache::{Asked, DenyCache};
pub use fallback::Fallback;
pub use in_process::{InProcess, WhenFull};
pub use observed::Observed;
pub use shadow::Shadow;
pub use store::{AsyncLimitStore, LimitStore};
#[cfg(feature = "tokio")]
pub use throttle::Throttle;
pub use tiers::Tiers;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
