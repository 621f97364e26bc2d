//! Incomplete logs: lines that are not requests, lines of several logs, and truncated logs.

use crate::{
    file,
    logs::{csv, gzipped, requests},
    ratelab, ratelab_fed,
};

#[test]
fn lines_that_are_not_requests_are_reported() {
    let log = b"#Fields: date time c-ip\n#Remark: none\n2026-03-10 00:00:00 192.0.2.1\n";
    let path = file("no_requests", "u_ex.log", log);
    let json = ratelab(["calibrate", &path, "--json"]).json();
    assert_eq!((&json["overview"]["requests"], &json["overview"]["other"]), (&1.into(), &2.into()));
    let text = ratelab(["calibrate", &path]);
    assert!(text.text().contains("\n2 lines are not requests\n"), "{}", text.out);
    let text = ratelab(["check", &path, "--limit", "5/s"]);
    assert!(text.text().ends_with("; 2 lines are not requests\n"), "{}", text.out);
}

/// A line of several logs is reported with its log and its number there.
#[test]
fn a_line_is_reported_with_its_log() {
    let good = "1773100800.000000,a\n".repeat(20);
    let first = file("with_its_log", "first.csv", format!("time,ip\n{good}").as_bytes());
    let empty = file("with_its_log", "empty.csv", b"");
    // Without a line break at its end.
    let second = file("with_its_log", "second.csv", format!("{good}yesterday,a").as_bytes());
    let third = file("with_its_log", "third.csv", format!("tomorrow,a\n{good}").as_bytes());
    let text = ratelab(["calibrate", &first, &empty, &second, &third]);
    for (log, line) in [(&second, 21), (&third, 1)] {
        assert!(text.text().contains(&format!("\n  {log}, line {line}, expected ")), "{}", text.out);
    }
    let json = ratelab(["calibrate", &first, &empty, &second, &third, "--json"]).json();
    let samples = &json["overview"]["samples"];
    assert_eq!((&samples[0]["log"], &samples[0]["line"]), (&second.as_str().into(), &21.into()));
    assert_eq!((&samples[1]["log"], &samples[1]["line"]), (&third.as_str().into(), &1.into()));
    let refused = ratelab(["check", &first, &third, "--limit", "99/s", "--max-unparsed", "0"]);
    assert!(refused.refusal().contains(&format!("{third}, line 1, expected ")), "{}", refused.err);
    // With one log, the number is enough.
    let one = file("with_its_log", "one.csv", format!("time,ip\n{good}yesterday,a\n").as_bytes());
    let text = ratelab(["calibrate", &one]);
    assert!(text.text().contains("\n  line 22, expected "), "{}", text.out);
}

#[test]
fn logs_without_requests_are_named() {
    let [one, other] = ["one", "other"].map(|name| file("are_named", name, b"Dear reader\n"));
    let refused = ratelab(["calibrate", &one, &other]);
    assert!(
        refused.refusal().contains(&format!("{one} and 1 more: no line matches a known format")),
        "{}",
        refused.err
    );
    let refused = ratelab_fed(["calibrate", "-"], b"");
    assert!(refused.refusal().contains("standard input: the log is empty"), "{}", refused.err);
}

/// A truncated compressed log is read up to its last complete line.
#[test]
fn a_truncated_log_is_read_and_reported() {
    let log = csv(&requests(43, 60_000));
    let whole = gzipped(&log);
    let cut = file("cut_short", "cut.csv.gz", &whole[..whole.len() / 2]);
    let json = ratelab(["calibrate", &cut, "--json"]).json();
    let overview = &json["overview"];
    let lines = overview["lines"].as_u64().unwrap() as usize;
    assert!((20_000..50_000).contains(&lines), "{lines}");
    let bytes: usize = log.split_inclusive(|byte| *byte == b'\n').take(lines).map(<[u8]>::len).sum();
    assert_eq!(
        (&overview["bytes"], &overview["unparsed"]),
        (&bytes.into(), &0.into()),
        "all lines are complete"
    );
    assert_eq!(overview["cut_short"], serde_json::json!([cut]));
    let text = ratelab(["calibrate", &cut]);
    assert!(text.text().contains(&format!("\nTruncated, read as far as possible: {cut}\n")), "{}", text.out);
    // The next log is read as well.
    let last = file("cut_short", "last.csv", b"1773200000.000000,a,1,200\n");
    let json = ratelab(["calibrate", &cut, &last, "--json"]).json();
    assert_eq!(json["overview"]["lines"], lines + 1);
    assert_eq!(json["overview"]["cut_short"], serde_json::json!([cut]));
}
