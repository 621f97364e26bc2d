//! How much of what was let through was known to the server that decided.

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
pub struct KnownToServer {
    /// From this instant of the scenario on.
    pub since: u64,
    /// How long that reaches back; nothing if it is since the limiter's window began.
    pub reach: Option<u64>,
    /// How many were let through.
    pub admitted: usize,
    /// How many of them the state had counted.
    pub counted: usize,
    /// Of the others: how many other servers decided, and did not report before this one.
    pub not_synced: usize,
    /// How many were not written yet.
    pub not_written: usize,
    /// How many were written, and lost to another write.
    pub overwritten: usize,
    /// How many passed while the store did not answer.
    pub during_outage: usize,
}

impl Simulation {
    /// What was known, where a state may not have everything.
    pub(super) fn known_to_server(&self, lane: usize, explanation: &Explanation) -> Option<KnownToServer> {
        let is_alone = self.scenario().servers.count < 2;
        match self.lanes()[lane].store() {
            Store::Shared => return None,
            Store::Local | Store::Sync { .. } if is_alone => return None,
            _ => (),
        }
        let (since, reach) = looks_back(explanation)?;
        let mut known = KnownToServer { since, reach, ..KnownToServer::default() };
        for earlier in Past::new(self, lane, explanation).charged(since).filter(|earlier| earlier.passed) {
            known.admitted += 1;
            let number = match earlier.unknown {
                None => &mut known.counted,
                Some(Unknown::NotSynced) => &mut known.not_synced,
                Some(Unknown::NotWritten) => &mut known.not_written,
                Some(Unknown::Overwritten) => &mut known.overwritten,
                Some(Unknown::DuringOutage) => &mut known.during_outage,
                Some(Unknown::Stored) => continue,
            };
            *number += 1;
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
