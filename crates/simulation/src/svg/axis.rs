//! The axis: a few round times, with a line through all lanes. No two have the same label.

use core::fmt::Write;

use ratelab_limiter::SECOND;

use super::{LEFT, place, tenths};
use crate::{view::Span, words::tick};

/// Ticks on an axis, at most.
const MOST_TICKS: u64 = 7;

/// Pixels of a character, and between two labels.
const CHARACTER: u64 = 6;
const APART: u64 = 14;

/// From the last lane to the labels, and from these to what they are counted from.
const TO_LABELS: u64 = 18;
const TO_BASE: u64 = 16;

const WEEK: u64 = 604_800 * SECOND;

/// A stretch of time with ticks so far apart.
pub(super) struct Axis {
    span: Span,
    step: u64,
    /// What labels are counted from. Deep in a long run only the last digits differ.
    base: Option<u64>,
}

impl Axis {
    /// With as many ticks as have room.
    pub(super) fn new(span: Span) -> Self {
        let with = |step| Self { span, step, base: base(span, step) };
        let mut few_enough = steps().filter(|step| (span.to - span.from) / step <= MOST_TICKS).map(with);
        few_enough.find(Self::fits).unwrap_or_else(|| with(span.to - span.from))
    }

    /// How much more room it needs below the labels.
    pub(super) fn height(&self) -> u64 {
        if self.base.is_some() { TO_BASE } else { 0 }
    }

    pub(super) fn draw(&self, text: &mut String, top: u64, bottom: u64) {
        for time in self.times() {
            let (x, label) = (tenths(place(self.span, time)), self.label(time));
            let _ = writeln!(
                text,
                "<path class=\"t\" d=\"M{x} {top}V{bottom}\"/><text class=\"m\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + TO_LABELS
            );
        }
        if let Some(base) = self.base {
            let (base, y) = (tick(base, unit(self.step), base), bottom + TO_LABELS + TO_BASE);
            let _ = writeln!(text, "<text class=\"m\" x=\"{LEFT}\" y=\"{y}\">from {base}</text>");
        }
    }

    fn times(&self) -> impl Iterator<Item = u64> {
        let (step, to) = (self.step, self.span.to);
        let first = self.span.from.checked_next_multiple_of(step).filter(|first| *first < to);
        core::iter::successors(first, move |time| time.checked_add(step).filter(|next| *next < to))
    }

    fn label(&self, time: u64) -> String {
        match self.base {
            None => tick(time, self.step, self.span.to),
            Some(base) => ["+", &tick(time - base, self.step, 0)].concat(),
        }
    }

    /// Whether no label runs into the next.
    fn fits(&self) -> bool {
        let longest = self.times().map(|time| self.label(time).chars().count() as u64).max();
        let ends = [0, self.step].map(|offset| place(self.span, self.span.from.saturating_add(offset)));
        longest.is_none_or(|longest| 10 * (longest * CHARACTER + APART) <= ends[1] - ends[0])
    }
}

/// What the labels of an axis with fine steps are counted from.
fn base(span: Span, step: u64) -> Option<u64> {
    let is_deep = step < 1_000_000 && span.to > 1_000 * unit(step);
    let first = span.from.checked_next_multiple_of(step).filter(|_| is_deep)?;
    Some(first / unit(step) * unit(step))
}

const fn unit(step: u64) -> u64 {
    if step < 1_000 { 1_000 } else { 1_000_000 }
}

/// Distances between ticks, the shortest first: 1, 2, 5, 10, 20 and so on; above a minute,
/// times that people count in.
fn steps() -> impl Iterator<Item = u64> {
    const LONG: [u64; 11] = [60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800];
    let short = (0..11).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let short = short.take_while(|step| *step < 60 * SECOND);
    short.chain(LONG.map(|seconds| seconds * SECOND)).chain((0..15).map(|power| WEEK << power))
}
