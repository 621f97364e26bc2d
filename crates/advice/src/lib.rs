//! Advice on which limiter to use. Every limiter is tuned to the same guarantee and run on the same traffic, and its
//! cost is compared with the needs.
//!
//! ```
//! use ratelab_advice::Advise;
//! use ratelab_report::Report;
//! use ratelab_scenario::language::parse;
//!
//! let text = "traffic=30@0s; 5/s for 60s & needs=never 100/60s; burst 20; delay 0s; memory 64 for 1000000";
//! let scenario = parse(text)?;
//! let needs = scenario.needs;
//! let advice = Report::complete(scenario)?.advice(needs).unwrap();
//! assert_eq!(advice.headline(), "Use a token bucket of 20, refilled at 81 a minute.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`tuning`] finds the settings, `judge` runs them, `needs` has a row for each need, and `rank` orders them;
//! `sentences` and `document` format the result. [`Advise::worst`] finds the traffic that gets the most through a
//! limiter, and [`Advise::worst_shift`] the start time at which the same traffic would have got the most through.
//!
//! # What this crate does not do
//!
//! - It has no limiters and no bounds: `ratelab-limiter` and `ratelab-simulation` have them.
//! - It tries a selection of settings where there are too many to try all.

#![forbid(unsafe_code)]

mod document;
mod judge;
mod judged;
mod needs;
mod numbers;
mod rank;
mod sentences;
mod settings;
mod shift;
pub mod tuning;
mod verdict;
mod worst;

pub use self::{
    judged::{JudgedLimiter, Refused},
    needs::{Judged, NEEDS, Need},
    numbers::Numbers,
    shift::{MOST_TRIED, Shift},
    verdict::{Advice, Nearest},
    worst::Worst,
};

use ratelab_report::Report;
use ratelab_scenario::scenario::Needs;

/// What other settings, and other traffic, would do.
pub trait Advise {
    /// Returns advice for this run's traffic, once the run is done.
    fn advice(&self, needs: Needs) -> Option<Advice>;

    /// Returns the smallest shift of the traffic that gets the most through a lane, once the run is done.
    ///
    /// ```
    /// use ratelab_advice::Advise;
    /// use ratelab_report::Report;
    /// use ratelab_scenario::language::parse;
    ///
    /// let report = Report::complete(parse("lanes=fixed_window&traffic=10@1s; 10@1.6s")?)?;
    /// let shift = report.worst_shift(0).unwrap();
    /// // Any later, and both bursts would be in the same window again.
    /// assert_eq!((shift.now.cost, shift.most.cost), (10, 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn worst_shift(&self, lane: usize) -> Option<Shift>;

    /// Returns the worst case of a lane, if it needs few enough requests.
    ///
    /// ```
    /// use ratelab_advice::Advise;
    /// use ratelab_report::Report;
    ///
    /// let worst = Report::complete(Default::default())?.worst(0).unwrap();
    /// assert_eq!((worst.bound, worst.admitted.cost), (20, 20));
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn worst(&self, lane: usize) -> Option<Worst>;
}

impl Advise for Report {
    fn advice(&self, needs: Needs) -> Option<Advice> {
        self.is_done().then(|| verdict::advised(self, needs))
    }

    fn worst_shift(&self, lane: usize) -> Option<Shift> {
        shift::worst_shift(self, lane)
    }

    fn worst(&self, lane: usize) -> Option<Worst> {
        worst::worst(self, lane)
    }
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
