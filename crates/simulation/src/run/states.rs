//! States for repeating decisions.

use core::cell::OnceCell;

use ratelab_limiter::{Limiter, Policy, PolicyState};

use super::{
    engines::batch::{self, Work},
    record::Record,
};

/// Approximate memory limit for the saved states of a lane. Small states are saved more often.
const SAVED_BYTES: u64 = 1 << 20;

/// The minimum number of requests between two saved states.
const SHORTEST_INTERVAL: usize = 2_048;

/// States of a lane at intervals. They may never be needed, so they are computed on first use by deciding the
/// lane again.
#[derive(Default)]
pub(super) struct States {
    saved: OnceCell<Saved>,
}

struct Saved {
    /// The number of requests between two states, in the order of decisions.
    interval: usize,
    states: Vec<PolicyState>,
}

/// Returns how many requests lie between two saved states, so that all of them fit: a power of two that divides
/// rows evenly. The states of one tier may be larger than those of another.
fn interval(policies: &[Policy], requests: usize) -> usize {
    let bytes = policies.iter().map(Limiter::state_bytes).max().unwrap_or(1);
    let affordable = (SAVED_BYTES / bytes.max(1)).max(1) as usize;
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL).next_power_of_two()
}

impl States {
    /// Returns the last saved state before a position in the order of decisions, with its own position. It may be of
    /// another slot.
    pub(super) fn before(&self, position: usize, work: Work<'_>) -> Option<(usize, &PolicyState)> {
        let saved = self.saved.get_or_init(|| Saved::new(work));
        let nearest = (position / saved.interval).min(saved.states.len().saturating_sub(1));
        Some((nearest * saved.interval, saved.states.get(nearest)?))
    }
}

impl Saved {
    /// Decides a lane again, and keeps states on the way.
    fn new(work: Work<'_>) -> Self {
        let requests = work.arrivals.len();
        let interval = interval(work.policies, requests);
        let mut states = Vec::new();
        let mut engine = batch::engine(work.policies);
        let mut record = Record::default();
        for from in (0..requests).step_by(interval) {
            states.extend(engine.state());
            engine.decide(work, from..requests.min(from + interval), &mut record);
        }
        Self { interval, states }
    }
}
