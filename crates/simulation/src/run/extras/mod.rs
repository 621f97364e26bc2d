//! What a run has beyond the first picture: clients that retry, states saved to explain
//! decisions from, lanes that follow each other, and all-of.

mod leaders;
mod memory;
mod retries;

use ratelab_limiter::{AllOf, Policy, PolicyError};

pub(super) use self::{
    leaders::{find_leaders, follow},
    memory::{Memory, Saves, interval},
    retries::Reacting,
};
use super::runner::{Runner, Running};

/// The policy that admits what all of these admit.
pub(crate) fn all_of(
    members: impl Iterator<Item = Result<Policy, PolicyError>>,
) -> Result<Policy, PolicyError> {
    Ok(AllOf::new(members.collect::<Result<_, _>>()?)?.into())
}

/// An all-of, ready to run for this many clients.
pub(super) fn run_all_of(limiter: &AllOf, clients: u32) -> Result<Box<dyn Running>, PolicyError> {
    Ok(Runner::boxed(limiter, clients))
}
