//! The words that CONTRIBUTING.md replaces: a reader who searches for the usual term must find it.

use super::tree::{files, read};

/// Words and phrases with a usual term that replaces them, as CONTRIBUTING.md lists them: the term first.
const REPLACED: [(&str, &[&str]); 20] = [
    ("reported", &["told"]),
    ("this many", &["so many"]),
    ("equivalent", &["twin", "twins"]),
    ("known to", &["knew"]),
    ("bindings", &["door", "doors"]),
    ("architecture", &["house"]),
    ("budget, capacity", &["room", "rooms"]),
    ("panel", &["desk"]),
    ("headline", &["gist"]),
    ("time range, period", &["stretch", "stretches"]),
    ("finding, lesson", &["story", "stories", "tale"]),
    ("a client that", &["whoever"]),
    ("except", &["but for"]),
    ("senders", &["cast"]),
    ("is, means", &["stands"]),
    ("is, equals", &["comes to"]),
    ("stated, announced", &["said"]),
    ("prebuilt", &["foreseen"]),
    ("busiest", &["loud", "loudest"]),
    ("unparsed", &["unread"]),
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
        for (number, line) in text.lines().enumerate() {
            let advice = replaced_in(line).map(|(term, word)| format!("write `{term}`, not `{word}`"));
            found.extend(advice.map(|advice| format!("{name}:{}: {advice}: {}", number + 1, line.trim())));
        }
    }
    let list = found.join("\n");
    assert!(found.len() <= LINES, "{} lines, at most {LINES}:\n{list}", found.len());
}

#[test]
fn contributing_lists_the_replaced_words() {
    let document = read("CONTRIBUTING.md");
    for (term, words) in REPLACED {
        let row = format!("| {term} | {} |", words.join(", "));
        assert!(document.contains(&row), "CONTRIBUTING.md lacks the row `{row}`");
    }
    let (_, table) = document.split_once("| write | not |").expect("the table of replaced words");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|')).count();
    assert_eq!(rows, REPLACED.len(), "CONTRIBUTING.md lists words that no test rejects");
}

/// Returns the first replaced word in a line, after the term that replaces it.
fn replaced_in(line: &str) -> Option<(&'static str, &'static str)> {
    let text = format!(" {} ", spaced(line).split_whitespace().collect::<Vec<_>>().join(" "));
    let pairs = REPLACED.iter().flat_map(|(term, words)| words.iter().map(move |word| (*term, *word)));
    pairs.into_iter().find(|(_, word)| text.contains(&format!(" {word} ")))
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
    let has_replaced_word = |line| replaced_in(line).is_some();
    assert!(has_replaced_word("fn told(&self)") && has_replaced_word("/// As many, but\u{20}for one."));
    assert!(has_replaced_word("let least_told = leastTold;") && has_replaced_word("leastTold"));
    assert!(has_replaced_word("# It comes to 3.") && has_replaced_word("cast_of"));
    assert!(!has_replaced_word("headroom for threads") && !has_replaced_word("a counter"));
    assert_eq!(replaced_in("whoever waits"), Some(("a client that", "whoever")));
}
