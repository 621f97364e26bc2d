//! The seven limiters, one file each, all in the same order: the idea, the formula, the cost
//! and the weakness; then policy, state, rule and helpers.

pub mod fixed_window;
pub mod gcra;
pub mod leaky_bucket_meter;
pub mod leaky_bucket_queue;
pub mod sliding_window_counter;
pub mod sliding_window_log;
pub mod token_bucket;

use core::fmt;

use crate::{builder::Builder, error::PolicyError, limiter::Limiter, nanoseconds::Nanoseconds};
use {
    fixed_window::FixedWindow, gcra::Gcra, leaky_bucket_meter::LeakyBucketMeter,
    leaky_bucket_queue::LeakyBucketQueue, sliding_window_counter::SlidingWindowCounter,
    sliding_window_log::SlidingWindowLog, token_bucket::TokenBucket,
};

macro_rules! shown_by_settings {
    ($($limiter:ident),*) => {
        $(impl fmt::Display for $limiter {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.settings().fmt(f)
            }
        })*
    };
}

shown_by_settings!(
    FixedWindow,
    SlidingWindowLog,
    SlidingWindowCounter,
    TokenBucket,
    LeakyBucketMeter,
    LeakyBucketQueue,
    Gcra
);

macro_rules! windows {
    ($($limiter:ident),*) => {
        $(impl Builder<$limiter> {
            /// Builds the limiter with windows of this length.
            ///
            /// # Errors
            ///
            /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
            pub fn window(self, length: impl Into<Nanoseconds>) -> Result<$limiter, PolicyError> {
                $limiter::new(self.size(), length)
            }
        })*
    };
}

macro_rules! buckets {
    ($($limiter:ident),*) => {
        $(impl Builder<$limiter> {
            /// Builds the limiter with a rate of `amount` requests in each `period`.
            ///
            /// # Errors
            ///
            /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
            pub fn rate(
                self,
                amount: u64,
                period: impl Into<Nanoseconds>,
            ) -> Result<$limiter, PolicyError> {
                $limiter::new(self.size(), amount, period)
            }
        })*
    };
}

windows!(FixedWindow, SlidingWindowLog, SlidingWindowCounter);
buckets!(TokenBucket, LeakyBucketMeter, LeakyBucketQueue, Gcra);
