//! A run sends the same traffic through every lane, in slices, and records the decisions in columns.
//!
//! The limiters make the decisions. The run keeps two bits per decision, the times at which delayed requests
//! started, and the limiters' states at intervals, from which any decision can be repeated.

mod attempts;
mod engines;
mod hash;
mod keys;
mod lane;
mod leaders;
mod outcomes;
mod parts;
mod record;
mod recording;
mod releases;
mod repetition;
mod sharing;
mod state_at;
mod states;

use core::ops::Range;
use std::rc::Rc;

use ratelab_limiter::{Algorithm, PolicyError};

pub use attempts::{Attempts, MOST_ATTEMPTS_IN_LANE};
pub(crate) use engines::sequential::wait_of_layers;
pub(crate) use keys::Keys;
pub use lane::Lane;
pub(crate) use outcomes::IN_BLOCK;
pub use outcomes::{Counts, Kind, Outcomes};
pub use parts::Engines;
pub use record::Record;
pub use releases::Releases;
pub(crate) use sharing::Sharing;
pub use state_at::StateAt;

use keys::KnownKeys;
use ratelab_scenario::{
    scenario::{self, Key, Scenario, Senders, Store},
    traffic::{Arrivals, Generator},
};

/// The maximum number of requests that a limiter decides before the next lane: few enough to stay in the
/// processor's cache for that lane.
pub(crate) const LONGEST_ROW: usize = 16_384;

/// A simulation of a scenario, in progress or done.
pub struct Simulation {
    scenario: Scenario,
    /// The clients that send the traffic.
    senders: Rc<Senders>,
    traffic: Traffic,
    lanes: Vec<Lane>,
    /// The traffic grouped by shared state, for each kind of sharing among the lanes.
    keys: KnownKeys,
    engines: Engines,
}

enum Traffic {
    Arriving(Box<Generator>),
    /// Shared by consecutive runs.
    Arrived(Rc<Arrivals>),
}

/// The progress of a run, in requests of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of decided requests.
    pub done: u64,
    /// The total number, as far as it is known.
    pub total: u64,
}

impl Simulation {
    /// Returns a run that has not started.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn new(scenario: Scenario) -> Result<Self, PolicyError> {
        Self::with(scenario, Engines::FULL)
    }

    /// Returns a run that has not started, with these engines.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn with(scenario: Scenario, engines: Engines) -> Result<Self, PolicyError> {
        Self::numbered(scenario, engines, 0)
    }

    /// Returns the same with lanes that are numbered from `first`: random waits depend on the number.
    fn numbered(scenario: Scenario, engines: Engines, first: usize) -> Result<Self, PolicyError> {
        let senders = Rc::new(engines.sources.senders(&scenario));
        let mut lanes = Vec::with_capacity(scenario.lanes.len());
        for (number, lane) in scenario.lanes.iter().enumerate() {
            lanes.push(engines.lane(lane, &scenario, &senders, first + number)?);
        }
        engines.find_leaders(&mut lanes);
        let traffic = Traffic::Arriving(Box::new(Generator::with(&scenario, engines.sources)));
        Ok(Self { scenario, senders, traffic, lanes, keys: KnownKeys::default(), engines })
    }

    /// Returns a run of another scenario that has not started. If the traffic is the same, the new run reuses
    /// it instead of generating it again.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn followed_by(&self, scenario: Scenario) -> Result<Self, PolicyError> {
        self.followed_from(scenario, 0)
    }

    fn followed_from(&self, scenario: Scenario, first: usize) -> Result<Self, PolicyError> {
        let (ours, theirs) = (&self.scenario, &scenario);
        let is_same = ours.traffic == theirs.traffic
            && ours.clients == theirs.clients
            && ours.groups == theirs.groups
            && ours.seed == theirs.seed;
        let mut next = Self::numbered(scenario, self.engines, first)?;
        if let (true, Traffic::Arrived(arrivals)) = (is_same, &self.traffic) {
            next.traffic = Traffic::Arrived(Rc::clone(arrivals));
            next.keys = self.keys.clone();
        }
        Ok(next)
    }

    /// Returns a completed run of another scenario, reusing the traffic if it is the same.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn completed_as(&self, scenario: Scenario) -> Result<Self, PolicyError> {
        Ok(self.followed_by(scenario)?.completed())
    }

    fn completed(mut self) -> Self {
        while !self.advance(usize::MAX) {}
        self
    }

    /// Returns a completed run of one lane of another scenario, as its only lane. It decides like that lane among the
    /// others, even if waits are random.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn completed_alone(&self, mut scenario: Scenario, lane: usize) -> Result<Self, PolicyError> {
        scenario.lanes.truncate(lane + 1);
        scenario.lanes.drain(..lane.min(scenario.lanes.len()));
        Ok(self.followed_from(scenario, lane)?.completed())
    }

    /// Returns how many requests a lane admits in another scenario.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn admitted_in(&self, scenario: Scenario, lane: usize) -> Result<u64, PolicyError> {
        let run = self.completed_alone(scenario, lane)?;
        Ok(run.lanes().first().map_or(0, |lane| lane.record().counts().admitted().into()))
    }

    /// Returns a completed run.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if the options of a lane are not valid for its limiter.
    pub fn complete(scenario: Scenario) -> Result<Self, PolicyError> {
        Ok(Self::new(scenario)?.completed())
    }

    /// Continues for about `budget` requests, and returns whether the run is done. To cancel a run, drop it.
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
            // Among lanes with the same progress, leaders go first.
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

    /// Returns whether everything has been decided.
    pub fn is_done(&self) -> bool {
        matches!(self.traffic, Traffic::Arrived(_)) && self.lanes.iter().all(|lane| lane.done)
    }

    /// Returns the progress.
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

    /// Returns the scenario.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the lanes.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Returns the requests of the traffic, once all have been generated.
    pub fn traffic(&self) -> Option<&Arrivals> {
        match &self.traffic {
            Traffic::Arriving(_) => None,
            Traffic::Arrived(arrivals) => Some(arrivals),
        }
    }

    /// Returns the arrivals of a lane: the traffic or, where clients retry, their attempts.
    pub fn arrivals(&self, lane: usize) -> Option<&Arrivals> {
        match self.lanes[lane].attempts() {
            Some(attempts) => Some(&attempts.arrivals),
            None => self.traffic(),
        }
    }

    /// Returns the clients that send the traffic.
    pub fn senders(&self) -> &Senders {
        &self.senders
    }

    /// Returns the requests of a lane grouped by shared state; none if all share one.
    pub(crate) fn keys(&self, lane: usize, sharing: &Sharing) -> Option<Rc<Keys>> {
        let known = match &self.lanes[lane].retries {
            // Nothing is cached for arrivals that still grow.
            Some(_) if !self.lanes[lane].done => &KnownKeys::default(),
            Some(retries) => &retries.made().keys,
            None => &self.keys,
        };
        sorted(known, self.arrivals(lane)?, sharing)
    }

    /// Returns the requests of a slot: as positions among those grouped by slot, or as indices if all belong to
    /// the first slot.
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

    /// Returns whether all attempts of a lane share one state.
    pub fn is_undivided(&self, lane: usize) -> bool {
        self.keys(lane, &self.lanes[lane].sharing).is_none()
    }

    /// Returns an exact log of each client's limit, with one state per key.
    pub(crate) fn exact_log(&self, key: Key) -> Option<Lane> {
        let log = scenario::Lane::new(Algorithm::SlidingWindowLog);
        let log = scenario::Lane { key, store: Some(Store::Shared), ..log };
        self.engines.lane(&log, &self.scenario, &self.senders, 0).ok()
    }

    /// Returns the decisions of a limiter that is not a lane, about the arrivals of a lane.
    pub(crate) fn decided_by(&self, mut limiter: Lane, lane: usize) -> Option<Outcomes> {
        let arrivals = self.arrivals(lane)?;
        let keys = self.keys(lane, &limiter.sharing);
        limiter.decide(arrivals, keys.as_deref(), self.scenario.start, arrivals.len());
        Some(limiter.record.outcomes)
    }
}

/// Returns the requests grouped by shared state, which is computed once.
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
