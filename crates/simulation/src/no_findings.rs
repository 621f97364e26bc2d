//! The twin of `findings` in the small build. What it says is true at once: how many requests
//! there are, and how each limiter decided. The other module says what follows from it.

use core::cell::OnceCell;

use ratelab_limiter::Limiter;

use crate::{
    run::Simulation,
    words::{counted, outcomes, title},
};

/// What was found so far.
#[derive(Default)]
pub(crate) struct Findings {
    finding: OnceCell<Finding>,
}

impl Findings {
    pub(crate) fn of(_: usize) -> Self {
        Self::default()
    }
}

/// What a whole run comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What happened.
    pub headline: String,
    /// Why.
    pub reason: String,
}

impl Simulation {
    /// What a lane did.
    pub fn sentence(&self, lane: usize) -> Option<String> {
        let lane = self.lanes().get(lane).filter(|_| self.is_done())?;
        let (record, name) = (lane.record(), title(lane.policy().algorithm()));
        Some([name, ": ", &outcomes(record.counts()), "."].concat())
    }

    /// What the run is about.
    pub fn finding(&self) -> Option<&Finding> {
        let requests = self.traffic().filter(|_| self.is_done())?.len();
        let [requests, limiters] =
            [(requests, "request"), (self.lanes().len(), "limiter")].map(|(n, what)| counted(n as u64, what));
        let headline = [&requests, " for ", &limiters, " to decide."].concat();
        Some(self.findings.finding.get_or_init(|| Finding { headline, reason: String::new() }))
    }
}
