//! A rate in whole parts of a request for each microsecond, and what a bucket of that rate has to hold.

use crate::Client;

/// Stands for "none would do" where a number of requests is expected.
pub(crate) const NONE: u32 = u32::MAX;

/// How many rates are worked out in one walk through a client: they do not wait for each other.
pub(super) const LANES: usize = 4;

/// So much in so long. One request is `unit` parts and `speed` parts flow in a microsecond, so that
/// nothing is rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) amount: u32,
    pub(crate) period: u64,
    pub(crate) unit: u64,
    pub(crate) speed: u64,
    /// The most microseconds whose flow fits in 64 bits; in more, any bucket drains.
    longest: u64,
    /// The greatest capacity that a bucket of the core takes at this rate.
    most: u64,
}

impl Rate {
    /// So many requests in so many nanoseconds; neither is 0.
    pub(crate) fn new(amount: u32, period: u64) -> Self {
        let flow = u64::from(amount) * 1000;
        let common = common_divisor(flow, period);
        let (unit, speed) = (period / common, flow / common);
        let most = u64::MAX / (period / common_divisor(amount.into(), period));
        Self { amount, period, unit, speed, longest: u64::MAX / speed, most }
    }

    /// What is left of a backlog after so many microseconds.
    #[inline]
    pub(crate) fn drained(&self, parts: u64, time: u64) -> u64 {
        if time > self.longest { 0 } else { parts.saturating_sub(self.speed.wrapping_mul(time)) }
    }

    /// The capacity that holds this many parts.
    fn capacity(&self, parts: u64) -> u32 {
        let capacity = parts.div_ceil(self.unit).max(1);
        if parts == u64::MAX || capacity > self.most { NONE } else { u32::try_from(capacity).unwrap_or(NONE) }
    }

    /// The window in which a limit of `requests` comes at this rate: rounded up to a nanosecond, so that
    /// no more than the rate comes.
    pub(crate) fn window(&self, requests: u32) -> u64 {
        let window = (u128::from(requests) * u128::from(self.period)).div_ceil(self.amount.into());
        u64::try_from(window).unwrap_or(u64::MAX)
    }
}

/// The capacities with which a bucket of each of these rates would not have limited a client.
///
/// As long as nobody is denied, what a bucket holds does not depend on its capacity. The fullest it
/// ever gets is what it has to hold, and a larger one holds it too.
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

/// The capacity with which a bucket of one rate would not have limited a client.
pub(crate) fn capacity(client: Client<'_>, rate: Rate) -> u32 {
    capacities(client, [rate; LANES])[0]
}

/// How many requests of a client a bucket denies. It stops counting above `enough`.
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

/// The greatest number that divides both.
pub(crate) const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
