//! What only shows when everything is read: whether the limiters exist, and
//! whether the traffic has an end that comes in time.

use ratelab_limiter::PolicyError;

use super::{
    error::{LanguageError, Mistake},
    lanes::{LanePlaces, print_number},
    parse::Draft,
    quantities::duration,
    reader::{Read, Reader, Span},
};
use crate::{
    scenario::{Lane, MOST_REQUESTS, Pattern, Scenario, Shape},
    traffic::expected,
};

/// Checks a scenario against what the parts of it mean together.
pub(super) fn check(text: &str, draft: &Draft) -> Read<()> {
    check_lanes(text, draft)?;
    check_ends(text, draft)?;
    check_total(text, draft)
}

fn check_lanes(text: &str, draft: &Draft) -> Read<()> {
    for (index, lane) in draft.scenario.lanes.iter().enumerate() {
        let place = draft.lanes.get(index);
        if let Some((error, value)) = culprit(lane, place, &draft.scenario) {
            let (field, span) = value.map_or_else(|| shared(draft, &error), |span| ("lanes", span));
            return Err(refused(text, field, span, &error));
        }
    }
    Ok(())
}

/// What is wrong with a lane, and where: at the value of an option, or at the name
/// of the lane that does not have that option itself.
fn culprit(
    lane: &Lane,
    place: Option<&LanePlaces>,
    scenario: &Scenario,
) -> Option<(PolicyError, Option<Span>)> {
    let error = lane.policy(scenario).err()?;
    let inside = |(index, member)| culprit(member, place?.members.get(index), scenario);
    if let Some(found) = lane.members.iter().enumerate().find_map(inside) {
        return Some(found);
    }
    let option = lane.options.iter().position(|(name, _)| *name == error.field());
    let span = place.map(|place| option.and_then(|index| place.values.get(index)).unwrap_or(&place.name));
    Some((error, span.copied()))
}

/// Where the value that default lanes share was given.
fn shared(draft: &Draft, error: &PolicyError) -> (&'static str, Span) {
    let of_bucket = matches!(error.field(), "capacity" | "burst");
    let key = if of_bucket && draft.scenario.burst.is_some() { "burst" } else { "limit" };
    (key, value(draft, key))
}

/// Where the value of a key is.
fn value(draft: &Draft, key: &str) -> Span {
    draft.values.iter().find(|(read, _)| *read == key).map_or(Span::default(), |(_, span)| *span)
}

fn mistake(
    text: &str,
    field: &'static str,
    span: Span,
    (mistake, expected, example): (Mistake, String, &'static str),
) -> Box<LanguageError> {
    let reader = Reader { field: Some(field), example, ..Reader::new(text, span) };
    reader.mistake(mistake, span, expected)
}

fn refused(text: &str, field: &'static str, span: Span, error: &PolicyError) -> Box<LanguageError> {
    let expected = match error {
        PolicyError::OutOfRange { field, given, minimum, maximum, unit, because } => {
            let number = |number| print_number(*unit, number);
            let (least, most) = (number(i128::from(*minimum)), number(i128::from(*maximum)));
            let because = because.map_or(String::new(), |reason| format!(" {reason}"));
            format!("{field} from {least} to {most}{because}, not {}", number(*given))
        }
        _ => error.to_string(),
    };
    let example = match field {
        "lanes" => "token_bucket capacity=20 initial=0",
        "burst" => "20",
        _ => "10/10s",
    };
    mistake(text, field, span, (Mistake::OutOfRange, expected, example))
}

/// The clock must be able to show the end of every pattern.
fn check_ends(text: &str, draft: &Draft) -> Read<()> {
    let last = u128::from(u64::MAX - draft.scenario.start);
    let Some(late) = draft.scenario.traffic.iter().position(|pattern| end(pattern) > last) else {
        return Ok(());
    };
    let (field, span, example) = match draft.patterns.get(late) {
        Some(span) => ("traffic", *span, "5/s for 30s from 10s"),
        // Only the start can make the default traffic too late.
        None => ("start", value(draft, "start"), "1000000s"),
    };
    let expected = format!("traffic that ends by {} on the clock", duration(u64::MAX));
    Err(mistake(text, field, span, (Mistake::OutOfRange, expected, example)))
}

/// Points at the pattern that makes the most of what is too much.
fn check_total(text: &str, draft: &Draft) -> Read<()> {
    // Sums of counts, each of 64 bits, do not overflow 128.
    let counts = || draft.scenario.traffic.iter().map(|pattern| u128::from(expected(&pattern.shape)));
    let total = counts().sum::<u128>();
    if total <= u128::from(MOST_REQUESTS) {
        return Ok(());
    }
    let most = counts().zip(&draft.patterns).max_by_key(|(count, _)| *count);
    let span = most.map_or(Span::default(), |(_, span)| *span);
    let expected = format!("at most {MOST_REQUESTS} requests in all, not {total}");
    Err(mistake(text, "traffic", span, (Mistake::TooManyRequests, expected, "5/s for 30s")))
}

/// The time at which a pattern is over.
fn end(pattern: &Pattern) -> u128 {
    let last = |count: u32, delay: u64| u128::from(count.saturating_sub(1)) * u128::from(delay);
    let length = match &pattern.shape {
        Shape::Burst { .. } => 0,
        Shape::Every { count, delay } => last(*count, *delay),
        Shape::Bursts { every, times, .. } => last(*times, *every),
        Shape::At { times } => times.iter().max().copied().unwrap_or(0).into(),
        Shape::Constant { duration, .. }
        | Shape::Poisson { duration, .. }
        | Shape::Ramp { duration, .. }
        | Shape::OnOff { duration, .. }
        | Shape::Sine { duration, .. }
        | Shape::Pareto { duration, .. } => u128::from(*duration),
    };
    length + u128::from(pattern.from)
}
