//! Hashing of keys with a secret, so that clients cannot choose keys that collide.
//!
//! Bytes and strings, which clients can invent, are hashed by the standard library's SipHash.
//! Whole numbers of up to 64 bits, which are ids that the server assigns, are hashed by a multiplication with
//! two secret numbers: with a million keys a decision then takes about six tenths of the time.

use core::hash::{BuildHasher, Hasher};
use std::hash::{DefaultHasher, RandomState};

/// The secrets of one store, drawn when it is created.
///
/// ```
/// use core::hash::BuildHasher;
/// use ratelab_limiter::keyed::KeyHashing;
///
/// let (one, other) = (KeyHashing::new(), KeyHashing::new());
/// assert_eq!(one.hash_one("ada"), one.hash_one("ada"));
/// assert_ne!(one.hash_one("ada"), other.hash_one("ada"));
/// ```
#[derive(Clone, Debug)]
pub struct KeyHashing {
    bytes: RandomState,
    start: u64,
    multiplier: u64,
}

impl KeyHashing {
    /// Draws new secrets.
    pub fn new() -> Self {
        let bytes = RandomState::new();
        let secret = |number: u64| bytes.hash_one(number);
        Self { start: secret(1), multiplier: secret(2) | 1, bytes }
    }
}

impl Default for KeyHashing {
    fn default() -> Self {
        Self::new()
    }
}

impl BuildHasher for KeyHashing {
    type Hasher = KeyHasher;

    #[inline]
    fn build_hasher(&self) -> KeyHasher {
        KeyHasher {
            bytes: self.bytes.build_hasher(),
            has_bytes: false,
            numbers: self.start,
            multiplier: self.multiplier,
        }
    }
}

/// The hasher of one key.
#[derive(Clone, Debug)]
pub struct KeyHasher {
    bytes: DefaultHasher,
    has_bytes: bool,
    numbers: u64,
    multiplier: u64,
}

impl KeyHasher {
    #[inline]
    fn number(&mut self, number: u64) {
        self.numbers = fold(self.numbers ^ number, self.multiplier);
    }
}

/// Both halves of the product, so that every bit reaches every bit.
#[inline]
const fn fold(number: u64, multiplier: u64) -> u64 {
    let product = number as u128 * multiplier as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.has_bytes = true;
        self.bytes.write(bytes);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.number(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.number(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.number(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.number(number);
    }

    /// No id is that long, but an IPv6 address is, which clients choose.
    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_ne_bytes());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.number(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // Once is not enough: consecutive numbers would still form a pattern.
        let numbers = fold(self.numbers, self.multiplier);
        if self.has_bytes { self.bytes.finish() ^ numbers } else { numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// The size of the fullest of 4096 buckets, by the hash's upper bits and by its lower ones.
    fn unevenness(keys: impl Iterator<Item = u64> + Clone) -> (u64, u64) {
        let hashing = KeyHashing::new();
        let fullest = |bucket: fn(u64) -> u64| {
            let mut buckets = vec![0u64; 4096];
            keys.clone().for_each(|key| buckets[bucket(hashing.hash_one(key)) as usize] += 1);
            buckets.into_iter().max().unwrap_or(0)
        };
        (fullest(|hash| hash >> 52), fullest(|hash| hash & 4095))
    }

    /// Ids are assigned in a row, in steps, or shifted. 2^18 of them put 64 into each bucket,
    /// with a standard deviation of 8; fair hashing stays below 64 + 6 * 8.
    #[test]
    fn numbers_in_a_pattern_are_spread_evenly() {
        for shift in [0, 1, 10, 20, 32, 40] {
            let (upper, lower) = unevenness((0..1u64 << 18).map(|id| id << shift));
            assert!(upper < 112 && lower < 112, "ids in steps of 2^{shift}: {upper} and {lower}");
        }
    }

    /// A multiplication can be inverted; an IPv6 address is chosen by its client.
    #[test]
    fn addresses_are_hashed_as_bytes() {
        let address: std::net::IpAddr = "2001:db8::1".parse().unwrap();
        let mut hasher = KeyHashing::new().build_hasher();
        core::hash::Hash::hash(&address, &mut hasher);
        assert!(hasher.has_bytes);
    }

    #[test]
    fn stores_have_secrets_of_their_own() {
        let (one, other) = (KeyHashing::new(), KeyHashing::new());
        assert_ne!(one.hash_one(7u64), other.hash_one(7u64));
        assert_ne!(one.hash_one("seven"), other.hash_one("seven"));
        assert_ne!(one.hash_one("seven"), one.hash_one("eleven"));
        assert_ne!(one.hash_one((1u64, 2u64)), one.hash_one((2u64, 1u64)));
    }
}
