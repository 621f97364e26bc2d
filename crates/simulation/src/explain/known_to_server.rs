//! How much of what was admitted was known to the server that decided.

use ratelab_limiter::{Limiter, Rule, bounds::PERIOD};

use super::{
    Explanation,
    past::{Past, Unknown},
};
use crate::run::Simulation;
use ratelab_scenario::scenario::Store;

/// How many requests of the key were admitted before one, with a cost, and how many of them were counted in the
/// state that decided it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownToServer {
    /// The start of the period, in the scenario's time.
    pub since: u64,
    /// The length of the period; none if it starts with the limiter's window.
    pub reach: Option<u64>,
    /// How many were admitted.
    pub admitted: usize,
    /// How many of them the state had counted.
    pub counted: usize,
    /// How many of the others another server admitted without syncing since.
    pub not_synced: usize,
    /// How many had not been written yet.
    pub not_written: usize,
    /// How many were written and then overwritten.
    pub overwritten: usize,
    /// How many passed while the store was unavailable.
    pub during_outage: usize,
}

impl Simulation {
    /// Returns what was known, where a state may be incomplete.
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

/// Returns the start of the period that matters, in the scenario's time, and its length: since the start of a
/// window, or one window or period of a rate.
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
    // A request exactly that old does not count any more.
    Some((time.checked_sub(reach).map_or(0, |left| left + 1), Some(reach)))
}
