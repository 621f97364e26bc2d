//! Converts a text to the fragment of a link, escaped only where necessary, and back.

use super::{
    error::{LanguageError, Mistake},
    expected::Expected,
    span::Span,
};

/// Characters that are not escaped in a link, in addition to letters and digits.
const PLAIN: &[u8] = b"=&;,@/.()_-:~";

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// Returns a text as the fragment of a link: a space becomes `+`, and a character that a link cannot contain
/// becomes `%` with two hexadecimal digits.
pub fn to_link(text: &str) -> String {
    let mut link = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte == b' ' {
            link.push('+');
        } else if byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) {
            link.push(char::from(byte));
        } else {
            link.push('%');
            link.extend([byte >> 4, byte & 15].map(|half| char::from(DIGITS[usize::from(half)])));
        }
    }
    link
}

/// Returns the text of a link's fragment.
///
/// # Errors
///
/// Returns a [`LanguageError`] at the first escape that is not valid, or if the text is not UTF-8.
pub fn from_link(link: &str) -> Result<String, LanguageError> {
    let mut bytes = Vec::with_capacity(link.len());
    // The offset in the link of each byte of the text.
    let mut offsets = Vec::with_capacity(link.len());
    let mut at = 0;
    while let Some(byte) = link.as_bytes().get(at) {
        offsets.push(at);
        let (byte, length) = match byte {
            b'%' => (unescaped(link, at)?, 3),
            b'+' => (b' ', 1),
            other => (*other, 1),
        };
        bytes.push(byte);
        at += length;
    }
    String::from_utf8(bytes).map_err(|error| {
        let start = offsets.get(error.utf8_error().valid_up_to()).copied().unwrap_or(0);
        bad_escape(link, start, "bytes that are UTF-8")
    })
}

/// Returns the byte of an escape.
fn unescaped(link: &str, at: usize) -> Result<u8, LanguageError> {
    let digit =
        |offset| char::from(link.as_bytes().get(at + offset).copied().unwrap_or_default()).to_digit(16);
    let byte = digit(1).zip(digit(2)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
    byte.ok_or_else(|| bad_escape(link, at, "% with two hexadecimal digits"))
}

/// Returns the error for up to three characters of a link. They are whole characters, because an invalid escape
/// may be followed by anything.
fn bad_escape(link: &str, start: usize, expected: &'static str) -> LanguageError {
    let rest = link.get(start..).unwrap_or_default();
    let end = start + rest.chars().take(3).map(char::len_utf8).sum::<usize>();
    let error = LanguageError::new(Mistake::BadEscape, link, Span { start, end }, Expected::Phrase(expected));
    LanguageError { example: "%2B", ..error }
}
