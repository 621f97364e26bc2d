//! The purpose of a parameter, independent of its name in an algorithm, and the kind of an algorithm.

use crate::algorithm::Algorithm;

/// The purpose of a parameter. Algorithms have different names for the same thing: the most requests at once are the
/// `capacity` of a token bucket and the `burst` of GCRA.
///
/// ```
/// use ratelab_limiter::{bounds::{BURST, CAPACITY, PERIOD, WINDOW}, role::Role};
///
/// assert_eq!([CAPACITY.role, BURST.role], [Role::Burst; 2]);
/// assert_eq!([WINDOW.role, PERIOD.role], [Role::Period; 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: `ratelab-scenario` must decide for each role which shared value it gets.
pub enum Role {
    /// Requests allowed in one window.
    Limit,
    /// The most requests at once.
    Burst,
    /// Requests refilled in each period.
    Amount,
    /// The length of the window, or the period of the rate.
    Period,
    /// The longest time that a request may wait.
    LongestWait,
    /// Anything else.
    Option,
}

impl Algorithm {
    /// Reports whether this is a bucket, with separate size and rate, rather than a window with one limit for both.
    ///
    /// ```
    /// use ratelab_limiter::Algorithm;
    ///
    /// assert!(Algorithm::Gcra.is_bucket());
    /// assert!(!Algorithm::SlidingWindowLog.is_bucket());
    /// ```
    pub const fn is_bucket(self) -> bool {
        matches!(self, Self::TokenBucket | Self::LeakyBucketMeter | Self::LeakyBucketQueue | Self::Gcra)
    }
}
