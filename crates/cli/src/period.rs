//! A log, or a stretch of it, with what a limit would have done to it.

use ratelab_calibration::{Basis, Limit, Traffic};
use ratelab_report::words::counted;
use serde::Serialize;

use crate::{
    effects::{self, Effect},
    failure::Failure,
    instant::{TimeRange, date},
    table::Table,
};

/// The requests of a stretch, and what is known of them for a period of limits.
pub(crate) struct Part {
    pub traffic: Traffic,
    pub basis: Basis,
    /// Clients that sent something.
    pub clients: u64,
    range: TimeRange,
}

impl Part {
    /// All of a log, from its first instant to its last.
    pub(crate) fn whole(traffic: Traffic, period: u64, range: TimeRange) -> Self {
        let sent = |client: &usize| !traffic.client(*client).times.is_empty();
        let clients = (0..traffic.clients()).filter(sent).count() as u64;
        let basis = Basis::new(&traffic, period);
        Self { traffic, basis, clients, range }
    }

    /// A stretch of a log, if there is anything in it. The log itself is one, to its last request.
    pub(crate) fn between(
        traffic: &Traffic,
        log: TimeRange,
        period: u64,
        range: TimeRange,
    ) -> Result<Self, Failure> {
        let part = traffic.between(range.from, range.to);
        if part.requests() == 0 {
            let (from, to) = (date(log.from), date(log.to));
            return Err(Failure::new(format!(
                "--between{} has no request of the log in it: the log begins at {from} and ends at {to} UTC",
                ends(range)
            )));
        }
        Ok(Self::whole(part, period, range))
    }

    pub(crate) fn requests(&self) -> u64 {
        self.traffic.requests() as u64
    }

    /// What it is, for programs.
    pub(crate) fn report(&self) -> TimeRangeReport {
        TimeRangeReport {
            from_us: self.range.from,
            to_us: self.range.to,
            requests: self.requests(),
            clients: self.clients,
        }
    }

    /// What a limit would have done to it.
    fn under(&self, limit: Limit) -> Result<Period, Failure> {
        Ok(Period { range: self.report(), effects: effects::effects(&self.traffic, &self.basis, limit)? })
    }
}

/// A stretch of a log, for programs. Instants are microseconds since 1970.
#[derive(Serialize)]
pub(crate) struct TimeRangeReport {
    from_us: u64,
    to_us: u64,
    requests: u64,
    pub clients: u64,
}

impl TimeRangeReport {
    /// What it is: `100 requests of 12 clients, from 2026-03-10 00:00:00 to 2026-03-11 00:00:00 UTC`.
    fn title(&self) -> String {
        let (requests, clients) = (counted(self.requests, "request"), counted(self.clients, "client"));
        format!("{requests} of {clients},{} UTC", ends(TimeRange { from: self.from_us, to: self.to_us }))
    }
}

/// The ends of a stretch, but for those that are open.
fn ends(TimeRange { from, to }: TimeRange) -> String {
    let from = if from == 0 { String::new() } else { format!(" from {}", date(from)) };
    let to = if to == u64::MAX { String::new() } else { format!(" to {}", date(to)) };
    from + &to
}

/// What a limit would have done to a stretch of a log.
#[derive(Serialize)]
pub(crate) struct Period {
    #[serde(flatten)]
    pub range: TimeRangeReport,
    pub effects: Vec<Effect>,
}

impl Period {
    /// A row for each limiter.
    pub(crate) fn table(&self) -> String {
        effects::table(&self.effects, self.range.clients, self.range.requests).text()
    }

    /// Two of them side by side, a row for each limiter.
    pub(crate) fn beside(&self, other: &Self) -> String {
        let mut table = Table::new([
            "limiter",
            "clients, first",
            "denied, first",
            "of all",
            "clients, second",
            "denied, second",
            "of all",
        ]);
        for (one, two) in self.effects.iter().zip(&other.effects) {
            table.row([
                one.limiter.name().to_owned(),
                one.clients.text(),
                one.denied.text(),
                one.denied.share(self.range.requests),
                two.clients.text(),
                two.denied.text(),
                two.denied.share(other.range.requests),
            ]);
        }
        table.text()
    }
}

/// Which stretches of the log are looked at, and how.
pub(crate) fn titles(ranges: &[TimeRangeReport]) -> String {
    let names: &[&str] = if ranges.len() > 1 { &["First stretch", "Second stretch"] } else { &["Stretch"] };
    let lines = names.iter().zip(ranges).map(|(name, range)| format!("{name}: {}\n", range.title()));
    lines.collect::<String>() + BY_ITSELF + "\n"
}

/// How stretches are looked at.
const BY_ITSELF: &str = "Each stretch is taken by itself: every client begins it with a full budget.";

/// What a limit would have done to each of some stretches.
pub(crate) fn under(parts: &[Part], limit: Limit) -> Result<Vec<Period>, Failure> {
    parts.iter().map(|part| part.under(limit)).collect()
}

/// What a limit would have done to one stretch, or to two side by side.
pub(crate) fn compared(periods: &[Period]) -> String {
    match periods {
        [first, second] => first.beside(second),
        _ => periods.iter().map(Period::table).collect(),
    }
}
