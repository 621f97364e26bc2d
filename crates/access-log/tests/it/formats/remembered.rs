//! Formats that depend on earlier lines.

use crate::formats::{chosen_format, format, last, micros, read, request, text};
use ratelab_access_log::{Line, Timing, Unparsed};

#[test]
fn a_fields_line_changes_the_columns_of_w3c() {
    let mut iis = format("iis");
    let entry = last(&mut *iis, "#Fields: date time c-ip sc-status\n2024-05-06 07:08:09 192.0.2.7 429");
    let stated = (text(&entry.client), entry.status, entry.time.timing);
    assert_eq!(stated, ("192.0.2.7".into(), 429, Timing::Completion));
    let entry =
        last(&mut *iis, "#Fields: time-taken sc-status c-ip time date\n250 200 ::1 07:08:10 2024-05-06");
    let stated = (text(&entry.client), entry.status, entry.time.at + 999);
    assert_eq!(stated, ("::1".into(), 200, micros("2024-05-06T07:08:09.750Z")));
}

#[test]
fn the_day_of_w3c_may_precede_the_line() {
    // The example of the W3C working draft WD-logfile, with the client that is required here.
    let lines = "#Version: 1.0\n#Date: 12-Jan-1996 00:00:00\n#Fields: time c-ip cs-method cs-uri-stem\n";
    let mut iis = format("iis");
    assert!(read(&mut *iis, b"00:34:23 192.0.2.7 GET /foo/bar.html").is_err());
    for line in lines.lines() {
        assert!(matches!(read(&mut *iis, line.as_bytes()), Ok((Line::Other, _))));
    }
    last(&mut *iis, "#Date: 2001-05-02 17:42:15\n00:34:23 192.0.2.7 GET /foo/bar.html");
    let entry = request(&mut *iis, "12:21:16 192.0.2.8 GET /foo/bar.html");
    assert_eq!((entry.time.at, entry.time.slack), (micros("2001-05-02T12:21:16Z"), 999_999));
    assert_eq!(text(&entry.request), "/foo/bar.html");
}

#[test]
fn w3c_without_columns_is_an_error_except_for_cloudfront() {
    let unparsed = read(&mut *format("iis"), b"2024-05-06 07:08:09 192.0.2.7 429").expect_err("no columns");
    assert_eq!(unparsed, Unparsed { expected: "a preceding #Fields line with time and c-ip", at: 0 });
    let line = "2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td1.cloudfront.net\t/a%20b\t429\t-\tcurl%2520x/8%25\tq=1\t-\tHit\tid\twww.example.com\thttps\t23\t1.500";
    let mut cloudfront = format("cloudfront");
    let entry = request(&mut *cloudfront, line);
    let stated = (text(&entry.host), text(&entry.request), entry.status);
    assert_eq!(stated, ("www.example.com".into(), "/a%20b".into(), 429));
    // Values are encoded, some twice; a field is returned decoded.
    assert_eq!(cloudfront.field(line.as_bytes(), "cs(User-Agent)").as_deref(), Some(b"curl x/8%".as_slice()));
}

#[test]
fn time_taken_of_w3c_is_milliseconds_or_seconds_with_a_point() {
    let header = "#Fields: date time c-ip time-taken\n";
    for (taken, arrival) in [("1500", "2024-05-06T07:08:07.5Z"), ("1.500", "2024-05-06T07:08:07.5Z")] {
        let lines = format!("{header}2024-05-06 07:08:09 192.0.2.7 {taken}");
        let entry = last(&mut *format("iis"), &lines);
        assert_eq!((entry.time.at + 999, entry.time.slack), (micros(arrival), 1_000_998), "{taken}");
    }
}

#[test]
fn a_header_determines_the_separator_and_may_be_repeated() {
    for between in [",", "\t", ";", "|"] {
        let lines =
            "when,who,code\n2024-05-06T07:08:09Z,192.0.2.7,429\nwhen,who,code\n2024-05-06T07:08:10Z,::1,200"
                .replace(',', between);
        let mut csv = chosen_format("csv", "time=when client=who status=code");
        let mut requests = Vec::new();
        for line in lines.lines() {
            let (kind, entry) = read(&mut *csv, line.as_bytes()).expect(line);
            if kind == Line::Request {
                requests.push((text(&entry.client), entry.status));
            }
        }
        assert_eq!(requests, [("192.0.2.7".to_owned(), 429), ("::1".to_owned(), 200)], "{between:?}");
        assert_eq!(csv.fields(), ["when", "who", "code"]);
    }
}

#[test]
fn columns_by_number_need_no_header() {
    let mut csv = chosen_format("csv", "time=2 client=1");
    let entry = request(&mut *csv, "192.0.2.7,1715000000.25,x");
    assert_eq!((text(&entry.client), entry.time.at), ("192.0.2.7".into(), 1_715_000_000_250_000));
    // A header is allowed.
    let mut csv = chosen_format("csv", "time=2 client=1");
    let entry = last(&mut *csv, "client,time\n192.0.2.7,1715000000.25");
    assert_eq!(text(&entry.client), "192.0.2.7");
}

#[test]
fn usual_fields_of_json_are_searched_again_if_lines_differ() {
    let mut json = format("json");
    let first = request(&mut *json, r#"{"ts":1715000000,"ip":"192.0.2.7"}"#);
    assert_eq!(text(&first.client), "192.0.2.7");
    let second = request(
        &mut *json,
        r#"{"@timestamp":"2024-05-06T07:08:09Z","client":{"ip":"192.0.2.8"},"status":200}"#,
    );
    assert_eq!((text(&second.client), second.status), ("192.0.2.8".into(), 200));
    // A message of the program is not a request.
    assert!(read(&mut *json, br#"{"@timestamp":"2024-05-06T07:08:09Z","message":"started"}"#).is_err());
}
