//! The most that passes in any interval of a length, and where.
//!
//! A limit is each client's own, so what is sought is the most that any one client
//! got. Of a queue it is what started that counts, not what was admitted.

use std::collections::VecDeque;

use crate::run::Simulation;

/// The most that one client got in any interval of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// How much, in requests of cost 1.
    pub cost: u64,
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
    /// Who got it.
    pub client: u32,
}

/// Something that started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Start {
    /// Whose request it was.
    pub client: u32,
    /// When it started.
    pub time: u64,
    /// What it cost.
    pub cost: u32,
}

/// What started in a lane, client by client, each in the order of time.
pub fn starts(run: &Simulation, lane: usize) -> Vec<Start> {
    let Some(arrivals) = run.arrivals(lane) else { return Vec::new() };
    let times = run.lanes()[lane].record().starts(arrivals).enumerate();
    let start = |(index, time): (usize, Option<u64>)| {
        Some(Start { client: arrivals.client(index), time: time?, cost: arrivals.cost(index) })
    };
    let mut starts: Vec<_> = times.filter_map(start).collect();
    // One client's requests start in the order they came.
    if !arrivals.clients().is_empty() {
        starts.sort_unstable();
    }
    starts
}

/// The most that one client got between two instants at most this far apart, both
/// included. Of several places with as much, the first. The starts are in the order
/// in which [`starts`] gives them.
pub fn most_in_any(starts: &[Start], interval: u64) -> Most {
    let mut held: VecDeque<Start> = VecDeque::new();
    let (mut sum, mut most) = (0, Most::default());
    for start in starts {
        let left = |first: &mut Start| first.client != start.client || start.time - first.time > interval;
        while let Some(first) = held.pop_front_if(left) {
            sum -= u64::from(first.cost);
        }
        held.push_back(*start);
        sum += u64::from(start.cost);
        if sum > most.cost {
            let from = held.front().map_or(start.time, |first| first.time);
            most = Most { cost: sum, from, to: start.time, client: start.client };
        }
    }
    most
}
