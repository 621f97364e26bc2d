//! The settings of a limiter that keep a guarantee in the worst case, for a comparison of limiters.
//!
//! ```
//! use ratelab_limiter::Algorithm;
//! use ratelab_scenario::language::{parse, print_lane};
//! use ratelab_advice::tuning::{Demand, candidates, tuned};
//!
//! let scenario = parse("traffic=3@0s&needs=never 3/1s")?;
//! let lane = tuned(Algorithm::FixedWindow, &scenario).unwrap();
//! assert_eq!(print_lane(&lane), "fixed_window limit=1 window=1s");
//! // Two are possible if a window begins with a request: no more than three come close.
//! let demand = Demand { requests: 3, cost: 3, bursts: vec![3] };
//! let all = candidates(Algorithm::FixedWindow, &scenario, &demand).unwrap();
//! assert!(all.iter().any(|lane| print_lane(lane) == "fixed_window limit=2 window=1s align=first"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `guarantee` finds the largest settings, and `grid` those to try on some traffic.

mod grid;
mod guarantee;

pub use self::{
    grid::{Demand, Grid, Setting, candidates, evenly},
    guarantee::{Unable, tuned, waits},
};
