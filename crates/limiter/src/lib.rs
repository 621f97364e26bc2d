//! Seven rate limiters that decide exactly.
//!
//! ```
//! use core::time::Duration;
//! use ratelab_limiter::{Limiter, Outcome, TokenBucket};
//!
//! // Ten at once, five more each second.
//! let limiter = TokenBucket::with_capacity(10).rate(5, Duration::from_secs(1))?;
//! let mut state = limiter.fresh();
//!
//! assert_eq!(limiter.take(&mut state, 0, 10), Outcome::Allowed); // time 0, cost 10
//! let denied = limiter.check(&mut state, 50_000_000, 1); // 50 ms later
//! assert_eq!(denied.outcome, Outcome::Denied);
//! assert_eq!(denied.retry_after, Some(150_000_000)); // and not a nanosecond less
//! assert_eq!(limiter.take(&mut state, 200_000_000, 1), Outcome::Allowed);
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! A **policy** is a configuration, checked once; a **state** is the usage of one key;
//! **time** is an argument, in nanoseconds. A policy with a state and a time gives a decision
//! and a new state. Every rule is a comparison of integers: a rate of 10 in 13 seconds is
//! never rounded to 0.769 a second, so nothing drifts. The same numbers give the same
//! decisions on every machine.
//!
//! | limiter | bytes for each key | worst case in a window W |
//! |---|---|---|
//! | [`FixedWindow`] | 24 | 2 x limit |
//! | [`SlidingWindowLog`] | 16 to 32 for each instant | limit |
//! | [`SlidingWindowCounter`] | 24 | 2 x limit |
//! | [`TokenBucket`], [`LeakyBucketMeter`], [`Gcra`] | 16 | capacity + rate x W |
//! | [`LeakyBucketQueue`] | 16 | capacity + rate x W admitted; served at the rate |
//! | [`Policy`], any of them chosen at run time | 32, plus the entries of a log or an all-of | that of its limiter |
//!
//! [`Builder`] builds limiters with named numbers, and durations are [`Nanoseconds`] or
//! `core::time::Duration`. [`AllOf`] combines several limiters, also as layers. [`Policy`] is any
//! of them, chosen at run time, and [`Settings`] makes one from names and values. `Keyed` keeps
//! a state for each key. [`Headers`] is the HTTP response to a decision. For simulation and
//! planning there are two extensions: [`batch`] decides many requests in one call, and
//! [`replicas`] bounds the admissions of synchronized copies of a state.
//!
//! # The clock
//!
//! A limiter works on the latest time of any check, allowed or not. A clock that goes back
//! therefore neither gives budget twice nor takes it away; until it catches up, no time
//! passes. A peek changes nothing.
//!
//! # Several servers and layers
//!
//! [`Limiter::charge_anyway`] charges without a decision: requests that another server
//! admitted count here, too, also beyond the limit. [`AllOf::in_order`] makes layers of
//! limiters, such as a gateway before an application: each decides and is charged before the
//! next.
//!
//! ```
//! use ratelab_limiter::{AllOf, FixedWindow, Gcra, Limiter, SECOND};
//!
//! let application = Gcra::new(2, 1, SECOND)?; // two at once, one more each second
//! let mut state = application.fresh();
//! application.charge_anyway(&mut state, 0, 5); // three more than it would have admitted
//! assert_eq!(application.check(&mut state, 0, 1).retry_after, Some(4 * SECOND));
//!
//! let gateway = FixedWindow::new(3, 60 * SECOND)?;
//! let layers = AllOf::new(vec![gateway.into(), application.into()])?.in_order();
//! let mut state = layers.fresh();
//! assert!(layers.take(&mut state, 0, 2).admits());
//! // The application denies the third; the gateway was charged for it, and denies the next.
//! assert_eq!(layers.check(&mut state, 0, 1).why.member, 1);
//! assert_eq!(layers.check(&mut state, 0, 1).why.member, 0);
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It never reads a clock or spawns anything. The only random numbers are the secrets
//!   that [`Keyed`] hashes keys with, and no decision depends on them.
//! - It has no floating point, no `unsafe` and no dependency, and needs only
//!   `alloc`; `Keyed` needs the default feature `std`.
//! - It does not lock. It takes `&mut`; use it behind the lock of your choice.
//! - It does not wait. A queue returns the delay of a request, and the caller waits.
//! - It does not share state between machines. Two servers with a limit each admit twice
//!   the limit, unless each is charged for what the other admitted.

#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod algorithm;
pub mod algorithms;
pub mod batch;
pub mod bounds;
mod bucket;
mod builder;
mod decision;
mod error;
mod headers;
#[cfg(feature = "std")]
pub mod keyed;
mod limiter;
mod nanoseconds;
mod options;
mod policy;
pub mod replicas;
pub mod role;
mod settings;
mod value;
mod window;

pub use algorithm::Algorithm;
pub use algorithms::{
    fixed_window::FixedWindow, gcra::Gcra, leaky_bucket_meter::LeakyBucketMeter,
    leaky_bucket_queue::LeakyBucketQueue, sliding_window_counter::SlidingWindowCounter,
    sliding_window_log::SlidingWindowLog, token_bucket::TokenBucket,
};
pub use bounds::SECOND;
pub use bucket::Backlog;
pub use builder::Builder;
pub use decision::{Comparison, Decision, Outcome, Rule, Why};
pub use error::PolicyError;
pub use headers::{Headers, NameError};
#[cfg(feature = "std")]
pub use keyed::{Keyed, SnapshotError, SnapshotKey};
pub use limiter::{Limiter, Quota};
pub use nanoseconds::Nanoseconds;
pub use options::{Refill, Rounding};
pub use policy::{AllOf, Policy, PolicyMoment, PolicyState};
pub use settings::Settings;
pub use value::Value;
pub use window::Align;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
