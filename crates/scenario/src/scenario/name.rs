//! The name of a group or a layer.

use core::fmt;

/// A short lower-case word. It is `Copy`, so that every pattern of the traffic can carry the name of its group.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    letters: [u8; Self::LONGEST],
}

impl Name {
    /// The maximum number of letters.
    pub const LONGEST: usize = 20;

    /// Returns the word as a name, in lower case; none if it is empty, too long, or has characters other than
    /// letters and `_`.
    pub fn new(word: &str) -> Option<Self> {
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if word.is_empty() || word.len() > Self::LONGEST || !word.bytes().all(is_letter) {
            return None;
        }
        let mut letters = [0; Self::LONGEST];
        letters.iter_mut().zip(word.bytes()).for_each(|(letter, byte)| *letter = byte.to_ascii_lowercase());
        Some(Self { letters })
    }

    /// Returns the word.
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
