//! The keys of a log, numbered as they first appear.

/// The longest key that is kept as it is; see [`Keys`].
pub(crate) const LONGEST: usize = 255;
/// What stands between the parts of a key that is made of several: no server writes it as it is.
pub(crate) const BETWEEN: u8 = 0x1f;
const EMPTY: u32 = u32::MAX;

/// Keys by number and numbers by key. A key longer than 255 bytes is kept as its beginning and its hash.
///
/// A table with open addresses finds a key. Its places hold keys of up to 15 bytes as they are, which most
/// addresses are: so a key is found by one look at memory, and that is what takes the time with many of them.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    /// All names, one behind the other.
    names: Vec<u8>,
    /// Where each name ends.
    ends: Vec<usize>,
    /// A power of two of places, at most three of four taken, and of few at most half.
    slots: Vec<Slot>,
}

/// A place of the table: a key's brief, and its number.
#[derive(Clone, Copy, Debug)]
struct Slot {
    brief: Brief,
    number: u32,
}

/// The bytes of a short key and its length, or two hashes of a long one.
pub(crate) type Brief = (u64, u64);

/// What the last byte of the brief of a long key is.
pub(crate) const LONG: u64 = 0xff << 56;

impl Keys {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of a key, empty for a number that none has. Parts of one are divided by `1f`.
    pub fn bytes(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { Some(0) } else { self.ends.get(number - 1).copied() };
        let end = self.ends.get(number).copied();
        start.zip(end).map_or(&[], |(start, end)| &self.names[start..end])
    }

    /// A key as people read it.
    pub fn name(&self, number: u32) -> String {
        String::from_utf8_lossy(self.bytes(number)).replace(char::from(BETWEEN), " + ")
    }

    /// The number of a key, a new one if it was not there.
    #[inline]
    pub(crate) fn number(&mut self, key: &[u8]) -> u32 {
        self.reserve(1);
        if key.len() > LONGEST { self.number_long(key) } else { self.number_brief(key, brief(key)) }
    }

    /// The numbers of many keys of up to 255 bytes, by their briefs, and one behind the other the texts of those that a
    /// brief does not hold. First all are looked for where they most likely are: since none of these looks has to wait
    /// for another, memory serves several at once.
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
            let slot = &self.slots[hash(brief) as usize & mask];
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
        let (hash, _) = brief(key);
        short.extend((0..16).map(|digit| b"0123456789abcdef"[(hash >> (60 - digit * 4)) as usize & 15]));
        self.number_brief(&short, brief(&short))
    }

    #[inline]
    fn number_brief(&mut self, key: &[u8], brief: Brief) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(brief) as usize & mask;
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

    /// Sees to it that so many more keys can be added. Places are plenty while that costs little.
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
            let mut at = hash(slot.brief) as usize & (size - 1);
            while self.slots[at].number != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// The short key that has this brief, and its length.
fn key_of((first, second): Brief) -> ([u8; 16], usize) {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&first.to_le_bytes());
    bytes[8..].copy_from_slice(&second.to_le_bytes());
    (bytes, usize::from(bytes[15]))
}

/// The brief of a key: no other key of up to 15 bytes has the same.
#[inline(always)]
pub(crate) fn brief(key: &[u8]) -> Brief {
    let length = key.len() as u64;
    match key.len() {
        0..8 => (little(key), length << 56),
        8..16 => {
            // The last eight bytes; those that the first eight have too are shifted out, which may be all.
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

/// Two hashes of a key, each by one product for each word. Keys with the same hashes are compared by their texts.
fn long(key: &[u8]) -> Brief {
    let (mut first, mut second) = (key.len() as u64, 0_u64);
    let mut take = |word: u64| {
        first = (first ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        first ^= first >> 32;
        second = second.rotate_left(29).wrapping_add(word).wrapping_mul(0xd1b5_4a32_d192_ed03);
    };
    let last = key.len() - 8;
    let mut at = 0;
    while at < last {
        take(word(key, at));
        at += 8;
    }
    take(word(key, last));
    (first, second | LONG)
}

/// A hash of two words: the upper bits of products reach the lower ones, which choose the place.
#[inline(always)]
fn hash(words: (u64, u64)) -> u64 {
    let mixed = words.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ words.1.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(32);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9fb2_1c65_1e98_df25);
    mixed ^ mixed >> 32
}
