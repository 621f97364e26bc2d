//! What is true of a run at once: how many requests there are, and how each limiter decided.

use ratelab_limiter::Limiter;

use super::Finding;
use crate::{
    Report,
    words::{counted, outcomes, title},
};

/// What a lane did.
pub(super) fn sentence(report: &Report, lane: usize) -> Option<String> {
    let lane = report.lanes().get(lane).filter(|_| report.is_done())?;
    let (record, name) = (lane.record(), title(lane.policy().algorithm()));
    Some([name, ": ", &outcomes(record.counts()), "."].concat())
}

/// What the run is about.
pub(super) fn finding(report: &Report) -> Option<Finding> {
    let requests = report.traffic().filter(|_| report.is_done())?.len();
    let [requests, limiters] =
        [(requests, "request"), (report.lanes().len(), "limiter")].map(|(n, what)| counted(n as u64, what));
    let headline = [&requests, " for ", &limiters, " to decide."].concat();
    Some(Finding { headline, reason: String::new() })
}
