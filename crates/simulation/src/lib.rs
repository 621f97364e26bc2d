//! Runs a scenario: sends its traffic through every limiter, and records each decision.
//!
//! ```
//! use ratelab_scenario::language::parse;
//! use ratelab_simulation::run::Simulation;
//!
//! let scenario = parse("limit=10/10s&traffic=10@9.5s; 10@10.1s")?;
//! let run = Simulation::complete(scenario)?;
//! assert_eq!(run.measures(0).unwrap().counts.admitted(), 20); // the fixed window
//! assert_eq!(run.measures(1).unwrap().counts.admitted(), 10); // the sliding window log
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Requests may come from groups of clients, each with its own traffic and limit. They may be decided on
//! several servers, with local or shared states, or by several layers:
//!
//! ```
//! use ratelab_scenario::language::parse;
//! use ratelab_simulation::run::Simulation;
//!
//! let text = "traffic=40@0s by app; 10@1s by cron&groups=app, cron limit 5/10s&servers=2 round_robin local\
//!     &lanes=fixed_window, fixed_window state=shared, layers(edge: gcra burst=30 key=everybody then token_bucket)";
//! let run = Simulation::complete(parse(text)?)?;
//! // Two servers that do not sync: twice ten for the app, twice five for the cron job.
//! assert_eq!(run.measures(0).unwrap().counts.admitted(), 30);
//! assert_eq!(run.measures(1).unwrap().counts.admitted(), 15);
//! assert_eq!(run.by_group(1)[1].counts.denied, 5);
//! assert_eq!(run.rows(2).map(|(_, layers)| layers), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`run`] decides and records. Everything else reads the record: [`view`] provides what to draw for a time
//! range, [`band`] a state over time, [`rows`] a lane by server or layer, [`measures`] the numbers of a lane,
//! and [`disagreements`] the requests on which lanes differ. [`explain`] repeats a single decision.
//!
//! # What this crate does not do
//!
//! - It contains no limiters: `ratelab-limiter` does.
//! - It has no clock, no floating point, and no randomness other than the scenario's seed.
//! - It writes no sentences and draws nothing: `ratelab-report` does.

#![forbid(unsafe_code)]

pub mod band;
pub mod disagreements;
pub mod explain;
pub mod measures;
pub mod rows;
pub mod run;
pub mod span;
pub mod view;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
