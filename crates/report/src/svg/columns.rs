//! Counts of each outcome, if there are more requests than pixels. All lanes share one scale, and even a single
//! request of an outcome stays visible.

use core::fmt::Write;

use super::{
    constants::{CROSS_LINE_MAX, LEAST_DENIED, LEAST_PART, MARKS_FOOT, RARE_CROSS, RARE_CROSS_RISE},
    marks::cross,
    positions::{crossed, widened},
    scene::Scene,
    text::tenths,
};
use ratelab_simulation::run::Counts;

/// The outcomes from bottom to top, and their minimum heights.
const PARTS: [(&str, u64); 3] = [("allowed", LEAST_PART), ("delayed", LEAST_PART), ("denied", LEAST_DENIED)];

/// Draws the columns of a lane. Upper parts are drawn first, and lower ones cover their feet, so that no seam shows
/// between the two.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, counts: &[Counts], top: u64) {
    let base = (top + scene.height - MARKS_FOOT) * 10;
    let widened = widened(&counts.iter().map(|counts| *counts == Counts::default()).collect::<Vec<_>>());
    let tops: Vec<_> = counts.iter().map(|counts| tops(scene, counts, base)).collect();
    for (part, (class, _)) in PARTS.iter().enumerate().rev() {
        let own = tops.iter().map(|tops| tops[part]);
        draw_layer(out, scene, &format!("{class} columns"), &own.collect::<Vec<_>>(), &widened, base);
    }
    let tops: Vec<_> = tops.iter().map(|tops| tops.iter().flatten().min().copied().unwrap_or(base)).collect();
    cross_rare(out, scene, counts, &tops);
}

/// Returns where each part of a column begins, if it is not empty, in tenths of a pixel.
fn tops(scene: &Scene<'_>, counts: &Counts, base: u64) -> [Option<u64>; 3] {
    let (mut sum, mut bottom) = (0, base);
    let mut part = 0;
    [counts.allowed, counts.delayed, counts.denied].map(|count| {
        let (_, least) = PARTS[part];
        part += 1;
        sum += u64::from(count);
        // Rounding sums rather than parts keeps all columns with the same number equally high.
        let exact = base - sum * scene.columns_height() / scene.highest;
        (count > 0).then(|| {
            bottom = exact.min(bottom - least);
            bottom
        })
    })
}

/// Draws the columns of the traffic.
pub(super) fn draw_arrivals(out: &mut String, scene: &Scene<'_>, top: u64) {
    let base = (top + scene.height - MARKS_FOOT) * 10;
    let widened = widened(&scene.traffic.iter().map(|count| *count == 0).collect::<Vec<_>>());
    let height = |count: u32| (u64::from(count) * scene.columns_height() / scene.highest).max(LEAST_PART);
    let tops = scene.traffic.iter().map(|count| (*count > 0).then(|| base - height(*count)));
    draw_layer(out, scene, "arrived columns", &tops.collect::<Vec<_>>(), &widened, base);
}

/// Returns one path along the tops of columns, down to the ground between them.
fn draw_layer(
    out: &mut String,
    scene: &Scene<'_>,
    class: &str,
    tops: &[Option<u64>],
    widened: &[usize],
    base: u64,
) {
    let mut path = String::new();
    let ground = tenths(base);
    let mut end = None;
    for (column, top) in tops.iter().enumerate().filter_map(|(column, top)| Some((column, (*top)?))) {
        // It overhangs at the ends of the lane, as marks do.
        let from = scene.layout.left + column as u64 - widened[column] as u64;
        let width = 2 * widened[column] as u64 + 1;
        if end != Some(from) {
            let close = if end.is_some() { format!("V{ground}z") } else { String::new() };
            let _ = write!(path, "{close}M{from} {ground}");
        }
        let _ = write!(path, "V{}h{width}", tenths(top));
        end = Some(from + width);
    }
    if end.is_some() {
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}V{ground}z\"/>");
    }
}

/// Draws crosses above rare denials, which would be too narrow to see.
fn cross_rare(out: &mut String, scene: &Scene<'_>, counts: &[Counts], tops: &[u64]) {
    let crossed = crossed(counts.iter().map(|counts| counts.denied > 0));
    if crossed.is_empty() {
        return;
    }
    let _ = writeln!(out, "<g class=\"denied marks rare\" stroke-width=\"{}\">", tenths(CROSS_LINE_MAX));
    for column in crossed {
        let near = column.saturating_sub(RARE_CROSS)..(column + RARE_CROSS + 1).min(tops.len());
        let top = tops[near].iter().min().copied().unwrap_or(0);
        let x = scene.layout.left * 10 + column as u64 * 10 + 5;
        let _ = writeln!(out, "{}", cross(x, top - RARE_CROSS_RISE * 10, RARE_CROSS as u64 * 10));
    }
    out.push_str("</g>\n");
}
