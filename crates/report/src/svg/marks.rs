//! Marks of single requests. Those in one column of pixels are stacked: height means "in the same column" and nothing
//! else. Shapes repeat the colours: filled is allowed, a cross is denied, hollow with a tail to its start is delayed.

use core::fmt::Write;

use super::{
    constants::{CROSS_ARM, CROSS_LINE, CROSS_LINE_MAX, MARKS_FOOT, RING_LINE, RING_LINE_MAX, TAIL_BAR},
    scene::Scene,
    stack::{Stack, radius},
    text::tenths,
};
use ratelab_simulation::{run::Kind, view::Mark};

/// The geometry of the marks in a lane that begins at a height.
struct Geometry {
    left: u64,
    base: u64,
    pitch: u64,
}

impl Geometry {
    fn new(scene: &Scene<'_>, top: u64, pitch: u64) -> Self {
        Self { left: scene.layout.left * 10 + 5, base: (top + scene.height - MARKS_FOOT) * 10, pitch }
    }

    fn position(&self, (column, level): (u64, u64)) -> (u64, u64) {
        (self.left + column * 10, self.base - (2 * level + 1) * self.pitch / 2)
    }

    fn draw_circles(&self, out: &mut String, class: &str, radius: u64, positions: &[(u64, u64)]) {
        if positions.is_empty() {
            return;
        }
        let _ = writeln!(out, "<g class=\"{class} marks\" stroke-width=\"{}\">", tenths(self.ring()));
        for position in positions {
            let (x, y) = self.position(*position);
            let (x, y, radius) = (tenths(x), tenths(y), tenths(radius));
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
        out.push_str("</g>\n");
    }

    fn draw_crosses(&self, out: &mut String, positions: &[(u64, u64)]) {
        if positions.is_empty() {
            return;
        }
        let wide = (radius(self.pitch) * CROSS_LINE / 100).min(CROSS_LINE_MAX);
        let _ = writeln!(out, "<g class=\"denied marks\" stroke-width=\"{}\">", tenths(wide));
        for position in positions {
            let (x, y) = self.position(*position);
            let _ = writeln!(out, "{}", cross(x, y, radius(self.pitch)));
        }
        out.push_str("</g>\n");
    }

    /// Returns the width of a ring's line.
    fn ring(&self) -> u64 {
        (radius(self.pitch) * RING_LINE / 100).min(RING_LINE_MAX)
    }
}

/// Draws a cross around a point.
pub(super) fn cross(x: u64, y: u64, radius: u64) -> String {
    let arm = radius * CROSS_ARM / 100;
    let (x, y, side) = (tenths(x - arm), tenths(y - arm), tenths(2 * arm));
    format!("<path d=\"M{x} {y}l{side} {side}m0-{side}l-{side} {side}\"/>")
}

/// Draws the traffic, request by request.
pub(super) fn draw_arrivals(out: &mut String, scene: &Scene<'_>, top: u64, pitch: u64) {
    let geometry = Geometry::new(scene, top, pitch);
    geometry.draw_circles(out, "arrived", radius(pitch), &scene.arrivals().positions);
}

/// Draws the decisions of a lane. Tails are below all marks, and no mark hides a denial.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, marks: &[Mark], top: u64, pitch: u64) {
    let geometry = Geometry::new(scene, top, pitch);
    let stack = Stack::new(marks.iter().map(|mark| scene.span.column(mark.time).into()));
    let positions = |kind: Kind| -> Vec<_> {
        let all = marks.iter().zip(&stack.positions);
        all.filter(|(mark, _)| mark.kind == kind).map(|(_, position)| *position).collect()
    };
    draw_tails(out, scene, &geometry, marks, &stack);
    geometry.draw_circles(out, "allowed", radius(pitch), &positions(Kind::Allowed));
    geometry.draw_circles(out, "delayed", radius(pitch) - geometry.ring() / 2, &positions(Kind::Delayed));
    geometry.draw_crosses(out, &positions(Kind::Denied));
}

/// Draws a line from each delayed mark to its start, with a short bar at the end.
fn draw_tails(out: &mut String, scene: &Scene<'_>, geometry: &Geometry, marks: &[Mark], stack: &Stack) {
    let mut lines = String::new();
    let width = u64::from(scene.span.width);
    for (mark, position) in marks.iter().zip(&stack.positions).filter(|(mark, _)| mark.kind == Kind::Delayed)
    {
        let (x, y) = geometry.position(*position);
        let started = mark.started.unwrap_or(mark.time);
        let start = if started < scene.span.to { scene.span.column(started).into() } else { width };
        let (from, to) = (x + radius(geometry.pitch), (scene.layout.left + start) * 10);
        let _ = if to <= from {
            continue;
        } else if start < width {
            write!(lines, "M{} {}H{}m0-{TAIL_BAR}v{}", tenths(from), tenths(y), tenths(to), 2 * TAIL_BAR)
        } else {
            write!(lines, "M{} {}H{}", tenths(from), tenths(y), tenths(to))
        };
    }
    if !lines.is_empty() {
        let _ = writeln!(out, "<path class=\"tails\" d=\"{lines}\"/>");
    }
}
