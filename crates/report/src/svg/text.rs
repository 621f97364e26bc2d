//! Text in a picture: its approximate width, its line breaks, and its markup.
//!
//! A picture cannot measure its reader's font. So it assumes a wide one, and no text runs into its neighbour.

use core::fmt::Write;

use super::constants::{LABEL_HEIGHT, PEAK_TEXT, ROW_WORDS, SMALL_TEXT, TITLE_TEXT};

/// The widths of the printable ASCII characters in DejaVu Sans, the widest font that a system usually has, in
/// hundredths of its size.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63,
    61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97,
    63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

/// Widths of characters that are not in the table: those of most alphabets, and full-width ones.
const OTHER: u64 = 70;
const SQUARE: u64 = 100;

/// A no-break space.
pub(super) const NO_BREAK: &str = "\u{a0}";

/// A kind of text: its class, its size and line height in pixels, and the width of its letters in hundredths of the
/// table's.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub class: &'static str,
    pub size: u64,
    pub leading: u64,
    broad: u64,
}

impl Kind {
    const fn sans(class: &'static str, size: u64, leading: u64) -> Self {
        Self { class, size, leading, broad: 100 }
    }

    const fn serif(class: &'static str, size: u64, leading: u64) -> Self {
        Self { class, size, leading, broad: 104 }
    }

    /// Returns an upper bound on the width of a text, in tenths of a pixel.
    pub(super) fn width(self, text: &str) -> u64 {
        let letters: u64 = text.chars().map(letter).sum();
        (letters * self.size * self.broad).div_ceil(1_000)
    }

    /// Breaks a text into lines of at most `width` pixels, between words if possible.
    pub(super) fn lines(self, text: &str, width: u64) -> Vec<String> {
        let mut lines = vec![String::new()];
        let is_gap = |letter: char| letter.is_whitespace() && !NO_BREAK.contains(letter);
        for word in text.split(is_gap).filter(|word| !word.is_empty()) {
            self.add(&mut lines, word, width * 10);
        }
        lines.retain(|line| !line.is_empty());
        lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
    }

    /// Breaks a text into the same number of lines with about equal lengths.
    pub(super) fn balanced(self, text: &str, width: u64) -> Vec<String> {
        let lines = self.lines(text, width);
        let narrower = (width / 2..width).step_by(4).map(|width| self.lines(text, width));
        narrower.into_iter().find(|other| other.len() == lines.len()).unwrap_or(lines)
    }

    /// Breaks a text without a last line of a word or two, if that needs no more lines.
    pub(super) fn without_orphan(self, text: &str, width: u64) -> Vec<String> {
        let lines = self.lines(text, width);
        let is_long = |lines: &[String]| {
            lines.len() < 2 || lines.last().is_some_and(|last| self.width(last) >= width * 10 / 4)
        };
        let narrower = [92, 84, 76].map(|percent| self.lines(text, width * percent / 100));
        let fits = |other: &Vec<String>| other.len() == lines.len() && is_long(other);
        if is_long(&lines) { lines } else { narrower.into_iter().find(fits).unwrap_or(lines) }
    }

    fn add(self, lines: &mut Vec<String>, word: &str, width: u64) {
        let Some(line) = lines.last_mut() else { return };
        let gap = if line.is_empty() { "" } else { " " };
        let longer = [line, gap, word].concat();
        if self.width(&longer) <= width {
            *line = longer;
        } else if self.width(word) <= width {
            lines.push(word.to_owned());
        } else {
            lines.push(String::new());
            word.chars().for_each(|letter| self.add_letter(lines, letter, width));
        }
    }

    /// Adds a letter of a word that is longer than a line.
    fn add_letter(self, lines: &mut Vec<String>, letter: char, width: u64) {
        let Some(line) = lines.last_mut() else { return };
        line.push(letter);
        if self.width(line) > width && line.chars().count() > 1 {
            line.pop();
            lines.push(letter.to_string());
        }
    }

    /// Writes a text that begins at a point, in tenths of a pixel.
    pub(super) fn write(self, out: &mut String, x: u64, y: u64, text: &str) {
        self.write_with(out, x, y, text, "");
    }

    /// Writes a text that ends at a point.
    pub(super) fn write_before(self, out: &mut String, x: u64, y: u64, text: &str) {
        self.write_with(out, x, y, text, " text-anchor=\"end\"");
    }

    pub(super) fn write_with(self, out: &mut String, x: u64, y: u64, text: &str, more: &str) {
        let (class, x, y, text) = (self.class, tenths(x), tenths(y), escaped(text));
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{more}>{text}</text>");
    }

    /// Writes lines below each other, and returns their height in pixels.
    pub(super) fn write_lines(self, out: &mut String, x: u64, y: u64, lines: &[String]) -> u64 {
        for (line, below) in lines.iter().zip(0..) {
            self.write(out, x * 10, (y + self.leading * below) * 10 + self.base(), line);
        }
        self.leading * lines.len() as u64
    }

    /// Returns the distance from the top of a line to its baseline, in tenths of a pixel.
    pub(super) const fn base(self) -> u64 {
        (self.leading * 10 + self.size * 7) / 2
    }
}

fn letter(letter: char) -> u64 {
    match letter as usize {
        0..32 | 127..160 => 0,
        printable @ 32..127 => WIDTHS[printable - 32].into(),
        160 => WIDTHS[0].into(),
        161..0x1100 => OTHER,
        _ => SQUARE,
    }
}

pub(super) const OWN_TITLE: Kind = Kind::serif("own-title", 24, 31);
pub(super) const HEADLINE: Kind = Kind::serif("headline", 20, 26);
pub(super) const SMALL_HEADLINE: Kind = Kind::serif("headline small", 17, 23);
pub(super) const REASON: Kind = Kind::sans("reason", 14, 20);
pub(super) const OWN_CAPTION: Kind = Kind::sans("own-caption", 13, 19);
/// Of a lane.
pub(super) const TITLE: Kind = Kind { broad: 114, ..Kind::sans("title", TITLE_TEXT, 18) };
pub(super) const CAPTION: Kind = Kind::sans("caption", SMALL_TEXT, 16);
pub(super) const FIGURE: Kind = Kind::serif("figure", PEAK_TEXT, 22);
pub(super) const STRONG_FIGURE: Kind = Kind::serif("figure strong", PEAK_TEXT, 22);

/// In the picture, on a band, and of the burst that broke the limit.
pub(super) const LABEL: Kind = Kind::sans("label", SMALL_TEXT, LABEL_HEIGHT);
pub(super) const IN_BAND: Kind = Kind::sans("label in-band", SMALL_TEXT, LABEL_HEIGHT);
/// The name of a row within a lane.
pub(super) const ROW: Kind = Kind::sans("row", SMALL_TEXT, ROW_WORDS);
pub(super) const BROKE: Kind = Kind { broad: 114, ..Kind::sans("label strong", SMALL_TEXT, LABEL_HEIGHT) };

/// Formats tenths of a pixel as a number.
pub(super) fn tenths(value: u64) -> String {
    if value.is_multiple_of(10) { (value / 10).to_string() } else { format!("{}.{}", value / 10, value % 10) }
}

/// Escapes a text for an element or an attribute. Characters that XML does not allow are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => (),
            letter => escaped.push(letter),
        }
    }
    escaped
}
