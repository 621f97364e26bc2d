//! Limits as text. Periods are spelled out: "10 seconds", where a figure has `10 s`.

use ratelab_limiter::SECOND;
pub(crate) use ratelab_words::{count as number, counted as count};

use super::shape::{Kind, Shape};

const UNITS: [(u64, &str); 4] =
    [(86_400 * SECOND, "day"), (3600 * SECOND, "hour"), (60 * SECOND, "minute"), (SECOND, "second")];

/// A period of nanoseconds: "minute", "10 seconds".
pub(crate) fn period(period: u64) -> String {
    let (unit, name) = UNITS
        .into_iter()
        .find(|unit| period >= unit.0 && period.is_multiple_of(unit.0))
        .unwrap_or_else(|| {
            if period.is_multiple_of(1_000_000) { (1_000_000, "millisecond") } else { (1, "nanosecond") }
        });
    match period / unit {
        1 => name.into(),
        count => [&number(count), " ", name, "s"].concat(),
    }
}

/// "100 a minute", "100 in 10 seconds".
pub(crate) fn rate(amount: u64, length: u64) -> String {
    let length = period(length);
    let between = match length.as_bytes()[0] {
        b'0'..=b'9' => " in ",
        b'h' => " an ",
        _ => " a ",
    };
    [&number(amount), between, &length].concat()
}

/// Parts per million as a percentage: "0.1 %".
pub(crate) fn share(millionths: u32) -> String {
    let digits = (1_000_000 + millionths % 10_000).to_string();
    let fraction = digits[3..].trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    [&number((millionths / 10_000).into()), point, fraction, " %"].concat()
}

/// A limiter with its limit: "Fixed window, 100 a minute, aligned to the minute".
pub(super) fn limiter(shape: &Shape, limit: u64) -> String {
    let (name, detail) = match shape.kind {
        Kind::Fixed => ("Fixed window", [", aligned to the ", &aligned(shape.period)].concat()),
        Kind::FixedFromFirst => ("Fixed window", ", from a client's first request".into()),
        Kind::Log => ("Sliding window log", String::new()),
        Kind::CounterDown => ("Sliding window counter", ", rounded down".into()),
        Kind::CounterExact => ("Sliding window counter", ", not rounded".into()),
        Kind::Bucket => ("Token bucket", [", burst ", &number(limit)].concat()),
    };
    let amount = if shape.kind == Kind::Bucket { shape.rate.amount.into() } else { limit };
    let denied = if shape.reports_denied { ", denials count too" } else { "" };
    [name, ", ", &rate(amount, shape.period), &detail, denied].concat()
}

/// The alignment of a window: "minute", "full 10 seconds".
fn aligned(length: u64) -> String {
    let length = period(length);
    if length.as_bytes()[0].is_ascii_digit() { ["full ", &length].concat() } else { length }
}

/// The time of day in UTC of a time in microseconds since 1970.
pub(crate) fn time_of_day(time: u64) -> String {
    let second = time / 1_000_000 % 86_400;
    let two = |number: u64| [if number < 10 { "0" } else { "" }, &number.to_string()].concat();
    [&two(second / 3600), ":", &two(second / 60 % 60), ":", &two(second % 60)].concat()
}
