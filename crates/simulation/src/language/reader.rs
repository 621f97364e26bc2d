//! A place in a text, and what stands there.
//!
//! A text is a row of tokens: a number (digits, maybe a point and more digits), a
//! word (letters and `_`), or any other character by itself. Blanks only separate.

use super::error::{LanguageError, Mistake};

/// A stretch of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    /// What stands there.
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// What is read, or the mistake that is there: in a box, because it is passed on from
/// almost everywhere and its size would show in the size of the code.
pub(super) type Read<T> = Result<T, Box<LanguageError>>;

/// Reads one field of a text, which is ASCII by then.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Where the field ends.
    pub(super) end: usize,
    /// The key, once it is read.
    pub(super) field: Option<&'static str>,
    /// What mistakes show as an example from here on.
    pub(super) example: &'static str,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Words for a message: `a, b or c`.
pub(super) fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

impl<'a> Reader<'a> {
    /// A reader of a stretch of a text.
    pub(super) fn new(text: &'a str, span: Span) -> Self {
        Self { text, at: span.start, end: span.end, field: None, example: "limit=10/10s" }
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
    pub(super) fn token(&self) -> Span {
        let start = self.past(self.at, is_blank);
        let end = match self.byte(start) {
            None => start,
            Some(byte) if byte.is_ascii_digit() => self.number_end(start),
            Some(byte) if is_letter(byte) => self.past(start, is_letter),
            Some(_) => start + 1,
        };
        Span { start, end }
    }

    /// A point belongs to a number only before a digit: `9..21` is two numbers.
    fn number_end(&self, start: usize) -> usize {
        let digit = |byte: u8| byte.is_ascii_digit();
        let end = self.past(start, digit);
        let has_fraction = self.byte(end) == Some(b'.') && self.byte(end + 1).is_some_and(digit);
        if has_fraction { self.past(end + 1, digit) } else { end }
    }

    /// The next token, which stays.
    pub(super) fn peek(&self) -> &'a str {
        self.token().of(self.text)
    }

    /// The next token, which is read by this.
    pub(super) fn take(&mut self) -> Span {
        let span = self.token();
        self.at = span.end;
        span
    }

    /// Whether the field is read.
    pub(super) fn is_done(&self) -> bool {
        self.peek().is_empty()
    }

    /// Whether a number is next.
    pub(super) fn is_at_number(&self) -> bool {
        self.peek().starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether a word is next.
    pub(super) fn is_at_word(&self) -> bool {
        self.peek().bytes().next().is_some_and(is_letter)
    }

    /// Reads this token if it is next.
    pub(super) fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.take();
        }
        found
    }

    /// Reads this token, which must be next.
    pub(super) fn expect(&mut self, token: &str) -> Read<()> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(format!("\"{token}\""))) }
    }

    /// Reads the `..` between two values.
    pub(super) fn expect_range(&mut self) -> Read<()> {
        let refused = self.unexpected("\"..\"".into());
        if self.accept(".") && self.accept(".") { Ok(()) } else { Err(refused) }
    }

    /// Reads one of these words, which must be next.
    pub(super) fn one_of(&mut self, words: &[&'static str]) -> Read<&'static str> {
        let found = words.iter().find(|word| **word == self.peek());
        let Some(word) = found else {
            let mistake = if self.is_at_word() { Mistake::UnknownWord } else { Mistake::Unexpected };
            return Err(self.mistake(mistake, self.token(), format!("one of {}", listed(words))));
        };
        self.take();
        Ok(word)
    }

    /// A mistake in a stretch of this text.
    pub(super) fn mistake(&self, mistake: Mistake, span: Span, expected: String) -> Box<LanguageError> {
        let mut error = LanguageError::new(mistake, self.text, span, expected);
        (error.field, error.example) = (self.field, self.example);
        error
    }

    /// The mistake that the next token is.
    pub(super) fn unexpected(&self, expected: String) -> Box<LanguageError> {
        self.mistake(Mistake::Unexpected, self.token(), expected)
    }

    /// The mistake of a word that was there before.
    pub(super) fn repeated(&self, word: Span) -> Box<LanguageError> {
        let expected = format!("\"{}\" only once", word.of(self.text));
        self.mistake(Mistake::Repeated, word, expected)
    }
}
