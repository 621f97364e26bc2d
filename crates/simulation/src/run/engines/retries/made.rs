//! A buffer of attempts before they are recorded. Growing columns by hundreds at once costs less than by one.

use ratelab_limiter::{Outcome, batch::OUTCOMES_PER_WORD as IN_WORD};

use super::{
    super::super::{attempts::Attempts, outcomes::Kind, record::Record},
    pending::Next,
};
use ratelab_scenario::traffic::Arrivals;

/// The capacity of the buffer.
const MOST: usize = 8 * IN_WORD;

pub(super) struct Made {
    length: usize,
    times: [u64; MOST],
    requests: [u32; MOST],
    numbers: [u32; MOST],
    words: [u64; MOST / IN_WORD],
    /// The number of delayed attempts.
    delayed: usize,
    starts: [u64; MOST],
}

impl Made {
    pub(super) const fn new() -> Self {
        Self {
            length: 0,
            times: [0; MOST],
            requests: [0; MOST],
            numbers: [0; MOST],
            words: [0; MOST / IN_WORD],
            delayed: 0,
            starts: [0; MOST],
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.length
    }

    pub(super) const fn is_full(&self) -> bool {
        self.length == MOST
    }

    /// Adds an attempt, for which there must be space.
    #[inline]
    pub(super) fn push(&mut self, next: Next, outcome: Outcome) {
        let position = self.length % MOST;
        self.length = position + 1;
        self.times[position] = next.time;
        self.requests[position] = next.request;
        self.numbers[position] = next.number;
        if let Outcome::Delayed(wait) = outcome {
            self.starts[self.delayed % MOST] = next.time.saturating_add(wait);
            self.delayed += 1;
        }
        self.words[position / IN_WORD] |= (Kind::from(outcome) as u64) << (2 * (position % IN_WORD));
    }

    /// Moves the attempts to the record.
    pub(super) fn record(&mut self, attempts: &mut Attempts, record: &mut Record, traffic: &Arrivals) {
        let (requests, times) = (&self.requests[..self.length], &self.times[..self.length]);
        attempts.arrivals.push_attempts(times, requests, traffic);
        attempts.requests.extend_from_slice(requests);
        attempts.numbers.extend_from_slice(&self.numbers[..self.length]);
        record.extend(self.length, false, |words, starts| {
            words.extend_from_slice(&self.words[..self.length.div_ceil(IN_WORD)]);
            starts.extend_from_slice(&self.starts[..self.delayed]);
        });
        (self.length, self.delayed, self.words) = (0, 0, [0; MOST / IN_WORD]);
    }
}

impl Attempts {
    /// Reserves memory for one attempt at each request, to avoid copies while growing.
    pub(super) fn reserve(&mut self, traffic: &Arrivals) {
        if self.requests.is_empty() {
            self.arrivals.reserve(traffic);
            self.requests.reserve(traffic.len());
            self.numbers.reserve(traffic.len());
        }
    }
}
