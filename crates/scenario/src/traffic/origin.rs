//! The pattern that a request belongs to.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use super::{
    generator::{MOST_ARRIVALS, Stream},
    source::{Sources, expected},
};
use crate::scenario::Scenario;

/// The origin of a request of the traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The index of the pattern.
    pub(crate) pattern: usize,
    /// The index of the request within the pattern.
    pub(crate) index: usize,
    pub(crate) time: u64,
}

/// Returns the origin of a request by its index in the traffic, or the number of requests if there are fewer.
/// It stores nothing on the way: ten million requests may come before it.
pub(crate) fn origin(scenario: &Scenario, request: usize) -> Result<Origin, usize> {
    let mut streams: Vec<_> = (0..scenario.traffic.len()).map(|number| stream(scenario, number)).collect();
    let mut counts = vec![0; streams.len()];
    // In the order of the generator: by time, then by pattern.
    let firsts = streams.iter_mut().enumerate();
    let mut heads: BinaryHeap<_> =
        firsts.filter_map(|(pattern, stream)| Some(Reverse((next(stream)?, pattern)))).collect();
    for before in 0..MOST_ARRIVALS as usize {
        let Some(mut head) = heads.peek_mut() else { return Err(before) };
        let Reverse((time, pattern)) = *head;
        if before == request {
            return Ok(Origin { pattern, index: counts[pattern], time });
        }
        counts[pattern] += 1;
        match next(&mut streams[pattern]) {
            Some(time) => head.0.0 = time,
            None => drop(PeekMut::pop(head)),
        }
    }
    Err(MOST_ARRIVALS as usize)
}

/// Returns the times of a pattern's requests, in order.
pub(crate) fn times_of(scenario: &Scenario, pattern: usize) -> impl Iterator<Item = u64> {
    let mut stream = stream(scenario, pattern);
    std::iter::from_fn(move || next(&mut stream))
}

/// Not inlined: it contains all of the code for traffic.
#[inline(never)]
fn next(stream: &mut Option<Stream>) -> Option<u64> {
    stream.as_mut()?.next()
}

/// Returns the requests of a pattern, if it has any.
fn stream(scenario: &Scenario, number: usize) -> Option<Stream> {
    let pattern = scenario.traffic.get(number).filter(|pattern| expected(&pattern.shape) > 0)?;
    Stream::new(pattern, scenario.seed, number as u64, Sources::FULL)
}
