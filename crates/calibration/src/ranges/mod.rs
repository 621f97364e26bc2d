//! The lower and upper bound of denials, if timestamps leave the arrival of requests open.
//!
//! A request arrived within `slack` microseconds after its timestamp. Requests of equal cost are interchangeable, so
//! they are assumed to arrive in the order of their timestamps, each at some whole microsecond.
//!
//! - **Lower bound**: each request arrives at the first possible instant at which it is admitted, if there is one,
//!   because a request admitted earlier never takes more from those after it: [`best`]. The estimate of a counter
//!   decreases until the end of a window, so there it is the last instant of the first such window.
//! - **Upper bound**: any interval of a given length admits at most a certain budget, and one that begins unused and
//!   ends with a denial admits no less. So the most denials are those left when requests are assigned to disjoint
//!   intervals, each as short as its requests allow and reduced by its budget: [`worst`].
//! - The count of a counter depends on the window before, so both sides of an edge are tried: [`counter`].
//!
//! These are exact for requests of equal cost, except for the upper bound of a counter if the slack is as long as a
//! window, or if there are too many ways. If costs differ, all requests of a client count as the smallest cost for the
//! lower bound, and as the greatest for the upper one. The results are then bounds: no order of arrival denies fewer,
//! or more. Such bounds are wide, and serve only to be safe; for clients whose requests differ in cost, the result in
//! log order is reported instead.

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

/// A number between two bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The lower bound.
    pub least: u64,
    /// The upper bound.
    pub most: u64,
}

impl Range {
    pub(crate) fn add(&mut self, other: Self) {
        self.least += other.least;
        self.most += other.most;
    }

    /// 1 for each bound that is not 0.
    pub(crate) fn some(self) -> Self {
        Self { least: self.least.min(1), most: self.most.min(1) }
    }
}

/// The denials of a limiter, over all instants at which the requests can have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The limiter.
    pub algorithm: Algorithm,
    /// Clients with at least one denied request.
    pub clients: Range,
    /// Denied requests.
    pub denied: Range,
}

/// The ranges of a limit, computed in slices so that the caller can switch to a newer question in between.
///
/// A request arrived at any whole microsecond within the traffic's slack after its timestamp. A range is over all of
/// those instants, for every request independently. Both ends are exact: some instants reach them. Only the upper end
/// of a sliding window counter is a bound that may not be reached, if the slack is not shorter than its window, or in
/// the rare case that there are too many ways in which requests arrive before and after window edges.
///
/// Requests that differ in cost could also change their order, and there are too many orders to try. Clients with such
/// requests are evaluated in log order, at the first instant of each timestamp. Requests that cost more than the
/// limiter ever admits are always denied, and those that cost nothing never, so these do not count.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Limit, Range, Ranges, Traffic, client_bounds, client_range, ranges};
/// use ratelab_limiter::Algorithm;
///
/// // Three requests within a second, and a limit of two per second.
/// let rows = Block { times: &[0, 0, 0], keys: &[0, 0, 0], charges: &[] };
/// let traffic = Traffic::group(&[rows], 1, 999_999);
/// let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
/// let mut slices = Ranges::new(limit)?;
/// let found = loop {
///     if let Some(found) = slices.advance(&traffic, 1_000) {
///         break found;
///     }
/// };
/// assert_eq!(found, ranges(&traffic, limit)?);
///
/// let range = Range { least: 0, most: 1 };
/// assert_eq!(client_range(&traffic, 0, &limit, Algorithm::Gcra), range);
/// assert_eq!(client_bounds(&traffic, 0, &limit, Algorithm::Gcra), range); // the costs do not differ
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ranges {
    limit: Limit,
    next: usize,
    bounds: [Bounds; 7],
    memory: Memory,
}

/// Buffers that are reused for each client.
#[derive(Clone, Debug, Default)]
struct Memory {
    times: Vec<u64>,
    costs: Vec<u32>,
    before: Vec<u64>,
    denied: Vec<bool>,
}

impl Ranges {
    /// Starts computing the ranges of a limit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if some limiter rejects the limit.
    pub fn new(limit: Limit) -> Result<Self, PolicyError> {
        limit.check()?;
        let (clients, denied) = (Range::default(), Range::default());
        let bounds = Algorithm::ALL.map(|algorithm| Bounds { algorithm, clients, denied });
        Ok(Self { limit, next: 0, bounds, memory: Memory::default() })
    }

    /// Processes at least one client and about `requests` requests. Returns the ranges, in the order of
    /// [`Algorithm::ALL`], once all clients are done. Every call must receive the same traffic.
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
        // A limiter that denies has counted more than its limit in a window, or a counter in two; and the timestamps of
        // requests within a window are at most the slack further apart.
        let exceeds = |time: u64| {
            let time = time.saturating_add(traffic.slack().into());
            peak(client, time) > u64::from(self.limit.amount)
        };
        let in_one = exceeds(window);
        let in_two = in_one || exceeds(window.saturating_mul(2));
        for bounds in &mut self.bounds {
            denied = match bounds.algorithm {
                algorithm if equals_previous(algorithm) => denied,
                Algorithm::FixedWindow | Algorithm::SlidingWindowLog if !in_one => Range::default(),
                Algorithm::SlidingWindowCounter if !in_two => Range::default(),
                algorithm => self.memory.reported(&self.limit, algorithm, client, traffic),
            };
            bounds.denied.add(denied);
            bounds.clients.add(denied.some());
        }
    }
}

/// Whether a limiter admits the same requests as the previous one in the list, as the buckets do.
fn equals_previous(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::LeakyBucketMeter | Algorithm::LeakyBucketQueue | Algorithm::Gcra)
}

/// Returns the range of denials of each limiter, in the order of [`Algorithm::ALL`].
///
/// # Errors
///
/// Returns a [`PolicyError`] if some limiter rejects the limit.
pub fn ranges(traffic: &Traffic, limit: Limit) -> Result<[Bounds; 7], PolicyError> {
    let mut ranges = Ranges::new(limit)?;
    ranges.advance(traffic, usize::MAX);
    Ok(ranges.bounds)
}

/// Returns the range of a client's denied requests as [`Ranges`] reports it. The limiter must accept the limit.
///
/// # Panics
///
/// If there is no such client. Panics or returns any range if the limiter rejects the limit.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Limit, Traffic, client_range};
/// use ratelab_limiter::Algorithm;
///
/// // Three requests in one logged second.
/// let traffic = Traffic::group(&[Block { times: &[0; 3], keys: &[0; 3], charges: &[] }], 1, 999_999);
/// let limit = Limit::new(2, std::time::Duration::from_secs(1), 2);
/// let range = client_range(&traffic, 0, &limit, Algorithm::Gcra);
/// assert_eq!((range.least, range.most), (0, 1));
/// ```
pub fn client_range(traffic: &Traffic, client: usize, limit: &Limit, algorithm: Algorithm) -> Range {
    Memory::default().reported(limit, algorithm, &traffic.client(client), traffic)
}

/// Returns bounds of a client's denied requests: no order denies fewer or more. The limiter must accept the limit. If
/// requests differ in cost, the bounds may not be reached. Whether the upper bound is 0 is still exact for a bucket, a
/// fixed window or a log.
///
/// # Panics
///
/// If there is no such client. Panics or returns any bounds if the limiter rejects the limit.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Limit, Traffic, client_bounds};
/// use ratelab_limiter::Algorithm;
///
/// let traffic = Traffic::group(&[Block { times: &[0; 3], keys: &[0; 3], charges: &[] }], 1, 0);
/// let limit = Limit::new(2, std::time::Duration::from_secs(1), 2);
/// let bounds = client_bounds(&traffic, 0, &limit, Algorithm::Gcra);
/// assert_eq!((bounds.least, bounds.most), (1, 1)); // exact times leave nothing open
/// ```
pub fn client_bounds(traffic: &Traffic, client: usize, limit: &Limit, algorithm: Algorithm) -> Range {
    Memory::default().range(limit, algorithm, &traffic.client(client), traffic)
}

/// The requests of a client that may or may not be admitted.
struct Open<'memory> {
    times: &'memory [u64],
    /// The cost of each; empty if all cost 1.
    costs: &'memory [u32],
    slack: u64,
    /// The smallest and the greatest cost.
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

    /// The denials at the times of the log.
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

    /// Collects the requests that may or may not be admitted, and returns how many can never be. Those that cost
    /// nothing always are.
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

/// The upper bound of denials among the open requests.
fn most(open: &Open<'_>, grid: &Grid, limit: &Limit, algorithm: Algorithm, memory: &mut Vec<u64>) -> u64 {
    let reach = match algorithm {
        Algorithm::FixedWindow => Reach::Windows { grid: *grid, more: 0 },
        Algorithm::SlidingWindowLog => Reach::Any { window: window_of(limit.period) },
        // A counter that denies has admitted a full budget in two windows.
        Algorithm::SlidingWindowCounter => Reach::Windows { grid: *grid, more: grid.window },
        _ => Reach::Bucket,
    };
    let most = worst::denied(open, &reach, limit, memory);
    let is_all = algorithm != Algorithm::SlidingWindowCounter || most == 0 || open.least < open.most;
    if is_all { most } else { counter::worst(open, grid, limit).map_or(most, |exact| exact.min(most)) }
}

/// The lower bound of denials among the open requests.
fn least(open: &Open<'_>, grid: &Grid, limit: &Limit, algorithm: Algorithm, memory: &mut Vec<u64>) -> u64 {
    match algorithm {
        Algorithm::FixedWindow => best::fixed(open, grid, limit),
        Algorithm::SlidingWindowLog => best::log(open, limit, memory),
        Algorithm::SlidingWindowCounter => counter::best(open, grid, limit),
        _ => best::bucket(open, limit),
    }
}
