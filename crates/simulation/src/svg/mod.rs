//! A comparison as a picture that needs no script: lanes, marks, axis, and the
//! sentences as its title and description. The same run is the same bytes.

mod axis;
mod lane;

use core::fmt::Write;

use ratelab_limiter::Limiter;

use crate::{run::Simulation, view::Span, words::title};

/// The picture's measures, in pixels.
const WIDTH: u64 = 760;
const LEFT: u64 = 190;
const RIGHT: u64 = 18;
const TOP: u64 = 44;
const LANE: u64 = 46;
const GAP: u64 = 10;
const FOOT: u64 = 30;

/// Filled, crossed and hollow; told apart by colour-blind people and in grey. Light
/// or dark is as the reader's system says.
const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#1c1b19}.h{font-size:15px}.m{fill:#6b675f}.b{fill:#f4f1ea}\
.t{stroke:#d9d4c9}.a{fill:#00429d}.d{stroke:#c2410c;fill:none}.w{stroke:#bc70b5;fill:none}.wf{fill:#bc70b5}\
.df{fill:#c2410c}.g{fill:#fdfcf9}@media(prefers-color-scheme:dark){text{fill:#f0ede6}.m{fill:#a8a49b}.b{fill:#26241f}\
.t{stroke:#45423b}.a{fill:#56b4e9}.d{stroke:#e0561f}.df{fill:#e0561f}.w{stroke:#f0e442}.wf{fill:#f0e442}.g{fill:#191814}}";

impl Simulation {
    /// The run as SVG, once it is done.
    pub fn to_svg(&self) -> Option<String> {
        let (from, to) = self.shown()?;
        let span = Span::new(from, to, (WIDTH - LEFT - RIGHT) as u32);
        let lanes = self.lanes().len();
        let height = TOP + (LANE + GAP) * lanes as u64 + FOOT;
        let (comparison, sentences) = self.summary()?;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{}</title>\n<desc id=\"d\">{}</desc>\n\
             <style>{STYLE}</style>\n<rect class=\"g\" width=\"{WIDTH}\" height=\"{height}\"/>\n",
            escaped(&comparison),
            escaped(&sentences.join(" "))
        );
        let _ = writeln!(
            text,
            "<text class=\"h\" x=\"12\" y=\"27\">{}</text>",
            escaped(&first_sentence(&comparison))
        );
        axis::draw(&mut text, span, TOP, height - FOOT);
        for lane in 0..lanes {
            self.draw_lane(&mut text, lane, span);
        }
        text.push_str("</svg>\n");
        Some(text)
    }

    fn draw_lane(&self, text: &mut String, lane: usize, span: Span) {
        let top = TOP + (LANE + GAP) * lane as u64;
        let width = WIDTH - LEFT - RIGHT;
        let name = title(self.lanes()[lane].policy().algorithm());
        let counts = self.lanes()[lane].record().count(0..self.lanes()[lane].record().outcomes().len());
        let told = format!("{} allowed, {} denied", counts.admitted(), counts.denied);
        let _ = writeln!(
            text,
            "<text x=\"12\" y=\"{}\">{name}</text><text class=\"m\" x=\"12\" y=\"{}\">{told}</text>\n\
             <rect class=\"b\" x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{LANE}\"/>",
            top + 18,
            top + 35
        );
        lane::draw(text, &self.view(lane, span, lane::MOST_MARKS), span, top);
    }
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

/// The heading has room for one sentence.
fn first_sentence(text: &str) -> String {
    text.split_inclusive(". ").next().unwrap_or(text).trim_end().to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
