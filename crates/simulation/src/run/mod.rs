//! A run: every lane over the same traffic, in slices, into columns.
//!
//! Nothing here decides; the limiters do. A run keeps two bits for each decision,
//! the times at which delayed requests started, and now and then the limiters'
//! states, from which any decision can be made again.

mod attempts;
mod hash;
mod lane;
mod outcomes;
mod releases;

use core::cell::{OnceCell, RefCell};
use std::rc::Rc;

#[cfg(feature = "whole")]
use ratelab_limiter::{Limiter, PolicyState};
use ratelab_limiter::{Policy, PolicyError, SlidingWindowLog};

pub use attempts::{Attempts, MOST_ATTEMPTS_IN_LANE};
pub use lane::Record;
#[cfg(feature = "whole")]
pub(crate) use outcomes::IN_BLOCK;
pub use outcomes::{Counts, Kind, Outcomes};
pub use releases::Releases;

#[cfg(feature = "whole")]
use crate::disagreements::Disagreed;
use crate::{
    WHOLE,
    scenario::{RetryAfter, Scenario},
    sentences::Gist,
    traffic::{Arrivals, Generator, Random},
    view::Span,
};
use attempts::Clients;
use lane::{LONGEST_ROW, Running};

/// A scenario, being run or done.
pub struct Simulation {
    scenario: Scenario,
    traffic: Traffic,
    lanes: Vec<Lane>,
    /// What an exact log decides about the traffic, once somebody asks.
    exact: OnceCell<Outcomes>,
    /// Where the columns of the span that was last looked at begin.
    pub(crate) edges: RefCell<Option<(Span, Rc<[u32]>)>>,
    /// On how many requests lanes differ, once somebody asks.
    #[cfg(feature = "whole")]
    pub(crate) disagreed: OnceCell<Disagreed>,
}

enum Traffic {
    Arriving(Box<Generator>),
    /// Runs that follow each other share it.
    Arrived(Rc<Arrivals>),
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
    /// Another lane that admits as this one does. What that one decided is then this one's
    /// record as well, but for how long requests wait.
    leader: Option<usize>,
    /// Where clients react, they have arrivals of their own in each lane.
    reacting: Option<(Clients, Attempts)>,
    done: bool,
    /// What sentences are made of, once somebody asks.
    pub(crate) gist: OnceCell<Gist>,
}

impl Simulation {
    /// A run that has not begun.
    pub fn new(scenario: Scenario) -> Result<Self, PolicyError> {
        let mut lanes = Vec::with_capacity(scenario.lanes.len());
        for (number, lane) in scenario.lanes.iter().enumerate() {
            lanes.push(Lane::new(lane.policy(&scenario)?, &scenario, number));
        }
        if WHOLE {
            let leaders: Vec<_> = (0..lanes.len()).map(|number| find_leader(&lanes, number)).collect();
            lanes.iter_mut().zip(leaders).for_each(|(lane, leader)| lane.leader = leader);
        }
        let traffic = Traffic::Arriving(Box::new(Generator::new(&scenario)));
        Ok(Self {
            scenario,
            traffic,
            lanes,
            exact: OnceCell::new(),
            edges: RefCell::default(),
            #[cfg(feature = "whole")]
            disagreed: OnceCell::new(),
        })
    }

    /// A run that has not begun, of another scenario than this one. If only limiters differ,
    /// the requests that were drawn for this run are not drawn again.
    pub fn followed_by(&self, scenario: Scenario) -> Result<Self, PolicyError> {
        let (ours, theirs) = (&self.scenario, &scenario);
        let is_same =
            ours.traffic == theirs.traffic && ours.clients == theirs.clients && ours.seed == theirs.seed;
        let mut next = Self::new(scenario)?;
        if let (true, Traffic::Arrived(arrivals)) = (is_same, &self.traffic) {
            next.traffic = Traffic::Arrived(Rc::clone(arrivals));
        }
        Ok(next)
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
                let generator = core::mem::replace(&mut self.traffic, Traffic::Arrived(Rc::default()));
                if let Traffic::Arriving(generator) = generator {
                    self.traffic = Traffic::Arrived(Rc::new(generator.finish()));
                }
            }
            return false;
        }
        let start = self.scenario.start;
        let Traffic::Arrived(arrivals) = &self.traffic else { return false };
        let mut left = budget;
        while left > 0 {
            let behind = self.lanes.iter().enumerate().filter(|(_, lane)| !lane.done);
            // Of lanes that are as far as each other, leaders have their turn first.
            let order = |(_, lane): &(usize, &Lane)| (lane.record.outcomes.len(), lane.leader.is_some());
            let Some((number, _)) = behind.min_by_key(order) else { break };
            match self.lanes[number].leader.filter(|_| WHOLE) {
                Some(leader) => {
                    if let Ok([lane, leader]) = self.lanes.get_disjoint_mut([number, leader]) {
                        lane.follow(leader);
                    }
                }
                None => self.lanes[number].advance(arrivals, start, left.min(LONGEST_ROW)),
            }
            left -= left.min(LONGEST_ROW);
        }
        self.is_done()
    }

    /// Whether all is decided.
    pub fn is_done(&self) -> bool {
        matches!(self.traffic, Traffic::Arrived(_)) && self.lanes.iter().all(|lane| lane.done)
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

    /// What an exact log of the scenario's limit decides about a lane's arrivals. It is
    /// made once for the traffic, or taken from a lane that is such a log; where clients
    /// react, no two lanes have the same arrivals.
    pub(crate) fn with_exact<T>(&self, lane: usize, look: impl FnOnce(&Outcomes) -> T) -> Option<T> {
        let limit = self.scenario.limit;
        let log = Policy::from(SlidingWindowLog::new(limit.amount.into(), limit.period).ok()?);
        if self.lanes[lane].reacting.is_some() {
            return Some(look(&self.decided_by(&log, self.arrivals(lane)?)));
        }
        if let Some(same) = self.lanes.iter().find(|lane| lane.policy == log) {
            return Some(look(&same.record.outcomes));
        }
        let traffic = self.traffic()?;
        Some(look(self.exact.get_or_init(|| self.decided_by(&log, traffic))))
    }

    /// What a limiter that is no lane decides about these arrivals.
    fn decided_by(&self, policy: &Policy, arrivals: &Arrivals) -> Outcomes {
        let mut lane = Lane::new(policy.clone(), &self.scenario, 0);
        // Nobody will ask for its states.
        lane.interval = usize::MAX;
        lane.decide_until(arrivals, self.scenario.start, arrivals.len());
        lane.record.outcomes
    }

    /// The state of the client that made a request, just before it: one that was saved,
    /// and the client's requests since.
    #[cfg(feature = "whole")]
    pub fn state_before(&self, lane: usize, index: usize) -> Option<PolicyState> {
        let arrivals = self.arrivals(lane)?;
        let Lane { policy, record, leader, .. } = &self.lanes[lane];
        let Lane { interval, running, .. } = &self.lanes[leader.unwrap_or(lane)];
        if index >= record.outcomes.len() {
            return None;
        }
        let client = arrivals.client(index);
        let mut state = running.saved(index / interval, client);
        for other in (index / interval * interval..index).filter(|other| arrivals.client(*other) == client) {
            let now = self.scenario.start.saturating_add(arrivals.time(other));
            let _ = policy.take(&mut state, now, arrivals.cost(other));
        }
        Some(state)
    }
}

/// A lane that admits as this one does, if nothing waits in this one: one that makes
/// requests wait, which nobody else's record tells, or else the first. Where clients react,
/// chance is each lane's own.
fn find_leader(lanes: &[Lane], number: usize) -> Option<usize> {
    let lane = &lanes[number];
    if lane.delays() || lane.reacting.is_some() {
        return None;
    }
    let alike = |(other, lane): (usize, &Lane)| lane.policy.admits_as(&lanes[number].policy).then_some(other);
    let delaying = lanes.iter().enumerate().filter(|(_, lane)| lane.delays()).find_map(alike);
    delaying.or_else(|| lanes[..number].iter().enumerate().find_map(alike))
}

impl Lane {
    fn new(policy: Policy, scenario: &Scenario, number: usize) -> Self {
        let clients = scenario.clients.count;
        let running = lane::runner(&policy, clients);
        let reacting = (WHOLE && scenario.retry.after != RetryAfter::Never).then(|| {
            let random = Random::stream(scenario.seed, RETRIES + number as u64);
            (Clients::new(scenario.retry, random, u64::MAX - scenario.start), Attempts::default())
        });
        Self {
            policy,
            clients,
            running,
            record: Record::default(),
            interval: 0,
            leader: None,
            reacting,
            done: false,
            gist: OnceCell::new(),
        }
    }

    /// Whether requests may wait in it.
    const fn delays(&self) -> bool {
        matches!(self.policy, Policy::LeakyBucketQueue(_) | Policy::AllOf(_))
    }

    /// Takes over what the leader has decided by now.
    fn follow(&mut self, leader: &Self) {
        self.record.outcomes.follow(&leader.record.outcomes);
        self.done = leader.done;
    }

    /// The limiter.
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Whether it admits what another lane admits, which need not be compared.
    #[cfg(feature = "whole")]
    pub(crate) const fn follows(&self) -> bool {
        self.leader.is_some()
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
            #[cfg(not(feature = "whole"))]
            Some(_) => {}
            #[cfg(feature = "whole")]
            Some((mut clients, mut attempts)) => {
                self.react(&mut clients, &mut attempts, traffic, start, budget);
                self.reacting = Some((clients, attempts));
            }
        }
    }

    fn decide(&mut self, traffic: &Arrivals, start: u64, budget: usize) {
        let from = self.record.outcomes.len();
        let end = traffic.len().min(from.saturating_add(budget));
        self.decide_until(traffic, start, end);
        self.done = end == traffic.len();
    }

    /// Decides about all requests up to this one, and saves states on the way.
    fn decide_until(&mut self, arrivals: &Arrivals, start: u64, end: usize) {
        let Self { running, record, interval, .. } = self;
        let mut from = record.outcomes.len();
        while from < end {
            let since_save = from % *interval;
            #[cfg(feature = "whole")]
            if since_save == 0 {
                running.save();
            }
            let to = end.min(from.saturating_add(*interval - since_save));
            running.decide(arrivals, start, from..to, record);
            from = to;
        }
    }

    #[cfg(feature = "whole")]
    fn react(
        &mut self,
        clients: &mut Clients,
        attempts: &mut Attempts,
        traffic: &Arrivals,
        start: u64,
        budget: usize,
    ) {
        for _ in 0..budget {
            let made = attempts.requests.len();
            if made == MOST_ATTEMPTS_IN_LANE {
                attempts.abandoned = clients.left();
                self.done = true;
                return;
            }
            let Some(next) = clients.next(traffic) else {
                self.done = true;
                return;
            };
            attempts.push(traffic, next);
            self.decide_until(&attempts.arrivals, start, made + 1);
            if self.record.outcomes.get(made) == Kind::Denied {
                let told = clients.listens().then(|| self.told(&attempts.arrivals, start, made)).flatten();
                clients.refused(next, told);
            }
        }
    }

    /// What a client is told that was just refused.
    #[cfg(feature = "whole")]
    fn told(&self, arrivals: &Arrivals, start: u64, index: usize) -> Option<u64> {
        let now = start.saturating_add(arrivals.time(index));
        self.running.wait(arrivals.client(index), now, arrivals.cost(index))
    }
}

/// Streams of chance that are not the traffic's.
const RETRIES: u64 = 1 << 32;
