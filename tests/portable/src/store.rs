//! Stores with a few hundred keys that are swept, saved, restored, and reconfigured.
//!
//! They use the default hasher, whose keys differ from run to run: the position of an entry must not affect any
//! answer.

use ratelab_limiter::{Keyed, Policy};

use crate::{digest::Digest, random::Random, workload::Traffic};

const STORES: usize = 24;
const KEYS: u64 = 300;
const OPERATIONS: u32 = 1_600;

pub(crate) fn run(policies: &[Policy], random: &mut Random, digest: &mut Digest) {
    for policy in policies.iter().step_by(policies.len() / STORES) {
        Store::new(policy, policies).run(random, digest);
    }
}

struct Store<'a> {
    keyed: Keyed<Policy, u64>,
    traffic: Traffic,
    saved: Vec<u8>,
    policies: &'a [Policy],
}

impl<'a> Store<'a> {
    fn new(policy: &Policy, policies: &'a [Policy]) -> Self {
        let keyed = Keyed::new(policy.clone());
        Self { saved: keyed.export(), traffic: Traffic::new(policy), keyed, policies }
    }

    fn run(mut self, random: &mut Random, digest: &mut Digest) {
        for _ in 0..OPERATIONS {
            match random.below(256) {
                0 => self.maintain(random, digest),
                1..=8 => self.touch_up(random, digest),
                _ => self.ask(random, digest),
            }
        }
        (0..KEYS).for_each(|key| digest.decision(&self.keyed.peek(&key, 0, 1)));
    }

    /// Most requests come at the same instant, or no key would ever be denied.
    fn draw_time(&mut self, random: &mut Random) -> u64 {
        if random.below(16) == 0 { self.traffic.near_time(random) } else { self.traffic.now() }
    }

    /// A request.
    fn ask(&mut self, random: &mut Random, digest: &mut Digest) {
        let (key, now) = (draw_key(random), self.draw_time(random));
        let cost = self.traffic.cost(random);
        match random.below(8) {
            0 => digest.decision(&self.keyed.peek(&key, now, cost)),
            1 => digest.outcome(self.keyed.take(&key, now, cost)),
            _ => {
                let decision = self.keyed.check_cost(&key, now, cost);
                self.traffic.remember(decision.retry_after);
                digest.decision(&decision);
            }
        }
    }

    /// An operation on one key.
    fn touch_up(&mut self, random: &mut Random, digest: &mut Digest) {
        let (key, now) = (draw_key(random), self.draw_time(random));
        match random.below(3) {
            0 => digest.word(self.keyed.reset(&key).into()),
            _ => self.keyed.refund(&key, now, self.traffic.amount(random)),
        }
    }

    /// An operation on all keys.
    fn maintain(&mut self, random: &mut Random, digest: &mut Digest) {
        let now = self.draw_time(random);
        match random.below(4) {
            0 => digest.word(self.keyed.evict_idle(now) as u64),
            1 => self.saved = self.keyed.export(),
            2 => self.restore(digest),
            _ => self.reconfigure(random.pick(self.policies), now),
        }
        digest.word(self.keyed.stored_keys() as u64);
    }

    /// Restores the last snapshot. The order of its entries is not specified, so only its length is hashed.
    fn restore(&mut self, digest: &mut Digest) {
        digest.word(self.saved.len() as u64);
        self.keyed.import(&self.saved).expect("a store reads what it has written");
    }

    /// Applies another policy.
    fn reconfigure(&mut self, policy: &Policy, now: u64) {
        self.keyed.reconfigure(policy.clone(), now);
        self.traffic = self.traffic.on_scale_of(policy);
        // A snapshot belongs to the policy under which it was made.
        self.saved = self.keyed.export();
    }
}

/// Small numbers are more frequent than large ones, as some clients are busier.
fn draw_key(random: &mut Random) -> u64 {
    let bound = 1 + random.below(KEYS);
    random.below(bound)
}
