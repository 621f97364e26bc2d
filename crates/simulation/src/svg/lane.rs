//! The marks of a lane. Requests at one place stack up, so that height shows number. Where
//! there are too many to distinguish, each column shows shares, and even a single request
//! of an outcome stays visible.

use core::fmt::Write;

use super::{LANE, place, tenths};
use crate::{
    run::{Counts, Kind},
    view::{Mark, Span, View},
};

/// The most requests that are drawn one by one.
pub(super) const MOST_MARKS: usize = 600;

/// From the bottom of a lane to the middle of the lowest mark, and from one mark to
/// the next above it, in tenths of a pixel.
const LOWEST: u64 = 50;
const APART: u64 = 40;

pub(super) fn draw(text: &mut String, view: &View, span: Span, top: u64) {
    match view {
        View::Marks(marks) => draw_marks(text, marks, span, top),
        View::Columns(columns) => draw_columns(text, columns, top),
    }
}

fn draw_marks(text: &mut String, marks: &[Mark], span: Span, top: u64) {
    let column = |mark: &Mark| place(span, mark.time) / 10;
    for stack in marks.chunk_by(|one, other| column(one) == column(other)) {
        let room = LANE * 10 - 2 * LOWEST;
        let apart = APART.min(room / (stack.len() as u64 - 1).max(1));
        for (mark, height) in stack.iter().zip(0..) {
            let y = (top + LANE) * 10 - LOWEST - (height * apart).min(room);
            draw_mark(text, mark, span, y);
        }
    }
}

fn draw_mark(text: &mut String, mark: &Mark, span: Span, y: u64) {
    let (x, y) = (tenths(place(span, mark.time)), tenths(y));
    let _ = match mark.kind {
        Kind::Allowed => writeln!(text, "<circle class=\"a\" cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>"),
        Kind::Denied => writeln!(text, "<path class=\"d\" d=\"M{x} {y}m-1.7-1.7l3.4 3.4m0-3.4l-3.4 3.4\"/>"),
        Kind::Delayed => {
            let end = tenths(place(span, mark.started.unwrap_or(mark.time)));
            writeln!(
                text,
                "<path class=\"w\" stroke-opacity=\".35\" d=\"M{x} {y}H{end}\"/><circle class=\"w\" cx=\"{x}\" cy=\"{y}\" r=\"1.5\"/>"
            )
        }
    };
}

fn draw_columns(text: &mut String, columns: &[Counts], top: u64) {
    let all = |counts: &Counts| u64::from(counts.admitted()) + u64::from(counts.denied);
    let highest = columns.iter().map(all).max().unwrap_or(0).max(1);
    for (counts, column) in columns.iter().zip(0u64..) {
        let mut bottom = (top + LANE) * 10;
        for (count, class) in [(counts.allowed, "a"), (counts.delayed, "wf"), (counts.denied, "df")] {
            if count == 0 {
                continue;
            }
            // At least a pixel: a rare refusal must not vanish.
            let height = (u64::from(count) * (LANE - 4) * 10 / highest).max(10);
            bottom -= height;
            let (x, y, height) = (super::LEFT + column, tenths(bottom), tenths(height));
            let _ = writeln!(
                text,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"{height}\"/>"
            );
        }
    }
}
