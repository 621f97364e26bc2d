//! The axis: a few round times, with a line through all lanes.

use core::fmt::Write;

use super::{place, tenths};
use crate::{view::Span, words::duration};

/// Ticks on an axis, at most.
const MOST_TICKS: u64 = 7;

pub(super) fn draw(text: &mut String, span: Span, top: u64, bottom: u64) {
    let step = step(span.to - span.from);
    let mut time = span.from.next_multiple_of(step);
    while time < span.to {
        let (x, label) = (tenths(place(span, time)), duration(time));
        let _ = writeln!(
            text,
            "<path class=\"t\" d=\"M{x} {top}V{bottom}\"/><text class=\"m\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            bottom + 18
        );
        let Some(next) = time.checked_add(step) else { break };
        time = next;
    }
}

/// The distance between ticks: the least of 1, 2, 5, 10, 20 and so on that leaves few
/// enough; above a minute, of times that people count in.
fn step(length: u64) -> u64 {
    const SECOND: u64 = 1_000_000_000;
    const LONG: [u64; 12] =
        [60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800, 604_800];
    let enough = |step: &u64| length / step <= MOST_TICKS;
    let short = (0..11).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let short = short.take_while(|step| *step < 60 * SECOND).find(enough);
    let long = || LONG.map(|seconds| seconds * SECOND).into_iter().find(enough);
    short.or_else(long).unwrap_or_else(|| (length / MOST_TICKS).max(1))
}
