//! Fields and columns chosen by the user, and plain timestamps.

use crate::formats::{chosen_format, format, last, micros, read, request, text};
use ratelab_access_log::{Timing, Unparsed, formats};

#[test]
fn fields_are_chosen_by_their_paths() {
    let mut json = chosen_format(
        "json",
        "time=event.at client=net.peer status=code user=who.id host=h path=http.url duration=took:us",
    );
    let line = r#"{"event":{"at":1715000000.5},"net":{"peer":"[2001:db8::1]:443"},"code":"429","who":{"id":7},"h":"a.example","http":{"url":"/x?y"},"took":250}"#;
    let entry = request(&mut *json, line);
    assert_eq!(
        [&entry.client, &entry.user, &entry.host, &entry.request].map(|bytes| text(bytes)),
        ["2001:db8::1", "7", "a.example", "/x?y"]
    );
    // Up to a tenth of a second later, by its digits.
    assert_eq!((entry.time.at, entry.time.slack), (1_715_000_000_499_750, 99_999));
    assert_eq!((entry.status, entry.time.timing), (429, Timing::Corrected));
    assert_eq!(json.field(line.as_bytes(), "who.id").as_deref(), Some(b"7".as_slice()));
}

/// The unit of a duration: from the pattern, the value, the name, or the presence of a point.
#[test]
fn the_unit_of_a_duration_is_determined() {
    let second = 1_715_000_000_000_000;
    for (pattern, value, micros) in [
        ("took:s", "2", 2_000_000),
        ("took:ms", "2", 2_000),
        ("took:us", "2", 2),
        ("took:ns", "2000", 2),
        ("took", "2", 2_000),
        ("took", "2.5", 2_500_000),
        ("took", "2.5e-05", 25),
        ("took:ms", "25E+1", 250_000),
        ("took", r#""2ms""#, 2_000),
        ("took", r#""1m32.05s""#, 92_050_000),
        ("took", r#""6.31ms""#, 6_310),
        ("took", r#""929.675µs""#, 929),
        ("took_ms", "2.5", 2_500),
        ("took_us", "2", 2),
    ] {
        let mut json = chosen_format("json", &format!("time=t duration={pattern}"));
        let name = pattern.split(':').next().expect("a name");
        let line = format!(r#"{{"t":1715000000.000000,"{name}":{value}}}"#);
        let time = request(&mut *json, &line).time;
        // The latest possible arrival: the slack was subtracted too.
        assert_eq!(
            (time.at + i64::from(time.slack), time.timing),
            (second - micros, Timing::Corrected),
            "{line}"
        );
    }
}

#[test]
fn the_meaning_of_a_time_follows_from_the_fields() {
    let line = r#"{"t":"2024-05-06T07:08:09.000Z","s":200,"d":1000}"#;
    for (pattern, timing) in [
        ("time=t", Timing::Arrival),
        ("time=t status=s", Timing::Completion),
        ("arrival=t status=s", Timing::Arrival),
        ("arrival=t status=s duration=d:ms", Timing::Arrival),
        ("time=t status=s duration=d:ms", Timing::Corrected),
        ("time=t status=s duration=missing", Timing::Completion),
    ] {
        let entry = request(&mut *chosen_format("json", pattern), line);
        assert_eq!(entry.time.timing, timing, "{pattern}");
    }
}

#[test]
fn usual_names_need_no_pattern() {
    for line in [
        r#"{"time":"2024-05-06T07:08:09Z","ip":"192.0.2.7","status":429}"#,
        r#"{"@timestamp":"2024-05-06T07:08:09Z","client":{"ip":"192.0.2.7"},"http":{"response":{"status_code":429}}}"#,
        r#"{"level":30,"time":1714979289000,"req":{"url":"/","remoteAddress":"192.0.2.7"},"res":{"statusCode":429},"responseTime":3}"#,
        r#"{"msec":"1714979289.000","remote_addr":"192.0.2.7","status":"429","request_time":"0.003"}"#,
    ] {
        let entry = request(&mut *format("json"), line);
        assert_eq!((text(&entry.client), entry.status), ("192.0.2.7".into(), 429), "{line}");
        let latest = entry.time.at + i64::from(entry.time.slack);
        assert!(
            (micros("2024-05-06T07:08:08.9Z")..=micros("2024-05-06T07:08:10Z")).contains(&latest),
            "{line}"
        );
    }
    let entry = last(&mut *format("csv"), "Timestamp;Client_IP;Path\n2024-05-06 07:08:09;192.0.2.7;/a");
    assert_eq!((text(&entry.client), text(&entry.request)), ("192.0.2.7".into(), "/a".into()));
}

#[test]
fn usual_names_match_in_any_case_with_any_separator() {
    for header in [
        "ts,client_id,status",
        "time,client_id,status",
        "Timestamp,Client ID,HTTP Status",
        "Date Time,Client IP,Status-Code",
        "epoch_ms,Remote Address,response code",
        "@timestamp,source ip,code",
    ] {
        let lines = format!("{header}\n1714979289000,192.0.2.7,429");
        let entry = last(&mut *format("csv"), &lines);
        assert_eq!((text(&entry.client), entry.status), ("192.0.2.7".into(), 429), "{header}");
    }
    for line in [
        r#"{"epoch_ms":1714979289000,"x_forwarded_for":"192.0.2.7, ::1","response_code":429}"#,
        r#"{"@timestamp":"2024-05-06T07:08:09Z","caller":{"addr":"192.0.2.7:99"},"response":{"statusCode":429}}"#,
        r#"{"Event-Time":1714979289,"peer":"192.0.2.7","http":{"status":{"code":429}},"user-agent":"x"}"#,
        r#"{"request_time":"2024-05-06T07:08:09Z","clientIp":"192.0.2.7","http.statusCode":429}"#,
        r#"{"ts":null,"timestamp":1714979289,"client":{"id":"eve","ip":"192.0.2.7"},"status":429}"#,
    ] {
        let entry = request(&mut *format("json"), line);
        let second = entry.time.at / 1_000_000;
        let stated = (second, text(&entry.client), entry.status);
        assert_eq!(stated, (1_714_979_289, "192.0.2.7".into(), 429), "{line}");
    }
    let line = "Log-Time=2024-05-06T07:08:09Z remote-ip=192.0.2.7 StatusCode=429";
    let entry = request(&mut *format("logfmt"), line);
    assert_eq!((text(&entry.client), entry.status), ("192.0.2.7".into(), 429));
}

#[test]
fn a_duration_is_not_a_time_and_has_the_unit_of_its_name() {
    let unparsed = read(&mut *format("json"), br#"{"request_time":0.003,"ip":"::1","status":200}"#);
    assert!(unparsed.expect_err("no time").expected.starts_with("a time"));
    let unparsed = read(&mut *format("csv"), b"request_time,ip,status");
    assert!(unparsed.expect_err("no time").expected.contains("time"));
    let line = r#"{"ts":1714979289.000000,"ip":"::1","status":200,"durationMs":2.500}"#;
    let time = request(&mut *format("json"), line).time;
    assert_eq!((time.at + i64::from(time.slack), time.timing), (1_714_979_288_997_500, Timing::Corrected));
}

#[test]
fn invalid_patterns_are_rejected_with_the_allowed_ones() {
    for (pattern, given) in [
        ("client=ip", "client=ip"),
        ("time=", "time="),
        ("time=a time=b", "time=b"),
        ("time=a speed=b", "speed=b"),
        ("time=a nonsense", "nonsense"),
    ] {
        for name in ["json", "logfmt", "csv"] {
            let kind = formats::kind(name).expect(name);
            let fault = (kind.make)(pattern).err().unwrap_or_else(|| panic!("{pattern} was accepted"));
            assert_eq!((fault.field, fault.given.as_str()), ("pattern", given));
        }
    }
    for name in [
        "caddy",
        "traefik",
        "envoy",
        "alb",
        "elb",
        "cloudfront",
        "iis",
        "haproxy",
        "gcp",
        "squid",
        "npm",
        "gin",
        "timestamps",
    ] {
        let kind = formats::kind(name).expect(name);
        assert_eq!((kind.make)("time=t").err().expect(name).field, "pattern");
        assert!((kind.make)("  ").is_ok());
    }
}

#[test]
fn quoted_values_may_contain_anything_except_line_breaks() {
    let mut csv = chosen_format("csv", r#"time=1 client="the client" path=3"#);
    let lines = "time,the client,path\n\"2024-05-06T07:08:09Z\",\"a \"\"b\"\", c\",\"\"\"\"";
    let entry = last(&mut *csv, lines);
    assert_eq!((text(&entry.client), text(&entry.request)), (r#"a "b", c"#.into(), "\"".into()));
    let cut = br#"2024-05-06T07:08:09Z,"a"#;
    let expected = "a closing quote on the same line";
    assert_eq!(read(&mut *csv, cut).map(drop), Err(Unparsed { expected, at: 21 }));
    let short = b"2024-05-06T07:08:09Z,a";
    let expected = "one value per column";
    assert_eq!(read(&mut *csv, short).map(drop), Err(Unparsed { expected, at: 22 }));
    assert_eq!(read(&mut *csv, b"soon,b,c").map(drop).expect_err("no time").at, 0);
    // A row may have been truncated after all chosen columns.
    let mut csv = chosen_format("csv", "time=t");
    last(&mut *csv, "t,client\n2024-05-06T07:08:09Z,a");
    assert_eq!(read(&mut *csv, b"2024-05-06T07:08:0").map(drop), Err(Unparsed { expected, at: 18 }));
    assert_eq!(read(&mut *csv, b"2024-05-06T07:08:09Z").map(drop), Err(Unparsed { expected, at: 20 }));
}

/// Every supported notation of a time, for the same instant.
#[test]
fn timestamps_may_have_any_notation() {
    let second = micros("2024-05-06T07:08:09Z");
    for (time, slack) in [
        ("1714979289", 999_999),
        ("1714979289000", 999),
        ("1714979289000000", 0),
        ("1714979289000000000", 0),
        ("1714979289.000", 999),
        ("2024-05-06T07:08:09Z", 999_999),
        ("2024-05-06T09:08:09.000+02:00", 999),
        ("2024-05-06 07:08:09", 999_999),
        ("2024-05-06 07:08:09.000000", 0),
        ("2024-05-06 00:08:09 -0700", 999_999),
        ("2024/05/06 07:08:09", 999_999),
        ("06/May/2024:07:08:09 +0000", 999_999),
        ("[06/May/2024:09:08:09 +0200]", 999_999),
    ] {
        for (line, client) in [(time.to_owned(), ""), (format!("  {time} \t192.0.2.7 "), "192.0.2.7")] {
            let entry = request(&mut *format("timestamps"), &line);
            let stated = (entry.time.at, entry.time.slack, entry.time.timing, text(&entry.client));
            assert_eq!(stated, (second, slack, Timing::Arrival, client.to_owned()), "{line}");
        }
    }
    let unparsed = read(&mut *format("timestamps"), b"1714979289 a b").expect_err("two words");
    assert_eq!(unparsed, Unparsed { expected: "end of line after a timestamp and one word", at: 12 });
    let unparsed = read(&mut *format("timestamps"), b"soon").expect_err("no time");
    assert_eq!(unparsed, Unparsed { expected: "a time", at: 0 });
}

/// Caddy's `time_format` and `duration_format` (caddyserver.com/docs/caddyfile/directives/log).
#[test]
fn caddy_times_and_durations_in_every_notation() {
    let answered = micros("2024-05-06T07:08:09.500Z");
    for ts in [
        "1714979289.5",
        "1714979289500.0",
        "1714979289500000000",
        r#""2024-05-06T07:08:09.500Z""#,
        r#""2024-05-06T09:08:09.500+0200""#,
        r#""2024/05/06 07:08:09.500""#,
    ] {
        for duration in ["0.25", "250000000", r#""250ms""#, r#""0.25s""#] {
            let line = format!(
                r#"{{"ts":{ts},"request":{{"remote_addr":"[::1]:5000","uri":"/a\u0026b"}},"duration":{duration},"status":429,"user_id":"eve"}}"#
            );
            let entry = request(&mut *format("caddy"), &line);
            let (earliest, latest) = (entry.time.at, entry.time.at + i64::from(entry.time.slack));
            assert!((earliest..=latest).contains(&(answered - 250_000)), "{line}");
            assert_eq!((text(&entry.client), text(&entry.request)), ("::1".into(), "/a&b".into()));
            assert_eq!(
                (entry.status, text(&entry.user), entry.time.timing),
                (429, "eve".into(), Timing::Corrected)
            );
        }
    }
}

#[test]
fn a_small_integer_of_caddy_is_seconds() {
    let line =
        r#"{"ts":1714979289.500000,"request":{"remote_ip":"::1","uri":"/"},"duration":2,"status":200}"#;
    let time = request(&mut *format("caddy"), line).time;
    assert_eq!(time.at + i64::from(time.slack), micros("2024-05-06T07:08:07.5Z"));
}

#[test]
fn an_alb_line_has_a_creation_time_or_ends_before_the_rule() {
    let line = r#"http 2018-07-02T22:23:00.186641Z app/a/5 192.0.2.7:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://a:80/ HTTP/1.1" "curl" - - arn "Root=1" "-" "-" 0 2018-07-02T22:22:48.364000Z"#;
    let time = request(&mut *format("alb"), line).time;
    assert_eq!((time.at, time.timing), (micros("2018-07-02T22:22:48.364Z"), Timing::Corrected));
    let (before, _) = line.rsplit_once(' ').expect("a time");
    assert_eq!(read(&mut *format("alb"), before.as_bytes()).expect_err("no time").expected, "a time");
    let (older, _) = before.rsplit_once(' ').expect("a rule");
    assert_eq!(request(&mut *format("alb"), older).time.timing, Timing::Corrected);
}

#[test]
fn without_durations_times_are_those_of_responses() {
    let caddy = r#"{"ts":1714979289.5,"request":{"remote_ip":"::1","uri":"/"},"status":200}"#;
    assert_eq!(request(&mut *format("caddy"), caddy).time.timing, Timing::Completion);
    let alb = r#"http 2018-07-02T22:23:00.186641Z app/a/5 192.168.131.39:2817 - -1 -1 -1 503 - 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn "Root=1""#;
    assert_eq!(request(&mut *format("alb"), alb).time.timing, Timing::Completion);
    let gcp = r#"{"httpRequest":{"requestUrl":"/","status":200,"latency":"1.5s"},"receiveTimestamp":"2024-05-06T07:08:09.500000Z"}"#;
    let time = request(&mut *format("gcp"), gcp).time;
    let arrival = micros("2024-05-06T07:08:08Z");
    assert_eq!((time.timing, time.at + i64::from(time.slack)), (Timing::Corrected, arrival));
}

#[test]
fn other_messages_of_caddy_are_not_requests() {
    for line in [
        r#"{"level":"info","ts":1714979289.5,"msg":"serving initial configuration"}"#,
        r#"{"level":"error","ts":1714979289.5,"logger":"http.log.error","msg":"dial tcp","request":{"remote_ip":"::1","uri":"/"},"duration":0.1,"status":502}"#,
    ] {
        let read = read(&mut *format("caddy"), line.as_bytes());
        assert!(matches!(read, Ok((ratelab_access_log::Line::Other, _))), "{line}");
    }
}

#[test]
fn the_client_of_envoy_is_the_first_forwarded_address_or_the_connection() {
    let line = |forwarded: &str, rest: &str| {
        format!(
            r#"[2024-05-06T07:08:09.123Z] "GET / HTTP/1.1" 200 - via_upstream - "-" 0 0 0 - "{forwarded}" "a "b" c" "id" "host" "1.2.3.4:80"{rest}"#
        )
    };
    let all = line("203.0.113.9, 10.0.0.1", "");
    assert_eq!(text(&request(&mut *format("envoy"), &all).client), "203.0.113.9");
    let none = line("-", " cluster 10.0.0.2:1 10.0.0.3:2 [2001:db8::5]:3 - default");
    let mut envoy = format("envoy");
    assert_eq!(text(&request(&mut *envoy, &none).client), "2001:db8::5");
    let agent = envoy.field(none.as_bytes(), "user_agent").expect("an agent");
    assert_eq!(text(&agent), r#"a "b" c"#);
}
