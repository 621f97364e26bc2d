//! What a store in process and one on Redis have in common, for code that takes either.

use core::future::{Future, ready};

use ratelab_limiter::Policy;

use crate::{answer::Answer, in_process::InProcess};

/// A store that decides about requests.
pub trait Check: Clone + Send + Sync + 'static {
    /// The policy it decides by.
    fn policy(&self) -> &Policy;

    /// Decides about a request of any cost.
    fn check_cost(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send;
}

impl Check for InProcess {
    fn policy(&self) -> &Policy {
        Self::policy(self)
    }

    fn check_cost(&self, key: &[u8], cost: u32) -> impl Future<Output = Answer> + Send {
        ready(Self::check_cost(self, key, cost))
    }
}
