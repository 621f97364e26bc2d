//! The seven limiters, one file each, all in the same order: the idea, the
//! formula, what it costs and where it is weak; then policy, state, rule, helpers.

pub mod all_of;
pub mod fixed_window;
pub mod gcra;
pub mod leaky_bucket_meter;
pub mod leaky_bucket_queue;
pub mod sliding_window_counter;
pub mod sliding_window_log;
pub mod token_bucket;
