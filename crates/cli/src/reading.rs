//! Options that select logs, and the parsed result.

use std::{cell::RefCell, num::NonZero, path::PathBuf, thread::available_parallelism};

use clap::Args;
use ratelab_access_log::{Fault, Keys, Log, Options, Report, Statuses, formats::Kind, parallel};
use ratelab_calibration::{Block, Traffic};

use crate::{failure::Failure, opened::AllOpened, source::Source, unparsed::UnparsedLine};

/// The logs to read, and their format.
#[derive(Args)]
pub(crate) struct Reading {
    /// Logs, plain or gzip-compressed; `-` is standard input. Several logs are read as one
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// The log format, one of those listed by `ratelab formats`; `auto` detects it from the first lines
    #[arg(long, default_value = "auto")]
    format: String,
    /// The nginx log_format or Apache LogFormat of the log, or a list of fields: 'time=ts client=ip status=code'
    #[arg(
        long,
        value_name = "LINE",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pattern: String,
    /// The key to count requests by: client, prefix (/24 or /64), user, path, host, everyone, field:NAME; join several
    /// with +
    #[arg(long, default_value = "client")]
    key: String,
    /// The cost of a request: a number, field:NAME, or by path as in '/search*=5 /login=10 1'
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    cost: String,
    /// The status codes that mean rate limited, as in '429 503'; the default of nginx is 503
    #[arg(long, value_name = "STATUSES", default_value = "429", allow_hyphen_values = true)]
    limited: String,
    /// Leave out rate-limited requests
    #[arg(long, alias = "leave-out-429")]
    leave_out_limited: bool,
}

/// The error for a log that ends early.
pub(crate) const CUT_SHORT: &str = "the compressed file is truncated";

/// The parsed logs.
pub(crate) struct Logs {
    pub opened: AllOpened,
    pub format: &'static Kind,
    pub keys: Keys,
    pub report: Report,
    pub traffic: Traffic,
}

impl Reading {
    /// Reads all logs, and shows progress on a terminal. Only the time, key and cost of each request are kept.
    pub(crate) fn read(&self) -> Result<Logs, Failure> {
        let mut options = Options::parse(&self.format, &self.pattern, &self.key, &self.cost)
            .map_err(|fault| refused(&fault))?;
        options.limited = Statuses::parse(&self.limited).map_err(|fault| refused(&fault))?;
        options.leave_out_limited = self.leave_out_limited;
        let source = RefCell::new(Source::new(&self.logs));
        let log = parallel::read(
            options,
            threads(),
            |block| source.borrow_mut().next(block),
            |report| source.borrow_mut().show(report.requests),
        )?;
        grouped(log, source.into_inner().into_opened())
    }
}

/// The number of parser threads: one per core. The calling thread reads the files and merges the results; on a single
/// core it does all the work.
fn threads() -> usize {
    let most = available_parallelism().map_or(1, NonZero::get);
    if most > 1 { most } else { 0 }
}

fn refused(fault: &Fault) -> Failure {
    Failure::new(format!("--{} is \"{}\", but must be {}", fault.field, fault.given, fault.allowed))
}

fn grouped(log: Log, opened: AllOpened) -> Result<Logs, Failure> {
    let Log { format, rows, keys, report } = log;
    let Some(format) = format.filter(|_| !rows.is_empty()) else {
        let why = nothing_read(&report, &opened, format.is_some());
        return Err(Failure::new(format!("{}: {why}", opened.names())));
    };
    let blocks: Vec<Block<'_>> = rows
        .blocks()
        .iter()
        .map(|block| Block { times: &block.times, keys: &block.keys, charges: &block.charges })
        .collect();
    let traffic = Traffic::group(&blocks, keys.len(), report.slack);
    Ok(Logs { opened, format, keys, report, traffic })
}

/// Why a log has no requests.
fn nothing_read(report: &Report, opened: &AllOpened, is_recognised: bool) -> String {
    let first = UnparsedLine::all(report, opened).first().map(UnparsedLine::words);
    let shown = first.map_or(String::new(), |line| format!("; not parsed: {line}"));
    if opened.cut().next().is_some() {
        return format!("{CUT_SHORT} before the first request{shown}");
    }
    if report.bytes == 0 {
        return "the log is empty".to_owned();
    }
    if !is_recognised {
        let advice = "Try --format or --pattern; `ratelab formats` lists the formats.";
        return format!("no line matches a known format{shown}\n{advice}");
    }
    if report.left_out > 0 {
        return "all requests were rate limited, and those are left out".to_owned();
    }
    format!("no requests{shown}")
}
