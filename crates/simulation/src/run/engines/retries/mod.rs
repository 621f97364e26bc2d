//! Clients that retry: one attempt after the other, each decided before the next is known.

mod agenda;
mod clients;
mod made;
mod pending;

use std::rc::Rc;

use ratelab_limiter::{Outcome, Policy};
use ratelab_scenario::{
    scenario::{Retry, RetryAfter, Scenario},
    traffic::{Arrivals, Random},
};

use self::{clients::Clients, made::Made};
use super::{
    super::{
        attempts::{Attempts, MOST_ATTEMPTS_IN_LANE},
        keys::KnownKeys,
        record::Record,
        sharing::Sharing,
    },
    Engine,
};

/// The random streams of clients that retry start here; those below belong to the traffic.
const RETRIES: u64 = 1 << 32;

/// The attempts of a lane, and which of them share a state. Once complete, they are shared by lanes in which
/// clients behave the same.
#[derive(Clone, Default)]
pub(crate) struct AttemptsMade {
    pub(crate) attempts: Rc<Attempts>,
    pub(crate) keys: Rc<KnownKeys>,
}

/// Clients that retry.
pub(crate) trait Retries {
    /// Returns the attempts.
    fn made(&self) -> &AttemptsMade;

    /// Returns whether they behave the same in every lane that admits the same requests: no wait is random.
    fn is_alike(&self) -> bool;

    /// Copies the attempts of a lane that is done.
    fn follow(&mut self, other: &AttemptsMade);

    /// Makes up to `budget` further attempts, and returns whether there are no more.
    fn advance(
        &mut self,
        engine: &mut Engine,
        slots: Slots<'_>,
        record: &mut Record,
        traffic: &Arrivals,
        budget: usize,
    ) -> bool;
}

/// The clients of a lane, and their attempts.
struct Retrying {
    clients: Clients,
    made: AttemptsMade,
}

/// Returns the clients of the lane with this index, if they retry at all.
pub(crate) fn retries(scenario: &Scenario, number: usize) -> Option<Box<dyn Retries>> {
    if scenario.has_same_requests() {
        return None;
    }
    let random = Random::stream(scenario.seed, RETRIES + number as u64);
    let clients = Clients::new(scenario.retry, random, u64::MAX - scenario.start);
    Some(Box::new(Retrying { clients, made: AttemptsMade::default() }))
}

impl Retries for Retrying {
    fn made(&self) -> &AttemptsMade {
        &self.made
    }

    fn is_alike(&self) -> bool {
        !self.clients.draw()
    }

    fn follow(&mut self, other: &AttemptsMade) {
        self.made = other.clone();
    }

    fn advance(
        &mut self,
        engine: &mut Engine,
        slots: Slots<'_>,
        record: &mut Record,
        traffic: &Arrivals,
        budget: usize,
    ) -> bool {
        let Self { clients, made } = self;
        let Some(attempts) = Rc::get_mut(&mut made.attempts) else { return true };
        attempts.reserve(traffic);
        let remaining = MOST_ATTEMPTS_IN_LANE - attempts.requests.len();
        if remaining == 0 {
            attempts.abandoned = clients.left();
            return true;
        }
        let making = Making { clients, attempts, record, traffic };
        match engine {
            Engine::Batch(engine) => engine.attempt(slots, making, budget.min(remaining)),
            Engine::Sequential(engine) => engine.attempt(making, budget.min(remaining)),
        }
    }
}

/// An attempt, as it arrives at a lane.
#[derive(Clone, Copy)]
pub(crate) struct Attempt {
    /// Its index in the lane.
    pub(crate) number: usize,
    pub(crate) time: u64,
    pub(crate) client: u32,
    pub(crate) cost: u32,
}

/// Decides attempts, one after the other.
pub(crate) trait Decider {
    /// Decides the next attempt.
    fn take(&mut self, at: Attempt, record: &mut Record) -> Outcome;

    /// Returns the wait that a client that was just denied receives.
    fn wait(&mut self, at: Attempt) -> Option<u64>;
}

/// Everything needed to make attempts. The loop is compiled for each limiter.
pub(crate) struct Making<'a> {
    clients: &'a mut Clients,
    attempts: &'a mut Attempts,
    record: &'a mut Record,
    traffic: &'a Arrivals,
}

impl Making<'_> {
    /// Makes up to `count` attempts, and returns whether there are no more.
    pub(super) fn make(mut self, count: usize, decider: &mut impl Decider) -> bool {
        let mut made = Made::new();
        let mut left = count;
        while left > 0 {
            let is_last = self.make_few(&mut made, left, decider);
            left -= made.len();
            made.record(self.attempts, self.record, self.traffic);
            if is_last {
                return true;
            }
        }
        false
    }

    /// Makes as many attempts as the buffer has space for, at most `most`.
    #[inline]
    fn make_few(&mut self, made: &mut Made, most: usize, decider: &mut impl Decider) -> bool {
        let Self { clients, attempts, record, traffic } = self;
        let before = attempts.requests.len();
        while made.len() < most && !made.is_full() {
            let Some(next) = clients.next(traffic) else { return true };
            let (time, request) = (next.time, next.request as usize);
            let number = before + made.len();
            let at = Attempt { number, time, client: traffic.client(request), cost: traffic.cost(request) };
            let outcome = decider.take(at, record);
            made.push(next, outcome);
            if !outcome.admits() && clients.may_retry(next) {
                let hint = if clients.follow_hints() { decider.wait(at) } else { None };
                clients.refused(next, hint);
            }
        }
        false
    }
}

/// The slots of a lane, and the readings of their clocks at the scenario's time zero.
pub(crate) struct Slots<'a> {
    pub(super) sharing: &'a Sharing,
    pub(super) policies: &'a [Policy],
    pub(super) start: u64,
    /// The reading of the only clock, if all attempts share a state.
    pub(super) only: Option<u64>,
}

impl<'a> Slots<'a> {
    pub(crate) fn new(sharing: &'a Sharing, policies: &'a [Policy], start: u64) -> Self {
        let is_one = !sharing.is_divided() && policies.len() == 1;
        let only = is_one.then(|| sharing.policy_and_clock(policies, start, 0).1);
        Self { sharing, policies, start, only }
    }
}
