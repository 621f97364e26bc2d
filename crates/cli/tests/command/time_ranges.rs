//! Time ranges of a log: which one each number and each table refers to.

use crate::{
    file,
    logs::{csv, requests},
    ratelab,
};

const BY_ITSELF: &str = "Each time range is evaluated on its own: every client starts it with a full budget.";

/// A log of 10 March 2026 from midnight on, with the number of requests before and after 00:10.
fn log(test: &str) -> (String, usize, usize) {
    let requests = requests(41, 3_000);
    let before = requests.iter().filter(|request| request.time < 1_773_101_400_000_000).count();
    (file(test, "log.csv", &csv(&requests)), before, requests.len() - before)
}

#[test]
fn a_log_without_time_ranges_does_not_mention_them() {
    let (path, ..) = log("no_time_ranges");
    let text = ratelab(["calibrate", &path, "--limit", "20/m", "--propose", "--frontier"]);
    assert!(!text.text().contains("time range") && !text.out.contains("Whole log"), "{}", text.out);
}

#[test]
fn one_time_range_is_distinguished_from_the_whole_log() {
    let (path, before, _) = log("one_time_range");
    assert!((1_000..2_900).contains(&before), "{before}");
    let words = ["calibrate", &path, "--limit", "20/m", "--propose", "--frontier", "--infer"];
    let words = words.iter().copied().chain(["--between", "2026-03-10T00:00..2026-03-10T00:10"]);
    let text = ratelab(words.clone());
    let lines: Vec<&str> = text.text().lines().collect();
    assert!(
        lines[0].starts_with("Whole log: 3,000 requests by 30 clients, 2026-03-10 00:00:0"),
        "{}",
        text.out
    );
    let thousands = format!("{},{:03}", before / 1_000, before % 1_000);
    let title = format!(
        "Time range: {thousands} requests by 30 clients, from 2026-03-10 00:00:00 to 2026-03-10 00:10:00 UTC"
    );
    let index = lines.iter().position(|line| *line == title).expect("the time range has its own line");
    assert_eq!(lines[index + 1], BY_ITSELF);
    for title in [
        "Under 20 in 60 s, burst 20, in the time range:",
        "Clients with the most denials by token_bucket, in the time range:",
        "Limiters that could have produced these responses, in the time range:",
    ] {
        assert!(lines.contains(&title), "{title}: {}", text.out);
    }
    assert!(text.out.contains("\nProposed for token_bucket, based on the time range: "), "{}", text.out);
    assert!(text.out.contains("limit / rate), in the time range:\n"), "{}", text.out);
    let json = ratelab(words.chain(["--json"])).json();
    assert_eq!(json["time_ranges"][0]["requests"], before);
    assert_eq!(json["overview"]["requests"], 3_000);
}

#[test]
fn single_valued_results_name_the_first_of_two_time_ranges() {
    let (path, before, after) = log("two_time_ranges");
    let between = ["--between", "..2026-03-10T00:10", "--between", "2026-03-10T00:10.."];
    let words = ["calibrate", &path, "--limit", "20/m", "--propose"].into_iter().chain(between);
    let text = ratelab(words.clone());
    assert!(text.text().contains("UTC\nSecond time range: "), "{}", text.out);
    assert_eq!(text.out.matches(BY_ITSELF).count(), 1, "{}", text.out);
    assert!(text.out.contains("\nUnder 20 in 60 s, burst 20, in both time ranges:\n"), "{}", text.out);
    assert!(
        text.out.contains("\nClients with the most denials by token_bucket, in the first time range:\n"),
        "{}",
        text.out
    );
    assert!(
        text.out.contains("\nProposed for token_bucket, based on the first time range: "),
        "{}",
        text.out
    );
    let heading = text.out.lines().find(|line| line.starts_with("limiter")).unwrap();
    assert!(heading.contains("denied, first") && heading.contains("denied, second"), "{heading}");
    let json = ratelab(words.clone().chain(["--json"])).json();
    assert_eq!([&json["time_ranges"][0]["requests"], &json["time_ranges"][1]["requests"]], [before, after]);
    let picture = ratelab(words.chain(["--svg", "-"]));
    assert!(picture.text().contains("for each client in the first time range<"), "{}", picture.out);
    assert!(ratelab(["calibrate", "--help"]).text().contains(BY_ITSELF.trim_end_matches('.')));
}
