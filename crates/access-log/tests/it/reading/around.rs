//! Envelopes around lines, and words before the client.

use ratelab_access_log::{Log, formats::KINDS};

use crate::reading::{names, read, times};

/// Puts an envelope around a line.
type Wrap = fn(&str) -> String;

const WRAPS: [Wrap; 7] = [
    |line| format!("2024-08-02T07:15:25.599169498Z stdout F {line}"),
    |line| format!("2024-08-02T07:15:25.599+02:00 stderr P {line}"),
    |line| format!("web_1  | {line}"),
    |line| format!("Feb  6 12:14:14 localhost server[14389]: {line}"),
    |line| format!("<134>1 2024-08-02T07:15:25Z host server 40 - [a@1 b=\"c\"] {line}"),
    |line| {
        let log = serde_json::Value::from(format!("{line}\n"));
        format!("{{\"log\":{log},\"stream\":\"stdout\",\"time\":\"2024-08-02T07:15:25.5Z\"}}")
    },
    |line| format!("2024-08-02T07:15:25+00:00 kube.web {{\"log\": {}}}", serde_json::Value::from(line)),
];

/// The format, the keys, the times and the counts of a log.
fn stated(log: &Log) -> (Option<&'static str>, Vec<String>, Vec<i64>, [u64; 3]) {
    let report = &log.report;
    let counts = [report.requests, report.other, report.unparsed];
    (log.format.map(|kind| kind.name), names(log), times(log), counts)
}

#[test]
fn every_format_is_read_in_every_envelope() {
    // These two formats take the time of an envelope for that of the line.
    let timeless = |name: &&str| !["timestamps", "logfmt"].contains(name);
    for kind in KINDS.iter().filter(|kind| kind.recognised && timeless(&kind.name)) {
        let bare = stated(&read(kind.example, ["", "", "client+path", ""]));
        assert_eq!(bare.0, Some(kind.name));
        for wrap in WRAPS {
            let wrapped: Vec<String> = kind.example.lines().map(wrap).collect();
            let log = read(wrapped.join("\r\n"), ["", "", "client+path", ""]);
            assert_eq!(stated(&log), bare, "{wrapped:?}");
            if kind.example.lines().count() == 1 {
                let log = read(wrapped.join("\n"), [kind.name, "", "client+path", ""]);
                assert_eq!(stated(&log), bare, "{wrapped:?}");
            }
        }
    }
}

#[test]
fn a_line_without_the_envelope_of_the_others_is_read() {
    let line = KINDS.iter().find(|kind| kind.name == "combined").expect("combined").example;
    for wrap in WRAPS {
        let text = [&wrap(line), line, &wrap(line), ""].join("\n");
        for format in ["", "combined"] {
            let log = read(&text, [format, "", "", ""]);
            assert_eq!((log.report.requests, log.report.unparsed), (3, 0), "{text}");
        }
    }
}

/// Common log lines with extra words before the time: client, user and host, or `None` if ambiguous.
#[test]
fn the_client_is_identified_by_the_two_words_after_it() {
    for (lead, expected) in [
        ("192.0.2.7 - -", "192.0.2.7 + - + -"),
        ("192.0.2.7 - frank", "192.0.2.7 + frank + -"),
        ("192.0.2.7 - John Doe", "192.0.2.7 + John Doe + -"),
        ("192.0.2.7 -  - ", "192.0.2.7 + - + -"),
        ("192.0.2.7:4711 - frank", "192.0.2.7 + frank + -"),
        ("[2001:db8::7]:4711 - frank", "2001:db8::7 + frank + -"),
        ("2001:db8::7 - -", "2001:db8::7 + - + -"),
        ("www.example.com 192.0.2.7 - frank", "192.0.2.7 + frank + www.example.com"),
        ("www.example.com:80 192.0.2.7 - frank", "192.0.2.7 + frank + www.example.com"),
        ("- 192.0.2.7 - -", "192.0.2.7 + - + -"),
        ("192.0.2.7, 10.0.0.1 - -", "192.0.2.7 + - + -"),
        ("192.0.2.7,10.0.0.1 - -", "192.0.2.7 + - + -"),
        ("192.0.2.7, 10.0.0.1, 10.0.0.2 - frank", "192.0.2.7 + frank + -"),
        ("www.example.com 192.0.2.7, 10.0.0.1 - frank", "192.0.2.7 + frank + www.example.com"),
        // Ambiguous: either word could be the client.
        ("192.0.2.7 10.0.0.1 - -", ""),
        ("10.0.0.1 - 192.0.2.7 - -", ""),
        ("a b 192.0.2.7 - -", ""),
    ] {
        let line = format!("{lead} [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 1\n");
        let log = read(line, ["", "", "client+user+host", ""]);
        assert_eq!(names(&log).concat(), expected, "{lead}");
        assert_eq!(log.report.unparsed, u64::from(expected.is_empty()), "{lead}");
    }
}

#[test]
fn guessed_fields_without_a_client_are_rejected() {
    let line =
        "{\"time\":\"2024-05-06T07:08:09Z\",\"path\":\"/a\",\"status\":200,\"who\":\"eve\",\"ip\":\"-\"}\n";
    let log = read(line, ["", "", "", ""]);
    assert!(log.format.is_none() && log.report.samples[0].expected.contains("client=NAME"));
    for (pattern, key, name) in [("", "path", "/a"), ("time=time client=who", "", "eve")] {
        let log = read(line, ["", pattern, key, ""]);
        assert_eq!((log.format.map(|kind| kind.name), names(&log)), (Some("json"), vec![name.to_owned()]));
    }
    // If the format was chosen, missing clients are counted.
    assert_eq!(read(line, ["json", "", "", ""]).report.without_key, 1);
}

#[test]
fn another_encoding_is_reported() {
    let line = "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 1\r\n";
    let wide: Vec<u8> = format!("\u{feff}{line}{line}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for format in ["", "combined"] {
        let log = read(&wide, [format, "", "", ""]);
        assert!(log.report.samples[0].expected.contains("UTF-16"), "{:?}", log.report);
    }
    // A byte order mark is not part of a line, also in the middle of concatenated files.
    let log = read(format!("\u{feff}{line}{line}\u{feff}{line}"), ["", "", "", ""]);
    assert_eq!((names(&log), log.keys.len()), (vec!["192.0.2.7".to_owned(); 3], 1));
}

#[test]
fn an_unrelated_line_does_not_fix_the_field_names() {
    let time = "2024-05-06T07:08:09Z";
    for [first, line] in [
        [
            format!("{{\"time\":\"{time}\",\"path\":\"/etc\",\"msg\":\"reads its settings\"}}"),
            format!(
                "{{\"time\":\"{time}\",\"Remote_Addr\":\"\",\"x_forwarded_for\":\"192.0.2.7, ::1\",\"status\":200}}"
            ),
        ],
        [format!("time={time} path=/etc msg=\"it reads\""), format!("time={time} IP=192.0.2.7 status=200")],
    ] {
        let log = read([first, line.clone(), line].join("\n"), ["", "", "", ""]);
        assert_eq!(names(&log), ["-", "192.0.2.7", "192.0.2.7"]);
    }
}
