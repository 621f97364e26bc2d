//! Each format is distinguished from all others by its lines.

use crate::formats::{last, read, text};
use ratelab_access_log::formats::{KINDS, Kind};
use ratelab_access_log::{Entry, Line, Options, Reader};

/// The format detected from lines, and the number of requests in them.
fn recognised(lines: &str, pattern: &str) -> (Option<&'static str>, usize) {
    let mut reader = Reader::new(Options::parse("auto", pattern, "", "").expect(pattern));
    reader.push(lines.as_bytes());
    let log = reader.finish();
    (log.format.map(|kind| kind.name), log.rows.iter().count())
}

/// How many lines of an example a format parses as requests.
fn understood(kind: &Kind, example: &str) -> usize {
    let Ok(mut format) = (kind.make)("") else { return 0 };
    let request = |line: &&str| matches!(read(&mut *format, line.as_bytes()), Ok((Line::Request, _)));
    example.lines().filter(request).count()
}

#[test]
fn an_example_is_detected_as_its_own_format() {
    for kind in KINDS.iter().filter(|kind| kind.recognised) {
        assert_eq!(recognised(kind.example, ""), (Some(kind.name), 1));
        let often = format!("{}\n", kind.example).repeat(7);
        assert_eq!(recognised(&often, ""), (Some(kind.name), 7));
    }
}

/// Formats of servers reject each other's lines; only formats defined by the user are lax.
#[test]
fn formats_of_servers_reject_each_others_examples() {
    let servers = [
        "traefik",
        "envoy",
        "alb",
        "elb",
        "cloudfront",
        "iis",
        "haproxy",
        "caddy",
        "gcp",
        "squid",
        "npm",
        "gin",
    ];
    for kind in KINDS.iter().filter(|kind| servers.contains(&kind.name)) {
        for other in KINDS.iter().filter(|other| other.name != kind.name) {
            assert_eq!(understood(kind, other.example), 0, "{} accepts {}", kind.name, other.example);
        }
    }
}

#[test]
fn an_example_has_a_time_and_a_client() {
    for kind in KINDS {
        let Ok(mut format) = (kind.make)("") else { continue };
        let entry: Entry<'_> = last(&mut *format, kind.example);
        assert!(entry.time.at > 0 && !text(&entry.client).is_empty(), "{}", kind.name);
    }
}

#[test]
fn messages_between_requests_do_not_change_the_format() {
    let caddy = concat!(
        "{\"level\":\"info\",\"ts\":1714979289.5,\"msg\":\"serving initial configuration\"}\n",
        "{\"level\":\"info\",\"ts\":1714979289.6,\"logger\":\"tls\",\"msg\":\"finished cleaning storage units\"}\n",
        "{\"ts\":1714979289.7,\"request\":{\"remote_ip\":\"::1\",\"uri\":\"/\"},\"status\":200,\"duration\":0.1}\n",
    );
    assert_eq!(recognised(caddy, ""), (Some("caddy"), 1));
    let haproxy = concat!(
        "Feb  6 12:12:09 localhost haproxy[14385]: Proxy http-in started.\n",
        "Feb  6 12:12:09 localhost haproxy[14385]: Server back/srv1 is DOWN.\n",
        "10.0.1.2:33317 [06/Feb/2009:12:14:14.655] in back/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 \"GET /\"\n",
    );
    assert_eq!(recognised(haproxy, ""), (Some("haproxy"), 1));
}

#[test]
fn a_pattern_of_fields_applies_to_json_or_columns() {
    let pattern = "time=at client=who";
    assert_eq!(recognised("{\"at\":1714979289.5,\"who\":\"eve\"}\n", pattern), (Some("json"), 1));
    assert_eq!(recognised("who;at\neve;1714979289.5\n", pattern), (Some("csv"), 1));
    assert_eq!(recognised("eve\t1714979289.5\nbob\t1714979289.6\n", "time=2 client=1"), (Some("csv"), 2));
}
