//! The numbers of the lessons about windows, polls, parallel calls, overload, riders and retries, counted again.

use ratelab_limiter::{Limiter, SECOND as SECONDS};
use ratelab_report::words::{count, percent};
use ratelab_simulation::run::Kind;

use super::{
    lessons::{assert_numbers, time},
    walk::Walked,
};
use crate::simulation::{built_in, run};

#[test]
fn parallel_calls_and_empty_buckets_are_counted_again() {
    let parallel = built_in("five-in-parallel");
    let lanes: Vec<_> = (0..4).map(|lane| Walked::new(&parallel, lane)).collect();
    assert!(lanes[..3].iter().all(|lane| lane.admitted() == 30), "every bucket admits all");
    assert_eq!([0, 1, 3].map(|lane| lanes[lane].count(Kind::Delayed)), [0; 3], "only the queue delays");
    let wait = time(lanes[2].longest_wait());
    assert_numbers(
        "five-in-parallel",
        &[count(30), wait, count(1), count(1), count(1), count(lanes[3].admitted())],
    );
    let empty = built_in("begins-empty");
    let [full, empty] = [0, 1].map(|lane| Walked::new(&empty, lane));
    let denied: Vec<_> = empty.steps.iter().map(|step| step.kind == Kind::Denied).collect();
    assert_eq!(denied, [[true; 5], [false; 5]].concat(), "the first five, and no other");
    assert_eq!(full.count(Kind::Denied), 0);
    assert_numbers("begins-empty", &[5, 10, 1, 5, 5, 5].map(count));
}

/// On time no window denies a poll, so the late one is the cause.
#[test]
fn a_late_poll_is_what_windows_deny() {
    let denied = |text: &str| {
        let run = run(text);
        [0, 1, 2, 3].map(|lane| Walked::new(&run, lane).count(Kind::Denied))
    };
    let late = built_in("late-poll");
    let text = late.scenario().to_string();
    assert_eq!(denied(&text), [1, 1, 3, 0]);
    let [before, after] = text.split("traffic=").collect::<Vec<_>>()[..] else { panic!("a field") };
    assert!(after.starts_with("9 every 6s; 1@60.5s; 50 every 6s from 1m"), "{after}");
    assert_eq!(denied(&format!("{before}traffic=60 every 6s")), [0, 0, 3, 0]);
    let bucket = Walked::new(&late, 3);
    let most = bucket.most_in_any(60 * SECONDS).cost;
    assert_numbers(
        "late-poll",
        &[
            "60".into(),
            "6".into(),
            "10".into(),
            "60".into(),
            "6.5".into(),
            count(most),
            "60".into(),
            "3".into(),
        ],
    );
}

fn edge_numbers(name: &str, limit: u64, window: u64, edge: u64, more: &[u64]) {
    let run = built_in(name);
    let most = Walked::new(&run, 0).most_in_any(window);
    let (from, to) = most.spans[0];
    assert!(
        from < edge && edge <= to && edge % window == run.scenario().start % window && most.cost == 2 * limit
    );
    let mut expected = vec![count(most.cost), time(to - from), count(limit), time(edge)];
    expected.extend(more.iter().map(|number| count(*number)));
    assert_numbers(name, &expected);
}

#[test]
fn windows_are_counted_again() {
    let admitted = |name: &str, lane: usize| Walked::new(&built_in(name), lane).admitted();
    edge_numbers("edge-burst", 10, 10 * SECONDS, 10 * SECONDS, &[]);
    let attack = ["boundary-attack"; 2].iter().zip([1, 3]).map(|(name, lane)| admitted(name, lane));
    edge_numbers("boundary-attack", 100, 60 * SECONDS, 60 * SECONDS, &attack.collect::<Vec<_>>());
    edge_numbers("dashboard-poll", 10, 60 * SECONDS, 60 * SECONDS, &[admitted("dashboard-poll", 1)]);
    let run = built_in("partner-sla");
    let lanes: Vec<_> = (0..7).map(|lane| Walked::new(&run, lane)).collect();
    let most: Vec<_> = lanes.iter().map(|lane| lane.most_in_any(60 * SECONDS)).collect();
    let holders: Vec<_> = (0..7).filter(|lane| most[*lane].cost <= 100).collect();
    assert_eq!(holders, [1, 5], "the log and the queue");
    let (from, to) = most[3].spans[0];
    assert_numbers(
        "partner-sla",
        &[
            count(100),
            time(60 * SECONDS),
            count(lanes[1].count(Kind::Denied)),
            count(lanes[1].steps.len() as u64),
            count(lanes[5].count(Kind::Denied)),
            count(lanes[5].count(Kind::Delayed)),
            time(lanes[5].longest_wait()),
            // A full bucket, and one back every 0.6 s: the window is half open, so the hundredth comes after it.
            count(100 + 99),
            time(60 * SECONDS),
            count(most[3].cost),
            time(to - from),
        ],
    );
}

#[test]
fn shorter_windows_are_counted_again() {
    let run = built_in("shorter-windows");
    let [long, short] = [0, 1].map(|lane| Walked::new(&run, lane));
    let worst = |lane: &Walked<'_>| count(lane.most_in_any(60 * SECONDS).cost);
    let all = count(long.steps.len() as u64);
    let numbers = ["100".into(), worst(&long), "10".into(), "6".into(), worst(&short)];
    let admitted = [count(short.admitted()), all, count(long.admitted())];
    assert_numbers("shorter-windows", &[&numbers[..], &["100".into()], &admitted].concat());
}

#[test]
fn overload_is_counted_again() {
    let run = built_in("overload");
    let [queue, bucket] = [0, 1].map(|lane| Walked::new(&run, lane));
    assert!(
        queue
            .steps
            .iter()
            .zip(&bucket.steps)
            .all(|(one, other)| one.started.is_some() == other.started.is_some())
    );
    let started =
        queue.steps.iter().filter(|step| step.started.is_some_and(|start| start < 10 * SECONDS)).count();
    // The one that is being served takes a place.
    let (admitted, denied, all) = (queue.admitted(), queue.count(Kind::Denied), queue.steps.len() as u64);
    assert_eq!(started as u64, admitted - 500 + 1);
    let numbers = [count(500), count(denied), count(all), percent(denied, all)];
    let served =
        ["10".into(), count(admitted - 500), count(500), time(queue.longest_wait()), count(admitted)];
    assert_numbers("overload", &[&numbers[..], &served].concat());
}

#[test]
fn riders_are_counted_again() {
    let run = built_in("riders");
    let [log, counter] = [0, 1].map(|lane| Walked::new(&run, lane));
    let all = log.steps.len() as u64;
    let differs =
        log.steps.iter().zip(&counter.steps).filter(|(one, other)| one.kind != other.kind).count() as u64;
    let bytes = |lane: &Walked<'_>| lane.policy().state_bytes();
    assert_eq!((all - differs) * 100 / all, 92, "93 % when rounded");
    assert!((all - differs) * 1000 / all >= 925);
    assert_eq!((bytes(&counter) * 2, bytes(&log) * 2), (48, 2_016), "megabytes for two million");
    let numbers = ["93".into(), count(all), count(bytes(&counter)), count(bytes(&log)), count(differs)];
    let rest =
        [count(log.admitted()), count(counter.admitted()), "2,000,000".into(), "48".into(), "2.02".into()];
    assert_numbers("riders", &[&numbers[..], &rest].concat());
}

#[test]
fn retries_are_counted_again() {
    let hinted = built_in("three-retries");
    let text = hinted.scenario().to_string();
    let with = |retry: &str| {
        let other = run(&text.replace("told attempts 6", retry));
        let lane = Walked::new(&other, 3);
        (lane.admitted(), lane.steps.len() as u64)
    };
    let all = [
        with("told attempts 6"),
        with("backoff 100ms max 2s attempts 6"),
        with("at_once attempts 6"),
        with("never"),
    ];
    let [hinted, backoff, at_once, never] = all;
    let numbers = [hinted.0, never.1, backoff.0, at_once.0, hinted.1, backoff.1, at_once.1, never.0];
    assert_numbers("three-retries", &numbers.map(count));
}
