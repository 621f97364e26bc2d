//! What token bucket, meter, queue and GCRA share: a backlog that shrinks at a
//! rate, and a ceiling that it must not be above for a request to pass.
//!
//! All four keep what is *used up* rather than what is left. A fresh key is then
//! zero whatever the capacity, refilling and leaking are the same subtraction,
//! and the promise that the four decide alike is visible in the code. What is charged
//! without asking fills a bucket beyond its capacity, and drains as the rest does.

use alloc::{vec, vec::Vec};
use core::fmt::{Debug, Display};

use crate::{
    algorithm::Algorithm,
    bounds::{Checks, PERIOD, Parameter},
    decision::{Outcome, Rule, Why},
    limiter::{Limiter, Quota, Sealed},
    settings::Settings,
};

/// A rate in its lowest terms, with the capacity it fills. One request is `unit`
/// parts; `amount` parts come back in each step of time (a nanosecond, unless a
/// policy counts whole periods), so nothing is ever rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flow {
    capacity: u32,
    unit: u64,
    amount: u64,
    capacity_parts: u64,
    /// The most steps that can leave something of any backlog. More are not
    /// multiplied, which is what makes a plain multiplication safe.
    longest_drain: u64,
}

impl Flow {
    /// The flow of `amount` requests in each `period`, for a bucket of `capacity`.
    #[inline(never)]
    pub(crate) fn new(
        size: &Parameter,
        capacity: u64,
        rate: &Parameter,
        amount: u64,
        period: u64,
        checks: &mut Checks,
    ) -> Self {
        let amount = rate.check(amount, checks);
        let period = PERIOD.check(period, checks);
        let divisor = greatest_common_divisor(amount, period);
        let (amount, unit) = (amount / divisor, period / divisor);
        let because = (u64::MAX / unit < size.maximum).then_some("at this amount and period");
        let capacity = size.check_requests_within(capacity, u64::MAX / unit, because, checks);
        let capacity_parts = u64::from(capacity) * unit;
        let longest_drain = u64::MAX.checked_div(amount).unwrap_or(u64::MAX);
        Self { capacity, unit, amount, capacity_parts, longest_drain }
    }

    /// The capacity, in requests.
    pub(crate) const fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Parts that come back in each step.
    pub(crate) const fn amount(&self) -> u64 {
        self.amount
    }

    /// Parts to a request.
    pub(crate) const fn unit(&self) -> u64 {
        self.unit
    }

    /// The capacity, in parts.
    pub(crate) const fn capacity_parts(&self) -> u64 {
        self.capacity_parts
    }

    /// So many requests, which must not be above the capacity, in parts.
    #[inline]
    pub(crate) const fn parts(&self, requests: u32) -> u64 {
        requests as u64 * self.unit
    }

    /// The backlog at or below which a request of this cost fits; `None` when it
    /// never does.
    #[inline]
    pub(crate) const fn ceiling(&self, cost: u32) -> Option<u64> {
        if cost > self.capacity { None } else { Some(self.capacity_parts - self.parts(cost)) }
    }

    /// What is left of a backlog after this many steps. Few steps are multiplied: beyond
    /// the longest drain the answer is 0, so the product cannot overflow and needs no
    /// check, which in WebAssembly would cost more than the multiplication.
    #[inline]
    const fn drained(&self, backlog: u64, steps: u64) -> u64 {
        if steps > self.longest_drain { 0 } else { backlog.saturating_sub(self.amount * steps) }
    }

    /// Steps in which this many parts drain, if anybody wants to know: a division is slow.
    /// Most rates are one request in some number of nanoseconds, and need none.
    #[inline]
    pub(crate) const fn steps(&self, parts: u64, is_wanted: bool) -> u64 {
        if self.amount == 1 || !is_wanted { parts } else { parts.div_ceil(self.amount) }
    }

    /// The most that a bucket admits which is full at first, and gets something back in each of so
    /// many steps. What comes back to a full bucket is lost: one of a single request is full for the
    /// rest of the step in which that is due, and none gets back more in a step than it holds.
    fn most_in(&self, steps: u64) -> u128 {
        let (steps, capacity) = (u128::from(steps), u128::from(self.capacity));
        if self.capacity == 1 {
            return 1 + steps / u128::from(self.unit.div_ceil(self.amount));
        }
        let returned = u128::from(self.amount) * steps / u128::from(self.unit);
        capacity + returned.min(capacity * steps)
    }

    /// The most that starts of what is admitted, if what is behind more than `undelayed` parts has
    /// to wait and nothing costs more than `cost`. What waits starts in the nanosecond in which its
    /// turn comes, so two can be a part of one closer than their turns are.
    fn most_started_in(&self, undelayed: u64, interval: u64, cost: u32) -> u128 {
        if undelayed.saturating_add(self.unit) >= self.capacity_parts {
            return self.most_in(interval);
        }
        let served = |closer: u64| {
            let parts = u128::from(self.amount) * u128::from(interval) + u128::from(closer);
            parts / u128::from(self.unit)
        };
        let closer = self.amount.saturating_sub(1);
        let at_once = (u128::from(undelayed / self.unit) + u128::from(cost)).min(self.capacity.into());
        // What does not wait comes with no part of a nanosecond to spare, if all cost one.
        let first = at_once + served(if cost > 1 { closer } else { 0 });
        first.max(u128::from(cost) + served(closer))
    }

    /// Steps until this many parts have drained; `None` when they never do.
    pub(crate) const fn steps_to_drain(&self, parts: u64) -> Option<u64> {
        if parts == 0 {
            return Some(0);
        }
        if self.amount == 0 { None } else { Some(parts.div_ceil(self.amount)) }
    }
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The state of a bucket: what is used up, in parts of a request, at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backlog {
    pub(crate) parts: u64,
    pub(crate) clock: u64,
}

const _: () = assert!(size_of::<Backlog>() == 16, "a bucket costs 16 bytes for each key");

/// What each bucket-shaped limiter says of itself; [`Limiter`] follows from it.
pub(crate) trait Bucket: Clone + Eq + Debug + Display {
    /// Which algorithm this is.
    const ALGORITHM: Algorithm;

    /// What was configured.
    fn configured(&self) -> Settings;

    /// Its rate and capacity.
    fn flow(&self) -> &Flow;

    /// The state of a key that has used nothing.
    #[inline]
    fn unused(&self) -> Backlog {
        Backlog::default()
    }

    /// Steps of the flow between two instants.
    #[inline]
    fn steps(&self, before: u64, after: u64) -> u64 {
        after - before
    }

    /// Whether each nanosecond is a step.
    #[inline]
    fn is_even(&self) -> bool {
        true
    }

    /// How long this many steps take from this instant.
    fn wait(&self, _clock: u64, steps: u64) -> u64 {
        steps
    }

    /// The most steps that fit between two instants this far apart.
    fn steps_in(&self, interval: u64) -> u64 {
        interval
    }

    /// The most parts that a backlog can be. Every wait is then still a duration.
    fn most(&self) -> u64 {
        u64::MAX
    }

    /// The backlog at or below which a request of this cost is admitted.
    #[inline]
    fn ceiling(&self, cost: u32) -> Option<u64> {
        self.flow().ceiling(cost)
    }

    /// The backlog behind which an admitted request has to wait for the rest to drain, if
    /// there is one.
    #[inline]
    fn undelayed(&self) -> Option<u64> {
        None
    }

    /// How long a request waits that is admitted behind this backlog.
    #[inline]
    fn delay(&self, backlog: u64) -> u64 {
        match self.undelayed() {
            Some(undelayed) => self.flow().steps(backlog.saturating_sub(undelayed), true),
            None => 0,
        }
    }

    /// The comparison that decides about this cost.
    fn rule(&self, backlog: u64, cost: u32) -> Rule {
        let flow = self.flow();
        Rule::Bucket { backlog, unit: flow.unit, cost, capacity: flow.capacity }
    }
}

impl<B: Bucket> Sealed for B {}

impl<B: Bucket> Limiter for B {
    type State = Backlog;
    type Moment = Backlog;

    fn algorithm(&self) -> Algorithm {
        B::ALGORITHM
    }

    fn settings(&self) -> Settings {
        self.configured()
    }

    fn limit(&self) -> u32 {
        self.flow().capacity
    }

    #[inline]
    fn fresh(&self) -> Backlog {
        self.unused()
    }

    /// The one subtraction that is refilling for a token bucket, leaking for a leaky one
    /// and the passing of time for GCRA.
    #[inline]
    fn advance(&self, state: &Backlog, now: u64) -> Backlog {
        let clock = now.max(state.clock);
        let parts = self.flow().drained(state.parts, self.steps(state.clock, clock));
        Backlog { parts, clock }
    }

    fn clock(&self, moment: &Backlog) -> u64 {
        moment.clock
    }

    #[inline]
    fn judge(&self, moment: &Backlog, cost: u32) -> Outcome {
        match self.ceiling(cost) {
            Some(ceiling) if moment.parts <= ceiling => Outcome::admitted_after(self.delay(moment.parts)),
            _ => Outcome::Denied,
        }
    }

    #[inline]
    fn settle(&self, state: &mut Backlog, moment: Backlog, charge: u32) {
        *state = Backlog { parts: moment.parts + self.flow().parts(charge), clock: moment.clock };
    }

    fn remaining(&self, moment: &Backlog) -> u32 {
        match self.ceiling(1) {
            Some(ceiling) if moment.parts <= ceiling => {
                whole((ceiling - moment.parts) / self.flow().unit) + 1
            }
            _ => 0,
        }
    }

    fn retry_after(&self, _state: &Backlog, moment: &Backlog, cost: u32) -> Option<u64> {
        let excess = moment.parts.saturating_sub(self.ceiling(cost)?);
        Some(self.wait(moment.clock, self.flow().steps_to_drain(excess)?))
    }

    fn reset_after(&self, _state: &Backlog, moment: &Backlog) -> Option<u64> {
        Some(self.wait(moment.clock, self.flow().steps_to_drain(moment.parts)?))
    }

    fn why(&self, _state: &Backlog, moment: &Backlog, cost: u32) -> Why {
        self.rule(moment.parts, cost).into()
    }

    fn give_back(&self, state: &mut Backlog, moment: Backlog, amount: u64) {
        let parts = moment.parts.saturating_sub(self.flow().unit.saturating_mul(amount));
        *state = Backlog { parts, clock: moment.clock };
    }

    fn level(&self, moment: &Backlog) -> u128 {
        moment.parts.into()
    }

    fn level_unit(&self) -> u64 {
        self.flow().unit
    }

    fn debt(&self, moment: &Backlog) -> u32 {
        whole(moment.parts.div_ceil(self.flow().unit))
    }

    fn owing(&self, debt: u32, now: u64) -> Backlog {
        let parts = self.flow().parts(debt.min(self.flow().capacity));
        Backlog { parts, clock: now.max(self.unused().clock) }
    }

    /// A part of a request has another size under another rate, so the backlog is scaled,
    /// and rounded up: a change of policy gives nothing away.
    fn carry(&self, from: &Self, state: &Backlog, now: u64) -> Backlog {
        let moment = from.advance(state, now);
        let (old, new) = (from.flow(), self.flow());
        let scaled = (u128::from(moment.parts) * u128::from(new.unit)).div_ceil(u128::from(old.unit));
        let parts = u64::try_from(scaled).unwrap_or(u64::MAX).min(new.capacity_parts);
        Backlog { parts, clock: moment.clock.max(self.unused().clock) }
    }

    /// A full bucket, and what comes back meanwhile. One that never gets anything back has
    /// only what it began with.
    fn most_in(&self, interval: u64) -> u128 {
        match self.flow().amount {
            0 => self.remaining(&self.unused()).into(),
            _ => self.flow().most_in(self.steps_in(interval)),
        }
    }

    fn most_started_in(&self, interval: u64, cost: u32) -> u128 {
        match self.undelayed() {
            Some(undelayed) => self.flow().most_started_in(undelayed, interval, cost),
            None => self.most_in(interval),
        }
    }

    fn quotas(&self) -> Vec<Quota> {
        let flow = self.flow();
        let window =
            flow.steps_to_drain(flow.capacity_parts).map(|steps| self.wait(self.unused().clock, steps));
        vec![Quota { limit: flow.capacity, window }]
    }

    fn save(&self, state: &Backlog) -> Vec<u64> {
        vec![state.parts, state.clock]
    }

    fn load(&self, numbers: &[u64]) -> Result<Backlog, &'static str> {
        match *numbers {
            [parts, _] if parts > self.most() => Err("more is used up than ever comes back"),
            [_, clock] if clock < self.unused().clock => Err("it is earlier than the first bucket"),
            [parts, clock] => Ok(Backlog { parts, clock }),
            _ => Err("a bucket's state is two numbers"),
        }
    }

    fn charge_anyway(&self, state: &mut Backlog, now: u64, cost: u32) {
        let Backlog { parts, clock } = self.advance(state, now);
        let charged = self.flow().unit.saturating_mul(cost.into());
        *state = Backlog { parts: parts.saturating_add(charged).min(self.most()), clock };
    }
}

/// A number of requests, or the most that are counted.
fn whole(requests: u64) -> u32 {
    u32::try_from(requests).unwrap_or(u32::MAX)
}
