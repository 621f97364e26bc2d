//! Requests added, moved and removed by hand, one by one or in whole bursts.

use proptest::{collection::vec, prelude::*, sample::Index};
use ratelab_limiter::SECOND;
use ratelab_scenario::{
    language::{MOST_LISTED, Stroke, paint, parse, print},
    scenario::Scenario,
    traffic::arrivals,
};
use ratelab_tests::strokes::{in_turn, painter, requests, stroke};

const MILLISECOND: u64 = 1_000_000;

fn add(seconds: &[u64]) -> Stroke {
    Stroke::Add(seconds.iter().map(|time| time * SECOND).collect())
}

fn shift(request: usize, seconds: u64) -> Stroke {
    Stroke::Move { request, to: seconds * SECOND }
}

fn scenario(text: &str) -> Scenario {
    parse(text).expect("a scenario")
}

#[track_caller]
fn becomes(traffic: &str, stroke: &Stroke, expected: &str) {
    let before = scenario(&format!("limit=5/s&traffic={traffic}&seed=3"));
    let after = ratelab_tests::strokes::stroke(&before, stroke).expect("the stroke is valid");
    let text = format!("v=1&limit=5/s&traffic={expected}&seed=3");
    assert_eq!(print(&after), text, "{traffic}, {stroke:?}");
}

#[test]
fn added_requests_join_existing_patterns() {
    becomes("3@1.2s", &Stroke::Add(vec![1200 * MILLISECOND]), "4@1.2s");
    becomes("3@1s; poisson 9/s for 2s", &add(&[2, 2, 2]), "3@1s; poisson 9/s for 2s; 3@2s");
    becomes("poisson 9/s for 2s", &add(&[7]), "poisson 9/s for 2s; 1@7s");
    becomes("10@1s; 1@4s", &add(&[3]), "10@1s; at 3s 4s");
    becomes("10@1s", &add(&[9, 3, 5, 3]), "10@1s; 2@3s; at 5s 9s");
    becomes("at 1s 3s; 5/s for 1s", &add(&[2]), "at 1s 2s 3s; 5/s for 1s");
    becomes("at 1s 3s from 5s", &add(&[7]), "at 1s 2s 3s from 5s");
    becomes("at 1s 3s from 5s", &add(&[4]), "at 1s 3s from 5s; 1@4s");
    becomes("at 1s 3s", &add(&[3]), "at 1s 3s; 1@3s");
    becomes("at 1s 3s cost 2; 3@2s cost 0", &add(&[2]), "at 1s 3s cost 2; 3@2s cost 0; 1@2s");
    becomes("15 every 0.1s", &add(&[]), "15 every 100ms");
    let usual = paint(&Scenario::default(), &add(&[3])).expect("within the limit");
    assert_eq!(print(&usual), "v=1&traffic=10@9.5s; 10@10.1s; 1@3s");
}

#[test]
fn moving_or_removing_requests_keeps_the_others() {
    becomes("10@1s; 10@2s", &Stroke::Remove(12), "10@1s; 9@2s");
    becomes("10@1s; 10@2s", &shift(0, 2), "9@1s; 11@2s");
    becomes("10@1s cost 4; 10@2s", &shift(0, 2), "9@1s cost 4; 10@2s; 1@2s cost 4");
    becomes("10@1s; 10@2s", &shift(0, 5), "9@1s; 10@2s; 1@5s");
    becomes("1@1s; 10@2s", &shift(0, 2), "11@2s");
    becomes("1@1s; 10@2s", &shift(0, 3), "1@3s; 10@2s");
    becomes("1@1s; 10@2s", &Stroke::Remove(0), "10@2s");
    becomes("at 3s 1s 2s", &Stroke::Remove(0), "at 3s 2s");
    becomes("at 1s 2s", &Stroke::Remove(0), "1@2s");
    becomes("at 1s 2s from 1s", &shift(1, 0), "at 0s 2s");
    becomes("4 every 1s from 1s cost 2", &shift(3, 7), "at 1s 2s 3s 7s cost 2");
    becomes("burst 10 every 5s x2", &Stroke::Remove(19), "10@0s; 9@5s");
    becomes("burst 2 every 5s x2", &shift(3, 6), "2@0s; at 5s 6s");
}

/// A burst is moved as a whole, and other requests in the range keep their distance to it.
#[test]
fn bursts_are_moved_or_removed_as_a_whole() {
    let at = |from: u64, until: u64| from * SECOND / 2..until * SECOND / 2;
    let shift = |from, until, to: u64| Stroke::MoveAll { range: at(from, until), to: to * SECOND / 2 };
    let remove = |from, until| Stroke::RemoveAll(at(from, until));
    becomes("10@1s; 10@2s", &shift(4, 5, 7), "10@1s; 10@3.5s");
    becomes("10@1s; 10@2s", &shift(4, 5, 2), "20@1s");
    becomes("10@1s; 10@2s", &shift(2, 5, 1), "10@500ms; 10@1.5s");
    becomes("10@1s; 10@1.5s", &shift(2, 4, 1), "10@500ms; 10@1s");
    becomes("10@1s; 10@1.5s", &shift(2, 4, 3), "10@1.5s; 10@2s");
    becomes("10@1s cost 2; 10@2s", &shift(4, 5, 2), "10@1s cost 2; 10@1s");
    becomes("burst 10 every 5s x3", &shift(10, 11, 12), "10@0s; 10@6s; 10@10s");
    becomes("15 every 100ms from 1s", &shift(2, 6, 8), "15 every 100ms from 4s");
    becomes("4 every 1s", &shift(2, 5, 3), "at 0s 1.5s 2.5s 3s");
    becomes("at 1s 2s 3s from 1s", &shift(4, 5, 0), "at 0s 3s 4s");
    becomes("poisson 9/s for 2s", &shift(0, 4, 6), "poisson 9/s for 2s from 3s");
    becomes("10@1s; 10@2s", &remove(2, 3), "10@2s");
    becomes("10@1s; 10@2s", &remove(2, 5), "poisson 1/d for 1ns");
    becomes("10@1s; at 1s 2s 3s", &remove(2, 3), "at 2s 3s");
    becomes(
        "10@1s; poisson 9/s for 500ms from 5s",
        &remove(2, 3),
        "poisson 1/d for 1ns; poisson 9/s for 500ms from 5s",
    );
    becomes("burst 10 every 5s x2", &remove(0, 1), "10@5s");
}

/// A moved request keeps its group, and joins only requests of that group.
#[test]
fn groups_are_kept_apart() {
    becomes("3@1s by a; 2@2s by b", &shift(0, 2), "2@1s by a; 2@2s by b; 1@2s by a");
    becomes("3@1s by a; 2@2s by a", &shift(0, 2), "2@1s by a; 3@2s by a");
    becomes("1@1s by a; 2@2s by b", &shift(0, 2), "1@2s by a; 2@2s by b");
    becomes("4 every 1s by a", &shift(3, 5), "at 0s 1s 2s 5s by a");
    becomes("burst 10 every 5s x2 cost 2 by a", &Stroke::Remove(19), "10@0s cost 2 by a; 9@5s cost 2 by a");
    becomes("3@1s by a; 3@2s by b", &add(&[2]), "3@1s by a; 3@2s by b; 1@2s by a");
    becomes("3@1s by a; 3@2s by b", &add(&[1]), "4@1s by a; 3@2s by b");
    becomes("3@1s by a; 3@2s", &add(&[1]), "3@1s by a; 3@2s; 1@1s");
    becomes("3@1s by a", &Stroke::RemoveAll(0..2 * SECOND), "poisson 1/d for 1ns by a");
    becomes("poisson 1/d for 1ns by a", &add(&[4]), "1@4s by a");
    becomes(
        "3@1s by a; 3@2s by b",
        &Stroke::MoveAll { range: 2 * SECOND..3 * SECOND, to: SECOND },
        "3@1s by a; 3@1s by b",
    );
    becomes(
        "3@1s by a; 3@2s by a",
        &Stroke::MoveAll { range: 2 * SECOND..3 * SECOND, to: SECOND },
        "6@1s by a",
    );
}

/// The sender within a group depends on the index of the request, as for clients without a group.
#[test]
fn requests_keep_their_senders_within_a_group() {
    let becomes = |traffic: &str, stroke: &Stroke, expected: &str| {
        let text = |traffic: &str| format!("traffic={traffic}&groups=a 5, b");
        let after = stroke_of(&scenario(&text(traffic)), stroke);
        assert_eq!(after, scenario(&text(expected)), "{traffic}: {after}");
    };
    becomes("burst 2 every 5s x2 by a", &Stroke::Remove(3), "at 0s 0s 5s by a");
    becomes("burst 2 every 5s x2 by b", &Stroke::Remove(3), "2@0s by b; 1@5s by b");
    becomes("at 1s 3s by a", &add(&[2]), "at 1s 3s by a; 1@2s by a");
    becomes("at 1s 3s by b", &add(&[2]), "at 1s 2s 3s by b");
    becomes("1@0s by b; 1@1s by a", &Stroke::Remove(0), "1@1s by a");
    becomes(
        "1@0s by b; 1@1s by a; poisson 9/s for 1s by a",
        &Stroke::Remove(0),
        "poisson 1/d for 1ns by b; 1@1s by a; poisson 9/s for 1s by a",
    );
}

fn stroke_of(before: &Scenario, by: &Stroke) -> Scenario {
    stroke(before, by).expect("the stroke is valid")
}

/// Random numbers depend on the index of a pattern: random patterns stay where they are.
#[test]
fn random_patterns_keep_their_requests() {
    let poisson = "poisson 9/s for 2s";
    let text = |traffic: &str| traffic.replace("...", poisson);
    let becomes = |traffic: &str, stroke: &Stroke, expected: &str| {
        becomes(&text(traffic), stroke, &text(expected));
    };
    becomes("1@0s; ...; 3@9s", &Stroke::Remove(0), "3@9s; ...");
    becomes("1@0s; ...; 3@9s", &shift(0, 9), "1@9s; ...; 3@9s");
    becomes("burst 2 every 10s x2; ...", &Stroke::Remove(0), "2@10s; ...; 1@0s");
    becomes("1@0s; ...", &Stroke::Remove(0), "poisson 1/d for 1ns; ...");
    becomes("poisson 1/d for 1ns; ...", &add(&[4]), "1@4s; ...");
    becomes("1@0s", &Stroke::Remove(0), "poisson 1/d for 1ns");
}

#[test]
fn invalid_strokes_are_refused_with_reasons() {
    let refused = |text: &str, stroke: &Stroke| {
        let before = scenario(text);
        let error = paint(&before, stroke).expect_err(text);
        assert_eq!(error.field, Some("traffic"), "{error}");
        let text = print(&before);
        let wrong = text.get(error.position..error.position + error.length).expect("it is in the text");
        (error.code(), wrong.to_owned(), error.expected.to_string())
    };
    let given = |code, wrong: &str, expected: &str| (code, wrong.to_owned(), expected.to_owned());
    assert_eq!(
        refused("seed=1&traffic=9@1s; 2@2s", &Stroke::Remove(11)),
        given("out_of_range", "9@1s; 2@2s", "a request from 0 to 10, not 11")
    );
    assert_eq!(
        refused("", &shift(20, 1)),
        given("out_of_range", "10@9.5s; 10@10.1s", "a request from 0 to 19, not 20")
    );
    let listed = |count: usize| format!("traffic=1@0s; {count} every 1ms from 1ms&seed=1");
    assert!(paint(&scenario(&listed(MOST_LISTED)), &Stroke::Remove(7)).is_ok());
    assert_eq!(
        refused(&listed(MOST_LISTED + 1), &Stroke::Remove(7)),
        given(
            "too_many_requests",
            "1001 every 1ms from 1ms",
            "at most 1000 requests in a pattern to edit one of them"
        )
    );
    let other = paint(&scenario(&listed(MOST_LISTED + 1)), &Stroke::Remove(0));
    assert!(other.is_ok(), "its own pattern is small");
    let (code, _, expected) = refused("traffic=10000000@1s", &add(&[4]));
    assert_eq!(
        (code, &expected[..]),
        ("too_many_requests", "at most 10000000 requests in all, not 10000001")
    );
    assert_eq!(refused("start=1s&traffic=1@1s", &Stroke::Add(vec![u64::MAX])).0, "out_of_range");
    assert_eq!(
        refused("traffic=1@1s", &Stroke::Add((0..9_000).map(|time| time * 1_000_001).collect())).0,
        "too_long"
    );
    assert_eq!(refused("traffic=1@1s", &Stroke::Add((0..30_000).collect())).0, "too_long");
    assert_eq!(refused("traffic=1@1s", &Stroke::Add(vec![5; 10_000_001])).0, "too_many_requests");
    assert_eq!(
        refused("traffic=9@1s", &Stroke::RemoveAll(0..SECOND)),
        given("out_of_range", "9@1s", "a time range with requests")
    );
    let range = 0..2 * SECOND;
    assert_eq!(
        refused("traffic=9@1s", &Stroke::MoveAll { range: range.clone(), to: u64::MAX }).0,
        "out_of_range"
    );
    let some = &listed(MOST_LISTED + 1);
    assert_eq!(refused(some, &Stroke::RemoveAll(0..SECOND)).0, "too_many_requests");
    assert!(paint(&scenario(some), &Stroke::MoveAll { range, to: 5 }).is_ok(), "its pattern keeps its text");
}

/// Traffic with every kind of pattern, sent by one client or several.
fn scenarios() -> impl Strategy<Value = Scenario> {
    let patterns = [
        "1@1s",
        "3@2s",
        "2@2s cost 3",
        "7 every 300ms from 1s",
        "burst 4 every 500ms x5",
        "at 2s 1s 1.5s",
        "at 1s 2s from 1s cost 3",
        "4/s for 3s",
        "poisson 9/s for 2s",
        "onoff 7/s on 200ms off 300ms for 2s",
        "ramp 1/s..9/s for 3s",
        "pareto 5/s shape 1.5 for 3s",
        "poisson 1/d for 1ns",
    ];
    let by = prop_oneof![6 => Just(""), 1 => Just(" by app"), 1 => Just(" by cron")];
    let pattern =
        (prop::sample::select(patterns.to_vec()), by).prop_map(|(pattern, by)| format!("{pattern}{by}"));
    let clients = prop::sample::select(vec!["1", "1", "3", "1&groups=cron 3,app", "3&groups=app,cron"]);
    (vec(pattern, 1..6), clients, 0..100u64).prop_map(|(traffic, clients, seed)| {
        scenario(&format!("traffic={}&clients={clients}&seed={seed}", traffic.join(";")))
    })
}

fn times() -> impl Strategy<Value = u64> {
    prop_oneof![(0..8u64).prop_map(|half| half * SECOND / 2), 0..5 * SECOND]
}

/// A stroke before the number of requests is known.
fn strokes() -> impl Strategy<Value = (u8, Index, Vec<u64>)> {
    (0..5u8, any::<Index>(), vec(times(), 2..9))
}

fn drawn(scenario: &Scenario, (kind, index, times): &(u8, Index, Vec<u64>)) -> Stroke {
    let count = arrivals(scenario).len();
    match kind {
        1 if count > 0 => Stroke::Move { request: index.index(count), to: times[0] },
        2 if count > 0 => Stroke::Remove(index.index(count)),
        3 | 4 if count > 0 => {
            let from = arrivals(scenario).time(index.index(count));
            let range = from.saturating_sub(times[0] % 3)..from + 1 + times[1] % (2 * SECOND);
            if *kind == 3 { Stroke::RemoveAll(range) } else { Stroke::MoveAll { range, to: times[0] } }
        }
        _ => Stroke::Add(times.clone()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(ratelab_tests::draws(1000))
    })]

    /// A sequence of strokes, each of which changes exactly what it should.
    #[test]
    fn strokes_change_nothing_else(scenario in scenarios(), strokes in vec(strokes(), 1..9)) {
        let mut scenario = scenario;
        for given in strokes {
            let drawn = drawn(&scenario, &given);
            scenario = stroke(&scenario, &drawn).map_err(|error| TestCaseError::fail(error.to_string()))?;
        }
    }

    /// Added requests can be removed, in any order.
    #[test]
    fn added_requests_can_be_removed(scenario in scenarios(), times in vec(times(), 1..9)) {
        let (before, by) = (requests(&scenario), painter(&scenario));
        let mut scenario = stroke(&scenario, &Stroke::Add(times.clone())).expect("within the limit");
        for time in times {
            let request = in_turn(&scenario).iter().position(|request| *request == (time, 1, by));
            scenario = stroke(&scenario, &Stroke::Remove(request.expect("it was added"))).expect("the request exists");
        }
        prop_assert_eq!(requests(&scenario), before);
    }
}
