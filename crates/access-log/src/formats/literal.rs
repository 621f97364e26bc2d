//! A text that stands in lines as it is.

use memchr::memchr;

/// A text of a pattern, and its first bytes as a number: they are compared with a line at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Literal {
    text: Vec<u8>,
    word: u64,
    mask: u64,
}

impl Literal {
    pub(crate) fn new(text: Vec<u8>) -> Self {
        let head = text.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mask = if text.len() < 8 { (1 << (text.len() * 8)) - 1 } else { u64::MAX };
        Self { text, word: head, mask }
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether a line has it here.
    #[inline(always)]
    pub(crate) fn is_at(&self, line: &[u8], at: usize) -> bool {
        match line.get(at..at + 8) {
            Some(bytes) if self.text.len() <= 8 => {
                u64::from_le_bytes(bytes.try_into().expect("eight bytes")) & self.mask == self.word
            }
            _ => line.get(at..).is_some_and(|rest| rest.starts_with(&self.text)),
        }
    }
}

/// Where a byte next is. Most values are short: the first sixteen bytes are looked at right here, the rest with
/// the machine's widest instructions.
#[inline(always)]
pub(crate) fn find(byte: u8, line: &[u8], at: usize) -> Option<usize> {
    let Some(bytes) = line.get(at..at + 16) else { return Some(at + memchr(byte, line.get(at..)?)?) };
    let (first, second) = bytes.split_at(8);
    let (first, second) = (hits(byte, first), hits(byte, second));
    if first != 0 {
        return Some(at + first.trailing_zeros() as usize / 8);
    }
    if second != 0 {
        return Some(at + 8 + second.trailing_zeros() as usize / 8);
    }
    Some(at + 16 + memchr(byte, &line[at + 16..])?)
}

/// A word whose lowest bit that is set is in the byte that is the first hit; 0 if there is none. A byte is hit
/// where the difference is zero, which taking off one carries into the upper bit; the carry only goes up.
#[inline(always)]
fn hits(byte: u8, bytes: &[u8]) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(bytes.try_into().expect("eight bytes")) ^ (ONES * u64::from(byte));
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}
