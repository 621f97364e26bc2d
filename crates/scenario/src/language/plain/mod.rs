//! Plain words that are not in the grammar: `10 at 9.5s`, `5 per second`, `100 rps`.
//!
//! The grammar reads first, so that a valid text never changes its meaning. Only a text that it refuses is
//! rewritten in its words here, and read again. A remaining mistake points at the typed text, and has a fix
//! where one is known.

mod edits;
mod fields;
mod repair;
mod tokens;
mod topology;
mod traffic;
mod words;

use self::{
    fields::rewritten,
    repair::repaired,
    tokens::{Token, tokens, written},
};
use super::{
    error::{LanguageError, Repaired},
    parse::{parse_strictly, read_alone},
    reader::MOST_TEXT,
    reading::Reading,
    span::Span,
};
use crate::scenario::Scenario;

/// Reads a text that the grammar refused with this error.
pub(super) fn read_plainly(text: &str, refused: LanguageError) -> Result<Scenario, LanguageError> {
    if text.len() > MOST_TEXT {
        return Err(refused);
    }
    let typed = fields(&joined(text));
    let plain: Vec<Field> = typed.iter().map(Field::rewritten).collect();
    let Written { text: plainly, spans } = Written::new(&plain);
    let error = match parse_strictly(&plainly) {
        Ok(scenario) => return Ok(scenario),
        Err(error) => error,
    };
    let fix = repaired(&plain).map(|text| Box::new(Repaired { text }));
    let error = if plain == typed { refused } else { at_source(text, &spans, error) };
    Err(LanguageError { fix, ..error })
}

/// Returns a value with several lines as one line of the same length. Line breaks become separators of parts.
pub(super) fn one_line(key: &str, value: &str) -> String {
    match key {
        "traffic" => value.replace(['\n', '&'], ","),
        "needs" => value.replace('\n', ";"),
        "lanes" | "groups" => value.replace('\n', ","),
        _ => value.replace('\n', " "),
    }
}

/// Returns a text in which a line without a key belongs to the field before it.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut key = String::new();
    for (index, line) in text.split('\n').enumerate() {
        let last = line.rsplit('&').next().unwrap_or_default();
        let is_more = index > 0 && !line.trim().is_empty() && !line.contains('=') && !key.is_empty();
        if index > 0 {
            joined.push_str(&if is_more { one_line(&key, "\n") } else { "\n".to_owned() });
        }
        joined.push_str(line);
        if let Some((name, _)) = last.split_once('=') {
            key = name.trim().to_ascii_lowercase();
        }
    }
    joined
}

/// A field: its key with the characters after it, and its value.
#[derive(Clone, PartialEq, Eq)]
struct Field {
    key: Vec<Token>,
    value: Vec<Token>,
}

impl Field {
    fn name(&self) -> &str {
        self.key.first().map_or("", |key| &key.text)
    }

    /// Rewrites the field in the words of the grammar. A valid value is kept: it may contain names that
    /// resemble other words.
    fn rewritten(&self) -> Self {
        let mut value = String::new();
        written(&self.value, &mut value);
        if read_alone(&mut Reading::default(), self.name(), &value).is_some() {
            return self.clone();
        }
        Self { key: self.key.clone(), value: rewritten(self.name(), self.value.clone()) }
    }
}

fn fields(text: &str) -> Vec<Field> {
    let mut start = 0;
    let field = |part: &str| {
        let span = Span { start, end: start + part.len() };
        start = span.end + 1;
        let mut key = tokens(text, span);
        let has_key = key.len() > 1 && key[0].is_word() && key[1].is("=");
        let value = key.split_off(if has_key { 2 } else { key.len() });
        Field { key, value }
    };
    text.split(['&', '\n']).map(field).collect()
}

/// Fields as text, and for each token its position there and where it was typed.
struct Written {
    text: String,
    spans: Vec<(Span, Span)>,
}

impl Written {
    fn new(fields: &[Field]) -> Self {
        let mut all = Self { text: String::new(), spans: Vec::new() };
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                all.text.push('&');
            }
            for part in [&field.key, &field.value] {
                let spans = written(part, &mut all.text);
                all.spans.extend(spans.into_iter().zip(part.iter().map(|token| token.source)));
            }
        }
        all
    }
}

/// Moves a mistake to the position where it was typed.
fn at_source(text: &str, spans: &[(Span, Span)], error: LanguageError) -> LanguageError {
    let (start, end) = (error.position, error.position + error.length);
    let within = spans.iter().filter(|(span, _)| span.start < end && span.end > start);
    let span = within
        .map(|(_, source)| *source)
        .reduce(|one, other| Span { start: one.start.min(other.start), end: one.end.max(other.end) });
    let before = spans.iter().rev().find(|(span, _)| span.end <= start);
    let missing = before.map_or(0, |(_, source)| source.end);
    let span = span.unwrap_or(Span { start: missing, end: missing });
    let LanguageError { mistake, expected, field, example, .. } = error;
    LanguageError { field, example, ..LanguageError::new(mistake, text, span, expected) }
}
