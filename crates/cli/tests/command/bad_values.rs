//! Invalid values of every option: the error names the option, the value and what is allowed, and no result is printed.

use crate::{file, ratelab};

/// Expects an error for a call with one invalid option.
#[track_caller]
fn refuse(words: &[&str], [field, given, allowed]: [&str; 3]) {
    let called = ratelab(words);
    let refusal = called.refusal();
    assert!(refusal.contains(field), "{words:?}: {refusal}");
    assert!(refusal.contains(given), "{words:?}: {refusal}");
    assert!(refusal.contains(allowed), "{words:?}: {refusal}");
}

#[test]
fn of_check() {
    let log = file("bad_values", "log.csv", b"time,ip\n1773100800.000000,a\n");
    let rows = [
        ("--limit", "60/x", "expected a unit, one of d, h, m, s, ms, us or ns"),
        ("--limit", "0/m", "a whole number from 1 to 4294967295"),
        ("--limit", "60", "unexpected end, expected \"/\", as in \"60/m\""),
        ("--limit", "", "as in \"60/m\""),
        ("--limit", "-1/s", "a whole number"),
        ("--limit", "60/m&burst=2", "one field, without"),
        ("--limit", "60/0s", "at least 1ns"),
        ("--burst", "0", "1"),
        ("--burst", "many", "a whole number from 1 to 4294967295"),
        ("--burst", "4294967296", "a whole number from 1 to 4294967295"),
        ("--limiter", "bucket", "expected one of: fixed_window, sliding_window_log"),
        ("--max-denied", "0.1", "a percentage as in \"0.1%\""),
        ("--max-denied", "101%", "from 0% to 100%"),
        ("--max-denied", "-1%", "a percentage from 0% to 100%"),
        ("--max-denied", "0.00001%", "at most 4 decimals"),
        ("--max-denied", "NaN%", "a percentage"),
        ("--max-denied", "%", "a percentage"),
        ("--max-clients", "few", "a whole number"),
        ("--max-unparsed", "0.1", "a percentage as in \"0.1%\""),
        ("--max-unparsed", "101%", "from 0% to 100%"),
        ("--format", "nginks", "auto or one of traefik, envoy"),
        ("--pattern", "$nothing", "pattern"),
        ("--key", "ip", "client, prefix, user, path, host, everyone or field:NAME"),
        ("--cost", "dear", "a number from 0 to"),
        ("--cost", "/a=b", "a number from 0 to"),
    ];
    for (option, value, allowed) in rows {
        let option_and_value = format!("{option}={value}");
        let limit = if option == "--limit" { &[][..] } else { &["--limit", "60/m"] };
        let words = [&["check", &log, &option_and_value], limit].concat();
        refuse(&words, [option, value, allowed]);
    }
}

#[test]
fn of_calibrate() {
    let log = file("bad_values", "found.csv", b"time,ip\n1773100800.000000,a\n1773187200.000000,a\n");
    let rows = [
        ("--limit", "60", "as in \"60/m\""),
        ("--period", "60", "a duration with a unit"),
        ("--period", "", "a duration with a unit"),
        ("--period", "1m&v=1", "a duration with a unit"),
        ("--limiter", "bucket", "one of: fixed_window, sliding_window_log"),
        ("--tolerate-clients", "0.1", "a whole number, or a percentage"),
        ("--tolerate-clients", "101%", "a percentage from 0% to 100%"),
        ("--tolerate-requests", "200%", "a percentage from 0% to 100%"),
        ("--margin", "25", "a whole percentage from 0% to 1000%"),
        ("--margin", "0.5%", "a whole percentage"),
        ("--margin", "1001%", "a whole percentage"),
        ("--between", "2026-03-10", "FROM..TO"),
        ("--between", "2026-03-11..2026-03-10", "the first before the second"),
        ("--between", "2026-02-30..2026-03-10", "FROM..TO"),
        ("--between", "2026..2027", "seconds since 1970, 1000000000 or more"),
        ("--busiest", "-1", "a whole number from 0 to 4294967295"),
        ("--busiest", "abc", "a whole number from 0 to 4294967295"),
        ("--limited", "99", "from 100 to 599"),
        ("--format", "nginks", "auto or one of traefik, envoy"),
    ];
    for (option, value, allowed) in rows {
        refuse(&["calibrate", &log, &format!("{option}={value}")], [option, value, allowed]);
    }
    let between = ["--between", "2026-03-10..2026-03-11"];
    let thrice = [&["calibrate", &log], &between[..], &between, &between].concat();
    refuse(&thrice, ["--between", "3 times", "once or twice"]);
    refuse(
        &["calibrate", &log, "--between", "2020-01-01..2020-01-02"],
        [
            "--between: no requests from 2020-01-01 00:00:00 to 2020-01-02 00:00:00",
            "the log runs from 2026-03-10 00:00:00",
            "to 2026-03-11 00:00:00 UTC",
        ],
    );
    refuse(&["calibrate", &log, "--limit", "6/m", "--period", "1m"], ["--period", "", "cannot be used with"]);
    refuse(&["calibrate", &log, "--burst", "6"], ["--limit", "", "required"]);
    refuse(
        &["calibrate", &log, "--tolerate-clients", "1%", "--tolerate-requests", "1%"],
        ["--tolerate", "", "cannot be used with"],
    );
    refuse(&["calibrate", &log, "--infer", "--leave-out-429"], ["--infer", "", "cannot be used with"]);
    refuse(&["calibrate", &log, "--svg", "-", "--json"], ["--svg", "-", "both write to standard output"]);
}

#[test]
fn of_sample() {
    refuse(&["sample", "--seed", "x"], ["--seed", "x", "a whole number from 0 to 18446744073709551615"]);
    refuse(&["sample", "--times", "0"], ["--times", "0", "a whole number from 1 to 10000"]);
}

/// A value that begins with a hyphen is a value, not an unknown option.
#[test]
fn with_a_hyphen_apart_from_their_option() {
    let log = file("bad_values", "hyphen.csv", b"time,ip\n1773100800.000000,a\n");
    let check = |option, value| ["check", &log, "--limit", "60/m", option, value].map(str::to_owned);
    let calibrate = |option, value| ["calibrate", &log, option, value].map(str::to_owned);
    let rows = [
        (calibrate("--limit", "-1/m").to_vec(), "a whole number from 1"),
        (check("--burst", "-1").to_vec(), "a whole number from 1"),
        (check("--max-denied", "-1%").to_vec(), "a percentage from 0% to 100%"),
        (check("--max-clients", "-1").to_vec(), "a whole number"),
        (check("--max-unparsed", "-1").to_vec(), "a whole number"),
        (check("--cost", "-1").to_vec(), "a number from 0 to"),
        (calibrate("--margin", "-5%").to_vec(), "a whole percentage from 0%"),
        (calibrate("--tolerate-clients", "-1").to_vec(), "a whole number"),
        (calibrate("--tolerate-requests", "-1%").to_vec(), "a percentage from 0% to 100%"),
        (calibrate("--busiest", "-1").to_vec(), "a whole number from 0"),
        (calibrate("--period", "-1m").to_vec(), "a duration with a unit"),
        (["sample", "--seed", "-1"].map(str::to_owned).to_vec(), "a whole number from 0"),
    ];
    for (words, allowed) in rows {
        let [.., option, given] = words.as_slice() else { panic!("an option and its value") };
        refuse(&words.iter().map(String::as_str).collect::<Vec<_>>(), [option, given, allowed]);
    }
}

#[test]
fn of_missing_and_unknown_options() {
    refuse(&["check", "--limit", "60/m"], ["LOG", "", "required"]);
    refuse(&["check", "a.log"], ["--limit", "", "required"]);
    refuse(&["run"], ["SCENARIO", "", "required"]);
    refuse(&["clibrate"], ["clibrate", "", "subcommand"]);
    refuse(&["formats", "--colour"], ["--colour", "", "unexpected argument"]);
}
