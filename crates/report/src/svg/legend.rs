//! The legend: the marks that occur, and their meanings.

use core::fmt::Write;

use super::{
    constants::{
        CROSS_LINE_MAX, RING_LINE_MAX, SIGN, SIGN_BAND, SIGN_CROSS, SIGN_DOT, SIGN_HEIGHT, SIGN_RING,
        SIGN_RING_MIDDLE, TAIL_BAR,
    },
    marks::cross,
    scene::Scene,
    text::{CAPTION, tenths},
    windows,
};

/// Pixels from a symbol to its word, and between two entries.
const TO_WORD: u64 = 5;
const SIGNS_APART: u64 = 17;
const LINE: u64 = 20;

/// Draws a symbol at a position: its left edge and its middle.
type Sign = fn(u64, u64) -> String;

/// Draws the legend at a height, and returns the pixels that it takes.
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
    let (middle, radius) = (x + SIGN / 2, tenths(SIGN_DOT));
    format!("<g class=\"allowed marks\"><circle cx=\"{middle}\" cy=\"{y}\" r=\"{radius}\"/></g>")
}

fn denied(x: u64, y: u64) -> String {
    let (line, cross) = (tenths(CROSS_LINE_MAX), cross((x + SIGN / 2) * 10, y * 10, SIGN_CROSS));
    format!("<g class=\"denied marks\" stroke-width=\"{line}\">{cross}</g>")
}

fn delayed(x: u64, y: u64) -> String {
    let (begin, length) = (x + 2 * SIGN_RING_MIDDLE, SIGN - 2 * SIGN_RING_MIDDLE);
    let (line, middle, radius) = (tenths(RING_LINE_MAX), x + SIGN_RING_MIDDLE, tenths(SIGN_RING));
    format!(
        "<path class=\"tails\" d=\"M{begin} {y}h{length}m0-{TAIL_BAR}v{}\"/><g class=\"delayed marks\" \
         stroke-width=\"{line}\"><circle cx=\"{middle}\" cy=\"{y}\" r=\"{radius}\"/></g>",
        2 * TAIL_BAR
    )
}

fn used(x: u64, y: u64) -> String {
    let (top, bottom) = (y - SIGN_BAND / 2, y + SIGN_BAND / 2);
    let band = format!("<path class=\"used\" d=\"M{x} {bottom}V{top}h{SIGN}V{bottom}z\"/>");
    format!("{band}{band}<path class=\"level\" d=\"M{x} {top}h{SIGN}\"/>")
}

fn edge(x: u64, y: u64) -> String {
    format!("<path class=\"edge\" d=\"M{}.5 {}v{SIGN_HEIGHT}\"/>", x + SIGN / 2 - 1, y - SIGN_HEIGHT / 2)
}
