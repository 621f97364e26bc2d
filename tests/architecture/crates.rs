//! Dependencies of the crates, and their sizes.

use super::{
    exceptions::assert_none_except,
    tree::{crates, read, sources},
};

/// What a crate may depend on.
struct Arrows {
    /// Its folder in `crates`.
    from: &'static str,
    /// Other crates of Ratelab.
    to: &'static [&'static str],
    /// Crates of other people.
    foreign: bool,
}

/// One row for each crate. Tests and benchmarks may depend on everything, so `[dev-dependencies]` are not limited.
const ARROWS: [Arrows; 14] = [
    Arrows { from: "words", to: &[], foreign: false },
    Arrows { from: "limiter", to: &[], foreign: false },
    Arrows { from: "scenario", to: &["limiter"], foreign: false },
    Arrows { from: "simulation", to: &["scenario", "limiter"], foreign: false },
    Arrows { from: "report", to: &["simulation", "scenario", "limiter", "words"], foreign: false },
    Arrows { from: "advice", to: &["report", "simulation", "scenario", "limiter"], foreign: false },
    Arrows { from: "access-log", to: &[], foreign: true },
    Arrows { from: "calibration", to: &["limiter", "words"], foreign: false },
    Arrows { from: "store", to: &["limiter"], foreign: true },
    Arrows { from: "tower", to: &["store", "limiter"], foreign: true },
    Arrows { from: "redis", to: &["store", "limiter"], foreign: true },
    Arrows {
        from: "wasm",
        to: &["advice", "report", "simulation", "scenario", "limiter", "calibration", "access-log", "redis"],
        foreign: true,
    },
    Arrows {
        from: "cli",
        to: &["report", "simulation", "scenario", "limiter", "calibration", "access-log"],
        foreign: true,
    },
    Arrows { from: "xtask", to: &[], foreign: true },
];

/// A crate of this size explains itself; a larger one has a seam to be split at.
const MOST_LINES: usize = 10_000;

const LARGE_CRATES: [&str; 0] = [];

#[test]
fn crates_depend_on_each_other_along_the_arrows() {
    for name in crates() {
        let row = ARROWS.iter().find(|row| row.from == name);
        let row = row.unwrap_or_else(|| panic!("crates/{name} has no row in the table of arrows"));
        for dependency in dependencies(&read(&format!("crates/{name}/Cargo.toml"))) {
            let allowed = match dependency.strip_prefix("ratelab-") {
                Some(ours) => row.to.contains(&ours),
                None => row.foreign,
            };
            assert!(allowed, "crates/{name} must not depend on {dependency}");
        }
    }
}

/// The names in all tables of dependencies except those of the tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut named = Vec::new();
    let mut is_dependencies = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_dependencies = line.contains("dependencies") && !line.contains("dev-dependencies");
        } else if is_dependencies && line.starts_with(|first: char| first.is_ascii_lowercase()) {
            named.extend(line.split([' ', '.', '=']).next());
        }
    }
    named
}

#[test]
fn dependencies_are_read_from_every_table_except_that_of_the_tests() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\n# Why.\nb.workspace = true\nc = \"1\"\n\
        [dev-dependencies]\nd = \"1\"\n[target.'cfg(unix)'.dependencies]\ne-f = { path = \"..\" }\n[lints]\ng = 1\n";
    assert_eq!(dependencies(manifest), ["b", "c", "e-f"]);
}

#[test]
fn crates_are_small_enough_to_explain_themselves() {
    let large = crates().into_iter().filter_map(|name| {
        let sources = sources(&format!("crates/{name}/src/"));
        let lines: usize = sources.iter().map(|(_, text)| text.lines().count()).sum();
        (lines > MOST_LINES).then(|| (name, format!("{lines} lines")))
    });
    assert_none_except("a crate has at most 10,000 lines", &large.collect::<Vec<_>>(), &LARGE_CRATES);
}

/// Files with lines that cannot be broken, or are easier to find in one piece.
const LONG_LINES: &[&str] = &[
    // Lines of logs and their formats, as servers have them, and names of browsers.
    "crates/access-log/src/formats/mod.rs",
    "crates/access-log/tests/",
    "crates/scenario/src/sample/clients.rs",
    "tests/hostile.rs",
    "tests/servers/nginx.rs",
    "tests/src/fuzz/logs.rs",
    // Sentences, which one finds by a few of their words.
    "crates/report/src/anatomy/",
    "crates/report/src/findings/",
];

/// rustfmt breaks neither comments nor strings. A row of a table in a comment cannot be broken.
#[test]
fn lines_of_sources_are_at_most_120_columns() {
    let is_row = |line: &str| ["//! |", "/// |"].iter().any(|begin| line.trim_start().starts_with(begin));
    let long: Vec<_> = sources("")
        .into_iter()
        .flat_map(|(name, text)| {
            let lines =
                text.lines().enumerate().filter(|(_, line)| line.chars().count() > 120 && !is_row(line));
            let named: Vec<_> =
                lines.map(|(number, line)| (format!("{name}:{}", number + 1), line.to_owned())).collect();
            named
        })
        .collect();
    assert_none_except("a line has at most 120 columns", &long, LONG_LINES);
}

#[test]
fn source_files_are_short() {
    for (name, text) in sources("") {
        let lines = text.lines().count();
        assert!(lines <= 400, "{name} has {lines} lines, and at most 400 are allowed");
    }
}
