//! Which pattern a request is of.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use super::{
    generator::{MOST_ARRIVALS, Stream},
    source::{Sources, expected},
};
use crate::scenario::Scenario;

/// Where a request of the traffic comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of the pattern.
    pub(crate) pattern: usize,
    /// Which of the pattern's requests it is.
    pub(crate) index: usize,
    pub(crate) time: u64,
}

/// Where a request comes from, by its number among all; or how many there are, if there
/// are not as many. Nothing is kept on the way: ten million requests may be before it.
pub(crate) fn origin(scenario: &Scenario, request: usize) -> Result<Origin, usize> {
    let mut streams: Vec<_> = (0..scenario.traffic.len()).map(|number| stream(scenario, number)).collect();
    let mut counts = vec![0; streams.len()];
    // In the order of the generator: by time, then by what is written first.
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

/// When the requests of a pattern come, in order.
pub(crate) fn times_of(scenario: &Scenario, pattern: usize) -> impl Iterator<Item = u64> {
    let mut stream = stream(scenario, pattern);
    std::iter::from_fn(move || next(&mut stream))
}

/// Not inlined: it is all of the traffic's code.
#[inline(never)]
fn next(stream: &mut Option<Stream>) -> Option<u64> {
    stream.as_mut()?.next()
}

/// The requests of a pattern, if anything comes of it.
fn stream(scenario: &Scenario, number: usize) -> Option<Stream> {
    let pattern = scenario.traffic.get(number).filter(|pattern| expected(&pattern.shape) > 0)?;
    Stream::new(pattern, scenario.seed, number as u64, Sources::FULL)
}
