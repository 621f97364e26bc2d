//! Readable results of a simulation: sentences, labels, pictures, and files.
//!
//! ```
//! use ratelab_report::Report;
//! use ratelab_scenario::language::parse;
//!
//! let scenario = parse("limit=10/10s&traffic=10@9.5s; 10@10.1s")?;
//! let report = Report::complete(scenario)?;
//! assert_eq!(report.sentence(0).unwrap(), "The fixed window let 20 through in 0.6 s, twice its limit of 10.");
//! assert!(report.to_svg().unwrap().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Report`] owns a run and caches the results computed from it. [`findings`] state the result of a run and its
//! reason, [`labels`] are the texts inside a figure, [`explain`] puts one decision into words, and [`anatomy`] shows
//! a limiter at one instant. [`svg`] draws the figure as a file.
//!
//! # What this crate does not do
//!
//! - It decides nothing and records nothing: `ratelab-limiter` and `ratelab-simulation` do.
//! - It has no clock, no floating point, and no randomness.
//! - It does not depend on a screen or a browser.

#![forbid(unsafe_code)]

pub mod anatomy;
pub mod constants;
mod disagreements;
pub mod explain;
mod export;
pub mod findings;
pub mod labels;
mod report;
pub mod svg;
pub mod understood;
pub mod words;

pub use findings::{Finding, contrast};
pub use report::{Report, Wording};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
