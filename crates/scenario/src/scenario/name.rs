//! The name that a person gives to a group or a layer.

use core::fmt;

/// A short word in small letters. It is copied like a number, so that a pattern of the traffic
/// can say whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    letters: [u8; Self::LONGEST],
}

impl Name {
    /// The most letters.
    pub const LONGEST: usize = 20;

    /// The name that is this word, with capitals made small; none if the word is empty, too long,
    /// or has other characters than letters and `_`.
    pub fn new(word: &str) -> Option<Self> {
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if word.is_empty() || word.len() > Self::LONGEST || !word.bytes().all(is_letter) {
            return None;
        }
        let mut letters = [0; Self::LONGEST];
        letters.iter_mut().zip(word.bytes()).for_each(|(letter, byte)| *letter = byte.to_ascii_lowercase());
        Some(Self { letters })
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        let length = self.letters.iter().position(|letter| *letter == 0).unwrap_or(Self::LONGEST);
        core::str::from_utf8(&self.letters[..length]).unwrap_or_default()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
