//! Denials that need not be asked for again.

use core::hash::BuildHasher;
use std::{
    hash::RandomState,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use ratelab_limiter::{Algorithm, Decision, Limiter, Outcome, Policy};

use crate::{
    answer::{Answer, Origin},
    clock,
};

/// The denials of a remote store that still hold, for a table of fixed size.
///
/// A denial with `retry_after` holds for every request of the client with at least that cost until then, because time
/// and other requests bring no budget back earlier. So a client that floods a service costs the remote store one call
/// for each wait, and not one for each request. A cost that no state admits is denied without any call.
///
/// A denial is counted from the time at which the store was asked, so it ends no later than the store would say. Its
/// numbers are those of the first request, with waits counted from now: a greater cost may have to wait longer, and
/// what remains may have changed.
///
/// There are two exceptions. A refund or a reset by [another process](Self::forget) gives budget back that the cache
/// does not know of. Denials are not cached if the policy counts them, or charges the outer ones of its layers.
///
/// ```
/// use ratelab_limiter::{Gcra, Keyed, Policy, SECOND};
/// use ratelab_store::{DenyCache, Origin};
///
/// let policy = Policy::from(Gcra::new(1, 1, 60 * SECOND)?);
/// let (mut remote, cache) = (Keyed::<_, String>::new(policy.clone()), DenyCache::new(&policy, 1_024));
/// let mut calls = 0;
/// for _ in 0..100 {
///     if cache.denial(b"ada", 1).is_some_and(|answer| answer.origin == Origin::DenyCache) {
///         continue;
///     }
///     let asked = cache.start();
///     calls += 1;
///     cache.learn(b"ada", 1, asked, &remote.check("ada", 0));
/// }
/// assert_eq!(calls, 2); // one admission, one denial
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Debug)]
pub struct DenyCache {
    policy: Policy,
    is_used: bool,
    hashing: RandomState,
    /// When a denial was last forgotten. What was asked before may have been answered before, too.
    forgot_at: AtomicU64,
    /// Each key has one slot, where a later denial of another key replaces it.
    slots: Box<[Mutex<Option<Denial>>]>,
}

/// The time at which a remote store was asked, by the clock of this process.
#[derive(Clone, Copy, Debug)]
pub struct Asked(u64);

#[derive(Debug)]
struct Denial {
    key: Box<[u8]>,
    cost: u32,
    asked: u64,
    until: u64,
    decision: Decision,
}

impl DenyCache {
    /// Returns a cache with this many slots, rounded up to a power of two. A slot in use takes about 200 bytes.
    pub fn new(policy: &Policy, slots: usize) -> Self {
        Self {
            is_used: !policy.counts_denied() && policy.algorithm() != Algorithm::Layers,
            policy: policy.clone(),
            hashing: RandomState::new(),
            forgot_at: AtomicU64::new(0),
            slots: (0..slots.max(1).next_power_of_two()).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Returns the denial of a request, if it need not be asked for.
    pub fn denial(&self, key: &[u8], cost: u32) -> Option<Answer> {
        self.denial_at(key, cost, clock::now())
    }

    /// Returns the time, for [`learn`](Self::learn). To be called before the remote store is asked.
    pub fn start(&self) -> Asked {
        Asked(clock::now())
    }

    /// Takes note of the decision of a remote store.
    pub fn learn(&self, key: &[u8], cost: u32, Asked(asked): Asked, decision: &Decision) {
        let Some(wait) = decision.retry_after.filter(|_| self.is_used && decision.outcome == Outcome::Denied)
        else {
            return;
        };
        let (until, decision) = (asked.saturating_add(wait), decision.clone());
        let denial = Denial { key: key.into(), cost, asked, until, decision };
        let mut slot = self.slot(key).lock().unwrap_or_else(PoisonError::into_inner);
        if asked >= self.forgot_at.load(Ordering::Acquire) {
            *slot = Some(denial);
        }
    }

    /// Forgets the denial of a key, after a refund or a reset.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Keyed, Policy, SECOND};
    /// use ratelab_store::DenyCache;
    ///
    /// let policy = Policy::from(FixedWindow::new(1, 60 * SECOND)?);
    /// let (mut remote, cache) = (Keyed::<_, String>::new(policy.clone()), DenyCache::new(&policy, 16));
    /// let asked = cache.start();
    /// cache.learn(b"ada", 2, asked, &remote.check_cost("ada", 0, 1)); // admitted: nothing to remember
    /// cache.learn(b"ada", 1, asked, &remote.check_cost("ada", 0, 1));
    /// assert!(cache.denial(b"ada", 1).is_some());
    /// cache.forget(b"ada");
    /// assert!(cache.denial(b"ada", 1).is_none());
    /// cache.forget_all(); // and those of all others
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn forget(&self, key: &[u8]) {
        self.forgot_at.fetch_max(clock::now(), Ordering::AcqRel);
        let mut slot = self.slot(key).lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_some_and(|denial| *denial.key == *key) {
            *slot = None;
        }
    }

    /// Forgets all denials.
    pub fn forget_all(&self) {
        self.forgot_at.fetch_max(clock::now(), Ordering::AcqRel);
        for slot in &self.slots {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    fn denial_at(&self, key: &[u8], cost: u32, now: u64) -> Option<Answer> {
        if !self.is_used {
            return None;
        }
        let slot = self.slot(key).lock().unwrap_or_else(PoisonError::into_inner);
        let denial = slot.as_ref().filter(|denial| *denial.key == *key && denial.holds(cost, now));
        let decision = denial.map(|denial| denial.later(now)).or_else(|| self.never(cost, now));
        Some(Answer { decision: decision?, origin: Origin::DenyCache })
    }

    /// The denial of a cost that no state admits.
    fn never(&self, cost: u32, now: u64) -> Option<Decision> {
        if cost <= self.policy.limit() {
            return None;
        }
        let unused = self.policy.peek(&self.policy.fresh(), now, cost);
        (unused.outcome == Outcome::Denied && unused.retry_after.is_none()).then_some(unused)
    }

    fn slot(&self, key: &[u8]) -> &Mutex<Option<Denial>> {
        &self.slots[self.hashing.hash_one(key) as usize & (self.slots.len() - 1)]
    }
}

impl Denial {
    fn holds(&self, cost: u32, now: u64) -> bool {
        cost >= self.cost && now < self.until
    }

    /// The same decision, some time later.
    fn later(&self, now: u64) -> Decision {
        let passed = now.saturating_sub(self.asked);
        let rest = |wait: Option<u64>| wait.map(|wait| wait.saturating_sub(passed));
        Decision {
            at: self.decision.at.saturating_add(passed),
            retry_after: Some(self.until - now),
            reset_after: rest(self.decision.reset_after),
            member_reset_after: rest(self.decision.member_reset_after),
            more_after: rest(self.decision.more_after),
            ..self.decision.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use ratelab_limiter::{FixedWindow, Keyed, LeakyBucketQueue, SECOND, Settings, SlidingWindowLog};

    use super::*;

    /// For each limiter and random traffic, a store behind a cache decides like one without, at every time and cost.
    #[test]
    fn a_store_behind_a_cache_decides_like_one_without() {
        let mut random = 1_u64;
        let mut below = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        for algorithm in Algorithm::ALL {
            let policy = Settings::for_algorithm(algorithm).policy().expect("a policy");
            let (mut cached, mut bare) =
                (Keyed::<_, u64>::new(policy.clone()), Keyed::<_, u64>::new(policy.clone()));
            let cache = DenyCache::new(&policy, 4);
            let (mut now, mut saved) = (0, 0);
            for _ in 0..20_000 {
                now += below(2 * SECOND) * below(2);
                let (key, cost) = (below(6), below(14) as u32);
                let name = key.to_le_bytes();
                let expected = bare.check_cost(&key, now, cost);
                if let Some(answer) = cache.denial_at(&name, cost, now) {
                    saved += 1;
                    assert_eq!(expected.outcome, Outcome::Denied, "{policy}: cost {cost} at {now}");
                    let early = answer
                        .retry_after
                        .is_some_and(|wait| expected.retry_after.is_none_or(|right| wait <= right));
                    assert!(early || answer.retry_after == expected.retry_after, "{policy}");
                    continue;
                }
                let decision = cached.check_cost(&key, now, cost);
                assert_eq!(decision, expected, "{policy}: cost {cost} at {now}");
                cache.learn(&name, cost, Asked(now), &decision);
            }
            assert!(saved > 500, "{policy}: {saved} calls saved");
        }
    }

    #[test]
    fn a_denial_holds_until_its_wait_is_over_and_for_no_smaller_cost() {
        let policy = Policy::from(FixedWindow::new(3, 10 * SECOND).expect("a policy"));
        let (mut remote, cache) = (Keyed::<_, u8>::new(policy.clone()), DenyCache::new(&policy, 1));
        let _ = remote.check_cost(&1, 0, 2);
        cache.learn(b"ada", 2, Asked(SECOND), &remote.check_cost(&1, SECOND, 2));
        let retry = |cost: u32, now: u64| Some(cache.denial_at(b"ada", cost, now)?.retry_after);
        assert_eq!(retry(2, SECOND), Some(Some(9 * SECOND)));
        assert_eq!(retry(3, 9 * SECOND), Some(Some(SECOND)));
        assert_eq!(retry(2, 10 * SECOND - 1), Some(Some(1)));
        assert_eq!(retry(2, 10 * SECOND), None);
        assert_eq!(retry(1, SECOND), None, "a smaller cost fits");
        assert_eq!(cache.denial_at(b"grace", 2, SECOND), None);
        assert_eq!(retry(4, SECOND), Some(Some(9 * SECOND)), "from the denial of less");
        assert_eq!(retry(4, 20 * SECOND), Some(None), "never, for any client");
    }

    /// A reply that was under way while a client was reset may be older than the reset.
    #[test]
    fn a_denial_that_was_asked_for_before_a_reset_is_not_learned() {
        let policy = Policy::from(FixedWindow::new(1, 3_600 * SECOND).expect("a policy"));
        let (mut remote, cache) = (Keyed::<_, u8>::new(policy.clone()), DenyCache::new(&policy, 8));
        let (early, _) = (cache.start(), remote.check(&1, 0));
        let denied = remote.check(&1, 0);
        cache.forget(b"ada");
        cache.learn(b"ada", 1, early, &denied);
        assert_eq!(cache.denial(b"ada", 1), None);
        cache.learn(b"ada", 1, cache.start(), &denied);
        assert!(cache.denial(b"ada", 1).is_some());
    }

    /// What a denial changes must happen.
    #[test]
    fn denials_that_are_charged_are_not_cached() {
        let counted = SlidingWindowLog::new(1, SECOND).expect("a policy").count_denied(true);
        let queue = LeakyBucketQueue::new(1, 1, SECOND).expect("a policy");
        let layers =
            ratelab_limiter::AllOf::new(vec![queue.into(), counted.into()]).expect("both").in_order();
        for policy in [Policy::from(counted), Policy::from(layers)] {
            let cache = DenyCache::new(&policy, 8);
            let mut remote = Keyed::<_, u8>::new(policy.clone());
            for _ in 0..3 {
                cache.learn(b"ada", 1, Asked(0), &remote.check(&1, 0));
            }
            assert_eq!(cache.denial_at(b"ada", 1, 0), None, "{policy}");
        }
    }
}
