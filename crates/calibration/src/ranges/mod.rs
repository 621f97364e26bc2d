//! What would have been denied at best and at worst, where stamps leave open when a request came.
//!
//! A stamp says only that its request came within `slack` microseconds after it. Requests of one cost can
//! change places, so they came in the order of their stamps; each at some whole microsecond of its own.
//!
//! - **At best** each request comes at the first instant of its own at which it is admitted, if there is
//!   one, because no request that is admitted earlier takes more from those after it: [`best`]. A counter's
//!   estimate falls until the end of a window, so there it is the last instant of the first such window.
//! - **At worst** follows from what a limiter admits in a stretch of time. Any stretch of a length admits at
//!   most so much, and one that begins with nothing used and ends in a denial admits no less. So the most that
//!   can be denied is what is left of requests that are put into stretches that do not overlap, each with what
//!   it admits taken off, and each as short as its requests allow: [`worst`].
//! - A counter's count depends on the window before, so what can come before or after an edge is tried:
//!   [`counter`].
//!
//! All of these are exact for requests of one cost, but for the counter at worst where the slack is as long
//! as a window, or where too many ways are open. With costs that differ, it is as if all cost as little as the
//! least of a client at best, and as much as the greatest at worst. What is not exact is a bound: no order of
//! arrival denies less, or more. Such bounds are far apart, and serve only to be safe; what is told of a client whose
//! requests differ in cost is what the log's own order comes to.

mod best;
mod counter;
mod worst;

use ratelab_limiter::{Algorithm, PolicyError};

use self::worst::Reach;
use crate::{
    basis::peak,
    limit::Limit,
    rules::{Grid, denials, window_of},
    traffic::{Client, Traffic},
};

/// A number that is not known better than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// It is no less than this.
    pub least: u64,
    /// It is no more than this.
    pub most: u64,
}

impl Range {
    pub(crate) fn add(&mut self, other: Self) {
        self.least += other.least;
        self.most += other.most;
    }

    /// One for each end that is not 0.
    pub(crate) fn some(self) -> Self {
        Self { least: self.least.min(1), most: self.most.min(1) }
    }
}

/// What a limiter would have denied, over all instants at which the requests can have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The limiter.
    pub algorithm: Algorithm,
    /// Clients of whom it would have denied something.
    pub clients: Range,
    /// Requests that it would have denied.
    pub denied: Range,
}

/// The ranges of a limit, worked out in slices so that who asked can turn to a newer question between two.
///
/// A stamp says only that its request came within the traffic's slack after it, at any whole microsecond. A
/// range is over all of those instants, for every request by itself. Both ends are exact: some instants come to
/// them. Only the most that a sliding window counter denies is a bound, so that no instants deny more but perhaps none
/// as much, if the slack is not shorter than its window, or in the rare case that too many ways are open in which
/// requests come before and after the edges of windows.
///
/// Requests that differ in cost could also change places, and nobody tries all orders of many. Clients that have such
/// requests are taken as they were logged, at the first instant of each stamp. Requests that cost more than the limiter
/// ever admits are always denied, and those that cost nothing never, so these do not count.
#[derive(Clone, Debug)]
pub struct Ranges {
    limit: Limit,
    next: usize,
    bounds: [Bounds; 7],
    memory: Memory,
}

/// What is used for one client after the other.
#[derive(Clone, Debug, Default)]
struct Memory {
    times: Vec<u64>,
    costs: Vec<u32>,
    before: Vec<u64>,
    denied: Vec<bool>,
}

impl Ranges {
    /// The ranges of a limit, or what is wrong with it.
    pub fn new(limit: Limit) -> Result<Self, PolicyError> {
        limit.check()?;
        let (clients, denied) = (Range::default(), Range::default());
        let bounds = Algorithm::ALL.map(|algorithm| Bounds { algorithm, clients, denied });
        Ok(Self { limit, next: 0, bounds, memory: Memory::default() })
    }

    /// Goes on with at least one client and about so many requests. Returns the ranges, in the order of
    /// [`Algorithm::ALL`], once all clients are done. Each call must be given the same traffic.
    pub fn advance(&mut self, traffic: &Traffic, requests: usize) -> Option<[Bounds; 7]> {
        let mut done = 0;
        while self.next < traffic.clients() && done <= requests {
            let client = traffic.client(self.next);
            done += client.times.len();
            self.add(&client, traffic);
            self.next += 1;
        }
        (self.next == traffic.clients()).then_some(self.bounds)
    }

    fn add(&mut self, client: &Client<'_>, traffic: &Traffic) {
        if client.total() <= u64::from(self.limit.amount.min(self.limit.burst)) {
            return;
        }
        let (mut denied, window) = (Range::default(), window_of(self.limit.period));
        // A limiter that denies has seen more than its limit in a window, or a counter in two; and stamps of what
        // came within a window are at most the slack further apart.
        let exceeds = |time: u64| {
            let time = time.saturating_add(traffic.slack().into());
            peak(client, time) > u64::from(self.limit.amount)
        };
        let in_one = exceeds(window);
        let in_two = in_one || exceeds(window.saturating_mul(2));
        for bounds in &mut self.bounds {
            denied = match bounds.algorithm {
                algorithm if is_like_the_one_before(algorithm) => denied,
                Algorithm::FixedWindow | Algorithm::SlidingWindowLog if !in_one => Range::default(),
                Algorithm::SlidingWindowCounter if !in_two => Range::default(),
                algorithm => self.memory.reported(&self.limit, algorithm, client, traffic),
            };
            bounds.denied.add(denied);
            bounds.clients.add(denied.some());
        }
    }
}

/// Whether a limiter admits what the one before it in the list does, as the buckets do.
fn is_like_the_one_before(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::LeakyBucketMeter | Algorithm::LeakyBucketQueue | Algorithm::Gcra)
}

/// What each limiter would have denied at best and at worst, in the order of [`Algorithm::ALL`], or what is
/// wrong with the limit.
pub fn ranges(traffic: &Traffic, limit: Limit) -> Result<[Bounds; 7], PolicyError> {
    let mut ranges = Ranges::new(limit)?;
    ranges.advance(traffic, usize::MAX);
    Ok(ranges.bounds)
}

/// How many requests of a client a limiter would have denied, as [`Ranges`] tells it, under a limit that it accepts.
pub fn client_range(traffic: &Traffic, client: usize, limit: &Limit, algorithm: Algorithm) -> Range {
    Memory::default().reported(limit, algorithm, &traffic.client(client), traffic)
}

/// How many requests of a client a limiter would have denied, under a limit that it accepts: no order denies less or
/// more. If requests differ in cost these are bounds, but that a bucket, a fixed window or a log denies something at
/// worst is exact all the same.
pub fn client_bounds(traffic: &Traffic, client: usize, limit: &Limit, algorithm: Algorithm) -> Range {
    Memory::default().range(limit, algorithm, &traffic.client(client), traffic)
}

/// The requests of a client that may or may not be admitted.
struct Open<'memory> {
    times: &'memory [u64],
    /// What each costs; empty if each costs 1.
    costs: &'memory [u32],
    slack: u64,
    /// The least and the greatest cost.
    least: u32,
    most: u32,
}

impl Memory {
    fn reported(
        &mut self,
        limit: &Limit,
        algorithm: Algorithm,
        client: &Client<'_>,
        traffic: &Traffic,
    ) -> Range {
        let counted = 1..=greatest(limit, algorithm);
        let mut costs = client.costs.iter().map(|charge| charge.cost()).filter(|cost| counted.contains(cost));
        let first = costs.next();
        if costs.any(|cost| Some(cost) != first) {
            return self.logged(limit, algorithm, client, traffic);
        }
        self.range(limit, algorithm, client, traffic)
    }

    /// What is denied by the stamps as they are.
    fn logged(
        &mut self,
        limit: &Limit,
        algorithm: Algorithm,
        client: &Client<'_>,
        traffic: &Traffic,
    ) -> Range {
        denials(limit, algorithm, traffic.start(), client, &mut self.denied);
        let denied = self.denied.iter().filter(|denied| **denied).count() as u64;
        Range { least: denied, most: denied }
    }

    fn range(
        &mut self,
        limit: &Limit,
        algorithm: Algorithm,
        client: &Client<'_>,
        traffic: &Traffic,
    ) -> Range {
        if traffic.slack() == 0 {
            return self.logged(limit, algorithm, client, traffic);
        }
        let never = self.open(client, greatest(limit, algorithm));
        let open = Open {
            times: if client.costs.is_empty() { client.times } else { &self.times },
            costs: &self.costs,
            slack: traffic.slack().into(),
            least: self.costs.iter().copied().min().unwrap_or(1),
            most: self.costs.iter().copied().max().unwrap_or(1),
        };
        if open.times.is_empty() {
            return Range { least: never, most: never };
        }
        let grid = Grid::new(limit.period, traffic.start());
        let most = most(&open, &grid, limit, algorithm, &mut self.before);
        let least = if most == 0 { 0 } else { least(&open, &grid, limit, algorithm, &mut self.before) };
        Range { least: least + never, most: most + never }
    }

    /// Notes the requests that may or may not be admitted, and returns how many can never be. Those that
    /// cost nothing always are.
    fn open(&mut self, client: &Client<'_>, greatest: u32) -> u64 {
        self.times.clear();
        self.costs.clear();
        let mut never = 0;
        for (time, charge) in client.times.iter().zip(client.costs) {
            if charge.cost() > greatest {
                never += 1;
            } else if charge.cost() > 0 {
                self.times.push(*time);
                self.costs.push(charge.cost());
            }
        }
        never
    }
}

/// The greatest cost that a limiter ever admits.
fn greatest(limit: &Limit, algorithm: Algorithm) -> u32 {
    if window_algorithm(algorithm) { limit.amount } else { limit.burst }
}

/// Whether a limiter counts in windows.
fn window_algorithm(algorithm: Algorithm) -> bool {
    use Algorithm::{FixedWindow, SlidingWindowCounter, SlidingWindowLog};
    matches!(algorithm, FixedWindow | SlidingWindowLog | SlidingWindowCounter)
}

/// The most that can be denied of the open requests.
fn most(open: &Open<'_>, grid: &Grid, limit: &Limit, algorithm: Algorithm, memory: &mut Vec<u64>) -> u64 {
    let reach = match algorithm {
        Algorithm::FixedWindow => Reach::Windows { grid: *grid, more: 0 },
        Algorithm::SlidingWindowLog => Reach::Any { window: window_of(limit.period) },
        // A counter that denies has admitted a whole budget in two windows.
        Algorithm::SlidingWindowCounter => Reach::Windows { grid: *grid, more: grid.window },
        _ => Reach::Bucket,
    };
    let most = worst::denied(open, &reach, limit, memory);
    let is_all = algorithm != Algorithm::SlidingWindowCounter || most == 0 || open.least < open.most;
    if is_all { most } else { counter::worst(open, grid, limit).map_or(most, |exact| exact.min(most)) }
}

/// The least that can be denied of them.
fn least(open: &Open<'_>, grid: &Grid, limit: &Limit, algorithm: Algorithm, memory: &mut Vec<u64>) -> u64 {
    match algorithm {
        Algorithm::FixedWindow => best::fixed(open, grid, limit),
        Algorithm::SlidingWindowLog => best::log(open, limit, memory),
        Algorithm::SlidingWindowCounter => counter::best(open, grid, limit),
        _ => best::bucket(open, limit),
    }
}
