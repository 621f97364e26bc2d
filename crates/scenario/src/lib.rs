//! What to simulate, as plain values: limits, clients, servers, lanes of limiters, and traffic.
//!
//! ```
//! use ratelab_scenario::{language::{parse, print}, traffic::arrivals};
//!
//! let scenario = parse("limit=10/10s & traffic=10@9.5s; 10@10.1s")?;
//! assert_eq!(scenario.limit.amount, 10);
//! assert_eq!(arrivals(&scenario).len(), 20);
//! assert_eq!(print(&scenario), "v=1&traffic=10@9.5s; 10@10.1s"); // 10/10s is the default limit
//! # Ok::<(), ratelab_scenario::language::LanguageError>(())
//! ```
//!
//! A [`scenario::Scenario`] holds everything that a simulation depends on, including the seed of random traffic. The
//! same scenario therefore gives the same result on every machine, and a link can carry a whole experiment. The
//! [`language`] reads, prints and amends scenarios, [`traffic`] generates their arrivals, and [`scenarios`] are the
//! built-in ones.
//!
//! # What this crate does not do
//!
//! - It does not run anything: `ratelab-simulation` does.
//! - It has no clock, no floating point, and no randomness other than the scenario's seed.
//!
//! The feature `sample` adds `sample`: a day of a generated access log.

#![forbid(unsafe_code)]

pub mod language;
pub mod observed;
#[cfg(feature = "sample")]
pub mod sample;
pub mod scenario;
pub mod scenarios;
pub mod traffic;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
