//! Facts about a run that need no computation: the number of requests, and the decisions of each limiter.

use ratelab_limiter::Limiter;

use super::Finding;
use crate::{
    Report,
    words::{counted, outcomes, title},
};

/// Returns the counts of a lane.
pub(super) fn sentence(report: &Report, lane: usize) -> Option<String> {
    let lane = report.lanes().get(lane).filter(|_| report.is_done())?;
    let (record, name) = (lane.record(), title(lane.policy().algorithm()));
    Some([name, ": ", &outcomes(record.counts()), "."].concat())
}

/// Returns the size of the run.
pub(super) fn finding(report: &Report) -> Option<Finding> {
    let requests = report.traffic().filter(|_| report.is_done())?.len();
    let [requests, limiters] =
        [(requests, "request"), (report.lanes().len(), "limiter")].map(|(n, what)| counted(n as u64, what));
    let headline = [&requests, ", ", &limiters, "."].concat();
    Some(Finding { headline, reason: String::new() })
}
