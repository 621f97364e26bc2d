//! The traffic of a scenario, as columns of arrivals.
//!
//! The same scenario gives the same arrivals on every machine. There is no floating point between a seed and a
//! timestamp: rates are fractions of integers, logarithms, powers and the sine are in fixed point ([`fixed`],
//! [`wave`]), and the random number generator is part of this crate. Each pattern draws from its own streams,
//! so editing one pattern changes neither the times nor the senders of the others. The hash in
//! `tests/traffic/golden.rs` is the same for every build, native or WebAssembly.
//!
//! The meaning of the shapes, to the nanosecond, relative to the start of a pattern:
//!
//! | shape | the k-th request, from 0 |
//! |---|---|
//! | constant | at `k * period / amount`, rounded down |
//! | on/off | the same within each on phase, relative to its start |
//! | ramp, sine | where the integral of the rate reaches `k`, rounded down |
//! | Poisson, Pareto | a random wait after the one before it; the first after a wait |
//!
//! Requests after the last instant of a 64-bit clock are dropped. Random traffic, above all with a heavy tail,
//! may have more requests than expected: it ends after [`MOST_ARRIVALS`], so that memory is bounded.

mod chance;
mod clients;
mod curve;
pub mod fixed;
mod generator;
mod origin;
mod rare;
mod source;
mod steady;
mod waits;
pub mod wave;
mod zipf;

pub use chance::{Random, Sequence};
pub use generator::{Generator, MOST_ARRIVALS};
pub(crate) use origin::{Origin, origin, times_of};
pub(crate) use source::sorted;
pub use source::{Sources, expected};

use crate::scenario::Scenario;

/// Returns the requests of a scenario, without retries.
///
/// This generates all of them at once; [`Generator`] does it in slices.
pub fn arrivals(scenario: &Scenario) -> Arrivals {
    Generator::new(scenario).finish()
}

/// A request that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The time, relative to the scenario's time zero.
    pub time: u64,
    /// The client that sends it, counted from zero.
    pub client: u32,
    /// What it costs.
    pub cost: u32,
}

/// Requests in time order, in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    times: Vec<u64>,
    clients: Vec<u32>,
    costs: Vec<u32>,
}

impl Arrivals {
    /// Returns the number of requests.
    pub const fn len(&self) -> usize {
        self.times.len()
    }

    /// Returns whether there are no requests.
    pub const fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Appends a request, which must not be earlier than the last.
    #[inline]
    pub fn push(&mut self, arrival: Arrival) {
        let Arrival { time, client, cost } = arrival;
        push_or(&mut self.clients, self.times.len(), client, 0);
        push_or(&mut self.costs, self.times.len(), cost, 1);
        self.times.push(time);
    }

    /// Appends attempts at these times, with the clients and costs of the given requests of the traffic.
    pub fn push_attempts(&mut self, times: &[u64], requests: &[u32], traffic: &Self) {
        let indexed = || (self.times.len()..).zip(requests.iter().map(|request| *request as usize));
        if !traffic.clients.is_empty() {
            indexed()
                .for_each(|(index, request)| push_or(&mut self.clients, index, traffic.clients[request], 0));
        }
        if !traffic.costs.is_empty() {
            indexed().for_each(|(index, request)| push_or(&mut self.costs, index, traffic.costs[request], 1));
        }
        self.times.extend_from_slice(times);
    }

    /// Reserves memory for as many requests as the traffic has.
    pub fn reserve(&mut self, traffic: &Self) {
        self.times.reserve(traffic.len());
        self.clients.reserve(traffic.clients.len());
        self.costs.reserve(traffic.costs.len());
    }

    /// Returns the time of a request, relative to the scenario's time zero.
    #[inline]
    pub fn time(&self, index: usize) -> u64 {
        self.times[index]
    }

    /// Returns the client that sends a request, counted from zero.
    #[inline]
    pub fn client(&self, index: usize) -> u32 {
        value_or(&self.clients, index, 0)
    }

    /// Returns the cost of a request.
    #[inline]
    pub fn cost(&self, index: usize) -> u32 {
        value_or(&self.costs, index, 1)
    }

    /// Returns the index of the first request at or after a time.
    pub fn first_at(&self, time: u64) -> usize {
        self.times.partition_point(|other| *other < time)
    }

    /// Like [`Self::first_at`], if the result is at least `from` and probably about `probably_after` more. It
    /// searches around that index in growing steps: a binary search of the whole range would touch memory all
    /// over a long run.
    pub fn first_at_from(&self, from: usize, probably_after: usize, time: u64) -> usize {
        let times = &self.times[from..];
        let is_before = |other: &u64| *other < time;
        let (mut low, mut probe, mut step) = (0, probably_after, 16);
        while times.get(probe).is_some_and(is_before) {
            (low, probe) = (probe + 1, probe + step);
            step *= 4;
        }
        let mut high = probe.min(times.len());
        while high - low > step && !is_before(&times[high - step]) {
            high -= step;
            step *= 4;
        }
        let low = low.max(high.saturating_sub(step));
        from + low + times[low..high].partition_point(is_before)
    }

    /// Returns all times, in order.
    pub fn times(&self) -> &[u64] {
        &self.times
    }

    /// Returns all clients; empty if the first client sends everything.
    pub fn clients(&self) -> &[u32] {
        &self.clients
    }

    /// Returns all costs; empty if each is 1.
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }
}

/// Appends a value to a column, which stays empty as long as all values are the default.
#[inline]
fn push_or(column: &mut Vec<u32>, before: usize, value: u32, otherwise: u32) {
    if value != otherwise && column.is_empty() {
        column.resize(before, otherwise);
    }
    if value != otherwise || !column.is_empty() {
        column.push(value);
    }
}

/// Returns a value of a column, or the default if the column is empty.
#[inline]
fn value_or(column: &[u32], index: usize, otherwise: u32) -> u32 {
    if column.is_empty() { otherwise } else { column[index] }
}
