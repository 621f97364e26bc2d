//! What a run comes to, in numbers: exact, each by walking once through the lane.

mod envelope;
mod window;

use ratelab_limiter::{Limiter, SlidingWindowLog};

pub use envelope::{Reach, state_bytes};
pub use window::{Most, Start, most_in_any, starts};

use crate::run::{Counts, Kind, Simulation};

/// The numbers of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// How many of each outcome.
    pub counts: Counts,
    /// The number and time of the first denial.
    pub first_denial: Option<(usize, u64)>,
    /// The most denials in a row.
    pub longest_denial: usize,
    /// The most that one client got in any window of the scenario's length.
    pub most: Most,
    /// The most that this limiter could ever admit in such a window.
    pub bound: u128,
    /// How long admitted requests waited.
    pub waits: Waits,
    /// How it differs from an exact log of the scenario's limit.
    pub disagreement: Disagreement,
    /// Bytes of state for each client, at worst.
    pub state_bytes: u64,
    /// Attempts and requests, where clients react.
    pub goodput: Goodput,
}

/// Waits of all admitted requests, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Half waited no longer.
    pub median: u64,
    /// Nineteen in twenty waited no longer.
    pub p95: u64,
    /// The longest.
    pub longest: u64,
}

/// Requests on which a lane and an exact log decide differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disagreement {
    /// Admitted, though the log denies.
    pub over: u64,
    /// Denied, though the log admits.
    pub under: u64,
    /// Of so many.
    pub of: u64,
}

/// Requests and attempts at them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goodput {
    /// Requests of the traffic.
    pub requests: u64,
    /// Attempts, first ones included.
    pub attempts: u64,
    /// Requests that were admitted in the end.
    pub succeeded: u64,
    /// Attempts that were due and not made, because there were too many.
    pub abandoned: u64,
}

impl Simulation {
    /// The numbers of a lane, once the run is done.
    pub fn measures(&self, lane: usize) -> Option<Measures> {
        let arrivals = self.arrivals(lane)?;
        let (policy, record) = (self.lanes()[lane].policy(), self.lanes()[lane].record());
        let outcomes = record.outcomes();
        let window = self.scenario().limit.period;
        let first_denial = outcomes.next(Kind::Denied, 0);
        Some(Measures {
            counts: record.count(0..outcomes.len()),
            first_denial: first_denial.map(|index| (index, arrivals.time(index))),
            longest_denial: self.longest_denial(lane),
            most: most_in_any(&starts(self, lane), window - 1),
            bound: policy.most_in(window - 1),
            waits: self.waits(lane),
            disagreement: self.disagreement(lane),
            state_bytes: state_bytes(policy),
            goodput: self.goodput(lane),
        })
    }

    fn longest_denial(&self, lane: usize) -> usize {
        let outcomes = self.lanes()[lane].record().outcomes();
        let (mut longest, mut from) = (0, 0);
        while let Some(denied) = outcomes.next(Kind::Denied, from) {
            from = outcomes.next_admitted(denied).unwrap_or(outcomes.len());
            longest = longest.max(from - denied);
        }
        longest
    }

    fn waits(&self, lane: usize) -> Waits {
        let Some(arrivals) = self.arrivals(lane) else { return Waits::default() };
        let record = self.lanes()[lane].record();
        let starts = record.starts(arrivals).enumerate();
        let waits = starts.filter_map(|(index, started)| Some(started? - arrivals.time(index)));
        let mut waits: Vec<u64> = waits.collect();
        let mut rank = |twentieths: usize| {
            let place = (waits.len() * twentieths).div_ceil(20).saturating_sub(1);
            if waits.is_empty() { 0 } else { *waits.select_nth_unstable(place).1 }
        };
        Waits { median: rank(10), p95: rank(19), longest: rank(20) }
    }

    /// Beside an exact log on the same arrivals, with a state for each client.
    fn disagreement(&self, lane: usize) -> Disagreement {
        let limit = self.scenario().limit;
        let log = SlidingWindowLog::new(limit.amount.into(), limit.period);
        let (Some(arrivals), Ok(log)) = (self.arrivals(lane), log) else { return Disagreement::default() };
        let outcomes = self.lanes()[lane].record().outcomes();
        let mut states = vec![log.fresh(); self.scenario().clients.count as usize];
        let mut found = Disagreement { of: outcomes.len() as u64, ..Disagreement::default() };
        for index in 0..outcomes.len() {
            let now = self.scenario().start.saturating_add(arrivals.time(index));
            let exact =
                log.take(&mut states[arrivals.client(index) as usize], now, arrivals.cost(index)).admits();
            let admitted = outcomes.get(index) != Kind::Denied;
            found.over += u64::from(admitted && !exact);
            found.under += u64::from(!admitted && exact);
        }
        found
    }

    fn goodput(&self, lane: usize) -> Goodput {
        let record = self.lanes()[lane].record();
        let requests = self.traffic().map_or(0, |traffic| traffic.len() as u64);
        let counts = record.count(0..record.outcomes().len());
        let abandoned = self.lanes()[lane].attempts().map_or(0, |attempts| attempts.abandoned);
        let (attempts, succeeded) = (record.outcomes().len() as u64, u64::from(counts.admitted()));
        Goodput { requests, attempts, succeeded, abandoned }
    }
}
