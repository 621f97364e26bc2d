//! What is known of traffic for a period, whatever the limit: worked out once, so that moving a limit
//! asks only about the clients that it touches.

use ratelab_limiter::Algorithm;

use crate::{
    limit::Limit,
    rules::{Grid, window_of},
    thin::descending,
    traffic::{Client, Traffic},
};

/// For each client the least amounts at which limiters with windows of a length would have denied it
/// nothing. The one of the sliding window log is also the client's peak: what it had in its busiest window
/// of that length anywhere, where a request exactly a period after another is in the next one.
///
/// It is 0 for a client that asks for nothing, and `u32::MAX` if no amount would do.
#[derive(Clone, Debug)]
pub struct Basis {
    period: u64,
    /// The least amounts of a fixed window, client by client.
    pub(crate) fixed: Vec<u32>,
    /// Those of a sliding window log.
    pub(crate) log: Vec<u32>,
    /// Those of a sliding window counter.
    pub(crate) counter: Vec<u32>,
    /// How many windows have so many requests, if not very many; nothing if requests have costs of their own.
    windows: Vec<u64>,
    /// The requests of each other window: there can only be few.
    crowded: Vec<u64>,
}

/// As many requests of a client in a window are counted by themselves.
const CROWDED: usize = 1 << 14;

impl Basis {
    /// The basis for limits of a period, in nanoseconds and at least 1.
    pub fn new(traffic: &Traffic, period: u64) -> Self {
        let mut basis = Self::begin(period);
        basis.advance(traffic, usize::MAX);
        basis
    }

    /// A basis with nothing in it yet.
    pub fn begin(period: u64) -> Self {
        let [fixed, log, counter] = [const { Vec::new() }; 3];
        Self { period, fixed, log, counter, windows: Vec::new(), crowded: Vec::new() }
    }

    /// Goes on with at least one client and about so many requests; whether that was the last one.
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

    /// The peak of a client: what it had in its busiest window.
    pub fn peak(&self, client: usize) -> u32 {
        self.log[client]
    }

    /// The peaks of all clients, the greatest first. Those that ask for nothing have 0.
    pub fn peaks(&self) -> Vec<u32> {
        descending(&self.log)
    }

    /// The least amount at which a limiter would have denied a client nothing; for a bucket that of a sliding log.
    pub(crate) fn need(&self, client: usize, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::FixedWindow => self.fixed[client],
            Algorithm::SlidingWindowCounter => self.counter[client],
            _ => self.log[client],
        }
    }

    /// Whether a limiter may deny a client something; if not, it surely denies nothing. For windows that is
    /// exact, but for amounts near the greatest. With a peak of at most the amount as much drains from a bucket
    /// in each period as comes, so that its backlog is never above the peak.
    pub(crate) fn may_deny(&self, client: usize, limit: &Limit, algorithm: Algorithm) -> bool {
        match algorithm {
            Algorithm::FixedWindow => limit.denies_below(self.fixed[client]),
            Algorithm::SlidingWindowLog => limit.denies_below(self.log[client]),
            Algorithm::SlidingWindowCounter => limit.denies_below(self.counter[client]),
            _ => self.log[client] > limit.amount.min(limit.burst) || self.log[client] == u32::MAX,
        }
    }

    /// How many requests a fixed window denies, if that follows from the counts of windows alone.
    pub(crate) fn denied_by_fixed(&self, limit: u32) -> Option<u64> {
        let above = |requests: u64| requests.saturating_sub(limit.into());
        let few = (0..).zip(&self.windows).map(|(requests, windows)| above(requests) * windows);
        let many = self.crowded.iter().map(|requests| above(*requests));
        (!self.windows.is_empty() || !self.crowded.is_empty()).then(|| few.chain(many).sum())
    }

    /// The most that a client had in a window on the grid, and the greatest estimate of a counter.
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

    /// Notes a window of so many requests.
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

/// The greatest estimate of a counter at the requests of a window, each included.
fn estimate(grid: &Grid, client: &Client<'_>, requests: std::ops::Range<usize>, previous: u64) -> u64 {
    let (mut most, mut current) = (0, 0);
    for request in requests {
        let cost = u64::from(client.cost(request));
        current += cost;
        // A cost of 0 is a look, which no estimate refuses.
        if cost > 0 && previous + current > most {
            let left = grid.window - grid.at(client.times[request]) % grid.window;
            let share = u128::from(previous) * u128::from(left) / u128::from(grid.window);
            most = most.max(share as u64 + current);
        }
    }
    most
}

/// What a client had in its busiest window of so many microseconds.
pub(crate) fn peak(client: &Client<'_>, window: u64) -> u64 {
    let times = client.times;
    let (mut most, mut within, mut first) = (0, 0, 0);
    if client.costs.is_empty() {
        // A window of as many as the busiest so far moves along, and grows by one when one more fits.
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

/// A sum as an amount: the greatest number if no amount is as great.
pub(crate) fn amount(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}
