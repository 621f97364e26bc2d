//! Reads a text token by token.
//!
//! A text is a sequence of tokens: a number (digits, optionally a point and more digits), a word (letters and
//! `_`), or any other single character. Spaces only separate.

use ratelab_limiter::PolicyError;

use super::{
    error::{LanguageError, Mistake},
    expected::Expected,
    reading::{LaneSpan, Reading},
    span::Span,
};
use crate::{
    scenario::{Lane, Pattern, Retry, RetryAfter, Scenario, Shape, Shares},
    traffic::Sources,
};

/// The maximum length of a text, in bytes.
pub const MOST_TEXT: usize = 65_536;

/// The parts of the language that a program reads.
pub(super) struct Parts {
    /// Those that few scenarios use.
    pub(super) rare: Option<&'static Rare>,
    pub(super) sources: Sources,
}

/// The readers of the parts that few scenarios use.
pub(super) struct Rare {
    pub(super) groups: fn(&mut Reader<'_>, &mut Reading),
    pub(super) servers: fn(&mut Reader<'_>, &mut Reading),
    pub(super) needs: fn(&mut Reader<'_>, &mut Reading),
    pub(super) members: fn(&mut Reader<'_>, &mut Lane, usize, &mut Vec<LaneSpan>),
    pub(super) option: fn(&mut Reader<'_>, usize, &mut Lane, (usize, usize), &mut Vec<LaneSpan>),
    pub(super) sender: fn(&mut Reader<'_>, &mut Pattern) -> bool,
    pub(super) ramp: fn(&mut Reader<'_>) -> Shape,
    pub(super) sine: fn(&mut Reader<'_>) -> Shape,
    pub(super) pareto: fn(&mut Reader<'_>) -> Shape,
    pub(super) shares: fn(&mut Reader<'_>) -> Shares,
    pub(super) retry: fn(&mut Reader<'_>, RetryAfter) -> Retry,
    /// Returns the error of a lane, and the member that causes it: counted from one, zero for the lane itself.
    pub(super) culprit: fn(&Lane, &Scenario) -> Option<(PolicyError, usize)>,
    /// Checks whether the parts of a scenario go together.
    pub(super) check: fn(&mut Reader<'_>, &Reading),
}

/// A list of words by index, which ends at the first `None`.
pub(super) type Words<'a> = &'a dyn Fn(usize) -> Option<&'static str>;

/// Reads the fields of a text one after the other.
///
/// It keeps the first mistake and skips the rest of that field. Callers therefore do not have to check for
/// mistakes: they run to their end, and the values that they made up are discarded.
pub(super) struct Reader<'a> {
    pub(super) parts: &'static Parts,
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The end of the field.
    end: usize,
    /// The key, once it has been read.
    pub(super) field: Option<&'static str>,
    /// The example that mistakes show from here on.
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

/// Returns all of these words.
pub(super) fn listed(words: Words<'_>) -> Vec<&'static str> {
    (0..).map_while(words).collect()
}

impl<'a> Reader<'a> {
    /// Returns a reader without a field to read.
    pub(super) fn new(text: &'a str, parts: &'static Parts) -> Self {
        Self { parts, text, at: 0, end: 0, field: None, example: LanguageError::EXAMPLE, refused: None }
    }

    /// Moves to a field.
    pub(super) fn begin(&mut self, span: Span) {
        (self.at, self.end) = (span.start, span.end);
        (self.field, self.example) = (None, LanguageError::EXAMPLE);
    }

    /// Returns the byte at a position of this field.
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied().filter(|_| at < self.end)
    }

    /// Returns the first position from `at` on with a byte of another kind.
    fn past(&self, mut at: usize, kind: fn(u8) -> bool) -> usize {
        while self.byte(at).is_some_and(kind) {
            at += 1;
        }
        at
    }

    /// Returns the position of the next token; empty at the end of the field.
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

    /// Returns the next token without reading it.
    pub(super) fn peek(&self) -> &'a str {
        self.token().slice(self.text)
    }

    /// Reads the next token.
    pub(super) fn take(&mut self) -> Span {
        let span = self.token();
        self.at = span.end;
        span
    }

    /// Returns whether the field has been read completely.
    pub(super) fn is_done(&self) -> bool {
        !self.is_at(|_| true)
    }

    /// Returns whether the next token is a number.
    pub(super) fn is_at_number(&self) -> bool {
        self.is_at(is_digit)
    }

    /// Returns whether the next token is a word.
    pub(super) fn is_at_word(&self) -> bool {
        self.is_at(is_letter)
    }

    #[inline(never)]
    fn is_at(&self, kind: fn(u8) -> bool) -> bool {
        self.byte(self.token().start).is_some_and(kind)
    }

    /// Reads this token if it comes next.
    #[inline(never)]
    pub(super) fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }

    /// Reads this token, or refuses anything else.
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

    /// Reads one of these words and returns its index, or refuses anything else.
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

    /// Keeps a mistake in a span of this text, if it is the first.
    #[inline(never)]
    pub(super) fn refuse(&mut self, mistake: Mistake, span: Span, expected: Expected) {
        self.at = self.end;
        if self.refused.is_none() {
            let mut error = LanguageError::new(mistake, self.text, span, expected);
            (error.field, error.example) = (self.field, self.example);
            self.refused = Some(error);
        }
    }

    /// Reads a part that few scenarios use, or refuses it where the program leaves it out.
    pub(super) fn rarely<T>(&mut self, otherwise: T, read: impl FnOnce(&mut Self, &'static Rare) -> T) -> T {
        match self.parts.rare {
            Some(rare) => read(self, rare),
            None => {
                self.refuse(Mistake::NotHere, self.token(), Expected::Phrase("something else"));
                otherwise
            }
        }
    }

    /// Refuses the next token.
    #[inline(never)]
    pub(super) fn unexpected(&mut self, expected: Expected) {
        self.refuse(Mistake::Unexpected, self.token(), expected);
    }

    /// Refuses a word that was given before.
    pub(super) fn repeated(&mut self, word: Span) {
        self.refuse(Mistake::Repeated, word, Expected::Once(word.slice(self.text).into()));
    }
}
