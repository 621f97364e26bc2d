//! The four limiters that work at a rate, each in its own terms.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use ratelab_limiter::Refill;

use super::{Model, ceil, whole};

/// Requests in each nanosecond.
fn rate((amount, period): (u64, u64)) -> BigRational {
    BigRational::new(amount.into(), period.into())
}

fn zero() -> BigRational {
    BigRational::zero()
}

/// The greatest debt at a rate, in requests: `u64::MAX` parts, of which the denominator of the
/// rate in its lowest terms makes one request.
fn most_owed(flow: (u64, u64)) -> BigRational {
    BigRational::new(u64::MAX.into(), rate(flow).denom().clone())
}

/// The most tokens that can be owed. At intervals they are whole, and all must have come back
/// by the end of a duration.
fn most_tokens_owed(refill: Refill, (amount, period): (u64, u64)) -> BigRational {
    match refill {
        Refill::Greedy => most_owed((amount, period)),
        Refill::Interval if amount == 0 => whole(u64::MAX),
        Refill::Interval => whole((u64::MAX / period).saturating_mul(amount)),
    }
}

/// Token bucket: holds tokens, which requests take and time gives back.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    capacity: u32,
    amount: BigInt,
    period: BigInt,
    refill: Refill,
    created_at: BigInt,
    clock: BigInt,
    level: BigRational,
    /// The level at which a bucket owes as much as it can.
    least: BigRational,
}

impl Tokens {
    pub(super) fn new(
        capacity: u64,
        (amount, period): (u64, u64),
        initial: u64,
        refill: Refill,
        created_at: u64,
    ) -> Self {
        Self {
            capacity: capacity.try_into().unwrap(),
            amount: amount.into(),
            period: period.into(),
            refill,
            created_at: created_at.into(),
            clock: created_at.into(),
            level: whole(initial),
            least: whole(capacity) - most_tokens_owed(refill, (amount, period)),
        }
    }

    /// Tokens that have come by an instant, since the bucket was made.
    fn come_by(&self, instant: &BigInt) -> BigRational {
        let periods = BigRational::new(instant - &self.created_at, self.period.clone());
        let paid = match self.refill {
            Refill::Greedy => periods,
            Refill::Interval => periods.floor(),
        };
        paid * &self.amount
    }

    /// When the level is this high.
    fn wait_for(&self, level: u32) -> Option<BigInt> {
        if self.amount.is_zero() {
            return None;
        }
        let missing = whole(level) - &self.level;
        let periods = (self.come_by(&self.clock) + missing) / &self.amount;
        let periods = match self.refill {
            Refill::Greedy => periods,
            Refill::Interval => periods.ceil(),
        };
        Some(&self.created_at + ceil(&(periods * &self.period)) - &self.clock)
    }
}

impl Model for Tokens {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.capacity
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        if *now > self.clock {
            let come = self.come_by(now) - self.come_by(&self.clock);
            self.level = (&self.level + come).min(whole(self.capacity));
            self.clock = now.clone();
        }
    }

    fn fits(&self, cost: u32) -> bool {
        self.level >= whole(cost)
    }

    fn charge(&mut self, cost: u32) {
        self.level = (&self.level - whole(cost)).max(self.least.clone());
    }

    fn refund(&mut self, amount: u64) {
        self.level = (&self.level + whole(amount)).min(whole(self.capacity));
    }

    fn is_full(&self) -> bool {
        self.level == whole(self.capacity)
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        self.wait_for(cost)
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_for(self.capacity)
    }
}

/// Leaky bucket as a meter: requests pour in, and leak out with time.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    capacity: u32,
    leak: BigRational,
    most: BigRational,
    clock: BigInt,
    level: BigRational,
}

impl Meter {
    pub(super) fn new(capacity: u64, leak: (u64, u64)) -> Self {
        Self {
            capacity: capacity.try_into().unwrap(),
            leak: rate(leak),
            most: most_owed(leak),
            clock: BigInt::zero(),
            level: zero(),
        }
    }

    /// When this much has leaked.
    fn wait_for(&self, leaked: &BigRational) -> Option<BigInt> {
        (!self.leak.is_zero()).then(|| ceil(&(leaked / &self.leak)))
    }
}

impl Model for Meter {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.capacity
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        if *now > self.clock {
            let leaked = &self.leak * (now - &self.clock);
            self.level = (&self.level - leaked).max(zero());
            self.clock = now.clone();
        }
    }

    fn fits(&self, cost: u32) -> bool {
        &self.level + whole(cost) <= whole(self.capacity)
    }

    fn charge(&mut self, cost: u32) {
        self.level = (&self.level + whole(cost)).min(self.most.clone());
    }

    fn refund(&mut self, amount: u64) {
        self.level = (&self.level - whole(amount)).max(zero());
    }

    fn is_full(&self) -> bool {
        self.level.is_zero()
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        self.wait_for(&(&self.level + whole(cost) - whole(self.capacity)))
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_for(&self.level)
    }
}

/// Leaky bucket as a queue: requests stand in line and are served one by one.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    capacity: u32,
    /// How long serving one request takes.
    service: BigRational,
    undelayed: u64,
    max_wait: Option<u64>,
    most: BigRational,
    clock: BigInt,
    /// Requests in line, with the part of the first that is not served yet.
    backlog: BigRational,
}

impl Queue {
    pub(super) fn new(capacity: u64, served: (u64, u64), undelayed: u64, max_wait: Option<u64>) -> Self {
        let (capacity, service) = (capacity.try_into().unwrap(), rate(served).recip());
        let (most, clock) = (most_owed(served), BigInt::zero());
        Self { capacity, service, undelayed, max_wait, most, clock, backlog: zero() }
    }
}

impl Model for Queue {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.capacity
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        if *now > self.clock {
            let served = whole(now - &self.clock) / &self.service;
            self.backlog = (&self.backlog - served).max(zero());
            self.clock = now.clone();
        }
    }

    fn fits(&self, cost: u32) -> bool {
        let fits = &self.backlog + whole(cost) <= whole(self.capacity);
        fits && self.max_wait.is_none_or(|max_wait| self.delay() <= max_wait.into())
    }

    fn delay(&self) -> BigInt {
        let ahead = (&self.backlog - whole(self.undelayed)).max(zero());
        ceil(&(ahead * &self.service))
    }

    fn charge(&mut self, cost: u32) {
        self.backlog = (&self.backlog + whole(cost)).min(self.most.clone());
    }

    fn refund(&mut self, amount: u64) {
        self.backlog = (&self.backlog - whole(amount)).max(zero());
    }

    fn is_full(&self) -> bool {
        self.backlog.is_zero()
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        let until_it_fits = ceil(&((&self.backlog + whole(cost) - whole(self.capacity)) * &self.service));
        let patience = self.max_wait.map_or_else(BigInt::zero, |max_wait| self.delay() - max_wait);
        Some(until_it_fits.max(patience))
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        Some(ceil(&(&self.backlog * &self.service)))
    }
}

/// GCRA: a theoretical arrival time. It is kept as the contract writes it, times
/// the amount, so that a rate of zero is a schedule too.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    burst: u32,
    amount: BigInt,
    period: BigInt,
    clock: BigInt,
    arrival: BigInt,
    /// How far the arrival can be ahead.
    most: BigInt,
}

impl Schedule {
    pub(super) fn new(burst: u64, (amount, period): (u64, u64)) -> Self {
        Self {
            burst: burst.try_into().unwrap(),
            amount: amount.into(),
            period: period.into(),
            clock: BigInt::zero(),
            arrival: BigInt::zero(),
            most: (most_owed((amount, period)) * BigInt::from(period)).to_integer(),
        }
    }

    fn now(&self) -> BigInt {
        &self.clock * &self.amount
    }

    /// The arrival time after a request of this cost.
    fn next(&self, cost: u32) -> BigInt {
        self.now().max(self.arrival.clone()) + &self.period * cost
    }

    /// When this instant of the schedule is reached.
    fn wait_for(&self, scheduled: BigInt) -> Option<BigInt> {
        let reached = || ceil(&BigRational::new(scheduled, self.amount.clone()));
        (!self.amount.is_zero()).then(|| reached() - &self.clock)
    }
}

impl Model for Schedule {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.burst
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        self.clock = self.clock.clone().max(now.clone());
    }

    fn fits(&self, cost: u32) -> bool {
        self.next(cost) - self.now() <= &self.period * self.burst
    }

    fn charge(&mut self, cost: u32) {
        self.arrival = self.next(cost).min(self.now() + &self.most);
    }

    fn refund(&mut self, amount: u64) {
        self.arrival = (&self.arrival - &self.period * amount).max(self.now());
    }

    fn is_full(&self) -> bool {
        self.arrival <= self.now()
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        self.wait_for(&self.arrival + &self.period * cost - &self.period * self.burst)
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_for(self.arrival.clone())
    }
}
