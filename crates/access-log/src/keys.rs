//! The keys of a log, numbered in order of first appearance.

use core::hash::BuildHasher;
use std::{hash::RandomState, sync::LazyLock};

/// The longest key that is stored in full; see [`Keys`].
pub(crate) const LONGEST: usize = 255;
/// Separates the parts of a combined key. Servers escape this byte, so it does not occur in a part.
pub(crate) const BETWEEN: u8 = 0x1f;
const EMPTY: u32 = u32::MAX;

/// The keys of a log, by number. A key longer than 255 bytes is stored as its beginning and its hash.
///
/// Keys are found in a hash table with open addressing, by a hash with a secret, because a log contains what clients send:
/// keys that are made to collide would take quadratic time. Numbers do not depend on the secret. Slots hold keys of up to 15 bytes inline, which most
/// addresses fit in, so a lookup takes one memory access. With many keys, those accesses dominate the time.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::{Options, Reader};
///
/// let mut reader = Reader::new(Options::parse("csv", "", "client+user", "")?);
/// reader.push(b"time,ip,user\n1773100800,192.0.2.7,eve\n1773100801,192.0.2.7,bob\n");
/// let keys = reader.finish().keys;
/// assert!(!keys.is_empty() && keys.len() == 2);
/// assert_eq!(keys.name(1), "192.0.2.7 + bob");
/// assert_eq!(keys.bytes(1), b"192.0.2.7\x1fbob");
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keys {
    secrets: Secrets,
    /// All names, concatenated.
    names: Vec<u8>,
    /// The end of each name.
    ends: Vec<usize>,
    /// A power of two of slots, at most 3/4 full, and at most half full while the table is small.
    slots: Vec<Slot>,
}

/// A slot of the table: the brief of a key, and its number.
#[derive(Clone, Copy, Debug)]
struct Slot {
    brief: Brief,
    number: u32,
}

/// The bytes of a short key and its length, or two hashes of a long one.
pub(crate) type Brief = (u64, u64);

/// The last byte of the brief of a long key.
pub(crate) const LONG: u64 = 0xff << 56;

/// Two odd numbers that no log can know.
#[derive(Clone, Copy, Debug)]
struct Secrets(u64, u64);

/// One pair for a process, so that hashes can be compared between parts of a log.
static SECRETS: LazyLock<Secrets> = LazyLock::new(|| {
    let random = RandomState::new();
    Secrets(random.hash_one(1_u8) | 1, random.hash_one(2_u8) | 1)
});

impl Default for Keys {
    fn default() -> Self {
        Self { secrets: *SECRETS, names: Vec::new(), ends: Vec::new(), slots: Vec::new() }
    }
}

impl Keys {
    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bytes of a key, empty for an unknown number. The parts of a combined key are separated by the byte
    /// `1f`.
    pub fn bytes(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { Some(0) } else { self.ends.get(number - 1).copied() };
        let end = self.ends.get(number).copied();
        start.zip(end).map_or(&[], |(start, end)| &self.names[start..end])
    }

    /// Returns a key as text.
    pub fn name(&self, number: u32) -> String {
        String::from_utf8_lossy(self.bytes(number)).replace(char::from(BETWEEN), " + ")
    }

    /// Returns the number of a key, and adds the key if it is new.
    #[inline]
    pub(crate) fn number(&mut self, key: &[u8]) -> u32 {
        self.reserve(1);
        if key.len() > LONGEST { self.number_long(key) } else { self.number_brief(key, brief(key)) }
    }

    /// Returns the numbers of many keys of up to 255 bytes, given their briefs and the concatenated texts of those that
    /// a brief does not hold. The first probes of all keys are independent of each other, so their memory accesses
    /// overlap.
    pub(crate) fn number_all(
        &mut self,
        briefs: &[Brief],
        mut texts: &[u8],
        lengths: &[u8],
        numbers: &mut [u32],
    ) {
        self.reserve(briefs.len());
        let mask = self.slots.len() - 1;
        for (&brief, number) in briefs.iter().zip(&mut *numbers) {
            let slot = &self.slots[hash(brief, self.secrets) as usize & mask];
            *number = if slot.brief == brief { slot.number } else { EMPTY };
        }
        for ((&brief, &length), number) in briefs.iter().zip(lengths).zip(numbers) {
            if brief.1 >= LONG {
                let (text, rest) = texts.split_at(usize::from(length));
                texts = rest;
                if *number == EMPTY || self.bytes(*number) != text {
                    *number = self.number_brief(text, brief);
                }
            } else if *number == EMPTY {
                let (bytes, length) = key_of(brief);
                *number = self.number_brief(&bytes[..length], brief);
            }
        }
    }

    #[cold]
    fn number_long(&mut self, key: &[u8]) -> u32 {
        let mut short = key[..LONGEST - 17].to_vec();
        short.push(b'~');
        // Without secrets, because this is part of a name.
        let (hash, _) = hashes(key, Secrets(0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03));
        short.extend((0..16).map(|digit| b"0123456789abcdef"[(hash >> (60 - digit * 4)) as usize & 15]));
        self.number_brief(&short, brief(&short))
    }

    #[inline]
    fn number_brief(&mut self, key: &[u8], brief: Brief) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(brief, self.secrets) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.brief == brief && (brief.1 < LONG || self.bytes(slot.number) == key) {
                return slot.number;
            }
            if slot.number == EMPTY {
                return self.add(key, at, brief);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn add(&mut self, key: &[u8], at: usize, brief: Brief) -> u32 {
        let number = self.ends.len() as u32;
        self.names.extend_from_slice(key);
        self.ends.push(self.names.len());
        self.slots[at] = Slot { brief, number };
        number
    }

    /// Reserves slots for this many more keys. Small tables stay sparse, since that costs little.
    #[inline]
    fn reserve(&mut self, more: usize) {
        let (keys, slots) = (self.ends.len() + more, self.slots.len());
        if keys * 2 >= slots && (slots < 1 << 20 || keys * 4 > slots * 3) {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 10);
        let empty = Slot { brief: (0, u64::MAX), number: EMPTY };
        let before = std::mem::replace(&mut self.slots, vec![empty; size]);
        for slot in before.into_iter().filter(|slot| slot.number != EMPTY) {
            let mut at = hash(slot.brief, self.secrets) as usize & (size - 1);
            while self.slots[at].number != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// The short key with this brief, and its length.
fn key_of((first, second): Brief) -> ([u8; 16], usize) {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    bytes[8..].copy_from_slice(&second.to_le_bytes());
    (bytes, usize::from(bytes[15]))
}

/// The brief of a key, unique among keys of up to 15 bytes.
#[inline(always)]
pub(crate) fn brief(key: &[u8]) -> Brief {
    let length = key.len() as u64;
    match key.len() {
        0..8 => (little(key), length << 56),
        8..16 => {
            // The last eight bytes, without those that the first eight already contain.
            let last = word(key, key.len() - 8) >> 8;
            (word(key, 0), (last >> ((15 - length) * 8)) | length << 56)
        }
        _ => long(key),
    }
}

#[inline(always)]
fn word(key: &[u8], from: usize) -> u64 {
    key.get(from..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn little(key: &[u8]) -> u64 {
    let mut word = 0;
    for &byte in key.iter().rev() {
        word = word << 8 | u64::from(byte);
    }
    word
}

fn long(key: &[u8]) -> Brief {
    let (first, second) = hashes(key, *SECRETS);
    (first, second | LONG)
}

/// Two hashes of a key, with one multiplication per word each. Keys with equal hashes are compared by text.
fn hashes(key: &[u8], Secrets(one, other): Secrets) -> (u64, u64) {
    let (mut first, mut second) = (key.len() as u64, 0_u64);
    let mut take = |word: u64| {
        first = (first ^ word).wrapping_mul(one);
        first ^= first >> 32;
        second = second.rotate_left(29).wrapping_add(word).wrapping_mul(other);
    };
    let last = key.len() - 8;
    let mut at = 0;
    while at < last {
        take(word(key, at));
        at += 8;
    }
    take(word(key, last));
    (first, second)
}

/// A hash of two words that folds the upper bits of the products into the lower ones, which select the slot.
#[inline(always)]
fn hash(words: (u64, u64), Secrets(one, other): Secrets) -> u64 {
    let mixed = words.0.wrapping_mul(one) ^ words.1.wrapping_mul(other).rotate_left(32);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9fb2_1c65_1e98_df25);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that collide under one secret do not under another, so a log cannot be made to be slow.
    #[test]
    fn where_a_key_is_found_depends_on_a_secret() {
        let mask = (1 << 10) - 1;
        let (one, other) = (Secrets(0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03), *SECRETS);
        let colliding: Vec<Brief> = (0..1_u64 << 20)
            .map(|number| (number, 8 << 56))
            .filter(|brief| hash(*brief, one) & mask == 0)
            .collect();
        let fullest = |secrets: Secrets| {
            let mut slots = [0; 1 << 10];
            colliding.iter().for_each(|brief| slots[(hash(*brief, secrets) & mask) as usize] += 1);
            slots.into_iter().max()
        };
        assert_eq!(fullest(one), Some(colliding.len()));
        assert!(colliding.len() > 900 && fullest(other) < Some(20), "{:?}", fullest(other));
    }
}
