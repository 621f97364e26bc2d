//! Advice on which limiter to use. Every limiter is tuned to the same guarantee and run on the same traffic, and its
//! cost is compared with the needs.
//!
//! ```
//! use ratelab_report::Report;
//! use ratelab_scenario::language::parse;
//!
//! let text = "traffic=30@0s; 5/s for 60s & needs=never 100/60s; burst 20; delay 0s; memory 64 for 1000000";
//! let scenario = parse(text)?;
//! let needs = scenario.needs;
//! let advice = Report::complete(scenario)?.advice(needs).unwrap();
//! assert_eq!(advice.headline(), "Take a token bucket of 20 that gets 81 back a minute.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `guarantee` finds settings, `judge` runs them, `needs` has a row for each need, and `verdict` sorts them; `words`
//! and `document` format the result. `shift` finds when the same traffic would have hurt most.

mod document;
mod guarantee;
mod judge;
mod needs;
mod shift;
mod verdict;
mod words;

pub use self::{
    guarantee::{Unable, candidates, tuned},
    judge::{JudgedLimiter, Numbers, Refused},
    needs::{Judged, NEEDS, Need},
    shift::{MOST_TRIED, Shift},
    verdict::{Advice, Nearest},
};
