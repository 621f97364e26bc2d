//! A run sends the same traffic through every lane, in slices, and records the decisions in
//! columns.
//!
//! The limiters decide, not the run. It keeps two bits for each decision, the times at which
//! delayed requests started, and at intervals the limiters' states, from which any decision
//! can be made again.

mod attempts;
mod engines;
mod hash;
mod keys;
mod lane;
mod outcomes;
mod record;
mod recording;
mod releases;
mod sharing;
mod states;

use core::ops::Range;
use std::rc::Rc;

use ratelab_limiter::{Algorithm, PolicyError};

pub use attempts::{Attempts, MOST_ATTEMPTS_IN_LANE};
pub use engines::Engines;
pub(crate) use engines::sequential::longest_wait;
pub(crate) use keys::Keys;
pub use lane::Lane;
pub(crate) use outcomes::IN_BLOCK;
pub use outcomes::{Counts, Kind, Outcomes};
pub use record::Record;
pub use releases::Releases;
pub(crate) use sharing::Sharing;
pub use states::StateAt;

use engines::batch::LONGEST_ROW;
use keys::KnownKeys;
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Store},
    traffic::{Arrivals, Generator},
};

/// A scenario, being run or done.
pub struct Simulation {
    scenario: Scenario,
    /// Who sends it.
    senders: Rc<Senders>,
    traffic: Traffic,
    lanes: Vec<Lane>,
    /// The traffic by who shares a state, for each way in which lanes do.
    keys: KnownKeys,
    engines: Engines,
}

enum Traffic {
    Arriving(Box<Generator>),
    /// Shared by runs that follow each other.
    Arrived(Rc<Arrivals>),
}

/// How far a run has come, in requests of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many are done.
    pub done: u64,
    /// How many there are in all, as far as is known.
    pub total: u64,
}

impl Simulation {
    /// A run that has not begun.
    pub fn new(scenario: Scenario) -> Result<Self, PolicyError> {
        Self::with(scenario, Engines::FULL)
    }

    /// A run that has not begun, and is decided by these engines.
    pub fn with(scenario: Scenario, engines: Engines) -> Result<Self, PolicyError> {
        let senders = Rc::new(engines.sources.senders(&scenario));
        let mut lanes = Vec::with_capacity(scenario.lanes.len());
        for (number, lane) in scenario.lanes.iter().enumerate() {
            lanes.push(Lane::new(lane, &scenario, &senders, number, engines)?);
        }
        engines.find_leaders(&mut lanes);
        let traffic = Traffic::Arriving(Box::new(Generator::with(&scenario, engines.sources)));
        Ok(Self { scenario, senders, traffic, lanes, keys: KnownKeys::default(), engines })
    }

    /// A run of another scenario that has not begun. If the traffic is the same, it takes over
    /// this run's requests rather than making them again.
    pub fn followed_by(&self, scenario: Scenario) -> Result<Self, PolicyError> {
        let (ours, theirs) = (&self.scenario, &scenario);
        let is_same = ours.traffic == theirs.traffic
            && ours.clients == theirs.clients
            && ours.groups == theirs.groups
            && ours.seed == theirs.seed;
        let mut next = Self::with(scenario, self.engines)?;
        if let (true, Traffic::Arrived(arrivals)) = (is_same, &self.traffic) {
            next.traffic = Traffic::Arrived(Rc::clone(arrivals));
            next.keys = self.keys.clone();
        }
        Ok(next)
    }

    /// The same, once it is done.
    pub fn completed_as(&self, scenario: Scenario) -> Result<Self, PolicyError> {
        let mut next = self.followed_by(scenario)?;
        while !next.advance(usize::MAX) {}
        Ok(next)
    }

    /// How many a lane lets through in another scenario. The lanes beside it need not be run, unless waits are
    /// drawn at random: those are of the lane's number.
    pub fn admitted_in(&self, mut scenario: Scenario, lane: usize) -> Result<u64, PolicyError> {
        let others = if scenario.has_jitter() { 0 } else { lane.min(scenario.lanes.len()) };
        scenario.lanes.truncate(lane + 1);
        scenario.lanes.drain(..others);
        let run = self.completed_as(scenario)?;
        Ok(run.lanes().last().map_or(0, |lane| lane.record().counts().admitted().into()))
    }

    /// A run that is done.
    pub fn complete(scenario: Scenario) -> Result<Self, PolicyError> {
        let mut run = Self::new(scenario)?;
        while !run.advance(usize::MAX) {}
        Ok(run)
    }

    /// Continues for about `budget` requests, and returns whether the run is done. To cancel
    /// a run, drop it.
    pub fn advance(&mut self, budget: usize) -> bool {
        if let Traffic::Arriving(generator) = &mut self.traffic {
            if generator.advance(budget) {
                let generator = core::mem::replace(&mut self.traffic, Traffic::Arrived(Rc::default()));
                if let Traffic::Arriving(generator) = generator {
                    self.traffic = Traffic::Arrived(Rc::new(generator.finish()));
                }
            }
            return false;
        }
        let start = self.scenario.start;
        let Traffic::Arrived(arrivals) = &self.traffic else { return false };
        let arrivals = Rc::clone(arrivals);
        let mut left = budget;
        while left > 0 {
            let behind = self.lanes.iter().enumerate().filter(|(_, lane)| !lane.done);
            // Of lanes that are as far as each other, leaders have their turn first.
            let order = |(_, lane): &(usize, &Lane)| (lane.record.decided, lane.leader.is_some());
            let Some((number, _)) = behind.min_by_key(order) else { break };
            if !self.engines.follow(&mut self.lanes, number) {
                let keys = self.engines.keys(self, number);
                self.lanes[number].advance(&arrivals, keys.as_deref(), start, left.min(LONGEST_ROW));
            }
            left -= left.min(LONGEST_ROW);
        }
        self.is_done()
    }

    /// Whether everything is decided.
    pub fn is_done(&self) -> bool {
        matches!(self.traffic, Traffic::Arrived(_)) && self.lanes.iter().all(|lane| lane.done)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let lanes = self.lanes.len() as u64;
        match &self.traffic {
            Traffic::Arriving(generator) => {
                let (done, expected) = generator.progress();
                Progress { done, total: expected * (lanes + 1) }
            }
            Traffic::Arrived(arrivals) => {
                let decided: u64 = self.lanes.iter().map(|lane| lane.record.decided as u64).sum();
                let requests = arrivals.len() as u64;
                Progress { done: requests + decided, total: (requests * (lanes + 1)).max(requests + decided) }
            }
        }
    }

    /// What is simulated.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The lanes.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The requests of the traffic, once they have all been drawn.
    pub fn traffic(&self) -> Option<&Arrivals> {
        match &self.traffic {
            Traffic::Arriving(_) => None,
            Traffic::Arrived(arrivals) => Some(arrivals),
        }
    }

    /// What arrived in a lane: the traffic or, where clients retry, their attempts.
    pub fn arrivals(&self, lane: usize) -> Option<&Arrivals> {
        match self.lanes[lane].attempts() {
            Some(attempts) => Some(&attempts.arrivals),
            None => self.traffic(),
        }
    }

    /// Who sends it.
    pub fn senders(&self) -> &Senders {
        &self.senders
    }

    /// A lane's requests by who shares a state; nothing if all of them do.
    pub(crate) fn keys(&self, lane: usize, sharing: &Sharing) -> Option<Rc<Keys>> {
        let known = match &self.lanes[lane].retries {
            // Nothing is kept of what grows.
            Some(_) if !self.lanes[lane].done => &KnownKeys::default(),
            Some(retries) => &retries.made().keys,
            None => &self.keys,
        };
        sorted(known, self.arrivals(lane)?, sharing)
    }

    /// The requests of a slot of a lane: by their places among all that are sorted by slot, or by their
    /// numbers, where all are of the first.
    pub(crate) fn own(&self, lane: usize, slot: u32) -> Option<(Option<Rc<Keys>>, Range<usize>)> {
        let all = self.arrivals(lane)?.len();
        let keys = self.keys(lane, &self.lanes[lane].sharing);
        let own = match &keys {
            Some(keys) => keys.range(slot as usize),
            None if slot == 0 => 0..all,
            None => 0..0,
        };
        Some((keys, own))
    }

    /// Whether all attempts of a lane come to one state.
    pub fn is_undivided(&self, lane: usize) -> bool {
        self.keys(lane, &self.lanes[lane].sharing).is_none()
    }

    /// An exact log of each client's limit, on one state for each key.
    pub(crate) fn exact_log(&self, key: Key) -> Option<Lane> {
        let log = scenario::Lane::new(Algorithm::SlidingWindowLog);
        let log = scenario::Lane { key, store: Some(Store::Shared), ..log };
        Lane::new(&log, &self.scenario, &self.senders, 0, self.engines).ok()
    }

    /// What a limiter that is no lane decides about the arrivals of one.
    pub(crate) fn decided_by(&self, mut limiter: Lane, lane: usize) -> Option<Outcomes> {
        let arrivals = self.arrivals(lane)?;
        let keys = self.keys(lane, &limiter.sharing);
        limiter.decide(arrivals, keys.as_deref(), self.scenario.start, arrivals.len());
        Some(limiter.record.outcomes)
    }
}

/// These requests by who shares a state, sorted once.
fn sorted(known: &KnownKeys, arrivals: &Arrivals, sharing: &Sharing) -> Option<Rc<Keys>> {
    let is_of_first = sharing.key == Key::Client && arrivals.clients().is_empty() && !sharing.by_server;
    if is_of_first || !sharing.is_divided() {
        return None;
    }
    if let Some((_, keys)) = known.borrow().iter().find(|(other, _)| other == sharing) {
        return Some(Rc::clone(keys));
    }
    let keys = Rc::new(Keys::new(arrivals, sharing));
    known.borrow_mut().push((sharing.clone(), Rc::clone(&keys)));
    Some(keys)
}
