//! One limiter, many keys: the state of each client, behind one interface.
//!
//! Only keys that have used something are stored. A key that is denied, or looked
//! at, or whose budget is whole again and was evicted, costs nothing.

mod hash;
pub mod snapshot;
mod table;

use alloc::{borrow::ToOwned, string::ToString, vec::Vec};
use core::{borrow::Borrow, hash::BuildHasher, hash::Hash};

pub use hash::{KeyHasher, KeyHashing};
pub use snapshot::{SnapshotError, SnapshotKey};

use crate::{
    decision::{Decision, Outcome},
    limiter::Limiter,
};
use snapshot::{Reader, Writer};
use table::Table;

/// A limiter with a state for each key.
///
/// It keeps one clock for all keys, the latest time it was shown by any check, so
/// that dropping a key loses nothing.
///
/// # Panics
///
/// Storing more than 3,650,722,201 keys panics, as running out of memory does.
///
/// ```
/// use ratelab_limiter::{Keyed, Settings, SECOND};
///
/// let policy = Settings::new("sliding_window_counter")?.set("limit", 2u32)?.policy()?;
/// let mut clients = Keyed::<_, String>::new(policy);
/// assert!(clients.check("ada", 0).outcome.admits());
/// assert!(clients.check("ada", 1).outcome.admits());
/// assert!(!clients.check("ada", 2).outcome.admits());
/// assert!(clients.check("grace", 2).outcome.admits());
/// assert_eq!(clients.stored_keys(), 2);
///
/// let saved = clients.export();
/// clients.reset_all();
/// clients.import(&saved)?;
/// assert_eq!(clients.peek("ada", 3, 1).remaining, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keyed<L: Limiter, K, S = KeyHashing> {
    limiter: L,
    clock: u64,
    states: Table<K, L::State, S>,
}

impl<L: Limiter, K: Hash + Eq> Keyed<L, K> {
    /// A store with no keys.
    pub fn new(limiter: L) -> Self {
        Self::with_hasher(limiter, KeyHashing::new())
    }
}

impl<L: Limiter, K: Hash + Eq, S: BuildHasher> Keyed<L, K, S> {
    /// A store with no keys and a hasher of your own, which must fill all 64 bits
    /// and, where clients choose their keys, resist flooding.
    pub fn with_hasher(limiter: L, hasher: S) -> Self {
        Self { limiter, clock: 0, states: Table::with_hasher(hasher) }
    }

    /// The algorithm's name.
    pub fn name(&self) -> &'static str {
        self.limiter.algorithm().name()
    }

    /// The policy.
    pub const fn limiter(&self) -> &L {
        &self.limiter
    }

    /// Decides about a request of cost 1.
    pub fn check<Q>(&mut self, key: &Q, now: u64) -> Decision
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.check_cost(key, now, 1)
    }

    /// Decides about a request of any cost.
    pub fn check_cost<Q>(&mut self, key: &Q, now: u64, cost: u32) -> Decision
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let decide = |limiter: &L, state: &mut L::State, clock| limiter.check(state, clock, cost);
        self.decide(key, now, cost, decide, |decision| decision.outcome)
    }

    /// Decides about a request of any cost, and returns the outcome alone: the hot
    /// path.
    #[inline]
    pub fn take<Q>(&mut self, key: &Q, now: u64, cost: u32) -> Outcome
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let decide = |limiter: &L, state: &mut L::State, clock| limiter.take(state, clock, cost);
        self.decide(key, now, cost, decide, |outcome| *outcome)
    }

    /// The decision that a request would get. It changes nothing.
    pub fn peek<Q>(&self, key: &Q, now: u64, cost: u32) -> Decision
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let clock = now.max(self.clock);
        match self.states.get(key) {
            Some(state) => self.limiter.peek(state, clock, cost),
            None => self.limiter.peek(&self.limiter.fresh(), clock, cost),
        }
    }

    /// Gives back what a key was charged, never more than it had used. A fresh bucket may
    /// be less than full, and can be given tokens.
    pub fn refund<Q>(&mut self, key: &Q, now: u64, amount: u64)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.change(key, now, |limiter, state, clock| limiter.refund(state, clock, amount));
    }

    /// Charges a key without asking, so that it may owe more than the limit.
    pub fn charge_anyway<Q>(&mut self, key: &Q, now: u64, cost: u32)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.change(key, now, |limiter, state, clock| limiter.charge_anyway(state, clock, cost));
    }

    /// Forgets a key, and returns whether it was stored.
    pub fn reset<Q>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.states.remove(key)
    }

    /// Forgets all keys.
    pub fn reset_all(&mut self) {
        self.states.clear();
    }

    /// How many keys are stored.
    pub fn stored_keys(&self) -> usize {
        self.states.len()
    }

    /// Drops every key whose state equals a fresh one, which changes no decision, and
    /// returns how many there were.
    pub fn evict_idle(&mut self, now: u64) -> usize {
        self.clock = self.clock.max(now);
        self.states.retain(|state| !self.limiter.is_fresh(state, self.clock))
    }

    /// Replaces the policy. What each key has used stays used: the same number of
    /// requests, up to the new limit.
    pub fn reconfigure(&mut self, limiter: L, now: u64) {
        // The old policy may have begun later than any time that was shown.
        self.clock = self.clock.max(now).max(self.limiter.latest_shown(&self.limiter.fresh()));
        self.states.update(|state| limiter.carry(&self.limiter, state, self.clock));
        self.limiter = limiter;
    }

    /// Changes a key's state, and stores that of a new key if it is no longer fresh.
    fn change<Q>(&mut self, key: &Q, now: u64, change: impl FnOnce(&L, &mut L::State, u64))
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.with_state(key, now, change, |limiter, state, clock, ()| !limiter.is_fresh(state, clock));
    }

    /// Decides on a key's state, and stores the state of a new key if it was charged.
    #[inline]
    fn decide<Q, T>(
        &mut self,
        key: &Q,
        now: u64,
        cost: u32,
        decide: impl FnOnce(&L, &mut L::State, u64) -> T,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> T
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        // A denial may be charged too: layers are charged up to the one that refuses.
        self.with_state(key, now, decide, |limiter, state, clock, decision| {
            cost > 0 && (outcome(decision).admits() || !limiter.is_fresh(state, clock))
        })
    }

    /// Runs `act` on a key's state, or on a fresh one for a new key, which is then stored if
    /// `is_stored` says so.
    #[inline]
    fn with_state<Q, T>(
        &mut self,
        key: &Q,
        now: u64,
        act: impl FnOnce(&L, &mut L::State, u64) -> T,
        is_stored: impl FnOnce(&L, &L::State, u64, &T) -> bool,
    ) -> T
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.clock = self.clock.max(now);
        let hash = self.states.hash(key);
        if let Some(state) = self.states.get_mut(hash, key) {
            return act(&self.limiter, state, self.clock);
        }
        let mut state = self.limiter.fresh();
        let result = act(&self.limiter, &mut state, self.clock);
        if is_stored(&self.limiter, &state, self.clock, &result) {
            self.states.insert_new(hash, key.to_owned(), state);
        }
        result
    }
}

impl<L: Limiter, K: Hash + Eq + SnapshotKey, S: BuildHasher> Keyed<L, K, S> {
    /// Everything the store holds, in the form that [`snapshot`]
    /// documents: version 1, with a checksum.
    pub fn export(&self) -> Vec<u8> {
        let mut writer = Writer::new(&self.limiter.to_string(), self.clock, self.states.len());
        for (key, state) in self.states.iter() {
            writer.entry(&key.to_bytes(), &self.limiter.save(state));
        }
        writer.finish()
    }

    /// Replaces everything the store holds by what was exported under the same
    /// policy. On an error the store is as it was.
    pub fn import(&mut self, snapshot: &[u8]) -> Result<(), SnapshotError>
    where
        S: Clone,
    {
        let (mut reader, clock, keys) = Reader::open(snapshot, self.limiter.to_string())?;
        let latest = clock.max(self.limiter.latest_shown(&self.limiter.fresh()));
        let mut states = Table::with_hasher(self.states.hasher().clone());
        for entry in 0..usize::try_from(keys).unwrap_or(usize::MAX) {
            let (key, numbers) = reader.entry()?;
            let unknown = K::from_bytes(key).filter(|key| states.get::<K>(key).is_none());
            let key = unknown.ok_or(SnapshotError::Key { entry })?;
            let state =
                self.limiter.load(&numbers).map_err(|reason| SnapshotError::State { entry, reason })?;
            if self.limiter.latest_shown(&state) > latest {
                return Err(SnapshotError::State { entry, reason: "it is later than the snapshot" });
            }
            states.insert_new(states.hash(&key), key, state);
        }
        reader.finish()?;
        self.states = states;
        self.clock = clock;
        Ok(())
    }
}
