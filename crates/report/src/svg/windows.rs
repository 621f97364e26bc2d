//! The edges of windows: dashed lines.

use core::fmt::Write;

use super::{positions::edges, scene::Scene};
use ratelab_scenario::scenario::Windows;

/// Draws the edges of windows across a lane.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, windows: Option<Windows>, top: u64, height: u64) {
    let line = |column: u32| format!("M{}.5 {top}v{height}", scene.layout.left + u64::from(column));
    let lines: String =
        windows.into_iter().flat_map(|windows| edges(windows, scene.span)).map(line).collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "<path class=\"edge\" d=\"{lines}\"/>");
    }
}

/// Returns whether the windows of any lane begin in view.
pub(super) fn are_seen(scene: &Scene<'_>) -> bool {
    let mut windows = scene.lanes.iter().filter_map(|row| row.windows);
    windows.any(|windows| edges(windows, scene.span).next().is_some())
}
