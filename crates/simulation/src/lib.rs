//! Any traffic through every limiter, recorded exactly.
//!
//! ```
//! use ratelab_simulation::{language::parse, run::Simulation};
//!
//! let scenario = parse("limit=10/10s&traffic=10@9.5s; 10@10.1s")?;
//! let run = Simulation::complete(scenario)?;
//! assert_eq!(run.sentence(0).unwrap(), "The fixed window let 20 through in 0.6 s, twice its limit of 10.");
//! assert_eq!(run.measures(1).unwrap().counts.admitted(), 10); // the sliding window log
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`scenario::Scenario`] holds everything that happens, the seed of random traffic too. So
//! the same scenario gives the same result on every machine, and a link can carry a whole
//! experiment. The [`language`] reads and writes scenarios, [`traffic`] makes the arrivals,
//! [`run`] sends them through the lanes, and [`view`], [`measures`], [`explain`] and [`anatomy`]
//! say what came of it. A [`Finding`] says what it comes to. [`scenarios`] are built in.
//!
//! # What this crate does not do
//!
//! - It decides nothing: `ratelab-limiter` does.
//! - It has no clock, no floating point, and no randomness but the seed's.
//! - It knows no screen and no browser.
//!
//! # The small build
//!
//! Without the feature `whole` the crate has what the first picture of most scenarios needs.
//! `language`, `traffic` and `run` each have a module `extras` with a small twin, `no_extras`, and
//! so has the crate; what only the extras can do is refused as `not_here`.

#![forbid(unsafe_code)]

pub mod band;
mod disagreements;
mod export;
#[cfg(feature = "whole")]
mod extras;
#[cfg(not(feature = "whole"))]
#[path = "no_extras.rs"]
mod extras;
pub mod language;
pub mod measures;
pub mod run;
pub mod scenario;
pub mod scenarios;
pub mod traffic;
pub mod view;
pub mod words;

pub use extras::open::*;
