//! `ratelab calibrate`: tries a limit on a log, or proposes one.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use ratelab_calibration::{Limit, Tolerance, thinned};
use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, counted, duration, title};
use ratelab_scenario::scenario::Rate;
use serde::Serialize;

use super::Command;
use crate::{
    busiest::{self, Client, busiest},
    failure::Failure,
    frontier::Lines,
    inference::Inferred,
    instant::{self, TimeRange},
    limit::{Burst, LimitReport, words},
    output::{draw, is_standard, say, say_json},
    overview::Overview,
    period::{self, Part, Period, TimeRangeReport, compared, under},
    picture::Picture,
    proposal::{Proposed, Wish},
    reading::{Logs, Reading},
    values::{self, Most, Share},
};

const EXAMPLES: &str = "\
Examples:
  ratelab calibrate access.log.gz --limit 60/m --burst 20
  ratelab calibrate access.log.* --limit 100/10s --key user --cost '/search*=5 1'
  ratelab calibrate access.log --propose --margin 50% --tolerate-clients 0.1% --limiter gcra
  ratelab calibrate access.log --frontier --period 10s --tolerate-requests 0.01%
  ratelab calibrate access.log --limit 60/m --between 2026-03-10..2026-03-11 --between 2026-03-11..2026-03-12
  ratelab sample | ratelab calibrate - --limit 60/m --svg clients.svg";

/// The default margin of a proposal, in percent.
const MARGIN: u32 = 20;

/// The number of points on the curve.
const POINTS: usize = 1_000;

/// Try a limit on access logs, or find a limit for them
#[derive(Args)]
#[command(after_help = EXAMPLES, next_line_help = true)]
pub(crate) struct Calibrate {
    #[command(flatten)]
    reading: Reading,
    /// The limit to try, as in 60/m, 100/10s, 5/s or 1000/h
    #[arg(long, value_parser = values::rate, allow_hyphen_values = true)]
    limit: Option<Rate>,
    #[command(flatten)]
    burst: Burst,
    /// The period of limits when --limit is not given, as in 1s, 10s, 1m or 1h
    #[arg(long, default_value = "1m", value_parser = values::period, conflicts_with = "limit",
        allow_hyphen_values = true)]
    period: u64,
    /// The limiter used for the proposal and for the table of busiest clients
    #[arg(long, default_value = "token_bucket", value_parser = values::limiter)]
    limiter: Algorithm,
    /// Propose a limit with no denials, and explain it; the default if nothing else is requested
    #[arg(long)]
    propose: bool,
    /// The margin added to a proposal [default: 20%]
    #[arg(long, value_name = "PERCENT", value_parser = values::margin, allow_hyphen_values = true)]
    margin: Option<u32>,
    /// Show the smallest burst with no denials for each rate
    #[arg(long)]
    frontier: bool,
    /// Allow proposals and the frontier to limit at most this many clients, as a percentage (0.1%) or a number
    #[arg(long, value_name = "MAX", value_parser = values::most, conflicts_with = "tolerate_requests",
        allow_hyphen_values = true)]
    tolerate_clients: Option<Most>,
    /// Let proposals and the frontier deny at most this percentage of requests, as in 0.1%
    #[arg(long, value_name = "SHARE", value_parser = values::share, allow_hyphen_values = true)]
    tolerate_requests: Option<Share>,
    /// Find the limiters that could have produced the responses in the log
    #[arg(long, conflicts_with = "leave_out_limited")]
    infer: bool,
    /// Evaluate only this time range, as in 2026-03-10T14:00..2026-03-10T15:00, in UTC unless a time zone is given;
    /// repeat it to compare two. Each time range is evaluated on its own: every client starts it with a full budget
    #[arg(long, value_name = "FROM..TO", value_parser = instant::time_range, allow_hyphen_values = true)]
    between: Vec<TimeRange>,
    /// The number of busiest clients to show
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = values::whole::<usize>(0..=u32::MAX.into()),
        allow_hyphen_values = true)]
    busiest: usize,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Write a chart of clients by busiest period to this SVG file; `-` writes it to standard output instead of the
    /// results
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The results, as JSON. Results that were not requested are omitted.
#[derive(Serialize)]
struct Report {
    overview: Overview,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<LimitReport>,
    period_ns: u64,
    /// The time ranges examined, if not the whole log. Results that exist once are those of the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "time_ranges")]
    ranges: Vec<TimeRangeReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    periods: Vec<Period>,
    busiest: Vec<Client>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal: Option<Proposed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<Lines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inferred: Option<Inferred>,
}

impl Command for Calibrate {
    fn execute(&self) -> Result<ExitCode, Failure> {
        self.check()?;
        let logs = self.reading.read()?;
        let (title, overview) = (logs.format.title, Overview::new(&logs));
        let keys = logs.keys.clone();
        let parts = self.parts(logs)?;
        let [first, ..] = parts.as_slice() else { return Err(Failure::new("no time range to evaluate")) };
        let limit = self.limit.map(|rate| self.burst.with(rate));
        let proposal =
            self.wants_proposal().then(|| Proposed::new(first, &parts, &self.wish())).transpose()?;
        let tried = limit.or(proposal.as_ref().map(Proposed::limit));
        let report = Report {
            overview,
            limit: limit.map(LimitReport::from),
            period_ns: self.period(),
            ranges: parts.iter().take(self.between.len()).map(Part::report).collect(),
            periods: limit.map_or(Ok(Vec::new()), |limit| under(&parts, limit))?,
            busiest: busiest(first, &keys, tried.map(|limit| (limit, self.limiter)), self.busiest)?,
            proposal,
            frontier: self.frontier.then(|| {
                Lines::new(&first.traffic, self.period(), self.tolerance(), tried.map(|limit| limit.amount))
            }),
            inferred: self.infer.then(|| Inferred::new(&first.traffic, &keys)),
        };
        if let Some(path) = &self.svg
            && draw(path, &self.picture(first, &report, tried))?
        {
            return Ok(ExitCode::SUCCESS);
        }
        if self.json {
            say_json(&report)?;
        } else {
            say(&self.text(&report, title))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Calibrate {
    /// Proposes a limit by default, or when any proposal option is set.
    fn wants_proposal(&self) -> bool {
        let is_described = self.limit.is_none() || self.tolerance() != Tolerance::None;
        self.propose || self.margin.is_some() || (is_described && !self.frontier && !self.infer)
    }

    fn wish(&self) -> Wish {
        Wish {
            period: self.period(),
            tolerance: self.tolerance(),
            margin: self.margin.unwrap_or(MARGIN),
            limiter: self.limiter,
        }
    }

    fn check(&self) -> Result<(), Failure> {
        if self.between.len() > 2 {
            let given = self.between.len();
            return Err(Failure::new(format!("--between was given {given} times, expected once or twice")));
        }
        if self.svg.as_deref().is_some_and(is_standard) && self.json {
            return Err(Failure::new("--svg - cannot be used with --json: both write to standard output"));
        }
        Ok(())
    }

    fn period(&self) -> u64 {
        self.limit.map_or(self.period, |rate| rate.period)
    }

    fn tolerance(&self) -> Tolerance {
        match (self.tolerate_clients, self.tolerate_requests) {
            (Some(Most::Share(share)), _) => Tolerance::Clients(share.0),
            (Some(Most::Number(number)), _) => Tolerance::Count(u32::try_from(number).unwrap_or(u32::MAX)),
            (_, Some(share)) => Tolerance::Requests(share.0),
            _ => Tolerance::None,
        }
    }

    /// The whole log, or the time ranges given.
    fn parts(&self, logs: Logs) -> Result<Vec<Part>, Failure> {
        let Logs { traffic, report, .. } = logs;
        let (from, to) = report.span.unwrap_or_default();
        let log = TimeRange { from: from.max(0).unsigned_abs(), to: to.max(0).unsigned_abs() };
        if self.between.is_empty() {
            return Ok(vec![Part::whole(traffic, self.period(), log)]);
        }
        self.between.iter().map(|range| Part::between(&traffic, log, self.period(), *range)).collect()
    }

    /// The label for the time range that single-valued results refer to; `None` for the whole log.
    fn range_label(&self) -> Option<&'static str> {
        match self.between.len() {
            0 => None,
            1 => Some("the time range"),
            _ => Some("the first time range"),
        }
    }

    /// The title of a table, with the time range it refers to.
    fn titled(&self, title: &str, table: &str) -> String {
        let range = self.range_label().map_or(String::new(), |range| format!(", in {range}"));
        format!("{title}{range}:\n\n{table}")
    }

    fn text(&self, report: &Report, title: &str) -> String {
        let has_ranges = !report.ranges.is_empty();
        let mut parts = vec![report.overview.text(title, has_ranges)];
        if has_ranges {
            parts.push(period::titles(&report.ranges));
        }
        if let Some(rate) = self.limit {
            let limit = words(&self.burst.with(rate));
            let ranges = match report.ranges.len() {
                0 => "",
                1 => ", in the time range",
                _ => ", in both time ranges",
            };
            parts.push(format!("Under {limit}{ranges}:\n\n{}", compared(&report.periods)));
        }
        if let Some(proposal) = &report.proposal {
            parts.push(proposal.text(self.range_label()));
        }
        if !report.busiest.is_empty() {
            let title = if self.limit.is_some() || report.proposal.is_some() {
                format!("Clients with the most denials by {}", self.limiter)
            } else {
                "Busiest clients".to_owned()
            };
            parts.push(self.titled(&title, &busiest::text(&report.busiest, report.period_ns)));
        }
        if let Some(lines) = &report.frontier {
            parts.push(self.titled(&self.frontier_title(), &lines.text()));
        }
        if let Some(inferred) = &report.inferred {
            parts.push(self.titled("Limiters that could have produced these responses", &inferred.text()));
        }
        parts.join("\n")
    }

    fn frontier_title(&self) -> String {
        let tolerated = match (self.tolerate_clients, self.tolerate_requests) {
            (Some(most), _) => format!("limiting at most {}", most.counted("client")),
            (_, Some(share)) => format!("denying at most {share} of requests"),
            _ => "with no denials".to_owned(),
        };
        format!(
            "Smallest burst per rate {tolerated} (for window limiters: smallest limit, with window = limit / rate)"
        )
    }

    fn picture(&self, part: &Part, report: &Report, tried: Option<Limit>) -> String {
        let proposed = report.proposal.as_ref().map_or(&[][..], Proposed::periods);
        let first = report.periods.first().or(proposed.first());
        let peaks = part.basis.peaks();
        // Clients without requests in the time range come last.
        let indices = thinned(part.clients as usize, POINTS);
        let of_limiter = first.and_then(|period| {
            period.effects.iter().find(|effect| effect.limiter == self.limiter).map(|effect| {
                let (clients, denied) = (effect.clients.text(), effect.denied.share(part.requests()));
                let all = counted(period.range.clients, "client");
                format!("{}: {clients} of {all} limited, {denied} of requests denied.", title(self.limiter))
            })
        });
        let most = count(peaks.first().copied().unwrap_or(0).into());
        let headline = of_limiter
            .unwrap_or_else(|| format!("The busiest client sent {most} in {}.", duration(self.period())));
        Picture {
            headline: &headline,
            range: self.range_label(),
            ranks: &indices.iter().map(|index| index + 1).collect::<Vec<_>>(),
            peaks: &indices.iter().map(|index| peaks[*index as usize]).collect::<Vec<_>>(),
            period: self.period(),
            amount: tried.map(|limit| limit.amount),
        }
        .svg()
    }
}
