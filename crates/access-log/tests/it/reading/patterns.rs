//! The formats of nginx and Apache, from their documentation and as users change them.

use ratelab_access_log::{Timing, formats::KINDS};

use crate::reading::{names, parse, read, times};

/// 2000-10-10 20:55:36 UTC, the instant of Apache's examples.
const OCTOBER: i64 = 971_211_336_000_000;

/// A line from the Apache documentation.
const COMMON: &str =
    r#"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326"#;
/// The same, combined.
const COMBINED: &str = r#"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326 "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)""#;

#[test]
fn examples_of_the_apache_documentation_are_detected_and_read() {
    let with_host = format!("www.example.com:80 {COMBINED}");
    for (line, name, host) in [
        (COMMON, "common", "-"),
        (COMBINED, "combined", "-"),
        (with_host.as_str(), "vhost_combined", "www.example.com"),
    ] {
        let log = read(line, ["", "", "client+user+path+host", ""]);
        assert_eq!(log.format.map(|kind| kind.name), Some(name), "{line}");
        assert_eq!(names(&log), [format!("127.0.0.1 + frank + /apache_pb.gif + {host}")]);
        assert_eq!(times(&log), [OCTOBER]);
        assert_eq!(log.rows.iter().next().map(|row| row.charge), Some(1 | 1 << 30));
        assert_eq!((log.report.timing(), log.report.slack), (Some(Timing::Arrival), 999_999));
    }
}

#[test]
fn a_combined_line_with_fields_added_is_still_combined() {
    let log = read(format!("{COMBINED} \"203.0.113.9\" rt=0.002\n"), ["", "", "", ""]);
    assert_eq!(log.format.map(|kind| kind.name), Some("combined"));
    assert_eq!(names(&log), ["127.0.0.1"]);
}

#[test]
fn request_time_is_subtracted_from_the_time_of_nginx() {
    // The example of the nginx documentation, with its line breaks and indentation.
    let compression = "log_format compression '$remote_addr - $remote_user [$time_local] '\n   \
        '\"$request\" $status $bytes_sent '\n   '\"$http_referer\" \"$http_user_agent\" \"$gzip_ratio\"';";
    let log =
        read(format!("{COMBINED} \"3.14\""), ["nginx", compression, "field:gzip_ratio", "field:bytes_sent"]);
    assert_eq!((names(&log), times(&log)), (vec!["3.14".to_owned()], vec![OCTOBER]));
    assert_eq!(log.rows.iter().next().map(|row| row.charge), Some(2326 | 1 << 30));
    assert_eq!(log.report.timing(), Some(Timing::Completion));

    let timed = "$remote_addr [$time_local] $msec \"$request\" $status $request_time";
    let line = r#"::1 [10/Oct/2000:13:55:36 -0700] 971211336.250 "GET / HTTP/1.1" 200 1.125"#;
    let log = read(line, ["auto", timed, "", ""]);
    assert_eq!((names(&log), times(&log)), (vec!["::1".to_owned()], vec![OCTOBER + 250_000 - 1_125_000]));
    assert_eq!((log.report.timing(), log.report.slack), (Some(Timing::Corrected), 999));

    let log = read(
        "1.2.3.4 2000-10-10T13:55:36-07:00 -",
        ["nginx", "$remote_addr $time_iso8601 $request_time", "", ""],
    );
    assert_eq!((times(&log), log.report.timing()), (vec![OCTOBER], Some(Timing::Completion)));
}

#[test]
fn the_format_nginx_is_combined_with_times_of_responses() {
    let log = read(COMBINED, ["nginx", "", "", ""]);
    assert_eq!((times(&log), log.report.timing()), (vec![OCTOBER], Some(Timing::Completion)));
}

#[test]
fn json_of_nginx_is_read_with_its_pattern() {
    let pattern = r#"log_format json escape=json '{ "msec": "$msec", ' '"remote_addr": "$remote_addr", '
        '"request_uri": "$request_uri", ' '"status": "$status", "agent": "$http_user_agent", ' '"request_time": "$request_time" }';"#;
    let line = r#"{ "msec": "971211336.250", "remote_addr": "192.0.2.7", "request_uri": "/a\"b?c", "status": "429", "agent": "x\\\" \u00e9\ud83d\ude00", "request_time": "0.250" }"#;
    let log = read(line, ["", pattern, "path+field:http_user_agent", ""]);
    assert_eq!((names(&log), times(&log)), (vec!["/a\"b + x\\\" é😀".to_owned()], vec![OCTOBER]));
    assert_eq!(log.report.limited, 1);
}

#[test]
fn urls_and_braces_are_read() {
    let pattern = "${remote_addr} \"$scheme://$host$request_uri\" $uri$is_args$args [$time_local]";
    let line = r#"192.0.2.7 "https://Example.com/a/b?c" /a/b?c [10/Oct/2000:13:55:36 -0700]"#;
    assert_eq!(names(&read(line, ["", pattern, "host+path", ""])), ["example.com + /a/b"]);
}

#[test]
fn apache_times_in_parts_and_of_responses_are_read() {
    let end = OCTOBER + 123_000;
    let day = "2000-10-10T20:55:36.123+0000";
    for (pattern, line, expected, timing, slack) in [
        (
            "%{%Y-%m-%dT%T}t.%{msec_frac}t%{%z}t%{%z}t ip=%a",
            format!("{day}+0000 ip=::1"),
            end,
            Timing::Arrival,
            999,
        ),
        ("%a %{sec}t.%{usec_frac}t", "::1 971211336.123000".to_owned(), end, Timing::Arrival, 0),
        ("%a %{msec}t", "::1 971211336123".to_owned(), end, Timing::Arrival, 999),
        ("%a %{usec}t %t", "::1 971211336123000 [x]".to_owned(), end, Timing::Arrival, 0),
        ("%a %{begin:usec}t %{end:usec}t", "::1 971211336123000 5".to_owned(), end, Timing::Arrival, 0),
        ("%a %{end:usec}t %D", "::1 971211336123456 456".to_owned(), end, Timing::Corrected, 0),
        (
            "%a %{end:msec}t %{ms}T",
            "::1 971211336125 1".to_owned(),
            end + 1000 - 999,
            Timing::Corrected,
            1998,
        ),
        ("%a %{end:sec}t", "::1 971211336".to_owned(), OCTOBER, Timing::Completion, 999_999),
        ("%a %t %D", "::1 [10/Oct/2000:13:55:36 -0700] 77".to_owned(), OCTOBER, Timing::Arrival, 999_999),
        ("%a %{%d%m%y %I:%M:%S %p}t", "::1 101000 08:55:36 PM".to_owned(), OCTOBER, Timing::Arrival, 999_999),
        ("%a %{%c}t", "::1 Tue Oct 10 20:55:36 2000".to_owned(), OCTOBER, Timing::Arrival, 999_999),
    ] {
        let log = read(&line, ["apache", pattern, "", ""]);
        assert_eq!(log.report.unparsed, 0, "{pattern}: {:?}", log.report.samples);
        assert_eq!((times(&log), log.report.timing()), (vec![expected], Some(timing)), "{pattern}");
        assert_eq!((log.report.slack, names(&log)), (slack, vec!["::1".to_owned()]), "{pattern}");
    }
}

#[test]
fn apache_directives_are_read_as_in_a_configuration_file() {
    let vhost = format!("www.example.com:443 {COMBINED}");
    for (pattern, line) in [
        (r#"LogFormat "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\"" combined"#, COMBINED),
        (r#"CustomLog "logs/access_log" "%h %l %u %t \"%r\" %>s %b" env=!image"#, COMMON),
        ("CustomLog logs/access_log common", COMMON),
        ("combined", COMBINED),
        (r#""%h %l %u %t \"%r\" %>s %b""#, COMMON),
        (r#"%h %l %u %t \"%m %U%q %H\" %>s %b"#, COMMON),
        (r#"%h %l %u %t "%m %U%q %H" %!200,304,302>s %B"#, COMMON),
        (
            r#"LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" vhost_combined"#,
            &vhost,
        ),
    ] {
        let log = read(line, ["apache", pattern, "client+user+path", ""]);
        assert_eq!(log.report.unparsed, 0, "{pattern}: {:?}", log.report.samples);
        assert_eq!(
            (names(&log), times(&log)),
            (vec!["127.0.0.1 + frank + /apache_pb.gif".to_owned()], vec![OCTOBER])
        );
    }
}

#[test]
fn the_client_is_the_nearest_address_or_else_a_forwarded_one() {
    let line = r#"10.0.0.1 "203.0.113.9, 10.0.0.7" [10/Oct/2000:13:55:36 -0700] 10.0.0.2"#;
    let both = r#"$remote_addr "$http_x_forwarded_for" [$time_local] $x"#;
    assert_eq!(names(&read(line, ["", both, "", ""])), ["10.0.0.1"]);
    let forwarded = r#"$x "$http_x_forwarded_for" [$time_local] $y"#;
    assert_eq!(names(&read(line, ["", forwarded, "", ""])), ["203.0.113.9"]);
    assert_eq!(names(&read(line, ["", forwarded, "field:$x", ""])), ["10.0.0.1"]);
}

#[test]
fn an_invalid_pattern_is_rejected_with_an_explanation() {
    for (format, pattern, allowed) in [
        ("", "$remote_addr $status", "time"),
        ("nginx", "$remote_addr$remote_user $time_local", "between any two variables"),
        ("nginx", "%h %t", "nginx log_format"),
        ("apache", "$remote_addr $time_local", "Apache LogFormat"),
        ("apache", "%h %{%H:%M}t", "time"),
        ("apache", "%h %t%u%l", "between any two variables"),
        ("apache", "%h %{Referer", "Apache LogFormat"),
        ("combined", "%h", "empty"),
        ("", "complete nonsense", "log_format"),
    ] {
        let fault = parse([format, pattern, "", ""]).expect_err(pattern);
        assert_eq!((fault.field, fault.given.as_str()), ("pattern", pattern));
        assert!(fault.allowed.contains(allowed), "{pattern}: {fault}");
    }
}

#[test]
fn every_example_of_the_table_is_detected() {
    for kind in KINDS {
        let log = read(kind.example, [kind.name, "", "", ""]);
        assert!(log.report.requests >= 1, "{}: {:?}", kind.name, log.report);
        let log = read(kind.example, ["", "", "", ""]);
        let name = log.format.map(|kind| kind.name);
        assert!(name == Some(kind.name) || !kind.recognised, "{} is detected as {name:?}", kind.name);
    }
}

#[test]
fn a_pattern_that_does_not_match_reports_what_it_expected() {
    let expected = |pattern| {
        let log = read(format!("{COMMON}\n{COMMON}\n"), ["", pattern, "", ""]);
        let expectation = |sample: &ratelab_access_log::Sample| (sample.expected, sample.at);
        log.report.samples.iter().map(expectation).collect::<Vec<_>>()
    };
    let cut = COMMON.find(']').map_or(0, |at| at + 1);
    assert_eq!(expected("$remote_addr - $nope [$time_local]"), [("the end of the line", cut); 2]);
    let fields = "JSON, pairs such as time=…, or CSV with a header, with the fields of the pattern";
    assert_eq!(expected("time=ts client=ip"), [(fields, 0); 2]);
}
