//! The limiters that could have produced the responses in a log.

use ratelab_access_log::Keys;
use ratelab_calibration::{Finding, Inference, Traffic};
use serde::Serialize;

use crate::{limit::LimitReport, printable::shortened};

/// The most limiters that the text output lists.
const REPORTED: usize = 5;
/// The most characters of a sentence, which includes the name of a client.
const LONGEST: usize = 400;

/// The limiters found, as JSON, best first.
#[derive(Serialize)]
pub(crate) struct Inferred {
    /// Why no limiter was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    findings: Vec<FindingReport>,
}

#[derive(Serialize)]
struct FindingReport {
    sentence: String,
    limiter: &'static str,
    limit: LimitReport,
    /// The limiter with all its options.
    settings: String,
    least: u32,
    /// `None` if no response implies an upper bound.
    most: Option<u32>,
    matches: u64,
    #[serde(rename = "of")]
    answers: u64,
    left_out: u64,
    exact: bool,
    ties: u32,
}

impl Inferred {
    pub(crate) fn new(traffic: &Traffic, keys: &Keys) -> Self {
        let mut inference = Inference::new(traffic);
        while !inference.advance(traffic, u64::MAX) {}
        let findings = inference.findings().iter().map(|finding| FindingReport::new(finding, keys));
        Self { reason: inference.reason().map(str::to_owned), findings: findings.collect() }
    }

    /// One sentence for each of the best.
    pub(crate) fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("{reason}\n");
        }
        let shown = self.findings.iter().take(REPORTED);
        shown.map(|finding| format!("{}\n", shortened(&finding.sentence, LONGEST))).collect()
    }
}

impl FindingReport {
    fn new(finding: &Finding, keys: &Keys) -> Self {
        let client = finding.first.map(|(client, _)| keys.name(client));
        Self {
            sentence: finding.sentence(&client.unwrap_or_default()),
            limiter: finding.algorithm.name(),
            limit: finding.limit.into(),
            settings: finding.settings.to_string(),
            least: finding.least,
            most: Some(finding.most).filter(|most| *most != u32::MAX),
            matches: finding.matches,
            answers: finding.answers,
            left_out: finding.left_out,
            exact: finding.exact,
            ties: finding.ties,
        }
    }
}
