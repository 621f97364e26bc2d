//! The states of several limiters, each by its own key.

use std::collections::HashMap;

use ratelab_limiter::{AllOf, Decision, Limiter, Policy, PolicyState};

/// The limiters of a policy, with a state for each limiter and key. It keeps no state that equals a fresh one.
#[derive(Debug)]
pub(crate) struct Members {
    all: AllOf,
    /// The latest time of any call, so that dropping an idle state loses nothing.
    clock: u64,
    states: HashMap<MemberKey, PolicyState>,
}

/// The key of one limiter's state.
#[derive(Debug, PartialEq, Eq, Hash)]
struct MemberKey {
    member: usize,
    tag: Vec<u8>,
    /// The key within the tag; empty for the tag itself.
    part: Vec<u8>,
}

impl Members {
    /// The limiters of an all-of, or the policy itself.
    pub(crate) fn new(policy: &Policy) -> Self {
        let all = match policy {
            Policy::AllOf(all) => all.clone(),
            one => AllOf::new(vec![one.clone()]).expect("one limiter is within the bounds"),
        };
        Self { all, clock: 0, states: HashMap::new() }
    }

    pub(crate) fn check(&mut self, tag: &[u8], parts: &[&[u8]], now: u64, cost: u32) -> Decision {
        self.change(tag, parts, now, |all, states, clock| all.check(states, clock, cost))
    }

    pub(crate) fn refund(&mut self, tag: &[u8], now: u64, amount: u64) {
        let parts = self.no_parts();
        self.change(tag, &parts, now, |all, states, clock| all.refund(states, clock, amount));
    }

    pub(crate) fn peek(&self, tag: &[u8], now: u64, cost: u32) -> Decision {
        let state = |(key, member): (MemberKey, &Policy)| {
            self.states.get(&key).cloned().unwrap_or_else(|| member.fresh())
        };
        let states =
            self.keys(tag, &self.no_parts()).into_iter().zip(self.all.members()).map(state).collect();
        self.all.peek(&states, now.max(self.clock), cost)
    }

    /// Removes a tag from all limiters that count by it, and reports whether one had stored it.
    pub(crate) fn reset(&mut self, tag: &[u8]) -> bool {
        let removed =
            self.keys(tag, &self.no_parts()).iter().filter_map(|key| self.states.remove(key)).count();
        removed > 0
    }

    pub(crate) fn reset_all(&mut self) {
        self.states.clear();
    }

    /// Reports whether every limiter has stored its key.
    pub(crate) fn contains(&self, tag: &[u8], parts: &[&[u8]]) -> bool {
        self.keys(tag, parts).iter().all(|key| self.states.contains_key(key))
    }

    pub(crate) fn stored_keys(&self) -> usize {
        self.states.len()
    }

    /// Drops every state that equals a fresh one at `now`.
    pub(crate) fn evict_idle(&mut self, now: u64) {
        self.clock = self.clock.max(now);
        self.states.retain(|key, state| !self.all.members()[key.member].is_fresh(state, self.clock));
    }

    /// The parts of a call in which every limiter counts by the tag itself.
    pub(crate) fn no_parts(&self) -> Vec<&'static [u8]> {
        vec![b""; self.all.members().len()]
    }

    fn keys(&self, tag: &[u8], parts: &[&[u8]]) -> Vec<MemberKey> {
        assert_eq!(parts.len(), self.all.members().len(), "a part for each limiter");
        let key =
            |(member, part): (usize, &&[u8])| MemberKey { member, tag: tag.to_vec(), part: part.to_vec() };
        parts.iter().enumerate().map(key).collect()
    }

    /// Takes the states out, changes them together, and stores those that are not fresh.
    fn change<T>(
        &mut self,
        tag: &[u8],
        parts: &[&[u8]],
        now: u64,
        change: impl FnOnce(&AllOf, &mut Vec<PolicyState>, u64) -> T,
    ) -> T {
        self.clock = self.clock.max(now);
        let keys = self.keys(tag, parts);
        let members = self.all.members();
        let stored = keys.iter().zip(members).map(|(key, member)| (self.states.remove(key), member));
        let mut states = stored.map(|(state, member)| state.unwrap_or_else(|| member.fresh())).collect();
        let result = change(&self.all, &mut states, self.clock);
        for ((key, member), state) in keys.into_iter().zip(members).zip(states) {
            if !member.is_fresh(&state, self.clock) {
                self.states.insert(key, state);
            }
        }
        result
    }
}
