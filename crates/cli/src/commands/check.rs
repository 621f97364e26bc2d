//! `ratelab check`: whether a limit keeps denials within a maximum, as an exit code.

use std::process::ExitCode;

use clap::Args;
use ratelab_access_log::Report;
use ratelab_calibration::Basis;
use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, counted};
use serde::Serialize;

use super::Command;
use crate::{
    effects::{Effect, effects},
    failure::Failure,
    limit::Limited,
    output::{say, say_json},
    reading::{CUT_SHORT, Logs, Reading},
    unparsed::{UnparsedLine, no_requests},
    values::{self, Most},
};

const EXAMPLES: &str = "\
Exit codes: 0 if denials are within the maximum; 1 if they exceed it; 2 if there is no verdict, because an option
or a log is invalid, a compressed log is truncated, or more lines are unparsed than --max-unparsed allows.
If timestamps do not determine the order of requests, the worst order is assumed.

Examples:
  ratelab check access.log --limit 60/m --max-denied 0.1%
  ratelab check access.log.gz --limit 100/10s --burst 50 --limiter gcra --max-denied 0.1% --max-clients 5
  zcat access.log.*.gz | ratelab check - --limit 1000/h --key user --max-clients 0";

/// Check that a limit keeps the denials in an access log within a maximum, for use in CI
#[derive(Args)]
#[command(after_help = EXAMPLES, next_line_help = true)]
pub(crate) struct Check {
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    limited: Limited,
    /// The limiter
    #[arg(long, default_value = "token_bucket", value_parser = values::limiter)]
    limiter: Algorithm,
    /// The most requests that may be denied, as a percentage (0.1%) or a number [default: 0, unless --max-clients is
    /// given]
    #[arg(long, value_name = "MAX", value_parser = values::most, allow_hyphen_values = true)]
    max_denied: Option<Most>,
    /// The most clients that may be limited, as a percentage (0.1%) or a number
    #[arg(long, value_name = "MAX", value_parser = values::most, allow_hyphen_values = true)]
    max_clients: Option<Most>,
    /// The most lines that may fail to parse, as a percentage (0.1%) or a number; with more there is no verdict
    #[arg(long, value_name = "MAX", default_value = "1%", value_parser = values::most, allow_hyphen_values = true)]
    max_unparsed: Most,
    /// Print the verdict and its numbers as JSON
    #[arg(long)]
    json: bool,
}

/// The verdict, as JSON.
#[derive(Serialize)]
struct Verdict {
    within: bool,
    sentence: String,
    requests: u64,
    clients: u64,
    lines: u64,
    unparsed: u64,
    other: u64,
    effect: Effect,
}

impl Command for Check {
    fn execute(&self) -> Result<ExitCode, Failure> {
        let logs = self.reading.read()?;
        self.refuse_too_little(&logs)?;
        let verdict = self.verdict(&logs)?;
        if self.json {
            say_json(&verdict)?;
        } else {
            say(&format!("{}\n", verdict.sentence))?;
        }
        Ok(if verdict.within { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Check {
    /// Rejects logs of which too little was parsed for a verdict.
    fn refuse_too_little(&self, logs: &Logs) -> Result<(), Failure> {
        if let Some(name) = logs.opened.cut().next() {
            return Err(Failure::new(format!("{name}: {CUT_SHORT}")));
        }
        let (unparsed, lines) = (logs.report.unparsed, logs.report.lines);
        if !self.max_unparsed.is_exceeded_by(unparsed, lines) {
            return Ok(());
        }
        let first = UnparsedLine::all(&logs.report, &logs.opened).first().map(UnparsedLine::words);
        Err(Failure::new(format!(
            "{} of {} {} not parsed, more than {}\n  {}\nTry --format or --pattern, or allow more with --max-unparsed.",
            count(unparsed),
            counted(lines, "line"),
            if unparsed == 1 { "was" } else { "were" },
            self.max_unparsed,
            first.unwrap_or_default()
        )))
    }

    fn verdict(&self, logs: &Logs) -> Result<Verdict, Failure> {
        let limit = self.limited.limit();
        let effects = effects(&logs.traffic, &Basis::new(&logs.traffic, limit.period), limit)?;
        let of_limiter = effects.into_iter().find(|effect| effect.limiter == self.limiter);
        let effect = of_limiter.ok_or_else(|| Failure::new("unknown limiter"))?;
        let (requests, clients) = (logs.traffic.requests() as u64, logs.keys.len() as u64);
        let exceeded = self.exceeded(&effect, requests, clients);
        let summary = self.summary(&effect, requests, clients);
        let judged = if exceeded.is_empty() {
            "within the allowed maximum".to_owned()
        } else {
            format!("more than {}", exceeded.join(" and "))
        };
        let Report { lines, unparsed, other, .. } = logs.report;
        let sentence = format!("{summary}: {judged}{}", left(unparsed, other));
        Ok(Verdict {
            within: exceeded.is_empty(),
            sentence,
            requests,
            clients,
            lines,
            unparsed,
            other,
            effect,
        })
    }

    /// The bounds that were exceeded, in words.
    fn exceeded(&self, effect: &Effect, requests: u64, clients: u64) -> Vec<String> {
        let judged = [
            (self.max_denied(), effect.denied.most, requests, "request"),
            (self.max_clients, effect.clients.most, clients, "client"),
        ];
        let exceeded = judged.into_iter().filter_map(|(most, part, whole, thing)| {
            most.filter(|most| most.is_exceeded_by(part, whole)).map(|most| most.counted(thing))
        });
        exceeded.collect()
    }

    /// The effect of the limit, in words.
    fn summary(&self, effect: &Effect, requests: u64, clients: u64) -> String {
        let allowed = [self.max_denied(), self.max_clients].map(|most| most.and_then(Most::share));
        format!(
            "{}, {}: {} of {} denied ({}), {} of {} limited ({})",
            self.limiter,
            self.limited.words(self.limiter),
            effect.denied.text(),
            counted(requests, "request"),
            effect.denied.share_against(requests, allowed[0]),
            effect.clients.text(),
            counted(clients, "client"),
            effect.clients.share_against(clients, allowed[1])
        )
    }

    /// By default no request may be denied.
    fn max_denied(&self) -> Option<Most> {
        self.max_denied.or_else(|| self.max_clients.is_none().then_some(Most::Number(0)))
    }
}

/// Notes about lines that were skipped.
fn left(unparsed: u64, other: u64) -> String {
    let notes =
        [(unparsed, format!("{} not parsed", counted(unparsed, "line"))), (other, no_requests(other))];
    notes.iter().filter(|(lines, _)| *lines > 0).map(|(_, note)| format!("; {note}")).collect()
}
