//! The limiter's state below the marks: the lowest and the highest amount in use in each column, and the limit as a
//! line.

use core::fmt::Write;

use super::{
    constants::{ABOVE_BAND, BAND_HEIGHT},
    scene::{Row, Scene},
    text::tenths,
};
use ratelab_simulation::band::Extremes;

/// The client whose state is drawn.
const CLIENT: u32 = 0;

/// A point in tenths of a pixel, from the left and from the bottom of the lane.
type Point = (i64, i64);

/// Draws the band of a lane that ends at this height.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, row: &Row, bottom: u64) {
    let Some(band) = scene.run.band(row.lane, CLIENT) else { return };
    let columns = band.columns(&scene.view);
    let limit = u128::from(band.limit()) * u128::from(band.unit());
    let most = columns.iter().map(|extremes| extremes.most).max().unwrap_or(0).max(limit);
    let high =
        |level: u128| (level.saturating_mul(((BAND_HEIGHT - ABOVE_BAND) * 10).into()) / most.max(1)) as i64;
    let (left, width) = (scene.layout.left * 10, i64::from(scene.span.width) * 10);
    let trace = |level: fn(&Extremes) -> u128| -> Vec<Point> {
        let middles =
            columns.iter().zip(0..).map(|(extremes, column)| (column * 10 + 5, high(level(extremes))));
        let points: Vec<_> = middles.collect();
        let ends = [(0, points.first()), (width, points.last())];
        let [first, last] = ends.map(|(x, point)| point.map(|(_, y)| (x, *y)));
        straightened(&first.into_iter().chain(points.iter().copied()).chain(last).collect::<Vec<_>>())
    };
    let point = |(x, y): &Point| format!("{} {}", tenths(left + *x as u64), tenths(bottom * 10 - *y as u64));
    let path = |points: &[Point]| points.iter().map(point).collect::<Vec<_>>().join(" ");
    let (least, most) = (trace(|extremes| extremes.least), trace(|extremes| extremes.most));
    let dips = dips(&columns).map(|column| {
        let extremes = columns[column];
        let x = column as i64 * 10 + 5;
        let depth = high(extremes.most) - high(extremes.least);
        format!("M{}v{}", point(&(x, high(extremes.most))), tenths(depth as u64))
    });
    let dips: String = dips.collect();
    let right = tenths(left + width as u64);
    let (from, base) = (tenths(left), tenths(bottom * 10));
    for points in [&most, &least] {
        if points.iter().any(|(_, y)| *y > 0) {
            let _ = writeln!(out, "<path class=\"used\" d=\"M{from} {base}L{}V{base}z\"/>", path(points));
        }
    }
    let _ = writeln!(out, "<path class=\"level\" d=\"M{}{dips}\"/>", path(&most));
    let line = tenths(bottom * 10 - high(limit) as u64);
    let _ = writeln!(out, "<path class=\"limit\" d=\"M{from} {line}H{right}\"/>");
}

/// Returns the columns that dip between two that do not.
fn dips(columns: &[Extremes]) -> impl Iterator<Item = usize> {
    (1..columns.len().saturating_sub(1)).filter(|column| {
        let Extremes { least, most } = columns[*column];
        least < most && columns[column - 1].least > least && columns[column + 1].least > least
    })
}

/// Returns the same line with fewer points, never off by a tenth of a pixel.
fn straightened(points: &[Point]) -> Vec<Point> {
    let Some(mut from) = points.first().copied() else { return Vec::new() };
    let mut kept = vec![from];
    let mut last = from;
    // The range of slopes of a line from the last point that was kept.
    let (mut least, mut most): (Option<Point>, Option<Point>) = (None, None);
    for point in &points[1..] {
        let (right, up) = (point.0 - from.0, point.1 - from.1);
        let is_above = least.is_none_or(|(x, y)| up * x >= y * right);
        let is_below = most.is_none_or(|(x, y)| up * x <= y * right);
        if !is_above || !is_below {
            kept.push(last);
            from = last;
            (least, most) = (None, None);
        }
        let (right, up) = (point.0 - from.0, point.1 - from.1);
        if right > 0 {
            let steeper = least.is_none_or(|(x, y)| (up - 1) * x > y * right);
            let flatter = most.is_none_or(|(x, y)| (up + 1) * x < y * right);
            least = if steeper { Some((right, up - 1)) } else { least };
            most = if flatter { Some((right, up + 1)) } else { most };
        }
        last = *point;
    }
    kept.push(last);
    kept
}
