//! Many answers as one number.
//!
//! The hashers of the standard library promise no particular result, so this is our own. Every step is reversible: a
//! single answer that differs always changes the result, whatever comes after it.

use ratelab_limiter::{Comparison, Decision, Outcome};

pub(crate) struct Digest {
    hash: u64,
}

impl Digest {
    pub(crate) const fn new() -> Self {
        Self { hash: 0xCBF2_9CE4_8422_2325 }
    }

    pub(crate) const fn finish(self) -> u64 {
        self.hash
    }

    pub(crate) const fn word(&mut self, word: u64) {
        self.hash = (self.hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    /// Every field of a decision.
    pub(crate) fn decision(&mut self, decision: &Decision) {
        let Decision {
            outcome,
            at,
            limit,
            remaining,
            retry_after,
            reset_after,
            member,
            member_reset_after,
            // Computed from the other fields' state; the hash is older.
            more_after: _,
            why,
        } = decision;
        self.outcome(*outcome);
        self.word(*at);
        self.word((*limit).into());
        self.word((*remaining).into());
        self.optional(*retry_after);
        self.optional(*reset_after);
        self.word(*member as u64);
        self.optional(*member_reset_after);
        self.word(why.member as u64);
        self.comparison(why.rule.comparison());
    }

    pub(crate) const fn outcome(&mut self, outcome: Outcome) {
        self.word(match outcome {
            Outcome::Allowed => 1,
            Outcome::Delayed(_) => 2,
            Outcome::Denied => 3,
        });
        self.word(outcome.delay());
    }

    /// A word before each number distinguishes `None` from every number.
    pub(crate) fn optional(&mut self, number: Option<u64>) {
        self.word(number.is_some().into());
        self.word(number.unwrap_or(0));
    }

    fn comparison(&mut self, comparison: Comparison) {
        let Comparison { left, right, unit } = comparison;
        for number in [left, right, unit] {
            self.word(number as u64);
            self.word((number >> 64) as u64);
        }
    }
}
