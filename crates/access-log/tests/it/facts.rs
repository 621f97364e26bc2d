//! Published log lines, with the expected content of each, in `facts.json`.
//!
//! A fact has a source; a format, unless it is to be detected; and optionally a pattern and preceding lines. Hosts are
//! compared in lower case, as in keys.

use ratelab_access_log::{Log, Options, Reader, Statuses};
use serde_json::Value;

/// Replaces missing parts in keys.
const MISSING: &str = "-";

/// Reads the line of a fact, after its header, with this key.
fn read(fact: &Value, key: &str) -> Log {
    let text = |name: &str| fact[name].as_str().unwrap_or_default();
    let mut options = Options::parse(text("format"), text("pattern"), key, "").expect("options");
    options.limited = Statuses::parse(&fact["expect"]["status"].to_string()).unwrap_or_default();
    let mut reader = Reader::new(options);
    reader.push([text("header"), text("line")].join("\n").as_bytes());
    reader.finish()
}

/// The first difference from the expected content, if any.
fn wrong(fact: &Value) -> Option<String> {
    let expected = &fact["expect"];
    for key in ["client", "user", "host", "path"] {
        let log = read(fact, key);
        let name = log.format.map_or("no format", |kind| kind.name);
        let Some(row) = log.rows.iter().next() else {
            return Some(format!("{name} finds no request: {:?}", log.report.samples));
        };
        let found = log.keys.name(row.key);
        let part = expected[key].as_str().filter(|part| !part.is_empty()).unwrap_or(MISSING);
        if found != part.to_lowercase() && found != part {
            return Some(format!("{name} has the {key} {found}"));
        }
        if Some(row.time) != expected["time_us"].as_i64() {
            return Some(format!("{name} has the time {}", row.time));
        }
        let answer = if expected["status"] == 0 { 0 } else { 2 };
        if row.charge >> 30 != answer {
            return Some(format!("{name} has another status"));
        }
    }
    None
}

#[test]
fn every_published_line_is_parsed_correctly() {
    let facts: Vec<Value> = serde_json::from_str(include_str!("facts.json")).expect("facts");
    let wrong: Vec<String> = (0..)
        .zip(&facts)
        .filter_map(|(number, fact)| Some(format!("{number}: {}\n{}", wrong(fact)?, fact)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), facts.len(), wrong.join("\n"));
}
