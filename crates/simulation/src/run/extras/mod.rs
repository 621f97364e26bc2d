//! What a run has beyond the first picture: clients that retry, states from which decisions are
//! explained, lanes that follow each other, all-of, layers, and states that are not in one place.

mod agenda;
mod desk;
mod leaders;
mod memory;
mod retries;

use ratelab_limiter::{AllOf, Policy, PolicyError};

pub(super) use self::{
    desk::Desk,
    leaders::{find_leaders, follow},
    memory::States,
    retries::{More, Reacting},
};
use super::runner::{Runner, Running};

/// The policy that admits what all of these admit.
pub(crate) fn all_of(
    members: impl Iterator<Item = Result<Policy, PolicyError>>,
) -> Result<Policy, PolicyError> {
    Ok(AllOf::new(members.collect::<Result<_, _>>()?)?.into())
}

/// All-ofs, one for each tier, ready to run.
pub(super) fn run_all_of(policies: &[Policy]) -> Result<Box<dyn Running>, PolicyError> {
    Ok(Runner::boxed(policies.iter().filter_map(|policy| match policy {
        Policy::AllOf(all) => Some(all.clone()),
        _ => None,
    })))
}
