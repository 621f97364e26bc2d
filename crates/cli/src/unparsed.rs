//! Lines that are not requests, and lines that could not be parsed.

use ratelab_access_log::Report;
use ratelab_report::words::{count, counted};
use serde::Serialize;

use crate::{opened::AllOpened, printable::shortened};

/// The most characters shown of a line.
const LONGEST: usize = 120;

/// A line that could not be parsed.
#[derive(Serialize)]
pub(crate) struct UnparsedLine {
    /// The log it belongs to.
    log: String,
    /// Its line number there, from 1.
    line: u64,
    text: String,
    expected: &'static str,
    at: usize,
    #[serde(skip)]
    is_one_of_several: bool,
}

impl UnparsedLine {
    /// The unparsed lines that a report has samples of.
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

    /// Describes where it is, what was expected there, and how it begins.
    pub(crate) fn words(&self) -> String {
        let log = if self.is_one_of_several { format!("{}, ", self.log) } else { String::new() };
        let text = shortened(&self.text, LONGEST);
        format!("{log}line {}, expected {} at byte {}: {text}", count(self.line), self.expected, self.at + 1)
    }
}

/// `1 line is not a request`, `5 lines are not requests`.
pub(crate) fn no_requests(lines: u64) -> String {
    let rest = if lines == 1 { "is not a request" } else { "are not requests" };
    format!("{} {rest}", counted(lines, "line"))
}
