//! What came before a request, as the state knows it that decides about the request: which attempts are
//! charged to it, and which it has not heard of.

use ratelab_limiter::Policy;

use super::Explanation;
use crate::run::Simulation;
use ratelab_scenario::{
    scenario::{Fallback, Key, Servers, Store, Write},
    traffic::Arrivals,
};

/// The attempts before one.
pub(super) struct Past<'a> {
    run: &'a Simulation,
    lane: usize,
    layer: usize,
    key: Key,
    policy: &'a Policy,
    /// The attempt itself.
    index: usize,
    time: u64,
    client: u32,
    server: u32,
    store: Store,
}

/// An earlier attempt that was charged, or let through without a charge.
pub(super) struct Earlier {
    pub(super) index: usize,
    /// Whether it was let through.
    pub(super) passed: bool,
    /// Why the state does not have it, if it does not.
    pub(super) unknown: Option<Unknown>,
}

/// Why a state has not heard of an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// Another server decided, and they have not synced since, if they ever do.
    NotSynced,
    /// It is still to be written.
    NotWritten,
    /// Another write has taken its place.
    Overwritten,
    /// It came while the store did not answer.
    DuringOutage,
    /// It is in the store, which does not answer.
    Stored,
}

impl<'a> Past<'a> {
    pub(super) fn new(run: &'a Simulation, lane: usize, explanation: &'a Explanation) -> Self {
        let Explanation { index, time, client, server, layer, key, ref policy, .. } = *explanation;
        Self { run, lane, layer, key, policy, index, time, client, server, store: run.lanes()[lane].store() }
    }

    fn arrivals(&self) -> Option<&'a Arrivals> {
        self.run.arrivals(self.lane)
    }

    fn servers(&self) -> &'a Servers {
        &self.run.scenario().servers
    }

    /// What a server's clock showed when an attempt came to it.
    fn shown(&self, index: usize) -> u64 {
        let time = self.arrivals().map_or(0, |arrivals| arrivals.time(index));
        let clock = self.run.scenario().start.saturating_add(time);
        clock.saturating_add_signed(self.servers().ahead(self.server_of(index)))
    }

    fn server_of(&self, index: usize) -> u32 {
        let client = self.arrivals().map_or(0, |arrivals| arrivals.client(index));
        self.run.lanes()[self.lane].server(index, client)
    }

    /// For which instant of the limiter's clock an attempt was charged.
    pub(super) fn charged_at(&self, index: usize) -> u64 {
        let later = match self.store {
            Store::Race { latency, write: Write::Increment } => latency,
            _ => 0,
        };
        self.shown(index).saturating_add(later)
    }

    /// The earliest time of the scenario at which anything comes that is charged for an instant of the
    /// limiter's clock or later.
    pub(super) fn earliest(&self, clock: u64) -> u64 {
        let farthest = (0..self.servers().count).map(|server| self.servers().ahead(server)).max();
        let ahead = farthest.map_or(0, |ahead| ahead.max(0).unsigned_abs());
        let later = match self.store {
            Store::Race { latency, .. } => latency,
            _ => 0,
        };
        clock.saturating_sub(self.run.scenario().start).saturating_sub(ahead).saturating_sub(later)
    }

    /// Attempts of the same key from a time on that were charged, or let through at a cost, the newest first.
    pub(super) fn charged(&self, since: u64) -> impl Iterator<Item = Earlier> {
        let first = self.arrivals().map_or(self.index, |arrivals| arrivals.first_at(since));
        // Whoever reads a store that is written later finds what the last writer before had read.
        let mut reader = self.time;
        (first..self.index).rev().filter_map(move |index| {
            let passed = self.charged_and_passed(index)?;
            let unknown = self.unknown(index, reader);
            if let (Store::Race { .. }, None) = (self.store, unknown) {
                reader = self.read_before(index, reader);
            }
            Some(Earlier { index, passed, unknown })
        })
    }

    /// Whether an attempt of the same key passed, if it was charged or passed at a cost.
    fn charged_and_passed(&self, index: usize) -> Option<bool> {
        let (arrivals, senders) = (self.arrivals()?, self.run.senders());
        if senders.key(self.key, arrivals.client(index)) != senders.key(self.key, self.client) {
            return None;
        }
        let passed = self.run.passed(self.lane, self.layer, index)?;
        let charge = self.run.charge(self.lane, index, Some(passed), self.policy);
        (charge > 0).then_some(passed)
    }

    /// Why the state does not have an attempt, if it does not.
    fn unknown(&self, index: usize, reader: u64) -> Option<Unknown> {
        let arrivals = self.arrivals()?;
        let time = arrivals.time(index);
        let is_own = self.server_of(index) == self.server;
        let not_synced = (!is_own).then_some(Unknown::NotSynced);
        match self.store {
            Store::Shared => None,
            Store::Local => not_synced,
            Store::Sync { every } => {
                let is_synced = self.run.scenario().start.saturating_add(time) < self.last_sync(every);
                not_synced.filter(|_| !is_synced)
            }
            Store::Race { latency, write } => {
                let written = time.saturating_add(latency);
                match write {
                    _ if written > self.time => Some(Unknown::NotWritten),
                    Write::Set if written > reader => Some(Unknown::Overwritten),
                    _ => None,
                }
            }
            Store::Down { from, to, fallback } => {
                let is_down = |time: u64| (from..to).contains(&time);
                match (is_down(self.time), is_down(time)) {
                    (false, true) => Some(Unknown::DuringOutage),
                    (false, false) => None,
                    (true, false) => Some(Unknown::Stored),
                    (true, true) if fallback == Fallback::Local => not_synced,
                    (true, true) => Some(Unknown::DuringOutage),
                }
            }
        }
    }

    /// When the writer of what is read had read.
    fn read_before(&self, index: usize, reader: u64) -> u64 {
        match self.store {
            Store::Race { write: Write::Set, .. } => {
                self.arrivals().map_or(reader, |arrivals| arrivals.time(index))
            }
            _ => reader,
        }
    }

    /// When servers last synced, on the limiters' clock.
    pub(super) fn last_sync(&self, every: u64) -> u64 {
        let clock = self.run.scenario().start.saturating_add(self.time);
        clock - clock % every
    }
}
