//! The legend: the marks that occur, and their meanings.

use core::fmt::Write;

use super::{marks::cross, scene::Scene, text::CAPTION, windows};

/// Pixels of a symbol, from it to its word, and between two entries.
const SIGN: u64 = 12;
const TO_WORD: u64 = 5;
const SIGNS_APART: u64 = 17;
const LINE: u64 = 20;

/// Draws a symbol at a position: its left edge and its middle.
type Sign = fn(u64, u64) -> String;

/// Draws the legend from a height on, and returns the pixels that it takes.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>, top: u64) -> u64 {
    let counts = scene.lanes.iter().map(|row| row.measures.counts);
    let is_delayed = counts.clone().any(|counts| counts.delayed > 0);
    let has_bands = scene.lanes.iter().any(|row| scene.run.rows(row.lane).is_none());
    let signs: [(bool, Sign, &str); 5] = [
        (true, allowed, "allowed"),
        (true, denied, "denied"),
        (is_delayed, delayed, "delayed"),
        (has_bands, used, "budget in use"),
        (windows::are_seen(scene), edge, "window edge"),
    ];
    let width = |word: &str| SIGN + TO_WORD + CAPTION.width(word).div_ceil(10);
    let signs = signs.into_iter().filter(|(is_there, ..)| *is_there);
    let all: u64 = signs.clone().map(|(.., word)| width(word) + SIGNS_APART).sum();
    let (layout, right) = (&scene.layout, scene.layout.right());
    // Below the lanes, if it fits there.
    let left = if layout.left + all - SIGNS_APART <= right { layout.left } else { layout.margin };
    let (mut x, mut y) = (left, top);
    out.push_str("<g class=\"legend\">\n");
    for (_, sign, word) in signs {
        if x + width(word) > right && x > left {
            (x, y) = (left, y + LINE);
        }
        let _ = writeln!(out, "{}", sign(x, y + LINE / 2));
        CAPTION.write(out, (x + SIGN + TO_WORD) * 10, (y + LINE / 2) * 10 + 42, word);
        x += width(word) + SIGNS_APART;
    }
    out.push_str("</g>\n");
    y + LINE - top
}

fn allowed(x: u64, y: u64) -> String {
    format!("<g class=\"allowed marks\"><circle cx=\"{}\" cy=\"{y}\" r=\"3.5\"/></g>", x + 6)
}

fn denied(x: u64, y: u64) -> String {
    format!("<g class=\"denied marks\" stroke-width=\"1.8\">{}</g>", cross((x + 6) * 10, y * 10, 38))
}

fn delayed(x: u64, y: u64) -> String {
    format!(
        "<path class=\"tails\" d=\"M{0} {y}h6m0-2v4\"/>\
         <g class=\"delayed marks\" stroke-width=\"1.5\"><circle cx=\"{1}\" cy=\"{y}\" r=\"2.8\"/></g>",
        x + 6,
        x + 3
    )
}

fn used(x: u64, y: u64) -> String {
    let (top, bottom) = (y - 4, y + 4);
    format!(
        "<path class=\"used\" d=\"M{x} {bottom}V{top}h12V{bottom}z\"/><path class=\"used\" d=\"M{x} {bottom}V{top}h12V{bottom}z\"/>\
         <path class=\"level\" d=\"M{x} {top}h12\"/>"
    )
}

fn edge(x: u64, y: u64) -> String {
    format!("<path class=\"edge\" d=\"M{}.5 {}v14\"/>", x + 5, y - 7)
}
