//! Undoes what servers do to bytes that would break a line.

use crate::Text;
use crate::search::first;

/// The text as it was before a server escaped it. One rule serves all of them: nginx writes `\xHH`, Apache also
/// `\"`, `\\`, `\n` and its kin, JSON `\uHHHH` besides. A backslash that none of them writes stays.
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
            // Half of a pair has no letter, as a client may send it.
            None if length >= 6 => plain.extend_from_slice("\u{fffd}".as_bytes()),
            None => plain.push(replaced as u8),
        }
    }
    plain
}

/// The byte, or of `\u` the letter, that the escape at the beginning stands for, and its length.
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

/// The letter of what follows `\u`, with the other half where it is one of a pair.
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
