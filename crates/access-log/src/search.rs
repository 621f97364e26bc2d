//! Searches for bytes in a line. The functions are not inlined: copies at every call site would be a twentieth of the
//! code that a web page loads.

use memchr::memchr2;

/// Returns the first position of a byte.
#[inline(never)]
pub(crate) fn first(byte: u8, text: &[u8]) -> Option<usize> {
    memchr::memchr(byte, text)
}

/// Returns the first position of either of two bytes.
#[inline(never)]
pub(crate) fn first_of(bytes: [u8; 2], text: &[u8]) -> Option<usize> {
    memchr2(bytes[0], bytes[1], text)
}

/// Returns the last position of a byte, in short text.
#[inline(never)]
pub(crate) fn last(byte: u8, text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&other| other == byte)
}

/// Returns the first position of a byte that satisfies a condition.
#[inline(never)]
pub(crate) fn first_where(byte: u8, text: &[u8], fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    let mut at = 0;
    while let Some(next) = first(byte, &text[at..]) {
        if fits(at + next) {
            return Some(at + next);
        }
        at += next + 1;
    }
    None
}

/// Returns the text before a byte, or all of it if the byte is missing.
#[inline(never)]
pub(crate) fn before(byte: u8, text: &[u8]) -> &[u8] {
    &text[..first(byte, text).unwrap_or(text.len())]
}
