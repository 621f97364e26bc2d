//! Where windows begin: dashed lines.

use core::fmt::Write;

use super::{constants::EDGES_APART, scene::Scene};
use crate::scenario::Windows;

/// Draws the edges of windows through a lane.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, windows: Option<Windows>, top: u64, height: u64) {
    let line =
        |edge: u64| format!("M{}.5 {top}v{height}", scene.layout.left + u64::from(scene.span.column(edge)));
    let lines: String = windows.into_iter().flat_map(|windows| edges(windows, scene)).map(line).collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "<path class=\"edge\" d=\"{lines}\"/>");
    }
}

/// Whether the windows of any lane begin in view.
pub(super) fn are_seen(scene: &Scene<'_>) -> bool {
    scene.lanes.iter().filter_map(|row| row.windows).any(|windows| edges(windows, scene).next().is_some())
}

/// Where windows begin in view, if they are wide enough to see.
fn edges(windows: Windows, scene: &Scene<'_>) -> impl Iterator<Item = u64> {
    let (length, to) = (u128::from(scene.span.to - scene.span.from), scene.span.to);
    let is_wide =
        u128::from(windows.length) * u128::from(scene.span.width) >= u128::from(EDGES_APART) * length;
    let edges = windows.edges(scene.span.from).take_while(move |edge| *edge < to);
    is_wide.then_some(edges).into_iter().flatten()
}
