//! A log, or a stretch of it, with what a limit would have done to it.

use ratelab_calibration::{Basis, Limit, Traffic};
use ratelab_simulation::words::counted;
use serde::Serialize;

use crate::{
    effects::{self, Effect},
    failure::Failure,
    instant::{Stretch, date},
    table::Table,
};

/// The requests of a stretch, and what is known of them for a period of limits.
pub(crate) struct Part {
    pub traffic: Traffic,
    pub basis: Basis,
    /// Clients that sent something.
    pub clients: u64,
    stretch: Stretch,
}

impl Part {
    /// All of a log, from its first instant to its last.
    pub(crate) fn whole(traffic: Traffic, period: u64, stretch: Stretch) -> Self {
        let sent = |client: &usize| !traffic.client(*client).times.is_empty();
        let clients = (0..traffic.clients()).filter(sent).count() as u64;
        let basis = Basis::new(&traffic, period);
        Self { traffic, basis, clients, stretch }
    }

    /// A stretch of a log, if there is anything in it.
    pub(crate) fn between(traffic: &Traffic, period: u64, stretch: Stretch) -> Result<Self, Failure> {
        let part = traffic.between(stretch.from, stretch.to);
        if part.requests() == 0 {
            let from = date(traffic.start());
            return Err(Failure::new(format!(
                "--between has no request of the log in it: the log begins at {from} UTC"
            )));
        }
        Ok(Self::whole(part, period, stretch))
    }

    pub(crate) fn requests(&self) -> u64 {
        self.traffic.requests() as u64
    }

    /// What a limit would have done to it.
    fn under(&self, limit: Limit) -> Result<Period, Failure> {
        Ok(Period {
            from_us: self.stretch.from,
            to_us: self.stretch.to,
            requests: self.requests(),
            clients: self.clients,
            effects: effects::effects(&self.traffic, &self.basis, limit)?,
        })
    }
}

/// What a limit would have done to a stretch of a log.
#[derive(Serialize)]
pub(crate) struct Period {
    from_us: u64,
    to_us: u64,
    requests: u64,
    pub clients: u64,
    pub effects: Vec<Effect>,
}

impl Period {
    /// A row for each limiter.
    pub(crate) fn table(&self) -> String {
        effects::table(&self.effects, self.clients, self.requests).text()
    }

    /// What it is: `100 requests of 12 clients, 2026-03-10 00:00:00 to 2026-03-11 00:00:00 UTC`.
    pub(crate) fn title(&self) -> String {
        let (requests, clients) = (counted(self.requests, "request"), counted(self.clients, "client"));
        let from = if self.from_us == 0 { String::new() } else { format!(" from {}", date(self.from_us)) };
        let to = if self.to_us == u64::MAX { String::new() } else { format!(" to {}", date(self.to_us)) };
        format!("{requests} of {clients},{from}{to} UTC")
    }

    /// Two of them side by side, a row for each limiter.
    pub(crate) fn beside(&self, other: &Self) -> String {
        let mut table = Table::new([
            "limiter",
            "clients, first",
            "denied",
            "of all",
            "clients, second",
            "denied",
            "of all",
        ]);
        for (one, two) in self.effects.iter().zip(&other.effects) {
            table.row([
                one.limiter.name().to_owned(),
                one.clients.text(),
                one.denied.text(),
                one.denied.share(self.requests),
                two.clients.text(),
                two.denied.text(),
                two.denied.share(other.requests),
            ]);
        }
        format!("First: {}\nSecond: {}\n\n{}", self.title(), other.title(), table.text())
    }
}

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
