//! For each rate, the smallest burst that limits no client, or only a few.
//!
//! For buckets, the burst is the capacity. Token bucket, meter, queue and GCRA admit the same requests, so they share
//! one line. For windows it is the limit N, with a window of N / rate; [`windows`] defines the smallest one. Times are
//! those of the log.

mod rate;
mod search;
mod tolerance;
mod windows;

use ratelab_limiter::{Algorithm, Nanoseconds};

pub(crate) use self::rate::{NONE, Rate, capacity};
pub use self::tolerance::Tolerance;
use self::{
    rate::{LANES, capacities},
    search::Search,
    windows::{round, round_below},
};
pub(crate) use self::{
    tolerance::{Largest, highest_peak, peak},
    windows::Requests,
};
use crate::{Limit, Traffic};

/// The number of rates on a line; fewer if a share of requests may be denied, which takes longer.
const POINTS: u32 = 32;
const FEWER_POINTS: u32 = 24;

/// The limiters with their own line. The other buckets admit the same requests as the token bucket.
const LINES: [Algorithm; 4] = [
    Algorithm::FixedWindow,
    Algorithm::SlidingWindowLog,
    Algorithm::SlidingWindowCounter,
    Algorithm::TokenBucket,
];
const FIXED: usize = 0;
const LOG: usize = 1;
const COUNTER: usize = 2;
const BUCKET: usize = 3;

/// The line of a limiter.
fn line_of(algorithm: Algorithm) -> usize {
    LINES.iter().position(|line| *line == algorithm).unwrap_or(BUCKET)
}

/// The frontiers of all limiters, computed in slices.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Frontier, Limit, Tolerance, Traffic};
/// use ratelab_limiter::Algorithm;
///
/// // Five requests at once, and one more after a second.
/// let rows = Block { times: &[0, 0, 0, 0, 0, 1_000_000], keys: &[0; 6], charges: &[] };
/// let traffic = Traffic::group(&[rows], 1, 0);
/// let second = std::time::Duration::from_secs(1);
/// let mut frontier = Frontier::new(&traffic, second, Tolerance::None, Some(3));
/// while !frontier.advance(&traffic, 1_000) {}
/// assert!(frontier.is_complete() && frontier.amounts().contains(&3));
/// assert!(frontier.bursts(Algorithm::TokenBucket).iter().all(|burst| *burst >= 5));
///
/// let limit = Limit::new(3, second, 4);
/// assert_eq!(frontier.margin(limit, Algorithm::TokenBucket), Some(-1)); // needs one more burst
/// ```
#[derive(Clone, Debug)]
pub struct Frontier {
    tolerance: Tolerance,
    rates: Vec<Rate>,
    /// Clients in descending order of their total cost, with that cost.
    order: Vec<(u64, u32)>,
    /// For each rate, the largest needs of clients, by [`LINES`].
    needs: Vec<[Largest; 4]>,
    /// For each rate, the smallest burst, by [`LINES`], if a share of requests may be denied.
    bursts: Vec<[u32; 4]>,
    client: usize,
    rate: usize,
    /// The search at the next rate, and the bursts found there, by [`LINES`].
    search: Option<Search>,
    found: Vec<u32>,
}

impl Frontier {
    /// Starts computing the frontier over about 32 rates, as amounts per `period`, in nanoseconds or a `Duration`: from
    /// the average of the busiest client that must not be limited to its peak, and for one additional amount.
    pub fn new(
        traffic: &Traffic,
        period: impl Into<Nanoseconds>,
        tolerance: Tolerance,
        also: Option<u32>,
    ) -> Self {
        let period = period.into().saturated();
        let order = by_total(traffic);
        let tolerated = tolerance.clients(order.len());
        let peak = u32::try_from(highest_peak(traffic, &order, period, tolerated)).unwrap_or(NONE - 1);
        let total = order.get(tolerated).map_or(0, |(total, _)| *total);
        let points = if matches!(tolerance, Tolerance::Requests(_)) { FEWER_POINTS } else { POINTS };
        let mut amounts = amounts(average(traffic, total, period), peak, points);
        amounts.extend(also.filter(|amount| *amount > 0).map(u64::from));
        amounts.sort_unstable();
        amounts.dedup();
        let rates: Vec<Rate> = amounts.into_iter().map(|amount| Rate::new(amount as u32, period)).collect();
        let needs = rates.iter().map(|_| std::array::from_fn(|_| Largest::new(tolerated))).collect();
        Self {
            tolerance,
            rates,
            order,
            needs,
            bursts: Vec::new(),
            client: 0,
            rate: 0,
            search: None,
            found: Vec::new(),
        }
    }

    /// Processes about `budget` requests, and returns whether the frontier is complete.
    pub fn advance(&mut self, traffic: &Traffic, budget: u64) -> bool {
        let mut spent = 0;
        while spent < budget && !self.is_complete() {
            spent += 1 + match self.tolerance {
                Tolerance::Requests(_) => self.next_rate(traffic),
                _ => self.next_client(traffic),
            };
        }
        self.is_complete()
    }

    /// Whether all lines are complete.
    pub fn is_complete(&self) -> bool {
        match self.tolerance {
            Tolerance::Requests(_) => self.bursts.len() == self.rates.len(),
            _ => self.client == self.order.len(),
        }
    }

    /// The rates, as amounts per period, in ascending order.
    pub fn amounts(&self) -> Vec<u32> {
        self.rates.iter().map(|rate| rate.amount).collect()
    }

    /// The smallest burst of a limiter at each rate; `u32::MAX` if none is large enough.
    pub fn bursts(&self, algorithm: Algorithm) -> Vec<u32> {
        (0..self.rates.len()).map(|rate| self.burst(line_of(algorithm), rate)).collect()
    }

    /// How much more burst than required a limit has, if its amount is one of the rates; negative if the burst is too
    /// small. The burst of a window is its amount.
    pub fn margin(&self, limit: Limit, algorithm: Algorithm) -> Option<i64> {
        let rate = self.rates.iter().position(|rate| rate.amount == limit.amount)?;
        let line = line_of(algorithm);
        let burst = if line == BUCKET { limit.burst } else { limit.amount };
        Some(i64::from(burst) - i64::from(self.burst(line, rate)))
    }

    fn burst(&self, line: usize, rate: usize) -> u32 {
        match self.tolerance {
            Tolerance::Requests(_) => self.bursts.get(rate).map_or(NONE, |bursts| bursts[line]),
            _ => u32::try_from(self.needs[rate][line].least()).unwrap_or(NONE),
        }
    }

    /// Adds the needs of the next client at the next rates.
    fn next_client(&mut self, traffic: &Traffic) -> u64 {
        let (total, number) = self.order[self.client];
        let client = traffic.client(number as usize);
        // A client needs at most its total cost, and no remaining client has a higher one.
        if self.needs.iter().flatten().all(|needs| needs.least_of_all() >= total) {
            self.client = self.order.len();
            return 0;
        }
        if self.rate.is_multiple_of(LANES) {
            let lanes = std::array::from_fn(|lane| (self.rate + lane).min(self.rates.len() - 1));
            let buckets = capacities(client, lanes.map(|rate| self.rates[rate]));
            for rate in self.rate..(self.rate + LANES).min(self.rates.len()) {
                self.needs[rate][BUCKET].add(buckets[rate - self.rate].into());
            }
        }
        let requests = Requests::new(client, traffic.start());
        windows_need(&requests, &self.rates[self.rate], total, &mut self.needs[self.rate]);
        self.rate += 1;
        if self.rate == self.rates.len() {
            (self.client, self.rate) = (self.client + 1, 0);
        }
        4 * client.times.len() as u64
    }

    /// One step of the search for the smallest burst at the next rate, for the next limiter.
    fn next_rate(&mut self, traffic: &Traffic) -> u64 {
        let rate = self.rates[self.bursts.len()];
        let line = self.found.len();
        let before = self.bursts.last().filter(|_| line == BUCKET && !traffic.has_costs());
        let most = before.map_or(NONE, |before| before[line]);
        let guess = self.bursts.last().map_or(0, |before| before[line]);
        let search = self.search.get_or_insert_with(|| Search::new(traffic, &self.order, most, guess));
        if search.step(traffic, &self.order, &rate, self.tolerance, LINES[line]) {
            self.found.push(search.holds);
            self.search = None;
        }
        if let Ok(bursts) = <[u32; 4]>::try_from(self.found.as_slice()) {
            self.bursts.push(bursts);
            self.found.clear();
        }
        traffic.requests() as u64
    }
}

/// Adds the limits that windows need for one client at a rate. Needs below the largest ones kept do not change the
/// result, and are not computed.
fn windows_need(requests: &Requests<'_>, rate: &Rate, total: u64, needs: &mut [Largest; 4]) {
    let [fixed, log, counter] = [FIXED, LOG, COUNTER].map(|line| needs[line].least_of_all().max(1));
    let least = fixed.min(log);
    let need = if total > least { requests.log(rate, least) } else { least };
    needs[LOG].add(need);
    // An aligned window never contains more than the sliding one that ends at its last request.
    needs[FIXED].add(down_from(need, fixed, |limit| requests.fixed_holds(limit, window(rate, limit))));
    let bound = if total > counter { requests.counter_bound(rate, need, counter) } else { counter };
    needs[COUNTER].add(down_from(bound, counter, |limit| requests.counter_holds(limit, window(rate, limit))));
}

/// The smallest round number above which all satisfy `holds`, given that all from `bound` on do; at least `floor`.
fn down_from(bound: u64, floor: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let mut least = round(bound);
    while least > floor && holds(round_below(least)) {
        least = round_below(least);
    }
    least
}

/// The window of a limit at a rate.
fn window(rate: &Rate, limit: u64) -> u64 {
    rate.window(u32::try_from(limit).unwrap_or(NONE))
}

/// Clients with requests and their total costs, in descending order.
fn by_total(traffic: &Traffic) -> Vec<(u64, u32)> {
    let asked = (0..traffic.clients()).filter(|number| !traffic.client(*number).times.is_empty());
    // Sorted as 64-bit numbers, to reuse one sort. No limit distinguishes totals above 32 bits.
    let mut order: Vec<u64> = asked
        .map(|number| {
            let total = u32::try_from(traffic.client(number).total()).unwrap_or(NONE);
            u64::from(NONE - total) << 32 | number as u64
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|rank| (traffic.client(rank as u32 as usize).total(), rank as u32)).collect()
}

/// The average cost per period of a client with this total, over the log.
fn average(traffic: &Traffic, total: u64, period: u64) -> u32 {
    let last = (0..traffic.clients()).filter_map(|number| traffic.client(number).times.last()).max();
    let span = (last.map_or(0, |last| last + 1) * 1000).max(period);
    let average = (u128::from(total) * u128::from(period)).div_ceil(span.into());
    u32::try_from(average).unwrap_or(NONE - 1).max(1)
}

/// Integer amounts from one to another, in a geometric sequence.
fn amounts(from: u32, to: u32, points: u32) -> Vec<u64> {
    // In units of 1 / 2^32: the smallest factor that reaches the end, at most 4.
    let steps = points - 1;
    let grown = |value: u64, factor: u64| ((u128::from(value) * u128::from(factor)) >> 32) as u64;
    let (start, end) = (u64::from(from) << 28, u64::from(to.max(from)) << 28);
    let (mut below, mut factor) = (1 << 32, 4 << 32);
    while factor - below > 1 {
        let middle = below + (factor - below) / 2;
        let reached = (0..steps).fold(start, |value, _| grown(value, middle).min(end));
        if reached >= end { factor = middle } else { below = middle }
    }
    let mut value = start;
    let mut amounts = Vec::new();
    for _ in 0..steps {
        amounts.push((value + (1 << 27)) >> 28);
        value = grown(value, factor).min(end);
    }
    amounts.push(to.max(from).into());
    amounts
}
