//! Checks that need the whole scenario: whether the settings of the limiters go together, and whether the
//! traffic ends in time.

use ratelab_limiter::{
    PolicyError,
    bounds::{BURST, CAPACITY},
};

use super::{error::Mistake, expected::Expected, reader::Reader, reading::Reading, span::Span};
use crate::scenario::{MOST_REQUESTS, Pattern, Shape};

/// Checks whether the parts of a scenario go together.
pub(super) fn check(reader: &mut Reader<'_>, reading: &Reading) {
    check_lanes(reader, reading);
    check_ends(reader, reading);
    check_total(reader, reading);
    if let Some(rare) = reader.parts.rare {
        (rare.check)(reader, reading);
    }
}

pub(super) fn refuse(
    reader: &mut Reader<'_>,
    (field, span, example): (&'static str, Span, &'static str),
    mistake: Mistake,
    expected: Expected,
) {
    (reader.field, reader.example) = (Some(field), example);
    reader.refuse(mistake, span, expected);
}

fn check_lanes(reader: &mut Reader<'_>, reading: &Reading) {
    for (index, lane) in reading.scenario.lanes.iter().enumerate() {
        let wrong = match reader.parts.rare {
            Some(rare) => (rare.culprit)(lane, &reading.scenario),
            None => lane.single_policy(&reading.scenario, None).err().map(|error| (error, 0)),
        };
        if let Some((error, member)) = wrong {
            refuse_policy(reader, location(reading, (index, member), &error), String::new(), error);
        }
    }
}

/// Returns the location of the mistake: the value of an option, or the name of the lane if it does not set that
/// option. Default lanes use the shared values.
fn location(
    reading: &Reading,
    at: (usize, usize),
    error: &PolicyError,
) -> (&'static str, Span, &'static str) {
    let find = |option| reading.lanes.iter().find(|lane| lane.at == at && lane.option == option);
    if let Some(found) = find(error.field()).or_else(|| find("")) {
        return ("lanes", found.span, "token_bucket capacity=20 initial=0");
    }
    let is_of_bucket = [CAPACITY.name, BURST.name].contains(&error.field());
    let (key, example) =
        if is_of_bucket && reading.scenario.burst.is_some() { ("burst", "20") } else { ("limit", "10/10s") };
    (key, reading.value(key), example)
}

/// Refuses a policy. The subject comes before the error in the message.
pub(super) fn refuse_policy(
    reader: &mut Reader<'_>,
    location: (&'static str, Span, &'static str),
    subject: String,
    error: PolicyError,
) {
    refuse(reader, location, Mistake::OutOfRange, Expected::Policy(Box::new((subject, error))));
}

/// Checks that the clock can show the end of every pattern.
fn check_ends(reader: &mut Reader<'_>, reading: &Reading) {
    let last = u64::MAX - reading.scenario.start;
    let is_late = |pattern: &Pattern| end(pattern).is_none_or(|end| end > last);
    if let Some(late) = reading.scenario.traffic.iter().position(is_late) {
        let location = match reading.patterns.get(late) {
            Some(span) => ("traffic", *span, "5/s for 30s from 10s"),
            // Only the start can make the default traffic too late.
            None => ("start", reading.value("start"), "1000000s"),
        };
        let expected = Expected::EndBy(u64::MAX);
        refuse(reader, location, Mistake::OutOfRange, expected);
    }
}

/// Checks the total number of requests, and points at the largest pattern.
fn check_total(reader: &mut Reader<'_>, reading: &Reading) {
    // Sums of 64-bit counts do not overflow 128 bits.
    let (mut total, mut most, mut span) = (0, 0, Span::default());
    for (index, pattern) in reading.scenario.traffic.iter().enumerate() {
        let count = reader.parts.sources.expected(&pattern.shape);
        total += u128::from(count);
        if count >= most {
            (most, span) = (count, reading.patterns.get(index).copied().unwrap_or_default());
        }
    }
    if total > u128::from(MOST_REQUESTS) {
        let expected = Expected::FewerThan(Box::new((MOST_REQUESTS, "requests in all", total)));
        refuse(reader, ("traffic", span, "5/s for 30s"), Mistake::TooManyRequests, expected);
    }
}

/// Returns the end of a pattern, if the clock can show it.
pub(super) fn end(pattern: &Pattern) -> Option<u64> {
    let last = |count: u32, delay: u64| u64::from(count.saturating_sub(1)).checked_mul(delay);
    let length = match &pattern.shape {
        Shape::Burst { .. } => 0,
        Shape::Every { count, delay } => last(*count, *delay)?,
        Shape::Bursts { every, times, .. } => last(*times, *every)?,
        Shape::At { times } => times.iter().max().copied().unwrap_or(0),
        Shape::Constant { duration, .. }
        | Shape::Poisson { duration, .. }
        | Shape::Ramp { duration, .. }
        | Shape::OnOff { duration, .. }
        | Shape::Sine { duration, .. }
        | Shape::Pareto { duration, .. } => *duration,
    };
    length.checked_add(pattern.from)
}
