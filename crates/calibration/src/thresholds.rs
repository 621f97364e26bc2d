//! The least amount for each client at which it would not have been limited at all.

use std::ops::{Add, Div, Mul, Sub};

use ratelab_limiter::Algorithm;

use crate::{
    basis::{Basis, amount},
    rules::common_divisor,
    thin::descending,
    traffic::{Client, Traffic},
};

/// For each limiter, in the order of [`Algorithm::ALL`], and each client the least amount in the period of
/// the basis at which the client would not have been limited at all, the greatest first: at an amount,
/// those are limited that have more. It is `u32::MAX` if no amount would do, as for a bucket whose burst
/// is less than what came at once, and 0 for a client that asks for nothing. The buckets admit alike, and share
/// their amounts.
pub fn thresholds(traffic: &Traffic, basis: &Basis, burst: u32) -> [(Algorithm, Vec<u32>); 7] {
    let buckets = descending(&bucket_thresholds(traffic, basis.period(), burst));
    Algorithm::ALL.map(|algorithm| {
        let least = match algorithm {
            Algorithm::FixedWindow => descending(&basis.fixed),
            Algorithm::SlidingWindowLog => basis.peaks(),
            Algorithm::SlidingWindowCounter => descending(&basis.counter),
            _ => buckets.clone(),
        };
        (algorithm, least)
    })
}

/// The least amounts of a bucket of this burst, client by client; 0 for those that ask for nothing.
pub fn bucket_thresholds(traffic: &Traffic, period: u64, burst: u32) -> Vec<u32> {
    // What keeps the numbers small: usually a period is whole microseconds.
    let divisor = common_divisor(1000, period);
    let rate = Rate { unit: period / divisor, step: 1000 / divisor, burst };
    (0..traffic.clients()).map(|client| rate.least(&traffic.client(client))).collect()
}

/// A bucket whose amount is looked for.
struct Rate {
    /// Parts to a request.
    unit: u64,
    /// Parts that drain in a microsecond, for each of the amount.
    step: u64,
    burst: u32,
}

impl Rate {
    fn least(&self, client: &Client<'_>) -> u32 {
        let total = client.total();
        if total <= u64::from(self.burst) {
            // A queue accepts no less than 1.
            return u32::from(total > 0);
        }
        if client.costs.iter().any(|charge| charge.cost() > self.burst) {
            return u32::MAX;
        }
        // No backlog is above two capacities, and none drains in longer than one takes.
        let greatest = u128::from(self.burst) * 2 * u128::from(self.unit);
        if u64::try_from(greatest).is_ok() { self.search::<u64>(client) } else { self.search::<u128>(client) }
    }

    /// Runs the bucket, denying nothing, and raises the amount whenever it overflows: to what the requests
    /// since it was last empty need. Those are run again when it is empty the next time, since at a higher
    /// amount another request may be the first that found it so; those before them are not affected. No
    /// amount is raised further than some requests need, so the first one at which nothing overflows is
    /// the least.
    fn search<Parts>(&self, client: &Client<'_>) -> u32
    where
        Parts: Copy + Ord + From<u64> + TryFrom<u128>,
        Parts: Add<Output = Parts> + Sub<Output = Parts> + Mul<Output = Parts> + Div<Output = Parts>,
    {
        let (none, unit) = (Parts::from(0), Parts::from(self.unit));
        let capacity = Parts::from(self.burst.into()) * unit;
        let (mut amount, mut flow) = (1, Parts::from(self.step));
        let (mut longest, mut raised) = (capacity / flow, false);
        let (mut first, mut request, mut backlog, mut clock, mut sum) = (0, 0, none, 0, 0);
        while request < client.times.len() || raised {
            let time = client.times.get(request).copied().unwrap_or(u64::MAX);
            let elapsed = Parts::from(time - clock);
            let drained = if elapsed > longest { backlog } else { flow * elapsed };
            (backlog, clock) = (backlog.max(drained) - drained, time);
            if backlog == none || request == client.times.len() {
                first = if raised { first } else { request };
                (request, clock, raised, sum, backlog) = (first, client.times[first], false, 0, none);
            }
            let cost = client.cost(request);
            backlog = backlog + Parts::from(cost.into()) * unit;
            sum += u64::from(cost);
            request += 1;
            if backlog > capacity {
                let elapsed = clock - client.times[first];
                let Some(needed) = self.needed(sum, elapsed) else { return u32::MAX };
                (amount, flow) = (needed, Parts::from(needed.into()) * Parts::from(self.step));
                (longest, raised) = (capacity / flow, true);
                backlog = Parts::try_from(self.left(sum, elapsed, needed)).unwrap_or(none);
            }
        }
        amount
    }

    /// The least amount at which so much, over so many microseconds, does not overflow.
    fn needed(&self, sum: u64, elapsed: u64) -> Option<u32> {
        let excess = u128::from(sum - u64::from(self.burst)) * u128::from(self.unit);
        let drained = u128::from(elapsed) * u128::from(self.step);
        let least = if drained == 0 { u128::MAX } else { excess.div_ceil(drained) };
        u64::try_from(least).ok().map(amount).filter(|amount| *amount < u32::MAX)
    }

    /// The parts that are left of so much after so many microseconds at an amount.
    fn left(&self, sum: u64, elapsed: u64, amount: u32) -> u128 {
        let drained = u128::from(elapsed) * u128::from(u64::from(amount) * self.step);
        (u128::from(sum) * u128::from(self.unit)).saturating_sub(drained)
    }
}
