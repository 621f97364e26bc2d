//! The limit that a window limiter needs at a rate: N, with a window of N / rate.
//!
//! A window has no burst apart from its limit: the limit *is* the most at once, and with the rate it determines the
//! length. Whether N limits a client is not monotone in N: a longer window contains more, and has other edges. The
//! result is the smallest N above which every N admits all requests of the client, so that everything on and above the
//! line is safe. The smallest N of all would depend on the alignment of edges: 57 in 57 s may split a burst that 58 in
//! 58 s does not.
//!
//! For the log, that N is computed directly. For limiters with window edges, all numbers are tried in descending order;
//! from 100 on, only [round] ones, as is usual for limits.

use std::ops::Sub;

use super::rate::Rate;
use crate::Client;

/// Rounds up to a round number: two significant digits.
pub(super) fn round(number: u64) -> u64 {
    number.next_multiple_of(step(number))
}

/// The greatest round number below a round number.
pub(super) fn round_below(number: u64) -> u64 {
    number - step(number - 1)
}

/// The distance of round numbers near this one.
fn step(number: u64) -> u64 {
    let mut step = 1;
    while number / step >= 100 {
        step *= 10;
    }
    step
}

/// The requests of a client, with running sums of their costs.
pub(crate) struct Requests<'client> {
    times: &'client [u64],
    /// Before each request and after the last; empty if each costs 1.
    sums: Vec<u64>,
    /// Microseconds from 1970 to time 0.
    start: u64,
}

impl<'client> Requests<'client> {
    pub(crate) fn new(client: Client<'client>, start: u64) -> Self {
        let mut sums = Vec::new();
        if !client.costs.is_empty() {
            sums.reserve_exact(client.times.len() + 1);
            sums.push(0);
            let mut sum = 0;
            sums.extend(client.costs.iter().map(|charge| {
                sum += u64::from(charge.cost());
                sum
            }));
        }
        Self { times: client.times, sums, start }
    }

    /// The total cost of all requests before this one.
    #[inline]
    fn before(&self, request: usize) -> u64 {
        if self.sums.is_empty() { request as u64 } else { self.sums[request] }
    }

    /// The first request at which the total cost since `from` exceeds `most`.
    #[inline]
    fn first_above(&self, from: usize, most: u64) -> usize {
        if self.sums.is_empty() {
            return from.saturating_add(usize::try_from(most).unwrap_or(usize::MAX)).min(self.times.len());
        }
        let allowed = self.sums[from].saturating_add(most);
        from + self.sums[from + 1..].partition_point(|sum| *sum <= allowed)
    }

    /// The time of a request in nanoseconds since 1970.
    #[inline]
    fn instant(&self, request: usize) -> u64 {
        (self.start + self.times[request]) * 1000
    }

    /// The first request at or after an instant, searched in `from..to`.
    fn first_at(&self, from: usize, to: usize, instant: u64) -> usize {
        let time = instant.div_ceil(1000).saturating_sub(self.start);
        from + self.times[from..to].partition_point(|other| *other < time)
    }

    /// The smallest N above which a sliding log of N in N / rate denies nothing; at least `least`.
    ///
    /// A log denies request j if some requests i to j cost more than N and all arrived in less than the window. Of all
    /// N that a cost of S within d can exceed, S - 1 is the greatest, and it is exceeded if d is less than (S - 1) /
    /// rate. So this is the greatest S for which S - rate * d is more than one request.
    pub(super) fn log(&self, rate: &Rate, least: u64) -> u64 {
        self.most_above(rate, 1, least)
    }

    /// A number above which a sliding counter of N in N / rate denies nothing; at least `least`. `log` is the result of
    /// [`Self::log`], or more.
    ///
    /// Let a counter deny at N, not below `log`, when the share f of the window W is over, with P in the window before
    /// and Q in this one: (1 - f) P + Q > N. All m = P + Q arrived within (1 + f) W, and since m > N >= `log`, m is at
    /// most 1 + N (1 + f). Together, Q >= 1 + N f. If Q is above `log` as well, it is at most 1 + N f, and then m - N
    /// (1 + f) is not below 1; otherwise N f < `log`, and then m - N (1 + f) is more than 1 - `log`. So somewhere S > N
    /// arrived within d, and S - rate * d is more than 1 - `log`. The window is rounded to a nanosecond, which the 2
    /// and the arrivals in one nanosecond compensate.
    pub(super) fn counter_bound(&self, rate: &Rate, log: u64, least: u64) -> u64 {
        let rounded = u128::from(self.before(self.times.len())) * u128::from(rate.amount);
        let margin = 2 + i128::from(log) + (rounded / u128::from(rate.period)) as i128;
        self.most_above(rate, 1 - margin, least.max(log))
    }

    /// The highest cost in any time d for which that cost, minus rate * d, exceeds `excess` requests; at least `least`.
    ///
    /// That difference is the distance of the line `cost - rate * time` from before the first request to after the
    /// last, and the earliest first request that is low enough is lower than all before it.
    fn most_above(&self, rate: &Rate, excess: i128, least: u64) -> u64 {
        let total = u128::from(self.before(self.times.len())) + excess.unsigned_abs();
        let time = u128::from(self.times.last().copied().unwrap_or(0));
        let greatest = (total * u128::from(rate.unit)).max(time * u128::from(rate.speed));
        if greatest < 1 << 61 {
            let (unit, speed) = (rate.unit as i64, rate.speed as i64);
            return self
                .walk(least, excess as i64 * unit, |cost, time| cost as i64 * unit - speed * time as i64);
        }
        let (unit, speed) = (i128::from(rate.unit), i128::from(rate.speed));
        self.walk(least, excess * unit, |cost, time| i128::from(cost) * unit - speed * i128::from(time))
    }

    /// Visits each last request, with the heights of the first ones that are lower than all before.
    fn walk<T: Copy + PartialOrd + Sub<Output = T>>(
        &self,
        least: u64,
        excess: T,
        height: impl Fn(u64, u64) -> T,
    ) -> u64 {
        let (mut best, mut index) = (least, 0);
        let mut lows: Vec<(u64, T)> = Vec::new();
        for (request, time) in self.times.iter().enumerate() {
            let (before, after) = (self.before(request), self.before(request + 1));
            let here = height(before, *time);
            if lows.last().is_none_or(|low| here < low.1) {
                lows.push((before, here));
            }
            let limit = height(after, *time) - excess;
            // Only first requests since which more than the best so far was sent matter.
            while index < lows.len() && lows[index].0 + best < after {
                index += 1;
            }
            while index > 0 && lows[index - 1].1 < limit {
                index -= 1;
                best = after - lows[index].0;
            }
        }
        best
    }

    /// Whether a fixed window denies nothing.
    pub(crate) fn fixed_holds(&self, limit: u64, window: u64) -> bool {
        let (mut from, count) = (0, self.times.len());
        loop {
            let above = self.first_above(from, limit);
            if above == count {
                return true;
            }
            let instant = self.instant(from);
            let end = (instant - instant % window).saturating_add(window);
            if self.instant(above) < end {
                return false;
            }
            from = self.first_at(from, above, end);
        }
    }

    /// Whether a sliding counter that rounds down denies nothing.
    pub(crate) fn counter_holds(&self, limit: u64, window: u64) -> bool {
        let (mut from, count) = (0, self.times.len());
        let (mut previous, mut expected) = (0, 0);
        while from < count {
            let instant = self.instant(from);
            let begin = instant - instant % window;
            let end = begin.saturating_add(window);
            if begin != expected {
                previous = 0;
            }
            let above = self.first_above(from, limit);
            if above < count && self.instant(above) < end {
                return false;
            }
            let to = self.first_at(from, above, end);
            let spent = self.before(to) - self.before(from);
            if previous + spent > limit && !self.estimates_hold(from..to, previous, begin, limit, window) {
                return false;
            }
            (previous, expected, from) = (spent, end, to);
        }
        true
    }

    /// Whether the estimate stays within the limit in one window. As many requests as the remaining budget allows are
    /// skipped: the share of the window before only decreases.
    fn estimates_hold(
        &self,
        requests: std::ops::Range<usize>,
        previous: u64,
        begin: u64,
        limit: u64,
        window: u64,
    ) -> bool {
        let mut request = requests.start;
        while request < requests.end {
            let left = window - (self.instant(request) - begin);
            let share = match previous.checked_mul(left) {
                Some(product) => product / window,
                None => (u128::from(previous) * u128::from(left) / u128::from(window)) as u64,
            };
            let spent = self.before(request + 1) - self.before(requests.start);
            let Some(remaining) = limit.checked_sub(share + spent) else { return false };
            request = self.first_above(request + 1, remaining);
        }
        true
    }
}
