//! Which pattern a request is of.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    generator::{MOST_ARRIVALS, Stream},
    source::expected,
};
use crate::scenario::Scenario;

/// Where a request of the traffic comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of the pattern.
    pub(crate) pattern: usize,
    /// Which of the pattern's requests it is.
    pub(crate) place: usize,
    pub(crate) time: u64,
}

/// Where a request comes from, by its number among all; or how many there are, if there
/// are not as many. Nothing is kept on the way: ten million requests may be before it.
pub(crate) fn origin(scenario: &Scenario, request: usize) -> Result<Origin, usize> {
    let mut streams: Vec<_> = (0..scenario.traffic.len()).map(|number| stream(scenario, number)).collect();
    let mut places = vec![0; streams.len()];
    let mut next = |pattern: usize| next(&mut streams[pattern]).map(|time| Reverse((time, pattern)));
    // In the order of the generator: by time, then by what is written first.
    let mut heads: BinaryHeap<_> = (0..places.len()).filter_map(&mut next).collect();
    let mut before = 0;
    while let Some(Reverse((time, pattern))) = heads.pop().filter(|_| before < MOST_ARRIVALS as usize) {
        if before == request {
            return Ok(Origin { pattern, place: places[pattern], time });
        }
        before += 1;
        places[pattern] += 1;
        heads.extend(next(pattern));
    }
    Err(before)
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
    Some(Stream::new(pattern, scenario.seed, number as u64))
}
