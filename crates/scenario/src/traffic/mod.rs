//! What arrives, and when: a scenario's traffic as columns of arrivals.
//!
//! The same scenario gives the same arrivals on every machine. There is no floating point
//! between a seed and a timestamp: rates are fractions of integers,
//! logarithms, powers and the sine are in fixed point ([`fixed`], [`wave`]), and chance is a
//! generator of our own. Each pattern draws from streams of its own, so editing one
//! pattern changes neither when the others' requests come nor who sends them. The hash
//! in `tests/traffic/golden.rs` is that of every build, native or WebAssembly.
//!
//! What the shapes mean, to the nanosecond, counted from where a pattern begins:
//!
//! | shape | its k-th request, from 0 |
//! |---|---|
//! | constant | at `k * period / amount`, rounded down |
//! | on/off | the same within each stretch that is on, counted from its start |
//! | ramp, sine | where the integral of the rate reaches `k`, rounded down |
//! | Poisson, Pareto | a drawn wait after the one before it; the first after a wait |
//!
//! Requests after the last instant of a 64-bit clock are left out. Chance, above all with a
//! heavy tail, may make more requests than expected: traffic ends after [`MOST_ARRIVALS`],
//! so that memory is bounded.

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

pub use chance::Random;
pub use chance::drawn;
pub use generator::{Generator, MOST_ARRIVALS};
pub(crate) use origin::{Origin, origin, times_of};
pub(crate) use source::sorted;
pub use source::{Sources, expected};

use crate::scenario::Scenario;

/// The requests of a scenario, retries not counted.
///
/// This makes them all at once; [`Generator`] does it in slices.
pub fn arrivals(scenario: &Scenario) -> Arrivals {
    Generator::new(scenario).finish()
}

/// Requests in the order in which they come, in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    times: Vec<u64>,
    clients: Vec<u32>,
    costs: Vec<u32>,
}

impl Arrivals {
    /// How many there are.
    pub const fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Adds a request, which must not be before the last.
    #[inline]
    pub fn push(&mut self, time: u64, client: u32, cost: u32) {
        push_or(&mut self.clients, self.times.len(), client, 0);
        push_or(&mut self.costs, self.times.len(), cost, 1);
        self.times.push(time);
    }

    /// Adds attempts at these times, each by the client and at the cost of a request of the traffic.
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

    /// When a request comes, from the scenario's zero.
    #[inline]
    pub fn time(&self, index: usize) -> u64 {
        self.times[index]
    }

    /// Who sends it, counted from zero.
    #[inline]
    pub fn client(&self, index: usize) -> u32 {
        value_or(&self.clients, index, 0)
    }

    /// What it costs.
    #[inline]
    pub fn cost(&self, index: usize) -> u32 {
        value_or(&self.costs, index, 1)
    }

    /// The number of the first request that comes at a time or after it.
    pub fn first_at(&self, time: u64) -> usize {
        self.times.partition_point(|other| *other < time)
    }

    /// As [`Self::first_at`], for a time whose first request is at or after a number, and
    /// probably about so many after it. It looks around that place in ever longer steps: a
    /// search of everything between would touch memory all over a long run.
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

    /// All times, in order.
    pub fn times(&self) -> &[u64] {
        &self.times
    }

    /// All clients; empty if the first sends everything.
    pub fn clients(&self) -> &[u32] {
        &self.clients
    }

    /// All costs; empty if each is 1.
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }
}

/// Adds a value to a column, which stays empty for as long as all of its values are
/// the usual one.
#[inline]
fn push_or(column: &mut Vec<u32>, before: usize, value: u32, otherwise: u32) {
    if value != otherwise && column.is_empty() {
        column.resize(before, otherwise);
    }
    if value != otherwise || !column.is_empty() {
        column.push(value);
    }
}

/// What a column has, or what an empty one stands for.
#[inline]
fn value_or(column: &[u32], index: usize, otherwise: u32) -> u32 {
    if column.is_empty() { otherwise } else { column[index] }
}
