//! An SVG of clients by their busiest period, in descending order, with the limit as a line.
//!
//! Both axes are logarithmic: a log has a few busy clients and a long tail of quiet ones.

use std::fmt::Write;

use ratelab_report::{
    constants::{BEYOND_OPACITY, CURVE_LINE, CURVE_OPACITY, LIMIT_LINE, PICTURE_GRID_OPACITY, Unit},
    svg::{Scheme, colours, texts},
    words::{count, counted, duration},
};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
/// Margins in pixels: top, right, bottom, left.
const MARGINS: [f64; 4] = [74.0, 20.0, 52.0, 64.0];

/// The colours of the page used by each part: selector, property, colour.
const COLOURED: [(&str, &str, &str); 10] = [
    ("text", "fill", "muted"),
    (".headline", "fill", "ink"),
    (".of-limit", "fill", "deny-text"),
    (".paper", "fill", "paper"),
    (".area", "fill", "lane"),
    (".tick", "stroke", "muted"),
    (".peaks", "fill", "allow"),
    (".over", "fill", "deny"),
    (".curve", "stroke", "allow"),
    (".limit", "stroke", "deny"),
];

/// The line widths and opacities, which are the page's.
fn shaped() -> String {
    let [grid, peaks, over] = [PICTURE_GRID_OPACITY, CURVE_OPACITY, BEYOND_OPACITY]
        .map(|opacity| Unit::Hundredths.decimal(opacity));
    format!(
        ".tick{{stroke-opacity:{grid}}}.peaks{{fill-opacity:{peaks}}}.over{{fill-opacity:{over}}}\n\
         .curve{{fill:none;stroke-width:{CURVE_LINE}}}.limit{{stroke-width:{LIMIT_LINE}}}\n"
    )
}

pub(crate) struct Picture<'curve> {
    /// The headline.
    pub headline: &'curve str,
    /// The time range shown, if not the whole log.
    pub range: Option<&'curve str>,
    /// Ranks of clients, from 1, the busiest first.
    pub ranks: &'curve [u32],
    /// The most requests of each client in any period.
    pub peaks: &'curve [u32],
    /// The period, in nanoseconds.
    pub period: u64,
    /// The limit, if one was given.
    pub amount: Option<u32>,
}

/// A logarithmic axis, from 1 to the greatest number.
struct Axis {
    greatest: f64,
    length: f64,
}

impl Axis {
    /// An axis of at least one decade, so that a single number fits on it.
    fn new(greatest: u32, length: f64) -> Self {
        Self { greatest: f64::from(greatest.max(10)), length }
    }

    fn at(&self, number: u32) -> f64 {
        self.length * f64::from(number.max(1)).log10() / self.greatest.log10()
    }

    /// The powers of ten.
    fn ticks(&self) -> impl Iterator<Item = u32> {
        let powers = (0..10).map(|power| 10u32.pow(power));
        powers.take_while(|number| f64::from(*number) <= self.greatest)
    }
}

impl Picture<'_> {
    pub(crate) fn svg(&self) -> String {
        let [above, right, below, left] = MARGINS;
        let highest = self.peaks.iter().copied().max().unwrap_or(1).max(self.amount.unwrap_or(1));
        let across = Axis::new(self.ranks.last().copied().unwrap_or(1), WIDTH - left - right);
        let up = Axis::new(highest, HEIGHT - above - below);
        let clients = counted(self.ranks.last().copied().unwrap_or(0).into(), "client");
        let period = duration(self.period);
        let range = self.range.map_or(String::new(), |range| format!(" in {range}"));
        let headline = self.headline;
        let style = [texts(), shaped(), colours("", &COLOURED, Scheme::System)].concat();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\">\n<title>{headline}</title>\n<desc>{clients} by the most that each sent \
             in any {period}{range}, busiest first.</desc>\n<style>\n{style}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
             <text class=\"headline\" x=\"20\" y=\"34\">{headline}</text>\n\
             <text x=\"20\" y=\"58\">Peak in any {period}, for each client{range}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">Clients, busiest first</text>\n\
             <g transform=\"translate({left} {})\">\n",
            WIDTH - right,
            HEIGHT - 12.0,
            HEIGHT - below
        );
        let _ = writeln!(
            svg,
            "<rect class=\"area\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            -up.length, across.length, up.length
        );
        write_ticks(&mut svg, &across, &up);
        self.write_curve(&mut svg, &across, &up);
        svg + "</g>\n</svg>\n"
    }

    /// Draws the curve, the area below it, and the part of that area above the limit.
    fn write_curve(&self, svg: &mut String, across: &Axis, up: &Axis) {
        let points = || self.ranks.iter().zip(self.peaks).map(|(rank, peak)| (across.at(*rank), *peak));
        let path = |top: &dyn Fn(u32) -> u32| {
            points().map(|(x, peak)| format!("L{x:.1} {:.1}", -up.at(top(peak)))).collect::<String>()
        };
        let end = points().next_back().map_or(0.0, |(x, _)| x);
        let curve = path(&|peak| peak);
        let _ = writeln!(svg, "<path class=\"peaks\" d=\"M0 0{curve}L{end:.1} 0Z\"/>");
        if let Some(amount) = self.amount {
            let y = -up.at(amount);
            let floor = format!("L{end:.1} {y:.1}");
            let _ = writeln!(
                svg,
                "<path class=\"over\" d=\"M0 {y:.1}{}{floor}Z\"/>",
                path(&|peak| peak.max(amount))
            );
            let (length, label) =
                (across.length, format!("{} in {}", count(amount.into()), duration(self.period)));
            let _ = writeln!(svg, "<path class=\"limit\" d=\"M0 {y:.1}H{length:.1}\"/>");
            let _ = writeln!(
                svg,
                "<text class=\"of-limit\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                length - 6.0,
                y - 6.0
            );
        }
        let _ = writeln!(svg, "<path class=\"curve\" d=\"{}\"/>", curve.replacen('L', "M", 1));
    }
}

fn write_ticks(svg: &mut String, across: &Axis, up: &Axis) {
    for number in across.ticks() {
        let (x, label, height) = (across.at(number), count(number.into()), up.length);
        let _ = writeln!(
            svg,
            "<path class=\"tick\" d=\"M{x:.1} 0V{:.1}\"/><text x=\"{x:.1}\" y=\"18\" \
             text-anchor=\"middle\">{label}</text>",
            -height
        );
    }
    for number in up.ticks() {
        let (y, label, length) = (-up.at(number), count(number.into()), across.length);
        let _ = writeln!(
            svg,
            "<path class=\"tick\" d=\"M0 {y:.1}H{length:.1}\"/><text x=\"-8\" y=\"{:.1}\" \
             text-anchor=\"end\">{label}</text>",
            y + 4.0
        );
    }
}
