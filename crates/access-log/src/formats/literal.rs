//! A text that stands in lines as it is.

use crate::search::first;

/// A text of a pattern, and its first bytes as a number: they are compared with a line at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Literal {
    text: Vec<u8>,
    word: u64,
    mask: u64,
    /// Whether there is a digit in it.
    digits: bool,
}

impl Literal {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        let head = text.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mask = if text.len() < 8 { (1 << (text.len() * 8)) - 1 } else { u64::MAX };
        let digits = text.iter().any(u8::is_ascii_digit);
        Self { text, word: head, mask, digits }
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether it ends a time wherever it ended one with other digits: it is not empty, and has no digit itself.
    #[inline(always)]
    pub(crate) fn ends_any_time(&self) -> bool {
        !self.text.is_empty() && !self.digits
    }

    /// Whether a line has it here.
    #[inline(always)]
    pub(crate) fn is_at(&self, line: &[u8], at: usize) -> bool {
        let Some(rest) = line.get(at..) else { return false };
        match rest.first_chunk() {
            Some(bytes) if self.text.len() <= 8 => u64::from_le_bytes(*bytes) & self.mask == self.word,
            _ => rest.starts_with(&self.text),
        }
    }
}

/// Where a byte next is. Most values are short: the first sixteen bytes are looked at right here, the rest with
/// the machine's widest instructions.
#[inline(always)]
pub(crate) fn find(byte: u8, line: &[u8], at: usize) -> Option<usize> {
    let rest = line.get(at..)?;
    let Some((bytes, rest)) = rest.split_first_chunk() else { return Some(at + self::first(byte, rest)?) };
    let both = u128::from_le_bytes(*bytes);
    let (first, second) = (hits(byte, both as u64), hits(byte, (both >> 64) as u64));
    if first != 0 {
        return Some(at + first.trailing_zeros() as usize / 8);
    }
    if second != 0 {
        return Some(at + 8 + second.trailing_zeros() as usize / 8);
    }
    Some(at + 16 + self::first(byte, rest)?)
}

/// Whether there is a line break in a text, which is short most often.
#[inline(always)]
pub(crate) fn has_break(text: &[u8]) -> bool {
    let word = |bytes: &[u8; 8]| hits(b'\n', u64::from_le_bytes(*bytes)) != 0;
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) if text.len() <= 16 => word(first) | word(last),
        _ => first(b'\n', text).is_some(),
    }
}

/// A word whose lowest bit that is set is in the byte that is the first hit; 0 if there is none. A byte is hit
/// where the difference is zero, which taking off one carries into the upper bit; the carry only goes up.
#[inline(always)]
fn hits(byte: u8, word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = word ^ (ONES * u64::from(byte));
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}
