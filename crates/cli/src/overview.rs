//! The summary of a log, before any limit.

use ratelab_access_log::{Report, Timing};
use ratelab_report::words::{bytes, counted, duration};
use serde::Serialize;

use crate::{
    instant::date,
    reading::Logs,
    unparsed::{UnparsedLine, no_requests},
};

/// The most unparsed lines that the text output shows.
const SHOWN: usize = 3;

/// The summary of a log, as JSON. Instants are microseconds since 1970.
#[derive(Serialize)]
pub(crate) struct Overview {
    pub format: &'static str,
    pub bytes: u64,
    pub lines: u64,
    pub requests: u64,
    pub clients: u64,
    pub from_us: i64,
    pub to_us: i64,
    pub unparsed: u64,
    pub samples: Vec<UnparsedLine>,
    pub other: u64,
    /// Compressed logs that end early.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut_short: Vec<String>,
    pub slack_us: u32,
    pub timing: &'static str,
    pub disordered: u64,
    pub furthest_back_us: i64,
    pub limited: u64,
    pub left_out: u64,
    pub costs: bool,
    pub capped: u64,
    pub without_cost: u64,
    pub without_key: u64,
}

impl Overview {
    pub(crate) fn new(logs: &Logs) -> Self {
        let report = &logs.report;
        let (from_us, to_us) = report.span.unwrap_or_default();
        Self {
            format: logs.format.name,
            bytes: report.bytes,
            lines: report.lines,
            requests: report.requests,
            clients: logs.keys.len() as u64,
            from_us,
            to_us,
            unparsed: report.unparsed,
            samples: UnparsedLine::all(report, &logs.opened),
            other: report.other,
            cut_short: logs.opened.cut().map(str::to_owned).collect(),
            slack_us: report.slack,
            timing: timing(report),
            disordered: report.disordered,
            furthest_back_us: report.furthest_back,
            limited: report.limited,
            left_out: report.left_out,
            costs: report.uneven,
            capped: report.capped,
            without_cost: report.without_cost,
            without_key: report.without_key,
        }
    }

    /// The summary, and one line for each note about the log. If only time ranges are examined, it says that it
    /// describes the whole log.
    pub(crate) fn text(&self, title: &str, has_ranges: bool) -> String {
        let whole = if has_ranges { "Whole log: " } else { "" };
        let [from, to] = [self.from_us, self.to_us].map(|at| date(at.max(0).unsigned_abs()));
        let mut text = format!(
            "{whole}{} by {}, {from} to {to} UTC\n{title}, {}, {}\n",
            counted(self.requests - self.left_out, "request"),
            counted(self.clients, "client"),
            bytes(self.bytes),
            counted(self.lines, "line")
        );
        self.notes().iter().for_each(|note| text.extend([note, "\n"]));
        text
    }

    fn notes(&self) -> Vec<String> {
        let back = duration(self.furthest_back_us.unsigned_abs().saturating_mul(1_000));
        let slack = duration((u64::from(self.slack_us) + 1) * 1_000);
        let cut = self.cut_short.len() as u64;
        let notes = [
            (cut, format!("Truncated, read as far as possible: {}", self.cut_short.join(", "))),
            (self.unparsed, format!("{} not parsed:{}", were(self.unparsed, "line"), self.shown())),
            (self.other, no_requests(self.other)),
            (self.disordered, format!("{} reordered, by at most {back}", were(self.disordered, "line"))),
            (self.limited, format!("{} rate limited{}", were(self.limited, "request"), self.left())),
            (self.capped, format!("{} capped at the maximum cost", were(self.capped, "cost"))),
            (
                self.without_cost,
                format!("{} without a cost, counted as 1", counted(self.without_cost, "request")),
            ),
            (
                self.without_key,
                format!(
                    "{} with an incomplete key; missing parts are \"-\"",
                    counted(self.without_key, "request")
                ),
            ),
            (
                u64::from(self.timing == "completion"),
                "Timestamps are taken when responses are sent; requests arrived earlier".to_owned(),
            ),
            (
                u64::from(self.slack_us),
                if self.costs {
                    format!(
                        "Timestamps are truncated to {slack}; requests with different costs are taken in log order"
                    )
                } else {
                    format!(
                        "Timestamps are truncated to {slack}; results are ranges over the possible arrival times"
                    )
                },
            ),
        ];
        notes.into_iter().filter(|(number, _)| *number > 0).map(|(_, note)| note).collect()
    }

    fn left(&self) -> &'static str {
        if self.left_out > 0 { ", and left out" } else { "" }
    }

    fn shown(&self) -> String {
        self.samples.iter().take(SHOWN).map(|line| format!("\n  {}", line.words())).collect()
    }
}

/// `1 line was`, `3 lines were`.
fn were(number: u64, thing: &str) -> String {
    format!("{} {}", counted(number, thing), if number == 1 { "was" } else { "were" })
}

fn timing(report: &Report) -> &'static str {
    match report.timing() {
        Some(Timing::Arrival) => "arrival",
        Some(Timing::Corrected) => "corrected",
        Some(Timing::Completion) => "completion",
        None => "mixed",
    }
}
