//! The twin of `extras` in the small build: clients that retry and all-of are refused by its
//! language, no state is saved, and each lane decides for itself.

use core::marker::PhantomData;

use ratelab_limiter::{AllOf, Limiter, Policy, PolicyError};

use super::{
    attempts::Attempts,
    lane::Lane,
    runner::{Runner, Running},
};
use crate::{scenario::Scenario, traffic::Arrivals};

const NO_ALL_OF: PolicyError =
    PolicyError::UnknownWord { field: "algorithm", given: String::new(), allowed: Vec::new() };

pub(crate) fn all_of(_: impl Iterator<Item = Result<Policy, PolicyError>>) -> Result<Policy, PolicyError> {
    Err(NO_ALL_OF)
}

pub(super) const fn run_all_of(_: &AllOf, _: u32) -> Result<Box<dyn Running>, PolicyError> {
    Err(NO_ALL_OF)
}

pub(super) const fn find_leaders(_: &mut [Lane]) {}

pub(super) const fn follow(_: &mut [Lane], _: usize) -> bool {
    false
}

pub(super) const fn interval(_: &Policy, _: u32, _: usize) -> usize {
    usize::MAX
}

pub(super) trait Memory {}

impl<L: Limiter> Memory for Runner<L> {}

pub(super) struct Saves<S>(PhantomData<S>);

impl<S> Default for Saves<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S> Saves<S> {
    pub(super) const fn save(&mut self, _: &[S]) {}
}

pub(super) enum Reacting {}

impl Reacting {
    pub(super) const fn new(_: &Scenario, _: usize) -> Option<Self> {
        None
    }

    pub(super) const fn attempts(&self) -> &Attempts {
        match *self {}
    }

    pub(super) const fn advance(&mut self, _: &mut Lane, _: &Arrivals, _: u64, _: usize) {
        match *self {}
    }
}
