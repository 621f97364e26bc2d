//! Stretches of a log: what each number and each table is of.

use crate::{
    file,
    logs::{csv, requests},
    ratelab,
};

const BY_ITSELF: &str = "Each stretch is taken by itself: every client begins it with a full budget.";

/// A log of the tenth of March, 2026, from midnight on, and where its first hour is divided.
fn log(test: &str) -> (String, usize, usize) {
    let requests = requests(41, 3_000);
    let before = requests.iter().filter(|request| request.time < 1_773_101_400_000_000).count();
    (file(test, "log.csv", &csv(&requests)), before, requests.len() - before)
}

#[test]
fn a_log_without_stretches_does_not_speak_of_them() {
    let (path, ..) = log("no_stretches");
    let text = ratelab(["calibrate", &path, "--limit", "20/m", "--propose", "--frontier"]);
    assert!(!text.text().contains("stretch") && !text.out.contains("The whole log"), "{}", text.out);
}

#[test]
fn one_stretch_is_told_apart_from_the_whole_log() {
    let (path, before, _) = log("one_stretch");
    assert!((1_000..2_900).contains(&before), "{before}");
    let words = ["calibrate", &path, "--limit", "20/m", "--propose", "--frontier", "--infer"];
    let words = words.iter().copied().chain(["--between", "2026-03-10T00:00..2026-03-10T00:10"]);
    let text = ratelab(words.clone());
    let lines: Vec<&str> = text.text().lines().collect();
    assert!(
        lines[0].starts_with("The whole log: 3,000 requests of 30 clients, 2026-03-10 00:00:0"),
        "{}",
        text.out
    );
    let thousands = format!("{},{:03}", before / 1_000, before % 1_000);
    let stretch = format!(
        "Stretch: {thousands} requests of 30 clients, from 2026-03-10 00:00:00 to 2026-03-10 00:10:00 UTC"
    );
    let index = lines.iter().position(|line| *line == stretch).expect("the stretch has its own line");
    assert_eq!(lines[index + 1], BY_ITSELF);
    for title in [
        "Under 20 in 60 s, burst 20, in the stretch:",
        "Whom token_bucket denies most, in the stretch:",
        "Which limiter would have answered so, in the stretch:",
    ] {
        assert!(lines.contains(&title), "{title}: {}", text.out);
    }
    assert!(text.out.contains("\nProposed for token_bucket, by the stretch alone: "), "{}", text.out);
    assert!(text.out.contains("come, in the stretch:\n"), "{}", text.out);
    let json = ratelab(words.chain(["--json"])).json();
    assert_eq!(json["stretches"][0]["requests"], before);
    assert_eq!(json["overview"]["requests"], 3_000);
}

#[test]
fn of_two_stretches_the_first_is_named_where_it_is_told_alone() {
    let (path, before, after) = log("two_stretches");
    let between = ["--between", "..2026-03-10T00:10", "--between", "2026-03-10T00:10.."];
    let words = ["calibrate", &path, "--limit", "20/m", "--propose"].into_iter().chain(between);
    let text = ratelab(words.clone());
    assert!(text.text().contains("UTC\nSecond stretch: "), "{}", text.out);
    assert_eq!(text.out.matches(BY_ITSELF).count(), 1, "{}", text.out);
    assert!(text.out.contains("\nUnder 20 in 60 s, burst 20, in both stretches:\n"), "{}", text.out);
    assert!(text.out.contains("\nWhom token_bucket denies most, in the first stretch:\n"), "{}", text.out);
    assert!(text.out.contains("\nProposed for token_bucket, by the first stretch alone: "), "{}", text.out);
    let heading = text.out.lines().find(|line| line.starts_with("limiter")).unwrap();
    assert!(heading.contains("denied, first") && heading.contains("denied, second"), "{heading}");
    let json = ratelab(words.clone().chain(["--json"])).json();
    assert_eq!([&json["stretches"][0]["requests"], &json["stretches"][1]["requests"]], [before, after]);
    let picture = ratelab(words.chain(["--svg", "-"]));
    assert!(picture.text().contains("for each client in the first stretch<"), "{}", picture.out);
    assert!(ratelab(["calibrate", "--help"]).text().contains(BY_ITSELF.trim_end_matches('.')));
}
