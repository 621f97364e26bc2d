//! A run: every lane over the same traffic, in slices, into columns.
//!
//! Nothing here decides; the limiters do. A run keeps two bits for each decision,
//! the times at which delayed requests started, and now and then the limiters'
//! states, from which any decision can be made again.

mod attempts;
mod lane;
mod outcomes;

use ratelab_limiter::{Policy, PolicyError, PolicyState};

pub use attempts::{Attempts, MOST_ATTEMPTS_IN_LANE};
pub use lane::Record;
pub(crate) use lane::interval;
pub use outcomes::{Counts, Kind, Outcomes};

use crate::{
    scenario::{RetryAfter, Scenario},
    traffic::{Arrivals, Generator, Random},
};
use attempts::Clients;
use lane::Running;

/// A scenario, being run or done.
pub struct Simulation {
    scenario: Scenario,
    traffic: Traffic,
    lanes: Vec<Lane>,
}

enum Traffic {
    Arriving(Box<Generator>),
    Arrived(Arrivals),
}

/// How far a run has come: this much of that much, in requests of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Done.
    pub done: u64,
    /// To be done in all, as far as is known.
    pub of: u64,
}

/// A limiter, and what it decided.
pub struct Lane {
    policy: Policy,
    clients: u32,
    running: Box<dyn Running>,
    record: Record,
    interval: usize,
    /// Where clients react, they have arrivals of their own in each lane.
    reacting: Option<(Clients, Attempts)>,
    done: bool,
}

impl Simulation {
    /// A run that has not begun.
    pub fn new(scenario: Scenario) -> Result<Self, PolicyError> {
        let lanes = scenario.lanes.iter().enumerate();
        let lanes = lanes.map(|(number, lane)| Ok(Lane::new(lane.policy(&scenario)?, &scenario, number)));
        let lanes = lanes.collect::<Result<_, PolicyError>>()?;
        let traffic = Traffic::Arriving(Box::new(Generator::new(&scenario)));
        Ok(Self { scenario, traffic, lanes })
    }

    /// A run that is done.
    pub fn complete(scenario: Scenario) -> Result<Self, PolicyError> {
        let mut run = Self::new(scenario)?;
        while !run.advance(usize::MAX) {}
        Ok(run)
    }

    /// Goes on for about so many requests, and tells whether the run is done. To
    /// cancel a run, drop it.
    pub fn advance(&mut self, budget: usize) -> bool {
        if let Traffic::Arriving(generator) = &mut self.traffic {
            if generator.advance(budget) {
                let generator = core::mem::replace(&mut self.traffic, Traffic::Arrived(Arrivals::default()));
                if let Traffic::Arriving(generator) = generator {
                    self.traffic = Traffic::Arrived(generator.finish());
                }
            }
            return false;
        }
        let start = self.scenario.start;
        let Traffic::Arrived(arrivals) = &self.traffic else { return false };
        if let Some(lane) = self.lanes.iter_mut().find(|lane| !lane.done) {
            lane.advance(arrivals, start, budget);
        }
        self.lanes.iter().all(|lane| lane.done)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let lanes = self.lanes.len() as u64;
        match &self.traffic {
            Traffic::Arriving(generator) => {
                let (done, expected) = generator.progress();
                Progress { done, of: expected * (lanes + 1) }
            }
            Traffic::Arrived(arrivals) => {
                let decided: u64 = self.lanes.iter().map(|lane| lane.record.outcomes().len() as u64).sum();
                let requests = arrivals.len() as u64;
                Progress { done: requests + decided, of: (requests * (lanes + 1)).max(requests + decided) }
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

    /// What arrived in a lane: the traffic, or where clients react their attempts.
    pub fn arrivals(&self, lane: usize) -> Option<&Arrivals> {
        match &self.lanes[lane].reacting {
            Some((_, attempts)) => Some(&attempts.arrivals),
            None => self.traffic(),
        }
    }

    /// The state of the client that made a request, just before it.
    pub fn state_before(&self, lane: usize, index: usize) -> Option<PolicyState> {
        let arrivals = self.arrivals(lane)?;
        let client = arrivals.client(index);
        let Lane { interval, running, .. } = &self.lanes[lane];
        let since = (index / interval * interval..index).filter(|other| arrivals.client(*other) == client);
        let start = self.scenario.start;
        let mut requests =
            since.map(|other| (start.saturating_add(arrivals.time(other)), arrivals.cost(other)));
        Some(running.state_before(index / interval, client, &mut requests))
    }
}

impl Lane {
    fn new(policy: Policy, scenario: &Scenario, number: usize) -> Self {
        let clients = scenario.clients.count;
        let running = lane::runner(&policy, clients);
        let reacting = (scenario.retry.after != RetryAfter::Never).then(|| {
            let random = Random::stream(scenario.seed, RETRIES + number as u64);
            (Clients::new(scenario.retry, random), Attempts::default())
        });
        Self { policy, clients, running, record: Record::default(), interval: 0, reacting, done: false }
    }

    /// The limiter.
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What it decided.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The attempts of clients that react.
    pub fn attempts(&self) -> Option<&Attempts> {
        self.reacting.as_ref().map(|(_, attempts)| attempts)
    }

    /// Decides about the next requests, at most so many.
    fn advance(&mut self, traffic: &Arrivals, start: u64, budget: usize) {
        if self.interval == 0 {
            self.interval = lane::interval(&self.policy, self.clients, traffic.len());
        }
        match self.reacting.take() {
            None => self.decide(traffic, start, budget),
            Some((mut clients, mut attempts)) => {
                self.react(&mut clients, &mut attempts, traffic, start, budget);
                self.reacting = Some((clients, attempts));
            }
        }
    }

    fn decide(&mut self, traffic: &Arrivals, start: u64, budget: usize) {
        let mut from = self.record.outcomes().len();
        let end = traffic.len().min(from.saturating_add(budget));
        while from < end {
            if from.is_multiple_of(self.interval) {
                self.running.save();
            }
            let to = end.min((from / self.interval + 1) * self.interval);
            self.running.decide_all(traffic, start, from..to, &mut self.record);
            from = to;
        }
        self.done = end == traffic.len();
    }

    fn react(
        &mut self,
        clients: &mut Clients,
        attempts: &mut Attempts,
        traffic: &Arrivals,
        start: u64,
        budget: usize,
    ) {
        for _ in 0..budget {
            if attempts.requests.len() == MOST_ATTEMPTS_IN_LANE {
                attempts.abandoned = clients.left();
                self.done = true;
                return;
            }
            let Some(next) = clients.next(traffic) else {
                self.done = true;
                return;
            };
            if attempts.requests.len().is_multiple_of(self.interval) {
                self.running.save();
            }
            let outcome = attempts::attempt(&mut *self.running, clients, traffic, start, next);
            attempts.push(traffic, next);
            self.record.push(next.0, outcome);
        }
    }
}

/// Streams of chance that are not the traffic's.
const RETRIES: u64 = 1 << 32;
