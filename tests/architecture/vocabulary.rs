//! The words that CONTRIBUTING.md replaces: a reader who searches for the usual term must find it.

use super::tree::{files, read};

/// Words and phrases with a usual term that replaces them.
const REPLACED: [&str; 22] = [
    "told",
    "so many",
    "twin",
    "twins",
    "knew",
    "door",
    "doors",
    "house",
    "room",
    "rooms",
    "desk",
    "gist",
    "stretch",
    "stretches",
    "story",
    "stories",
    "tale",
    "whoever",
    "but for",
    "cast",
    "stands",
    "comes to",
];

/// How many lines may have one: the scenario language has the word `told`, links with it stay valid, libraries have
/// `cast` in their names, and a character of a format stands for others.
const LINES: usize = 48;

/// Kinds of files that people read.
const READ: [&str; 9] = [".rs", ".ts", ".mjs", ".py", ".md", ".html", ".css", ".lua", ".toml"];

/// What others wrote, what has happened, and the lists of these words.
const EXEMPT: [&str; 5] = [
    "web/generated/",
    "crates/limiter/tests/vectors/",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "tests/architecture/vocabulary.rs",
];

#[test]
fn replaced_words_are_on_few_lines() {
    let is_read = |name: &String| READ.iter().any(|ending| name.ends_with(ending));
    let is_exempt = |name: &String| EXEMPT.iter().any(|exempt| name.starts_with(exempt));
    let mut found = Vec::new();
    for name in files().into_iter().filter(|name| is_read(name) && !is_exempt(name)) {
        let text = read(&name);
        let lines = text.lines().enumerate().filter(|(_, line)| has_replaced_word(line));
        found.extend(lines.map(|(at, line)| format!("{name}:{}: {}", at + 1, line.trim())));
    }
    let list = found.join("\n");
    assert!(found.len() <= LINES, "{} lines, at most {LINES}:\n{list}", found.len());
}

fn has_replaced_word(line: &str) -> bool {
    let words = format!(" {} ", spaced(line).split_whitespace().collect::<Vec<_>>().join(" "));
    REPLACED.iter().any(|word| words.contains(&format!(" {word} ")))
}

/// The line in lower case, with blanks between the words of sentences and names.
fn spaced(line: &str) -> String {
    let mut spaced = String::new();
    let mut was_lower = false;
    for character in line.chars() {
        if character.is_uppercase() && was_lower {
            spaced.push(' ');
        }
        was_lower = character.is_lowercase();
        spaced.push(if character.is_alphanumeric() { character.to_ascii_lowercase() } else { ' ' });
    }
    spaced
}

#[test]
fn words_are_found_in_names_and_sentences() {
    assert!(has_replaced_word("fn told(&self)") && has_replaced_word("/// As many, but\u{20}for one."));
    assert!(has_replaced_word("let least_told = leastTold;") && has_replaced_word("leastTold"));
    assert!(has_replaced_word("# It comes to 3.") && has_replaced_word("cast_of"));
    assert!(!has_replaced_word("headroom for threads") && !has_replaced_word("a counter"));
}
