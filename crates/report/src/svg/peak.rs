//! The peak of a lane: the highest amount in any window, as a number and as a bar, with the limit as a line and the
//! worst case as a tick. All lanes share one scale.

use core::fmt::Write;

use super::{
    constants::{PEAK_BAR_HEIGHT, PEAK_BAR_WIDTH, PEAK_LINE_HEIGHT, PEAK_WORST_WIDTH},
    scene::{Row, Scene},
    text::{CAPTION, FIGURE, Kind, NO_BREAK, STRONG_FIGURE, tenths},
};
use crate::words::{count, duration};

/// Pixels from the number to the bar.
const GAP: u64 = 8;

/// The minimum width of a number.
const LEAST: u64 = 22;

/// Returns the heading of the column.
pub(super) fn head(scene: &Scene<'_>) -> String {
    common_window(scene)
        .map_or("Peak in any window".to_owned(), |window| format!("Peak in any {}", duration(window)))
}

/// Returns the length of the windows of all peaks, if it is the same. Clients with different limits may have windows
/// of different lengths.
fn common_window(scene: &Scene<'_>) -> Option<u64> {
    let mut windows = scene.lanes.iter().map(|row| row.measures.limit.period);
    let first = windows.next()?;
    windows.all(|other| other == first).then_some(first)
}

fn figure(row: &Row) -> String {
    count(row.measures.most.cost)
}

fn words(scene: &Scene<'_>, row: &Row) -> String {
    let within = match common_window(scene) {
        Some(_) => String::new(),
        None => format!("in any {}, ", duration(row.measures.limit.period)),
    };
    match row.measures.bound {
        Some(bound) => {
            format!(
                "{within}worst{NO_BREAK}case:{NO_BREAK}{}",
                count(u64::try_from(bound).unwrap_or(u64::MAX))
            )
        }
        None => format!("{within}worst case: any number"),
    }
}

/// Returns the width of the widest number, so that bars are aligned.
fn number_width(scene: &Scene<'_>) -> u64 {
    let widths = scene.lanes.iter().map(|row| FIGURE.width(&figure(row)).div_ceil(10));
    widths.max().unwrap_or(0).max(LEAST)
}

/// Draws a peak to the right of a lane, and returns the pixels that it takes.
pub(super) fn draw_beside(out: &mut String, scene: &Scene<'_>, row: &Row, x: u64, y: u64) -> u64 {
    let right = scene.layout.right();
    draw_figure(out, row, x, y);
    let bar = x + number_width(scene) + GAP;
    draw_bar(out, scene, row, (bar, right.saturating_sub(bar + 1).min(PEAK_BAR_WIDTH)), y);
    let lines = CAPTION.lines(&words(scene, row), right - x);
    FIGURE.leading + CAPTION.write_lines(out, x, y + FIGURE.leading, &lines)
}

/// Draws a peak in a line above its lane.
pub(super) fn draw_above(out: &mut String, scene: &Scene<'_>, row: &Row, y: u64) -> u64 {
    let (x, right, words) =
        (scene.layout.margin, scene.layout.right(), words(scene, row).replace(NO_BREAK, " "));
    draw_figure(out, row, x, y);
    let bar = x + number_width(scene) + GAP;
    let end = right.saturating_sub(CAPTION.width(&words).div_ceil(10) + 2 * GAP);
    draw_bar(out, scene, row, (bar, end.saturating_sub(bar).min(PEAK_BAR_WIDTH)), y);
    CAPTION.write_before(out, right * 10, y * 10 + FIGURE.leading * 5 + CAPTION.size * 7 / 2, &words);
    FIGURE.leading
}

fn draw_figure(out: &mut String, row: &Row, x: u64, y: u64) {
    let kind: Kind = if row.measures.is_over { STRONG_FIGURE } else { FIGURE };
    kind.write(out, x * 10, y * 10 + FIGURE.base(), &figure(row));
}

fn draw_bar(out: &mut String, scene: &Scene<'_>, row: &Row, (x, width): (u64, u64), y: u64) {
    if width < LEAST {
        return;
    }
    let position = |amount: u128| (amount.min(scene.reach) * u128::from(width * 10) / scene.reach) as u64;
    let (limit, worst) = (position(row.limit().into()), row.measures.bound.map(position));
    let most = position(row.measures.most.cost.into());
    let (from, middle) = (x * 10, y * 10 + FIGURE.leading * 5);
    let mut rect = |class: &str, from: u64, to: u64, height: u64| {
        let (x, y, width) = (tenths(from), tenths(middle - height * 5), tenths(to.saturating_sub(from)));
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    };
    rect("within", from, from + most.min(limit), PEAK_BAR_HEIGHT);
    if most > limit {
        let class = if row.measures.is_over { "over strong" } else { "over" };
        rect(class, from + limit, from + most, PEAK_BAR_HEIGHT);
    }
    if let Some(worst) = worst {
        rect(
            "worst",
            from + worst.saturating_sub(PEAK_WORST_WIDTH * 10),
            from + worst.max(PEAK_WORST_WIDTH * 10),
            PEAK_LINE_HEIGHT,
        );
    }
    let (x, y) = (tenths(from + limit), tenths(middle - PEAK_LINE_HEIGHT * 5));
    let _ = writeln!(out, "<path class=\"limit own\" d=\"M{x} {y}v{PEAK_LINE_HEIGHT}\"/>");
}
