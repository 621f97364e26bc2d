//! Weights of clients by Zipf's law.

use super::fixed::{self, ONE};

/// The weight of the first client, small enough that a million weights can be added. A client with less than
/// 2^-43 of it is never chosen.
const FIRST_BITS: u64 = 43;

/// Returns the cumulative weights of this many clients, by an exponent in hundredths.
pub(super) fn zipf_sums(count: u32, exponent: u32) -> Vec<u64> {
    // From 44 on, the second client has no weight; more would overflow.
    let exponent = (u128::from(exponent.min(4400)) << 57) / 100;
    let mut sum = 0;
    let mut sums = Vec::with_capacity(count as usize);
    for rank in 1..=u64::from(count) {
        sum += weight(rank, exponent);
        sums.push(sum);
    }
    sums
}

/// Returns `rank^-exponent` of the first client's weight, rounded down.
fn weight(rank: u64, exponent: u128) -> u64 {
    let lost = (u128::from(fixed::log2(rank)) * exponent) >> 57;
    let Some(left) = u128::from(FIRST_BITS * ONE).checked_sub(lost) else { return 0 };
    fixed::exp2(left as u64) >> (62 - left as u64 / ONE)
}
