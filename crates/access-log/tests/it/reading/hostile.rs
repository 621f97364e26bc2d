//! Malicious lines: they may be rejected, but nothing panics. The test target `hostile` in `tests` checks that no
//! format is slow on them.

use ratelab_access_log::{
    Options, Reader,
    formats::{KINDS, Kind},
};

use crate::reading::random::Random;
use crate::reading::read;

/// Bytes with a meaning in some format.
const BYTES: &[u8] = b"\"\\[]{}:,;= \t\n\n\r-./#%$0123456789abTZu\x00\x16\xff\xc3";

fn noise(random: &mut Random, length: u64) -> Vec<u8> {
    (0..length).map(|_| *random.one_of(BYTES)).collect()
}

/// A rule for the last field of a format, or for any it may have.
fn last_field(kind: &Kind) -> String {
    let names = (kind.make)("").map(|format| format.fields()).unwrap_or_default();
    "field:".to_owned() + names.last().map_or("a", String::as_str)
}

#[test]
fn random_bytes_break_no_format() {
    let mut random = Random(10);
    for kind in KINDS {
        let field = last_field(kind);
        for _ in 0..60 {
            let text = noise(&mut random, 2000);
            let log = read(&text, [kind.name, "", &("prefix+user+host+path+".to_owned() + &field), &field]);
            let report = log.report;
            assert_eq!(report.lines, report.requests + report.other + report.unparsed, "{}", kind.name);
        }
    }
}

#[test]
fn examples_with_bytes_changed_break_no_format() {
    let mut random = Random(11);
    for kind in KINDS {
        let field = last_field(kind);
        for _ in 0..300 {
            let mut text = kind.example.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let index = random.below(text.len() as u64) as usize;
                match random.below(3) {
                    0 => text[index] = *random.one_of(BYTES),
                    1 => text.truncate(index.max(1)),
                    _ => text.insert(index, *random.one_of(BYTES)),
                }
            }
            read(&text, [kind.name, "", &("prefix+user+host+path+".to_owned() + &field), &field]);
        }
    }
}

/// The fast path is used if only the client is needed; a cost by path disables it.
#[test]
fn the_fast_path_agrees_with_the_pattern() {
    let mut random = Random(13);
    let line = r#"192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a\" b HTTP/1.0" 200 23 "-" "-""#;
    for kind in ["combined", "common", "nginx"] {
        let mut text = Vec::new();
        for _ in 0..20_000 {
            let mut changed = line.as_bytes().to_vec();
            for _ in 0..random.below(3) {
                let index = random.below(changed.len() as u64) as usize;
                match random.below(3) {
                    0 => changed[index] = *random.one_of(BYTES),
                    1 => drop(changed.remove(index)),
                    _ => changed.insert(index, *random.one_of(BYTES)),
                }
            }
            text.extend(changed);
            text.push(b'\n');
        }
        let (quick, other) = (read(&text, [kind, "", "", ""]), read(&text, [kind, "", "", "/x=1 1"]));
        assert_eq!((quick.rows, quick.report), (other.rows, other.report));
        assert!(quick.keys.len() == other.keys.len() && quick.keys.len() > 100);
        assert!((0..quick.keys.len() as u32).all(|key| quick.keys.bytes(key) == other.keys.bytes(key)));
    }
}

#[test]
fn random_patterns_break_nothing() {
    let mut random = Random(12);
    let words: &[&str] = &[
        "$remote_addr",
        "$time_local",
        "$",
        "${",
        "}",
        "\"",
        "'",
        "\\",
        "log_format ",
        "escape=",
        ";",
        " ",
        "%h",
        "%t",
        "%{",
        "%{%Y-%m-%d %T}t",
        "%{end:sec}t",
        "%>s",
        "%^FB",
        "%",
        "LogFormat ",
        "CustomLog ",
        "time=",
        "ü",
        "%!4",
    ];
    for _ in 0..20_000 {
        let pattern: String = (0..random.below(9)).map(|_| *random.one_of(words)).collect();
        for format in ["nginx", "apache", ""] {
            if let Ok(options) = Options::parse(format, &pattern, "", "") {
                let mut reader = Reader::new(options);
                reader.push(&noise(&mut random, 100));
                reader.finish();
            }
        }
    }
}

#[test]
fn a_line_of_ten_megabytes_is_counted_and_not_kept() {
    let good = b"10.0.0.1 - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 5\n";
    let mut reader = Reader::new(Options::default());
    reader.push(good);
    for _ in 0..1000 {
        reader.push(&[b'x'; 10_000]);
    }
    reader.push(b"\n");
    reader.push(good);
    let log = reader.finish();
    assert_eq!((log.report.requests, log.report.unparsed, log.report.lines), (2, 1, 3));
    let sample = &log.report.samples[0];
    assert_eq!((sample.line, sample.text.len(), sample.at), (2, 300, 65_536));
}
