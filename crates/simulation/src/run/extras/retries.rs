//! Clients that retry.

use std::collections::VecDeque;

use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState, SECOND};

use super::{
    super::{
        KnownKeys,
        attempts::{Attempts, MOST_ATTEMPTS_IN_LANE},
        lane::{Engine, Lane},
        runner::Runner,
    },
    OfPolicy,
    agenda::Agenda,
    divided::AtWork,
    slot_of,
};
use crate::{
    scenario::{Retry, RetryAfter, Scenario},
    traffic::{Arrivals, Random},
};

/// Random streams from here on belong to clients that retry; those below, to the traffic.
const RETRIES: u64 = 1 << 32;

/// The clients of a lane, and what they did.
pub(in super::super) struct Reacting {
    clients: Clients,
    attempts: Attempts,
    /// The attempts by who shares a state, once there are all.
    keys: KnownKeys,
}

impl Reacting {
    /// Those of a lane with this number, if they retry at all.
    pub(in super::super) fn new(scenario: &Scenario, number: usize) -> Option<Self> {
        if scenario.has_same_requests() {
            return None;
        }
        let random = Random::stream(scenario.seed, RETRIES + number as u64);
        let clients = Clients::new(scenario.retry, random, u64::MAX - scenario.start);
        Some(Self { clients, attempts: Attempts::default(), keys: KnownKeys::default() })
    }

    pub(in super::super) const fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    pub(in super::super) const fn keys(&self) -> &KnownKeys {
        &self.keys
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
        attempts.reserve(traffic);
        for _ in 0..budget {
            let made = attempts.requests.len();
            if made == MOST_ATTEMPTS_IN_LANE {
                attempts.abandoned = clients.left();
                return true;
            }
            let Some(next) = clients.next(traffic) else { return true };
            let at = push(attempts, traffic, next);
            let outcome = lane.take(made, at, start);
            lane.record.push(at.time, outcome);
            if !outcome.admits() {
                let hint = clients.listens().then(|| lane.wait(made, at, start));
                clients.refused(next, hint.flatten());
            }
        }
        false
    }
}

/// An attempt, as it comes to a lane.
#[derive(Clone, Copy)]
struct At {
    time: u64,
    client: u32,
    cost: u32,
}

/// Adds an attempt: its time, which request of the traffic, which attempt at it.
fn push(attempts: &mut Attempts, traffic: &Arrivals, (time, request, number): (u64, u32, u32)) -> At {
    let (client, cost) = (traffic.client(request as usize), traffic.cost(request as usize));
    attempts.arrivals.push(time, client, cost);
    attempts.requests.push(request);
    attempts.numbers.push(number);
    At { time, client, cost }
}

impl Lane {
    /// Decides about the next attempt.
    fn take(&mut self, attempt: usize, At { time, client, cost }: At, start: u64) -> Outcome {
        let Self { engine, sharing, policies, record, .. } = self;
        match engine {
            Engine::Rows(running) => {
                let slot = sharing.slot(attempt, client);
                let (limiter, start) = slot_of(sharing, policies, start, slot as usize);
                running.take(slot, limiter, start.saturating_add(time), cost)
            }
            Engine::Desk(desk) => desk.take(attempt, time, client, cost, record),
        }
    }

    /// How long a client that was just refused is told to wait.
    fn wait(&mut self, attempt: usize, At { time, client, cost }: At, start: u64) -> Option<u64> {
        let Self { engine, sharing, policies, .. } = self;
        match engine {
            Engine::Rows(running) => {
                let slot = sharing.slot(attempt, client);
                let (limiter, start) = slot_of(sharing, policies, start, slot as usize);
                running.wait(slot, limiter, start.saturating_add(time), cost)
            }
            Engine::Desk(desk) => desk.wait(attempt, time, client, cost),
        }
    }
}

/// What only the whole build asks of a limiter that is being run: one attempt at a time, on the
/// states of all slots side by side.
pub(in super::super) trait More {
    /// Decides about an attempt.
    fn take(&mut self, slot: u32, limiter: usize, now: u64, cost: u32) -> Outcome;

    /// Adds the limiter of another tier.
    fn add(&mut self, policy: &Policy);

    /// The state of the slot that is being decided about.
    fn state(&self) -> PolicyState;

    /// How long a client that was just refused would have to wait.
    fn wait(&mut self, slot: u32, limiter: usize, now: u64, cost: u32) -> Option<u64>;
}

impl<L> More for Runner<L>
where
    L: Limiter + OfPolicy,
    L::State: Into<PolicyState>,
{
    fn add(&mut self, policy: &Policy) {
        self.scratch.tiers.extend(L::of(policy));
    }

    fn state(&self) -> PolicyState {
        self.scratch.work.state.clone().into()
    }

    fn take(&mut self, slot: u32, limiter: usize, now: u64, cost: u32) -> Outcome {
        let (limiter, AtWork { states, .. }) = self.of_tier(limiter);
        let slot = slot as usize;
        if states.len() <= slot {
            states.resize(slot + 1, None);
        }
        limiter.take(states[slot].get_or_insert_with(|| limiter.fresh()), now, cost)
    }

    fn wait(&mut self, slot: u32, limiter: usize, now: u64, cost: u32) -> Option<u64> {
        let (limiter, AtWork { states, .. }) = self.of_tier(limiter);
        let state = states.get(slot as usize)?.as_ref()?;
        limiter.retry_after(state, &limiter.advance(state, now), cost)
    }
}

/// Which requests are tried again, when, and for which time.
enum Pending {
    /// Where all who try for the same time wait as long as each other.
    Queues(Queues),
    /// Where waits differ.
    Agenda(Agenda<(u32, u32)>),
}

impl Pending {
    fn of(retry: &Retry) -> Self {
        match retry.after {
            RetryAfter::Told | RetryAfter::Backoff { jitter: true, .. } => Self::Agenda(Agenda::new()),
            _ => Self::Queues(Queues::default()),
        }
    }

    const fn len(&self) -> usize {
        match self {
            Self::Queues(queues) => queues.length,
            Self::Agenda(agenda) => agenda.len(),
        }
    }

    #[inline]
    fn push(&mut self, due: u64, request: u32, number: u32) {
        match self {
            Self::Queues(queues) => queues.push(due, request, number),
            Self::Agenda(agenda) => agenda.push(due, (request, number)),
        }
    }

    /// When the first is due.
    #[inline]
    const fn first(&self) -> Option<u64> {
        match self {
            Self::Queues(queues) => queues.first,
            Self::Agenda(agenda) => agenda.first(),
        }
    }

    /// Takes the first. Of those at one instant it is the one that was added first.
    #[inline]
    fn pop(&mut self) -> Option<(u64, u32, u32)> {
        match self {
            Self::Queues(queues) => queues.pop(),
            Self::Agenda(agenda) => agenda.pop().map(|(due, (request, number))| (due, request, number)),
        }
    }
}

/// A queue for each time, from the second on: when each is due, how many were added before it, and which
/// request it is.
#[derive(Default)]
struct Queues {
    queues: Vec<VecDeque<(u64, u64, u32)>>,
    added: u64,
    length: usize,
    /// When the first of all is due, and its queue.
    first: Option<u64>,
    queue: usize,
}

impl Queues {
    #[inline]
    fn push(&mut self, due: u64, request: u32, number: u32) {
        let queue = number as usize - 2;
        if self.queues.len() <= queue {
            self.queues.resize(queue + 1, VecDeque::new());
        }
        self.queues[queue].push_back((due, self.added, request));
        self.added += 1;
        self.length += 1;
        if self.first.is_none_or(|first| due < first) {
            (self.first, self.queue) = (Some(due), queue);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(u64, u32, u32)> {
        let queue = self.queue;
        let (due, _, request) = self.queues.get_mut(queue)?.pop_front()?;
        self.length -= 1;
        self.find_first();
        Some((due, request, queue as u32 + 2))
    }

    #[inline]
    fn find_first(&mut self) {
        let mut least = None;
        for (queue, of) in self.queues.iter().enumerate() {
            if let Some((due, added, _)) = of.front()
                && least.is_none_or(|known| (*due, *added) < known)
            {
                (least, self.queue) = (Some((*due, *added)), queue);
            }
        }
        self.first = least.map(|(due, _)| due);
    }
}

/// The clients of a lane: what they still have to do.
struct Clients {
    retry: Retry,
    random: Random,
    pending: Pending,
    next: usize,
    /// The last instant of the scenario that the limiters' clock can show.
    end: u64,
}

impl Clients {
    fn new(retry: Retry, random: Random, end: u64) -> Self {
        Self { pending: Pending::of(&retry), retry, random, next: 0, end }
    }

    /// The next attempt: its time, which request, which attempt at it. A first
    /// request goes before retries of the same instant.
    #[inline]
    fn next(&mut self, traffic: &Arrivals) -> Option<(u64, u32, u32)> {
        let first = traffic.times().get(self.next).copied();
        match (first, self.pending.first()) {
            (Some(time), due) if due.is_none_or(|due| time <= due) => {
                self.next += 1;
                Some((time, self.next as u32 - 1, 1))
            }
            _ => self.pending.pop(),
        }
    }

    /// Schedules the attempt after a refusal, unless the clock ends before it.
    fn refused(&mut self, (time, request, number): (u64, u32, u32), hint: Option<u64>) {
        if number >= self.retry.attempts {
            return;
        }
        let due = self.wait(hint, number).and_then(|wait| time.checked_add(wait));
        let Some(due) = due.filter(|due| *due <= self.end) else { return };
        self.pending.push(due, request, number + 1);
    }

    /// Whether clients wait as long as the limiter says.
    const fn listens(&self) -> bool {
        matches!(self.retry.after, RetryAfter::Told)
    }

    /// Attempts that are scheduled and not made yet.
    fn left(&self) -> u64 {
        self.pending.len() as u64
    }

    /// How long a client waits after its attempt with this number was refused.
    fn wait(&mut self, hint: Option<u64>, number: u32) -> Option<u64> {
        match self.retry.after {
            RetryAfter::Never => None,
            RetryAfter::AtOnce => Some(0),
            RetryAfter::Fixed(wait) => Some(wait),
            RetryAfter::Told => hint.map(|wait| wait.div_ceil(SECOND).max(1).saturating_mul(SECOND)),
            RetryAfter::Backoff { first, longest, jitter } => {
                let doubled = u128::from(first) << (number - 1).min(63);
                let wait = u64::try_from(doubled).unwrap_or(u64::MAX).min(longest);
                Some(if jitter { self.random.up_to(wait) } else { wait })
            }
        }
    }
}
