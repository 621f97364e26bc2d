//! A limit to begin with.

use ratelab_calibration::{Limit, Spare, propose};
use ratelab_limiter::Algorithm;
use serde::Serialize;

use crate::{
    failure::Failure,
    limit::{LimitReport, words_of},
    period::{Part, Period, compared, under},
};

/// A proposal, for programs.
#[derive(Serialize)]
pub(crate) struct Proposed {
    limiter: &'static str,
    limit: LimitReport,
    /// The least amount in the period that would have done.
    peak: u32,
    /// The least burst that would have done; nothing for windows.
    at_once: Option<u32>,
    why: String,
    /// What it would have done to each stretch of the log.
    periods: Vec<Period>,
    #[serde(skip)]
    proposed: Limit,
    #[serde(skip)]
    algorithm: Algorithm,
}

/// What a proposal is to be like.
pub(crate) struct Wish {
    pub period: u64,
    pub spare: Spare,
    /// In percent.
    pub margin: u32,
    pub limiter: Algorithm,
}

impl Proposed {
    /// A limit for the first stretch, and what it would have done to all.
    pub(crate) fn new(first: &Part, parts: &[Part], wish: &Wish) -> Result<Self, Failure> {
        let proposal = propose(&first.traffic, wish.period, wish.spare, wish.margin, wish.limiter);
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

    /// The limit, the reason for it, and what it would have done. It was made of all the log, or of a stretch that has
    /// a name.
    pub(crate) fn text(&self, range: Option<&str>) -> String {
        let (limiter, limit) = (self.limiter, words_of(&self.proposed, self.algorithm));
        let by = range.map_or(String::new(), |range| format!(", by {range} alone"));
        format!("Proposed for {limiter}{by}: {limit}\n{}\n\n{}", self.why, compared(&self.periods))
    }
}
