//! Decodes the escapes that servers use for special bytes.

use crate::Text;
use crate::search::first;

/// Decodes the escapes in a text. One rule serves all servers: nginx writes `\xHH`, Apache also `\"`, `\\`, `\n` and
/// the like, and JSON also `\uHHHH`. Other backslashes are kept.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::unescape;
///
/// assert_eq!(*unescape(br"GET /a\x22b"), *b"GET /a\"b");
/// assert_eq!(*unescape(br"C:\logs"), *br"C:\logs");
/// ```
pub fn unescape(text: &[u8]) -> Text<'_> {
    match self::first(b'\\', text) {
        Some(first) => Text::Owned(undo(text, first)),
        None => Text::Borrowed(text),
    }
}

#[cold]
fn undo(text: &[u8], first: usize) -> Vec<u8> {
    let mut plain = text[..first].to_vec();
    let mut rest = &text[first..];
    while let Some(&byte) = rest.first() {
        let (replaced, length) = escaped(rest).unwrap_or((u32::from(byte), 1));
        rest = &rest[length..];
        match char::from_u32(replaced).filter(|_| length >= 6) {
            Some(letter) => plain.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            // A lone surrogate, which a client may send, is not a character.
            None if length >= 6 => plain.extend_from_slice("\u{fffd}".as_bytes()),
            None => plain.push(replaced as u8),
        }
    }
    plain
}

/// Decodes the escape at the start of a text, and returns a byte or, for `\u`, a character, and the length of the
/// escape.
fn escaped(text: &[u8]) -> Option<(u32, usize)> {
    let [b'\\', kind, rest @ ..] = text else { return None };
    let plain = match kind {
        b'x' => return Some((hexadecimal(rest.get(..2)?)?, 4)),
        b'u' => return letter(rest),
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        b'"' | b'\\' | b'/' | b'\'' => *kind,
        _ => return None,
    };
    Some((plain.into(), 2))
}

/// Decodes the character after `\u`, including the second half of a surrogate pair.
fn letter(rest: &[u8]) -> Option<(u32, usize)> {
    let first = hexadecimal(rest.get(..4)?)?;
    let second = match rest.get(4..10) {
        Some([b'\\', b'u', digits @ ..]) if first >> 10 == 0x36 => hexadecimal(digits),
        _ => None,
    };
    match second {
        Some(second) if second >> 10 == 0x37 => {
            Some((0x1_0000 + ((first & 0x3ff) << 10 | second & 0x3ff), 12))
        }
        _ => Some((first, 6)),
    }
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, &digit| Some(number << 4 | char::from(digit).to_digit(16)?))
}
