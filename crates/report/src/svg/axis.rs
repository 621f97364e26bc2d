//! The axis: as many round times as fit, the same as on the page. No two have the same label.
//! `tests/words/ticks.json` holds this and `web/src/plot/ticks.ts` to each other.

use core::fmt::Write;

use ratelab_limiter::SECOND;

use super::{
    Scene,
    constants::{LONG_STEPS, PICTURE_AXIS_HEIGHT, TICK_CHARACTER, TICK_HEIGHT, TICK_SPACE, TICKS_APART},
    text::{self, NO_BREAK},
};
use crate::words::{count, tick};
use ratelab_simulation::view::Span;

/// The extra pixels that an axis needs for the origin of its labels.
const BASE: u64 = 17;

const WEEK: u64 = 604_800 * SECOND;

/// A time range with evenly spaced ticks.
pub(super) struct Axis {
    span: Span,
    step: u64,
    /// The origin of the labels. Deep in a long run only the last digits differ.
    base: Option<u64>,
}

impl Axis {
    pub(super) fn new(span: Span) -> Self {
        let most = (u64::from(span.width) / TICK_SPACE).max(1);
        let with = |count: u64| {
            let step = step(span.to - span.from, count);
            Self { span, step, base: base(span, step) }
        };
        (2..=most).rev().map(with).find(Self::fits).unwrap_or_else(|| with(1))
    }

    /// Draws the axis at a height, and returns the pixels that it takes.
    pub(super) fn draw(&self, out: &mut String, scene: &Scene<'_>, top: u64) -> u64 {
        let (left, width) = (scene.layout.left * 10, u64::from(self.span.width) * 10);
        out.push_str("<g class=\"axis\">\n");
        for time in self.times() {
            let (offset, label) = (self.offset(time), self.label(time));
            let half = label.chars().count() as u64 * TICK_CHARACTER / 2;
            let x = left + offset;
            let anchor = if offset < half {
                "start"
            } else if width - offset < half {
                "end"
            } else {
                "middle"
            };
            let _ = writeln!(out, "<path class=\"tick\" d=\"M{} {top}v{TICK_HEIGHT}\"/>", text::tenths(x));
            let anchor = format!(" text-anchor=\"{anchor}\"");
            text::CAPTION.write_with(out, x, (top + 18) * 10, &label, &anchor);
        }
        let mut height = PICTURE_AXIS_HEIGHT;
        if let Some(base) = self.base {
            let from = format!("from {}", tick(base, unit(self.step), base));
            text::CAPTION.write(out, left, (top + 18 + BASE) * 10, &from);
            height += BASE;
        }
        out.push_str("</g>\n");
        height
    }

    fn times(&self) -> impl Iterator<Item = u64> {
        let (step, to) = (self.step, self.span.to);
        let first = self.span.from.checked_next_multiple_of(step).filter(|first| *first <= to);
        core::iter::successors(first, move |time| time.checked_add(step).filter(|next| *next <= to))
    }

    /// Returns the position of a time, in tenths of a pixel.
    fn offset(&self, time: u64) -> u64 {
        let Span { from, to, width } = self.span;
        (u128::from(time - from) * u128::from(width) * 10 / u128::from(to - from)) as u64
    }

    fn label(&self, time: u64) -> String {
        match self.base {
            None => tick(time, self.step, self.span.to),
            Some(base) => ["+", &tick(time - base, self.step, 0)].concat(),
        }
    }

    /// Returns whether no label overlaps the next.
    fn fits(&self) -> bool {
        let longest = self.times().map(|time| self.label(time).chars().count() as u64).max().unwrap_or(0);
        let is_one = self.times().nth(1).is_none();
        let apart = if is_one { u64::from(self.span.width) * 10 } else { self.apart() };
        longest * TICK_CHARACTER + TICKS_APART * 10 <= apart
    }

    fn apart(&self) -> u64 {
        self.offset(self.span.from.saturating_add(self.step).min(self.span.to))
    }
}

/// Returns the step for about this many ticks.
fn step(length: u64, count: u64) -> u64 {
    let step = round_step(length, count).min(length).max(1);
    if step < 10 * SECOND {
        return step;
    }
    let long = || LONG_STEPS.into_iter().map(|seconds| seconds * SECOND);
    let weeks = (step - step % WEEK).max(WEEK);
    let long_step = long().find(|one| *one >= length / count).unwrap_or(weeks);
    if long_step <= length { long_step } else { long().rfind(|one| *one <= length).unwrap_or(step) }
}

/// Returns the power of ten, or 2 or 5 times it, that divides the length into about this many steps.
fn round_step(length: u64, count: u64) -> u64 {
    let power = (0..20).map(|power| 10u64.pow(power)).take_while(|power| *power <= length / count).last();
    let Some(power) = power else { return 1 };
    // The boundary between two digits is the square root of their product.
    let square = |number: u64| u128::from(number) * u128::from(number);
    let exceeds = |product: u128| square(length) / product >= square(count * power);
    let digit = [(50, 10), (10, 5), (2, 2)].into_iter().find(|(product, _)| exceeds(*product));
    power.saturating_mul(digit.map_or(1, |(_, digit)| digit))
}

/// Returns the origin of the labels of an axis with fine steps.
fn base(span: Span, step: u64) -> Option<u64> {
    let is_deep = step < 1_000_000 && span.to > 1_000 * unit(step);
    let first = span.from.checked_next_multiple_of(step).filter(|_| is_deep)?;
    Some(first / unit(step) * unit(step))
}

const fn unit(step: u64) -> u64 {
    if step < 1_000 { 1_000 } else { 1_000_000 }
}

/// Returns the number of attempts in the tallest column of a picture, and the duration of each column.
pub(super) fn scale(highest: u64, span: Span) -> String {
    let each = (span.to - span.from) / u64::from(span.width);
    let mut step = 1;
    while step * 100 <= each {
        step *= 10;
    }
    let length = tick(each, step, each).replace(' ', NO_BREAK);
    format!("At most {} in{NO_BREAK}{length}", count(highest))
}
