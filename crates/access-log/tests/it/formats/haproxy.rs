//! Lines from the HAProxy manual, and their content.

use crate::formats::{format, micros, read, request, text};
use ratelab_access_log::{Line, Timing, path};

/// HAProxy manual, version 2.6, sections 8.2.3, 8.2.4 and 8.9, each example on one line: the line, its time, its
/// client, its path and its status.
const HAPROXY: [(&str, &str, &str, &str, u16); 9] = [
    (
        r#"Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1""#,
        "2009-02-06T12:14:14.655Z",
        "10.0.1.2",
        "/index.html",
        200,
    ),
    (
        r#"Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] https-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1" 0/0/0/0/0 1wt.eu/TLSv1.3/TLS_AES_256_GCM_SHA384"#,
        "2009-02-06T12:14:14.655Z",
        "10.0.1.2",
        "/index.html",
        200,
    ),
    (
        r#"haproxy[674]: 127.0.0.1:33318 [15/Oct/2003:08:31:57.130] px-http px-http/srv1 6559/0/7/147/6723 200 243 - - ---- 5/3/3/1/0 0/0 "HEAD / HTTP/1.0""#,
        "2003-10-15T08:31:57.130Z",
        "127.0.0.1",
        "/",
        200,
    ),
    (
        r#"haproxy[674]: 127.0.0.1:33319 [15/Oct/2003:08:31:57.149] px-http px-http/srv1 6559/1230/7/147/6870 200 243 - - ---- 324/239/239/99/0 0/9 "HEAD / HTTP/1.0""#,
        "2003-10-15T08:31:57.149Z",
        "127.0.0.1",
        "/",
        200,
    ),
    (
        r#"haproxy[674]: 127.0.0.1:33320 [15/Oct/2003:08:32:17.654] px-http px-http/srv1 9/0/7/14/+30 200 +243 - - ---- 3/3/3/1/0 0/0 "GET /image.iso HTTP/1.0""#,
        "2003-10-15T08:32:17.654Z",
        "127.0.0.1",
        "/image.iso",
        200,
    ),
    (
        r#"haproxy[674]: 127.0.0.1:33320 [15/Oct/2003:08:32:17.925] px-http px-http/srv1 9/0/7/14/30 502 243 - - PH-- 3/2/2/0/0 0/0 "GET /cgi-bin/bug.cgi? HTTP/1.0""#,
        "2003-10-15T08:32:17.925Z",
        "127.0.0.1",
        "/cgi-bin/bug.cgi",
        502,
    ),
    (
        r#"haproxy[18113]: 127.0.0.1:34548 [15/Oct/2003:15:18:55.798] px-http px-http/<NOSRV> -1/-1/-1/-1/8490 -1 0 - - CR-- 2/2/2/0/0 0/0 """#,
        "2003-10-15T15:18:55.798Z",
        "127.0.0.1",
        "",
        0,
    ),
    (
        r#"haproxy[18113]: 127.0.0.1:34549 [15/Oct/2003:15:19:06.103] px-http px-http/<NOSRV> -1/-1/-1/-1/50001 408 0 - - cR-- 2/2/2/0/0 0/0 """#,
        "2003-10-15T15:19:06.103Z",
        "127.0.0.1",
        "",
        408,
    ),
    (
        r#"haproxy[18989]: 10.0.0.1:34552 [15/Oct/2003:15:26:31.462] px-http px-http/srv1 3183/-1/-1/-1/11215 503 0 - - SC-- 205/202/202/115/3 0/0 "HEAD / HTTP/1.0""#,
        "2003-10-15T15:26:31.462Z",
        "10.0.0.1",
        "/",
        503,
    ),
];

#[test]
fn lines_of_the_haproxy_manual_are_parsed_as_explained() {
    for (line, time, client, asked, status) in HAPROXY {
        let entry = request(&mut *format("haproxy"), line);
        assert_eq!(text(&entry.host), if line.contains("TLSv1.3") { "1wt.eu" } else { "" });
        assert_eq!(
            (entry.time.at, entry.time.slack, entry.time.timing),
            (micros(time), 999, Timing::Arrival),
            "{line}"
        );
        assert_eq!(
            (text(&entry.client), text(path(&entry.request))),
            (client.into(), asked.into()),
            "{line}"
        );
        assert_eq!(entry.status, status, "{line}");
    }
}

#[test]
fn other_lines_of_haproxy_are_not_requests() {
    // Sections 8.2.5 and 8.2.1 of the manual.
    for line in [
        "Dec  3 18:27:14 localhost haproxy[6103]: 127.0.0.1:56059 [03/Dec/2012:17:35:10.380] frt/f1: Connection error during SSL handshake",
        "Feb  6 12:12:09 localhost haproxy[14385]: Connect from 10.0.1.2:33312 to 10.0.3.31:8012 (www/HTTP)",
    ] {
        assert!(matches!(read(&mut *format("haproxy"), line.as_bytes()), Ok((Line::Other, _))), "{line}");
    }
    // Section 8.9: `option tcplog` has three timers.
    let line = "haproxy[18989]: 127.0.0.1:34550 [15/Oct/2003:15:24:28.312] px-tcp px-tcp/srv1 0/0/5007 0 cD 0/0/0/0/0 0/0";
    let unparsed = read(&mut *format("haproxy"), line.as_bytes()).expect_err(line);
    assert_eq!((unparsed.expected, &line[unparsed.at..unparsed.at + 8]), ("five timers", "0/0/5007"));
}

#[test]
fn haproxy_with_an_ipv6_client_a_bad_request_and_a_truncated_line() {
    let line = r#"2001:db8::7:51234 [04/Mar/2020:10:35:10.553] http_front~ http_front/<NOSRV> -1/-1/-1/-1/0 400 0 - - PR-- 5/5/0/0/0 0/0 {|Mozilla/5.0 (X11; a b)||} "<BADREQ>""#;
    let mut haproxy = format("haproxy");
    let entry = request(&mut *haproxy, line);
    assert_eq!(
        (text(&entry.client), text(&entry.request), entry.status),
        ("2001:db8::7".into(), "<BADREQ>".into(), 400)
    );
    let headers = haproxy.field(line.as_bytes(), "captured_request_headers").expect("headers");
    assert_eq!(text(&headers), "|Mozilla/5.0 (X11; a b)||");
    let cut = &line[..line.len() - 3];
    assert_eq!(text(&request(&mut *haproxy, cut).request), "<BADRE");
}

/// Lines that HAProxy 2.6.12 wrote for five requests: the second has an agent and a query with quotes, the last two are
/// not HTTP.
#[test]
fn lines_that_haproxy_wrote() {
    let lines = r#"127.0.0.1:48568 [17/Nov/2026:16:04:33.291] fe be/<NOSRV> 0/-1/-1/-1/0 200 73 - - LR-- 1/1/0/0/0 0/0 {curl/7.88.1} {} "GET / HTTP/1.1"
127.0.0.1:48576 [17/Nov/2026:16:04:33.366] fe fe/<NOSRV> 0/-1/-1/-1/0 429 64 - - LR-- 1/1/0/0/0 0/0 {a #22quoted#22 #7Bagent#7D b} {} "GET /limited?x=#22y#22 HTTP/1.1"
::1:54860 [17/Nov/2026:16:04:33.408] fe be/<NOSRV> 0/-1/-1/-1/0 200 73 - - LR-- 1/1/0/0/0 0/0 {curl/7.88.1} {} "GET /v6 HTTP/1.1"
127.0.0.1:48588 [17/Nov/2026:16:04:33.517] fe fe/<NOSRV> -1/-1/-1/-1/0 400 0 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"
127.0.0.1:48594 [17/Nov/2026:16:04:33.654] fe fe/<NOSRV> -1/-1/-1/-1/0 400 0 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>""#;
    let mut haproxy = format("haproxy");
    let mut stated = Vec::new();
    for line in lines.lines() {
        let entry = request(&mut *haproxy, line);
        stated.push((text(&entry.client), text(path(&entry.request)), entry.status));
    }
    let expected = [
        ("127.0.0.1", "/", 200),
        ("127.0.0.1", "/limited", 429),
        ("::1", "/v6", 200),
        ("127.0.0.1", "<BADREQ>", 400),
        ("127.0.0.1", "<BADREQ>", 400),
    ];
    assert_eq!(stated, expected.map(|(client, path, status)| (client.to_owned(), path.to_owned(), status)));
    let second = lines.lines().nth(1).expect("a line").as_bytes();
    let headers = haproxy.field(second, "captured_request_headers").expect("headers");
    assert_eq!(text(&headers), r#"a "quoted" {agent} b"#);
}
