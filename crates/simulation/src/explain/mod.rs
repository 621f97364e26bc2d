//! Explains a decision: repeats it with the limiter that applied and the state it had, and reports what the
//! server did not know.

mod asked;
mod known_to_server;
mod nth;
mod past;

pub use self::{known_to_server::KnownToServer, nth::Nth};

use ratelab_limiter::{Decision, Headers, Limiter, Policy, PolicyState, Rule};

use self::{asked::Asked, past::Past};
use crate::run::{Simulation, wait_of_layers};
use ratelab_scenario::scenario::Key;

/// The maximum number of counted requests that an explanation lists.
pub const MOST_COUNTED: usize = 1_000;

/// The name of the policy in response headers.
const NAME_IN_HEADERS: &str = "default";

/// A decision with everything that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The index of the request in the lane.
    pub index: usize,
    /// The arrival time, in the scenario's time.
    pub time: u64,
    /// The client that sent it.
    pub client: u32,
    /// The index of its group among the senders.
    pub group: usize,
    /// The cost of the request.
    pub cost: u32,
    /// The server that decided, from 0.
    pub server: u32,
    /// How far that server's clock is ahead, in nanoseconds.
    pub ahead: i64,
    /// The layer that decided, from 0: the one that denied the request, or delayed it the longest, or has the
    /// least remaining budget.
    pub layer: usize,
    /// The answer of each layer, from the outermost to the innermost; empty if there is only one.
    pub layers: Vec<Answer>,
    /// Which requests that layer counts together.
    pub key: Key,
    /// The limiter, with the limit that applied.
    pub policy: Policy,
    /// The decision, with the numbers that were compared. Its times are those of the limiter's clock.
    pub decision: Decision,
    /// The state before the request: the one that decided, or the store's if it was unavailable.
    pub before: PolicyState,
    /// The same state after the request, as the server computed it.
    pub after: PolicyState,
    /// Whether no state was asked, because the store was unavailable.
    pub is_unasked: bool,
    /// When the same request would pass on this server, if it was denied and ever would.
    pub would_pass: Option<u64>,
    /// How much of what was admitted the state had counted, where it may be incomplete.
    pub known_to_server: Option<KnownToServer>,
}

/// The answer of one of several layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it was asked: layers behind a denial are not.
    pub asked: bool,
    /// Whether it admitted the request.
    pub admitted: bool,
}

impl Simulation {
    /// Explains a request of a lane, once it has been decided.
    pub fn explain(&self, lane: usize, index: usize) -> Option<Explanation> {
        let limiter = &self.lanes()[lane];
        let arrivals = self.arrivals(lane).filter(|_| index < limiter.record().outcomes().len())?;
        let (time, client, cost) = (arrivals.time(index), arrivals.client(index), arrivals.cost(index));
        let asked: Vec<Asked> =
            (0..limiter.layers()).map(|layer| self.asked(lane, layer, index)).collect::<Option<_>>()?;
        let layer = asked::deciding(&asked, limiter.record().refused_by(index));
        let is_refused = !asked[layer].decision.outcome.admits();
        let wait = wait_of_layers(asked.iter().map(|asked| asked.wait));
        let would_pass = wait.and_then(|wait| time.checked_add(wait));
        let retry_after = wait_of_layers(asked.iter().map(|asked| asked.hint));
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

    /// Returns the requests that were counted against one, the oldest first: all those in its window that used
    /// budget of the same state, or the newest [`MOST_COUNTED`] of them. A bucket counts none; it has a level.
    pub fn counted(&self, lane: usize, explanation: &Explanation) -> Vec<usize> {
        let (Some(arrivals), Some((since, used))) = (self.arrivals(lane), counts(explanation)) else {
            return Vec::new();
        };
        let past = Past::new(self, lane, explanation);
        let charged = past.charged(past.earliest(since)).filter(|earlier| earlier.unknown.is_none());
        // A log that counts denied requests only keeps the newest ones that fill it.
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
        // Where clocks differ, a state may count a request at a later time than its server. A list that does
        // not add up is left out.
        if sum < used || left > 0 && sum > used {
            return Vec::new();
        }
        counted.reverse();
        counted
    }

    /// Returns the response to a request, if a limiter was asked.
    pub fn headers(&self, explanation: &Explanation) -> Option<Headers> {
        let Explanation { policy, decision, is_unasked, .. } = explanation;
        Headers::new(policy, decision, NAME_IN_HEADERS).ok().filter(|_| !is_unasked)
    }
}

impl Explanation {
    /// Returns the limiter that decided; for an all-of, the member that did.
    pub fn limiter(&self) -> &Policy {
        match &self.policy {
            Policy::AllOf(all) => all.members().get(self.decision.why.member).unwrap_or(&self.policy),
            policy => policy,
        }
    }
}

/// Returns since when requests were counted, on the limiter's clock, and the sum of their costs.
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
