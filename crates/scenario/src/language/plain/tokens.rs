//! Splits a text into tokens that remember where they were typed, and joins tokens to text.

use super::super::span::Span;

/// A number, a lower-case word, or another character, and where it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) source: Span,
}

impl Token {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(super) fn is_number(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_digit())
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(is_letter)
    }
}

const fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

const fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// Returns the ASCII equivalent of a character that editors and phones insert.
const fn plain_character(character: char) -> &'static str {
    match character {
        'µ' | 'μ' => "u",
        '×' => "x",
        '–' | '—' | '−' => "-",
        '…' => "..",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        _ => "",
    }
}

/// Returns the tokens of a range of a text.
pub(super) fn tokens(text: &str, within: Span) -> Vec<Token> {
    let (mut tokens, mut at) = (Vec::new(), within.start);
    while at < within.end {
        let rest = text.get(at..within.end).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        let (written, length) = token(rest, first, &tokens);
        let source = Span { start: at, end: at + length };
        match written.trim() {
            "" => {}
            ".." => tokens.extend([".", "."].map(|text| Token { text: text.to_owned(), source })),
            text => tokens.push(Token { text: text.to_owned(), source }),
        }
        at += length;
    }
    tokens
}

/// Returns words of the grammar as tokens with this source.
pub(super) fn tokens_at(text: &str, source: Span) -> Vec<Token> {
    let all = tokens(text, Span { start: 0, end: text.len() });
    all.into_iter().map(|token| Token { source, ..token }).collect()
}

/// Returns the next token as the grammar writes it, and its length as typed.
fn token(rest: &str, first: char, before: &[Token]) -> (String, usize) {
    let is_after_point = before.last().is_some_and(|last| last.is("."));
    if is_digit(first) {
        number(rest, before)
    } else if first == '.' && !is_after_point && rest.get(1..).is_some_and(|rest| rest.starts_with(is_digit))
    {
        let length = 1 + run(&rest[1..], is_digit);
        (format!("0{}", &rest[..length]), length)
    } else if is_letter(first) || plain_character(first) == "u" {
        word(rest)
    } else {
        let plain = plain_character(first);
        let written = if plain.is_empty() { first.to_string() } else { plain.to_owned() };
        (written, first.len_utf8())
    }
}

/// Returns the length of the leading characters of a kind, in bytes.
fn run(text: &str, kind: fn(char) -> bool) -> usize {
    text.find(|character| !kind(character)).unwrap_or(text.len())
}

/// Returns a word in lower case. `M` alone is kept: it is a million or a minute.
fn word(rest: &str) -> (String, usize) {
    let kind = |character| is_letter(character) || plain_character(character) == "u";
    let typed = &rest[..run(rest, kind)];
    let written =
        if typed == "M" { typed.to_owned() } else { typed.replace(['µ', 'μ'], "u").to_ascii_lowercase() };
    (written, typed.len())
}

/// Returns a number, which may have thousands separators: `1,000`, `1_000`.
fn number(rest: &str, before: &[Token]) -> (String, usize) {
    let mut length = run(rest, is_digit);
    let is_counted = before.last().is_some_and(|last| last.is("cost") || last.is("x"));
    let grouped = if length <= 3 { groups(rest, length) } else { length };
    if !(is_counted && begins_pattern(&rest[grouped..])) {
        length = grouped;
    }
    let after = &rest[length..];
    if after.starts_with('.') && after[1..].starts_with(is_digit) {
        length += 1 + run(&after[1..], is_digit);
    }
    (rest[..length].replace([',', '_'], ""), length)
}

/// Returns the length of a number with all its groups of three digits.
fn groups(rest: &str, mut length: usize) -> usize {
    while rest[length..].starts_with([',', '_']) && run(&rest[length + 1..], is_digit) == 3 {
        length += 4;
    }
    length
}

/// Returns whether the number before this text belongs to the next pattern, as in `cost 5,100@2s`.
fn begins_pattern(rest: &str) -> bool {
    let rest = rest.trim_start();
    ["@", "/", "every", "at ", "per"].iter().any(|next| rest.starts_with(next))
}

/// Appends tokens to a text, and returns their positions in it.
pub(super) fn written(tokens: &[Token], text: &mut String) -> Vec<Span> {
    let mut before: Option<&Token> = None;
    let mut spans = Vec::with_capacity(tokens.len());
    for token in tokens {
        if before.is_some_and(|before| must_be_apart(before, token)) {
            text.push(' ');
        }
        let start = text.len();
        text.push_str(&token.text);
        spans.push(Span { start, end: text.len() });
        before = Some(token);
    }
    spans
}

/// Returns whether two tokens would merge without a space.
fn must_be_apart(before: &Token, after: &Token) -> bool {
    let (point, other) = (before.is(".") || after.is("."), before.is_number() || after.is_number());
    before.is_word() && after.is_word() || before.is_number() && after.is_number() || point && other
}
