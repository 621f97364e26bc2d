//! A cache of the last timestamp.

use super::{Micros, SECOND, Stamp};

/// The longest text that is cached.
const MOST: usize = 40;
/// The length of a time of day, `13:55:36`.
const OF_DAY: usize = 8;

/// Caches the last timestamp: the next line usually has the same one, or another second of the same day in the same
/// zone.
#[derive(Clone, Debug)]
pub struct Memo {
    text: [u8; MOST],
    length: usize,
    stamp: Stamp,
    /// The position of the time of day in the text, and the timestamp at 0:00:00, if both are known.
    day: Option<(usize, Micros)>,
    /// The bits that must be equal: all but those of the time of day.
    mask: [u8; MOST],
}

impl Default for Memo {
    fn default() -> Self {
        Self { text: [0; MOST], length: 0, stamp: Stamp::default(), day: None, mask: [0xff; MOST] }
    }
}

impl Memo {
    /// Returns the timestamp at the start of a line and its length, if only the time of day differs from the last.
    #[inline(always)]
    pub(crate) fn again(&self, line: &[u8]) -> Option<(Stamp, usize)> {
        Some((self.recall(line.get(..self.length)?)?, self.length))
    }

    /// Returns a timestamp, and calls `parse` only if more than the time of day differs from the last one.
    #[inline]
    pub fn read(&mut self, text: &[u8], parse: impl FnOnce(&[u8]) -> Option<Stamp>) -> Option<Stamp> {
        if let Some(stamp) = self.recall(text) {
            return Some(stamp);
        }
        let stamp = parse(text)?;
        self.keep(text, stamp);
        Some(stamp)
    }

    fn keep(&mut self, text: &[u8], stamp: Stamp) {
        let Some(kept) = self.text.get_mut(..text.len()) else { return };
        kept.copy_from_slice(text);
        (self.length, self.stamp, self.day) = (text.len(), stamp, None);
        self.mask.fill(0xff);
        if let Some((index, of_day)) = find_time_of_day(text) {
            self.day = Some((index, stamp.at - of_day));
            self.mask[index..index + OF_DAY].fill(0);
        }
    }

    /// Returns the timestamp of a text that differs from the last only in the time of day.
    #[inline(always)]
    fn recall(&self, text: &[u8]) -> Option<Stamp> {
        if text.len() != self.length || !self.is_like(text) {
            return None;
        }
        let Some((index, start)) = self.day else { return Some(self.stamp) };
        let of_day = time_of_day(text.get(index..)?.first_chunk()?)?;
        Some(Stamp { at: start + of_day, ..self.stamp })
    }

    /// Whether a text of the same length is equal under the mask. Compares eight bytes at a time; the last eight may
    /// overlap.
    #[inline(always)]
    fn is_like(&self, text: &[u8]) -> bool {
        let word = |bytes: &[u8], at: usize| {
            bytes.get(at..).and_then(<[u8]>::first_chunk).map(|word| u64::from_le_bytes(*word))
        };
        let like = |at: usize| match (word(&self.text, at), word(text, at), word(&self.mask, at)) {
            (Some(one), Some(other), Some(mask)) => (one ^ other) & mask == 0,
            _ => false,
        };
        let Some(last) = text.len().checked_sub(8) else { return false };
        (0..last).step_by(8).all(like) && like(last)
    }
}

/// The position of the time of day in a timestamp, and its value. It follows a colon in the common log, and a `T` or
/// its substitute in RFC 3339.
fn find_time_of_day(text: &[u8]) -> Option<(usize, Micros)> {
    let index = text.iter().skip(10).take(2).position(|byte| !byte.is_ascii_digit())? + 11;
    Some((index, time_of_day(text.get(index..)?.first_chunk()?)?))
}

/// Microseconds since midnight of `13:55:36`. Leap seconds are left to the full parser.
#[inline(always)]
pub(crate) fn time_of_day(text: &[u8; OF_DAY]) -> Option<Micros> {
    // 127 minus the maximum of each byte above its zero or colon: a greater byte sets the upper bit of the sum.
    const HEADROOM: u64 = u64::from_le_bytes([125, 118, 127, 122, 118, 127, 122, 118]);
    const UPPER: u64 = 0x8080_8080_8080_8080;
    let digits = u64::from_le_bytes(*text) ^ u64::from_le_bytes(*b"00:00:00");
    let above = digits.wrapping_add(HEADROOM) | digits;
    let pair = |index: u32| (digits >> (index * 8) & 15) * 10 + (digits >> (index * 8 + 8) & 15);
    let (hours, minutes, seconds) = (pair(0), pair(3), pair(6));
    let seconds = (hours * 60 + minutes) * 60 + seconds;
    (above & UPPER == 0 && hours < 24).then_some(seconds as Micros * SECOND)
}
