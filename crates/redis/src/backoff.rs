//! The pauses between attempts to connect.

use core::{hash::BuildHasher, time::Duration};
use std::hash::RandomState;

/// The pause after the first failed attempt.
const FIRST: Duration = Duration::from_millis(25);

/// The longest pause: at most this long after a server is back, the next attempt begins.
const LONGEST: Duration = Duration::from_millis(500);

/// Pauses that double up to half a second, each shortened at random by up to a half, so that the processes of a
/// service do not all connect at the same instant.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Backoff {
    pub(crate) const fn new() -> Self {
        Self { next: FIRST }
    }

    /// The next pause.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(LONGEST);
        jittered(pause)
    }
}

/// Between a half and all of a duration.
pub(crate) fn jittered(duration: Duration) -> Duration {
    let half = u64::try_from(duration.as_nanos() / 2).unwrap_or(u64::MAX - 1);
    // The secrets of a new hash table are random.
    let random = RandomState::new().hash_one(0_u8) % (half + 1);
    duration / 2 + Duration::from_nanos(random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_half_a_second_and_are_jittered() {
        let mut backoff = Backoff::new();
        let pauses: Vec<_> = (0..20).map(|_| backoff.pause()).collect();
        let mut longest = FIRST;
        for pause in &pauses {
            assert!((longest / 2..=longest).contains(pause), "{pause:?} of {longest:?}");
            longest = (longest * 2).min(LONGEST);
        }
        assert!(pauses[10..].iter().any(|pause| *pause != pauses[10]), "all pauses are {:?}", pauses[10]);
    }
}
