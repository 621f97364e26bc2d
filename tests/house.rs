//! The rules of the house, as tests: what lives where, and what must not.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

#[path = "house/web.rs"]
mod web;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root")
}

/// What tools make and nobody reads.
const MADE: [&str; 6] = [".git", "target", "node_modules", "dist", "artifacts", "coverage"];

/// Every file, by its path from the root.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    collect(&root(), "", &mut found);
    found.sort();
    found
}

fn collect(directory: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).expect("a directory").filter_map(Result::ok) {
        let name = entry.file_name().into_string().expect("names are UTF-8");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && MADE.contains(&name.as_str()) => {}
            Ok(kind) if kind.is_dir() => collect(&entry.path(), &format!("{prefix}{name}/"), found),
            _ => found.push(format!("{prefix}{name}")),
        }
    }
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The Rust sources below a path, with their text.
fn sources(under: &str) -> Vec<(String, String)> {
    let named = files().into_iter().filter(|name| name.starts_with(under) && name.ends_with(".rs"));
    named.map(|name| (name.clone(), read(&name))).collect()
}

/// The lines of a source that are code.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_start()));
    lines.filter(|(_, line)| !line.starts_with("//"))
}

/// Words of a line of code.
fn words(line: &str) -> BTreeSet<&str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_').collect()
}

#[test]
fn the_top_level_is_what_a_person_has_to_read() {
    let allowed =
        ["Cargo.toml", "Cargo.lock", "CHANGELOG.md", "LICENSE", "README.md", "crates", "tests", "web"];
    let top: BTreeSet<_> =
        files().iter().map(|name| name.split('/').next().unwrap_or(name).to_owned()).collect();
    let other: Vec<_> =
        top.iter().filter(|name| !name.starts_with('.') && !allowed.contains(&name.as_str())).collect();
    assert!(other.is_empty(), "{other:?} has no room here");
}

/// The core depends on nothing, and nothing flows back to it.
#[test]
fn the_core_has_no_dependencies() {
    let manifest = read("crates/limiter/Cargo.toml");
    assert!(!manifest.contains("dependencies"), "crates/limiter depends on nothing");
}

/// No clock, no chance, no fractions that are not exact, nothing unsafe, no page.
#[test]
fn the_core_has_only_integers_and_arguments() {
    let absent = [
        "f32",
        "f64",
        "unsafe",
        "Instant",
        "SystemTime",
        "Duration",
        "rand",
        "random",
        "thread",
        "serde",
        "wasm",
        "js",
        "todo",
        "unimplemented",
        "dbg",
        "println",
    ];
    for (name, text) in sources("crates/limiter/src") {
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code(product) {
            // The attribute that forbids unsafe code has to name it.
            let found: Vec<_> = words(line).into_iter().filter(|word| absent.contains(word)).collect();
            assert!(found.is_empty() || line.starts_with("#!["), "{name}:{number} has {found:?}");
        }
    }
}

/// Scenarios depend on the limiters alone and the simulation on both. Neither has a clock or floats.
#[test]
fn scenario_and_simulation_are_as_exact_as_the_limiters() {
    let own_dependencies = |folder: &str| {
        let manifest = read(&format!("crates/{folder}/Cargo.toml"));
        let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| line.contains('='));
        lines.filter_map(|line| line.split([' ', '.']).next()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(own_dependencies("scenario"), ["ratelab-limiter"]);
    assert_eq!(own_dependencies("simulation"), ["ratelab-limiter", "ratelab-scenario"]);
    for (name, text) in sources("crates/scenario/src").into_iter().chain(sources("crates/simulation/src")) {
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code(product) {
            let absent = ["f32", "f64", "unsafe", "Instant", "SystemTime", "thread", "wasm", "js"];
            let found: Vec<_> = words(line).into_iter().filter(|word| absent.contains(word)).collect();
            assert!(found.is_empty() || line.starts_with("#!["), "{name}:{number} has {found:?}");
        }
    }
}

/// The crates of this repository that a crate is built with.
fn our_dependencies(room: &str) -> Vec<String> {
    let manifest = read(&format!("crates/{room}/Cargo.toml"));
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let named =
        lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split([' ', '.']).next());
    named.filter(|name| name.starts_with("ratelab")).map(str::to_owned).collect()
}

/// Reading logs knows nothing of limiters, trying limits on them knows the core alone, and neither has a clock or
/// floats.
#[test]
fn logs_are_read_and_tried_apart() {
    assert!(our_dependencies("access-log").is_empty());
    assert_eq!(our_dependencies("calibration"), ["ratelab-limiter"]);
    for (name, text) in sources("crates/access-log/src").into_iter().chain(sources("crates/calibration/src"))
    {
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code(product) {
            let absent = ["f32", "f64", "unsafe", "Instant", "SystemTime", "thread", "wasm", "js"];
            // Threads have one place, and whoever reads in pieces need not know of it.
            let is_absent =
                |word: &&str| absent.contains(word) && !(*word == "thread" && name.ends_with("crew.rs"));
            let found: Vec<_> = words(line).into_iter().filter(is_absent).collect();
            assert!(found.is_empty() || line.starts_with("#!["), "{name}:{number} has {found:?}");
        }
    }
}

/// A store in process depends on the core alone, one in Redis and the layer on that too, and only decisions in
/// process read a clock.
#[test]
fn the_stores_know_the_core_and_one_clock() {
    assert_eq!(our_dependencies("store"), ["ratelab-limiter"]);
    for room in ["redis", "tower"] {
        assert_eq!(our_dependencies(room), ["ratelab-limiter", "ratelab-store"], "crates/{room}");
    }
    for (name, text) in
        ["redis", "store", "tower"].iter().flat_map(|room| sources(&format!("crates/{room}/src")))
    {
        for (number, line) in code(&text) {
            let has_clock = !words(line).is_disjoint(&BTreeSet::from(["SystemTime", "UNIX_EPOCH"]));
            assert!(!has_clock || name.ends_with("/clock.rs"), "{name}:{number} reads a clock");
            assert!(
                words(line).is_disjoint(&BTreeSet::from(["f32", "f64", "unsafe"])) || line.starts_with("#!["),
                "{name}:{number}"
            );
        }
    }
}

/// A cluster runs a script where its keys are, so it must be told of all of them; and a script that divides must
/// round, or it has a number that is none.
#[test]
fn scripts_declare_their_keys_and_have_only_integers() {
    let scripts: Vec<_> =
        files().into_iter().filter(|name| name.starts_with("crates/redis/scripts/")).collect();
    assert_eq!(
        scripts.len(),
        ratelab_limiter::Algorithm::ALL.len() + 1,
        "one for each limiter, and one for several"
    );
    for name in scripts {
        let text = read(&name);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("--"));
        for (number, line) in lines {
            for call in line.split("redis.call(").skip(1) {
                let declared = ["'TIME'", "command"].iter().any(|word| call.starts_with(word));
                let key = call.split(", ").nth(1).unwrap_or_default();
                assert!(
                    declared || key.starts_with("key") || key.starts_with("unpack(KEYS"),
                    "{name}:{number} {call}"
                );
            }
            let divides = line.contains(" / ") && !line.contains("LLEN");
            assert!(
                !divides || line.contains("math.ceil(") || line.contains("math.floor("),
                "{name}:{number} {line}"
            );
        }
    }
}

/// The door translates: it names no limiter, decides nothing, and what it hands over for
/// each request is never an object.
#[test]
fn the_door_decides_nothing() {
    let limiters =
        ["FixedWindow", "SlidingWindowLog", "SlidingWindowCounter", "TokenBucket", "LeakyBucketMeter"];
    let limiters = limiters.into_iter().chain(["LeakyBucketQueue", "Gcra", "AllOf", "Keyed"]);
    let absent: Vec<_> =
        limiters.chain(["take", "check", "judge", "settle", "unsafe", "unwrap", "expect"]).collect();
    for (name, text) in sources("crates/wasm/src") {
        for (number, line) in code(&text) {
            // A decision needs a time and a cost. What is asked for nothing is an option, or a limit's own numbers.
            let asked = line.replace(".take()", "").replace(".check()", "");
            let found: Vec<_> = words(&asked).into_iter().filter(|word| absent.contains(word)).collect();
            let listing = line.contains("Algorithm::ALL.into_iter()");
            assert!(found.is_empty() || listing || line.starts_with("#!["), "{name}:{number} has {found:?}");
        }
    }
}

/// No test waits for time to pass: time is an argument.
#[test]
fn no_test_sleeps() {
    for (name, text) in sources("tests/").into_iter().chain(sources("crates/")) {
        for (number, line) in code(&text) {
            assert!(!line.contains(concat!("sle", "ep(")), "{name}:{number} waits");
        }
    }
}

#[test]
fn files_are_short() {
    for (name, text) in sources("") {
        let lines = text.lines().count();
        assert!(lines <= 400, "{name} has {lines} lines: a file is a few hundred at most");
    }
}

/// Every limiter has its file and its row in the README.
#[test]
fn every_limiter_is_told_of() {
    let readme = read("README.md");
    for algorithm in ratelab_limiter::Algorithm::ALL {
        let file = format!("crates/limiter/src/algorithms/{algorithm}.rs");
        assert!(root().join(&file).exists(), "{file} is missing");
        assert!(readme.contains(&format!("`{algorithm}`")), "the README does not tell of {algorithm}");
    }
}

/// The front page is read by people who have five minutes.
#[test]
fn the_front_page_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= 1_400, "README.md has {words} words: what is a handbook belongs elsewhere");
}

/// What a document calls by its path is there, or is made here: then git ignores it.
#[test]
fn documents_name_what_exists() {
    let made = read(".gitignore");
    let is_made = |path: &str| {
        made.lines().any(|line| path == line.trim_start_matches('/') || path.ends_with(&format!("/{line}")))
    };
    for document in files().into_iter().filter(|name| is_document(name)) {
        let text = prose(&read(&document));
        let mut named = paths_in(&text);
        named.extend(links_in(&text).map(|link| resolve(&document, link)));
        named.retain(|path| !is_made(path) && !root().join(path).exists());
        assert!(named.is_empty(), "{document} names {named:?}");
    }
}

fn is_document(name: &str) -> bool {
    ["README.md", "CHANGELOG.md"].contains(&name.rsplit('/').next().unwrap_or(name))
}

/// A document without its blocks of code, which are written for another place.
fn prose(document: &str) -> String {
    document.split("```").step_by(2).collect()
}

/// Paths from the root, as they stand between backticks.
fn paths_in(text: &str) -> Vec<String> {
    let rooms = ["crates/", "tests/", "web/", ".ci/", ".cargo/"];
    let is_path = |span: &&str| !span.contains(' ') && rooms.iter().any(|room| span.starts_with(room));
    text.split('`').skip(1).step_by(2).filter(is_path).map(str::to_owned).collect()
}

/// Where links and pictures point to, except on other hosts and in the document itself.
fn links_in(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    links.filter(|link| !link.is_empty() && !link.contains("://"))
}

/// A path as a file means it, from the root.
fn resolve(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// A test runner that finds no vectors would pass.
#[test]
fn there_are_vectors_for_every_limiter() {
    let vectors =
        files().into_iter().filter(|name| name.starts_with("tests/vectors/") && name.ends_with(".json"));
    let texts: String = vectors.map(|name| read(&name)).collect();
    for algorithm in ratelab_limiter::Algorithm::ALL {
        assert!(texts.contains(&format!("\"algorithm\": \"{algorithm}\"")), "no vector for {algorithm}");
    }
}
