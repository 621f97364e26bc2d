//! The sender of a request.

use super::{
    chance::Random,
    fixed::{self, ONE},
    source::Sources,
};
use crate::scenario::{Clients, MOST_CLIENTS, Shares};

/// How a client is chosen.
#[derive(Clone, Debug)]
pub(super) enum Draw {
    /// There is only one.
    Only,
    /// Every client is equally likely.
    Equal(u32),
    /// By the cumulative weights.
    Weighted(Vec<u64>),
}

impl Draw {
    /// Limits the number of clients to the maximum, because the weights of all have to be kept.
    pub(super) fn new(clients: Clients, sources: Sources) -> Self {
        match (clients.count.min(MOST_CLIENTS), clients.shares) {
            (0 | 1, _) => Self::Only,
            (count, Shares::Equal) => Self::Equal(count),
            (count, Shares::Zipf { exponent }) => {
                sources.weights(count, exponent).map_or(Self::Equal(count), Self::Weighted)
            }
        }
    }

    /// Returns whether the choice is random.
    pub(super) const fn is_random(&self) -> bool {
        !matches!(self, Self::Only)
    }

    #[inline]
    pub(super) fn client(&self, random: &mut Random) -> u32 {
        match self {
            Self::Only => 0,
            Self::Equal(count) => random.below(u64::from(*count)) as u32,
            Self::Weighted(sums) => {
                let drawn = random.below(sums.last().copied().unwrap_or(1));
                sums.partition_point(|sum| *sum <= drawn) as u32
            }
        }
    }
}

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
