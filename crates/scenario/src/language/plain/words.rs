//! Words with the same meaning in every field.

use super::{
    super::{quantities::scaled, span::Span, units},
    tokens::{Token, tokens_at},
};

/// Units of the grammar, and their synonyms.
const UNITS: [(&str, &[&str]); 7] = [
    ("ns", &["nsec", "nsecs", "nanos", "nanosecond", "nanoseconds"]),
    ("us", &["usec", "usecs", "micros", "microsecond", "microseconds"]),
    ("ms", &["msec", "msecs", "millis", "milli", "millisecond", "milliseconds"]),
    ("s", &["sec", "secs", "second", "seconds"]),
    ("m", &["min", "mins", "minute", "minutes"]),
    ("h", &["hr", "hrs", "hour", "hours"]),
    ("d", &["day", "days"]),
];

const NUMBERS: [(&str, &[&str]); 11] = [
    ("1", &["one", "single"]),
    ("2", &["two"]),
    ("3", &["three"]),
    ("4", &["four"]),
    ("5", &["five"]),
    ("6", &["six"]),
    ("7", &["seven"]),
    ("8", &["eight"]),
    ("9", &["nine"]),
    ("10", &["ten"]),
    ("100", &["hundred"]),
];

const RATES: [(&str, &[&str]); 5] = [
    ("/s", &["rps", "qps", "tps"]),
    ("/m", &["rpm", "qpm"]),
    ("/h", &["rph", "qph"]),
    ("/d", &["rpd", "qpd"]),
    ("/", &["per"]),
];

/// Words that add no information.
const EMPTY: [(&str, &[&str]); 1] = [(
    "",
    &[
        "request", "requests", "req", "reqs", "call", "calls", "hit", "hits", "message", "messages", "query",
        "queries", "of", "the", "exactly",
    ],
)];

/// Words after a number of requests, which distinguish a million from a minute.
const AFTER_COUNT: [&str; 7] = ["@", "/", "every", "at", "per", "requests", "rps"];

/// Returns the word of the grammar for a synonym, from a table.
pub(super) fn found(table: &[(&'static str, &[&str])], word: &str) -> Option<&'static str> {
    table.iter().find(|(_, same)| same.contains(&word)).map(|(written, _)| *written)
}

/// Returns whether a token is a unit of time as the grammar writes it.
pub(super) fn is_unit(token: &Token) -> bool {
    UNITS.iter().any(|(unit, _)| token.is(unit))
}

/// Returns tokens with the grammar's units. A word before a colon is a name.
pub(super) fn with_units(mut tokens: Vec<Token>) -> Vec<Token> {
    for index in 0..tokens.len() {
        let is_name = tokens.get(index + 1).is_some_and(|next| next.is(":"));
        if let Some(unit) = found(&UNITS, &tokens[index].text).filter(|_| !is_name) {
            tokens[index].text = unit.to_owned();
        }
    }
    tokens
}

/// Replaces the words with the same meaning in every field.
pub(super) fn common(tokens: Vec<Token>) -> Vec<Token> {
    let mut written: Vec<Token> = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        let known =
            [&UNITS[..], &NUMBERS, &RATES, &EMPTY].into_iter().find_map(|table| found(table, &token.text));
        let factor = factor(token, tokens.get(index + 1));
        // A group may have any name.
        let is_name = written.last().is_some_and(|last| last.is("by")) && !token.is("the");
        let number = written.last_mut().filter(|last| last.is_number() && factor > 1);
        if is_name {
            written.push(token.clone());
        } else if let Some(number) = number {
            multiply(number, token, factor);
        } else if let Some(known) = known {
            written.extend(tokens_at(known, token.source));
        } else {
            written.push(if token.is("M") {
                Token { text: "m".into(), ..token.clone() }
            } else {
                token.clone()
            });
        }
    }
    written
}

/// Returns the factor by which a word multiplies the number before it; 1 if it does not.
fn factor(token: &Token, next: Option<&Token>) -> u64 {
    let is_count = next.is_some_and(|next| AFTER_COUNT.iter().any(|after| next.is(after)));
    match token.text.as_str() {
        "k" | "thousand" => 1_000,
        "million" => 1_000_000,
        "M" if is_count => 1_000_000,
        _ => 1,
    }
}

/// Multiplies a number. A result that is too large or not whole is left as typed, and refused later.
fn multiply(number: &mut Token, word: &Token, factor: u64) {
    if let Ok(product) = scaled(&number.text, factor) {
        number.text = product.to_string();
    }
    number.source = Span { start: number.source.start, end: word.source.end };
}

/// Returns the time at an index of the tokens: a number and a unit.
pub(super) fn time_at(tokens: &[Token], index: usize) -> Option<u64> {
    let (number, unit) = (tokens.get(index)?, tokens.get(index + 1)?);
    if !number.is_number() {
        return None;
    }
    let (_, length) = units::UNITS.iter().find(|(name, _)| unit.is(name))?;
    scaled(&number.text, *length).ok()
}

/// Rewrites fractional rates as whole ones: `0.5/s` is `1/2s`.
pub(super) fn with_whole_rates(tokens: &mut Vec<Token>) {
    let is_rate = |index: &usize| {
        let slash = tokens.get(index + 1).is_some_and(|next| next.is("/"));
        tokens[*index].text.contains('.') && slash
    };
    let rates: Vec<usize> = (0..tokens.len()).filter(is_rate).collect();
    for index in rates.into_iter().rev() {
        make_whole(tokens, index);
    }
}

fn make_whole(tokens: &mut Vec<Token>, index: usize) -> Option<()> {
    let number = &tokens[index].text;
    let decimals =
        u32::try_from(number.len() - number.find('.')? - 1).ok().filter(|decimals| *decimals <= 6)?;
    let mut per = 10u64.pow(decimals);
    let mut amount = scaled(number, per).ok()?;
    for factor in [2, 5] {
        while amount.is_multiple_of(factor) && per.is_multiple_of(factor) && amount > 0 {
            (amount, per) = (amount / factor, per / factor);
        }
    }
    let has_number = tokens.get(index + 2)?.is_number();
    let period = if has_number { scaled(&tokens[index + 2].text, 1).ok()? } else { 1 };
    let period = period.checked_mul(per)?.to_string();
    tokens[index].text = amount.to_string();
    let source = tokens[index + 2].source;
    let after = index + 2 + usize::from(has_number);
    tokens.splice(index + 2..after, [Token { text: period, source }]);
    Some(())
}

/// Returns how many tokens a name takes: `token bucket`, `token-bucket`, `token_bucket`.
pub(super) fn length_of(name: &str, tokens: &[Token]) -> Option<usize> {
    if tokens.first()?.is(name) {
        return Some(1);
    }
    let mut length = 0;
    for word in name.split('_') {
        length += usize::from(length > 0 && tokens.get(length)?.is("-"));
        tokens.get(length).filter(|token| token.is(word) && !is_unit(token))?;
        length += 1;
    }
    Some(length)
}
