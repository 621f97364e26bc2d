//! `ratelab calibrate`.

use std::collections::BTreeMap;

use ratelab_limiter::{Algorithm, FixedWindow, Limiter};
use serde_json::{Value, json};

use crate::{
    directory, file,
    logs::{Request, START, combined, csv, denied, gzipped, requests},
    ratelab, ratelab_fed,
};

const SECOND: u64 = 1_000_000_000;
const LIMIT: (u32, u64, u32) = (20, 60 * SECOND, 5);

/// The expected effects of all limiters, as JSON.
fn effects(requests: &[Request], limit: (u32, u64, u32)) -> Vec<(Value, Value)> {
    let exactly = |number: u64| json!({ "least": number, "most": number });
    let effect = |algorithm| denied(requests, algorithm, limit, false);
    Algorithm::ALL.map(effect).map(|(clients, count)| (exactly(clients), exactly(count))).into()
}

/// The effects that a command printed.
fn printed(period: &Value) -> Vec<(Value, Value)> {
    let effects = period["effects"].as_array().expect("a list of limiters");
    effects.iter().map(|effect| (effect["clients"].clone(), effect["denied"].clone())).collect()
}

#[test]
fn effects_match_a_naive_count() {
    let requests = requests(21, 3_000);
    let path = file("calibrate_effects", "log.csv", &csv(&requests));
    let json = ratelab(["calibrate", &path, "--limit", "20/m", "--burst", "5", "--json"]).json();
    assert_eq!(printed(&json["periods"][0]), effects(&requests, LIMIT));
    assert_eq!(json["limit"], json!({ "amount": 20, "period_ns": 60 * SECOND, "burst": 5 }));
    let overview = &json["overview"];
    assert_eq!((&overview["requests"], &overview["clients"]), (&3_000.into(), &30.into()));
    assert_eq!((&overview["format"], &overview["slack_us"]), (&"csv".into(), &0.into()));
    assert_eq!(overview["from_us"], requests[0].time);
    assert_eq!(overview["to_us"], requests[2_999].time);
}

/// For each client: its requests, its peak in any minute, and its denials.
#[test]
fn the_busiest_clients_match_a_naive_count() {
    let requests = requests(22, 2_000);
    let path = file("calibrate_busiest", "log.csv", &csv(&requests));
    let words = ["calibrate", &path, "--limit", "20/m", "--limiter", "gcra", "--busiest", "100", "--json"];
    let json = ratelab(words).json();
    let mut clients: BTreeMap<u32, Vec<Request>> = BTreeMap::new();
    requests.iter().for_each(|request| clients.entry(request.client).or_default().push(*request));
    let clients_printed = json["busiest"].as_array().unwrap();
    assert_eq!(clients_printed.len(), clients.len());
    for client in clients_printed {
        let number = client["client"].as_str().unwrap().rsplit('.').next().unwrap().parse().unwrap();
        let own: &Vec<Request> = &clients[&number];
        let within = |first: &Request| {
            own.iter()
                .filter(|other| other.time >= first.time && other.time < first.time + 60_000_000)
                .count()
        };
        let (_, count) = denied(own, Algorithm::Gcra, (20, 60 * SECOND, 20), false);
        assert_eq!(client["requests"], own.len());
        assert_eq!(client["peak"], own.iter().map(within).max().unwrap());
        assert_eq!(client["denied"]["most"], count);
    }
    let denied = clients_printed.iter().map(|client| client["denied"]["most"].as_u64());
    assert!(denied.is_sorted_by(|one, other| one >= other), "clients with the most denials come first");
    let few = ratelab(["calibrate", &path, "--limit", "20/m", "--busiest", "3", "--json"]).json();
    assert_eq!(few["busiest"].as_array().unwrap().len(), 3);
}

/// Timestamps in whole seconds leave the order open: the actual result is within the printed range.
#[test]
fn ranges_contain_the_actual_result() {
    let requests = requests(23, 3_000);
    let path = file("calibrate_ranges", "access.log", &combined(&requests));
    let json = ratelab(["calibrate", &path, "--limit", "20/m", "--burst", "5", "--json"]).json();
    assert_eq!(json["overview"]["slack_us"], 999_999);
    let mut open = 0;
    for (range, exact) in printed(&json["periods"][0]).iter().zip(effects(&requests, LIMIT)) {
        for (range, exact) in [(&range.0, &exact.0), (&range.1, &exact.1)] {
            let number = |value: &Value| value.as_u64().unwrap();
            let (least, most) = (number(&range["least"]), number(&range["most"]));
            assert!((least..=most).contains(&number(&exact["most"])), "{range} does not contain {exact}");
            open += most - least;
        }
    }
    assert!(open > 0, "some range is not exact");
    let text = ratelab(["calibrate", &path, "--limit", "20/m", "--burst", "5"]);
    assert!(text.text().contains(" to "), "{}", text.out);
}

#[test]
fn two_time_ranges_equal_two_logs() {
    let requests = requests(24, 3_000);
    let path = file("calibrate_between", "log.csv", &csv(&requests));
    let middle = requests[1_500].time / 1_000_000;
    let (first, second): (Vec<Request>, Vec<Request>) =
        requests.iter().partition(|request| request.time < middle * 1_000_000);
    let ranges = [format!("{}..{middle}", START / 1_000_000), format!("{middle}..")];
    let words = ["calibrate", &path, "--limit", "20/m", "--burst", "5", "--between", &ranges[0]];
    let one = ratelab(words.iter().copied().chain(["--json"])).json();
    assert_eq!(one["periods"].as_array().unwrap().len(), 1);
    assert_eq!(printed(&one["periods"][0]), effects(&first, LIMIT));
    let words: Vec<&str> = words.iter().copied().chain(["--between", &ranges[1]]).collect();
    let both = ratelab(words.iter().copied().chain(["--json"])).json();
    assert_eq!(printed(&both["periods"][0]), effects(&first, LIMIT));
    assert_eq!(printed(&both["periods"][1]), effects(&second, LIMIT));
    assert_eq!(both["periods"][1]["requests"], second.len());
    let text = ratelab(words);
    let row = text.text().lines().find(|line| line.starts_with("fixed_window")).unwrap();
    let numbers: Vec<String> = row.split_whitespace().map(|number| number.replace(',', "")).collect();
    let count = |requests: &[Request]| denied(requests, Algorithm::FixedWindow, LIMIT, false);
    let expected =
        [count(&first), count(&second)].map(|(clients, count)| [clients.to_string(), count.to_string()]);
    assert_eq!([&numbers[1..3], &numbers[5..7]], [&expected[0][..], &expected[1][..]], "{row}");
}

#[test]
fn the_table_agrees_with_json() {
    let requests = requests(25, 2_500);
    let path = file("calibrate_table", "log.csv", &csv(&requests));
    let text = ratelab(["calibrate", &path, "--limit", "20/m", "--burst", "5"]);
    for algorithm in Algorithm::ALL {
        let (clients, count) = denied(&requests, algorithm, LIMIT, false);
        let lines = text.text().lines();
        let row = lines
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .find(|row| row.first() == Some(&algorithm.name()));
        let row = row.unwrap_or_else(|| panic!("{algorithm} has a row"));
        assert_eq!((row[1], row[4].replace(',', "")), (&*clients.to_string(), count.to_string()));
    }
    assert!(text.text().starts_with("2,500 requests by 30 clients, 2026-03-10 00:00:0"), "{}", text.out);
}

/// At each printed rate, the burst denies nothing, and one less denies something.
#[test]
fn the_frontier_is_tight() {
    let requests = requests(26, 600);
    let path = file("calibrate_frontier", "log.csv", &csv(&requests));
    let json = ratelab(["calibrate", &path, "--frontier", "--period", "10s", "--json"]).json();
    let points = json["frontier"]["points"].as_array().unwrap();
    assert!(points.len() > 3);
    for point in points {
        let (amount, burst) =
            (point["amount"].as_u64().unwrap() as u32, point["buckets"].as_u64().unwrap() as u32);
        let count = |burst| denied(&requests, Algorithm::TokenBucket, (amount, 10 * SECOND, burst), false).1;
        assert_eq!(count(burst), 0, "{amount} with {burst}");
        assert!(burst == 1 || count(burst - 1) > 0, "{amount} with {burst}");
    }
    let text = ratelab(["calibrate", &path, "--frontier", "--period", "10s", "--tolerate-clients", "1"]);
    assert!(text.text().contains("limiting at most 1 client ("), "{}", text.out);
    let text = ratelab(["calibrate", &path, "--frontier", "--period", "10s"]);
    assert_eq!(
        text.text().lines().skip_while(|line| !line.starts_with("rate, in 10 s")).count(),
        points.len() + 1
    );
}

#[test]
fn a_picture_has_the_curve_and_the_limit() {
    let name = "calibrate_picture";
    let path = file(name, "log.csv", &csv(&requests(27, 2_000)));
    let picture = directory(name).join("clients.svg");
    let words = ["calibrate", &path, "--limit", "20/m"];
    let text = ratelab(words.iter().copied().chain(["--svg", picture.to_str().unwrap()]));
    assert_eq!(text.text(), ratelab(words).text(), "the table is printed as well");
    let picture = std::fs::read_to_string(picture).unwrap();
    assert_eq!(ratelab(words.iter().copied().chain(["--svg", "-"])).text(), picture);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let classes: Vec<_> = document.descendants().filter_map(|node| node.attribute("class")).collect();
    assert!(["curve", "limit", "over", "peaks"].iter().all(|class| classes.contains(class)), "{classes:?}");
    assert!(picture.contains("20 in 60 s") && !picture.contains("NaN"), "{picture}");
    // One client with one request can be drawn.
    let path = file(name, "one.csv", b"time,ip\n1773100800.000000,a\n");
    let one = ratelab(["calibrate", &path, "--svg", "-"]);
    assert!(roxmltree::Document::parse(one.text()).is_ok() && !one.out.contains("NaN"), "{}", one.out);
}

#[test]
fn the_source_of_a_log_does_not_matter() {
    let log = csv(&requests(28, 2_000));
    let name = "calibrate_anywhere";
    let options = ["--limit", "20/m", "--json"];
    let plain = ratelab(["calibrate", &file(name, "log.csv", &log)].iter().copied().chain(options)).json();
    for called in [
        ratelab(["calibrate", &file(name, "log.csv.gz", &gzipped(&log))].iter().copied().chain(options)),
        ratelab_fed(["calibrate", "-"].iter().copied().chain(options), &log),
        ratelab_fed(["calibrate", "-"].iter().copied().chain(options), &gzipped(&log)),
    ] {
        assert_eq!(called.json(), plain);
    }
}

#[test]
fn rate_limited_requests_can_be_left_out() {
    let mut log = String::from("time,ip,status\n");
    (0..100).for_each(|number| {
        log += &format!("17731008{number:02}.000000,a,{}\n", if number % 4 == 0 { 429 } else { 200 });
    });
    let path = file("calibrate_429", "log.csv", log.as_bytes());
    let call = |options: &[&str]| {
        ratelab(["calibrate", &path, "--limit", "60/h", "--json"].iter().chain(options)).json()
    };
    let (all, some) = (call(&[]), call(&["--leave-out-429"]));
    assert_eq!((&all["overview"]["limited"], &all["overview"]["left_out"]), (&25.into(), &0.into()));
    assert_eq!((&all["periods"][0]["requests"], &some["periods"][0]["requests"]), (&100.into(), &75.into()));
    assert_eq!(some["overview"]["left_out"], 25);
    assert_eq!(some["periods"][0]["effects"][0]["denied"]["most"], 15);
    // The default status of nginx.
    let path = file("calibrate_503", "log.csv", log.replace(",429", ",503").as_bytes());
    let words =
        ["calibrate", &path, "--limit", "60/h", "--limited", "429 503", "--leave-out-limited", "--json"];
    assert_eq!(ratelab(words).json()["periods"], some["periods"]);
}

/// Text from a log contains no control characters when printed.
#[test]
fn control_characters_of_a_log_are_not_printed() {
    let log = b"time,ip\n1773100800.000000,\"evil\x1b[2J\x1b]0;gone\x07\"\nyester\x1b[1mday,a\n1773100801.000000,a\n";
    let path = file("calibrate_hostile", "log.csv", log);
    let called = ratelab(["calibrate", &path, "--limit", "60/m", "--format", "csv"]);
    assert!(called.text().contains("evil?[2J?]0;gone?"), "{}", called.out);
    assert!(called.text().contains("yester?[1mday"), "{}", called.out);
    assert!(!called.out.contains(['\x1b', '\x07']), "{}", called.out);
    let letter = file("calibrate_hostile", "letter", b"Dear \x1b[2J reader\n");
    assert!(!ratelab(["calibrate", &letter]).refusal().contains('\x1b'));
}

/// The name of a file is chosen by others, too, and JSON is read on terminals.
#[test]
fn names_of_files_and_json_do_not_act_on_a_terminal() {
    let acts = ['\x1b', '\u{9b}', '\u{202e}'];
    let missing = "no\x1b[31m such \u{202e}file";
    let called = ratelab(["calibrate", missing]);
    let refusal = called.refusal();
    assert!(refusal.contains("no?[31m such ?file") && !refusal.contains(acts), "{refusal}");
    let log = "time,ip\n1773100800,\u{9b}2Jada\u{202e}\n1773100801,\u{9b}2Jada\u{202e}\n";
    let log = file("calibrate_hostile_names", "log", log.as_bytes());
    let called = ratelab(["calibrate", &log, "--limit", "1/m", "--json"]);
    assert!(called.out.contains("\\u009b2Jada\\u202e") && !called.out.contains(acts), "{}", called.out);
}

/// A log of a limiter's responses identifies the limiter.
#[test]
fn the_limiter_of_a_log_is_found_by_its_responses() {
    let policy = FixedWindow::new(12, 60 * SECOND).unwrap();
    let mut states = BTreeMap::new();
    let mut log = String::from("time,ip,status\n");
    for Request { time, client, .. } in requests(29, 2_000) {
        let state = states.entry(client).or_insert_with(|| policy.fresh());
        let status = if policy.check(state, time * 1_000, 1).outcome.admits() { 200 } else { 429 };
        log += &format!("{}.{:06},192.0.2.{client},{status}\n", time / 1_000_000, time % 1_000_000);
    }
    let path = file("calibrate_infer", "log.csv", log.as_bytes());
    let json = ratelab(["calibrate", &path, "--infer", "--json"]).json();
    let found = &json["inferred"]["findings"][0];
    assert_eq!((&found["limiter"], &found["exact"]), (&"fixed_window".into(), &true.into()), "{found}");
    assert_eq!(
        (&found["limit"]["amount"], &found["limit"]["period_ns"]),
        (&12.into(), &(60 * SECOND).into())
    );
    let text = ratelab(["calibrate", &path, "--infer"]);
    assert!(text.text().contains("Fixed window, 12 a minute, aligned to the minute"), "{}", text.out);
    // Without responses of 429 nothing can be found, and the reason is printed.
    let path = file("calibrate_infer", "served.csv", log.replace(",429", ",200").as_bytes());
    let text = ratelab(["calibrate", &path, "--infer"]);
    assert!(text.text().contains("No answer in this log is 429"), "{}", text.out);
}

/// A proposal denies no more than requested, includes the margin, and states it.
#[test]
fn a_proposal_meets_its_options() {
    let requests = requests(30, 3_000);
    let path = file("calibrate_propose", "log.csv", &csv(&requests));
    for algorithm in Algorithm::ALL {
        let proposed = |options: &[&str]| {
            let words = ["calibrate", &path, "--limiter", algorithm.name(), "--json"];
            let proposal = ratelab(words.iter().chain(options)).json()["proposal"].clone();
            let number = |name| proposal["limit"][name].as_u64().unwrap();
            let limit = (number("amount") as u32, number("period_ns"), number("burst") as u32);
            assert_eq!(printed(&proposal["periods"][0]), effects(&requests, limit));
            (denied(&requests, algorithm, limit, false), proposal)
        };
        let ((clients, _), proposal) = proposed(&[]);
        assert_eq!((clients, &proposal["limiter"]), (0, &algorithm.name().into()));
        let [amount, peak] =
            [&proposal["limit"]["amount"], &proposal["peak"]].map(|value| value.as_u64().unwrap());
        assert!(amount * 100 >= peak * 120, "{proposal}");
        assert!(proposal["why"].as_str().unwrap().contains("with a margin of 20 %"), "{proposal}");
        let ((clients, _), _) = proposed(&["--tolerate-clients", "10%", "--margin", "0%"]);
        assert!(clients <= 3, "{clients} of 30 clients");
        let ((clients, _), counted) = proposed(&["--tolerate-clients", "2", "--margin", "0%"]);
        assert!(clients <= 2, "{clients} of 30 clients");
        assert!(counted["why"].as_str().unwrap().starts_with("All but 2 of 30 clients"), "{counted}");
        let ((_, count), _) = proposed(&["--tolerate-requests", "1%", "--margin", "0%", "--period", "10s"]);
        assert!(count <= 30, "{count} of 3,000 requests");
    }
}

#[test]
fn a_proposal_is_the_default() {
    let path = file("calibrate_nothing", "log.csv", &csv(&requests(31, 1_000)));
    let has = |options: &[&str]| {
        let json = ratelab(["calibrate", &path, "--json"].iter().chain(options)).json();
        ["periods", "proposal", "frontier", "inferred"].map(|name| json.get(name).is_some())
    };
    assert_eq!(has(&[]), [false, true, false, false]);
    assert_eq!(has(&["--limit", "9/m"]), [true, false, false, false]);
    assert_eq!(has(&["--limit", "9/m", "--propose"]), [true, true, false, false]);
    assert_eq!(has(&["--limit", "9/m", "--margin", "9%"]), [true, true, false, false]);
    assert_eq!(has(&["--frontier"]), [false, false, true, false]);
    assert_eq!(has(&["--infer", "--frontier"]), [false, false, true, true]);
    let text = ratelab(["calibrate", &path]);
    assert!(text.text().contains("\nProposed for token_bucket: "), "{}", text.out);
}

/// A proposal is based on the first time range, and tried on both.
#[test]
fn a_proposal_is_based_on_the_first_time_range() {
    let requests = requests(32, 3_000);
    let path = file("calibrate_first", "log.csv", &csv(&requests));
    let middle = (requests[1_000].time / 1_000_000).to_string();
    let ranges = [format!("..{middle}"), format!("{middle}..")];
    let words = ["calibrate", &path, "--json", "--between", &ranges[0]];
    let alone = ratelab(words).json();
    let both = ratelab(words.iter().copied().chain(["--between", &ranges[1]])).json();
    assert_eq!(alone["proposal"]["limit"], both["proposal"]["limit"]);
    assert_eq!(alone["proposal"]["periods"][0], both["proposal"]["periods"][0]);
    assert_eq!(both["proposal"]["periods"].as_array().unwrap().len(), 2);
}
