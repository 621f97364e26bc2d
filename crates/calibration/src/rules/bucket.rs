//! Token bucket, meter, queue and GCRA, which admit the same requests.

use super::{Rule, common_divisor};
use crate::limit::Limit;

/// A backlog that drains at a rate and must not exceed a capacity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    /// Parts per request.
    pub(crate) unit: u64,
    /// Parts that drain per microsecond.
    pub(crate) flow: u64,
    /// The maximum number of parts.
    pub(crate) capacity: u64,
    /// Microseconds in which any backlog drains: longer times are not multiplied.
    pub(crate) longest: u64,
    burst: u32,
    backlog: u64,
    clock: u64,
    /// The greatest backlog that an admitted request found.
    deepest: u64,
}

impl Bucket {
    pub(crate) fn new(limit: &Limit) -> Self {
        let amount = u64::from(limit.amount) * 1000;
        let divisor = common_divisor(amount, limit.period);
        let (flow, unit) = (amount / divisor, limit.period / divisor);
        let capacity = u64::from(limit.burst) * unit;
        let longest = capacity.div_ceil(flow);
        Self { unit, flow, capacity, longest, burst: limit.burst, backlog: 0, clock: 0, deepest: 0 }
    }

    /// This bucket for another client, with the greatest backlog kept.
    pub(crate) fn emptied(self) -> Self {
        Self { backlog: 0, clock: 0, ..self }
    }

    /// Whether this total cannot change the result, whenever it arrives: it is never denied, and none of it finds a
    /// greater backlog than before.
    pub(crate) fn ignores(&self, total: u64) -> bool {
        total <= u64::from(self.burst) && total.saturating_sub(1).saturating_mul(self.unit) <= self.deepest
    }

    /// The longest wait of an admitted request in a queue, in nanoseconds.
    pub(crate) fn longest_wait(&self, limit: &Limit) -> u64 {
        let nanoseconds = u128::from(self.deepest) * u128::from(limit.period);
        let parts = u128::from(self.unit) * u128::from(limit.amount);
        u64::try_from(nanoseconds.div_ceil(parts)).unwrap_or(u64::MAX)
    }

    /// The parts of a backlog that remain after this many microseconds.
    #[inline]
    pub(crate) fn drained(&self, backlog: u64, elapsed: u64) -> u64 {
        if elapsed >= self.longest { 0 } else { backlog.saturating_sub(self.flow * elapsed) }
    }
}

impl Rule for Bucket {
    #[inline]
    fn admits(&mut self, time: u64, cost: u32) -> bool {
        let backlog = self.drained(self.backlog, time - self.clock);
        self.clock = time;
        let fits = cost <= self.burst && backlog <= self.capacity - u64::from(cost) * self.unit;
        self.deepest = if fits { self.deepest.max(backlog) } else { self.deepest };
        self.backlog = if fits { backlog + u64::from(cost) * self.unit } else { backlog };
        fits
    }
}
