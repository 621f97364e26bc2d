//! Causes of differences between rows that have an instant: syncs between servers, and outages of the store.

use core::fmt::Write;

use super::{
    constants::CAUSES_APART,
    scene::{Row, Scene},
    text::ROW,
};
use ratelab_scenario::scenario::Store;

/// Pixels from a cause to its words.
const ASIDE: u64 = 2;

/// Returns the height of the line above the rows for the words of a cause, in pixels; zero if no cause is in view.
pub(super) fn height(scene: &Scene<'_>, row: &Row) -> u64 {
    if outage(scene, row).is_some() || !synced(scene, row).is_empty() { ROW.leading } else { 0 }
}

/// Draws the causes from the top to the bottom of the rows, with their words above.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, row: &Row, (top, bottom): (u64, u64)) {
    let left = scene.layout.left;
    if let Some((from, to)) = outage(scene, row) {
        let (x, width, height) = (left + from, to - from, bottom - top);
        let _ = writeln!(
            out,
            "<rect class=\"outage\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        );
        write_cause(out, scene, from, top, "store down");
    }
    let synced = synced(scene, row);
    if let Some(first) = synced.first() {
        write_cause(out, scene, *first, top, "servers sync");
    }
    for column in synced {
        let _ = writeln!(out, "<path class=\"synced\" d=\"M{} {top}V{bottom}\"/>", left + column);
    }
}

/// Returns the position of the words: at the beginning, or as near to it as they fit.
fn write_cause(out: &mut String, scene: &Scene<'_>, column: u64, top: u64, words: &str) {
    let (left, width) = (scene.layout.left, u64::from(scene.span.width));
    let last = (left + width).saturating_sub(ROW.width(words).div_ceil(10) + ASIDE);
    let x = (left + column).min(last.max(left));
    ROW.write(out, x * 10, (top - ROW.leading) * 10 + ROW.base(), words);
}

/// Returns the columns of an outage in view.
fn outage(scene: &Scene<'_>, row: &Row) -> Option<(u64, u64)> {
    let Store::Down { from, to, .. } = store(scene, row)? else { return None };
    let (from, to) = (from.max(scene.span.from), to.min(scene.span.to));
    let column = |time: u64| u64::from(scene.span.column(time));
    (from < to).then(|| (column(from), column(to).max(column(from) + 1)))
}

/// Returns the columns at which servers sync, by correct clocks. There is nothing to sync at the beginning.
fn synced(scene: &Scene<'_>, row: &Row) -> Vec<u64> {
    let Some(Store::Sync { every }) = store(scene, row) else { return Vec::new() };
    let (span, start) = (scene.span, scene.run.scenario().start);
    let length = u128::from(span.to - span.from);
    if u128::from(every) * u128::from(span.width) < u128::from(CAUSES_APART) * length {
        return Vec::new();
    }
    let first = span.from.saturating_add(start).div_ceil(every).max(start / every + 1);
    let times = (first..).map_while(|number| number.checked_mul(every)?.checked_sub(start));
    times.take_while(|time| *time < span.to).map(|time| span.column(time).into()).collect()
}

/// Returns where a lane's servers store their state, if their clocks agree.
fn store(scene: &Scene<'_>, row: &Row) -> Option<Store> {
    let lane = &scene.run.lanes()[row.lane];
    (lane.layers() == 1 && scene.run.scenario().servers.spread() == 0).then(|| lane.store())
}
