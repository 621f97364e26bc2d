//! Whether the limiter that produced the answers of a log is found.

use crate::infer_logs::{Random, Row, START, clusters, traffic};
use ratelab_calibration::{Answer, Finding, Inference, Traffic};
use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND, Settings, Value};

/// Request times of clients: bursts, streams above the limit, and pauses.
fn asked(random: &mut Random, clients: u32, period: u64, limit: u64, burst: u64) -> Vec<(u64, u32)> {
    let mut times = Vec::new();
    let period = period / 1000;
    for client in 0..clients {
        let mut now = random.below(period);
        while now < 10 * period * (burst / limit).max(1) {
            let count = random.within(1, 2 * limit.max(burst));
            let apart = match random.below(4) {
                0 => 1,
                1 => period / limit / 3,
                2 => period / limit / 2,
                _ => period * 2 / limit / 3,
            };
            for _ in 0..count {
                times.push((START + now, client));
                now += random.below(2 * apart + 1);
            }
            let silence = period * random.one_of(&[1, 1, 3]);
            now += random.below(silence);
        }
    }
    times.sort_unstable();
    times
}

/// The answers of a policy, with one limiter per client.
fn answered(policy: &Policy, times: &[(u64, u32)], random: &mut Random, costs: bool) -> Vec<Row> {
    let mut states = vec![policy.fresh(); 64];
    let mut rows = Vec::new();
    for (time, client) in times {
        let cost = if costs { random.one_of(&[1, 1, 1, 2]) } else { 1 };
        let outcome = policy.take(&mut states[*client as usize], time * 1000, cost);
        let answer = if outcome.admits() { Answer::Served } else { Answer::Limited };
        rows.push((*time as i64, *client, cost, answer));
    }
    rows
}

fn findings(traffic: &Traffic) -> Vec<Finding> {
    let mut inference = Inference::new(traffic);
    while !inference.advance(traffic, 100_000) {}
    inference.findings().to_vec()
}

fn setting(settings: &Settings, name: &str) -> Value {
    settings.get(name).cloned().unwrap_or(match name {
        "align" => "epoch".into(),
        "rounding" => "floor".into(),
        _ => "no".into(),
    })
}

fn number(settings: &Settings, name: &str) -> i128 {
    match settings.get(name) {
        Some(Value::Number(number)) => *number,
        other => panic!("{name} is {other:?}"),
    }
}

/// Whether a finding is this policy, with any limit in the range of the finding.
fn is_it(finding: &Finding, policy: &Policy) -> bool {
    let (found, asked) = (&finding.settings, policy.settings());
    let range = i128::from(finding.least)..=i128::from(finding.most);
    if found.algorithm() != asked.algorithm() {
        return false;
    }
    if asked.get("capacity").is_some() {
        let rates = number(found, "amount") * number(&asked, "period")
            == number(&asked, "amount") * number(found, "period");
        return rates && range.contains(&number(&asked, "capacity"));
    }
    // A full fixed window denies its remaining requests whether denials count or not. It is reported without if all
    // requests cost the same.
    let is_fixed = asked.algorithm() == Algorithm::FixedWindow;
    let same = |name: &str| setting(found, name) == setting(&asked, name);
    number(found, "window") == number(&asked, "window")
        && range.contains(&number(&asked, "limit"))
        && same("align")
        && same("rounding")
        && (same("count_denied") || is_fixed)
}

/// All limiters that can be found, for a period and a limit.
fn policies(period: u64, limit: u64, burst: u64) -> Vec<Policy> {
    let mut policies = Vec::new();
    let words = [("align", ["epoch", "first"]), ("rounding", ["floor", "exact"])];
    for (name, word) in
        [("fixed_window", words[0]), ("sliding_window_counter", words[1]), ("sliding_window_log", words[0])]
    {
        for which in 0..2 {
            for count_denied in [false, true] {
                let settings =
                    Settings::new(name).unwrap().set("limit", limit).unwrap().set("window", period).unwrap();
                let mut settings = settings.set("count_denied", count_denied).unwrap();
                if name == "sliding_window_log" && which == 1 {
                    continue;
                }
                if name != "sliding_window_log" {
                    settings = settings.set(word.0, word.1[which]).unwrap();
                }
                policies.push(settings.policy().unwrap());
            }
        }
    }
    let bucket = Settings::new("token_bucket").unwrap().set("capacity", burst).unwrap();
    policies.push(bucket.set("amount", limit).unwrap().set("period", period).unwrap().policy().unwrap());
    policies
}

/// The number of answers that differ from those of the finding's limiter.
fn contradictions(traffic: &Traffic, finding: &Finding) -> u64 {
    let policy = finding.settings.policy().unwrap();
    let mut wrong = 0;
    for number in 0..traffic.clients() {
        let client = traffic.client(number);
        let mut state = policy.fresh();
        for (request, time) in client.times.iter().enumerate() {
            let admits = policy.take(&mut state, traffic.instant(*time), client.cost(request)).admits();
            wrong += u64::from(admits != (client.answer(request) == Answer::Served));
        }
    }
    wrong
}

const CASES: [(u64, u64, u64); 9] = [
    (1, 10, 10),
    (1, 3, 9),
    (2, 7, 5),
    (10, 37, 12),
    (60, 30, 60),
    (60, 13, 1),
    (60, 100, 20),
    (900, 50, 10),
    (3600, 60, 20),
];

#[test]
fn the_limiter_of_a_log_is_found() {
    for (seed, (seconds, limit, burst)) in (0..).zip(CASES) {
        for policy in policies(seconds * SECOND, limit, burst) {
            let mut random = Random(seed);
            let times = asked(&mut random, 4, seconds * SECOND, limit, burst);
            let rows = answered(&policy, &times, &mut random, seed % 3 == 2);
            let traffic = traffic(&rows, 4, 0);
            let findings = findings(&traffic);
            let found = findings.iter().find(|finding| finding.exact && is_it(finding, &policy));
            assert!(
                found.is_some(),
                "{policy}: {} rows, {:#?}",
                rows.len(),
                findings.iter().take(6).map(|f| f.sentence("x")).collect::<Vec<_>>()
            );
            for finding in findings.iter().filter(|finding| finding.exact && finding.left_out == 0) {
                assert_eq!(contradictions(&traffic, finding), 0, "{policy}: {}", finding.settings);
            }
        }
    }
}

/// Rows with timestamps in whole seconds.
fn in_seconds(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(|row| (row.0 - row.0 % 1_000_000, row.1, row.2, row.3)).collect()
}

#[test]
fn it_is_found_with_timestamps_in_whole_seconds() {
    for (seed, (seconds, limit, burst)) in (0..).zip(CASES) {
        for policy in policies(seconds * SECOND, limit, burst) {
            // Timestamps as coarse as the window contain no information about unaligned windows.
            if seconds <= 2 && setting(&policy.settings(), "align") == "first".into() {
                continue;
            }
            let mut random = Random(seed + 50);
            let times = asked(&mut random, 3, seconds * SECOND, limit, burst);
            let rows = in_seconds(&answered(&policy, &times, &mut random, false));
            let traffic = traffic(&rows, 3, 999_999);
            let findings = findings(&traffic);
            let found = findings.iter().any(|finding| finding.exact && is_it(finding, &policy));
            assert!(
                found,
                "{policy}: {} rows, {:#?}",
                rows.len(),
                findings.iter().take(6).map(|f| f.sentence("x")).collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn it_is_found_in_a_log_that_begins_in_the_middle() {
    for (seed, (seconds, limit, burst)) in (0..).zip(CASES) {
        for policy in policies(seconds * SECOND, limit, burst) {
            let mut random = Random(seed + 100);
            let times = asked(&mut random, 4, seconds * SECOND, limit, burst);
            let mut rows = answered(&policy, &times, &mut random, false);
            let from = rows[rows.len() / 3].0;
            rows.retain(|row| row.0 >= from);
            let traffic = traffic(&rows, 4, 0);
            let findings = findings(&traffic);
            // It is not certain if requests before the log decided most 429 answers.
            let limited = rows.iter().filter(|row| row.3 == Answer::Limited).count() as u64;
            let found =
                findings.iter().find(|finding| is_it(finding, &policy) && finding.matches == finding.answers);
            assert!(
                found.is_some_and(|found| found.exact || found.left_out * 4 > limited),
                "{policy}: {} rows, {:#?}",
                rows.len(),
                findings.iter().take(6).map(|f| f.sentence("x")).collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn most_answers_suffice_and_the_first_contradiction_is_named() {
    let policy = policies(60 * SECOND, 100, 20).remove(0);
    let mut random = Random(7);
    let times = asked(&mut random, 5, 60 * SECOND, 100, 20);
    let mut rows = answered(&policy, &times, &mut random, false);
    // A client that never reaches the limit, and two answers with another cause late in a window.
    rows.extend((0..50).map(|minute| (START as i64 + minute * 12_000_000, 5, 1, Answer::Served)));
    let changed: Vec<usize> =
        (rows.len() / 2..rows.len() - 60).filter(|row| rows[*row].3 == Answer::Limited).take(1).collect();
    rows[changed[0]].3 = Answer::Served;
    let (time, client) = (rows[changed[0]].0, rows[changed[0]].1);
    rows.sort_by_key(|row| row.0);
    let traffic = traffic(&rows, 6, 0);
    let best = &findings(&traffic)[0];
    assert!(!best.exact && is_it(best, &policy), "{}", best.settings);
    assert_eq!((best.matches, best.answers), (rows.len() as u64 - 1, rows.len() as u64));
    assert_eq!(best.first, Some((client, time as u64)));
    let sentence = best.sentence("somebody");
    assert!(sentence.starts_with("Fixed window, 100 a minute, aligned to the minute: "), "{sentence}");
    assert!(sentence.contains("the first that does not: somebody at "), "{sentence}");
}

#[test]
fn an_unrelated_denial_counts_once_against_a_limiter() {
    let policy = policies(60 * SECOND, 100, 20).remove(0);
    for one_in in [1000, 200, 30] {
        let mut random = Random(one_in);
        let times = asked(&mut random, 8, 60 * SECOND, 100, 20);
        let mut rows = answered(&policy, &times, &mut random, false);
        let strays: Vec<usize> = (0..rows.len())
            .filter(|row| rows[*row].3 == Answer::Served && random.below(one_in) == 0)
            .collect();
        strays.iter().for_each(|row| rows[*row].3 = Answer::Limited);
        // No window is cut by the start of the log.
        rows.insert(0, (START as i64 - 600_000_000, 0, 1, Answer::Served));
        let traffic = traffic(&rows, 8, 0);
        let findings = findings(&traffic);
        let found = findings.iter().find(|finding| is_it(finding, &policy)).expect("it is found");
        let wrong = found.answers - found.matches;
        assert!(wrong <= strays.len() as u64, "{wrong} are wrong of {} strays", strays.len());
        assert!(std::ptr::eq(found, &findings[0]), "{}", findings[0].sentence(""));
    }
}

#[test]
fn equivalent_limiters_are_reported_once() {
    let policy = policies(60 * SECOND, 100, 20).remove(0);
    let mut random = Random(3);
    let times = asked(&mut random, 5, 60 * SECOND, 100, 20);
    let rows = answered(&policy, &times, &mut random, false);
    let found = findings(&traffic(&rows, 5, 0));
    let counting = |finding: &&Finding| {
        finding.algorithm == Algorithm::FixedWindow && finding.settings.get("count_denied").is_some()
    };
    assert_eq!(found.iter().filter(counting).count(), 0);
    assert_eq!(found[0].ties, 0, "{}", found[0].sentence(""));
}

#[test]
fn an_exact_finding_is_described_in_a_sentence() {
    let minute = 1_700_000_040;
    let row = |second: i64, answer| ((minute + second) * 1_000_000, 0, 1, answer);
    let mut rows = Vec::new();
    for window in 0..20 {
        rows.extend((0..5).map(|request| row(window * 60 + 7 * window % 23 + request, Answer::Served)));
        rows.extend((5..7).map(|request| row(window * 60 + 7 * window % 23 + request, Answer::Limited)));
    }
    rows.insert(0, row(-600, Answer::Served));
    let traffic = traffic(&rows, 1, 0);
    let sentences: Vec<String> = findings(&traffic).iter().map(|finding| finding.sentence("")).collect();
    let expected = "Fixed window, 5 a minute, aligned to the minute: all 141 answers match.";
    assert!(sentences.iter().any(|sentence| sentence.starts_with(expected)), "{sentences:#?}");
}

#[test]
fn the_reason_for_no_findings_is_reported() {
    let log = |answers: &[Answer]| {
        let rows: Vec<Row> =
            (0..).zip(answers).map(|(second, answer)| (second * 1_000_000, 0, 1, *answer)).collect();
        let traffic = traffic(&rows, 1, 0);
        let mut inference = Inference::new(&traffic);
        while !inference.advance(&traffic, 1) {}
        assert!(inference.findings().is_empty());
        inference.reason().unwrap().to_owned()
    };
    use Answer::{Limited, Served, Unknown};
    assert_eq!(log(&[]), "This log has no answers: a status with each request is needed.");
    assert_eq!(log(&[Unknown; 9]), "This log has no answers: a status with each request is needed.");
    assert_eq!(log(&[Served; 9]), "No answer in this log is 429: no client was limited.");
    assert_eq!(log(&[Limited; 9]), "Every answer in this log is 429: some served requests are needed.");
    assert_eq!(
        log(&[Served, Limited, Served]),
        "1 answer of 429 is too few; a client that keeps sending while it is limited gives more."
    );
}

/// Random denials are not attributed to a limiter, although whole seconds allow nearly everything.
#[test]
fn random_denials_match_no_limiter() {
    for seed in 0..4 {
        let mut random = Random(seed + 300);
        let mut rows = clusters(&mut random, 60, 200, 3_600_000_000, false);
        for row in &mut rows {
            row.3 = if random.below(40) == 0 { Answer::Limited } else { Answer::Served };
        }
        let traffic = traffic(&in_seconds(&rows), 60, 999_999);
        let mut inference = Inference::new(&traffic);
        inference.advance(&traffic, u64::MAX);
        let sentences: Vec<_> = inference.findings().iter().map(|finding| finding.sentence("x")).collect();
        assert!(sentences.is_empty(), "{} rows: {sentences:#?}", rows.len());
        let reason = inference.reason().expect("a reason");
        assert!(reason.starts_with("No limiter"), "{reason}");
    }
}
