//! Still pictures and the canvas of the page are drawn with the same constants.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use ratelab_report::{
    constants::{Constant, FILES, PEAKS, Unit, typescript},
    svg::{theme_colours, tokens},
};

/// The folder that the names of generated files begin in.
const SCRIPTS: &str = "web/src";

/// The folders with drawing code: the canvas, the legend, the log page, still pictures, and what places the texts in
/// figures.
const PLOT: &str = "web/src/plot";
const FIGURE: &str = "web/src/figure";
const LOG: &str = "web/src/log";
const PICTURES: &str = "crates/report/src/svg";
const LABELS: &str = "crates/report/src/labels";

/// The chart of clients by their busiest period: in the pictures of the command, and on the log page.
const CHART: [&str; 2] = ["crates/cli/src/picture.rs", "web/src/log/peaks-chart.styles.ts"];
const TOKENS: &str = "web/src/styles/tokens.css";

/// The pages of the site, and what sets the colour of the browser around them.
const PAGES: [&str; 4] = ["web/index.html", "web/log.html", "web/claims.html", "web/glossary.html"];
const THEME: &str = "<meta name=\"theme-color\"";

/// Scripts of `PLOT` that draw nothing: they handle the pointer.
const INTERACTION: [&str; 6] =
    ["brush.ts", "gestures.ts", "interaction.ts", "playhead.ts", "span.ts", "spots.ts"];

/// Numbers in the other scripts that are not drawn either: `CLIENT` is the client that the figure has a band of.
const NOT_DRAWN: [&str; 4] = ["CLIENT", "ORDER", "PER_COLUMN", "REACH"];

/// Scripts with a shape that only the page has: a row in the legend, and the cross that closes a card.
const ICONS: [&str; 2] = ["decision-card.ts", "legend-parts.ts"];

/// What a number of drawing follows.
const DRAWN: [&str; 11] = [
    " r=",
    " cx=",
    " cy=",
    "stroke-width=",
    "stroke-width:",
    "stroke-dasharray:",
    "stroke-opacity:",
    "fill-opacity:",
    "lineWidth =",
    "globalAlpha =",
    "setLineDash(",
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).expect(name)
}

/// Returns the sources of a folder by name, without the generated files.
fn sources(folder: &str) -> Vec<(String, String)> {
    let names = fs::read_dir(path(folder)).expect(folder).map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("names are UTF-8"));
    let is_generated =
        |name: &str| FILES.iter().any(|(file, _)| format!("{SCRIPTS}/{file}") == format!("{folder}/{name}"));
    let written = names.filter(|name| !is_generated(name));
    written.map(|name| (name.clone(), read(&format!("{folder}/{name}")))).collect()
}

/// Writes a generated text to its file if `RATELAB_DRAW` is set, and returns the contents of the file.
fn refreshed(name: &str, generated: &str) -> String {
    if std::env::var_os("RATELAB_DRAW").is_some() {
        fs::write(path(name), generated).expect("the file can be written");
    }
    read(name)
}

/// Returns the names of the top-level numeric constants of a source.
fn numbers(text: &str) -> BTreeSet<&str> {
    let declared = text.lines().filter_map(|line| {
        let (_, rest) = line
            .split_once("const ")
            .filter(|(before, _)| ["", "export ", "pub ", "pub(super) "].contains(before))?;
        let (name, value) = rest.split_once(" = ")?;
        Some((name.split(':').next()?, value))
    });
    let is_number = |value: &str| {
        value.trim_start_matches(['-', '[', '.']).starts_with(|letter: char| letter.is_ascii_digit())
    };
    // Times are bigint on the page.
    let is_time = |value: &str| value.ends_with("n;");
    declared.filter(|(_, value)| is_number(value) && !is_time(value)).map(|(name, _)| name).collect()
}

/// Returns all shared constants.
fn table() -> impl Iterator<Item = &'static Constant> {
    FILES.iter().flat_map(|(_, constants)| constants.iter())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation` updates the files.
#[test]
fn the_page_has_the_constants_of_pictures() {
    for (name, constants) in FILES {
        let generated = typescript(constants);
        assert!(refreshed(&format!("{SCRIPTS}/{name}"), &generated) == generated, "{name} is out of date");
    }
}

/// `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation` updates that part of the file.
#[test]
fn the_page_has_the_colours_of_pictures() {
    let text = read(TOKENS);
    let (head, rest) = text.split_once("change them there. */\n").expect("a beginning");
    let (_, tail) = rest.split_once("  /* Here ends").expect("an end");
    let generated = format!("{head}change them there. */\n{}  /* Here ends{tail}", tokens());
    assert!(refreshed(TOKENS, &generated) == generated, "{TOKENS} is out of date");
}

/// `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation` updates them.
#[test]
fn the_colour_of_the_browser_is_that_of_the_paper() {
    let [light, dark] = theme_colours();
    let tags: String = [("light", light), ("dark", dark)]
        .map(|(scheme, colour)| {
            format!("    {THEME} media=\"(prefers-color-scheme: {scheme})\" content=\"{colour}\">\n")
        })
        .concat();
    for name in PAGES {
        let text = read(name);
        let (head, rest) = text.split_once(&format!("    {THEME}")).expect(name);
        let others = rest.split_inclusive('\n').skip(1).filter(|line| !line.contains(THEME));
        let generated = [head, &tags, &others.collect::<String>()].concat();
        assert!(refreshed(name, &generated) == generated, "{name} is out of date");
    }
}

#[test]
fn no_constant_of_drawing_exists_in_two_languages() {
    let names: BTreeSet<_> = table().map(|constant| constant.name).collect();
    assert_eq!(names.len(), table().count(), "a name is used twice");
    let (scripts, pictures) = (sources(PLOT), sources(PICTURES));
    let of_pictures: BTreeSet<_> = pictures.iter().flat_map(|(_, text)| numbers(text)).chain(names).collect();
    for (script, text) in scripts.iter().chain(&sources(FIGURE)) {
        let own = numbers(text);
        let both: Vec<_> = own.intersection(&of_pictures).filter(|name| !NOT_DRAWN.contains(*name)).collect();
        assert!(both.is_empty(), "{script} declares {both:?}, which pictures have as well");
    }
    for (script, text) in scripts {
        let own = numbers(&text);
        let is_drawing = !INTERACTION.contains(&&*script);
        let drawn: Vec<_> = own.iter().filter(|name| is_drawing && !NOT_DRAWN.contains(*name)).collect();
        assert!(drawn.is_empty(), "{script} declares {drawn:?}: constants of drawing belong into the table");
    }
}

/// The page draws texts where the core puts them, with its own idea of their sizes.
#[test]
fn texts_are_placed_by_constants_of_the_table() {
    for (source, text) in sources(LABELS) {
        let own = numbers(&text);
        assert!(own.is_empty(), "{source} declares {own:?}: constants of drawing belong into the table");
    }
}

/// The chart has the same lines and areas on the page and in a file. Only the page draws more, such as its cursor.
#[test]
fn the_chart_of_a_log_is_drawn_with_the_same_constants() {
    let own: Vec<_> = read(CHART[0]).lines().filter(|line| draws_a_number(line)).map(str::to_owned).collect();
    assert!(own.is_empty(), "{} draws numbers of its own: {own:?}", CHART[0]);
    for source in CHART {
        let text = read(source);
        let used: BTreeSet<_> = words(&text).collect();
        let unused = PEAKS.iter().map(|constant| constant.name).filter(|name| !used.contains(name));
        assert_eq!(unused.collect::<Vec<_>>(), [""; 0], "{source}");
    }
}

/// A size or an opacity that is written where something is drawn could differ from the table unnoticed.
#[test]
fn what_is_drawn_takes_its_numbers_from_the_table() {
    for (script, text) in [sources(PLOT), sources(FIGURE)].concat() {
        let is_icon = ICONS.contains(&&*script);
        let lines: Vec<_> = text.lines().filter(|line| draws_a_number(line)).collect();
        assert!(is_icon || lines.is_empty(), "{script} draws numbers that are not in the table: {lines:?}");
        assert!(!is_icon || !lines.is_empty(), "{script} has no icon any more");
    }
}

/// Whether a line gives a shape, a line width, dashes or an opacity as a number. A line of one pixel is no choice.
fn draws_a_number(line: &str) -> bool {
    let begins_with_number = |rest: &&str| {
        let number: String =
            rest.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
        !["", "0", "1"].contains(&&*number)
    };
    let of_paths = ["d=\"M", "d=${`M"].iter().any(|path| line.contains(path));
    let numbers = DRAWN.iter().flat_map(|drawn| line.split(drawn).skip(1));
    of_paths
        || numbers.map(|rest| rest.trim_start_matches(['"', ' ', '['])).any(|rest| begins_with_number(&rest))
}

#[test]
fn numbers_are_found_where_something_is_drawn() {
    let own = [
        "<circle cx=\"6\" r=${DOT} />",
        "<path d=\"M3 3l6 6\" />",
        "  stroke-width: 1.6;",
        "  context.lineWidth = 1.5;",
        "  context.setLineDash([3, 3]);",
    ];
    assert!(own.iter().all(|line| draws_a_number(line)));
    let shared = ["<path d=${shape} />", "  stroke-width: ${TAIL_LINE};", "  context.lineWidth = 1;"];
    assert!(!shared.iter().any(|line| draws_a_number(line)));
}

#[test]
fn numbers_are_found_in_both_languages() {
    let rust =
        "pub(super) const HIGH: u64 = 7;\nconst STEPS: [u64; 2] = [1, 2];\nconst NAME: &str = \"7\";\n";
    assert_eq!(numbers(rust), BTreeSet::from(["HIGH", "STEPS"]));
    let typescript =
        "export const FAINT = 0.5;\nconst TEXT = `7`;\n  const within = 7;\nconst DEPTH = -.5;\n";
    assert_eq!(numbers(typescript), BTreeSet::from(["DEPTH", "FAINT"]));
}

#[test]
fn every_shared_constant_is_used_by_the_page() {
    let scripts = [sources(PLOT), sources(FIGURE), sources(LOG)].concat();
    let used: BTreeSet<_> = scripts.iter().flat_map(|(_, text)| words(text)).collect();
    let unused = table().map(|constant| constant.name).filter(|name| !used.contains(name));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn values_of_every_unit_are_written_as_decimal_numbers() {
    let written = [
        (Unit::Whole, 0, "0"),
        (Unit::Whole, 100, "100"),
        (Unit::Tenths, 80, "8"),
        (Unit::Tenths, 65, "6.5"),
        (Unit::Hundredths, 62, "0.62"),
        (Unit::Hundredths, 5, "0.05"),
        (Unit::Thousandths, 45, "0.045"),
    ];
    for (unit, value, number) in written {
        assert_eq!(unit.decimal(value), number, "{unit:?}");
    }
}
