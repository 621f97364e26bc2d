//! `ratelab check`: whether a limit would have denied no more than is allowed, as an exit code.

use std::process::ExitCode;

use clap::Args;
use ratelab_calibration::Basis;
use ratelab_limiter::Algorithm;
use ratelab_simulation::words::counted;
use serde::Serialize;

use crate::{
    effects::{Effect, effects},
    failure::Failure,
    limit::{Limited, words},
    output::{say, say_json},
    reading::{Logs, Reading},
    values::{self, Most},
};

const EXAMPLES: &str = "\
Exit codes: 0 if no more is denied than allowed, 1 if more is, 2 if an argument or a log cannot be read.
Where the log leaves the order of requests open, the worst order counts.

Examples:
  ratelab check access.log --limit 60/m --max-denied 0.1%
  ratelab check access.log.gz --limit 100/10s --burst 50 --limiter gcra --max-denied 0.1% --max-clients 5
  zcat access.log.*.gz | ratelab check - --limit 1000/h --key user --max-clients 0";

/// Say by exit code whether a limit would have denied no more of a log than is allowed
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
    /// The most requests that may be denied, as a share (0.1%) or a number; none unless given, or unless --max-clients is
    #[arg(long, value_name = "MOST", value_parser = values::most)]
    max_denied: Option<Most>,
    /// The most clients that may be limited, as a share (0.1%) or a number
    #[arg(long, value_name = "MOST", value_parser = values::most)]
    max_clients: Option<Most>,
    /// Print the verdict and its numbers as JSON
    #[arg(long)]
    json: bool,
}

/// A verdict for programs.
#[derive(Serialize)]
struct Verdict {
    within: bool,
    sentence: String,
    requests: u64,
    clients: u64,
    unread: u64,
    effect: Effect,
}

impl Check {
    pub(crate) fn execute(&self) -> Result<ExitCode, Failure> {
        let verdict = self.verdict(&self.reading.read()?)?;
        if self.json {
            say_json(&verdict)?;
        } else {
            say(&format!("{}\n", verdict.sentence))?;
        }
        Ok(if verdict.within { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn verdict(&self, logs: &Logs) -> Result<Verdict, Failure> {
        let limit = self.limited.limit();
        let effects = effects(&logs.traffic, &Basis::new(&logs.traffic, limit.period), limit)?;
        let of_limiter = effects.into_iter().find(|effect| effect.limiter == self.limiter);
        let effect = of_limiter.ok_or_else(|| Failure::new("the limiter is not one of the seven"))?;
        let (requests, clients) = (logs.traffic.requests() as u64, logs.keys.len() as u64);
        let exceeded = [
            (self.max_denied(), effect.denied.most, requests, "requests"),
            (self.max_clients, effect.clients.most, clients, "clients"),
        ];
        let exceeded: Vec<String> = exceeded
            .into_iter()
            .filter_map(|(most, part, whole, things)| {
                most.filter(|most| most.is_exceeded_by(part, whole)).map(|most| most.of(things))
            })
            .collect();
        let within = exceeded.is_empty();
        let judged = if within {
            "within what is allowed".to_owned()
        } else {
            format!("more than {}", exceeded.join(" and "))
        };
        let sentence = format!(
            "{}, {}: {} of {} denied ({}), {} of {} limited ({}): {judged}{}",
            self.limiter,
            words(&limit),
            effect.denied.text(),
            counted(requests, "request"),
            effect.denied.share(requests),
            effect.clients.text(),
            counted(clients, "client"),
            effect.clients.share(clients),
            unread(logs.report.unread)
        );
        Ok(Verdict { within, sentence, requests, clients, unread: logs.report.unread, effect })
    }

    /// Nobody may be denied anything, unless something else is said.
    fn max_denied(&self) -> Option<Most> {
        self.max_denied.or_else(|| self.max_clients.is_none().then_some(Most::Number(0)))
    }
}

fn unread(lines: u64) -> String {
    if lines == 0 { String::new() } else { format!("; {} not understood", counted(lines, "line")) }
}
