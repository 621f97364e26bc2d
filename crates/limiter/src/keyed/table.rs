//! A hash table that takes at most a quarter more memory than its entries.
//!
//! A table that doubles is half empty just after it grew, which for states of 16
//! bytes would cost more than the states. Here the entries lie side by side in chunks, and an
//! index of four bytes for each slot finds them. The index grows by a sixth at a time and is
//! at least seven tenths full; when it is rebuilt, keys are hashed again and no entry moves.
//!
//! That justifies a table of our own: a key of 8 bytes with a state of 16 takes 29 bytes here,
//! 30 at most from 100,000 keys on (rows `keys/bytes` of the bench). In the standard
//! library's table it takes 29 just before that doubles and 57 just after: 25 for each
//! bucket, of which at most seven eighths are in use.
//!
//! A slot of the index is an entry's number, with bits of the key's hash in the unused upper
//! bits. Those decide nearly every comparison without reading the entry.

use alloc::{vec, vec::Vec};
use core::{
    borrow::Borrow,
    hash::{BuildHasher, Hash},
};

const EMPTY: u32 = u32::MAX;
const FEWEST_SLOTS: usize = 8;

/// Entries in a chunk: enough that the list of chunks stays in the fastest cache.
const CHUNK: usize = 1 << 12;

#[derive(Clone, Debug)]
pub(super) struct Table<K, V, S> {
    slots: Vec<u32>,
    entries: Entries<K, V>,
    hasher: S,
}

impl<K: Hash + Eq, V, S: BuildHasher> Table<K, V, S> {
    pub(super) fn with_hasher(hasher: S) -> Self {
        Self { slots: vec![EMPTY; FEWEST_SLOTS], entries: Entries::default(), hasher }
    }

    pub(super) const fn hasher(&self) -> &S {
        &self.hasher
    }

    pub(super) fn len(&self) -> usize {
        self.entries.length
    }

    #[inline]
    pub(super) fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let slot = self.find(self.hash(key), key)?;
        Some(&self.entries.at(self.entry_of(slot)).1)
    }

    /// The hash under which a key is looked up.
    #[inline]
    pub(super) fn hash<Q: Hash + ?Sized>(&self, key: &Q) -> u64 {
        self.hasher.hash_one(key)
    }

    /// The value of a key with this hash.
    #[inline]
    pub(super) fn get_mut<Q>(&mut self, hash: u64, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let slot = self.find(hash, key)?;
        let entry = self.entry_of(slot);
        Some(&mut self.entries.at_mut(entry).1)
    }

    /// Adds an entry whose key has this hash and is known not to be here.
    pub(super) fn insert_new(&mut self, hash: u64, key: K, value: V) {
        if self.len() >= most_entries(self.slots.len()) {
            self.rebuild(self.slots.len() + self.slots.len() / 6 + 1);
        }
        let entry = self.entries.push(key, value);
        self.place(hash, entry);
    }

    /// Removes an entry, and returns whether it was there.
    pub(super) fn remove<Q>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let Some(slot) = self.find(self.hash(key), key) else { return false };
        let entry = self.entry_of(slot);
        let last = self.len() - 1;
        if entry != last {
            // The last entry replaces the removed one.
            let moved = self.slot_holding(last);
            self.slots[moved] = self.slots[moved] - last as u32 + entry as u32;
        }
        self.entries.swap_remove(entry);
        self.close_gap(slot);
        if self.slots.len() > FEWEST_SLOTS && self.len() < self.slots.len() / 2 {
            self.rebuild(slots_for(self.len()));
        }
        true
    }

    /// Keeps the entries for which `keep` is true, and returns how many it removed.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&V) -> bool) -> usize {
        let before = self.len();
        let mut entry = 0;
        while entry < self.entries.length {
            if keep(&self.entries.at(entry).1) {
                entry += 1;
            } else {
                self.entries.swap_remove(entry);
            }
        }
        if self.len() < before {
            self.rebuild(slots_for(self.len()));
        }
        before - self.len()
    }

    /// Replaces every value.
    pub(super) fn update(&mut self, mut change: impl FnMut(&V) -> V) {
        for entry in 0..self.len() {
            let value = &mut self.entries.at_mut(entry).1;
            *value = change(value);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.chunks.iter().flatten().map(|(key, value)| (key, value))
    }

    pub(super) fn clear(&mut self) {
        self.entries = Entries::default();
        self.slots = vec![EMPTY; FEWEST_SLOTS];
    }

    /// The slot that holds a key.
    #[inline]
    fn find<Q>(&self, hash: u64, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let mask = self.entry_mask();
        let tag = hash as u32 & !mask;
        let mut slot = self.home(hash);
        loop {
            let held = self.slots[slot];
            if held == EMPTY {
                return None;
            }
            if held & !mask == tag && self.entries.at((held & mask) as usize).0.borrow() == key {
                return Some(slot);
            }
            slot = self.after(slot);
        }
    }

    /// The first slot in which a hash is looked for: in proportion to the hash's upper half,
    /// with any number of slots.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The bits of a slot that are the entry's number. No number has all of them
    /// set, so no slot in use looks empty.
    #[inline]
    fn entry_mask(&self) -> u32 {
        u32::MAX >> (self.slots.len() as u32).leading_zeros()
    }

    #[inline]
    fn entry_of(&self, slot: usize) -> usize {
        (self.slots[slot] & self.entry_mask()) as usize
    }

    /// Puts an entry's number into the first free slot from its home.
    fn place(&mut self, hash: u64, entry: usize) {
        let mask = self.entry_mask();
        let mut slot = self.home(hash);
        while self.slots[slot] != EMPTY {
            slot = self.after(slot);
        }
        self.slots[slot] = (hash as u32 & !mask) | entry as u32;
    }

    /// Rebuilds the index with this many slots.
    fn rebuild(&mut self, slots: usize) {
        assert!(u32::try_from(slots).is_ok(), "a store holds at most 3,650,722,201 keys");
        self.slots.clear();
        self.slots.shrink_to(slots);
        self.slots.reserve_exact(slots);
        self.slots.resize(slots, EMPTY);
        for entry in 0..self.len() {
            self.place(self.hash_of(entry), entry);
        }
    }

    fn hash_of(&self, entry: usize) -> u64 {
        self.hash(&self.entries.at(entry).0)
    }

    /// The slot that holds an entry.
    fn slot_holding(&self, entry: usize) -> usize {
        let mut slot = self.home(self.hash_of(entry));
        while self.entry_of(slot) != entry || self.slots[slot] == EMPTY {
            slot = self.after(slot);
        }
        slot
    }

    /// Empties a slot, and moves those after it that would not be found past an
    /// empty one.
    fn close_gap(&mut self, mut gap: usize) {
        let mut slot = self.after(gap);
        while self.slots[slot] != EMPTY {
            let home = self.home(self.hash_of(self.entry_of(slot)));
            if self.distance(home, slot) >= self.distance(gap, slot) {
                self.slots[gap] = self.slots[slot];
                gap = slot;
            }
            slot = self.after(slot);
        }
        self.slots[gap] = EMPTY;
    }

    /// The number of slots from one to another.
    fn distance(&self, from: usize, to: usize) -> usize {
        if to >= from { to - from } else { to + self.slots.len() - from }
    }
}

/// The most entries in an index of this many slots: fewer than nine tenths, because otherwise
/// looking up an absent key takes long.
const fn most_entries(slots: usize) -> usize {
    slots / 20 * 17 + slots % 20 * 17 / 20
}

/// Slots for this many entries, with a margin to grow.
fn slots_for(entries: usize) -> usize {
    (entries + entries / 4 + 1).max(FEWEST_SLOTS)
}

/// Entries side by side, in chunks that never move.
#[derive(Clone, Debug)]
struct Entries<K, V> {
    chunks: Vec<Vec<(K, V)>>,
    length: usize,
}

impl<K, V> Default for Entries<K, V> {
    fn default() -> Self {
        Self { chunks: Vec::new(), length: 0 }
    }
}

impl<K, V> Entries<K, V> {
    #[inline]
    fn at(&self, entry: usize) -> &(K, V) {
        &self.chunks[entry / CHUNK][entry % CHUNK]
    }

    #[inline]
    fn at_mut(&mut self, entry: usize) -> &mut (K, V) {
        &mut self.chunks[entry / CHUNK][entry % CHUNK]
    }

    /// Adds an entry and returns its number.
    fn push(&mut self, key: K, value: V) -> usize {
        let entry = self.length;
        if entry % CHUNK == 0 {
            self.chunks.push(Vec::new());
        }
        let chunk = &mut self.chunks[entry / CHUNK];
        if chunk.len() == chunk.capacity() {
            // Grows by a little, so that little of it is ever unused.
            chunk.reserve_exact((entry / 64).max(4).min(CHUNK - chunk.len()));
        }
        chunk.push((key, value));
        self.length += 1;
        entry
    }

    /// Removes an entry; the last one takes its number.
    fn swap_remove(&mut self, entry: usize) {
        self.length -= 1;
        let Some(last) = self.chunks.last_mut().and_then(Vec::pop) else { return };
        if entry != self.length {
            *self.at_mut(entry) = last;
        }
        if self.chunks.last().is_some_and(Vec::is_empty) {
            self.chunks.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use core::hash::{BuildHasherDefault, Hasher};

    /// A hash whose homes collide often, so that long runs and gaps are tried.
    #[derive(Clone, Default)]
    struct Crowded(u64);

    impl Hasher for Crowded {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0.rotate_left(7) ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9);
            }
            self.0 &= 0xF000_0000_FF00_00FF;
        }
    }

    /// A table, and a map that is known to work, given the same operations.
    #[test]
    fn agrees_with_an_ordered_map_through_insertions_and_removals() {
        let mut table = Table::with_hasher(BuildHasherDefault::<Crowded>::default());
        let mut model = BTreeMap::new();
        let mut drawn = 1u64;
        for step in 0..20_000u64 {
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let key = (drawn >> 40) as u32 % 700;
            match (drawn >> 33) % 5 {
                0 | 1 => assert_eq!(table.remove(&key), model.remove(&key).is_some()),
                _ if model.contains_key(&key) => {
                    model.insert(key, step);
                    *table.get_mut(table.hash(&key), &key).unwrap() = step;
                }
                _ => {
                    table.insert_new(table.hash(&key), key, step);
                    model.insert(key, step);
                }
            }
            assert_eq!(table.len(), model.len());
            assert_eq!(table.get(&key), model.get(&key));
        }
        let mut held: Vec<_> = table.iter().map(|(key, value)| (*key, *value)).collect();
        held.sort_unstable();
        assert_eq!(held, model.into_iter().collect::<Vec<_>>());
        let kept = held.iter().filter(|(_, value)| value % 3 == 0).count();
        assert_eq!(table.retain(|value| value % 3 == 0), held.len() - kept);
        for (key, value) in held {
            assert_eq!(table.get(&key).copied(), (value % 3 == 0).then_some(value));
        }
    }

    #[test]
    fn an_index_is_at_least_seven_tenths_full_once_it_has_grown() {
        let mut table = Table::with_hasher(BuildHasherDefault::<Crowded>::default());
        for key in 0..5_000u32 {
            table.insert_new(table.hash(&key), key, ());
            assert!(table.len() < 20 || table.len() * 10 >= table.slots.len() * 7, "at {} keys", table.len());
        }
    }
}
