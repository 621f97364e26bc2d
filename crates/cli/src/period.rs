//! The requests of a time range, and the effect of a limit on them.

use ratelab_calibration::{Basis, Limit, Traffic};
use ratelab_report::words::counted;
use serde::Serialize;

use crate::{
    effects::{self, Effect},
    failure::Failure,
    instant::{TimeRange, date},
    table::Table,
};

/// The requests of a time range, with precomputed data for limits of one period.
pub(crate) struct Part {
    pub traffic: Traffic,
    pub basis: Basis,
    /// Clients with at least one request.
    pub clients: u64,
    range: TimeRange,
}

impl Part {
    /// The whole log, from its first request to its last.
    pub(crate) fn whole(traffic: Traffic, period: u64, range: TimeRange) -> Self {
        let sent = |client: &usize| !traffic.client(*client).times.is_empty();
        let clients = (0..traffic.clients()).filter(sent).count() as u64;
        let basis = Basis::new(&traffic, period);
        Self { traffic, basis, clients, range }
    }

    /// The requests in a time range.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if the range contains no requests.
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
                "--between: no requests{}; the log runs from {from} to {to} UTC",
                ends(range)
            )));
        }
        Ok(Self::whole(part, period, range))
    }

    pub(crate) fn requests(&self) -> u64 {
        self.traffic.requests() as u64
    }

    /// The time range, as JSON.
    pub(crate) fn report(&self) -> TimeRangeReport {
        TimeRangeReport {
            from_us: self.range.from,
            to_us: self.range.to,
            requests: self.requests(),
            clients: self.clients,
        }
    }

    /// The effect of a limit on these requests.
    fn under(&self, limit: Limit) -> Result<Period, Failure> {
        Ok(Period { range: self.report(), effects: effects::effects(&self.traffic, &self.basis, limit)? })
    }
}

/// A time range of a log, as JSON. Instants are microseconds since 1970.
#[derive(Serialize)]
pub(crate) struct TimeRangeReport {
    from_us: u64,
    to_us: u64,
    requests: u64,
    pub clients: u64,
}

impl TimeRangeReport {
    /// Describes it: `100 requests by 12 clients, from 2026-03-10 00:00:00 to 2026-03-11 00:00:00 UTC`.
    fn title(&self) -> String {
        let (requests, clients) = (counted(self.requests, "request"), counted(self.clients, "client"));
        format!("{requests} by {clients},{} UTC", ends(TimeRange { from: self.from_us, to: self.to_us }))
    }
}

/// The ends of a time range, apart from open ones.
fn ends(TimeRange { from, to }: TimeRange) -> String {
    let from = if from == 0 { String::new() } else { format!(" from {}", date(from)) };
    let to = if to == u64::MAX { String::new() } else { format!(" to {}", date(to)) };
    from + &to
}

/// The effect of a limit on a time range.
#[derive(Serialize)]
pub(crate) struct Period {
    #[serde(flatten)]
    pub range: TimeRangeReport,
    pub effects: Vec<Effect>,
}

impl Period {
    /// One row per limiter.
    pub(crate) fn table(&self) -> String {
        effects::table(&self.effects, self.range.clients, self.range.requests).text()
    }

    /// Two time ranges side by side, one row per limiter.
    pub(crate) fn side_by_side(&self, other: &Self) -> String {
        let mut table = Table::new([
            "limiter",
            "clients, first",
            "denied, first",
            "share",
            "clients, second",
            "denied, second",
            "share",
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

/// Describes the time ranges that are examined.
pub(crate) fn titles(ranges: &[TimeRangeReport]) -> String {
    let names: &[&str] =
        if ranges.len() > 1 { &["First time range", "Second time range"] } else { &["Time range"] };
    let lines = names.iter().zip(ranges).map(|(name, range)| format!("{name}: {}\n", range.title()));
    lines.collect::<String>() + BY_ITSELF + "\n"
}

/// How time ranges are examined.
const BY_ITSELF: &str = "Each time range is evaluated on its own: every client starts it with a full budget.";

/// The effect of a limit on each time range.
pub(crate) fn under(parts: &[Part], limit: Limit) -> Result<Vec<Period>, Failure> {
    parts.iter().map(|part| part.under(limit)).collect()
}

/// The effect of a limit on one time range, or on two side by side.
pub(crate) fn compared(periods: &[Period]) -> String {
    match periods {
        [first, second] => first.side_by_side(second),
        _ => periods.iter().map(Period::table).collect(),
    }
}
