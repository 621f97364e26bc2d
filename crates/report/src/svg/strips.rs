//! The rows within a lane: one for each server that decides, or for each layer. A row is low, so a column is a
//! vertical stroke, divided by outcome: denied above, delayed, allowed below. Names are to the left of the lane,
//! where they hide nothing.

use core::fmt::Write;

use super::{
    causes,
    constants::{ABOVE_BAND, BAND_HEIGHT, PICTURE_ROW_NAME_ASIDE, ROW_FOOT, ROW_HEIGHT, ROW_STROKE},
    scene::{Row, Scene},
    text::{ROW, tenths},
};
use ratelab_simulation::run::Counts;

/// Returns the height of the part below the marks of a lane.
pub(super) fn height(scene: &Scene<'_>, row: &Row) -> u64 {
    let Some((_, rows)) = scene.run.rows(row.lane) else { return BAND_HEIGHT };
    BAND_HEIGHT + ROW_HEIGHT * rows as u64 + causes::height(scene, row)
}

/// Draws the rows of a lane that ends at this height, if it has any. `free` is the width for names to the left of
/// them.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, row: &Row, bottom: u64, free: u64) -> bool {
    let Some((_, rows)) = scene.run.rows(row.lane) else { return false };
    let top = bottom + ABOVE_BAND + causes::height(scene, row) - height(scene, row);
    causes::draw(out, scene, row, (top, bottom));
    for number in 0..rows {
        let at = |row: usize| top * 10 + (bottom - top) * 10 * row as u64 / rows as u64;
        let ends = (at(number), at(number + 1) - ROW_FOOT * 10);
        draw_ground(out, scene, ends.1);
        if let Some(columns) = scene.run.row_columns(row.lane, number, &scene.view) {
            draw_row(out, scene, &columns, ends);
        }
        let x = (scene.layout.left - PICTURE_ROW_NAME_ASIDE) * 10;
        let base = (ends.0 + ends.1) / 2 + ROW.size * 7 / 2;
        ROW.write_before(out, x, base, &name(scene, row, number, free));
    }
    true
}

/// Returns the longest name that fits: `server 1: 10 of 20 let through`, `server 1`, `1`.
fn name(scene: &Scene<'_>, row: &Row, number: usize, free: u64) -> String {
    let words = scene.run.row_words(row.lane, number).unwrap_or_default();
    let name = scene.run.row_name(row.lane, number).unwrap_or_default();
    let fits = |text: &String| ROW.width(text) <= free * 10;
    [words, name].into_iter().find(fits).unwrap_or_else(|| (number + 1).to_string())
}

fn draw_ground(out: &mut String, scene: &Scene<'_>, y: u64) {
    let (x, width, y) = (scene.layout.left, scene.span.width, tenths(y));
    let _ = writeln!(out, "<path class=\"ground\" d=\"M{x} {y}h{width}\"/>");
}

fn draw_row(out: &mut String, scene: &Scene<'_>, columns: &[Counts], (top, bottom): (u64, u64)) {
    let mut paths = [String::new(), String::new(), String::new()];
    for (counts, column) in columns.iter().zip(0u64..) {
        let parts = [counts.denied, counts.delayed, counts.allowed];
        let all: u64 = parts.iter().map(|part| u64::from(*part)).sum();
        let x = (scene.layout.left * 10 + column * 10 + 5).saturating_sub(ROW_STROKE / 2);
        let (mut sum, mut from) = (0, top);
        for (path, part) in paths.iter_mut().zip(parts).filter(|(_, part)| *part > 0) {
            sum += u64::from(part);
            let to = top + (bottom - top) * sum / all;
            let (x, from_y, height, wide) = (tenths(x), tenths(from), tenths(to - from), tenths(ROW_STROKE));
            let _ = write!(path, "M{x} {from_y}h{wide}v{height}h-{wide}z");
            from = to;
        }
    }
    for (path, class) in paths.iter().zip(["refused", "later", "passed"]).filter(|(path, _)| !path.is_empty())
    {
        let _ = writeln!(out, "<path class=\"strip {class}\" d=\"{path}\"/>");
    }
}
