//! `ratelab check`.

use ratelab_limiter::Algorithm;

use crate::{
    file,
    logs::{csv, denied, gzipped, requests},
    ratelab, ratelab_fed,
};

const SECOND: u64 = 1_000_000_000;

/// At every boundary: allowing exactly what is denied passes, and allowing one less fails.
#[test]
fn exit_codes_match_a_naive_count() {
    let requests = requests(7, 3_000);
    let path = file("check_exit_codes", "log.csv", &csv(&requests));
    for algorithm in Algorithm::ALL {
        let (clients, count) = denied(&requests, algorithm, (20, 60 * SECOND, 5), false);
        assert!(count > 0 && clients > 0, "the log exceeds the limit");
        let call = |option: &str, most: u64| {
            let limiter = algorithm.name();
            let most = most.to_string();
            ratelab(["check", &path, "--limit", "20/m", "--burst", "5", "--limiter", limiter, option, &most])
                .code
        };
        assert_eq!((call("--max-denied", count), call("--max-denied", count - 1)), (0, 1), "{algorithm}");
        assert_eq!(
            (call("--max-clients", clients), call("--max-clients", clients - 1)),
            (0, 1),
            "{algorithm}"
        );
    }
}

#[test]
fn a_share_is_of_all_requests_and_exact() {
    let mut log = String::from("time,ip\n");
    (0..1_000).for_each(|number| log += &format!("1773100800.{number:03}000,192.0.2.{}\n", number % 10));
    let path = file("a_share_is_of_all", "log.csv", log.as_bytes());
    // Each of 10 clients sends 100, and 99 may pass: 10 denied of 1,000.
    let call = |option, most| {
        ratelab(["check", &path, "--limit", "99/d", "--limiter", "fixed_window", option, most]).code
    };
    assert_eq!(call("--max-denied", "1%"), 0);
    assert_eq!(call("--max-denied", "0.9999%"), 1);
    assert_eq!(call("--max-clients", "100%"), 0);
    assert_eq!(call("--max-clients", "99.9999%"), 1);
}

#[test]
fn no_request_may_be_denied_by_default() {
    let path =
        file("none_denied_by_default", "log.csv", b"time,ip\n1773100800.000000,a\n1773100800.000001,a\n");
    assert_eq!(ratelab(["check", &path, "--limit", "2/m"]).code, 0);
    let denied = ratelab(["check", &path, "--limit", "1/m"]);
    assert_eq!((denied.code, denied.err.as_str()), (1, ""));
    assert_eq!(
        denied.out,
        "token_bucket, 1 in 60 s, burst 1: 1 of 2 requests denied (50 %), 1 of 1 client limited (100 %): \
         more than 0 requests; 1 line is not a request\n"
    );
}

#[test]
fn both_may_be_exceeded() {
    let path =
        file("both_may_be_exceeded", "log.csv", b"time,ip\n1773100800.000000,a\n1773100800.000001,a\n");
    let words = ["check", &path, "--limit", "1/m", "--max-denied", "49.5%", "--max-clients", "0"];
    let denied = ratelab(words);
    assert!(denied.out.contains(": more than 49.5 % of requests and 0 clients;"), "{}", denied.out);
}

#[test]
fn json_has_the_verdict_and_its_numbers() {
    let requests = requests(11, 2_000);
    let path = file("check_json", "log.csv", &csv(&requests));
    let (clients, count) = denied(&requests, Algorithm::Gcra, (30, 10 * SECOND, 30), false);
    let called =
        ratelab(["check", &path, "--limit", "30/10s", "--limiter", "gcra", "--max-denied", "100%", "--json"]);
    let json = called.json();
    assert_eq!(
        (&json["within"], &json["requests"], &json["unparsed"]),
        (&true.into(), &2_000.into(), &0.into())
    );
    assert_eq!(json["effect"]["limiter"], "gcra");
    assert_eq!(json["effect"]["denied"], serde_json::json!({ "least": count, "most": count }));
    assert_eq!(json["effect"]["clients"], serde_json::json!({ "least": clients, "most": clients }));
}

#[test]
fn costs_and_keys_follow_the_options() {
    let requests = requests(3, 2_000);
    let path = file("check_costs", "log.csv", &csv(&requests));
    let (_, count) = denied(&requests, Algorithm::TokenBucket, (20, 60 * SECOND, 20), true);
    let json = ratelab([
        "check",
        &path,
        "--limit",
        "20/m",
        "--max-denied",
        "100%",
        "--cost",
        "field:cost",
        "--json",
    ])
    .json();
    assert_eq!(json["effect"]["denied"]["most"], count);

    let together: Vec<_> =
        requests.iter().map(|request| crate::logs::Request { client: 0, ..*request }).collect();
    let (_, count) = denied(&together, Algorithm::TokenBucket, (20, 60 * SECOND, 20), false);
    let json =
        ratelab(["check", &path, "--limit", "20/m", "--max-denied", "100%", "--key", "everyone", "--json"])
            .json();
    assert_eq!((&json["effect"]["denied"]["most"], &json["clients"]), (&count.into(), &1.into()));
}

/// The verdict is the same for one file, several files, a pipe, and gzip with one or several members.
#[test]
fn the_source_of_a_log_does_not_matter() {
    let requests = requests(5, 20_000);
    let log = csv(&requests);
    let middle = log.len() / 2;
    let name = "the_same_log";
    let options = ["--limit", "20/m", "--max-denied", "3", "--json"];
    let check = |paths: &[&str]| ratelab(["check"].iter().chain(paths).chain(&options));
    let plain = check(&[&file(name, "log.csv", &log)]);
    assert_eq!(plain.code, 1);
    assert_eq!(check(&[&file(name, "named-otherwise", &gzipped(&log))]).out, plain.out);
    let members = [gzipped(&log[..middle]), gzipped(&log[middle..])].concat();
    assert_eq!(check(&[&file(name, "members.gz", &members)]).out, plain.out);
    for input in [&log, &gzipped(&log)] {
        assert_eq!(ratelab_fed(["check", "-"].iter().chain(&options), input).out, plain.out);
    }
    // In two files, the first compressed, cut at a line; the line break between them may be missing.
    let cut = middle + log[middle..].iter().position(|byte| *byte == b'\n').unwrap();
    let first = file(name, "first.csv.gz", &gzipped(&log[..cut]));
    let second = file(name, "second.csv", &log[cut + 1..]);
    assert_eq!(check(&[&first, &second]).out, plain.out);
}

#[test]
fn an_unreadable_log_has_its_own_exit_code() {
    let name = "unreadable_log";
    let log = csv(&requests(5, 1_000));
    let cut = gzipped(&log);
    let logs = [
        ("nowhere", None, "No such file"),
        ("empty", Some(Vec::new()), "/empty: the log is empty"),
        (
            "letter",
            Some(b"Dear reader,\nthis is no log.\n".to_vec()),
            "/letter: no line matches a known format",
        ),
        ("cut.gz", Some(cut[..cut.len() / 2].to_vec()), "/cut.gz: the compressed file is truncated"),
        ("early.gz", Some(cut[..4].to_vec()), "/early.gz: the compressed file is truncated"),
        ("damaged.gz", Some([&cut[..40], &[0xff; 40], &cut[80..]].concat()), "damaged"),
        ("header.csv", Some(b"time,ip\n".to_vec()), "/header.csv: no "),
    ];
    for (log, content, expected) in logs {
        let path = match content {
            Some(content) => file(name, log, &content),
            None => crate::directory(name).join(log).to_str().unwrap().to_owned(),
        };
        let refused = ratelab(["check", &path, "--limit", "20/m"]);
        assert!(refused.refusal().contains(expected), "{log}: {}", refused.err);
    }
    let directory = crate::directory(name);
    let refused = ratelab(["check", directory.to_str().unwrap(), "--limit", "20/m"]);
    assert!(refused.refusal().contains("unreadable_log: "), "{}", refused.err);
}

#[test]
fn unparsed_lines_are_reported() {
    let log = b"time,ip\n1773100800.000000,a\nyesterday,a\n1773100801.000000,a\n";
    let path = file("unparsed_lines", "log.csv", log);
    let called = ratelab(["check", &path, "--limit", "5/s", "--max-unparsed", "1"]);
    assert!(called.text().ends_with("; 1 line not parsed; 1 line is not a request\n"), "{}", called.out);
    let json = ratelab(["check", &path, "--limit", "5/s", "--max-unparsed", "25%", "--json"]).json();
    assert_eq!((&json["lines"], &json["unparsed"], &json["other"]), (&4.into(), &1.into(), &1.into()));
}

/// A log is not judged if too little of it was parsed, whatever is denied of the rest.
#[test]
fn there_is_no_verdict_on_a_log_that_is_mostly_unparsed() {
    let log = "1773100800.000000,a\n".repeat(99) + "yesterday,a\n";
    let path = file("too_little", "log.csv", format!("time,ip\n{log}{log}").as_bytes());
    let check = |options: &[&str]| {
        ratelab(["check", &path, "--limit", "900/s", "--max-denied", "100%"].iter().chain(options))
    };
    // 2 of 201 are less than 1 %.
    assert_eq!(check(&[]).code, 0);
    assert_eq!(check(&["--max-unparsed", "2"]).code, 0);
    for (most, text) in [("0.99%", "0.99 %"), ("1", "1"), ("0", "0")] {
        let refused = check(&["--max-unparsed", most, "--json"]);
        let expected =
            format!("error: 2 of 201 lines were not parsed, more than {text}\n  line 101, expected");
        assert!(refused.refusal().starts_with(&expected), "{}", refused.err);
    }
    let log = "1773100800.000000,a\n".repeat(96) + &"yesterday,a\n".repeat(3);
    let path = file("too_little", "usual.csv", format!("time,ip\n{log}").as_bytes());
    let refused = ratelab(["check", &path, "--limit", "900/s"]);
    assert!(refused.refusal().contains("3 of 100 lines were not parsed, more than 1 %"), "{}", refused.err);
    assert!(ratelab(["check", "--help"]).text().contains("than --max-unparsed allows"));
}

/// A value above the bound is never printed as the bound.
#[test]
fn a_share_above_the_bound_is_printed_above_it() {
    let mut log = String::from("time,ip\n");
    (0..1_000).for_each(|number| log += &format!("1773100800.{number:03}000,{}\n", number.min(745)));
    let path = file("share_above_bound", "log.csv", log.as_bytes());
    // The last client sends 255, and 1 may pass: 254 of 1,000, of 1 of 746 clients.
    let call = |option, most| ratelab(["check", &path, "--limit", "1/d", option, most]).out;
    assert!(call("--max-denied", "25%").contains("(25.4 %)"));
    assert!(call("--max-denied", "25.3999%").contains("(25.4 %)"));
    assert!(call("--max-clients", "0.13%").contains("(0.134 %): more than 0.13 % of clients"));
    let mut more = log.clone() + "1773100801.000000,745\n";
    (0..30).for_each(|number| more += &format!("17731008{:02}.000000,more{number}\n", number + 10));
    let path = file("share_above_bound", "more.csv", more.as_bytes());
    // 255 of 1,031 are 24.733 %.
    let out = ratelab(["check", &path, "--limit", "1/d", "--max-denied", "24.7%"]).out;
    assert!(out.contains("(24.73 %), ") && out.contains(": more than 24.7 % of requests"), "{out}");
}

#[test]
fn a_burst_is_printed_for_limiters_that_have_one() {
    let path = file("burst_printed", "log.csv", b"time,ip\n1773100800.000000,a\n1773100800.000001,a\n");
    let call = |limiter: &str, burst: &[&str]| {
        let words = ["check", &path, "--limit", "9/m", "--limiter", limiter];
        ratelab(words.iter().chain(burst)).text().to_owned()
    };
    assert!(call("gcra", &["--burst", "5"]).starts_with("gcra, 9 in 60 s, burst 5: "));
    assert!(call("gcra", &[]).starts_with("gcra, 9 in 60 s, burst 9: "));
    for window in ["fixed_window", "sliding_window_log", "sliding_window_counter"] {
        assert!(call(window, &[]).starts_with(&format!("{window}, 9 in 60 s: ")));
        let text = format!("{window}, 9 in 60 s (burst 5 has no effect): ");
        assert!(call(window, &["--burst", "5"]).starts_with(&text));
    }
}

#[test]
fn a_single_request_is_singular() {
    let log =
        b"time,ip\n1773100800.000000,a\n1773100800.000001,a\n1773100800.000002,b\n1773100800.000003,b\n";
    let path = file("singular", "log.csv", log);
    let called = ratelab(["check", &path, "--limit", "1/m", "--max-denied", "1", "--max-clients", "1"]);
    assert!(called.out.contains(": more than 1 request and 1 client;"), "{}", called.out);
}
