//! The rows of a lane: one for each server that decides, or for each layer. A row is low, so a column is
//! an upright stroke, divided by what became of its requests: denied above, delayed, allowed below.

use core::fmt::Write;

use super::{
    labels::write_last,
    scene::{BAND, Row, Scene},
    text::{IN_BAND, LABEL, tenths},
};
use crate::run::Counts;

/// Pixels of a row that its words need, below every row, and of a stroke in tenths.
const ROOM: u64 = 14;
const GAP: u64 = 2;
const STROKE: u64 = 15;

/// The height of what is under the marks of a lane.
pub(super) fn height(scene: &Scene<'_>, row: &Row) -> u64 {
    BAND + ROOM * scene.run.rows(row.lane).map_or(0, |(_, rows)| rows as u64)
}

/// Draws the rows of a lane that ends at this height, if it has any.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, row: &Row, bottom: u64) -> bool {
    let Some((_, rows)) = scene.run.rows(row.lane) else { return false };
    let (top, height) = ((bottom - height(scene, row) + GAP) * 10, (height(scene, row) - GAP) * 10);
    for number in 0..rows {
        let at = |row: usize| top + height * row as u64 / rows as u64;
        let ends = (at(number), at(number + 1) - GAP * 10);
        draw_ground(out, scene, ends);
        if let Some(columns) = scene.run.row_columns(row.lane, number, scene.span) {
            draw_row(out, scene, &columns, ends);
        }
        if let Some(words) = scene.run.row_words(row.lane, number) {
            write_last(out, scene, IN_BAND, &words, (ends.1 / 10).saturating_sub(LABEL.leading));
        }
    }
    true
}

fn draw_ground(out: &mut String, scene: &Scene<'_>, (top, bottom): (u64, u64)) {
    let (x, width) = (scene.layout.left, scene.span.width);
    let (y, height) = (tenths(top), tenths(bottom - top));
    let _ = writeln!(out, "<rect class=\"used\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
}

fn draw_row(out: &mut String, scene: &Scene<'_>, columns: &[Counts], (top, bottom): (u64, u64)) {
    let mut paths = [String::new(), String::new(), String::new()];
    for (counts, column) in columns.iter().zip(0u64..) {
        let parts = [counts.denied, counts.delayed, counts.allowed];
        let all: u64 = parts.iter().map(|part| u64::from(*part)).sum();
        let x = (scene.layout.left * 10 + column * 10 + 5).saturating_sub(STROKE / 2);
        let (mut sum, mut from) = (0, top);
        for (path, part) in paths.iter_mut().zip(parts).filter(|(_, part)| *part > 0) {
            sum += u64::from(part);
            let to = top + (bottom - top) * sum / all;
            let _ = write!(path, "M{} {}h1.5v{}h-1.5z", tenths(x), tenths(from), tenths(to - from));
            from = to;
        }
    }
    for (path, class) in paths.iter().zip(["refused", "later", "passed"]).filter(|(path, _)| !path.is_empty())
    {
        let _ = writeln!(out, "<path class=\"strip {class}\" d=\"{path}\"/>");
    }
}
