//! Waiting until a request is admitted, for a program that limits its own calls.

use core::time::Duration;

use ratelab_limiter::Outcome;
use tokio::time::{Instant, sleep_until};

use crate::{answer::Answer, random::below, store::AsyncLimitStore};

/// A wait is made longer at random, by at most one part in this many.
const JITTER: u128 = 10;

/// Waits of a store's clients.
///
/// ```
/// use std::time::Duration;
///
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{InProcess, Throttle};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), ratelab_limiter::PolicyError> {
/// // At most 100 calls a second of an API that allows no more.
/// let calls = InProcess::new(Gcra::new(1, 100, SECOND)?);
/// for _page in 1..=3 {
///     if calls.until_allowed(b"the API", 1, Duration::from_secs(60)).await.is_err() {
///         println!("other calls use all of the rate");
///     }
///     // Call it here.
/// }
/// # Ok(())
/// # }
/// ```
pub trait Throttle: AsyncLimitStore {
    /// Waits until a request is admitted and may start, but not longer than this. It asks the store at first, and again
    /// when the wait that a denial names is over. Waits are made up to a tenth longer at random, so that tasks that
    /// wait for the same client do not all ask at the same instant.
    ///
    /// # Errors
    ///
    /// Returns the denial as soon as it is known that the wait would be too long, or that the request can never pass.
    fn until_allowed(
        &self,
        key: &[u8],
        cost: u32,
        longest: Duration,
    ) -> impl Future<Output = Result<Answer, Answer>> + Send {
        async move {
            let end = Instant::now() + longest;
            loop {
                let answer = self.check_cost(key, cost).await;
                let now = Instant::now();
                match (answer.outcome, answer.retry_after) {
                    (Outcome::Allowed, _) => return Ok(answer),
                    // Admitted: the store has reserved the time.
                    (Outcome::Delayed(delay), _) => {
                        sleep_until(now + Duration::from_nanos(delay)).await;
                        return Ok(answer);
                    }
                    (Outcome::Denied, Some(wait)) if now + Duration::from_nanos(wait) <= end => {
                        let wait = jittered(Duration::from_nanos(wait)).min(end - now);
                        sleep_until(now + wait).await;
                    }
                    (Outcome::Denied, _) => return Err(answer),
                }
            }
        }
    }
}

impl<S: AsyncLimitStore> Throttle for S {}

/// A duration, or up to a tenth and a millisecond more.
fn jittered(duration: Duration) -> Duration {
    let most = u64::try_from(duration.as_nanos() / JITTER).unwrap_or(u64::MAX / 2) + 1_000_000;
    duration + Duration::from_nanos(below(most))
}
