//! A place in a text, and what stands there.
//!
//! A text is a row of tokens: a number (digits, maybe a point and more digits), a
//! word (letters and `_`), or any other character by itself. Blanks only separate.

use super::{
    error::{LanguageError, Mistake},
    expected::Expected,
    grammar::Grammar,
    rare::Rare,
};

/// A stretch of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    /// What stands there.
    pub(super) fn slice(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// Words by their numbers, from zero to where there are no more.
pub(super) type Words<'a> = &'a dyn Fn(usize) -> Option<&'static str>;

/// Reads one field of a text after the other.
///
/// The first mistake is kept, and nothing is left of the field after it. So what reads
/// does not have to look for mistakes: it comes to its end, and what it made of values
/// that are not there is not used.
pub(super) struct Reader<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Where the field ends.
    end: usize,
    /// The key, once it is read.
    pub(super) field: Option<&'static str>,
    /// What mistakes show as an example from here on.
    pub(super) example: &'static str,
    pub(super) refused: Option<LanguageError>,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

const fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// All of these words.
pub(super) fn listed(words: Words<'_>) -> Vec<&'static str> {
    (0..).map_while(words).collect()
}

impl<'a> Reader<'a> {
    /// A reader of a text, with nothing of it to read yet.
    pub(super) fn new(text: &'a str, grammar: &'static Grammar) -> Self {
        Self { grammar, text, at: 0, end: 0, field: None, example: LanguageError::EXAMPLE, refused: None }
    }

    /// Goes on to a field.
    pub(super) fn begin(&mut self, span: Span) {
        (self.at, self.end) = (span.start, span.end);
        (self.field, self.example) = (None, LanguageError::EXAMPLE);
    }

    /// The byte at a position of this field.
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied().filter(|_| at < self.end)
    }

    /// The first position from here on at which something else stands.
    fn past(&self, mut at: usize, kind: fn(u8) -> bool) -> usize {
        while self.byte(at).is_some_and(kind) {
            at += 1;
        }
        at
    }

    /// Where the next token is; nothing at the end of the field.
    #[inline(never)]
    pub(super) fn token(&self) -> Span {
        let start = self.past(self.at, is_blank);
        let end = match self.byte(start) {
            None => start,
            Some(byte) if is_digit(byte) => self.number_end(start),
            Some(byte) if is_letter(byte) => self.past(start, is_letter),
            Some(_) => start + 1,
        };
        Span { start, end }
    }

    /// A point belongs to a number only before a digit: `9..21` is two numbers.
    fn number_end(&self, start: usize) -> usize {
        let end = self.past(start, is_digit);
        let has_fraction = self.byte(end) == Some(b'.') && self.byte(end + 1).is_some_and(is_digit);
        if has_fraction { self.past(end + 1, is_digit) } else { end }
    }

    /// The next token, which stays.
    pub(super) fn peek(&self) -> &'a str {
        self.token().slice(self.text)
    }

    /// The next token, which is read by this.
    pub(super) fn take(&mut self) -> Span {
        let span = self.token();
        self.at = span.end;
        span
    }

    /// Whether the field is read.
    pub(super) fn is_done(&self) -> bool {
        !self.is_at(|_| true)
    }

    /// Whether a number is next.
    pub(super) fn is_at_number(&self) -> bool {
        self.is_at(is_digit)
    }

    /// Whether a word is next.
    pub(super) fn is_at_word(&self) -> bool {
        self.is_at(is_letter)
    }

    #[inline(never)]
    fn is_at(&self, kind: fn(u8) -> bool) -> bool {
        self.byte(self.token().start).is_some_and(kind)
    }

    /// Reads this token if it is next.
    #[inline(never)]
    pub(super) fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }

    /// Reads this token, which must be next.
    #[inline(never)]
    pub(super) fn expect(&mut self, token: &'static str) {
        if !self.accept(token) {
            self.unexpected(Expected::Token(token));
        }
    }

    /// Reads the `..` between two values.
    pub(super) fn expect_range(&mut self) {
        let span = self.token();
        if !(self.accept(".") && self.accept(".")) {
            self.refuse(Mistake::Unexpected, span, Expected::Token(".."));
        }
    }

    /// Reads one of these words, which must be next, and gives its number.
    #[inline(never)]
    pub(super) fn one_of(&mut self, what: &'static str, words: Words<'_>) -> usize {
        let mut index = 0;
        while let Some(word) = words(index) {
            if self.accept(word) {
                return index;
            }
            index += 1;
        }
        let mistake = if self.is_at_word() { Mistake::UnknownWord } else { Mistake::Unexpected };
        self.refuse(mistake, self.token(), Expected::one_of(what, listed(words)));
        0
    }

    /// A mistake in a stretch of this text.
    #[inline(never)]
    pub(super) fn refuse(&mut self, mistake: Mistake, span: Span, expected: Expected) {
        self.at = self.end;
        if self.refused.is_none() {
            let mut error = LanguageError::new(mistake, self.text, span, expected);
            (error.field, error.example) = (self.field, self.example);
            self.refused = Some(error);
        }
    }

    /// Reads what few scenarios say, or refuses it where this grammar leaves it out.
    pub(super) fn rarely<T>(&mut self, otherwise: T, read: impl FnOnce(&mut Self, &'static Rare) -> T) -> T {
        match self.grammar.rare {
            Some(rare) => read(self, rare),
            None => {
                self.refuse(Mistake::NotHere, self.token(), Expected::Phrase("something else"));
                otherwise
            }
        }
    }

    /// The mistake that the next token is.
    #[inline(never)]
    pub(super) fn unexpected(&mut self, expected: Expected) {
        self.refuse(Mistake::Unexpected, self.token(), expected);
    }

    /// The mistake of a word that was there before.
    pub(super) fn repeated(&mut self, word: Span) {
        self.refuse(Mistake::Repeated, word, Expected::Once(word.slice(self.text).into()));
    }
}
