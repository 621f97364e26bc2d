//! The states of an in-process store, spread over many locks.

use core::hash::BuildHasher;
use std::{
    hash::RandomState,
    sync::{Mutex, MutexGuard, PoisonError},
};

use ratelab_limiter::{Decision, Keyed, Policy};

use crate::members::Members;

/// The number of keys up to which a shard does not search for idle ones.
const FEW: usize = 64;

/// The greatest number of keys of a shard, unless there are more shards than it is worth. What is done to all keys of a
/// shard, in the time of a request, then takes less than a tenth of a millisecond.
const KEYS_OF_SHARD: usize = 4_096;

/// How long a full shard that had no idle keys is not searched again, in nanoseconds.
const BETWEEN_SEARCHES: u64 = 20_000_000;

/// The states of all clients.
#[derive(Debug)]
pub(crate) struct Shards {
    hashing: RandomState,
    shards: Box<[Mutex<States>]>,
    /// The greatest number of keys of a shard.
    most: usize,
    /// The state that new clients share when there are too many.
    overflow: Mutex<States>,
}

/// The states of some clients.
#[derive(Debug)]
pub(crate) struct States {
    /// The states of a policy with one limiter.
    pub(crate) clients: Keyed<Policy, Vec<u8>>,
    /// The states of an all-of, and those of [`InProcess::check_parts`](crate::InProcess::check_parts).
    pub(crate) members: Members,
    /// The number of keys after idle ones were last dropped, and when that was.
    kept: usize,
    searched_at: u64,
}

/// Where the state of a request is: the key of a client, or a tag with a part for each limiter.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) tag: &'a [u8],
    pub(crate) parts: Option<&'a [&'a [u8]]>,
}

impl Shards {
    pub(crate) fn new(policy: &Policy, max_keys: usize) -> Self {
        let count = (max_keys / KEYS_OF_SHARD).next_power_of_two().clamp(1, KEYS_OF_SHARD);
        Self {
            hashing: RandomState::new(),
            shards: (0..count).map(|_| Mutex::new(States::new(policy))).collect(),
            most: max_keys / count,
            overflow: Mutex::new(States::new(policy)),
        }
    }

    /// The shard of a key.
    pub(crate) fn shard(&self, key: &[u8]) -> MutexGuard<'_, States> {
        let hash = self.hashing.hash_one(key);
        locked(&self.shards[hash as usize & (self.shards.len() - 1)])
    }

    /// The shard of a request, unless it is a new client's and there are too many keys.
    pub(crate) fn for_request(&self, place: Place<'_>, now: u64) -> Option<MutexGuard<'_, States>> {
        let mut states = self.shard(place.tag);
        states.has_capacity_for(place, self.most, now).then_some(states)
    }

    /// The state that new clients share.
    pub(crate) fn overflow(&self) -> MutexGuard<'_, States> {
        locked(&self.overflow)
    }

    pub(crate) fn stored_keys(&self) -> usize {
        self.shards.iter().map(|shard| locked(shard).stored_keys()).sum()
    }

    pub(crate) fn reset_all(&self) {
        for shard in self.shards.iter().chain([&self.overflow]) {
            let mut states = locked(shard);
            states.clients.reset_all();
            states.members.reset_all();
        }
    }
}

impl States {
    fn new(policy: &Policy) -> Self {
        let (clients, members) = (Keyed::new(policy.clone()), Members::new(policy));
        Self { clients, members, kept: 0, searched_at: 0 }
    }

    pub(crate) fn decide(&mut self, place: Place<'_>, now: u64, cost: u32) -> Decision {
        match place.parts {
            Some(parts) => self.members.check(place.tag, parts, now, cost),
            None => self.clients.check_cost(place.tag, now, cost),
        }
    }

    /// Drops clients whose budget is full again, as soon as there are twice as many as after the last time, so that
    /// the cost of each request stays small, and reports whether the request may be stored.
    fn has_capacity_for(&mut self, place: Place<'_>, most: usize, now: u64) -> bool {
        if self.stored_keys() > 2 * self.kept + FEW {
            self.drop_idle(now);
        }
        let new = place.parts.map_or(1, <[_]>::len);
        if self.stored_keys() + new <= most || self.contains(place) {
            return true;
        }
        if now.saturating_sub(self.searched_at) >= BETWEEN_SEARCHES {
            self.drop_idle(now);
        }
        self.stored_keys() + new <= most
    }

    fn drop_idle(&mut self, now: u64) {
        self.clients.evict_idle(now);
        self.members.evict_idle(now);
        self.kept = self.stored_keys();
        self.searched_at = now;
    }

    fn contains(&self, place: Place<'_>) -> bool {
        match place.parts {
            Some(parts) => self.members.contains(place.tag, parts),
            None => self.clients.contains(place.tag),
        }
    }

    fn stored_keys(&self) -> usize {
        self.clients.stored_keys() + self.members.stored_keys()
    }
}

/// A thread that panicked with the lock left every state complete, or removed it.
fn locked(states: &Mutex<States>) -> MutexGuard<'_, States> {
    states.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use ratelab_limiter::{Gcra, SECOND};

    use super::*;

    /// What is done under one lock depends on the number of keys of its shard, and not on that of all keys.
    #[test]
    fn a_shard_has_few_keys_however_many_there_are() {
        let policy = Policy::from(Gcra::new(1, 0, SECOND).expect("a policy"));
        for (max_keys, most) in [(100, 100), (10_000, 5_000), (1_000_000, 4_000), (16_000_000, 4_000)] {
            let shards = Shards::new(&policy, max_keys);
            assert!(shards.most <= most, "{} of {max_keys}", shards.most);
            assert!(shards.most * shards.shards.len() <= max_keys);
        }
        let shards = Shards::new(&policy, 100_000);
        for number in 0..200_000_u32 {
            let key = number.to_le_bytes();
            if let Some(mut states) = shards.for_request(Place { tag: &key, parts: None }, 0) {
                let _ = states.clients.check_cost(&key[..], 0, 1);
            }
        }
        let fullest = shards.shards.iter().map(|shard| locked(shard).stored_keys()).max().expect("shards");
        assert_eq!(fullest, shards.most);
        assert!(shards.stored_keys() > 97_000, "{} of 100,000", shards.stored_keys());
    }
}
