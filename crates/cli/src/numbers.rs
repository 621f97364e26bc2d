//! Numbers of a log as people read them, and as programs do.

use ratelab_simulation::words::{count, decimal};
use serde::Serialize;

/// A number that is known, or the least and the most that it may be where the log leaves the order open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Range {
    pub least: u64,
    pub most: u64,
}

impl From<ratelab_calibration::Range> for Range {
    fn from(range: ratelab_calibration::Range) -> Self {
        Self { least: range.least, most: range.most }
    }
}

impl Range {
    /// `12`, or `12 to 15`.
    pub(crate) fn text(self) -> String {
        if self.least == self.most {
            count(self.least)
        } else {
            format!("{} to {}", count(self.least), count(self.most))
        }
    }

    /// Its share of a whole: `0.8 %`, or `0.8 to 1.1 %`.
    pub(crate) fn share(self, whole: u64) -> String {
        let [least, most] = [self.least, self.most].map(|part| percent(part, whole));
        if least == most { most + " %" } else { format!("{least} to {most} %") }
    }
}

/// Percent to two decimals. What is too little for them is not nothing.
fn percent(part: u64, whole: u64) -> String {
    let percent = decimal(part.saturating_mul(100), whole.max(1));
    if part > 0 && percent == "0" { "< 0.01".to_owned() } else { percent }
}
