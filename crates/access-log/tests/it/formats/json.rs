//! The JSON parser compared with serde_json, on random documents, valid and damaged.

use crate::formats::{Random, chosen_format, read};
use ratelab_access_log::Format;
use serde_json::Value;

const CASES: usize = 20_000;
/// Few names, so that paths often collide; one contains a dot, one needs an escape.
const NAMES: [&str; 6] = ["a", "b", "a.b", "ключ", "q\"", ""];
const PATHS: [&str; 9] = ["a", "b", "a.b", "a.a", "b.a.b", "a.b.b", "ключ", "q\"", "a.ключ"];

fn reader() -> Box<dyn Format> {
    chosen_format("json", "time=the_time")
}

/// A document with a time, so that it is a request if it is valid.
fn document(random: &mut Random) -> String {
    let mut text = String::new();
    object(random, 3, &mut text);
    let time = r#""the_time":1715000000"#;
    let comma = if text.trim_start_matches(['{', ' ', '\t']).starts_with('}') { "" } else { "," };
    text.replacen('{', &format!("{{{time}{comma}"), 1)
}

fn space(random: &mut Random, text: &mut String) {
    text.push_str(random.one(&["", "", "", " ", "\t", "  "]));
}

fn object(random: &mut Random, depth: usize, text: &mut String) {
    text.push('{');
    for index in 0..random.below(5) {
        if index > 0 {
            text.push(',');
        }
        space(random, text);
        string(random.one(&NAMES), random, text);
        space(random, text);
        text.push(':');
        space(random, text);
        value(random, depth, text);
        space(random, text);
    }
    text.push('}');
}

fn value(random: &mut Random, depth: usize, text: &mut String) {
    match random.below(if depth > 0 { 8 } else { 5 }) {
        0 => text.push_str(random.one(&["true", "false", "null"])),
        1 | 2 => {
            text.push_str(random.one(&["0", "-0.5", "12", "1e+9", "-1.25e-3", "12345678901234567890123"]));
        }
        3 | 4 => {
            let words =
                ["", "plain", "a\"b\\c/d", "tab\tline\nend\u{8}\u{c}\r", "grüße 🎈 \u{1}", "\\", "x.y"];
            string(random.one(&words), random, text);
        }
        5 => {
            text.push('[');
            for index in 0..random.below(4) {
                if index > 0 {
                    text.push(',');
                }
                space(random, text);
                value(random, depth - 1, text);
                space(random, text);
            }
            text.push(']');
        }
        _ => object(random, depth - 1, text),
    }
}

/// Writes a string, each character verbatim or with any escape it may have.
fn string(word: &str, random: &mut Random, text: &mut String) {
    text.push('"');
    for letter in word.chars() {
        let short = "\"\"\\\\//b\u{8}f\u{c}n\nr\rt\t".chars().collect::<Vec<_>>();
        let short = short.chunks(2).find(|pair| pair[1] == letter).map(|pair| pair[0]);
        match (random.below(4), short) {
            (0..3, Some(short)) => text.extend(['\\', short]),
            (0, _) => {
                letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| *text += &format!("\\u{unit:04x}"));
            }
            _ if letter < ' ' || matches!(letter, '"' | '\\') => {
                *text += &format!("\\u{:04X}", letter as u32);
            }
            _ => text.push(letter),
        }
    }
    text.push('"');
}

/// All values that serde_json has at a path: at each dot, descend or take the dot as part of the name.
fn found<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let mut all = Vec::new();
    for (name, inner) in object {
        if name == path {
            all.push(inner);
        } else if let Some(rest) = path.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix('.')) {
            all.extend(found(inner, rest));
        }
    }
    all
}

/// The first value of an array, or the value itself; `None` if there is none.
fn first(value: &Value) -> Option<&Value> {
    match value {
        Value::Array(values) => values.first().and_then(first),
        Value::Null => None,
        other => Some(other),
    }
}

/// Whether a document is accepted here but is not valid JSON: control characters in strings, invalid UTF-8, `\x`, and
/// lone surrogates.
fn lax(document: &[u8]) -> bool {
    let text = String::from_utf8_lossy(document).to_lowercase();
    std::str::from_utf8(document).is_err()
        || document.iter().any(|byte| *byte < b' ')
        || text.contains("\\x")
        || text.contains("\\ud")
}

#[test]
fn found_values_are_those_of_serde_json() {
    let mut random = Random(1);
    let (mut json, mut compared) = (reader(), 0);
    for _ in 0..CASES {
        let document = document(&mut random);
        let value: Value =
            serde_json::from_str(&document).unwrap_or_else(|error| panic!("{error}: {document}"));
        assert!(read(&mut *json, document.as_bytes()).is_ok(), "{document}");
        for path in PATHS {
            let ours = json.field(document.as_bytes(), path);
            let theirs = found(&value, path);
            // If a name occurs twice, or in two ways, serde_json has dropped the first.
            let (theirs, false) = (&theirs[..], theirs.len() > 1 || twice(&document)) else { continue };
            let ours = ours.as_deref();
            match theirs.first().map(|value| first(value)) {
                None => assert_eq!(ours, None, "{path} of {document}"),
                Some(None) => assert_eq!(ours.unwrap_or_default(), b"", "{path} of {document}"),
                Some(Some(Value::String(text))) => {
                    assert_eq!(ours, Some(text.as_bytes()), "{path} of {document}");
                }
                Some(Some(Value::Number(number))) => {
                    assert_eq!(ours, Some(number.to_string().as_bytes()), "{path} of {document}");
                }
                // Other values stay as written.
                Some(Some(value)) => {
                    let ours: Option<Value> = ours.and_then(|ours| serde_json::from_slice(ours).ok());
                    assert_eq!(ours.as_ref(), Some(value), "{path} of {document}");
                }
            }
            compared += theirs.len();
        }
    }
    assert!(compared > CASES / 10, "only {compared} values were compared");
}

/// Whether any object has a name twice: then serde_json keeps fewer fields than the document has colons.
fn twice(document: &str) -> bool {
    count_names(document) != count_fields(&serde_json::from_str(document).expect("a document"))
}

fn count_names(document: &str) -> usize {
    let (mut inside, mut escaped, mut count) = (false, false, 0);
    for letter in document.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            ':' if !inside => count += 1,
            _ => (),
        }
    }
    count
}

fn count_fields(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.values().map(|value| 1 + count_fields(value)).sum(),
        Value::Array(values) => values.iter().map(count_fields).sum(),
        _ => 0,
    }
}

#[test]
fn the_last_of_duplicate_fields_counts() {
    let line = br#"{"a":1,"a":{"b":2},"a":{"b":3},"a.b":4,"b":"x","b":null}"#;
    let json = reader();
    let field = |name| json.field(line, name).map(|text| String::from_utf8(text.into_owned()).expect("text"));
    assert_eq!((field("a.b"), field("a"), field("b")), (Some("4".into()), Some(r#"{"b":3}"#.into()), None));
}

#[test]
fn damaged_documents_are_rejected_like_serde_json_does() {
    let mut random = Random(2);
    let (mut json, mut refused, mut taken) = (reader(), 0, 0);
    for _ in 0..CASES {
        // Without tabs, since damage could make them part of a string.
        let mut document = document(&mut random).replace('\t', " ").into_bytes();
        for _ in 0..=random.below(2) {
            let index = random.below(document.len());
            match random.below(3) {
                0 => document[index] = random.one(b"{}[]\",:\\0 1-+.eEntx\x00\xff"),
                1 => drop(document.remove(index)),
                _ => document.insert(index, random.one(b"{}[]\",:\\0 1-+.eEntx")),
            }
        }
        let theirs = serde_json::from_slice::<Value>(&document);
        let ours = read(&mut *json, &document);
        let text = String::from_utf8_lossy(&document);
        match theirs {
            Ok(value) if value.is_object() => {
                // The damage may have removed the time.
                let timed = ours.is_ok() || ours.is_err_and(|unparsed| unparsed.expected == "a time");
                assert!(timed, "rejected: {text}");
                taken += 1;
            }
            _ if lax(&document) => (),
            _ => {
                assert!(ours.is_err(), "accepted: {text}");
                refused += 1;
            }
        }
    }
    assert!(refused > CASES / 4 && taken > CASES / 20, "{refused} were rejected and {taken} accepted");
}

#[test]
fn a_document_truncated_anywhere_is_rejected() {
    let mut random = Random(3);
    let mut json = reader();
    for _ in 0..500 {
        let document = document(&mut random);
        for end in 0..document.len() {
            let cut = &document.as_bytes()[..end];
            if !cut.trim_ascii().is_empty() {
                let unparsed = read(&mut *json, cut).expect_err("a truncated document");
                assert!(unparsed.at <= end && !unparsed.expected.is_empty());
            }
        }
    }
}

#[test]
fn strings_as_servers_write_them() {
    let json = reader();
    for (written, meant) in [
        (br#"{"a":"\x22\xE2\x82\xac"}"#.as_slice(), "\"€".as_bytes()),
        (br#"{"a":"\ud83c\udf88\u00e9"}"#, "🎈é".as_bytes()),
        (br#"{"a":"\ud83cx\udf88"}"#, "\u{fffd}x\u{fffd}".as_bytes()),
        (br#"{"a":"\ud83c\u0041"}"#, "\u{fffd}A".as_bytes()),
        (b"{\"a\":\"\xff\x01\"}", b"\xff\x01"),
        (br#"{"a":["x","y"]}"#, b"x"),
        (br#"{"a":[[ [] ]]}"#, b""),
        (br#"{"a":[ ]}"#, b""),
        (br#"{"a":[12.50]}"#, b"12.50"),
    ] {
        assert_eq!(json.field(written, "a").as_deref(), Some(meant), "{}", String::from_utf8_lossy(written));
    }
}
