//! What a limit would have done to traffic that was observed, and which limit would have done what is wanted.
//!
//! ```
//! use ratelab_calibration::{Basis, Block, Limit, Traffic, effects, ranges, thresholds};
//!
//! // Client 0 sent three requests in the same second, client 1 one; stamps are whole seconds, in microseconds.
//! let second = 1_000_000;
//! let times = [60 * second, 60 * second, 60 * second, 61 * second];
//! let rows = Block { times: &times, keys: &[0, 0, 0, 1], charges: &[] };
//! let traffic = Traffic::group(&[rows], 2, 999_999);
//!
//! // Two a second, and two at once.
//! let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
//! let basis = Basis::new(&traffic, limit.period);
//! assert_eq!(basis.peaks(), [3, 1]);
//! for effect in effects(&traffic, &basis, limit)? {
//!     assert_eq!((effect.clients, effect.denied), (1, 1)); // as stamped, all limiters deny one of the three
//! }
//!
//! // No bucket of two takes three at once, at whatever rate.
//! let [(_, fixed), .., (_, gcra)] = thresholds(&traffic, &basis, limit.burst);
//! assert_eq!((fixed, gcra), (vec![3, 1], vec![u32::MAX, 1]));
//!
//! // But they may have come at any instants of their second: with half a second between them a bucket takes all.
//! let [fixed, .., gcra] = ranges(&traffic, limit)?;
//! assert_eq!((fixed.denied.least, fixed.denied.most), (1, 1));
//! assert_eq!((gcra.denied.least, gcra.denied.most), (0, 1));
//! # Ok::<(), ratelab_limiter::PolicyError>(())
//! ```
//!
//! The rows of a log become [`Traffic`], in which every client has its requests in order and limiters of its
//! own. A [`Basis`] is worked out once for a period, and makes questions about limits of that period fast:
//! [`effects()`], [`thresholds()`], [`over_time()`], [`loudest()`]. Where stamps leave open when a request came,
//! [`ranges()`] says what would have been denied at best and at worst. A [`Frontier`] goes the other way, from what
//! is wanted to limits, and an [`Inference`] from the answers in a log to the limiter that gave them.
//!
//! What takes long can be done in slices: [`Basis::advance`], [`Effects`], [`Ranges`].
//!
//! Everything is exact, in whole numbers. Where a range is a bound only, or costs differ, [`Ranges`] says so.
//!
//! # What this crate does not do
//!
//! - It reads no logs, and knows no names of clients: they are numbers.
//! - It reads no clock, draws no random number and spawns nothing.
//! - It decides nothing that the limiters do not: its own rules are theirs in a form for many requests, and tests
//!   hold them equal. Limiters have their options at their defaults; windows are aligned to 1970.
//! - It does not know what clients would have done next: a client that is denied sends its later requests all
//!   the same, and does not try again.
//! - It counts no time finer than a microsecond, none before 1970 and none after 2554.

#![forbid(unsafe_code)]

mod basis;
mod effects;
mod frontier;
mod infer;
mod limit;
mod loudest;
mod over_time;
mod part;
mod propose;
mod ranges;
mod rules;
mod thin;
mod thresholds;
mod traffic;

pub use basis::Basis;
pub use effects::{Effect, Effects, effects};
pub use frontier::{Frontier, Spare};
pub use infer::{Finding, Inference};
pub use limit::Limit;
pub use loudest::{Loud, loudest};
pub use over_time::{Columns, OverTime, over_time};
pub use propose::{Proposal, friendly, propose};
pub use ranges::{Bounds, Range, Ranges, client_bounds, client_range, ranges};
pub use thin::thinned;
pub use thresholds::{bucket_thresholds, thresholds};
pub use traffic::{Answer, Block, Charge, Client, Traffic};
