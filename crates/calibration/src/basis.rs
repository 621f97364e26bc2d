//! Data about traffic that depends only on the period of a limit: computed once, so that changing a limit examines only
//! the clients it affects.

use ratelab_limiter::{Algorithm, Nanoseconds};

use crate::{
    limit::Limit,
    rules::{Grid, window_of},
    thin::descending,
    traffic::{Client, Traffic},
};

/// For each client, the smallest amounts at which window limiters of a period deny it nothing. That of the sliding
/// window log is also the client's peak: its cost in the busiest window of that length, where a request exactly one
/// period after another is in the next window.
///
/// An amount is 0 for a client without costs, and `u32::MAX` if no amount is large enough.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Basis, Block, Traffic};
///
/// let rows = Block { times: &[0, 1, 2, 3], keys: &[1, 1, 0, 1], charges: &[] };
/// let traffic = Traffic::group(&[rows], 2, 0);
/// let basis = Basis::new(&traffic, 1_000_000_000);
/// assert_eq!((basis.period(), basis.peak(1)), (1_000_000_000, 3));
/// assert_eq!(basis.peaks(), [3, 1]);
///
/// // The same in slices.
/// let mut slices = Basis::begin(1_000_000_000);
/// while !slices.advance(&traffic, 1_000) {}
/// assert_eq!(slices.peaks(), basis.peaks());
/// ```
#[derive(Clone, Debug)]
pub struct Basis {
    period: u64,
    /// The smallest amounts of a fixed window, by client.
    pub(crate) fixed: Vec<u32>,
    /// Those of a sliding window log.
    pub(crate) log: Vec<u32>,
    /// Those of a sliding window counter.
    pub(crate) counter: Vec<u32>,
    /// The number of windows by their number of requests, below [`CROWDED`]; empty if requests have costs.
    windows: Vec<u64>,
    /// The requests of each other window, of which there are only a few.
    crowded: Vec<u64>,
}

/// Windows with at least this many requests are stored individually.
const CROWDED: usize = 1 << 14;

impl Basis {
    /// Computes the basis for limits of a period of at least 1 ns, in nanoseconds or a `Duration`.
    pub fn new(traffic: &Traffic, period: impl Into<Nanoseconds>) -> Self {
        let mut basis = Self::begin(period);
        basis.advance(traffic, usize::MAX);
        basis
    }

    /// Creates an empty basis, to be completed with [`advance`](Self::advance).
    pub fn begin(period: impl Into<Nanoseconds>) -> Self {
        let period = period.into().saturated();
        let [fixed, log, counter] = [const { Vec::new() }; 3];
        Self { period, fixed, log, counter, windows: Vec::new(), crowded: Vec::new() }
    }

    /// Processes at least one client and about `requests` requests, and returns whether the basis is complete.
    pub fn advance(&mut self, traffic: &Traffic, requests: usize) -> bool {
        let (mut done, grid) = (0, Grid::new(self.period, traffic.start()));
        while self.log.len() < traffic.clients() && done <= requests {
            let client = traffic.client(self.log.len());
            let (fixed, counter) = self.aligned(&grid, &client, traffic.has_costs());
            self.fixed.push(amount(fixed));
            self.log.push(amount(peak(&client, window_of(self.period))));
            self.counter.push(amount(counter));
            done += client.times.len();
        }
        self.log.len() == traffic.clients()
    }

    /// The period, in nanoseconds.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The peak of a client: its cost in the busiest window.
    ///
    /// # Panics
    ///
    /// If there is no such client, or [`advance`](Self::advance) has not reached it.
    pub fn peak(&self, client: usize) -> u32 {
        self.log[client]
    }

    /// The peaks of all clients in descending order, 0 for those without costs.
    pub fn peaks(&self) -> Vec<u32> {
        descending(&self.log)
    }

    /// The smallest amount at which a limiter denies a client nothing; for a bucket, that of a sliding log.
    pub(crate) fn need(&self, client: usize, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::FixedWindow => self.fixed[client],
            Algorithm::SlidingWindowCounter => self.counter[client],
            _ => self.log[client],
        }
    }

    /// Whether a limiter may deny a client something; if not, it certainly denies nothing. This is exact for windows,
    /// except for amounts near the maximum. If the peak is at most the amount, a bucket drains as much in each period
    /// as arrives, so its backlog never exceeds the peak.
    pub(crate) fn may_deny(&self, client: usize, limit: &Limit, algorithm: Algorithm) -> bool {
        match algorithm {
            Algorithm::FixedWindow => limit.denies_below(self.fixed[client]),
            Algorithm::SlidingWindowLog => limit.denies_below(self.log[client]),
            Algorithm::SlidingWindowCounter => limit.denies_below(self.counter[client]),
            _ => self.log[client] > limit.amount.min(limit.burst) || self.log[client] == u32::MAX,
        }
    }

    /// The number of requests that a fixed window denies, if it follows from the counts of windows alone.
    pub(crate) fn denied_by_fixed(&self, limit: u32) -> Option<u64> {
        let above = |requests: u64| requests.saturating_sub(limit.into());
        let few = (0..).zip(&self.windows).map(|(requests, windows)| above(requests) * windows);
        let many = self.crowded.iter().map(|requests| above(*requests));
        (!self.windows.is_empty() || !self.crowded.is_empty()).then(|| few.chain(many).sum())
    }

    /// The highest cost of a client in an aligned window, and the highest estimate of a counter.
    fn aligned(&mut self, grid: &Grid, client: &Client<'_>, costs: bool) -> (u64, u64) {
        let (mut fixed, mut counter) = (0, 0);
        let (mut request, mut before, mut begin) = (0, 0, 0);
        while request < client.times.len() {
            let now = grid.begin(grid.at(client.times[request]));
            let previous = if now - begin == grid.window { before } else { 0 };
            let first = request;
            begin = now;
            before = 0;
            while request < client.times.len() && grid.at(client.times[request]) - begin < grid.window {
                before += u64::from(client.cost(request));
                request += 1;
            }
            fixed = fixed.max(before);
            if previous + before > counter {
                counter = counter.max(estimate(grid, client, first..request, previous));
            }
            if !costs {
                self.note(request - first);
            }
        }
        (fixed, counter)
    }

    /// Counts a window with this many requests.
    fn note(&mut self, requests: usize) {
        if requests >= CROWDED {
            return self.crowded.push(requests as u64);
        }
        if self.windows.len() <= requests {
            self.windows.resize(requests + 1, 0);
        }
        self.windows[requests] += 1;
    }
}

/// The highest estimate of a counter in a window, each request included.
fn estimate(grid: &Grid, client: &Client<'_>, requests: std::ops::Range<usize>, previous: u64) -> u64 {
    let (mut most, mut current) = (0, 0);
    for request in requests {
        let cost = u64::from(client.cost(request));
        current += cost;
        // A cost of 0 is a query, which no estimate denies.
        if cost > 0 && previous + current > most {
            let left = grid.window - grid.at(client.times[request]) % grid.window;
            let share = u128::from(previous) * u128::from(left) / u128::from(grid.window);
            most = most.max(share as u64 + current);
        }
    }
    most
}

/// The cost of a client in its busiest window of this many microseconds.
pub(crate) fn peak(client: &Client<'_>, window: u64) -> u64 {
    let times = client.times;
    let (mut most, mut within, mut first) = (0, 0, 0);
    if client.costs.is_empty() {
        // A window with as many requests as the busiest so far slides along, and grows if one more fits.
        let mut most = 0;
        for (request, time) in times.iter().enumerate() {
            most += usize::from(time - times[request - most] < window);
        }
        return most as u64;
    }
    for (request, time) in times.iter().enumerate() {
        within += u64::from(client.cost(request));
        while time - times[first] >= window {
            within -= u64::from(client.cost(first));
            first += 1;
        }
        most = most.max(within);
    }
    most
}

/// A sum as an amount, saturating.
pub(crate) fn amount(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}
