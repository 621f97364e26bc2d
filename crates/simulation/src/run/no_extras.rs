//! The twin of `extras` in the small build: clients that retry, all-of, layers and servers are refused
//! by its language, no state is kept, and each lane decides for itself.

use core::ops::Range;

use ratelab_limiter::{Limiter, Policy, PolicyError};

use super::{
    KnownKeys,
    attempts::Attempts,
    lane::Lane,
    record::Record,
    runner::{Runner, Running},
    sharing::Sharing,
};
use crate::{
    scenario::{self, Scenario, Store},
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
