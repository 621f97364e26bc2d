//! Logs as arguments, and what was read of them.

use std::{cell::RefCell, num::NonZero, path::PathBuf, thread::available_parallelism};

use clap::Args;
use ratelab_access_log::{Fault, Keys, Log, Options, Report, Statuses, formats::Kind, parallel};
use ratelab_calibration::{Block, Traffic};

use crate::{failure::Failure, opened::AllOpened, source::Source, unread::UnreadLine};

/// Which logs to read, and how.
#[derive(Args)]
pub(crate) struct Reading {
    /// Logs, plain or gzipped; `-` is standard input. Several are read as one
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// The format, one of `ratelab formats`; found by the first lines unless given
    #[arg(long, default_value = "auto")]
    format: String,
    /// The nginx log_format or Apache LogFormat of the log, or its fields: 'time=ts client=ip status=code'
    #[arg(
        long,
        value_name = "LINE",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pattern: String,
    /// Whose requests are counted together: client, prefix (/24 or /64), user, path, host, everyone, field:NAME;
    /// several joined by +
    #[arg(long, default_value = "client")]
    key: String,
    /// What a request costs: a number, field:NAME, or by path as in '/search*=5 /login=10 1'
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    cost: String,
    /// The answers that mean that a limit was met, as in '429 503': nginx answers 503 unless told otherwise
    #[arg(long, value_name = "STATUSES", default_value = "429", allow_hyphen_values = true)]
    limited: String,
    /// Leave out requests that were answered so
    #[arg(long, alias = "leave-out-429")]
    leave_out_limited: bool,
}

/// What is wrong with a log that ends too early.
pub(crate) const CUT_SHORT: &str = "the compressed file is cut short";

/// What was read.
pub(crate) struct Logs {
    pub opened: AllOpened,
    pub format: &'static Kind,
    pub keys: Keys,
    pub report: Report,
    pub traffic: Traffic,
}

impl Reading {
    /// Reads all logs, with progress on a terminal. Of each request only the time, the key and the cost are kept.
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

/// How many threads read: as many as the machine runs at once. This one reads the files and puts together what they
/// found; where there is no second, it does all of it.
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

/// Why there is no request.
fn nothing_read(report: &Report, opened: &AllOpened, is_recognised: bool) -> String {
    let first = UnreadLine::all(report, opened).first().map(UnreadLine::words);
    let shown = first.map_or(String::new(), |line| format!("; not understood is {line}"));
    if opened.cut().next().is_some() {
        return format!("{CUT_SHORT}, and there is no request before{shown}");
    }
    if report.bytes == 0 {
        return "empty, but must have a request".to_owned();
    }
    if !is_recognised {
        let advice = "Try --format or --pattern; `ratelab formats` lists what can be read.";
        return format!("no line of a known format{shown}\n{advice}");
    }
    if report.left_out > 0 {
        return "no request but those that met a limit, which are left out".to_owned();
    }
    format!("no request{shown}")
}
