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
    duration / 2 + duration.mul_f64(fraction() / 2.0)
}

/// A random number from 0 to 1, from the secrets of a new hash table.
fn fraction() -> f64 {
    let random = RandomState::new().hash_one(0_u8) >> 32;
    random as f64 / f64::from(u32::MAX)
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
