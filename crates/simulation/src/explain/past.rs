//! The attempts before a request, from the view of the state that decides it: which ones are charged to it, and
//! which ones it does not know.

use ratelab_limiter::Policy;

use super::Explanation;
use crate::run::Simulation;
use ratelab_scenario::{
    scenario::{Fallback, Key, Servers, Store, Write},
    traffic::Arrivals,
};

/// The attempts before another.
pub(super) struct Past<'a> {
    run: &'a Simulation,
    lane: usize,
    layer: usize,
    key: Key,
    policy: &'a Policy,
    /// The index of that attempt.
    index: usize,
    time: u64,
    client: u32,
    server: u32,
    store: Store,
}

/// An earlier attempt that was charged, or admitted without a charge.
pub(super) struct Earlier {
    pub(super) index: usize,
    /// Whether it was admitted.
    pub(super) passed: bool,
    /// Why it is missing from the state, if it is.
    pub(super) unknown: Option<Unknown>,
}

/// Why an attempt is missing from a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// Another server decided, and has not synced since.
    NotSynced,
    /// It has not been written yet.
    NotWritten,
    /// Another write has replaced it.
    Overwritten,
    /// It came while the store was unavailable.
    DuringOutage,
    /// It is in the store, which is unavailable.
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

    /// Returns the reading of a server's clock when an attempt arrived.
    fn shown(&self, index: usize) -> u64 {
        let time = self.arrivals().map_or(0, |arrivals| arrivals.time(index));
        let clock = self.run.scenario().start.saturating_add(time);
        clock.saturating_add_signed(self.servers().ahead(self.server_of(index)))
    }

    fn server_of(&self, index: usize) -> u32 {
        let client = self.arrivals().map_or(0, |arrivals| arrivals.client(index));
        self.run.lanes()[self.lane].server(index, client)
    }

    /// Returns the time on the limiter's clock at which an attempt was charged.
    pub(super) fn charged_at(&self, index: usize) -> u64 {
        let later = match self.store {
            Store::Race { latency, write: Write::Increment } => latency,
            _ => 0,
        };
        self.shown(index).saturating_add(later)
    }

    /// Returns the earliest time of the scenario at which an attempt may be charged at this reading of the
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

    /// Returns attempts of the same key since a time that were charged, or admitted with a cost, the newest
    /// first.
    pub(super) fn charged(&self, since: u64) -> impl Iterator<Item = Earlier> {
        let first = self.arrivals().map_or(self.index, |arrivals| arrivals.first_at(since));
        // A reader of a store with late writes sees what the last writer before it had read.
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

    /// Returns whether an attempt of the same key passed, if it was charged or passed with a cost.
    fn charged_and_passed(&self, index: usize) -> Option<bool> {
        let (arrivals, senders) = (self.arrivals()?, self.run.senders());
        if senders.key(self.key, arrivals.client(index)) != senders.key(self.key, self.client) {
            return None;
        }
        let passed = self.run.passed(self.lane, self.layer, index)?;
        let charge = self.run.charge(self.lane, index, Some(passed), self.policy);
        (charge > 0).then_some(passed)
    }

    /// Returns why an attempt is missing from the state, if it is.
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

    /// Returns when the writer of the value that is read had itself read the store.
    fn read_before(&self, index: usize, reader: u64) -> u64 {
        match self.store {
            Store::Race { write: Write::Set, .. } => {
                self.arrivals().map_or(reader, |arrivals| arrivals.time(index))
            }
            _ => reader,
        }
    }

    /// Returns the time of the last sync, on the limiters' clock.
    pub(super) fn last_sync(&self, every: u64) -> u64 {
        let clock = self.run.scenario().start.saturating_add(self.time);
        clock - clock % every
    }
}
