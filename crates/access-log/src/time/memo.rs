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
    let ((words, rest), (other_words, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let differs = |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
    let different = words.iter().zip(other_words).fold(0, |all, pair| all | differs(pair));
    different == 0 && rest.iter().zip(other_rest).all(|(one, other)| one == other)
}
