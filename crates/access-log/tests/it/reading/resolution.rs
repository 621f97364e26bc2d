//! The slack of timestamps.

use crate::reading::read;

/// The slack of a log of these lines, in microseconds.
fn slack(lines: &[impl AsRef<str>], options: [&str; 4]) -> u32 {
    let text: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let log = read(text.join("\n"), options);
    assert_eq!(log.report.requests, lines.len() as u64, "{:?}", log.report.samples);
    log.report.slack
}

#[test]
fn missing_digits_of_numbers_are_zeros() {
    for (times, expected) in [
        (["1773100800.5", "1773100801.123456", "1773100802"], 0),
        (["1773100800.5", "1773100801.123", "1773100802.25"], 999),
        // Integers have the resolution of their unit.
        (["1773100800", "1773100801", "1773100802"], 999_999),
        (["1773100800123", "1773100800456", "1773100800000"], 999),
        (["1773100800123.5", "1773100800456.25", "1773100800000"], 9),
        (["1773100800123456", "1773100800123457", "1773100800000000"], 0),
        // Milliseconds say nothing about the digits of seconds.
        (["1773100800", "1773100801123", "1773100802"], 999_999),
    ] {
        assert_eq!(slack(&times, ["timestamps", "", "", ""]), expected, "{times:?}");
        let json = times.map(|time| format!("{{\"t\":{time},\"ip\":\"::1\"}}"));
        assert_eq!(slack(&json, ["", "", "", ""]), expected, "{times:?}");
    }
}

#[test]
fn the_coarsest_text_determines_the_slack() {
    let times = ["2026-03-10T00:00:00.5Z", "2026-03-10T00:00:00.123456Z", "1773100800.123456"];
    assert_eq!(slack(&times, ["timestamps", "", "", ""]), 99_999);
    let times = ["1773100800.5", "2026-03-10T00:00:00.123Z", "1773100800.25"];
    assert_eq!(slack(&times, ["timestamps", "", "", ""]), 9_999);
}

#[test]
fn slack_is_the_sum_of_timestamp_and_duration_resolution() {
    let line = |time: &str, took: &str| format!("{{\"t\":{time},\"ip\":\"::1\",\"d\":{took}}}");
    let lines = [line("1773100800.5", "17"), line("1773100800.123456", "17")];
    assert_eq!(slack(&lines, ["json", "time=t client=ip duration=d:ms", "", ""]), 999);
    let lines = [line("1773100800.5", "17"), line("1773100800.123", "17.5")];
    assert_eq!(slack(&lines, ["json", "time=t client=ip duration=d:ms", "", ""]), 1_998);
}

#[test]
fn the_slack_of_caddy_is_that_of_its_finest_time() {
    let line = |time: &str, took: &str| {
        format!(
            "{{\"ts\":{time},\"request\":{{\"remote_ip\":\"::1\",\"uri\":\"/\"}},\"duration\":{took},\"status\":200}}"
        )
    };
    let lines = [
        line("1773100800.123456", "0.000929675"),
        line("1773100800.25", "0.0001"),
        line("1773100801", "\"1.5s\""),
    ];
    assert_eq!(slack(&lines, ["", "", "", ""]), 0);
    assert_eq!(slack(&lines[1..], ["", "", "", ""]), 9_999);
}
