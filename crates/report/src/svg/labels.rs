//! The texts inside lanes: windows with their counts, a bracket on the burst that broke the limit, the budget in use,
//! and the requests outside the view. `crate::labels` chose positions that cover no request.

use core::fmt::Write;

use super::{
    constants::{BAND_HEIGHT, BRACKET_HEIGHT, LABEL_ASIDE, LABEL_BELOW, NARROWEST_BRACKET},
    scene::Scene,
    text::{BROKE, IN_BAND, Kind, LABEL},
};
use crate::labels::{Bracket, Labels, Outside, Text};

/// Shades every other window of a lane. Each keeps its shade when the view moves.
pub(super) fn shade(out: &mut String, scene: &Scene<'_>, labels: &Labels, top: u64, height: u64) {
    let span = scene.span;
    let windows =
        labels.windows.iter().filter(|window| window.from / (window.to - window.from).max(1) % 2 == 1);
    for window in windows {
        let from = if window.from <= span.from { 0 } else { span.column(window.from).into() };
        let to = if window.to >= span.to { u64::from(span.width) } else { span.column(window.to).into() };
        let (x, width) = (scene.layout.left + from, to.saturating_sub(from));
        let _ = writeln!(
            out,
            "<rect class=\"window\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
}

/// Writes the texts of a lane.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, labels: &Labels, top: u64) {
    let under_top = top + LABEL_BELOW;
    for text in labels.windows.iter().filter_map(|window| window.text.as_ref()) {
        write(out, scene, LABEL, text, under_top);
    }
    if let Some(bracket) = &labels.bracket {
        draw_bracket(out, scene, bracket, top);
    }
    if let Some(budget) = &labels.budget {
        write_last(out, scene, LABEL, &budget.words, top + scene.height - LABEL.leading - 1);
    }
    if let Some(budget) = &labels.in_band {
        write_last(out, scene, IN_BAND, budget, top + scene.height + BAND_HEIGHT - LABEL.leading);
    }
    if let Some(after) = &labels.after {
        write_last(out, scene, LABEL, after, under_top);
    }
}

/// Writes the texts of the lane of the requests.
pub(super) fn draw_outside(out: &mut String, scene: &Scene<'_>, outside: &Outside, top: u64) {
    let under_top = top + LABEL_BELOW;
    if let Some(before) = &outside.before {
        LABEL.write(out, (scene.layout.left + LABEL_ASIDE) * 10, under_top * 10 + LABEL.base(), before);
    }
    if let Some(after) = &outside.after {
        write_last(out, scene, LABEL, after, under_top);
    }
    if let Some(edge) = &outside.edge {
        write(out, scene, LABEL, edge, top + scene.height - LABEL.leading - LABEL_BELOW);
    }
}

fn draw_bracket(out: &mut String, scene: &Scene<'_>, bracket: &Bracket, top: u64) {
    let [from, to] = [bracket.from, bracket.to].map(|time| u64::from(scene.span.column(time)));
    let width = (to - from + 1).max(NARROWEST_BRACKET);
    let left = scene.layout.left + ((from + to + 1).saturating_sub(width)) / 2;
    let (foot, arm) = (top + BRACKET_HEIGHT, BRACKET_HEIGHT - 1);
    let _ = writeln!(out, "<path class=\"bracket\" d=\"M{left} {foot}v-{arm}h{width}v{arm}\"/>");
    if let Some(text) = &bracket.text {
        write(out, scene, BROKE, text, top + LABEL_BELOW);
    }
}

fn write(out: &mut String, scene: &Scene<'_>, kind: Kind, text: &Text, top: u64) {
    let x = scene.layout.left + u64::from(text.column);
    kind.write(out, x * 10, top * 10 + kind.base(), &text.words);
}

/// Writes a text at the end of a lane.
pub(super) fn write_last(out: &mut String, scene: &Scene<'_>, kind: Kind, words: &str, top: u64) {
    let x = scene.layout.left + u64::from(scene.span.width) - LABEL_ASIDE;
    kind.write_before(out, x * 10, top * 10 + kind.base(), words);
}
