//! The seven limiters, one file each, all in the same order: the idea, the
//! formula, what it costs and where it is weak; then policy, state, rule, helpers.

pub mod fixed_window;
pub mod gcra;
pub mod leaky_bucket_meter;
pub mod leaky_bucket_queue;
pub mod sliding_window_counter;
pub mod sliding_window_log;
pub mod token_bucket;

use core::fmt;

use crate::limiter::Limiter;

macro_rules! shown_by_settings {
    ($($limiter:ty),*) => {
        $(impl fmt::Display for $limiter {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.settings().fmt(f)
            }
        })*
    };
}

shown_by_settings!(
    fixed_window::FixedWindow,
    sliding_window_log::SlidingWindowLog,
    sliding_window_counter::SlidingWindowCounter,
    token_bucket::TokenBucket,
    leaky_bucket_meter::LeakyBucketMeter,
    leaky_bucket_queue::LeakyBucketQueue,
    gcra::Gcra
);
