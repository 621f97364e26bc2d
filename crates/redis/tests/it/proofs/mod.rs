//! Proofs that the scripts decide as the core does, on a real server.
//!
//! They need `redis-server` on the path. Without it they say so and prove nothing; with `RATELAB_REDIS=required`
//! they fail.

mod clocks;
mod concurrency;
mod decisions;
mod expiry;
mod keys;
mod memory;
mod mirror;
mod policies;
mod random;
mod refusals;
mod traffic;
mod wire;
