//! The sample day matches its description: its clients, their rates, and the format of an nginx log.
//!
//! `tests/portable` checks that its bytes are the same on all platforms.

use std::collections::{BTreeMap, BTreeSet};

use ratelab_scenario::sample::{LOUD, Role, SampleDay};

/// Seeds for which all assertions hold.
const SEEDS: [u64; 4] = [SampleDay::SEED, 0, 1, u64::MAX];

/// A line, split at its spaces and quotes.
struct Line<'log> {
    client: &'log str,
    user: &'log str,
    /// `10/Mar/2026`
    date: &'log str,
    second: u32,
    request: &'log str,
    status: u16,
    agent: &'log str,
}

fn written(sample: SampleDay) -> String {
    let mut log = Vec::new();
    sample.write(&mut log);
    String::from_utf8(log).expect("nginx writes ASCII")
}

/// Parses a line, if it is complete: `client - user [date:time zone] "request" status size "referrer" "agent"`.
fn parse(line: &str) -> Option<Line<'_>> {
    let quoted: Vec<&str> = line.split('"').collect();
    let &[before, request, numbers, _referrer, " ", agent, ""] = &quoted[..] else { return None };
    let &[client, "-", user, time, "+0000]", ""] = &before.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (date, clock) = time.strip_prefix('[')?.split_once(':')?;
    let second =
        clock.split(':').map(|part| part.parse::<u32>().ok()).try_fold(0, |all, part| Some(60 * all + part?));
    let mut numbers = numbers.split_whitespace().map(|number| number.parse::<u32>().ok());
    let (status, _size) = (numbers.next()??, numbers.next()??);
    Some(Line { client, user, date, second: second?, request, status: status.try_into().ok()?, agent })
}

fn whole(log: &str) -> Vec<Line<'_>> {
    log.lines().filter_map(parse).collect()
}

/// The seconds of a client's responses.
fn seconds(lines: &[Line<'_>], client: &str) -> Vec<u32> {
    lines.iter().filter(|line| line.client == client).map(|line| line.second).collect()
}

/// The most requests in any interval of this many seconds, by comparing each with each.
fn peak(seconds: &[u32], length: u32) -> usize {
    let within = |from: u32| seconds.iter().filter(|second| (from..from + length).contains(second)).count();
    seconds.iter().map(|second| within(*second)).max().unwrap_or(0)
}

#[test]
fn it_is_a_sorted_day_of_an_api() {
    for seed in SEEDS {
        let log = written(SampleDay::new(seed));
        let lines = whole(&log);
        assert_eq!(log.lines().count(), lines.len() + 1, "one line is truncated");
        assert!((60_000..=120_000).contains(&lines.len()), "{} requests", lines.len());
        assert!(lines.is_sorted_by_key(|line| line.second));
        assert!(lines.iter().all(|line| line.date == "10/Mar/2026" && line.second < 86_400));
        assert!(log.ends_with('\n') && log.is_ascii());
    }
}

#[test]
fn every_address_has_one_role() {
    for seed in SEEDS {
        let log = written(SampleDay::new(seed));
        let mut roles: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
        for line in whole(&log) {
            roles.entry(line.client).or_default().insert((line.agent, line.user));
        }
        assert!(roles.values().all(|roles| roles.len() == 1));
        assert!(LOUD.iter().all(|loud| roles.contains_key(loud.address)));
        assert_eq!(roles.len(), 2_200 + 300 + LOUD.len(), "addresses are unique");
        let documented = ["192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:", "198.18.", "198.19."];
        assert!(roles.keys().all(|client| documented.iter().any(|range| client.starts_with(range))));
        let addresses = roles.keys().map(|client| client.parse::<std::net::IpAddr>());
        let distinct: BTreeSet<_> = addresses.map(|address| address.expect("an address")).collect();
        assert_eq!(distinct.len(), roles.len());
    }
}

/// The peaks follow from the description of each client.
#[test]
fn loud_clients_have_the_described_peaks() {
    for seed in SEEDS {
        let log = written(SampleDay::new(seed));
        let lines = whole(&log);
        for loud in LOUD {
            let times = seconds(&lines, loud.address);
            let span = || (*times.first().expect("a request"), *times.last().expect("a request"));
            match loud.role {
                Role::Office => {
                    assert!((800..4_000).contains(&times.len()), "{}", times.len());
                    assert!(span().0 >= 9 * 3_600 && span().1 < 18 * 3_600);
                }
                Role::Dashboard { every } => {
                    assert_eq!(times.len() as u32, 86_400 / every);
                    assert_eq!(peak(&times, every - 1), 1);
                }
                Role::Cron => {
                    assert_eq!(times.len(), 24 * 20);
                    assert_eq!(peak(&times, 3_590), 20);
                    assert!(times.iter().all(|second| second % 3_600 < 10));
                    assert!(
                        lines.iter().all(|line| (line.client == loud.address) == (line.user == loud.user))
                    );
                }
                Role::Crawler => {
                    assert!((4_000..7_300).contains(&times.len()), "{}", times.len());
                    assert_eq!(peak(&times, 12), 1);
                }
                Role::Scraper => {
                    assert_eq!((peak(&times, 1), span()), (6, (14 * 3_600 + 600, 14 * 3_600 + 2_399)));
                }
                Role::Guesser => {
                    assert_eq!((times.len(), peak(&times, 10), peak(&times, 39)), (670, 10, 10));
                    assert!(span().0 >= 20 * 3_600 + 900 && span().1 < 21 * 3_600);
                    let mut own = lines.iter().filter(|line| line.client == loud.address);
                    assert!(own.all(|line| line.status == 401 && line.request == "POST /login HTTP/1.1"));
                }
                Role::Broken => {
                    let every_second = (9 * 3_600 + 1_800)..(10 * 3_600 + 1_800);
                    assert!(times.iter().copied().eq(every_second));
                }
                Role::Scanner => assert_eq!(times.len(), 6),
            }
        }
    }
}

/// The crowd stays within a limit that the loud clients exceed, which the sample is meant to show.
#[test]
fn the_crowd_is_quieter_than_the_loud_clients() {
    let log = written(SampleDay::new(SampleDay::SEED));
    let lines = whole(&log);
    let is_loud = |client: &str| LOUD.iter().any(|loud| loud.address == client);
    let mut crowd: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !is_loud(line.client)) {
        crowd.entry(line.client).or_default().push(line.second);
    }
    assert!(crowd.values().all(|times| peak(times, 3) <= 45), "at most two pages at once");
    let requests: usize = crowd.values().map(Vec::len).sum();
    assert!(2 * requests > lines.len(), "most requests are theirs");
    let between = |from: u32, to: u32| {
        let hours = from * 3_600..to * 3_600;
        crowd.values().flatten().filter(|second| hours.contains(second)).count()
    };
    assert!(between(18, 21) > 10 * between(2, 5), "people sleep at night");
}

/// Statuses and paths for every kind of limit, cost and key.
#[test]
fn every_kind_of_request_occurs() {
    let log = written(SampleDay::new(SampleDay::SEED));
    let lines = whole(&log);
    for status in [200, 201, 304, 400, 401, 404, 500] {
        assert!(lines.iter().any(|line| line.status == status), "no {status}");
    }
    for path in
        ["GET /search?q=", "POST /login ", "GET /api/products/", "GET /api/export?", "POST /api/sync?"]
    {
        assert!(lines.iter().any(|line| line.request.starts_with(path)), "no {path}");
    }
    assert_eq!(lines.iter().filter(|line| line.request.starts_with(r"\x16\x03\x01")).count(), 3);
    assert_eq!(lines.iter().filter(|line| line.request.is_empty()).count(), 3);
}

#[test]
fn several_days_begin_with_the_single_one() {
    let one = written(SampleDay::new(3));
    let three = written(SampleDay::new(3).scaled(3));
    assert!(three.starts_with(&one));
    let mut dates: Vec<&str> = whole(&three).iter().map(|line| line.date).collect();
    dates.dedup();
    assert_eq!(dates, ["10/Mar/2026", "11/Mar/2026", "12/Mar/2026"], "each day once, in order");
    assert!(one.len().abs_diff(three.len() / 3) < one.len() / 20, "days are about equally long");
    assert_ne!(written(SampleDay::new(4)), one, "another seed gives another day");
}
