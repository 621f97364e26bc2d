//! Any traffic through every limiter, recorded exactly.
//!
//! ```
//! use ratelab_simulation::run::Simulation;
//! use ratelab_scenario::language::parse;
//!
//! let scenario = parse("limit=10/10s&traffic=10@9.5s; 10@10.1s")?;
//! let run = Simulation::complete(scenario)?;
//! assert_eq!(run.sentence(0).unwrap(), "The fixed window let 20 through in 0.6 s, twice its limit of 10.");
//! assert_eq!(run.measures(1).unwrap().counts.admitted(), 10); // the sliding window log
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Requests may come from groups of clients, each with traffic and a limit of its own, and may be decided on
//! several servers, by states that live anywhere, or by several layers:
//!
//! ```
//! use ratelab_simulation::run::Simulation;
//! use ratelab_scenario::language::parse;
//!
//! let text = "traffic=40@0s by app; 10@1s by cron&groups=app, cron limit 5/10s&servers=2 round_robin local\
//!     &lanes=fixed_window, fixed_window state=shared, layers(edge: gcra burst=30 key=everybody then token_bucket)";
//! let run = Simulation::complete(parse(text)?)?;
//! // Two servers that do not talk: twice ten for the app, twice five for the cron job.
//! assert_eq!(run.measures(0).unwrap().counts.admitted(), 30);
//! assert_eq!(run.measures(1).unwrap().counts.admitted(), 15);
//! assert_eq!(run.by_group(1)[1].counts.denied, 5);
//! assert_eq!(run.rows(2).map(|(_, layers)| layers), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Scenario`](ratelab_scenario::scenario::Scenario) holds everything that a run depends on, so the same scenario
//! gives the same result on every machine. [`run`] sends its arrivals through the lanes, and [`view`], [`measures`],
//! [`explain`] and [`anatomy`] say what came of it. [`advice`] says which limiter to take. A [`Finding`] states the
//! result of a run in a sentence.
//!
//! # What this crate does not do
//!
//! - It decides nothing: `ratelab-limiter` does.
//! - It has no clock, no floating point, and no randomness except the seed's.
//! - It knows no screen and no browser.
//!
//! # The small build
//!
//! Without the feature `whole` the crate has what the first picture of most scenarios needs.
//! `run` has a module `extras` with a small twin, `no_extras`, and so has the crate, and the language of
//! `ratelab-scenario`; what only the extras can do is refused as `not_here`.

#![forbid(unsafe_code)]

pub mod band;
mod disagreements;
mod export;
#[cfg(feature = "whole")]
mod extras;
#[cfg(not(feature = "whole"))]
#[path = "no_extras.rs"]
mod extras;
pub mod measures;
pub mod run;
pub mod view;
pub mod words;

pub use extras::open::*;
