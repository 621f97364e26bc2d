//! One limiter for many keys, with a state for each.
//!
//! Only keys that have used something are stored. A key that is denied or peeked at, or that
//! was evicted after its budget was full again, takes no memory.

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
/// It keeps one clock for all keys, the latest time of any check, so that dropping a key
/// loses nothing.
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
///
/// All operations on a key:
///
/// ```
/// use ratelab_limiter::{Gcra, Keyed, Limiter, Outcome, SECOND};
///
/// let mut clients = Keyed::<_, u64>::new(Gcra::new(5, 1, SECOND)?); // keys are numbers
/// assert_eq!((clients.name(), clients.limiter().limit()), ("gcra", 5));
/// assert_eq!(clients.take(&7, 0, 4), Outcome::Allowed);
/// assert_eq!(clients.check_cost(&7, 0, 2).outcome, Outcome::Denied);
/// clients.refund(&7, 0, 1);
/// assert_eq!(clients.check_cost(&7, 0, 2).outcome, Outcome::Allowed);
/// clients.charge_anyway(&8, 0, 10); // admitted by another server
/// assert_eq!(clients.peek(&8, 0, 1).retry_after, Some(6 * SECOND));
/// assert_eq!(clients.evict_idle(6 * SECOND), 1); // 7 has its whole budget again
/// clients.reconfigure(Gcra::new(20, 1, SECOND)?, 6 * SECOND);
/// assert_eq!(clients.peek(&8, 6 * SECOND, 1).remaining, 16);
/// assert!(clients.contains(&8) && clients.reset(&8) && !clients.reset(&8));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
///
/// # Panics
///
/// Storing more than 3,650,722,201 keys panics, as running out of memory does.
#[derive(Clone, Debug)]
pub struct Keyed<L: Limiter, K, S = KeyHashing> {
    limiter: L,
    clock: u64,
    states: Table<K, L::State, S>,
}

impl<L: Limiter, K: Hash + Eq> Keyed<L, K> {
    /// Returns a store with no keys.
    pub fn new(limiter: L) -> Self {
        Self::with_hasher(limiter, KeyHashing::new())
    }
}

impl<L: Limiter, K: Hash + Eq, S: BuildHasher> Keyed<L, K, S> {
    /// Returns a store with no keys and the given hasher, which must fill all 64 bits and, if
    /// clients choose their keys, resist flooding.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, Keyed, SECOND, keyed::KeyHashing};
    ///
    /// let clients = Keyed::<_, String, _>::with_hasher(Gcra::new(5, 1, SECOND)?, KeyHashing::new());
    /// assert_eq!(clients.stored_keys(), 0);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn with_hasher(limiter: L, hasher: S) -> Self {
        Self { limiter, clock: 0, states: Table::with_hasher(hasher) }
    }

    /// Returns the algorithm's name.
    pub fn name(&self) -> &'static str {
        self.limiter.algorithm().name()
    }

    /// Returns the policy.
    pub const fn limiter(&self) -> &L {
        &self.limiter
    }

    /// Decides and charges a request of cost 1.
    pub fn check<Q>(&mut self, key: &Q, now: u64) -> Decision
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.check_cost(key, now, 1)
    }

    /// Decides and charges a request of any cost.
    pub fn check_cost<Q>(&mut self, key: &Q, now: u64, cost: u32) -> Decision
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let decide = |limiter: &L, state: &mut L::State, clock| limiter.check(state, clock, cost);
        self.decide(key, now, cost, decide, |decision| decision.outcome)
    }

    /// Decides and charges a request of any cost, and returns the outcome alone: the hot path.
    #[inline]
    pub fn take<Q>(&mut self, key: &Q, now: u64, cost: u32) -> Outcome
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let decide = |limiter: &L, state: &mut L::State, clock| limiter.take(state, clock, cost);
        self.decide(key, now, cost, decide, |outcome| *outcome)
    }

    /// Returns the decision that a request would get. It changes nothing.
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

    /// Gives back an amount that a key was charged, never more than it had used. A fresh bucket
    /// that is not full can be given tokens, too.
    pub fn refund<Q>(&mut self, key: &Q, now: u64, amount: u64)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.change(key, now, |limiter, state, clock| limiter.refund(state, clock, amount));
    }

    /// Charges a key without a decision, so that it may owe more than the limit.
    pub fn charge_anyway<Q>(&mut self, key: &Q, now: u64, cost: u32)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        self.change(key, now, |limiter, state, clock| limiter.charge_anyway(state, clock, cost));
    }

    /// Removes a key, and reports whether it was stored.
    pub fn reset<Q>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.states.remove(key)
    }

    /// Removes all keys.
    pub fn reset_all(&mut self) {
        self.states.clear();
    }

    /// Reports whether a key is stored. One that is not has its whole budget.
    pub fn contains<Q>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.states.get(key).is_some()
    }

    /// Returns the number of stored keys.
    pub fn stored_keys(&self) -> usize {
        self.states.len()
    }

    /// Removes every key whose state equals a fresh one, which changes no decision, and returns
    /// their number.
    pub fn evict_idle(&mut self, now: u64) -> usize {
        self.clock = self.clock.max(now);
        self.states.retain(|state| !self.limiter.is_fresh(state, self.clock))
    }

    /// Replaces the policy. Each key keeps its used requests, up to the new limit.
    pub fn reconfigure(&mut self, limiter: L, now: u64) {
        // The old policy may begin later than any time seen so far.
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
        // A denial may be charged, too: layers are charged up to the one that denies.
        self.with_state(key, now, decide, |limiter, state, clock, decision| {
            cost > 0 && (outcome(decision).admits() || !limiter.is_fresh(state, clock))
        })
    }

    /// Runs `act` on a key's state, or on a fresh one for a new key, which is then stored if
    /// `is_stored` returns true.
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
    /// Returns everything the store holds, in the format that [`snapshot`] documents: version
    /// 1, with a checksum.
    pub fn export(&self) -> Vec<u8> {
        let mut writer = Writer::new(&self.limiter.to_string(), self.clock, self.states.len());
        for (key, state) in self.states.iter() {
            writer.entry(&key.to_bytes(), &self.limiter.save(state));
        }
        writer.finish()
    }

    /// Replaces everything the store holds by an export that was made under the same policy.
    ///
    /// # Errors
    ///
    /// Returns a [`SnapshotError`] if the snapshot is damaged or was made under another policy.
    /// The store is then unchanged.
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
                return Err(SnapshotError::State { entry, reason: "time is later than the snapshot" });
            }
            states.insert_new(states.hash(&key), key, state);
        }
        reader.finish()?;
        self.states = states;
        self.clock = clock;
        Ok(())
    }
}
