//! Random requests with the core's answers to them.

use ratelab_limiter::{Decision, Limiter, Policy};
use ratelab_redis::plan::END_OF_TIME;

use crate::proofs::{
    mirror::{MICROSECOND, Mirror},
    policies,
    random::Random,
    wire::{Call, Operation},
};

/// How many keys the requests are for.
pub(crate) const KEYS: usize = 3;

/// A request with the core's answer.
pub(crate) struct Expected {
    pub(crate) call: Call,
    pub(crate) decision: Option<Decision>,
}

/// Requests that depend on what was answered before: many come exactly after the wait of their denial.
pub(crate) struct Traffic<'a> {
    policy: &'a Policy,
    pace: u64,
    now: u64,
    is_steady: bool,
    keys: Vec<Mirror>,
    /// The waits that the latest answer named, in microseconds.
    waits: [u64; 2],
}

impl<'a> Traffic<'a> {
    pub(crate) fn new(policy: &'a Policy, now: u64, is_steady: bool) -> Self {
        let keys = vec![Mirror::new(policy, is_steady); KEYS];
        Self { policy, pace: policies::pace(policy), now, is_steady, keys, waits: [0, 0] }
    }

    pub(crate) fn next(&mut self, random: &mut Random) -> Expected {
        self.pass_time(random);
        let operation = match random.below(64) {
            0 => Operation::Reset,
            1..=7 => Operation::Refund,
            8..=15 => Operation::Peek,
            _ => Operation::Check,
        };
        let key = usize::try_from(random.below(8)).expect("an index").min(KEYS - 1);
        let call = Call { key, operation, cost: cost(self.policy.limit(), random), now: Some(self.now) };
        let decision = self.keys[key].answer(self.policy, &call, self.now);
        if let Some(decision) = &decision {
            let waits = [decision.retry_after, decision.reset_after];
            self.waits = waits.map(|wait| wait.unwrap_or(0) / MICROSECOND);
        }
        Expected { call, decision }
    }

    fn pass_time(&mut self, random: &mut Random) {
        let gap = self.gap(random).min((END_OF_TIME - 1).saturating_sub(self.now) / 2);
        let goes_back = !self.is_steady && random.once_in(5);
        self.now = if goes_back { self.now.saturating_sub(gap) } else { self.now + gap };
    }

    fn gap(&self, random: &mut Random) -> u64 {
        let near = |instant: u64, random: &mut Random| (instant + random.below(3)).saturating_sub(1);
        match random.below(16) {
            0..=4 => 0,
            5 => 1,
            6..=7 => random.below(1 + self.pace / 8),
            8..=9 => random.below(self.pace.saturating_mul(2)),
            10 => near(self.pace, random),
            11..=12 => near(self.waits[0], random),
            13 => near(self.waits[1], random),
            14 => random.below(self.pace.saturating_mul(8)),
            _ if random.once_in(8) => random.of_bits(52),
            _ => self.pace,
        }
    }
}

/// Costs: what is usual, what just fits or just does not, and nothing at all.
pub(crate) fn cost(limit: u32, random: &mut Random) -> u32 {
    let up_to =
        |most: u32, random: &mut Random| u32::try_from(random.below(u64::from(most) + 1)).expect("a cost");
    match random.below(16) {
        0..=6 => 1,
        7..=9 => up_to(3, random),
        10..=11 => up_to(limit, random),
        12 => limit / 2,
        13 => limit,
        14 => limit.saturating_add(1),
        _ if random.once_in(4) => u32::MAX,
        _ => 0,
    }
}

/// Times at which a run begins: the first ones, today, and the last ones.
pub(crate) fn beginning(random: &mut Random) -> u64 {
    match random.below(8) {
        0 => 0,
        1 => random.of_bits(51),
        2 => END_OF_TIME - 1 - random.of_bits(40),
        _ => 1_790_000_000_000_000 + random.of_bits(40),
    }
}
