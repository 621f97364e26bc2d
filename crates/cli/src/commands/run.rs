//! `ratelab run`: runs a scenario through its limiters.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use ratelab_report::{
    Finding, Report,
    understood::{Facts, understood},
    words::{count, duration},
};
use ratelab_scenario::{
    language::{self, from_link, parse, print_lane},
    scenario::Scenario,
    scenarios::BUILT_IN,
};
use ratelab_simulation::measures::Measures;
use serde::Serialize;

use super::Command;
use crate::{
    failure::Failure,
    output::{draw, is_standard, say, say_json},
    table::Table,
};

const EXAMPLES: &str = "\
Examples:
  ratelab run edge-burst
  ratelab run 'limit=10/10s & traffic=15 every 100ms'
  ratelab run 'limit=60/m & traffic=poisson 2/s for 5m & lanes=fixed_window, gcra burst=5'
  ratelab run @scenario.txt --json
  ratelab run sync-lag --svg sync-lag.svg";

/// Run a scenario through its limiters and print the results of each
#[derive(Args)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
pub(crate) struct Run {
    /// A scenario, the name of a built-in scenario, `@FILE`, a link, or `-` for standard input
    scenario: String,
    /// Print the headline, the reason and all numbers as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print every decision as CSV
    #[arg(long)]
    csv: bool,
    /// Write the comparison as a picture to this SVG file; `-` writes it to standard output instead of the results
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn long_help() -> String {
    let one = |built_in: &ratelab_scenario::scenarios::BuiltIn| {
        format!("\n  {:<22} {}", built_in.name, built_in.title)
    };
    format!("{EXAMPLES}\n\nBuilt-in scenarios:{}", BUILT_IN.iter().map(one).collect::<String>())
}

impl Command for Run {
    fn execute(&self) -> Result<ExitCode, Failure> {
        if self.svg.as_deref().is_some_and(is_standard) && (self.json || self.csv) {
            return Err(Failure::new(
                "--svg - cannot be used with --json or --csv: both write to standard output",
            ));
        }
        let scenario = read(&self.scenario)?;
        let run = Report::complete(scenario).map_err(|error| Failure::new(error.to_string()))?;
        if let Some(path) = &self.svg {
            let picture = run.to_svg().ok_or_else(not_done)?;
            if draw(path, &picture)? {
                return Ok(ExitCode::SUCCESS);
            }
        }
        match (self.json, self.csv) {
            (true, _) => say_json(&Summary::new(&run).ok_or_else(not_done)?)?,
            (_, true) => say(&run.to_csv())?,
            _ => say(&text(&run).ok_or_else(not_done)?)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Unreachable: a complete run has all results.
fn not_done() -> Failure {
    Failure::new("internal error: the run is not complete")
}

/// Parses the scenario argument.
fn read(given: &str) -> Result<Scenario, Failure> {
    let text = match given.strip_prefix('@') {
        Some(path) => fs::read_to_string(path).map_err(|error| Failure::at(Path::new(path), error))?,
        None if given == "-" => io::read_to_string(io::stdin().take(language::MOST_TEXT as u64 + 1))?,
        None => given.to_owned(),
    };
    let text = match text.trim().split_once('#') {
        Some((_, link)) => from_link(link).map_err(refused)?,
        None => text.trim().to_owned(),
    };
    if let Some(built_in) = BUILT_IN.iter().find(|built_in| built_in.name == text) {
        return parse(built_in.text).map_err(refused);
    }
    if !text.contains('=') {
        let names: Vec<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
        return Err(Failure::new(format!(
            "SCENARIO is \"{text}\", but must be a scenario such as \"limit=10/10s & traffic=15 every 100ms\", or one \
             of {}",
            names.join(", ")
        )));
    }
    parse(&text).map_err(refused)
}

fn refused(error: language::LanguageError) -> Failure {
    let way_out = error.fix.as_ref().map(|fix| format!("; did you mean \"{}\"?", fix.text));
    Failure::new(format!("SCENARIO, {error}{}", way_out.unwrap_or_default()))
}

/// The headline and the reason, and one row of numbers per lane.
fn text(run: &Report) -> Option<String> {
    let Finding { headline, reason } = run.finding()?;
    let traffic = understood(run.scenario(), Facts::from_arrivals(run.traffic()?));
    let mut table = Table::new([
        "limiter",
        "allowed",
        "delayed",
        "denied",
        "first denial",
        "peak in window",
        "worst case",
        "longest wait",
        "allowed, exact log denies",
        "denied, exact log allows",
    ]);
    for (lane, settings) in run.scenario().lanes.iter().enumerate() {
        table.row(row(print_lane(settings), &run.measures(lane)?));
    }
    Some(format!("{headline}\n{reason}\n\n{traffic}\n\n{}", table.without_empty(NOTHING).text()))
}

/// The cell of a table without a value.
const NOTHING: &str = "-";

fn row(name: String, measures: &Measures) -> [String; 10] {
    let some = |number: u64| if number == 0 { NOTHING.to_owned() } else { count(number) };
    let wait =
        if measures.waits.longest == 0 { NOTHING.to_owned() } else { duration(measures.waits.longest) };
    let bound = measures.bound.map(|bound| count(u64::try_from(bound).unwrap_or(u64::MAX)));
    [
        name,
        count(measures.counts.allowed.into()),
        some(measures.counts.delayed.into()),
        count(measures.counts.denied.into()),
        measures.first_denial.map_or(NOTHING.to_owned(), |(_, time)| duration(time)),
        format!("{} in {}", count(measures.most.cost), duration(measures.limit.period)),
        bound.unwrap_or_else(|| "no bound".to_owned()),
        wait,
        some(measures.disagreement.over),
        some(measures.disagreement.under),
    ]
}

/// The results of a run, as JSON. Times are nanoseconds of the scenario.
#[derive(Serialize)]
struct Summary<'run> {
    scenario: String,
    traffic: String,
    headline: &'run str,
    reason: &'run str,
    lanes: Vec<LaneSummary>,
}

#[derive(Serialize)]
struct LaneSummary {
    lane: String,
    limiter: &'static str,
    sentence: String,
    allowed: u32,
    delayed: u32,
    denied: u32,
    first_denial: Option<usize>,
    first_denial_ns: Option<u64>,
    longest_denial: usize,
    peak: u64,
    peak_from_ns: u64,
    peak_to_ns: u64,
    limit: u32,
    period_ns: u64,
    bound: Option<u128>,
    is_over: bool,
    wait_median_ns: u64,
    wait_p95_ns: u64,
    wait_longest_ns: u64,
    /// Compared with an exact log of the same limit.
    allowed_here_only: u64,
    denied_here_only: u64,
    state_bytes: u64,
    requests: u64,
    attempts: u64,
    succeeded: u64,
    abandoned: u64,
}

impl<'run> Summary<'run> {
    fn new(run: &'run Report) -> Option<Self> {
        let Finding { headline, reason } = run.finding()?;
        Some(Self {
            scenario: run.scenario().to_string(),
            traffic: understood(run.scenario(), Facts::from_arrivals(run.traffic()?)),
            headline,
            reason,
            lanes: (0..run.lanes().len()).map(|lane| LaneSummary::new(run, lane)).collect::<Option<_>>()?,
        })
    }
}

impl LaneSummary {
    fn new(run: &Report, lane: usize) -> Option<Self> {
        let (settings, measures) = (&run.scenario().lanes[lane], run.measures(lane)?);
        Some(Self {
            lane: print_lane(settings),
            limiter: settings.algorithm.name(),
            sentence: run.sentence(lane)?,
            allowed: measures.counts.allowed,
            delayed: measures.counts.delayed,
            denied: measures.counts.denied,
            first_denial: measures.first_denial.map(|(request, _)| request),
            first_denial_ns: measures.first_denial.map(|(_, time)| time),
            longest_denial: measures.longest_denial,
            peak: measures.most.cost,
            peak_from_ns: measures.most.from,
            peak_to_ns: measures.most.to,
            limit: measures.limit.amount,
            period_ns: measures.limit.period,
            bound: measures.bound,
            is_over: measures.is_over,
            wait_median_ns: measures.waits.median,
            wait_p95_ns: measures.waits.p95,
            wait_longest_ns: measures.waits.longest,
            allowed_here_only: measures.disagreement.over,
            denied_here_only: measures.disagreement.under,
            state_bytes: measures.state_bytes,
            requests: measures.goodput.requests,
            attempts: measures.goodput.attempts,
            succeeded: measures.goodput.succeeded,
            abandoned: measures.goodput.abandoned,
        })
    }
}
