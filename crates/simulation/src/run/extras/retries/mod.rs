//! Clients that retry: attempt after attempt, each decided before the next is known.

mod agenda;
mod clients;
mod made;
mod pending;

use std::rc::Rc;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};

use self::{clients::Clients, made::Made};
use super::{
    super::{
        KnownKeys,
        attempts::{Attempts, MOST_ATTEMPTS_IN_LANE},
        lane::{Engine, Lane},
        record::Record,
        runner::Runner,
        sharing::Sharing,
    },
    Desk, OfPolicy,
    divided::{AtWork, Scratch},
    slot_of,
};
use ratelab_scenario::{
    scenario::{Retry, RetryAfter, Scenario},
    traffic::{Arrivals, Random},
};

/// Random streams from here on belong to clients that retry; those below, to the traffic.
const RETRIES: u64 = 1 << 32;

/// The clients of a lane, and what they did.
pub(in super::super) struct Reacting {
    clients: Clients,
    /// Once there are all, shared with lanes in which clients do the same.
    attempts: Rc<Attempts>,
    /// The attempts by who shares a state, once there are all.
    keys: Rc<KnownKeys>,
}

impl Reacting {
    /// Those of a lane with this number, if they retry at all.
    pub(in super::super) fn new(scenario: &Scenario, number: usize) -> Option<Self> {
        if scenario.has_same_requests() {
            return None;
        }
        let random = Random::stream(scenario.seed, RETRIES + number as u64);
        let clients = Clients::new(scenario.retry, random, u64::MAX - scenario.start);
        Some(Self { clients, attempts: Rc::default(), keys: Rc::default() })
    }

    pub(in super::super) fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    pub(in super::super) fn keys(&self) -> &KnownKeys {
        &self.keys
    }

    /// Whether clients do the same in every lane that admits the same: none of them draws how long it waits.
    pub(super) const fn is_alike(&self) -> bool {
        !self.clients.draw()
    }

    /// Takes over what clients did in a lane that is done.
    pub(super) fn follow(&mut self, other: &Self) {
        self.attempts = Rc::clone(&other.attempts);
        self.keys = Rc::clone(&other.keys);
    }

    /// Makes the next attempts, at most `budget`, and tells whether there are no more.
    pub(in super::super) fn advance(
        &mut self,
        lane: &mut Lane,
        traffic: &Arrivals,
        start: u64,
        budget: usize,
    ) -> bool {
        let Self { clients, attempts, .. } = self;
        let Some(attempts) = Rc::get_mut(attempts) else { return true };
        attempts.reserve(traffic);
        let room = MOST_ATTEMPTS_IN_LANE - attempts.requests.len();
        if room == 0 {
            attempts.abandoned = clients.left();
            return true;
        }
        let Lane { engine, record, sharing, policies, .. } = lane;
        let making = Making { clients, attempts, record, traffic };
        match engine {
            Engine::Rows(running) => {
                running.react(Slots::new(sharing, policies, start), making, budget.min(room))
            }
            Engine::Desk(desk) => making.make(budget.min(room), &mut **desk),
        }
    }
}

/// An attempt, as it comes to a lane.
#[derive(Clone, Copy)]
struct At {
    /// Its number in the lane.
    attempt: usize,
    time: u64,
    client: u32,
    cost: u32,
}

/// What decides about attempts, one after the other.
trait Decider {
    /// Decides about the next.
    fn take(&mut self, at: At, record: &mut Record) -> Outcome;

    /// How long a client that was just refused is told to wait.
    fn wait(&mut self, at: At) -> Option<u64>;
}

impl Decider for Desk {
    fn take(&mut self, At { attempt, time, client, cost }: At, record: &mut Record) -> Outcome {
        self.take(attempt, time, client, cost, record)
    }

    fn wait(&mut self, At { attempt, time, client, cost }: At) -> Option<u64> {
        self.wait(attempt, time, client, cost)
    }
}

/// All that attempts are made of and go to. The loop is compiled for each limiter.
pub(in super::super) struct Making<'a> {
    clients: &'a mut Clients,
    attempts: &'a mut Attempts,
    record: &'a mut Record,
    traffic: &'a Arrivals,
}

impl Making<'_> {
    /// Makes so many attempts, and tells whether there are no more.
    fn make(mut self, count: usize, decider: &mut impl Decider) -> bool {
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

    /// As many as there is room for, at most so many.
    #[inline]
    fn make_few(&mut self, made: &mut Made, most: usize, decider: &mut impl Decider) -> bool {
        let Self { clients, attempts, record, traffic } = self;
        let before = attempts.requests.len();
        while made.len() < most && !made.is_full() {
            let Some(next) = clients.next(traffic) else { return true };
            let (time, request) = (next.time, next.request as usize);
            let attempt = before + made.len();
            let at = At { attempt, time, client: traffic.client(request), cost: traffic.cost(request) };
            let outcome = decider.take(at, record);
            made.push(next, outcome);
            if !outcome.admits() && clients.may_retry(next) {
                let hint = if clients.listen() { decider.wait(at) } else { None };
                clients.refused(next, hint);
            }
        }
        false
    }
}

/// The slots of a lane, and what their clocks show at the scenario's zero.
pub(in super::super) struct Slots<'a> {
    sharing: &'a Sharing,
    policies: &'a [Policy],
    start: u64,
    /// What the only clock shows, if all attempts share a state.
    only: Option<u64>,
}

impl<'a> Slots<'a> {
    fn new(sharing: &'a Sharing, policies: &'a [Policy], start: u64) -> Self {
        let is_one = !sharing.is_divided() && policies.len() == 1;
        let only = is_one.then(|| slot_of(sharing, policies, start, 0).1);
        Self { sharing, policies, start, only }
    }
}

/// What only the whole build asks of a limiter that is being run.
pub(in super::super) trait More {
    /// Lets clients make so many attempts, and tells whether there are no more.
    fn react(&mut self, slots: Slots<'_>, making: Making<'_>, count: usize) -> bool;

    /// Adds the limiter of another tier.
    fn add(&mut self, policy: &Policy);

    /// The state of the slot that is being decided about.
    fn state(&self) -> PolicyState;
}

impl<L> More for Runner<L>
where
    L: Limiter + OfPolicy,
    L::State: Into<PolicyState>,
{
    fn add(&mut self, policy: &Policy) {
        let Scratch { tiers, work } = &mut self.scratch;
        tiers.extend(L::of(policy));
        // The first slot is one of the first tier.
        if let [first] = &tiers[..] {
            work.state = first.fresh();
        }
    }

    fn state(&self) -> PolicyState {
        self.scratch.work.state.clone().into()
    }

    fn react(&mut self, slots: Slots<'_>, making: Making<'_>, count: usize) -> bool {
        making.make(count, &mut OnSlots { runner: self, slots })
    }
}

/// A limiter that decides on the states of all slots side by side.
struct OnSlots<'a, L: Limiter> {
    runner: &'a mut Runner<L>,
    slots: Slots<'a>,
}

impl<L: Limiter> OnSlots<'_, L> {
    /// The limiter and the state of an attempt, and what the clock shows.
    #[inline(always)]
    fn of(&mut self, at: At) -> (&L, &mut L::State, u64) {
        let Some(start) = self.slots.only else { return self.of_one(at) };
        (&self.runner.limiter, &mut self.runner.scratch.work.state, start.saturating_add(at.time))
    }

    /// The same where there are several.
    #[inline(never)]
    fn of_one(&mut self, at: At) -> (&L, &mut L::State, u64) {
        let Slots { sharing, policies, start, .. } = self.slots;
        let slot = sharing.slot(at.attempt, at.client) as usize;
        let (limiter, start) = slot_of(sharing, policies, start, slot);
        let (limiter, AtWork { states, .. }) = self.runner.of_tier(limiter);
        if states.len() <= slot {
            states.resize(slot + 1, None);
        }
        (limiter, states[slot].get_or_insert_with(|| limiter.fresh()), start.saturating_add(at.time))
    }
}

impl<L: Limiter> Decider for OnSlots<'_, L> {
    #[inline]
    fn take(&mut self, at: At, _: &mut Record) -> Outcome {
        let (limiter, state, now) = self.of(at);
        limiter.take(state, now, at.cost)
    }

    fn wait(&mut self, at: At) -> Option<u64> {
        let (limiter, state, now) = self.of(at);
        limiter.retry_after(state, &limiter.advance(state, now), at.cost)
    }
}
