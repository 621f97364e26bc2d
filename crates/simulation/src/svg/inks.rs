//! What is drawn in which colour. Marks are filled, crossed and hollow, so that they differ in
//! grey as well.

use super::{
    Scheme,
    constants::{
        BELOW_MOST_OPACITY, EDGE_DASH, EDGE_OPACITY, LEVEL_OPACITY, ROW_GROUND_OPACITY, TAIL_LINE,
        TAIL_OPACITY, Unit, WINDOW_OPACITY,
    },
};

/// The colours, light and dark, by their names in `web/src/styles/tokens.css`.
const INKS: [(&str, [&str; 2]); 8] = [
    ("ink", ["#1c1b18", "#ecebe5"]),
    ("muted", ["#67635a", "#a8a397"]),
    ("lane", ["#f5f2ea", "#211f1a"]),
    ("paper", ["#fdfcf9", "#191814"]),
    ("allow", ["#00429d", "#56b4e9"]),
    ("deny", ["#c2410c", "#e0561f"]),
    ("delay", ["#bc70b5", "#f0e442"]),
    ("deny-text", ["#b83a08", "#f58a5e"]),
];

/// What has which colour: the parts, the property, the ink.
type Coloured = (&'static str, &'static str, &'static str);

const COLOURED: [Coloured; 17] = [
    ("text,.arrived,.window", "fill", "ink"),
    (".reason,.caption,.own-caption,.label,.worst,.disagreed,.arrived.columns,.row,.outage", "fill", "muted"),
    (".in-band", "fill", "ink"),
    (".paper", "fill", "paper"),
    (".area", "fill", "lane"),
    (".allowed,.within,.over,.used,.strip.passed", "fill", "allow"),
    (".denied.columns,.over.strong,.strip.refused", "fill", "deny"),
    (".delayed.columns,.strip.later", "fill", "delay"),
    (".figure.strong,.label.strong", "fill", "deny-text"),
    (".edge,.tick,.limit", "stroke", "muted"),
    (".ground,.told", "stroke", "muted"),
    (".limit.own", "stroke", "ink"),
    (".label", "stroke", "lane"),
    (".bracket", "stroke", "deny"),
    (".level", "stroke", "allow"),
    (".denied.marks", "stroke", "deny"),
    (".delayed.marks,.tails", "stroke", "delay"),
];

const SANS: &str = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif";
const SERIF: &str =
    "ui-serif,'Iowan Old Style','Palatino Linotype',Palatino,Georgia,'Noto Serif','DejaVu Serif',serif";

/// What has the same look in both schemes.
const SHAPED: [(&str, &str); 15] = [
    (".own-title", "font-size:24px"),
    (".headline", "font-size:20px"),
    (".headline.small", "font-size:17px"),
    (".reason", "font-size:14px"),
    (".own-caption", "font-size:13px"),
    (".title", "font-size:14px;font-weight:600"),
    (".figure", "font-size:18px"),
    (".told", "stroke-dasharray:1 2"),
    (".outage", "fill-opacity:.22"),
    (".over", "fill-opacity:.55"),
    (".over.strong", "fill-opacity:1"),
    (".label", "stroke-width:3px;stroke-linejoin:round;paint-order:stroke"),
    (".label.strong", "font-weight:600"),
    (".bracket", "stroke-width:1.5"),
    (".bracket,.level,.edge,.tick,.limit,.tails,.denied.marks,.delayed.marks", "fill:none"),
];

/// What looks as on the page, by the constants that both share.
fn shared() -> [(&'static str, String); 6] {
    let hundredths = |value| decimal(Unit::Hundredths, value);
    let stroke = |opacity| format!("stroke-opacity:{}", hundredths(opacity));
    [
        (".window", format!("fill-opacity:{}", decimal(Unit::Thousandths, WINDOW_OPACITY))),
        (".used", format!("fill-opacity:{}", hundredths(BELOW_MOST_OPACITY))),
        (".ground", stroke(ROW_GROUND_OPACITY)),
        (".level", stroke(LEVEL_OPACITY)),
        (".tails", format!("{};stroke-width:{}", stroke(TAIL_OPACITY), hundredths(TAIL_LINE))),
        (".edge", format!("{};stroke-dasharray:{EDGE_DASH}", stroke(EDGE_OPACITY))),
    ]
}

/// A number as style sheets have it: `.7`.
fn decimal(unit: Unit, value: u64) -> String {
    unit.decimal(value).trim_start_matches('0').to_owned()
}

/// The class of the picture's root. Every rule begins with it, because a page may have pictures
/// of several schemes in its own text.
pub(super) const fn root(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Light => "ratelab-light",
        Scheme::Dark => "ratelab-dark",
        Scheme::System => "ratelab",
    }
}

pub(super) fn style(scheme: Scheme) -> String {
    let within = format!(".{} ", root(scheme));
    let rule = |parts: &str, look: &str| rule(&within, parts, look);
    let text = format!("font:12px {SANS};font-variant-numeric:tabular-nums");
    let fonts = [("text", text), (".headline,.own-title,.figure", format!("font-family:{SERIF}"))];
    let fonts = fonts.iter().map(|(parts, look)| rule(parts, look));
    let shaped = SHAPED.iter().map(|(parts, look)| rule(parts, look));
    let shared: String = shared().iter().map(|(parts, look)| rule(parts, look)).collect();
    let dotted =
        [rule(".limit", "stroke-dasharray:1 3"), rule(".limit.own", "stroke-dasharray:1.5")].concat();
    [fonts.chain(shaped).collect(), shared, dotted, colours(&within, &COLOURED, scheme)].concat()
}

/// The rules that colour the parts of a picture: each has the parts, the property and the ink, by its name
/// on the page. `within` stands before every part; empty if the picture is alone in its file.
pub fn colours(within: &str, coloured: &[Coloured], scheme: Scheme) -> String {
    let inked = |dark: usize| {
        let colour = |ink| INKS.iter().find(|(name, _)| *name == ink).map_or("", |(_, both)| both[dark]);
        let look = |property, ink| format!("{property}:{}", colour(ink));
        let rules = coloured.iter().map(|&(parts, property, ink)| rule(within, parts, &look(property, ink)));
        rules.collect::<String>()
    };
    match scheme {
        Scheme::Light => inked(0),
        Scheme::Dark => inked(1),
        Scheme::System => format!("{}@media(prefers-color-scheme:dark){{\n{}}}\n", inked(0), inked(1)),
    }
}

fn rule(within: &str, parts: &str, look: &str) -> String {
    let parts: Vec<_> = parts.split(',').map(|part| [within, part].concat()).collect();
    format!("{}{{{look}}}\n", parts.join(","))
}
