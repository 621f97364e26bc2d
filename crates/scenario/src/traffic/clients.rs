//! The sender of a request.

use super::{chance::Random, source::Sources};
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
