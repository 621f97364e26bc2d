//! Times as people read them. TypeScript has the same words for the same times:
//! `tests/words/times.json` holds both to them.

use ratelab_limiter::SECOND;

use super::{count, decimal};

const MICROSECOND: u64 = 1_000;
const MILLISECOND: u64 = 1_000 * MICROSECOND;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The least time of each unit, its length, and its name. A tenth of a second is still in
/// seconds, and only two minutes are in minutes.
const UNITS: [(u64, u64, &str); 7] = [
    (2 * DAY, DAY, " days"),
    (2 * HOUR, HOUR, " h"),
    (2 * MINUTE, MINUTE, " min"),
    (SECOND / 10, SECOND, " s"),
    (MILLISECOND, MILLISECOND, " ms"),
    (MICROSECOND, MICROSECOND, " µs"),
    (1, 1, " ns"),
];

/// A duration to three digits: `0.6 s`, `10 s`, `1.5 ms`, `2 min`.
#[inline(never)]
pub fn duration(nanoseconds: u64) -> String {
    let unit = UNITS.into_iter().find(|(least, ..)| nanoseconds >= *least);
    let (_, length, name) = unit.unwrap_or((0, SECOND, " s"));
    [&decimal(nanoseconds, length), name].concat()
}

/// An instant on an axis, as fine as ticks so far apart need it: no two of them have the
/// same words. Beside later ones it is in their units: 90 s is 1 min 30 s before 2 min 30 s.
pub fn tick(time: u64, step: u64, latest: u64) -> String {
    if time < SECOND && step < SECOND {
        return below_a_second(time, step);
    }
    let in_seconds = step < MINUTE && (time < MINUTE || latest <= 2 * MINUTE);
    if in_seconds { in_units(time, SECOND, step) + " s" } else { in_several_units(time, step) }
}

/// An instant by itself, exactly: `10 s`, `59.5 s`, `2 min 5 s`.
#[inline(never)]
pub fn instant(time: u64) -> String {
    let mut step = SECOND;
    while !time.is_multiple_of(step) {
        step /= 10;
    }
    tick(time, step, time)
}

/// In the longest unit below a second that it has.
fn below_a_second(time: u64, step: u64) -> String {
    let is_one = |(_, length, _): &(u64, u64, &str)| *length < SECOND && time >= *length;
    match UNITS.into_iter().find(is_one) {
        Some((_, length, name)) => in_units(time, length, step) + name,
        None => "0".to_owned(),
    }
}

/// So many units, with as many digits as the step has; whole ones without.
fn in_units(time: u64, unit: u64, step: u64) -> String {
    let (mut places, mut part) = (0, unit);
    while part > 1 && !step.is_multiple_of(part) {
        (places, part) = (places + 1, part / 10);
    }
    match (time / unit, time % unit / part) {
        (whole, 0) => whole.to_string(),
        (whole, digits) => format!("{whole}.{digits:0places$}"),
    }
}

/// `2 min 5 s`, `1 h`, `1 day 6 h`: what is nothing is left out.
fn in_several_units(time: u64, step: u64) -> String {
    let (days, hours, minutes, rest) = (time / DAY, time / HOUR % 24, time / MINUTE % 60, time % MINUTE);
    let name = if days == 1 { " day" } else { " days" };
    let parts = [
        (days > 0, count(days) + name),
        (hours > 0, format!("{hours} h")),
        (minutes > 0, format!("{minutes} min")),
        (rest > 0 && !step.is_multiple_of(MINUTE), in_units(rest, SECOND, step) + " s"),
    ];
    let said: Vec<_> = parts.into_iter().filter(|(is_said, _)| *is_said).map(|(_, part)| part).collect();
    if said.is_empty() { "0".to_owned() } else { said.join(" ") }
}
