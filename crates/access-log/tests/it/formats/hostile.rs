//! Malicious lines: no format panics, and each error states what was expected and where.

use crate::formats::{NAMES, Random, format, read};
use ratelab_access_log::{Line, formats};

/// Parses a line after the preceding lines of the format's example.
fn check(name: &str, line: &[u8]) -> bool {
    let mut format = format(name);
    let example = formats::kind(name).expect(name).example;
    for before in example.lines().rev().skip(1).collect::<Vec<_>>().into_iter().rev() {
        assert!(matches!(read(&mut *format, before.as_bytes()), Ok((Line::Other, _))), "{name}: {before}");
    }
    let fields = format.fields();
    let understood = match read(&mut *format, line) {
        Ok((line, _)) => line == Line::Request,
        Err(unparsed) => {
            assert!(unparsed.at <= line.len(), "{name}: {unparsed:?} of {}", String::from_utf8_lossy(line));
            assert!(!unparsed.expected.is_empty(), "{name}");
            false
        }
    };
    for field in fields.iter().map(String::as_str).chain(["no such field", "", "7"]) {
        let _value = format.field(line, field);
    }
    understood
}

fn line_of(name: &str) -> &'static [u8] {
    formats::kind(name).expect(name).example.lines().last().expect("a line").as_bytes()
}

#[test]
fn examples_truncated_anywhere() {
    for name in NAMES {
        let line = line_of(name);
        assert!(check(name, line), "{name}");
        let understood = (0..line.len()).filter(|&end| check(name, &line[..end])).count();
        // A line truncated in an ignored field, or in its last field, cannot be detected.
        assert!(
            understood <= line.len() / 3 || ["timestamps", "logfmt"].contains(&name),
            "{name}: {understood} of {}",
            line.len()
        );
    }
}

#[test]
fn examples_with_bytes_changed() {
    let mut random = Random(4);
    for name in NAMES {
        for _ in 0..3_000 {
            let mut line = line_of(name).to_vec();
            for _ in 0..=random.below(4) {
                let index = random.below(line.len());
                match random.below(3) {
                    0 => line[index] = random.next() as u8,
                    1 => line.insert(index, random.one(b"\"[]{}\\: \t,-0\x00\xff")),
                    _ if line.len() > 1 => drop(line.remove(index)),
                    _ => (),
                }
            }
            check(name, &line);
        }
    }
}

#[test]
fn random_bytes_are_not_requests() {
    let mut random = Random(5);
    for name in NAMES {
        for _ in 0..2_000 {
            let line: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
            assert!(!check(name, &line), "{name}: {}", String::from_utf8_lossy(&line));
        }
    }
    // The start of a TLS connection.
    let hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\xbcB\xb8\xe3\xc0^";
    assert!(NAMES.iter().all(|name| !check(name, hello)));
}

/// Lines of maximum length, of bytes that are difficult for some format.
#[test]
fn huge_lines_break_no_format() {
    for unit in [
        "{",
        "[",
        "{\"a\":",
        "[[",
        "\"",
        "\\",
        "\\\"",
        "{\"a\":\"",
        " ",
        "[ ",
        "\" ",
        ":",
        "://",
        "}{",
        "e",
        "\t",
        ",",
        "%",
        "haproxy[",
    ] {
        for name in NAMES {
            let line = unit.repeat(65_536 / unit.len());
            assert!(!check(name, line.as_bytes()), "{name}: {unit}");
            let mut whole = line_of(name).to_vec();
            whole.extend_from_slice(line.as_bytes());
            check(name, &whole);
            let mut within = line_of(name).to_vec();
            let middle = within.len() / 2;
            within.splice(middle..middle, line.bytes());
            check(name, &within);
        }
    }
}

#[test]
fn deep_nesting_is_rejected_and_moderate_nesting_is_not() {
    for (depth, fits) in [(1, true), (100, true), (127, true), (129, false), (1_000_000, false)] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = open.repeat(depth) + "1" + &close.repeat(depth);
            let line = format!(r#"{{"time":1715000000,"ip":"::1","deep":{inner}}}"#);
            assert_eq!(check("json", line.as_bytes()), fits, "{depth} of {open}");
        }
    }
}

#[test]
fn an_empty_line_is_neither_a_request_nor_an_error() {
    for name in NAMES {
        for line in [b"".as_slice(), b"   "] {
            assert!(matches!(read(&mut *format(name), line), Ok((Line::Other, _))), "{name}");
        }
    }
}
