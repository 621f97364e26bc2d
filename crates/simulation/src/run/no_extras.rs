//! The twin of `extras` in the small build: clients that retry, all-of, layers and servers are refused
//! by its language, no state is kept, and each lane decides for itself.

use core::ops::Range;
use std::rc::Rc;

use ratelab_limiter::{IN_WORD, Limiter, Policy, PolicyError, Row, TakeRows};

use super::{
    KnownKeys, Simulation,
    attempts::Attempts,
    keys::Keys,
    lane::Lane,
    record::Record,
    runner::{Runner, Running, Work},
    sharing::Sharing,
};
use crate::{
    scenario::{self, Cast, Scenario, Store},
    traffic::Arrivals,
};

const NO_ALL_OF: PolicyError =
    PolicyError::UnknownWord { field: "algorithm", given: String::new(), allowed: Vec::new() };

pub(crate) fn all_of(_: impl Iterator<Item = Result<Policy, PolicyError>>) -> Result<Policy, PolicyError> {
    Err(NO_ALL_OF)
}

pub(super) const fn run_all_of(_: &[Policy]) -> Result<Box<dyn Running>, PolicyError> {
    Err(NO_ALL_OF)
}

pub(super) const fn find_leaders(_: &mut [Lane]) {}

pub(super) const fn follow(_: &mut [Lane], _: usize) -> bool {
    false
}

#[derive(Default)]
pub(super) struct States;

pub(super) struct Scratch<S> {
    states: Vec<S>,
}

impl<S> Default for Scratch<S> {
    fn default() -> Self {
        Self { states: Vec::new() }
    }
}

pub(super) trait Divided {
    fn decide_each(&mut self, _: Work<'_>, _: &Keys, _: Range<usize>, _: &mut Record) {}

    fn take_row(
        &mut self,
        limiter: usize,
        row: Row<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    );
}

/// One request after the other, with the states of all clients side by side.
impl<L: TakeRows> Divided for Runner<L> {
    fn take_row(
        &mut self,
        _: usize,
        row: Row<'_>,
        clients: Option<&[u32]>,
        words: &mut Vec<u64>,
        starts: &mut Vec<u64>,
    ) {
        let Self { limiters, state, scratch: Scratch { states } } = self;
        match clients.filter(|clients| !clients.is_empty()) {
            None => limiters[0].take_row(state, row, words, starts),
            Some(clients) => take_each_of(&limiters[0], states, clients, row, words, starts),
        }
    }
}

fn take_each_of<L: TakeRows>(
    limiter: &L,
    states: &mut Vec<L::State>,
    clients: &[u32],
    row: Row<'_>,
    words: &mut Vec<u64>,
    starts: &mut Vec<u64>,
) {
    let mut word = Vec::with_capacity(1);
    for (index, client) in clients.iter().enumerate() {
        if index.is_multiple_of(IN_WORD) {
            words.push(0);
        }
        while states.len() <= *client as usize {
            states.push(limiter.fresh());
        }
        let costs = row.costs.get(index..=index).unwrap_or_default();
        let row = Row { times: &row.times[index..=index], costs, ..row };
        limiter.take_each(&mut states[*client as usize], row, &mut word, starts);
        if let Some((last, outcome)) = words.last_mut().zip(word.pop()) {
            *last |= outcome << (2 * (index % IN_WORD));
        }
    }
}

pub(super) const fn keys_to_decide(_: &Simulation, _: usize) -> Option<Rc<Keys>> {
    None
}

pub(super) fn policies(
    _: &scenario::Lane,
    _: &Scenario,
    _: &Cast,
    policy: &Policy,
) -> Result<Vec<Policy>, PolicyError> {
    Ok(vec![policy.clone()])
}

pub(super) fn clocks(_: &Scenario) -> Rc<[i64]> {
    Rc::default()
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
