//! A state that decided, with its limiter and its clock.

use ratelab_limiter::{Outcome, Policy, PolicyState};

/// The state of a limiter when it decided.
pub struct StateAt<'a> {
    /// The limiter, with the limit that applied.
    pub policy: &'a Policy,
    /// The state that decided; that of the store if it was not asked.
    pub state: PolicyState,
    /// The outcome of every request, if no state was asked.
    pub answer: Option<Outcome>,
    /// The reading of the server's clock.
    pub shown: u64,
}
