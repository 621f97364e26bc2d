//! The smallest amount for each client at which it is not limited.

use std::ops::{Add, Div, Mul, Sub};

use ratelab_limiter::{Algorithm, Nanoseconds};

use crate::{
    basis::{Basis, amount},
    rules::common_divisor,
    thin::descending,
    traffic::{Client, Traffic},
};

/// For each limiter, in the order of [`Algorithm::ALL`], returns the smallest amounts per period at which each client
/// is not limited, in descending order: an amount limits the clients with greater ones. It is `u32::MAX` for a
/// limiter that no amount is large enough for, such as a bucket whose burst is smaller than what arrived at once, and 0
/// for a client without costs.
/// The buckets admit the same requests, and share their amounts.
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

/// Returns the smallest amounts of a bucket with this burst, by client; 0 for clients without costs. The period is in
/// nanoseconds or a `Duration`.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Traffic, bucket_thresholds};
///
/// let rows = Block { times: &[0, 0, 500_000], keys: &[0, 0, 0], charges: &[] };
/// let traffic = Traffic::group(&[rows], 1, 0);
/// // A bucket of two needs one refill in half a second, and a bucket of one never admits two at once.
/// let second = std::time::Duration::from_secs(1);
/// assert_eq!(bucket_thresholds(&traffic, second, 2), [2]);
/// assert_eq!(bucket_thresholds(&traffic, second, 1), [u32::MAX]);
/// ```
pub fn bucket_thresholds(traffic: &Traffic, period: impl Into<Nanoseconds>, burst: u32) -> Vec<u32> {
    let period = period.into().saturated();
    // Keeps the numbers small: usually a period is whole microseconds.
    let divisor = common_divisor(1000, period);
    let rate = Rate { unit: period / divisor, step: 1000 / divisor, burst };
    (0..traffic.clients()).map(|client| rate.least(&traffic.client(client))).collect()
}

/// A bucket whose amount is searched.
struct Rate {
    /// Parts per request.
    unit: u64,
    /// Parts that drain per microsecond, per unit of the amount.
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
        // No backlog exceeds two capacities, and none takes longer to drain than one.
        let greatest = u128::from(self.burst) * 2 * u128::from(self.unit);
        if u64::try_from(greatest).is_ok() { self.search::<u64>(client) } else { self.search::<u128>(client) }
    }

    /// Runs the bucket without denials, and raises the amount whenever it overflows, to what the requests since it was
    /// last empty need. Those are run again when it is next empty, since at a higher amount another request may be the
    /// first to find it so; earlier ones are not affected. The amount is never raised further than some requests need,
    /// so the first one without overflow is the smallest.
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

    /// The smallest amount at which this sum, over this many microseconds, does not overflow.
    fn needed(&self, sum: u64, elapsed: u64) -> Option<u32> {
        let excess = u128::from(sum - u64::from(self.burst)) * u128::from(self.unit);
        let drained = u128::from(elapsed) * u128::from(self.step);
        let least = if drained == 0 { u128::MAX } else { excess.div_ceil(drained) };
        u64::try_from(least).ok().map(amount).filter(|amount| *amount < u32::MAX)
    }

    /// The parts of a sum that remain after this many microseconds at an amount.
    fn left(&self, sum: u64, elapsed: u64, amount: u32) -> u128 {
        let drained = u128::from(elapsed) * u128::from(u64::from(amount) * self.step);
        (u128::from(sum) * u128::from(self.unit)).saturating_sub(drained)
    }
}
