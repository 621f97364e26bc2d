//! How much a report says about a run.

use super::Report;
use crate::findings::{Finding, counts};

/// The sentences of a report. A program that only uses [`Wording::COUNTS`] does not link the rules behind
/// [`Wording::FULL`], which are most of this crate.
///
/// ```
/// use ratelab_report::{Report, Wording};
///
/// let report = Report::complete(Default::default())?;
/// let headline = |wording: &Wording| wording.finding(&report).unwrap().headline;
/// assert_eq!(headline(&Wording::COUNTS), "20 requests, 7 limiters.");
/// assert_eq!(headline(&Wording::FULL), report.finding().unwrap().headline);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Wording {
    sentence: fn(&Report, usize) -> Option<String>,
    finding: fn(&Report) -> Option<Finding>,
}

impl Wording {
    /// Only counts, which need no rules.
    pub const COUNTS: Self = Self {
        sentence: |report, lane| counts::sentence(report, lane),
        finding: |report| counts::finding(report),
    };
    /// The result and its reason.
    pub const FULL: Self = Self { sentence: Report::sentence, finding: |report| report.finding().cloned() };

    /// Returns a sentence about a lane, once the run is done.
    pub fn sentence(&self, report: &Report, lane: usize) -> Option<String> {
        (self.sentence)(report, lane)
    }

    /// Returns the result of the run, once it is done.
    pub fn finding(&self, report: &Report) -> Option<Finding> {
        (self.finding)(report)
    }
}
