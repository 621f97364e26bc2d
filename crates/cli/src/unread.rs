//! Lines that are no requests, and those that were not understood.

use ratelab_access_log::Report;
use ratelab_report::words::{count, counted};
use serde::Serialize;

use crate::{opened::AllOpened, table::printable};

/// The most characters that a text shows of a line.
const LONGEST: usize = 120;

/// A line that was not understood.
#[derive(Serialize)]
pub(crate) struct UnreadLine {
    /// The log that it is of.
    log: String,
    /// Its number there, from 1.
    line: u64,
    text: String,
    expected: &'static str,
    at: usize,
    #[serde(skip)]
    is_one_of_several: bool,
}

impl UnreadLine {
    /// Those of which a report has a sample.
    pub(crate) fn all(report: &Report, opened: &AllOpened) -> Vec<Self> {
        let line = |sample: &ratelab_access_log::Sample| {
            let (log, line) = opened.locate(sample.line);
            Self {
                log: log.to_owned(),
                line,
                text: sample.text.clone(),
                expected: sample.expected,
                at: sample.at,
                is_one_of_several: opened.0.len() > 1,
            }
        };
        report.samples.iter().map(line).collect()
    }

    /// Where it is, what was expected there, and its beginning.
    pub(crate) fn words(&self) -> String {
        let log = if self.is_one_of_several { format!("{}, ", self.log) } else { String::new() };
        let text = printable(&self.text, LONGEST);
        format!("{log}line {}, expected {} at byte {}: {text}", count(self.line), self.expected, self.at + 1)
    }
}

/// `1 line is no request`, `5 lines are no requests`.
pub(crate) fn no_requests(lines: u64) -> String {
    let rest = if lines == 1 { "is no request" } else { "are no requests" };
    format!("{} {rest}", counted(lines, "line"))
}
