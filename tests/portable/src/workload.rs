//! One key of one policy, under hostile traffic: leaps, a clock that goes back, the last possible instant, and costs
//! of zero and of the maximum.

use ratelab_limiter::{Limiter, Policy};

use crate::{digest::Digest, random::Random};

const OPERATIONS: u32 = 128;

/// Runs the operations on a fresh state, and hashes every answer and finally the state itself.
pub(crate) fn run(policy: &Policy, random: &mut Random, digest: &mut Digest) {
    let mut traffic = Traffic::new(policy);
    let mut state = policy.fresh();
    for _ in 0..OPERATIONS {
        let (now, cost) = (traffic.time(random), traffic.cost(random));
        match random.below(16) {
            0 | 1 => digest.decision(&policy.peek(&state, now, cost)),
            2 => policy.refund(&mut state, now, traffic.amount(random)),
            3..=5 => digest.outcome(policy.take(&mut state, now, cost)),
            _ => {
                let decision = policy.check(&mut state, now, cost);
                traffic.remember(decision.retry_after);
                digest.decision(&decision);
            }
        }
    }
    policy.save(&state).into_iter().for_each(|number| digest.word(number));
}

/// Times and costs on the scale of a policy.
pub(crate) struct Traffic {
    /// A duration in which the policy's answers change.
    scale: u64,
    limit: u64,
    now: u64,
    /// The last wait that was returned, because answers change there.
    hint: u64,
}

impl Traffic {
    pub(crate) fn new(policy: &Policy) -> Self {
        let limit = u64::from(policy.limit());
        let window = policy.quotas().iter().filter_map(|quota| quota.window).min();
        Self { scale: (window.unwrap_or(0) / limit).max(2), limit, now: 0, hint: 0 }
    }

    /// The same clock, on the scale of another policy.
    pub(crate) fn on_scale_of(&self, policy: &Policy) -> Self {
        Self { now: self.now, ..Self::new(policy) }
    }

    pub(crate) const fn now(&self) -> u64 {
        self.now
    }

    pub(crate) fn remember(&mut self, wait: Option<u64>) {
        self.hint = wait.unwrap_or(0);
    }

    /// Returns a time that may be anywhere, though mostly near the last one.
    fn time(&mut self, random: &mut Random) -> u64 {
        self.now = match random.below(64) {
            0 => self.ahead(random.number() >> random.below(64)),
            1 => *random.pick(&[0, 1, self.now / 2, u64::MAX - 1, u64::MAX]),
            _ => self.near_time(random),
        };
        self.now
    }

    /// Returns a time near the last one, sometimes earlier.
    pub(crate) fn near_time(&mut self, random: &mut Random) -> u64 {
        self.now = match random.below(16) {
            0..=6 => self.now,
            7..=9 => self.ahead(1 + random.below(3)),
            10 | 11 => self.ahead(random.below(self.scale.saturating_mul(3))),
            12 => self.ahead(self.hint),
            13 => self.ahead(self.hint.saturating_sub(1)),
            14 => self.ahead(random.below(self.scale.saturating_mul(self.limit))),
            _ => self.now.saturating_sub(random.below(self.scale.saturating_mul(3))),
        };
        self.now
    }

    const fn ahead(&self, wait: u64) -> u64 {
        self.now.saturating_add(wait)
    }

    pub(crate) fn cost(&self, random: &mut Random) -> u32 {
        let cost = match random.below(16) {
            0..=8 => 1,
            9 => 0,
            10..=12 => random.below(self.limit + 2),
            13 => self.limit,
            14 => self.limit + 1,
            _ => *random.pick(&[2, 1 << 31, u64::from(u32::MAX)]),
        };
        u32::try_from(cost).unwrap_or(u32::MAX)
    }

    pub(crate) fn amount(&self, random: &mut Random) -> u64 {
        match random.below(4) {
            0 | 1 => 1,
            2 => random.below(self.limit + 2),
            _ => random.number(),
        }
    }
}
