//! Evaluates rate limits on observed traffic, and finds limits for it.
//!
//! ```
//! use ratelab_calibration::{Basis, Block, Limit, Traffic, effects, ranges, thresholds};
//!
//! // Client 0 sent three requests in one second, client 1 one. Timestamps are whole seconds, in microseconds.
//! let second = 1_000_000;
//! let times = [60 * second, 60 * second, 60 * second, 61 * second];
//! let rows = Block { times: &times, keys: &[0, 0, 0, 1], charges: &[] };
//! let traffic = Traffic::group(&[rows], 2, 999_999);
//!
//! // Two per second, with a burst of two.
//! let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
//! let basis = Basis::new(&traffic, limit.period);
//! assert_eq!(basis.peaks(), [3, 1]);
//! for effect in effects(&traffic, &basis, limit)? {
//!     // At the logged times, every limiter denies one of the three.
//!     assert_eq!((effect.clients, effect.denied), (1, 1));
//! }
//!
//! // No bucket of two admits three at once, at any rate.
//! let [(_, fixed), .., (_, gcra)] = thresholds(&traffic, &basis, limit.burst);
//! assert_eq!((fixed, gcra), (vec![3, 1], vec![u32::MAX, 1]));
//!
//! // But the requests may have arrived at any instants of their second. Half a second apart, a bucket admits all.
//! let [fixed, .., gcra] = ranges(&traffic, limit)?;
//! assert_eq!((fixed.denied.least, fixed.denied.most), (1, 1));
//! assert_eq!((gcra.denied.least, gcra.denied.most), (0, 1));
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! The rows of a log become [`Traffic`], in which every client has its requests in order and its own limiters. A
//! [`Basis`] is computed once for a period, and makes questions about limits of that period fast: [`effects()`],
//! [`thresholds()`], [`over_time()`], [`busiest()`]. If timestamps leave open when a request arrived, [`ranges()`]
//! returns the lower and upper bound of denials. [`propose()`] and [`Frontier`] find limits with few denials, and
//! [`Inference`] finds the limiter that produced the answers in a log.
//!
//! Long computations can be done in slices: [`Basis::advance`], [`Effects`], [`Ranges`], [`Frontier`], [`Inference`].
//!
//! All results are exact, in integers. [`Ranges`] documents where a range is only a bound, or costs differ.
//!
//! # What this crate does not do
//!
//! - It reads no logs, and has no client names: clients are numbers.
//! - It has no clock, no randomness and no threads.
//! - It decides nothing that the limiters do not: its rules are those of `ratelab-limiter`, optimised for many
//!   requests, and tests compare both. Limiters have their default options; windows are aligned to 1970.
//! - It does not predict behaviour: a denied client still sends its later requests, and does not retry.
//! - It handles no times finer than a microsecond, before 1970 or after 2554.

#![forbid(unsafe_code)]

mod basis;
mod busiest;
mod effects;
mod frontier;
mod infer;
mod limit;
mod over_time;
mod part;
mod propose;
mod ranges;
mod rules;
mod thin;
mod thresholds;
mod traffic;

pub use basis::Basis;
pub use busiest::{BusyClient, busiest};
pub use effects::{Effect, Effects, effects};
pub use frontier::{Frontier, Tolerance};
pub use infer::{Finding, Inference};
pub use limit::Limit;
pub use over_time::{Columns, OverTime, over_time};
pub use propose::{Proposal, friendly, propose};
pub use ranges::{Bounds, Range, Ranges, client_bounds, client_range, ranges};
pub use thin::thinned;
pub use thresholds::{bucket_thresholds, thresholds};
pub use traffic::{Answer, Block, Charge, Client, Traffic};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
