//! Why a request was decided as it was: the decision is made again, from the state just
//! before it.

mod nth;
mod rule;

pub use self::nth::Nth;

use ratelab_limiter::{Decision, Headers, Limiter, PolicyState, Rule};

use crate::run::{Kind, Simulation};

/// The most requests that an explanation lists as counted.
pub const MOST_COUNTED: usize = 1_000;

/// The name of the policy in the headers of a response.
const NAME_IN_HEADERS: &str = "default";

/// A decision with all that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The request's number in the lane.
    pub index: usize,
    /// When it came, in the scenario's time.
    pub time: u64,
    /// Who sent it.
    pub client: u32,
    /// What it cost.
    pub cost: u32,
    /// What was decided, with the numbers of the comparison. Its times are those of
    /// the limiter's clock.
    pub decision: Decision,
    /// The client's state before the request.
    pub before: PolicyState,
    /// The client's state after it.
    pub after: PolicyState,
    /// When the same request would pass, if it was refused and ever would.
    pub would_pass: Option<u64>,
}

impl Simulation {
    /// Explains a request of a lane, once it is decided.
    pub fn explain(&self, lane: usize, index: usize) -> Option<Explanation> {
        let arrivals = self.arrivals(lane).filter(|arrivals| index < arrivals.len())?;
        let (time, client, cost) = (arrivals.time(index), arrivals.client(index), arrivals.cost(index));
        let before = self.state_before(lane, index)?;
        let mut after = before.clone();
        let now = self.scenario().start.saturating_add(time);
        let decision = self.lanes()[lane].policy().check(&mut after, now, cost);
        let refused = decision.retry_after.filter(|_| !decision.outcome.admits());
        // The wait counts from the limiter's clock, which may be ahead.
        let wait = refused.and_then(|wait| wait.checked_add(decision.at - now));
        let would_pass = wait.and_then(|wait| time.checked_add(wait));
        Some(Explanation { index, time, client, cost, decision, before, after, would_pass })
    }

    /// The requests that were counted against one, the oldest first: all those in its
    /// window that used up budget, or the newest [`MOST_COUNTED`] of them. A bucket
    /// counts none; it has a level.
    pub fn counted(&self, lane: usize, explanation: &Explanation) -> Vec<usize> {
        let (Some(arrivals), Some(since)) = (self.arrivals(lane), self.counts_since(explanation)) else {
            return Vec::new();
        };
        let (policy, record) = (self.lanes()[lane].policy(), self.lanes()[lane].record());
        let earlier = (arrivals.first_at(since)..explanation.index).rev();
        let charged = earlier.filter(|index| {
            arrivals.client(*index) == explanation.client
                && (policy.counts_denied() || record.outcomes().get(*index) != Kind::Denied)
        });
        let mut counted: Vec<usize> = charged.take(MOST_COUNTED).collect();
        counted.reverse();
        counted
    }

    /// From when on requests were counted, in the scenario's time.
    fn counts_since(&self, explanation: &Explanation) -> Option<u64> {
        let at = explanation.decision.at;
        let since = match explanation.decision.why.rule {
            Rule::Window { start, .. } => start,
            Rule::Log { oldest, .. } => oldest?,
            Rule::Counter { elapsed, window, .. } => at.saturating_sub(elapsed).saturating_sub(window),
            _ => return None,
        };
        Some(since.saturating_sub(self.scenario().start))
    }

    /// The response to a request.
    pub fn headers(&self, lane: usize, explanation: &Explanation) -> Option<Headers> {
        Headers::new(self.lanes()[lane].policy(), &explanation.decision, NAME_IN_HEADERS).ok()
    }
}
