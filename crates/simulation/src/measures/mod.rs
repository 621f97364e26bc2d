//! The exact numbers of a run, each computed in one pass over the lane.

pub mod bound;
mod envelope;
mod exact;
mod parts;
mod window;

use ratelab_limiter::Limiter;

pub use envelope::{Reach, intervals, state_bytes_for};
pub use exact::ExactLogs;
pub use parts::{Part, Peak, Refusals};
pub use window::{Most, Start, Starts, StartsIter, most_in_any};

use crate::run::{Counts, Kind, Simulation};
use ratelab_scenario::scenario::Rate;

/// The numbers of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// The number of requests with each outcome.
    pub counts: Counts,
    /// The index and time of the first denial.
    pub first_denial: Option<(usize, u64)>,
    /// The longest series of consecutive denials.
    pub longest_denial: usize,
    /// The maximum that one client got in any window of its limit. Where limits differ, that of the client that
    /// got the largest multiple of its limit.
    pub most: Most,
    /// The limit of that client.
    pub limit: Rate,
    /// The upper bound for such a window, if there is one.
    pub bound: Option<u128>,
    /// Whether more was admitted in such a window than the limiter should allow.
    pub is_over: bool,
    /// How long admitted requests waited.
    pub waits: Waits,
    /// Differences from an exact log of the scenario's limit.
    pub disagreement: Disagreement,
    /// The maximum bytes of state per client.
    pub state_bytes: u64,
    /// Attempts and requests, where clients retry.
    pub goodput: Goodput,
}

/// Waits of all admitted requests, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Half of the requests waited no longer.
    pub median: u64,
    /// 95 % of the requests waited no longer.
    pub p95: u64,
    /// The longest wait.
    pub longest: u64,
}

/// Requests on which a lane and an exact log decide differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disagreement {
    /// Admitted by the lane, denied by the log.
    pub over: u64,
    /// Denied by the lane, admitted by the log.
    pub under: u64,
    /// The number of requests.
    pub total: u64,
}

/// Requests and their attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goodput {
    /// Requests of the traffic.
    pub requests: u64,
    /// Attempts, including the first ones.
    pub attempts: u64,
    /// Requests that were admitted in the end.
    pub succeeded: u64,
    /// Attempts that were due but not made, because there were too many.
    pub abandoned: u64,
}

impl Simulation {
    /// Returns the numbers of a lane, once the run is done.
    pub fn measures(&self, lane: usize) -> Option<Measures> {
        self.measures_with(lane, &ExactLogs::default())
    }

    /// Like [`Self::measures`], reusing the logs of other lanes of the run.
    pub fn measures_with(&self, lane: usize, logs: &ExactLogs) -> Option<Measures> {
        let arrivals = self.arrivals(lane).filter(|_| self.is_done())?;
        let (policy, record) = (self.lanes()[lane].policy(), self.lanes()[lane].record());
        let outcomes = record.outcomes();
        let first_denial = outcomes.next(Kind::Denied, 0);
        let Peak { most, limit, bound, is_over } = self.peak(lane);
        Some(Measures {
            counts: record.counts(),
            first_denial: first_denial.map(|index| (index, arrivals.time(index))),
            longest_denial: self.longest_denial(lane),
            most,
            limit,
            bound,
            is_over,
            waits: self.waits(lane),
            disagreement: self.disagreement(lane, logs),
            state_bytes: policy.state_bytes(),
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

    /// Returns the longest wait of an admitted request.
    pub fn longest_wait(&self, lane: usize) -> u64 {
        self.delays(lane).max().unwrap_or(0)
    }

    /// Returns the waits of delayed requests, in arrival order.
    fn delays(&self, lane: usize) -> impl Iterator<Item = u64> {
        let record = self.lanes()[lane].record();
        let times = self.arrivals(lane).map_or(&[][..], |arrivals| arrivals.times());
        record
            .releases()
            .iter()
            .zip(record.outcomes().each_delayed())
            .map(|(start, index)| start - times[index])
    }

    /// Requests that were not delayed have a wait of zero, and are not listed.
    fn waits(&self, lane: usize) -> Waits {
        let record = self.lanes()[lane].record();
        let counts = record.counts();
        let admitted = counts.admitted() as usize;
        let rank = |twentieths: usize| {
            let rank = (admitted * twentieths).div_ceil(20).checked_sub(1)?;
            rank.checked_sub(counts.allowed as usize)
        };
        let [median, p95] =
            [10, 19].map(|twentieths| rank(twentieths).and_then(|rank| at_rank(|| self.delays(lane), rank)));
        let longest = self.longest_wait(lane);
        Waits { median: median.unwrap_or(0), p95: p95.unwrap_or(0), longest }
    }

    /// Compares with an exact log on the same arrivals, with a state for each client.
    fn disagreement(&self, lane: usize, logs: &ExactLogs) -> Disagreement {
        let outcomes = self.lanes()[lane].record().outcomes();
        let total = outcomes.len() as u64;
        logs.with(self, lane, |exact| {
            let (over, under) = outcomes.over_and_under(exact);
            Disagreement { over, under, total }
        })
        .unwrap_or(Disagreement { total, ..Disagreement::default() })
    }

    fn goodput(&self, lane: usize) -> Goodput {
        let record = self.lanes()[lane].record();
        let requests = self.traffic().map_or(0, |traffic| traffic.len() as u64);
        let counts = record.counts();
        let abandoned = self.lanes()[lane].attempts().map_or(0, |attempts| attempts.abandoned);
        let (attempts, succeeded) = (record.outcomes().len() as u64, u64::from(counts.admitted()));
        Goodput { requests, attempts, succeeded, abandoned }
    }
}

/// Returns the number at a rank in ascending order. It passes over the numbers once per sixteen bits of their
/// length, so that ten million of them need not be copied.
fn at_rank<I: Iterator<Item = u64>>(numbers: impl Fn() -> I, mut rank: usize) -> Option<u64> {
    const BITS: u32 = 16;
    let most = numbers().max()?;
    let used = (u64::BITS - most.leading_zeros()).next_multiple_of(BITS);
    let mut counts = vec![0usize; 1 << BITS];
    let mut found = 0u64;
    for shift in (0..used).step_by(BITS as usize).rev() {
        counts.fill(0);
        let above = |number: u64| number.checked_shr(shift + BITS).unwrap_or(0);
        let candidates = numbers().filter(|number| above(*number) == above(found));
        candidates.for_each(|number| counts[usize::from((number >> shift) as u16)] += 1);
        let mut digit = 0;
        while rank >= *counts.get(digit)? {
            rank -= counts[digit];
            digit += 1;
        }
        found |= (digit as u64) << shift;
    }
    Some(found)
}
