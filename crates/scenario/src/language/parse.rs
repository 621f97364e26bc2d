//! Parses a text into a scenario, field by field.

use super::{
    check::check,
    error::{LanguageError, Mistake},
    expected::Expected,
    rare::WHOLE_LANGUAGE,
    reader::{MOST_TEXT, Parts, Reader, Words, listed},
    reading::Reading,
    span::Span,
};
use crate::scenario::Scenario;

/// A key, an example of its value, and the function that reads it.
struct Key(&'static str, &'static str, fn(&mut Reader<'_>, &mut Reading));

/// The keys, in the order in which they are printed.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the methods alone have a single lifetime")]
const KEYS: [Key; 13] = [
    Key("v", "1", |reader, _| reader.version()),
    Key("limit", "10/10s", |reader, reading| reading.scenario.limit = reader.rate()),
    Key("burst", "20", |reader, reading| reading.scenario.burst = Some(reader.count())),
    Key("lanes", "fixed_window, token_bucket capacity=20", |reader, reading| reader.lanes(reading)),
    Key("traffic", "10@9.5s; 15 every 100ms", |reader, reading| reader.traffic(reading)),
    Key("clients", "1000 zipf 1.1", |reader, reading| reading.scenario.clients = reader.clients()),
    Key("groups", "mobile 1000 limit 10/10s, cron", |reader, reading| {
        reader.rarely((), |reader, rare| (rare.groups)(reader, reading));
    }),
    Key("servers", "3 round_robin local", |reader, reading| {
        reader.rarely((), |reader, rare| (rare.servers)(reader, reading));
    }),
    Key("retry", "backoff 1s max 30s jitter attempts 6", |reader, reading| {
        reading.scenario.retry = reader.retry();
    }),
    Key("seed", "42", |reader, reading| reading.scenario.seed = reader.whole(0, u64::MAX)),
    Key("start", "1000000s", |reader, reading| reading.scenario.start = reader.time(0)),
    Key("show", "9s..21s", |reader, reading| reading.scenario.show = Some(reader.time_range())),
    Key("needs", "never 100/60s; burst 20; delay 0s", |reader, reading| {
        reader.rarely((), |reader, rare| (rare.needs)(reader, reading));
    }),
];

const NAMES: Words<'static> = &|index| Some(KEYS.get(index)?.0);

/// Parses a scenario in the words of the grammar only.
pub(super) fn parse_strictly(text: &str) -> Result<Scenario, LanguageError> {
    parse_parts(WHOLE_LANGUAGE, text)
}

/// Parses a scenario that has only these parts of the language, in the words of the grammar.
pub(super) fn parse_parts(parts: &'static Parts, text: &str) -> Result<Scenario, LanguageError> {
    let mut reading = Reading::default();
    read(parts, text, &mut reading).map_or(Ok(reading.scenario), Err)
}

/// Reads the value of one field into a scenario. It returns none for a mistake: only parsing a whole text gives
/// every mistake its position.
pub(super) fn read_value(scenario: &Scenario, key: &str, value: &str) -> Option<Scenario> {
    let mut reading = Reading { scenario: scenario.clone(), ..Reading::default() };
    read_alone(&mut reading, key, value)?;
    checked(reading.scenario)
}

/// Reads the value of one field, without checking it together with the others.
pub(super) fn read_alone(reading: &mut Reading, key: &str, value: &str) -> Option<()> {
    let Key(_, _, read) = KEYS.iter().find(|known| known.0 == key)?;
    let mut reader = Reader::new(value, WHOLE_LANGUAGE);
    check_characters(&mut reader);
    reader.begin(Span { start: 0, end: value.len() });
    read(&mut reader, reading);
    (reader.is_done() && reader.refused.is_none()).then_some(())
}

/// Returns a scenario if its parts go together.
pub(super) fn checked(scenario: Scenario) -> Option<Scenario> {
    let (mut reader, reading) = (Reader::new("", WHOLE_LANGUAGE), Reading { scenario, ..Reading::default() });
    check(&mut reader, &reading);
    reader.refused.is_none().then_some(reading.scenario)
}

/// Parses a scenario and the positions of its parts, up to the first mistake.
pub(super) fn read(parts: &'static Parts, text: &str, reading: &mut Reading) -> Option<LanguageError> {
    let mut reader = Reader::new(text, parts);
    check_characters(&mut reader);
    let mut start = 0;
    while start <= text.len() && reader.refused.is_none() {
        let separator = text.bytes().skip(start).position(|byte| matches!(byte, b'&' | b'\n'));
        let end = separator.map_or(text.len(), |length| start + length);
        reader.begin(Span { start, end });
        read_field(reading, &mut reader);
        start = end + 1;
    }
    if reader.refused.is_none() {
        check(&mut reader, reading);
    }
    reader.refused
}

/// Checks that the text is ASCII, so that a byte is a character.
fn check_characters(reader: &mut Reader<'_>) {
    let (text, length) = (reader.text, reader.text.len());
    if length > MOST_TEXT {
        let span = Span { start: text.floor_char_boundary(MOST_TEXT), end: length };
        let expected = Expected::FewerThan(Box::new((MOST_TEXT as u64, "characters", length as u128)));
        reader.refuse(Mistake::TooLong, span, expected);
    } else if let Some(start) = text.bytes().position(|byte| !byte.is_ascii()) {
        let span = Span { start, end: text.ceil_char_boundary(start + 1) };
        let expected = Expected::Phrase("English letters, digits, spaces and =&;,@/.():+_");
        reader.refuse(Mistake::NotAscii, span, expected);
    }
}

/// Reads a field unless it is empty.
fn read_field(reading: &mut Reading, reader: &mut Reader<'_>) {
    if reader.is_done() {
        return;
    }
    let Some(index) = read_key(reader, reading) else { return };
    let Key(name, example, read) = KEYS[index];
    reader.expect("=");
    (reader.field, reader.example) = (Some(name), example);
    let start = reader.token().start;
    read(reader, reading);
    if !reader.is_done() {
        reader.unexpected(Expected::Phrase("\"&\" or nothing"));
    }
    reading.values.push((name, Span { start, end: reader.at }));
}

/// Reads a key that was not read before, and returns its index.
fn read_key(reader: &mut Reader<'_>, reading: &Reading) -> Option<usize> {
    let span = reader.take();
    let word = span.slice(reader.text);
    let index = KEYS.iter().position(|key| key.0 == word);
    let is_repeated = reading.has(word);
    if is_repeated {
        reader.repeated(span);
    } else if index.is_none() {
        reader.refuse(Mistake::UnknownKey, span, Expected::one_of("one of the keys", listed(NAMES)));
    }
    index.filter(|_| !is_repeated)
}

impl Reader<'_> {
    /// Reads the version of the language. There is only one.
    fn version(&mut self) {
        let span = self.token();
        if !self.accept("1") {
            let expected = Expected::Phrase("version 1, the only one");
            self.refuse(Mistake::UnknownVersion, span, expected);
        }
    }

    /// `9s..21s`.
    pub(super) fn time_range(&mut self) -> (u64, u64) {
        let from = self.time(0);
        self.expect_range();
        let start = self.token().start;
        let to = self.time(0);
        if to <= from {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, Expected::Phrase("an end after the beginning"));
        }
        (from, to)
    }
}
