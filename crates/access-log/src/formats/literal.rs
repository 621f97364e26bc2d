//! Literal text of a pattern.

use crate::search::first;

/// Literal text, with its first bytes as a number for fast comparison.
#[derive(Clone, Debug, Default)]
pub(crate) struct Literal {
    text: Vec<u8>,
    word: u64,
    mask: u64,
    /// Whether it contains a digit.
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

    /// Whether it ends a time regardless of the digits before it: it is not empty, and contains no digit.
    #[inline(always)]
    pub(crate) fn ends_any_time(&self) -> bool {
        !self.text.is_empty() && !self.digits
    }

    /// Whether a line has the text at a position.
    #[inline(always)]
    pub(crate) fn is_at(&self, line: &[u8], at: usize) -> bool {
        let Some(rest) = line.get(at..) else { return false };
        match rest.first_chunk() {
            Some(bytes) if self.text.len() <= 8 => u64::from_le_bytes(*bytes) & self.mask == self.word,
            _ => rest.starts_with(&self.text),
        }
    }
}

/// Returns the next position of a byte. Most values are short, so the first sixteen bytes are searched inline, and the
/// rest with SIMD.
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

/// Whether a text, usually short, contains a line break.
#[inline(always)]
pub(crate) fn has_break(text: &[u8]) -> bool {
    let word = |bytes: &[u8; 8]| hits(b'\n', u64::from_le_bytes(*bytes)) != 0;
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) if text.len() <= 16 => word(first) | word(last),
        _ => first(b'\n', text).is_some(),
    }
}

/// A word whose lowest set bit is in the first matching byte; 0 if there is none. A byte matches if the difference is
/// zero, where subtracting one borrows into the upper bit; borrows only propagate upward.
#[inline(always)]
fn hits(byte: u8, word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = word ^ (ONES * u64::from(byte));
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}
