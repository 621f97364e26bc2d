//! Rules for the page: which folder may import which, and what only one file may do.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{files, read, resolve};

/// A folder imports from those before it, never from those after it. The clock is a file.
const FOLDERS: [&str; 11] =
    ["clock.ts", "engine", "words", "styles", "plot", "figure", "controls", "views", "embed", "page", "log"];

/// The sources of the page by their paths, with their text.
fn sources() -> Vec<(String, String)> {
    let named = files().into_iter().filter(|name| name.starts_with("web/src/") && is_script(name));
    named.map(|name| (name.clone(), read(&name))).collect()
}

fn is_script(name: &str) -> bool {
    name.ends_with(".ts") && !name.ends_with(".d.ts")
}

/// The lines that are code, as far as that can be seen line by line.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_start()));
    lines.filter(|(_, line)| !["//", "/*", "* "].iter().any(|comment| line.starts_with(comment)))
}

/// The project files that a source imports, by their paths from the root.
fn imports(name: &str, text: &str) -> Vec<String> {
    let quoted = text.split('\'').collect::<Vec<_>>();
    let follows_import = |before: &str| {
        let before = before.trim_end_matches([' ', '(']);
        before.ends_with("from") || before.ends_with("import")
    };
    let pairs = quoted.windows(2).filter(|pair| pair[1].starts_with('.') && follows_import(pair[0]));
    pairs.map(|pair| resolve(name, without_query(pair[1]))).collect()
}

/// Vite reads the part after the question mark.
fn without_query(import: &str) -> &str {
    import.split('?').next().unwrap_or(import)
}

fn folder_of(path: &str) -> Option<usize> {
    let folder = path.strip_prefix("web/src/")?.split('/').next()?;
    FOLDERS.iter().position(|known| *known == folder)
}

#[test]
fn imports_go_in_one_direction() {
    for (name, text) in sources() {
        let own =
            folder_of(&name).unwrap_or_else(|| panic!("{name} is in a folder that FOLDERS does not list"));
        for import in imports(&name, &text).iter().filter(|import| import.starts_with("web/src/")) {
            let other = folder_of(import).unwrap_or_else(|| panic!("{name} imports {import}"));
            assert!(other <= own, "{name} imports {import}, from a later folder");
        }
    }
}

/// The text without imports of types, which may take several lines, and without dynamic imports.
fn static_imports(text: &str) -> String {
    let mut is_type = false;
    let values = text.lines().filter(|line| {
        is_type |= line.starts_with("import type");
        let is_skipped = is_type;
        is_type &= !line.ends_with(';');
        let is_dynamic =
            ["typeof import(", " = import(", "await import("].iter().any(|dynamic| line.contains(dynamic));
        !is_skipped && !is_dynamic
    });
    values.fold(String::new(), |all, line| all + line + "\n")
}

/// Types may be cyclic, because a build removes them; values must not.
#[test]
fn no_file_imports_itself_by_way_of_others() {
    let graph: BTreeMap<String, Vec<String>> = sources()
        .into_iter()
        .map(|(name, text)| (name.clone(), imports(&name, &static_imports(&text))))
        .collect();
    for name in graph.keys() {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<&String> = graph[name].iter().collect();
        while let Some(next) = waiting.pop() {
            assert_ne!(next, name, "{name} imports itself by way of {reached:?}");
            if reached.insert(next) {
                waiting.extend(graph.get(next).into_iter().flatten());
            }
        }
    }
}

/// One file reads a clock, and only to measure durations. Randomness comes from a seed, in the core.
#[test]
fn one_file_reads_the_clock_and_none_is_random() {
    for (name, text) in sources() {
        for (number, line) in code(&text) {
            assert!(!line.contains("Math.random"), "{name}:{number} is random");
            let reads = ["Date.now", "new Date", "performance.now"].iter().any(|clock| line.contains(clock));
            assert!(!reads || name == "web/src/clock.ts", "{name}:{number} reads a clock");
        }
    }
}

/// A number is written one way, with a separator of thousands: `1,001`.
#[test]
fn only_the_words_format_numbers() {
    for (name, text) in sources() {
        for (number, line) in code(&text) {
            let formats = ["toLocaleString", "NumberFormat"].iter().any(|word| line.contains(word));
            assert!(
                !formats || name.starts_with("web/src/words/"),
                "{name}:{number} formats a number itself"
            );
        }
    }
}

#[test]
fn only_the_engine_imports_the_core() {
    for (name, text) in sources() {
        let reaches = imports(&name, &text).iter().any(|import| import.starts_with("web/generated/"));
        assert!(!reaches || name.starts_with("web/src/engine/"), "{name} imports a generated package");
    }
}

/// What only the page shows lies with the page. The scripts for Redis are of the crate that runs them.
#[test]
fn the_page_takes_no_file_of_a_crate_except_the_scripts_for_redis() {
    for (name, text) in sources() {
        let of_crates = imports(&name, &text).into_iter().filter(|import| import.starts_with("crates/"));
        let others: Vec<_> =
            of_crates.filter(|import| !import.starts_with("crates/redis/scripts/")).collect();
        assert!(others.is_empty(), "{name} imports {others:?}");
    }
}

/// Text that a person typed is never markup.
#[test]
fn no_file_makes_markup_of_text() {
    let absent = ["innerHTML", "outerHTML", "insertAdjacentHTML", "unsafeHTML", "document.write", "eval("];
    for (name, text) in sources() {
        for (number, line) in code(&text) {
            let found = absent.iter().find(|word| line.contains(**word));
            assert!(found.is_none(), "{name}:{number} has {found:?}");
        }
    }
}

/// Scripts of the page, of its tests and of its build.
#[test]
fn scripts_are_short() {
    for name in files().iter().filter(|name| is_formatted(name)) {
        let lines = read(name).lines().count();
        assert!(lines <= 400, "{name} has {lines} lines, and at most 400 are allowed");
    }
}

/// Scripts that the formatter covers. It does not break template strings.
const FORMATTED: [&str; 2] = ["web/", "tests/"];

/// A file with lines that cannot be broken: the addresses of sources.
const LONG_LINES: [&str; 1] = ["web/claims/sources.mjs"];

fn is_formatted(name: &str) -> bool {
    FORMATTED.iter().any(|folder| name.starts_with(folder))
        && !name.starts_with("web/generated/")
        && (name.ends_with(".ts") || name.ends_with(".mjs"))
}

#[test]
fn lines_are_at_most_120_columns() {
    for name in files().iter().filter(|name| is_formatted(name)) {
        let text = read(name);
        let long = text.lines().position(|line| line.chars().count() > 120);
        match long {
            Some(line) if !LONG_LINES.contains(&name.as_str()) => {
                panic!("{name}:{} is longer than 120 columns", line + 1)
            }
            None if LONG_LINES.contains(&name.as_str()) => panic!("{name} has no long lines any more"),
            _ => {}
        }
    }
}

/// Every view has a folder and a row in the table, and nothing else does.
#[test]
fn every_folder_of_a_view_has_its_row() {
    let table = read("web/src/views/index.ts");
    let folders: BTreeSet<String> = files()
        .iter()
        .filter_map(|name| name.strip_prefix("web/src/views/")?.split_once('/'))
        .map(|(folder, _)| folder.to_owned())
        .collect();
    for folder in &folders {
        let row = format!("name: '{folder}'");
        assert!(table.contains(&row), "web/src/views/{folder} has no row in the table of views");
    }
    assert_eq!(table.matches("name: '").count(), folders.len(), "a row has no folder");
}
