//! A rate in integer parts of a request per microsecond, and the capacity that a bucket of that rate needs.

use crate::Client;

/// Means that no number of requests is large enough.
pub(crate) const NONE: u32 = u32::MAX;

/// The number of rates computed in one pass over a client: they are independent of each other.
pub(super) const LANES: usize = 4;

/// A rate. One request is `unit` parts and `speed` parts flow per microsecond, so that nothing is rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) amount: u32,
    pub(crate) period: u64,
    pub(crate) unit: u64,
    pub(crate) speed: u64,
    /// The most microseconds whose flow fits in 64 bits; any bucket drains in more.
    longest: u64,
    /// The maximum capacity of a bucket at this rate.
    most: u64,
}

impl Rate {
    /// A rate of `amount` requests per `period` nanoseconds; neither is 0.
    pub(crate) fn new(amount: u32, period: u64) -> Self {
        let flow = u64::from(amount) * 1000;
        let common = common_divisor(flow, period);
        let (unit, speed) = (period / common, flow / common);
        let most = u64::MAX / (period / common_divisor(amount.into(), period));
        Self { amount, period, unit, speed, longest: u64::MAX / speed, most }
    }

    /// The rest of a backlog after this many microseconds.
    #[inline]
    pub(crate) fn drained(&self, parts: u64, time: u64) -> u64 {
        if time > self.longest { 0 } else { parts.saturating_sub(self.speed.wrapping_mul(time)) }
    }

    /// The capacity that holds this many parts.
    fn capacity(&self, parts: u64) -> u32 {
        let capacity = parts.div_ceil(self.unit).max(1);
        if parts == u64::MAX || capacity > self.most { NONE } else { u32::try_from(capacity).unwrap_or(NONE) }
    }

    /// The window of a limit of `requests` at this rate, rounded up to a nanosecond so that it does not exceed the
    /// rate.
    pub(crate) fn window(&self, requests: u32) -> u64 {
        let window = (u128::from(requests) * u128::from(self.period)).div_ceil(self.amount.into());
        u64::try_from(window).unwrap_or(u64::MAX)
    }
}

/// The capacities with which buckets of these rates do not limit a client.
///
/// As long as nothing is denied, the level of a bucket does not depend on its capacity. So its highest level is the
/// required capacity, and a larger one is sufficient too.
pub(super) fn capacities(client: Client<'_>, rates: [Rate; LANES]) -> [u32; LANES] {
    let (mut levels, mut most, mut last) = ([0u64; LANES], [0u64; LANES], 0);
    for (request, time) in client.times.iter().enumerate() {
        let (passed, cost) = (time - last, client.cost(request));
        last = *time;
        for lane in 0..LANES {
            let added = rates[lane].unit.saturating_mul(cost.into());
            levels[lane] = rates[lane].drained(levels[lane], passed).saturating_add(added);
            most[lane] = most[lane].max(levels[lane]);
        }
    }
    std::array::from_fn(|lane| rates[lane].capacity(most[lane]))
}

/// The capacity with which a bucket of one rate does not limit a client.
pub(crate) fn capacity(client: Client<'_>, rate: Rate) -> u32 {
    capacities(client, [rate; LANES])[0]
}

/// The number of requests of a client that a bucket denies. It stops counting above `enough`.
pub(super) fn denied(client: Client<'_>, rate: &Rate, capacity: u32, enough: u64) -> u64 {
    let full = rate.unit.saturating_mul(capacity.into());
    let (mut level, mut last, mut denied) = (0u64, 0, 0);
    for (request, time) in client.times.iter().enumerate() {
        level = rate.drained(level, time - last);
        last = *time;
        let after = level.saturating_add(rate.unit.saturating_mul(client.cost(request).into()));
        if after <= full {
            level = after;
        } else if client.cost(request) > 0 {
            denied += 1;
            if denied > enough {
                break;
            }
        }
    }
    denied
}

/// The greatest common divisor.
pub(crate) const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
