//! The twin of `extras` in the small build: clients that retry, all-of, layers and servers are refused
//! by its language, no state is kept, and each lane decides for itself.

use core::ops::Range;
use std::rc::Rc;

use ratelab_limiter::{
    AllOf, Limiter, Policy, PolicyError,
    batch::{Batch, OUTCOMES_PER_WORD as IN_WORD, TakeBatch},
};

use super::{
    KnownKeys, Simulation,
    attempts::Attempts,
    keys::Keys,
    lane::Lane,
    record::Record,
    runner::{Runner, Running, Work},
    sharing::Sharing,
};
use ratelab_scenario::{
    scenario::{self, Cast, Scenario, Store},
    traffic::Arrivals,
};

const NO_ALL_OF: PolicyError =
    PolicyError::UnknownWord { field: "algorithm", given: String::new(), allowed: Vec::new() };

pub(super) const fn run_all_of(_: &AllOf) -> Result<Box<dyn Running>, PolicyError> {
    Err(NO_ALL_OF)
}

pub(super) const fn find_leaders(_: &mut [Lane]) {}

pub(super) const fn follow(_: &mut [Lane], _: usize) -> bool {
    false
}

#[derive(Default)]
pub(super) struct States;

pub(super) struct Scratch<L: Limiter> {
    states: Vec<L::State>,
}

impl<L: Limiter> Scratch<L> {
    pub(super) fn of(limiter: &L, slots: usize) -> Self {
        Self { states: vec![limiter.fresh(); slots] }
    }
}

pub(super) trait OfPolicy {}

impl<L: Limiter> OfPolicy for L {}

pub(super) const fn run_tiers(_: &mut dyn Running, _: &[Policy]) {}

pub(super) trait Divided {
    fn decide_each(&mut self, _: Work<'_>, _: &Keys, _: Range<usize>, _: &mut Record) {}

    fn take_row(
        &mut self,
        limiter: usize,
        row: Batch<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    );
}

/// One request after the other, with the states of all clients side by side.
impl<L: TakeBatch> Divided for Runner<L> {
    fn take_row(
        &mut self,
        _: usize,
        row: Batch<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let Self { limiter, scratch: Scratch { states } } = self;
        match clients.filter(|clients| !clients.is_empty()) {
            None => limiter.take_batch(&mut states[0], row, words, starts),
            Some(clients) => take_each_of(limiter, states, clients, row, words, starts),
        }
    }
}

fn take_each_of<L: TakeBatch>(
    limiter: &L,
    states: &mut [L::State],
    clients: &[u32],
    row: Batch<'_>,
    words: &mut Vec<u64>,
    starts: &mut Vec<u64>,
) {
    let mut word = Vec::with_capacity(1);
    for (index, client) in clients.iter().enumerate() {
        if index.is_multiple_of(IN_WORD) {
            words.push(0);
        }
        let costs = row.costs.get(index..index + 1).unwrap_or_default();
        let row = Batch { times: &row.times[index..index + 1], costs, ..row };
        limiter.take_each(&mut states[*client as usize], row, &mut word, starts);
        if let Some((last, outcome)) = words.last_mut().zip(word.pop()) {
            *last |= outcome << (2 * (index % IN_WORD));
        }
    }
}

pub(super) const fn keys_to_decide(_: &Simulation, _: usize) -> Option<Rc<Keys>> {
    None
}

pub(super) const fn add_tiers(
    _: &mut Vec<Policy>,
    _: &scenario::Lane,
    _: &Scenario,
    _: &Cast,
) -> Result<(), PolicyError> {
    Ok(())
}

pub(super) const fn slot_of(_: &Sharing, _: &[Policy], start: u64, _: usize) -> (usize, u64) {
    (0, start)
}

pub(super) const fn share_alike(_: &Lane, _: &Lane) -> bool {
    true
}

pub(super) type Clocks = [i64; 0];

pub(super) const fn clocks(_: &Scenario) -> Clocks {
    []
}

pub(super) trait More {}

impl<L: Limiter> More for Runner<L> {}

pub(super) enum Desk {}

impl Desk {
    pub(super) const fn new(
        _: &scenario::Lane,
        _: &Scenario,
        _: &Sharing,
        _: Store,
    ) -> Result<Option<Self>, PolicyError> {
        Ok(None)
    }

    pub(super) const fn layers(&self) -> usize {
        match *self {}
    }

    pub(super) const fn decide(&mut self, _: &Arrivals, _: Range<usize>, _: &mut Record) {
        match *self {}
    }
}

pub(super) enum Reacting {}

impl Reacting {
    pub(super) const fn new(_: &Scenario, _: usize) -> Option<Self> {
        None
    }

    pub(super) const fn attempts(&self) -> &Attempts {
        match *self {}
    }

    pub(super) const fn keys(&self) -> &KnownKeys {
        match *self {}
    }

    pub(super) const fn advance(&mut self, _: &mut Lane, _: &Arrivals, _: u64, _: usize) -> bool {
        match *self {}
    }
}
