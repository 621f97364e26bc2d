//! Times as people read them. TypeScript formats times in the same way: `tests/words/times.json` holds both to it.

use ratelab_limiter::SECOND;

use super::{
    count,
    units::{TIMES, Unit},
};

const MILLISECOND: u64 = 1_000_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Formats a duration to three digits: `0.6 s`, `10 s`, `1.5 ms`, `2 min`.
#[inline(never)]
pub fn duration(nanoseconds: u64) -> String {
    Unit::for_amount(&TIMES, nanoseconds).map_or_else(|| "0 s".to_owned(), |unit| unit.print(nanoseconds))
}

/// Formats how often something happens: `every second`, `every 5 s`.
pub fn every(period: u64) -> String {
    match period {
        SECOND => "every second".to_owned(),
        MINUTE => "every minute".to_owned(),
        HOUR => "every hour".to_owned(),
        _ => ["every ", &duration(period)].concat(),
    }
}

/// Formats an instant on an axis with ticks `step` apart, precisely enough that no two ticks have the same label. It
/// is in the units of the latest tick: 90 s is 1 min 30 s before 2 min 30 s.
pub fn tick(time: u64, step: u64, latest: u64) -> String {
    if time < SECOND && step < SECOND {
        return below_a_second(time, step);
    }
    let in_seconds = step < MINUTE && (time < MINUTE || latest <= 2 * MINUTE);
    if in_seconds { in_units(time, SECOND, step) + " s" } else { in_several_units(time, step) }
}

/// Formats an instant of the scenario, to the millisecond: `10.1 s`, `2 min 3.25 s`.
pub fn instant(nanoseconds: u64) -> String {
    let milliseconds = nanoseconds / MILLISECOND + u64::from(nanoseconds % MILLISECOND >= MILLISECOND / 2);
    let minutes = milliseconds / 60_000;
    let rest = if minutes < 2 { milliseconds } else { milliseconds % 60_000 };
    let seconds = thousandths(rest, 1_000) + " s";
    match minutes {
        0..2 => seconds,
        2..120 => format!("{minutes} min {seconds}"),
        _ => format!("{} h {} min {seconds}", count(minutes / 60), minutes % 60),
    }
}

/// Formats a single instant, exactly: `10 s`, `59.5 s`, `2 min 5 s`.
#[inline(never)]
pub fn exact_instant(time: u64) -> String {
    tick(time, step_of(time), time)
}

/// Returns the longest power-of-ten fraction of a second that divides a time.
fn step_of(time: u64) -> u64 {
    let mut step = SECOND;
    while !time.is_multiple_of(step) {
        step /= 10;
    }
    step
}

/// Formats a time in its longest unit below a second.
fn below_a_second(time: u64, step: u64) -> String {
    match TIMES.iter().find(|unit| unit.length < SECOND && time >= unit.length) {
        Some(unit) => [&in_units(time, unit.length, step), " ", unit.name].concat(),
        None => "0".to_owned(),
    }
}

/// Formats a number of units, with as many decimals as the step has; whole numbers have none.
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

/// Formats a time in several units: `2 min 5 s`, `1 h`, `1 day 6 h`. Zeros are left out.
fn in_several_units(time: u64, step: u64) -> String {
    let (days, hours, minutes, rest) = (time / DAY, time / HOUR % 24, time / MINUTE % 60, time % MINUTE);
    let name = if days == 1 { " day" } else { " days" };
    let parts = [
        (days > 0, count(days) + name),
        (hours > 0, format!("{hours} h")),
        (minutes > 0, format!("{minutes} min")),
        (rest > 0 && !step.is_multiple_of(MINUTE), in_units(rest, SECOND, step) + " s"),
    ];
    let stated: Vec<_> =
        parts.into_iter().filter(|(is_stated, _)| *is_stated).map(|(_, part)| part).collect();
    if stated.is_empty() { "0".to_owned() } else { stated.join(" ") }
}

/// Formats a time of a script, to three decimals of its unit: `9.5 s`, `50 ms`, `4 h 59 min`.
pub fn script_time(time: u64) -> String {
    if time > 0 && time < SECOND / 10 {
        let unit = Unit::for_amount(&TIMES, time);
        return unit
            .map(|unit| [&thousandths(time, unit.length), " ", unit.name].concat())
            .unwrap_or_default();
    }
    if time < 2 * MINUTE {
        return thousandths(time, SECOND) + " s";
    }
    let rounded = time.saturating_add(MILLISECOND / 2) / MILLISECOND * MILLISECOND;
    in_several_units(rounded, step_of(rounded))
}

/// Formats a number of units to three decimals, rounded half up.
fn thousandths(time: u64, unit: u64) -> String {
    let thousandth = (unit / 1_000).max(1);
    let rounded = time.saturating_add(thousandth / 2) / thousandth;
    match (rounded / (unit / thousandth), rounded % (unit / thousandth)) {
        (whole, 0) => count(whole),
        (whole, part) => format!("{}.{part:03}", count(whole)).trim_end_matches('0').to_owned(),
    }
}
