//! The common part of token bucket, meter, queue and GCRA: a backlog that shrinks at a rate,
//! and a ceiling that it must not exceed for a request to pass.
//!
//! All four keep the amount *in use* rather than the amount left. A fresh key is then zero
//! with any capacity, refilling and leaking are the same subtraction, and the code shows that
//! the four decide alike. Charges without a decision fill a bucket beyond its capacity, and
//! drain as the rest does.

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
    /// The most steps that can leave something of any backlog. More are never multiplied,
    /// which makes a plain multiplication safe.
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

    /// Parts refilled in each step.
    pub(crate) const fn amount(&self) -> u64 {
        self.amount
    }

    /// Parts per request.
    pub(crate) const fn unit(&self) -> u64 {
        self.unit
    }

    /// The capacity, in parts.
    pub(crate) const fn capacity_parts(&self) -> u64 {
        self.capacity_parts
    }

    /// This many requests, at most the capacity, in parts.
    #[inline]
    pub(crate) const fn parts(&self, requests: u32) -> u64 {
        requests as u64 * self.unit
    }

    /// The greatest backlog with which a request of this cost fits; `None` if it never does.
    #[inline]
    pub(crate) const fn ceiling(&self, cost: u32) -> Option<u64> {
        if cost > self.capacity { None } else { Some(self.capacity_parts - self.parts(cost)) }
    }

    /// The rest of a backlog after this many steps. Beyond the longest drain it is 0, so the
    /// product cannot overflow and needs no check, which in WebAssembly would cost more than
    /// the multiplication.
    #[inline]
    const fn drained(&self, backlog: u64, steps: u64) -> u64 {
        if steps > self.longest_drain { 0 } else { backlog.saturating_sub(self.amount * steps) }
    }

    /// Steps in which this many parts drain, if they are wanted: a division is slow. Most
    /// rates are one request in some number of nanoseconds, and need none.
    #[inline]
    pub(crate) const fn steps(&self, parts: u64, is_wanted: bool) -> u64 {
        if self.amount == 1 || !is_wanted { parts } else { parts.div_ceil(self.amount) }
    }

    /// The most that a bucket admits in this many steps if it is full at first. Refills of a full
    /// bucket are lost: a bucket of a single request is full for the rest of the step in which
    /// that is due, and no bucket refills more in a step than it holds.
    fn most_in(&self, steps: u64) -> u128 {
        let (steps, capacity) = (u128::from(steps), u128::from(self.capacity));
        if self.capacity == 1 {
            return 1 + steps / u128::from(self.unit.div_ceil(self.amount));
        }
        let returned = u128::from(self.amount) * steps / u128::from(self.unit);
        capacity + returned.min(capacity * steps)
    }

    /// Reports whether a request can be admitted behind more than this.
    const fn waits_behind(&self, undelayed: u64) -> bool {
        undelayed.saturating_add(self.unit) < self.capacity_parts
    }

    /// The most cost that starts, if requests behind more than `undelayed` parts wait and none
    /// costs more than `cost`. A request starts in the nanosecond in which its turn comes, so two
    /// starts can be closer than their turns by a part of a nanosecond.
    fn most_started_in(&self, undelayed: u64, interval: u64, cost: u32) -> u128 {
        if !self.waits_behind(undelayed) {
            return self.most_in(interval);
        }
        let served = |closer: u64| {
            let parts = u128::from(self.amount) * u128::from(interval) + u128::from(closer);
            parts / u128::from(self.unit)
        };
        let closer = self.amount.saturating_sub(1);
        let at_once = (u128::from(undelayed / self.unit) + u128::from(cost)).min(self.capacity.into());
        // Requests that do not wait gain no part of a nanosecond, if all cost one.
        let first = at_once + served(if cost > 1 { closer } else { 0 });
        first.max(u128::from(cost) + served(closer))
    }

    /// Steps until this many parts have drained; `None` if they never do.
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

/// The state of a bucket: the amount in use at a time, in parts of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Backlog {
    pub(crate) parts: u64,
    pub(crate) clock: u64,
}

const _: () = assert!(size_of::<Backlog>() == 16, "a bucket costs 16 bytes for each key");

/// The properties of each bucket-shaped limiter; [`Limiter`] is implemented from them.
pub(crate) trait Bucket: Clone + Eq + Debug + Display {
    /// The algorithm.
    const ALGORITHM: Algorithm;

    /// The configured values.
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

    /// Reports whether each nanosecond is a step.
    #[inline]
    fn is_even(&self) -> bool {
        true
    }

    /// The duration of this many steps from this instant.
    fn wait(&self, _clock: u64, steps: u64) -> u64 {
        steps
    }

    /// The most steps that fit between two instants this far apart.
    fn steps_in(&self, interval: u64) -> u64 {
        interval
    }

    /// The greatest backlog, in parts, for which every wait fits a `u64`.
    fn most(&self) -> u64 {
        u64::MAX
    }

    /// The greatest backlog with which a request of this cost is admitted.
    #[inline]
    fn ceiling(&self, cost: u32) -> Option<u64> {
        self.flow().ceiling(cost)
    }

    /// The backlog behind which an admitted request waits for the rest to drain, if requests
    /// wait at all.
    #[inline]
    fn undelayed(&self) -> Option<u64> {
        None
    }

    /// Reports whether an admitted request can wait.
    fn makes_wait(&self) -> bool {
        self.undelayed().is_some_and(|undelayed| self.flow().waits_behind(undelayed))
    }

    /// The delay of a request that is admitted behind this backlog.
    #[inline]
    fn delay(&self, backlog: u64) -> u64 {
        match self.undelayed() {
            Some(undelayed) => self.flow().steps(backlog.saturating_sub(undelayed), true),
            None => 0,
        }
    }

    /// The rule that decides a request of this cost.
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

    /// One subtraction: refilling for a token bucket, leaking for a leaky one, and the passing
    /// of time for GCRA.
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

    /// Parts have another size under another rate, so the backlog is scaled, and rounded up: a
    /// change of policy must not give budget away.
    fn carry(&self, from: &Self, state: &Backlog, now: u64) -> Backlog {
        let moment = from.advance(state, now);
        let (old, new) = (from.flow(), self.flow());
        let scaled = (u128::from(moment.parts) * u128::from(new.unit)).div_ceil(u128::from(old.unit));
        let parts = u64::try_from(scaled).unwrap_or(u64::MAX).min(new.capacity_parts);
        Backlog { parts, clock: moment.clock.max(self.unused().clock) }
    }

    /// A full bucket, plus the refills in the interval. A bucket without refills has only its
    /// initial tokens.
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
            [parts, _] if parts > self.most() => Err("used amount exceeds what this policy can ever refill"),
            [_, clock] if clock < self.unused().clock => Err("time is before created_at"),
            [parts, clock] => Ok(Backlog { parts, clock }),
            _ => Err("expected two numbers"),
        }
    }

    fn charge_anyway(&self, state: &mut Backlog, now: u64, cost: u32) {
        let Backlog { parts, clock } = self.advance(state, now);
        let charged = self.flow().unit.saturating_mul(cost.into());
        *state = Backlog { parts: parts.saturating_add(charged).min(self.most()), clock };
    }
}

/// A number of requests, at most `u32::MAX`.
fn whole(requests: u64) -> u32 {
    u32::try_from(requests).unwrap_or(u32::MAX)
}
