//! Why a request was decided as it was: the decision is made again, by the limiter that applied and
//! from the state on which it was decided; and what the server that decided did not know.

mod asked;
mod known_to_server;
mod nth;
mod past;

pub use self::{known_to_server::KnownToServer, nth::Nth};

use ratelab_limiter::{Decision, Headers, Limiter, Policy, PolicyState, Rule};

use self::{asked::Asked, past::Past};
use crate::run::{Simulation, longest_wait};
use ratelab_scenario::scenario::Key;

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
    /// The number of its group among all that send.
    pub group: usize,
    /// What it cost.
    pub cost: u32,
    /// The server that decided, from 0.
    pub server: u32,
    /// How far that server's clock is ahead, in nanoseconds.
    pub ahead: i64,
    /// The layer that decided, from 0: the one that refused it, or made it wait the longest, or has
    /// the least left.
    pub layer: usize,
    /// What each layer answered, from the outside in; nothing if there is but one.
    pub layers: Vec<Answer>,
    /// Whose requests that layer counts together.
    pub key: Key,
    /// The limiter, with the limit that applied.
    pub policy: Policy,
    /// What was decided, with the numbers of the comparison. Its times are those of
    /// the limiter's clock.
    pub decision: Decision,
    /// The state before the request: that which decided, or the store's, if that did not answer.
    pub before: PolicyState,
    /// The same state after it, as the server computed it.
    pub after: PolicyState,
    /// Whether no state was asked, because the store did not answer.
    pub is_unasked: bool,
    /// When the same request would pass on this server, if it was refused and ever would.
    pub would_pass: Option<u64>,
    /// How much of what was let through the state had in it, where that may be less than all.
    pub known_to_server: Option<KnownToServer>,
}

/// What one of several layers answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it was asked: after a refusal those behind are not.
    pub asked: bool,
    /// Whether it let the request pass.
    pub admitted: bool,
}

impl Simulation {
    /// Explains a request of a lane, once it is decided.
    pub fn explain(&self, lane: usize, index: usize) -> Option<Explanation> {
        let limiter = &self.lanes()[lane];
        let arrivals = self.arrivals(lane).filter(|_| index < limiter.record().outcomes().len())?;
        let (time, client, cost) = (arrivals.time(index), arrivals.client(index), arrivals.cost(index));
        let asked: Vec<Asked> =
            (0..limiter.layers()).map(|layer| self.asked(lane, layer, index)).collect::<Option<_>>()?;
        let layer = asked::deciding(&asked, limiter.record().refused_by(index));
        let is_refused = !asked[layer].decision.outcome.admits();
        let wait = longest_wait(asked.iter().map(|asked| asked.wait));
        let would_pass = wait.and_then(|wait| time.checked_add(wait));
        let retry_after = longest_wait(asked.iter().map(|asked| asked.hint));
        let layers = if asked.len() > 1 { self.answers(lane, index, &asked) } else { Vec::new() };
        let Asked { policy, before, after, mut decision, is_unasked, .. } = asked.into_iter().nth(layer)?;
        if is_refused {
            decision.retry_after = retry_after;
        }
        let server = limiter.server(index, client);
        let mut explanation = Explanation {
            index,
            time,
            client,
            group: self.senders().group(client),
            cost,
            server,
            ahead: self.scenario().servers.ahead(server),
            layer,
            layers,
            key: limiter.key_of(layer),
            policy,
            decision,
            before,
            after,
            is_unasked,
            would_pass: would_pass.filter(|_| is_refused),
            known_to_server: None,
        };
        explanation.known_to_server = self.known_to_server(lane, &explanation);
        Some(explanation)
    }

    /// The requests that were counted against one, the oldest first: all those in its
    /// window that used up budget of the same state, or the newest [`MOST_COUNTED`] of them. A bucket
    /// counts none; it has a level.
    pub fn counted(&self, lane: usize, explanation: &Explanation) -> Vec<usize> {
        let (Some(arrivals), Some((since, used))) = (self.arrivals(lane), counts(explanation)) else {
            return Vec::new();
        };
        let past = Past::new(self, lane, explanation);
        let charged = past.charged(past.earliest(since)).filter(|earlier| earlier.unknown.is_none());
        // A log that counts what it denies keeps only the newest that fill it.
        let mut left = if explanation.policy.counts_denied() { used } else { u64::MAX };
        let mut sum = 0;
        let in_window = charged.filter(|earlier| past.charged_at(earlier.index) >= since);
        let mut counted: Vec<usize> = Vec::new();
        for index in in_window.map(|earlier| earlier.index) {
            let cost = u64::from(arrivals.cost(index));
            (sum, left) = (sum + cost, left.saturating_sub(cost));
            if counted.len() < MOST_COUNTED {
                counted.push(index);
            }
            if left == 0 {
                break;
            }
        }
        // Where clocks differ, a state may count a request as later than its server did. What does not add up
        // is not told.
        if sum < used || left > 0 && sum > used {
            return Vec::new();
        }
        counted.reverse();
        counted
    }

    /// The response to a request, if a limiter was asked.
    pub fn headers(&self, explanation: &Explanation) -> Option<Headers> {
        let Explanation { policy, decision, is_unasked, .. } = explanation;
        Headers::new(policy, decision, NAME_IN_HEADERS).ok().filter(|_| !is_unasked)
    }
}

impl Explanation {
    /// The limiter that decided: of an all-of, the member that did.
    pub fn limiter(&self) -> &Policy {
        match &self.policy {
            Policy::AllOf(all) => all.members().get(self.decision.why.member).unwrap_or(&self.policy),
            policy => policy,
        }
    }
}

/// From when on requests were counted, on the limiter's clock, and how much that was.
fn counts(explanation: &Explanation) -> Option<(u64, u64)> {
    if explanation.is_unasked {
        return None;
    }
    Some(match explanation.decision.why.rule {
        Rule::Window { start, used, .. } => (start, used.into()),
        Rule::Log { oldest, used, .. } => (oldest?, used.into()),
        Rule::Counter { elapsed, window, previous, current, .. } => {
            let since = explanation.decision.at.saturating_sub(elapsed).saturating_sub(window);
            (since, u64::from(previous) + u64::from(current))
        }
        _ => return None,
    })
}
