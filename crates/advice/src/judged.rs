//! A limiter with its settings and results.

use ratelab_limiter::{Algorithm, Policy};
use ratelab_scenario::scenario::{Lane, Scenario};

use super::{needs::Judged, numbers::Numbers};
use crate::tuning::Unable;

/// A limiter, or several equivalent ones, with its results.
#[derive(Clone, Debug)]
pub struct JudgedLimiter {
    /// The equivalent limiters, in the order of [`Algorithm::ALL`].
    pub algorithms: Vec<Algorithm>,
    /// The first of them with its settings.
    pub policy: Policy,
    /// The scenario with that limiter alone, on the same traffic.
    pub scenario: Scenario,
    /// Its numbers.
    pub numbers: Numbers,
    /// Its result for each need.
    pub judged: Vec<Judged>,
    /// Every setting that was tried.
    pub tried: Vec<Lane>,
    /// Those that meet all needs, but make requests wait longer than the guarantee's period.
    pub longer: Vec<(Policy, Numbers)>,
}

/// A limiter, or several, that cannot keep the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The limiters.
    pub algorithms: Vec<Algorithm>,
    /// The reason.
    pub why: Unable,
}

impl JudgedLimiter {
    /// Returns the needs that it does not meet.
    pub fn failed(&self) -> impl Iterator<Item = Judged> {
        self.judged.iter().copied().filter(|judged| !judged.is_met)
    }
}
