//! From text to scenario: the fields, each read by its own part of the grammar.

use super::{
    check::check,
    error::{LanguageError, Mistake},
    lanes::LanePlaces,
    reader::{Read, Reader, Span, listed},
};
use crate::scenario::Scenario;

/// The longest text, in bytes.
pub const MOST_TEXT: usize = 65_536;

/// The keys, in the order in which they are printed, each with an example.
const KEYS: [(&str, &str); 10] = [
    ("v", "1"),
    ("limit", "10/10s"),
    ("burst", "20"),
    ("lanes", "fixed_window, token_bucket capacity=20"),
    ("traffic", "10@9.5s; 15 every 100ms"),
    ("clients", "1000 zipf 1.1"),
    ("retry", "backoff 1s max 30s jitter attempts 6"),
    ("seed", "42"),
    ("start", "1000000s"),
    ("show", "9s..21s"),
];

/// What is read so far, and where it stood.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) scenario: Scenario,
    /// The keys that were read, each with where its value is.
    pub(super) values: Vec<(&'static str, Span)>,
    /// Where each lane is, unless they are the default.
    pub(super) lanes: Vec<LanePlaces>,
    /// Where each pattern is, unless they are the default.
    pub(super) patterns: Vec<Span>,
}

/// Reads a scenario.
pub fn parse(text: &str) -> Result<Scenario, LanguageError> {
    read(text).map_err(|error| *error)
}

fn read(text: &str) -> Read<Scenario> {
    check_characters(text)?;
    let mut draft = Draft::default();
    let mut start = 0;
    for field in text.split(['&', '\n']) {
        let end = start + field.len();
        read_field(&mut draft, Reader::new(text, Span { start, end }))?;
        start = end + 1;
    }
    check(text, &draft)?;
    Ok(draft.scenario)
}

/// The grammar is of ASCII alone, so that a byte is a character.
fn check_characters(text: &str) -> Read<()> {
    if text.len() > MOST_TEXT {
        let span = Span { start: text.floor_char_boundary(MOST_TEXT), end: text.len() };
        return Err(LanguageError::new(
            Mistake::TooLong,
            text,
            span,
            format!("at most {MOST_TEXT} characters, not {}", text.len()),
        ));
    }
    let Some((start, other)) = text.char_indices().find(|(_, character)| !character.is_ascii()) else {
        return Ok(());
    };
    let expected = "letters of the English alphabet, digits, blanks and =&;,@/.()+_";
    let span = Span { start, end: start + other.len_utf8() };
    Err(LanguageError::new(Mistake::NotAscii, text, span, expected.into()))
}

/// Reads a field unless it is empty.
fn read_field(draft: &mut Draft, mut reader: Reader<'_>) -> Read<()> {
    if reader.is_done() {
        return Ok(());
    }
    let (key, example) = read_key(&mut reader, &draft.values)?;
    reader.expect("=")?;
    (reader.field, reader.example) = (Some(key), example);
    let start = reader.token().start;
    read_value(draft, key, &mut reader)?;
    if !reader.is_done() {
        return Err(reader.unexpected("\"&\" or the end".into()));
    }
    draft.values.push((key, Span { start, end: reader.at }));
    Ok(())
}

/// Reads a key of the table that is not among those that were read before.
fn read_key(reader: &mut Reader<'_>, before: &[(&str, Span)]) -> Read<(&'static str, &'static str)> {
    let span = reader.take();
    let word = span.of(reader.text);
    let found = KEYS.iter().find(|(key, _)| *key == word);
    let repeated = before.iter().any(|(key, _)| *key == word);
    if let Some(found) = found.filter(|_| !repeated) {
        return Ok(*found);
    }
    let keys = listed(&KEYS.map(|(key, _)| key));
    Err(if repeated {
        let expected = format!("\"{word}\" only once, or another of the keys {keys}");
        reader.mistake(Mistake::Repeated, span, expected)
    } else {
        reader.mistake(Mistake::UnknownKey, span, format!("one of the keys {keys}"))
    })
}

fn read_value(draft: &mut Draft, key: &str, reader: &mut Reader<'_>) -> Read<()> {
    let scenario = &mut draft.scenario;
    match key {
        "limit" => scenario.limit = reader.rate()?,
        "burst" => scenario.burst = Some(reader.count()?),
        "lanes" => (scenario.lanes, draft.lanes) = reader.lanes()?,
        "traffic" => (scenario.traffic, draft.patterns) = reader.traffic()?,
        "clients" => scenario.clients = reader.clients()?,
        "retry" => scenario.retry = reader.retry()?,
        "seed" => scenario.seed = reader.whole(0, u64::MAX)?,
        "start" => scenario.start = reader.time(0)?,
        "show" => scenario.show = Some(reader.show()?),
        _ => reader.version()?,
    }
    Ok(())
}

impl Reader<'_> {
    /// The version of the language, of which there is one.
    fn version(&mut self) -> Read<()> {
        let span = self.token();
        if self.accept("1") {
            return Ok(());
        }
        let expected = "version 1, the only one that can be read".into();
        Err(self.mistake(Mistake::UnknownVersion, span, expected))
    }

    /// `9s..21s`.
    fn show(&mut self) -> Read<(u64, u64)> {
        let from = self.time(0)?;
        self.expect_range()?;
        let mut span = self.token();
        let to = self.time(0)?;
        span.end = self.at;
        if to <= from {
            let expected = "an end after the beginning".into();
            return Err(self.mistake(Mistake::OutOfRange, span, expected));
        }
        Ok((from, to))
    }
}
