//! The colours of each part. Marks are filled, crossed, or hollow, so that they also differ in greyscale.

use super::{
    Scheme,
    constants::{
        BELOW_MOST_OPACITY, BRACKET_LINE, CAUSE_DOTS, CAUSE_OPACITY, EDGE_DASH, EDGE_OPACITY, LEVEL_OPACITY,
        LIMIT_DOTS, PEAK_OVER_OPACITY, PICTURE_OUTAGE_OPACITY, ROW_GROUND_OPACITY, SMALL_TEXT, TAIL_LINE,
        TAIL_OPACITY, Unit, WINDOW_OPACITY,
    },
    text::{FIGURE, HEADLINE, OWN_CAPTION, OWN_TITLE, REASON, SMALL_HEADLINE, TITLE},
};

/// A colour in the light and the dark scheme.
struct Ink {
    /// Its name here and as a custom property of the page.
    name: &'static str,
    light: &'static str,
    dark: &'static str,
    /// Whether a page that embeds a figure may override it.
    is_open: bool,
}

const INKS: [Ink; 8] = [
    Ink { name: "allow", light: "#00429d", dark: "#56b4e9", is_open: true },
    Ink { name: "deny", light: "#c2410c", dark: "#e0561f", is_open: true },
    Ink { name: "delay", light: "#bc70b5", dark: "#f0e442", is_open: true },
    Ink { name: "ink", light: "#1c1b18", dark: "#ecebe5", is_open: true },
    Ink { name: "muted", light: "#67635a", dark: "#a8a397", is_open: true },
    Ink { name: "lane", light: "#f5f2ea", dark: "#211f1a", is_open: true },
    Ink { name: "paper", light: "#fdfcf9", dark: "#191814", is_open: true },
    // Text needs more contrast than marks.
    Ink { name: "deny-text", light: "#b83a08", dark: "#f58a5e", is_open: false },
];

/// The fonts of texts, and those of headlines and numbers.
const SANS: [&str; 7] =
    ["system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "Liberation Sans", "sans-serif"];
const SERIF: [&str; 8] = [
    "ui-serif",
    "Iowan Old Style",
    "Palatino Linotype",
    "Palatino",
    "Georgia",
    "Noto Serif",
    "DejaVu Serif",
    "serif",
];

/// The colour of each part: the selectors, the property, and the ink.
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
    (".ground", "stroke", "muted"),
    (".limit.own,.synced", "stroke", "ink"),
    (".label", "stroke", "lane"),
    (".bracket", "stroke", "deny"),
    (".level", "stroke", "allow"),
    (".denied.marks", "stroke", "deny"),
    (".delayed.marks,.tails", "stroke", "delay"),
];

/// Styles that are the same in both schemes and do not exist on the page.
const SHAPED: [(&str, &str); 5] = [
    (".title,.label.strong", "font-weight:600"),
    (".over.strong", "fill-opacity:1"),
    (".label", "stroke-width:3px;stroke-linejoin:round;paint-order:stroke"),
    (".bracket,.level,.edge,.tick,.limit,.tails,.denied.marks,.delayed.marks", "fill:none"),
    (".limit.own", "stroke-dasharray:1.5"),
];

/// Styles that match the page, from the constants that both share.
fn shared() -> [(&'static str, String); 12] {
    let hundredths = |value| decimal(Unit::Hundredths, value);
    let fill = |opacity| format!("fill-opacity:{}", hundredths(opacity));
    let stroke = |opacity| format!("stroke-opacity:{}", hundredths(opacity));
    let dots = |apart: u64| format!("stroke-dasharray:1 {}", apart - 1);
    [
        (
            "text",
            format!("font:{SMALL_TEXT}px {};font-variant-numeric:tabular-nums", fonts(&SANS, ",", '\'')),
        ),
        (".window", format!("fill-opacity:{}", decimal(Unit::Thousandths, WINDOW_OPACITY))),
        (".used", fill(BELOW_MOST_OPACITY)),
        (".outage", fill(PICTURE_OUTAGE_OPACITY)),
        (".over", fill(PEAK_OVER_OPACITY)),
        (".ground", stroke(ROW_GROUND_OPACITY)),
        (".level", stroke(LEVEL_OPACITY)),
        (".tails", format!("{};stroke-width:{}", stroke(TAIL_OPACITY), hundredths(TAIL_LINE))),
        (".edge", format!("{};stroke-dasharray:{EDGE_DASH}", stroke(EDGE_OPACITY))),
        (".synced", format!("{};{}", stroke(CAUSE_OPACITY), dots(CAUSE_DOTS))),
        (".limit", dots(LIMIT_DOTS)),
        (".bracket", format!("stroke-width:{}", decimal(Unit::Tenths, BRACKET_LINE))),
    ]
}

/// The sizes of texts, by their classes.
fn sizes() -> impl Iterator<Item = (String, String)> {
    let kinds = [OWN_TITLE, HEADLINE, SMALL_HEADLINE, REASON, OWN_CAPTION, TITLE, FIGURE];
    kinds
        .into_iter()
        .map(|kind| (format!(".{}", kind.class.replace(' ', ".")), format!("font-size:{}px", kind.size)))
}

/// Formats a list of fonts for a style sheet.
fn fonts(names: &[&str], comma: &str, quote: char) -> String {
    let quoted =
        |name: &&str| if name.contains(' ') { format!("{quote}{name}{quote}") } else { (*name).to_owned() };
    names.iter().map(quoted).collect::<Vec<_>>().join(comma)
}

/// Returns the colours and fonts as custom properties of the page, one per line, such as `--allow:
/// var(--rate-lab-allow, light-dark(#00429d, #56b4e9));`. The page has them in `web/src/styles/tokens.css`.
pub fn tokens() -> String {
    let colours = INKS.iter().map(|Ink { name, light, dark, is_open }| {
        let colours = format!("light-dark({light}, {dark})");
        let value = if *is_open { format!("var(--rate-lab-{name}, {colours})") } else { colours };
        format!("  --{name}: {value};\n")
    });
    let fonts =
        [("sans", "font", &SANS[..]), ("serif", "heading-font", &SERIF)].map(|(name, open, names)| {
            format!("  --{name}: var(--rate-lab-{open}, {});\n", fonts(names, ", ", '"'))
        });
    colours.chain(fonts).collect()
}

/// Returns the colour that a browser gives its frame around the page, which is that of the page's background, in the
/// light and the dark scheme. The pages have it in their HTML.
pub fn theme_colours() -> [&'static str; 2] {
    INKS.iter().find(|ink| ink.name == "paper").map_or([""; 2], |Ink { light, dark, .. }| [light, dark])
}

/// Returns the rules for the fonts and sizes of the texts and the headline of a picture that is a separate file.
pub fn texts() -> String {
    let font = |parts, size, names| rule("", parts, &format!("font:{size}px {}", fonts(names, ",", '\'')));
    [font("text", SMALL_TEXT, &SANS), font(".headline", HEADLINE.size, &SERIF[..])].concat()
}

/// Formats a number for a style sheet: `.7`.
fn decimal(unit: Unit, value: u64) -> String {
    unit.decimal(value).trim_start_matches('0').to_owned()
}

/// The class of the picture's root. Every rule begins with it, because a page may inline pictures of several schemes.
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
    let headings = format!("font-family:{}", fonts(&SERIF, ",", '\''));
    let shared = shared().into_iter().map(|(parts, look)| rule(parts, &look));
    let sizes = sizes().map(|(parts, look)| rule(&parts, &look));
    let shaped = SHAPED.iter().map(|(parts, look)| rule(parts, look));
    let headings = rule(".headline,.own-title,.figure", &headings);
    let looks: String = shared.chain([headings]).chain(sizes).chain(shaped).collect();
    [looks, colours(&within, &COLOURED, scheme)].concat()
}

/// Returns the rules that colour the parts of a picture. Each has the selectors, the property, and the ink, by its
/// name on the page. `within` precedes every selector; it is empty if the picture is a separate file.
pub fn colours(within: &str, coloured: &[Coloured], scheme: Scheme) -> String {
    let inked = |dark: usize| {
        let both = |ink: &Ink| [ink.light, ink.dark][dark];
        let colour = |name| INKS.iter().find(|ink| ink.name == name).map_or("", both);
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
