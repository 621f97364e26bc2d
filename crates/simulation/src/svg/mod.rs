//! A comparison as a picture that needs no script: lanes, marks, axis, and the sentences
//! as title and description. The same run gives the same bytes.

mod axis;
mod lane;

use core::fmt::Write;

use ratelab_limiter::Limiter;

use self::axis::Axis;
use crate::{
    Finding,
    run::Simulation,
    view::Span,
    words::{outcomes, title},
};

/// Sizes in pixels.
const WIDTH: u64 = 760;
const LEFT: u64 = 190;
const RIGHT: u64 = 18;
const LANE: u64 = 46;
const GAP: u64 = 10;
const FOOT: u64 = 30;

/// Room for the words beside a lane, in pixels, and about how many characters fill it. Longer
/// words are squeezed into the room rather than cut off.
const WORDS: u64 = LEFT - 16;
const MOST_CHARACTERS: usize = 28;

/// The two sentences above the lanes: their class, about how many characters a line of them has
/// room for, and how far apart lines are.
const HEADLINE: (&str, usize, u64) = ("h", 92, 20);
const REASON: (&str, usize, u64) = ("m", 108, 17);

/// Edges of windows that are nearer to each other are a pattern and not lines.
const EDGES_APART: u64 = 14;

/// The colours, light and dark, by their names in `web/src/styles/tokens.css`.
const INKS: [(&str, [&str; 2]); 8] = [
    ("ink", ["#1c1b18", "#ecebe5"]),
    ("muted", ["#67635a", "#a8a397"]),
    ("lane", ["#f5f2ea", "#211f1a"]),
    ("line", ["#e4e0d6", "#37342c"]),
    ("paper", ["#fdfcf9", "#191814"]),
    ("allow", ["#00429d", "#56b4e9"]),
    ("deny", ["#c2410c", "#e0561f"]),
    ("delay", ["#bc70b5", "#f0e442"]),
];

/// What is drawn in which colour. Marks are filled, crossed and hollow, so that they differ
/// in grey as well.
const INKED: [(&str, &str); 11] = [
    ("text{fill", "ink"),
    (".m{fill", "muted"),
    (".b{fill", "lane"),
    (".t{stroke", "line"),
    (".g{fill", "paper"),
    (".e{stroke", "muted"),
    (".a{fill", "allow"),
    (".d{stroke", "deny"),
    (".df{fill", "deny"),
    (".w{stroke", "delay"),
    (".wf{fill", "delay"),
];

/// Light or dark, as the reader's system says.
fn style() -> String {
    let inked = |scheme: usize| {
        let colour = |ink| INKS.iter().find(|(name, _)| *name == ink).map_or("", |(_, both)| both[scheme]);
        INKED.map(|(rule, ink)| format!("{rule}:{}}}", colour(ink))).concat()
    };
    format!(
        "text{{font:12px system-ui,sans-serif}}.h{{font-size:15px}}.d,.w,.e{{fill:none}}\
         .e{{stroke-dasharray:3;stroke-opacity:.6}}{}@media(prefers-color-scheme:dark){{{}}}",
        inked(0),
        inked(1)
    )
}

impl Simulation {
    /// The run as SVG, once it is done.
    pub fn to_svg(&self) -> Option<String> {
        let (from, to) = self.shown()?;
        let span = Span::new(from, to, (WIDTH - LEFT - RIGHT) as u32);
        let lanes = self.lanes().len();
        let axis = Axis::new(span);
        let Finding { headline, reason } = self.finding()?;
        let (mut above, mut top) = (String::new(), 9);
        write_lines(&mut above, &mut top, headline, HEADLINE);
        write_lines(&mut above, &mut top, reason, REASON);
        let top = top + 15;
        let bottom = top + (LANE + GAP) * lanes as u64;
        let height = bottom + FOOT + axis.height();
        let sentences: Vec<_> = (0..lanes).filter_map(|lane| self.sentence(lane)).collect();
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{}</title>\n<desc id=\"d\">{} {}</desc>\n\
             <style>{}</style>\n<rect class=\"g\" width=\"{WIDTH}\" height=\"{height}\"/>\n{above}",
            escaped(headline),
            escaped(reason),
            escaped(&sentences.join(" ")),
            style()
        );
        axis.draw(&mut text, top, bottom);
        for lane in 0..lanes {
            self.draw_lane(&mut text, lane, span, top + (LANE + GAP) * lane as u64);
        }
        text.push_str("</svg>\n");
        Some(text)
    }

    fn draw_lane(&self, text: &mut String, lane: usize, span: Span, top: u64) {
        let width = WIDTH - LEFT - RIGHT;
        let name = title(self.lanes()[lane].policy().algorithm());
        let counts = self.lanes()[lane].record().count(0..self.lanes()[lane].record().outcomes().len());
        let (words, mut squeeze) = (outcomes(counts), String::new());
        if words.len() > MOST_CHARACTERS {
            squeeze = format!(" textLength=\"{WORDS}\" lengthAdjust=\"spacingAndGlyphs\"");
        }
        let _ = writeln!(
            text,
            "<text x=\"12\" y=\"{}\">{name}</text><text class=\"m\" x=\"12\" y=\"{}\"{squeeze}>{words}</text>\n\
             <rect class=\"b\" x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{LANE}\"/>",
            top + 18,
            top + 35
        );
        self.draw_edges(text, lane, span, top);
        lane::draw(text, &self.view(lane, span, lane::MOST_MARKS), span, top);
    }

    /// Where the lane's own windows begin.
    fn draw_edges(&self, text: &mut String, lane: usize, span: Span, top: u64) {
        let scenario = self.scenario();
        let windows = scenario.lanes[lane].windows(scenario);
        let Some(windows) = windows.filter(|windows| is_wide(windows.length, span)) else { return };
        let edges = windows.edges(span.from).take_while(|edge| *edge < span.to);
        let lines = edges.map(|edge| format!("M{} {top}v{LANE}", tenths(place(span, edge))));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            let _ = writeln!(text, "<path class=\"e\" d=\"{lines}\"/>");
        }
    }
}

/// Whether windows of this length are wide enough to see.
fn is_wide(length: u64, span: Span) -> bool {
    let width = u128::from(WIDTH - LEFT - RIGHT);
    u128::from(length) * width >= u128::from(EDGES_APART) * u128::from(span.to - span.from)
}

/// Where a time is, in tenths of a pixel.
fn place(span: Span, time: u64) -> u64 {
    let width = u128::from(WIDTH - LEFT - RIGHT) * 10;
    let offset =
        u128::from(time.clamp(span.from, span.to) - span.from) * width / u128::from(span.to - span.from);
    LEFT * 10 + offset as u64
}

/// Tenths of a pixel as a number.
fn tenths(value: u64) -> String {
    if value.is_multiple_of(10) { (value / 10).to_string() } else { format!("{}.{}", value / 10, value % 10) }
}

/// Writes a sentence in as many lines as it needs, each broken between two words.
fn write_lines(text: &mut String, y: &mut u64, sentence: &str, (class, most, apart): (&str, usize, u64)) {
    let mut line = String::new();
    let mut end = |line: &mut String| {
        *y += apart;
        let _ = writeln!(text, "<text class=\"{class}\" x=\"12\" y=\"{y}\">{}</text>", escaped(line));
        line.clear();
    };
    for word in sentence.split(' ') {
        if !line.is_empty() && line.len() + word.len() >= most {
            end(&mut line);
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        end(&mut line);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
