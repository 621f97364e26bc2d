//! All patterns merged into one sequence, generated in slices.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use super::{
    Arrival, Arrivals,
    chance::Random,
    clients::Draw,
    source::{Source, Sources},
};
use crate::scenario::{MOST_REQUESTS, Pattern, Scenario};

/// The maximum number of arrivals. Random traffic may exceed the expected count, slightly for Poisson and by a
/// large factor for a heavy tail; it ends here.
pub const MOST_ARRIVALS: u64 = 2 * MOST_REQUESTS;

/// Generates the arrivals of a scenario in slices of any size. The slice size does not affect the result.
///
/// ```
/// use ratelab_scenario::{scenario::Scenario, traffic::Generator};
///
/// let mut generator = Generator::new(&Scenario::default());
/// while !generator.advance(8) {
///     let (done, expected) = generator.progress();
///     assert!(done < expected);
/// }
/// assert_eq!(generator.finish().len(), 20);
/// ```
pub struct Generator {
    sources: Sources,
    streams: Vec<Stream>,
    /// The time of the next request of each stream, the earliest first; at the same instant, in the order of
    /// the patterns.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
    /// For each group, its first client and how one of its clients is chosen.
    draws: Vec<(u32, Draw)>,
    expected: u64,
    arrivals: Arrivals,
}

/// A pattern in progress.
pub(super) struct Stream {
    source: Source,
    from: u64,
    cost: u32,
    /// The number of the group that sends it.
    group: usize,
    senders: Random,
}

impl Generator {
    /// Returns a generator for a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        Self::with(scenario, Sources::FULL)
    }

    /// Returns a generator with these sources.
    pub fn with(scenario: &Scenario, sources: Sources) -> Self {
        let senders = sources.senders(scenario);
        let draws = senders.groups().iter().map(|group| (group.first, Draw::new(group.clients, sources)));
        let mut generator = Self {
            sources,
            streams: Vec::new(),
            heads: BinaryHeap::new(),
            draws: draws.collect(),
            expected: 0,
            arrivals: Arrivals::default(),
        };
        for (pattern, number) in scenario.traffic.iter().zip(0..) {
            generator.begin(pattern, scenario.seed, number, senders.named(pattern.by));
        }
        generator.reserve_expected();
        generator
    }

    /// Adds a pattern, if it has any requests. One without a rate, a duration or a count would divide by zero.
    fn begin(&mut self, pattern: &Pattern, seed: u64, number: u64, group: usize) {
        let count = self.sources.expected(&pattern.shape);
        self.expected = self.expected.saturating_add(count).min(MOST_ARRIVALS);
        if count > 0 {
            let Some(stream) = Stream::new(pattern, seed, number, self.sources) else { return };
            let mut stream = Stream { group, ..stream };
            if let Some(time) = stream.next() {
                self.heads.push(Reverse((time, self.streams.len())));
                self.streams.push(stream);
            }
        }
    }

    /// Reserves memory for the expected arrivals and some more for random deviation: growing would copy
    /// everything and need twice the memory.
    fn reserve_expected(&mut self) {
        let capacity = (self.expected + self.expected / 64 + 64) as usize;
        self.arrivals.times.reserve(capacity);
        self.arrivals.clients.reserve(if self.has_clients() { capacity } else { 0 });
        let costs = self.streams.iter().any(|stream| stream.cost != 1);
        self.arrivals.costs.reserve(if costs { capacity } else { 0 });
    }

    /// Returns whether any client other than the first may send.
    fn has_clients(&self) -> bool {
        self.draws.len() > 1 || self.draws.iter().any(|(_, draw)| draw.is_random())
    }

    /// Generates up to `budget` arrivals, and returns whether all have been generated.
    pub fn advance(&mut self, budget: usize) -> bool {
        let remaining = MOST_ARRIVALS as usize - self.arrivals.len();
        for _ in 0..budget.min(remaining) {
            if !self.step() {
                return true;
            }
        }
        self.heads.is_empty() || budget >= remaining
    }

    /// Generates the next arrival, if there is one.
    #[inline]
    fn step(&mut self) -> bool {
        let Some(mut head) = self.heads.peek_mut() else { return false };
        let Reverse((time, index)) = *head;
        let stream = &mut self.streams[index];
        match stream.next() {
            Some(next) => head.0.0 = next,
            None => drop(PeekMut::pop(head)),
        }
        let (first, draw) = &self.draws[stream.group];
        let client = first + draw.client(&mut stream.senders);
        self.arrivals.push(Arrival { time, client, cost: stream.cost });
        true
    }

    /// Returns how many arrivals have been generated, and out of how many. For random traffic, the second is
    /// the expected number and may be off either way.
    pub const fn progress(&self) -> (u64, u64) {
        (self.arrivals.len() as u64, self.expected)
    }

    /// Generates the remaining arrivals and returns all of them.
    pub fn finish(mut self) -> Arrivals {
        self.advance(usize::MAX);
        self.arrivals
    }
}

impl Stream {
    pub(super) fn new(pattern: &Pattern, seed: u64, index: u64, sources: Sources) -> Option<Self> {
        let source = sources.source(&pattern.shape, Random::stream(seed, 2 * index))?;
        let senders = Random::stream(seed, 2 * index + 1);
        Some(Self { source, from: pattern.from, cost: pattern.cost, group: 0, senders })
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        self.from.checked_add(self.source.next()?)
    }
}
