//! Denials that are not due to a limit.

use ratelab_limiter::{Decision, Limiter, Outcome, Policy, SECOND};

use crate::random::below;

/// The shortest and the longest time after which a client should try again while the store is closed.
const TRY_AGAIN: (u64, u64) = (SECOND, 5 * SECOND);

/// A denial that is not due to the limit, and whose end is unknown. Clients try again at different times, so that they
/// do not all come back at once.
pub(crate) fn try_again(policy: &Policy, cost: u32, now: u64) -> Decision {
    let (shortest, longest) = TRY_AGAIN;
    let jitter = below(longest - shortest + 1);
    let unused = policy.peek(&policy.fresh(), now, cost);
    Decision { outcome: Outcome::Denied, remaining: 0, retry_after: Some(shortest + jitter), ..unused }
}
