//! Errors about lines that could not be parsed.

use ratelab_access_log::Log;

use crate::reading::{names, read};

/// What was expected in the last sample.
fn why(log: &Log) -> &'static str {
    log.report.samples.last().map_or("", |sample| sample.expected)
}

const UNKNOWN: &str = "a line in a known format";

/// `%v:%p %a %D %t "%r" %>s %b`, which resembles the common log but has other fields.
#[test]
fn an_address_as_the_identd_name_excludes_the_common_log() {
    let pattern = r#"%v:%p %a %D %t "%r" %>s %b"#;
    let lines = concat!(
        "www.shop.de:443 203.0.113.5 12345 [12/May/2026:10:00:00.123456 +0000] \"GET / HTTP/1.1\" 200 512\n",
        "192.0.2.1:443 203.0.113.6 99 [12/May/2026:10:00:01.123456 +0000] \"GET / HTTP/1.1\" 200 512\n",
    );
    let log = read(lines, ["", "", "", ""]);
    assert_eq!((log.format.map(|kind| kind.name), why(&log)), (None, UNKNOWN));
    let first = lines.lines().next().expect("a line");
    assert_eq!(names(&read(first, ["", pattern, "", ""])), ["203.0.113.5"]);
    // A format given by the user takes precedence.
    assert_eq!(names(&read(first, ["common", "", "", ""])), ["www.shop.de"]);
    // A host name is a valid client.
    let named = r#"crawler.example.com - - [12/May/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512"#;
    assert_eq!(names(&read(named, ["", "", "", ""])), ["crawler.example.com"]);
}

#[test]
fn json_and_csv_without_a_time_or_a_client_report_what_is_missing() {
    for (lines, stated) in [
        ("{\"moment\":1715000000,\"ip\":\"::1\"}\n", "a time, in a field such as"),
        ("{\"ts\":1715000000,\"whom\":\"eve\",\"status\":200}\n", "a client in a field with a usual name"),
        ("moment,ip,status\n1715000000,::1,200\n", "a header with a name for the time"),
        ("ts,whom,status\n1715000000,eve,200\n", "a client in a field with a usual name"),
    ] {
        let (head, row) = lines.trim_end().rsplit_once('\n').unwrap_or(("", lines.trim_end()));
        // Longer than the part used for detection: the header occurs only once.
        for rows in [1, 450] {
            let text = format!("{head}\n{}", format!("{row}\n").repeat(rows));
            let log = read(text, ["", "", "", ""]);
            assert!(log.format.is_none() && why(&log).contains(stated), "{lines}: {}", why(&log));
        }
    }
    // Container logs resemble neither, nor does prose with commas.
    for lines in ["{\"log\":\"what is this?\"}\n", "it began, at last\nand then, it went on, and on\n"] {
        assert_eq!(why(&read(lines, ["", "", "", ""])), UNKNOWN, "{lines}");
    }
}

#[test]
fn a_chosen_column_missing_from_the_header_is_named() {
    let lines = "Timestamp,Client ID,HTTP Status\n1715000000,eve,200\n1715000001,bob,200\n";
    for (pattern, stated) in [
        ("time=Timestamp client=Client", "the column Client, which the header does not have"),
        ("time=Timestamp status=HTTP", "the column HTTP, which the header does not have"),
        ("time=1 client=Client", "the column Client, which the header does not have"),
        ("time=Time client=2", "the column Time, which the header does not have"),
    ] {
        for format in ["", "csv"] {
            let log = read(lines, [format, pattern, "", ""]);
            assert_eq!((why(&log), log.report.requests), (stated, 0), "{pattern}");
        }
    }
    for client in ["\"Client ID\"", "client_id", "2"] {
        let log = read(lines, ["", &format!("time=Timestamp client={client}"), "", ""]);
        assert_eq!(names(&log), ["eve", "bob"], "{client}");
    }
    // JSON fields are optional.
    let log =
        read("{\"t\":1715000000}\n{\"t\":1715000001,\"who\":\"bob\"}\n", ["", "time=t client=who", "", ""]);
    assert_eq!(names(&log), ["-", "bob"]);
}

/// The beginning of a picture, followed by random bytes, as in compressed data.
fn picture(length: usize) -> Vec<u8> {
    let mut random = crate::reading::random::Random(14);
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDAT";
    head.iter().copied().chain((0..length).map(|_| random.below(256) as u8)).collect()
}

#[test]
fn a_binary_file_is_reported() {
    // Also as a single line, which is too long.
    let long = picture(200_000).into_iter().filter(|&byte| byte != b'\n').collect();
    for bytes in [picture(0), picture(500), picture(200_000), long] {
        let report = read(&bytes, ["", "", "", ""]).report;
        assert!(report.unparsed > 0 && report.requests == 0);
        assert!(report.samples.iter().all(|sample| sample.expected == "text: this is not a text file"));
    }
    // A few control characters, and zeros before the first line, do not make a log binary.
    let hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\xbcB\xb8\n".to_vec();
    let (unknown, known) =
        ("words that no format has, and more of them\n".repeat(9), common_line().repeat(9));
    let log = read([vec![0; 500], hello.clone(), unknown.into_bytes()].concat(), ["", "", "", ""]);
    assert_eq!(why(&log), UNKNOWN);
    let log = read([vec![0; 500], hello.repeat(9), known.into_bytes()].concat(), ["", "", "", ""]);
    assert_eq!(log.report.requests, 9);
}

fn common_line() -> &'static str {
    "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 1\n"
}

#[test]
fn every_line_of_utf_16_is_reported() {
    let text = format!("{}\r\n\r\nx\r\n日本\r\n", common_line()).repeat(100);
    for (mark, bytes) in [("\u{feff}", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("", u16::to_be_bytes)] {
        let wide: Vec<u8> = format!("{mark}{text}").encode_utf16().flat_map(bytes).collect();
        let report = read(wide, ["", "", "", ""]).report;
        assert!(report.samples.len() > 9 && report.requests == 0);
        assert!(
            report.samples.iter().all(|sample| sample.expected.contains("UTF-16")),
            "{:?}",
            report.samples
        );
    }
}
