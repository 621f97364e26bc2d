//! What the last time was.

use crate::Stamp;

/// The longest text that is kept.
const MOST: usize = 40;

/// Remembers the last text that was read as a time: in a busy log the next line has the same.
#[derive(Clone, Debug)]
pub struct Memo {
    text: [u8; MOST],
    length: usize,
    stamp: Stamp,
}

impl Default for Memo {
    fn default() -> Self {
        Self { text: [0; MOST], length: 0, stamp: Stamp::default() }
    }
}

impl Memo {
    /// The last time and the length of its text, if a line goes on with it.
    #[inline(always)]
    pub(crate) fn again(&self, line: &[u8]) -> Option<(Stamp, usize)> {
        let text = line.get(..self.length)?;
        (self.length > 0 && same(&self.text[..self.length], text)).then_some((self.stamp, self.length))
    }

    /// Reads a time by the function, or not at all if it is the text of the time before.
    #[inline]
    pub fn read(&mut self, text: &[u8], parse: impl FnOnce(&[u8]) -> Option<Stamp>) -> Option<Stamp> {
        if self.length > 0 && self.text[..self.length] == *text {
            return Some(self.stamp);
        }
        let stamp = parse(text)?;
        if let Some(place) = self.text.get_mut(..text.len()) {
            place.copy_from_slice(text);
            (self.length, self.stamp) = (text.len(), stamp);
        }
        Some(stamp)
    }
}

/// Whether two texts of one length are the same: eight bytes at a time, right here, as they are short.
#[inline(always)]
fn same(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let (Some((word, rest)), Some((other_word, other_rest))) =
        (one.split_first_chunk::<8>(), other.split_first_chunk::<8>())
    {
        if u64::from_le_bytes(*word) != u64::from_le_bytes(*other_word) {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    one == other
}
