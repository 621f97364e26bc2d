//! Looking for bytes in a line. Each way stands here once: put into whoever looks, as the compiler would have it, they
//! are a twentieth of what a page has to load.

use memchr::memchr2;

/// Where a byte first is.
#[inline(never)]
pub(crate) fn first(byte: u8, text: &[u8]) -> Option<usize> {
    memchr::memchr(byte, text)
}

/// Where one of two bytes first is.
#[inline(never)]
pub(crate) fn first_of(bytes: [u8; 2], text: &[u8]) -> Option<usize> {
    memchr2(bytes[0], bytes[1], text)
}

/// Where a byte last is. It is looked for in what is short.
#[inline(never)]
pub(crate) fn last(byte: u8, text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&other| other == byte)
}

/// The first place of a byte that fits.
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

/// What stands before a byte, or all if it is not there.
#[inline(never)]
pub(crate) fn before(byte: u8, text: &[u8]) -> &[u8] {
    &text[..first(byte, text).unwrap_or(text.len())]
}
