//! How much of what was let through a server knew when it decided.

use ratelab_limiter::{Limiter, Rule, bounds::PERIOD};

use super::{
    Explanation,
    past::{Past, Unknown},
};
use crate::run::Simulation;
use ratelab_scenario::scenario::Store;

/// How many requests of the key were let through before one, at a cost, and how many of them the state that
/// decided about it had in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// From this instant of the scenario on.
    pub since: u64,
    /// How long that reaches back; nothing if it is since the limiter's window began.
    pub reach: Option<u64>,
    /// How many were let through.
    pub admitted: usize,
    /// How many of them the state had.
    pub known: usize,
    /// Of the others: how many were decided by servers that had not told.
    pub untold: usize,
    /// How many were not written yet.
    pub unwritten: usize,
    /// How many were written, and lost to another write.
    pub overwritten: usize,
    /// How many passed while the store did not answer.
    pub uncounted: usize,
}

impl Simulation {
    /// What was known, where a state may not have everything.
    pub(super) fn known(&self, lane: usize, explanation: &Explanation) -> Option<Known> {
        let is_alone = self.scenario().servers.count < 2;
        match self.lanes()[lane].store() {
            Store::Shared => return None,
            Store::Local | Store::Sync { .. } if is_alone => return None,
            _ => (),
        }
        let (since, reach) = looks_back(explanation)?;
        let mut known = Known { since, reach, ..Known::default() };
        for earlier in Past::of(self, lane, explanation).charged(since).filter(|earlier| earlier.passed) {
            known.admitted += 1;
            let counted = match earlier.unknown {
                None => &mut known.known,
                Some(Unknown::Untold) => &mut known.untold,
                Some(Unknown::Unwritten) => &mut known.unwritten,
                Some(Unknown::Overwritten) => &mut known.overwritten,
                Some(Unknown::Outage) => &mut known.uncounted,
                Some(Unknown::Stored) => continue,
            };
            *counted += 1;
        }
        Some(known)
    }
}

/// From when on what was let through matters, in the scenario's time, and how long that is: since a window
/// began, or as long as a window or the period of a rate.
fn looks_back(explanation: &Explanation) -> Option<(u64, Option<u64>)> {
    let time = explanation.time;
    let reach = match explanation.decision.why.rule {
        Rule::Window { start, .. } => {
            let elapsed = explanation.decision.at.saturating_sub(start);
            return Some((time.saturating_sub(elapsed), None));
        }
        Rule::Log { window, .. } | Rule::Counter { window, .. } => window,
        _ => explanation.limiter().settings().number(&PERIOD)?,
    };
    // What is just as old as that does not count any more.
    Some((time.checked_sub(reach).map_or(0, |left| left + 1), Some(reach)))
}
