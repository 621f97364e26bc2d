//! Randomness for the jitter of retries. No decision depends on it.

use core::hash::BuildHasher;
use std::hash::RandomState;

/// A random number below a bound, from the secrets of a new hash table.
pub(crate) fn below(bound: u64) -> u64 {
    RandomState::new().hash_one(0_u8) % bound
}
