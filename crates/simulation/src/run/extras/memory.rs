//! States from which any decision can be made again.

use core::cell::OnceCell;

use ratelab_limiter::{Limiter, Policy, PolicyState};

use super::{
    super::{
        Simulation,
        keys::Keys,
        lane::{Engine, Lane},
        record::Record,
        runner::{Work, runner},
    },
    slot_of,
};
use crate::{rows::Rows, traffic::Arrivals};

/// Memory that the saved states of a lane may take, about. More states are saved
/// where they are small.
const SAVED_BYTES: u64 = 1 << 20;

/// Requests between two saved states, at least.
const SHORTEST_INTERVAL: usize = 2_048;

/// States of a lane at intervals. Nobody may ever ask for them, so they are made when somebody
/// does: then the lane is decided once more.
#[derive(Default)]
pub(in super::super) struct States {
    saved: OnceCell<Saved>,
    /// The attempts row by row.
    rows: OnceCell<Rows>,
}

impl Lane {
    /// The attempts row by row, divided once.
    pub(crate) fn split(&self, divide: impl FnOnce() -> Rows) -> &Rows {
        self.states.rows.get_or_init(divide)
    }
}

struct Saved {
    /// Requests from one state to the next, in the order in which they are decided.
    interval: usize,
    states: Vec<PolicyState>,
}

/// How many requests may lie between two saved states, so that all of them fit: as many as
/// go into rows without a rest.
fn interval(policy: &Policy, requests: usize) -> usize {
    let affordable = (SAVED_BYTES / policy.state_bytes()).max(1) as usize;
    requests.div_ceil(affordable).max(SHORTEST_INTERVAL).next_power_of_two()
}

impl Simulation {
    /// The state on which a request was decided.
    pub fn state_before(&self, lane: usize, index: usize) -> Option<PolicyState> {
        let client = self.arrivals(lane).filter(|arrivals| index < arrivals.len())?.client(index);
        let of = &self.lanes[lane];
        if index >= of.record.outcomes.len() {
            return None;
        }
        match &of.engine {
            Engine::Rows(_) => self.state_of(lane, of.sharing.slot(index, client), index),
            Engine::Desk(desk) => {
                let layer = of.record.refused_by(index).unwrap_or(0);
                desk.before(layer, index, self.arrivals(lane)?, &of.record)?.state.ok()
            }
        }
    }

    /// The state of a slot just before a request of anybody, or after all of them: one that was
    /// saved, and the requests of the slot since. Only where a state depends on nothing else.
    pub fn state_of(&self, lane: usize, slot: u32, index: usize) -> Option<PolicyState> {
        let arrivals = self.arrivals(lane)?;
        let of = &self.lanes[lane];
        let is_known = index <= of.record.outcomes.len() && (slot as usize) < of.sharing.slots();
        if !is_known || matches!(of.engine, Engine::Desk(_)) {
            return None;
        }
        let keys = self.keys(lane, &of.sharing);
        let (number, start) = slot_of(&of.sharing, &of.policies, self.scenario.start, slot as usize);
        let policy = &of.policies[number];
        let own = keys.as_ref().map_or(0..arrivals.len(), |keys| keys.of(slot as usize));
        let at = |place: usize| keys.as_ref().map_or(place, |keys| keys.order()[place] as usize);
        let end = own.start + partition(own.len(), |place| at(own.start + place) < index);
        let saved = of.states.saved.get_or_init(|| self.saved(of, keys.as_deref()));
        let first = (end / saved.interval).min(saved.states.len().saturating_sub(1));
        let mut from = first * saved.interval;
        let mut state = policy.fresh();
        match saved.states.get(first) {
            Some(known) if from > own.start => state = known.clone(),
            _ => from = own.start,
        }
        for other in (from..end).map(at) {
            let _ = policy.take(&mut state, start.saturating_add(arrivals.time(other)), arrivals.cost(other));
        }
        Some(state)
    }

    /// Decides a lane once more, and keeps states on the way.
    fn saved(&self, lane: &Lane, keys: Option<&Keys>) -> Saved {
        let arrivals = match lane.attempts() {
            Some(attempts) => Some(&attempts.arrivals),
            None => self.traffic(),
        };
        let requests = arrivals.map_or(0, Arrivals::len);
        let interval = interval(lane.policy(), requests);
        let mut states = Vec::new();
        if let (Some(arrivals), Ok(mut running)) = (arrivals, runner(&lane.policies, lane.sharing.slots())) {
            let slot = |slot: usize| slot_of(&lane.sharing, &lane.policies, self.scenario.start, slot);
            let work = Work { arrivals, keys, slot: &slot };
            let mut record = Record::default();
            for from in (0..requests).step_by(interval) {
                states.push(running.state());
                running.decide(work, from..requests.min(from + interval), &mut record);
            }
        }
        Saved { interval, states }
    }
}

/// How many of the numbers below this are such that something is true of them: it is true up to
/// one of them and then no more.
fn partition(numbers: usize, is_true: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, numbers);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_true(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
