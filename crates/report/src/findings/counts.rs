//! Facts about a run that need no computation: the number of requests, and the decisions of each limiter.

use ratelab_limiter::Limiter;
use ratelab_simulation::run::Simulation;

use super::Finding;
use crate::words::{counted, outcomes, title};

/// Returns the counts of a lane.
pub(crate) fn sentence(run: &Simulation, lane: usize) -> Option<String> {
    let lane = run.lanes().get(lane).filter(|_| run.is_done())?;
    let (record, name) = (lane.record(), title(lane.policy().algorithm()));
    Some([name, ": ", &outcomes(record.counts()), "."].concat())
}

/// Returns the size of the run.
pub(crate) fn finding(run: &Simulation) -> Option<Finding> {
    let requests = run.traffic().filter(|_| run.is_done())?.len();
    let [requests, limiters] =
        [(requests, "request"), (run.lanes().len(), "limiter")].map(|(n, what)| counted(n as u64, what));
    let headline = [&requests, ", ", &limiters, "."].concat();
    Some(Finding { headline, reason: String::new() })
}
