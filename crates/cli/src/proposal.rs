//! A proposed limit.

use ratelab_calibration::{Limit, Tolerance, propose};
use ratelab_limiter::Algorithm;
use serde::Serialize;

use crate::{
    failure::Failure,
    limit::{LimitReport, words_of},
    period::{Part, Period, compared, under},
};

/// A proposal, as JSON.
#[derive(Serialize)]
pub(crate) struct Proposed {
    limiter: &'static str,
    limit: LimitReport,
    /// The smallest sufficient amount per period.
    peak: u32,
    /// The smallest sufficient burst; `None` for windows.
    at_once: Option<u32>,
    why: String,
    /// The effect of the limit on each time range.
    periods: Vec<Period>,
    #[serde(skip)]
    proposed: Limit,
    #[serde(skip)]
    algorithm: Algorithm,
}

/// The options of a proposal.
pub(crate) struct Wish {
    pub period: u64,
    pub tolerance: Tolerance,
    /// In percent.
    pub margin: u32,
    pub limiter: Algorithm,
}

impl Proposed {
    /// Proposes a limit for the first time range, and tries it on all of them.
    pub(crate) fn new(first: &Part, parts: &[Part], wish: &Wish) -> Result<Self, Failure> {
        let proposal = propose(&first.traffic, wish.period, wish.tolerance, wish.margin, wish.limiter);
        Ok(Self {
            limiter: wish.limiter.name(),
            limit: proposal.limit.into(),
            peak: proposal.peak,
            at_once: proposal.at_once,
            why: proposal.why,
            periods: under(parts, proposal.limit)?,
            proposed: proposal.limit,
            algorithm: wish.limiter,
        })
    }

    pub(crate) fn limit(&self) -> Limit {
        self.proposed
    }

    pub(crate) fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The limit, the reason for it, and its effect. `range` names the time range it is based on, if not the whole log.
    pub(crate) fn text(&self, range: Option<&str>) -> String {
        let (limiter, limit) = (self.limiter, words_of(&self.proposed, self.algorithm));
        let by = range.map_or(String::new(), |range| format!(", based on {range}"));
        format!("Proposed for {limiter}{by}: {limit}\n{}\n\n{}", self.why, compared(&self.periods))
    }
}
