//! Rules for the documents and the top level of the project.

use std::collections::BTreeSet;

use super::tree::{files, read, resolve, root};

/// What a person who opens the project expects there. Names that begin with a dot are settings of tools.
const TOP_LEVEL: [&str; 16] = [
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "COMPARE.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "DESIGN.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "crates",
    "deny.toml",
    "rust-toolchain.toml",
    "tests",
    "web",
];

#[test]
fn the_top_level_has_the_usual_files_and_no_other() {
    let top: BTreeSet<_> =
        files().iter().map(|name| name.split('/').next().unwrap_or(name).to_owned()).collect();
    let is_unexpected = |name: &&String| !name.starts_with('.') && !TOP_LEVEL.contains(&name.as_str());
    let unexpected: Vec<_> = top.iter().filter(is_unexpected).collect();
    assert!(unexpected.is_empty(), "unexpected at the top level: {unexpected:?}");
}

/// A reader should finish the README in five minutes.
#[test]
fn the_front_page_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= 1_200, "README.md has {words} words: what is a handbook belongs elsewhere");
}

/// A path in a document exists, or is generated: then git ignores it.
#[test]
fn documents_name_what_exists() {
    let ignored = read(".gitignore");
    let is_generated = |path: &str| {
        ignored
            .lines()
            .any(|line| path == line.trim_start_matches('/') || path.ends_with(&format!("/{line}")))
    };
    for document in files().into_iter().filter(|name| name.ends_with(".md")) {
        let text = prose(&read(&document));
        let mut named = paths_in(&text);
        named.extend(links_in(&text).map(|link| resolve(&document, link)));
        named.retain(|path| !is_generated(path) && !root().join(path).exists());
        assert!(named.is_empty(), "{document} names {named:?}");
    }
}

/// A document without its blocks of code, whose paths need not be of this project.
fn prose(document: &str) -> String {
    document.split("```").step_by(2).collect()
}

/// Returns the paths from the root that are between backticks.
fn paths_in(text: &str) -> Vec<String> {
    let folders = ["crates/", "tests/", "web/", ".ci/", ".cargo/", ".github/"];
    let is_path = |span: &&str| !span.contains(' ') && folders.iter().any(|folder| span.starts_with(folder));
    text.split('`').skip(1).step_by(2).filter(is_path).map(str::to_owned).collect()
}

/// Targets of links and images, except on other hosts and in the document itself.
fn links_in(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    links.filter(|link| !link.is_empty() && !link.contains("://"))
}
