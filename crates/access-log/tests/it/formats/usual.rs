//! Formats of words, pairs and layouts: fields of their lines, and errors.

use crate::formats::{chosen_format, format, last, micros, read, request, text};
use ratelab_access_log::{Timing, formats};

/// The fields of a line, by name.
fn fields(name: &str, line: &str, names: &[&str]) -> Vec<String> {
    let mut format = format(name);
    request(&mut *format, line);
    let field = |name: &&str| format.field(line.as_bytes(), name).map_or("none".into(), |value| text(&value));
    names.iter().map(field).collect()
}

#[test]
fn squid_has_named_words_and_a_host_from_the_url() {
    let line = formats::kind("squid").expect("squid").example;
    let found = fields("squid", line, &["result/status", "method", "user", "type", "nothing"]);
    assert_eq!(found, ["TCP_MISS/200", "GET", "frank", "text/html", "none"]);
    let entry = request(&mut *format("squid"), line);
    assert_eq!((text(&entry.host), entry.time.timing), ("www.example.com".into(), Timing::Corrected));
}

#[test]
fn logfmt_has_quotes_escapes_and_names_in_any_case() {
    let line = r#"level=info Time=2024-05-06T07:08:09Z ip=192.0.2.7 path="/a \"b\" c" empty= msg="" last=x"#;
    let found = fields("logfmt", line, &["level", "PATH", "empty", "msg", "last", "none"]);
    assert_eq!(found, ["info", r#"/a "b" c"#, "", "", "x", "none"]);
    let mut chosen = chosen_format("logfmt", "arrival=at client=who duration=took:us");
    let entry = request(&mut *chosen, "at=1714979289 who=eve took=5");
    assert_eq!((text(&entry.client), entry.time.timing), ("eve".into(), Timing::Arrival));
}

/// Heroku's router: the duration is the connect time plus the service time, each truncated to milliseconds.
#[test]
fn two_durations_and_their_slack_are_subtracted() {
    let line =
        "2020-02-21T16:07:35.529384Z heroku[router]: fwd=192.0.2.7 connect=412ms service=173ms status=200";
    let time = request(&mut *format("logfmt"), line).time;
    assert_eq!((time.slack, time.timing), (1_998, Timing::Corrected));
    assert_eq!(time.at + i64::from(time.slack), micros("2020-02-21T16:07:34.944384Z"));
}

#[test]
fn both_layouts_of_a_server_can_alternate() {
    let handed_on = formats::kind("npm").expect("npm").example;
    let answered = r#"[01/Oct/2025:14:32:20 +0000] 404 - GET https app.example.com "/b" [Client 192.0.2.8] [Length 3421] [Gzip 3.12] "curl" "-""#;
    let mut manager = format("npm");
    for (line, client, status, sent) in [
        (handed_on, "192.0.2.7", 200, Some("app")),
        (answered, "192.0.2.8", 404, None),
        (handed_on, "192.0.2.7", 200, Some("app")),
    ] {
        let entry = request(&mut *manager, line);
        assert_eq!((text(&entry.client), entry.status), (client.into(), status));
        assert_eq!(manager.field(line.as_bytes(), "server").map(|value| text(&value)).as_deref(), sent);
    }
    for line in [
        "[GIN] 2000/10/10 - 13:55:36 | 200 | 1.5s | ::1 | GET      /a",
        r#"[GIN] 2000/10/10 - 13:55:36 | 200 |  1.5s |  ::1 | GET  "/a""#,
    ] {
        let entry = request(&mut *format("gin"), line);
        assert_eq!((text(&entry.client), text(&entry.request)), ("::1".into(), "/a".into()));
        assert_eq!(entry.time.at, micros("2000-10-10T13:55:34.5Z"));
    }
}

#[test]
fn words_added_before_the_timers_do_not_shift_other_fields() {
    let line = r#"192.0.2.7:22222 [22/May/2021:02:22:22.222] in~ app/node2 site.example other 0/0/0/18/18 200 250 - - ---- 2/2/2/0/0 0/0 {a} {b} "GET /a HTTP/1.1""#;
    let names = ["frontend", "timers", "bytes_read", "queues", "captured_response_headers", "request"];
    let found = fields("haproxy", line, &names);
    assert_eq!(found, ["in~", "0/0/0/18/18", "250", "0/0", "b", "GET /a HTTP/1.1"]);
    assert_eq!(text(&request(&mut *format("haproxy"), line).host), "site.example");
}

#[test]
fn quoted_values_of_w3c_are_columns() {
    let lines = "#Fields: date-local time-local c-ip cs(User-Agent) c-status x\n\
        2024-05-06 07:08:09 \"192.0.2.7\" \"a \"b\"c d\" 429 \"\"";
    let mut iis = format("iis");
    let entry = last(&mut *iis, lines);
    assert_eq!((text(&entry.client), entry.status), ("192.0.2.7".into(), 429));
    let line = lines.lines().last().expect("a line").as_bytes();
    let field = |name: &str| iis.field(line, name).map(|value| text(&value));
    assert_eq!(
        [field("cs(User-Agent)"), field("x"), field("y")],
        [Some("a \"b\"c d".into()), Some(String::new()), None]
    );
}

#[test]
fn names_of_json_match_in_any_case_but_prefer_an_exact_match() {
    for line in [r#"{"T":1,"t":2,"A":{"B":3}}"#, r#"{"t":2,"T":1,"a":{"b":3}}"#] {
        let json = format("json");
        let field = |name: &str| json.field(line.as_bytes(), name).map(|value| text(&value));
        assert_eq!(
            [field("t"), field("T"), field("a.b")],
            ["2", "1", "3"].map(|value| Some(value.to_owned()))
        );
    }
    // All usual names are searched, even though there are many.
    let line = br#"{"ts":1714979289,"downstream_remote_address":"[::1]:7","response_code":200}"#;
    assert_eq!(text(&read(&mut *format("json"), line).expect("a request").1.client), "::1");
}
