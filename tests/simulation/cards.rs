//! Explanations of single requests, and questions to a run before it is done.

use proptest::prelude::*;
use ratelab_limiter::{Limiter, Rule, SECOND};
use ratelab_report::Report;
use ratelab_scenario::{
    language::{amend, parse, print},
    scenario::Windows,
    scenarios::BUILT_IN,
};
use ratelab_simulation::{
    measures::{intervals, state_bytes_for},
    run::{Kind, Simulation},
    view::Span,
};

use super::{run, scenario};

fn rule(run: &Report, lane: usize, index: usize) -> String {
    run.rule(lane, &run.explain(lane, index).expect("it is decided"))
}

/// Each kind of rule as a person would write it, below and above the limit.
#[test]
fn rules_are_in_the_users_own_numbers() {
    let several = run("limit=10/10s&traffic=11@0s; 1@15s\
        &lanes=fixed_window, sliding_window_log, sliding_window_counter, sliding_window_counter rounding=exact, \
        token_bucket, leaky_bucket_meter, leaky_bucket_queue max_wait=3s, all_of(gcra + fixed_window limit=3)");
    let expected = [
        ["9 + 1 ≤ 10: allowed", "10 + 1 > 10: denied", "0 + 1 ≤ 10: allowed"],
        ["9 + 1 ≤ 10: allowed", "10 + 1 > 10: denied", "0 + 1 ≤ 10: allowed"],
        [
            "⌊0 × 1⌋ + 9 + 1 ≤ 10: allowed",
            "⌊0 × 1⌋ + 10 + 1 > 10: denied",
            "⌊10 × 0.5⌋ + 0 + 1 ≤ 10: allowed",
        ],
        ["0 × 1 + 9 + 1 ≤ 10: allowed", "0 × 1 + 10 + 1 > 10: denied", "10 × 0.5 + 0 + 1 ≤ 10: allowed"],
        ["1 tokens ≥ 1: allowed", "0 tokens < 1: denied", "10 tokens ≥ 1: allowed"],
        ["9 + 1 ≤ 10: allowed", "10 + 1 > 10: denied", "0 + 1 ≤ 10: allowed"],
        ["a wait of 4 s > 3 s: denied", "a wait of 4 s > 3 s: denied", "a wait of 0 s ≤ 3 s: allowed"],
        [
            "Fixed window: 3 + 1 > 3: denied",
            "Fixed window: 3 + 1 > 3: denied",
            "Fixed window: 0 + 1 ≤ 3: allowed",
        ],
    ];
    for (lane, rules) in expected.into_iter().enumerate() {
        for (index, expected) in [9, 10, 11].into_iter().zip(rules) {
            assert_eq!(rule(&several, lane, index), expected, "lane {lane}, request {index}");
        }
    }
    assert_eq!(rule(&run("lanes=gcra&traffic=1@0s cost 0"), 0, 0), "it costs nothing: allowed");
    assert_eq!(rule(&run("lanes=leaky_bucket_queue&traffic=3@0s"), 0, 2), "2 + 1 ≤ 10: starts 2 s later");
}

#[test]
fn amending_one_field_keeps_the_others() {
    let before = scenario("limit=5/s & burst=8 & traffic=9@1s");
    let amended = |key, value| print(&amend(&before, key, value).expect("it can be read"));
    assert_eq!(amended("limit", "7/s"), "v=1&limit=7/s&burst=8&traffic=9@1s");
    assert_eq!(amended("burst", ""), "v=1&limit=5/s&traffic=9@1s");
    assert_eq!(amended("seed", " 4 "), "v=1&limit=5/s&burst=8&traffic=9@1s&seed=4");
    let position = |key, value| amend(&before, key, value).expect_err("it cannot be read").position;
    assert_eq!(position("traffic", "9@1s; 3 evry 1s"), 8);
    // Both are separators, and nothing follows them.
    assert_eq!(position("traffic", "9@1s&seed=3"), 5);
    assert_eq!(position("traffic", "9@1s\nseed=3"), 5);
    assert_eq!(amend(&before, "trafic", "9@1s").expect_err("no such key").code(), "unknown_key");
    // A field that does not fit the new value is itself reported.
    let before = scenario("lanes=token_bucket initial=8");
    for (key, value) in [("burst", "5"), ("limit", "5/s")] {
        let error = amend(&before, key, value).expect_err("8 of 5");
        assert_eq!((error.field, error.code()), (Some("lanes"), "out_of_range"), "{key}={value}");
    }
}

/// Amending a field is the same as reading a text with another value.
#[test]
fn amending_is_reading_a_text_with_another_field() {
    let values = [
        ("limit", "7/3s"),
        ("burst", "3"),
        ("lanes", "gcra, all_of(token_bucket + fixed_window limit=3)"),
        ("traffic", "9 every 1s; poisson 3/s for 2s"),
        ("clients", "7 zipf 1.2"),
        ("retry", "backoff 1s jitter"),
        ("seed", "9"),
        ("start", "7s"),
        ("show", "1s..2s"),
    ];
    for built_in in BUILT_IN {
        let before = scenario(built_in.text);
        for (key, value) in values {
            let others = built_in.text.split('&').filter(|field| !field.starts_with(&format!("{key}=")));
            let others = others.collect::<Vec<_>>().join("&");
            assert_eq!(
                amend(&before, key, value),
                parse(&format!("{others}&{key}={value}")),
                "{key}={value}"
            );
            assert_eq!(amend(&before, key, " "), parse(&others), "{key} as usual");
        }
    }
}

/// Windows of a lane's own length, from the first that begins with the scenario or after it.
#[test]
fn windows_are_the_lanes_own() {
    let windows = |text: &str| {
        let scenario = scenario(text);
        scenario.lanes[0]
            .windows(&scenario)
            .map(|Windows { length, origin }| (length / SECOND, origin / SECOND))
    };
    assert_eq!(windows("limit=10/10s&lanes=fixed_window"), Some((10, 0)));
    assert_eq!(windows("limit=10/10s&lanes=fixed_window window=7s&start=10s"), Some((7, 4)));
    assert_eq!(windows("limit=10/10s&lanes=sliding_window_counter&start=12h"), Some((10, 0)));
    assert_eq!(windows("limit=10/10s&lanes=sliding_window_counter window=7s&start=3s"), Some((7, 4)));
    assert_eq!(windows("lanes=fixed_window align=epoch"), Some((10, 0)));
    assert_eq!(windows("lanes=fixed_window align=first"), None);
    for other in ["sliding_window_log", "token_bucket", "gcra", "all_of(fixed_window)"] {
        assert_eq!(windows(&format!("lanes={other}")), None, "{other}");
    }
}

#[test]
fn a_request_is_found_by_its_time() {
    let done = run("traffic=10@9.5s; 10@10.1s");
    let at = |tenths: u64| done.request_at(0, tenths * SECOND / 10);
    assert_eq!([0, 95, 96, 101, 102, u64::MAX / SECOND].map(at), [0, 0, 10, 10, 19, 19].map(Some));
    let begun = Simulation::new(scenario("traffic=10@9.5s")).expect("policies within bounds");
    assert_eq!(begun.request_at(0, 0), None);
}

#[test]
fn a_scenario_knows_if_it_is_random_or_shares_requests() {
    let random = [
        "clients=2",
        "traffic=poisson 1/s for 1s",
        "traffic=pareto 1/s shape 1.5 for 1s",
        "retry=backoff 1s jitter",
    ];
    for text in random {
        assert!(scenario(text).is_random(), "{text}");
    }
    for text in ["", "traffic=ramp 1/s..2/s for 1s; 1@1s", "retry=backoff 1s", "clients=1 zipf 2"] {
        assert!(!scenario(text).is_random(), "{text}");
    }
    assert!(scenario("clients=2").has_same_requests() && !scenario("retry=at_once").has_same_requests());
}

/// A run that is not done returns `None` for what it does not know yet.
#[test]
fn a_run_that_is_not_done_returns_none() {
    let begun = Simulation::new(scenario("clients=4&traffic=2000@0s")).expect("policies within bounds");
    let mut begun = Report::new(begun);
    for _ in 0..3 {
        let _ = begun.advance(100);
        let decided = begun.lanes()[0].record().outcomes().len();
        assert_eq!(begun.explain(0, decided), None);
        assert_eq!(begun.measures(0), None);
        assert_eq!(begun.sentence(0), None);
        assert!(begun.envelope(0, &[1]).is_empty());
    }
}

/// The largest limits overflow neither an address nor the memory.
#[test]
fn a_log_may_have_the_largest_limit() {
    for limit in [268_435_454, 268_435_455, u32::MAX] {
        let run = run(&format!("limit={limit}/s&lanes=sliding_window_log&clients=2&traffic=100@0s"));
        assert!(run.band(0, 1).is_some() && run.explain(0, 99).is_some());
    }
}

/// A wide column, which reads most of its requests from a summary, has the extremes of the narrow columns in it,
/// which walk through theirs. The edges of both are at the same instants.
#[test]
fn a_wide_column_equals_its_parts() {
    let run = run("limit=900/s&seed=5&traffic=poisson 5000/s for 8s; 30000@9s");
    let columns = |lane, width| {
        let band = run.band(lane, 0).expect("it is done");
        band.columns(&run.view(Span::new(0..4_096_000_000 * 3, width)))
    };
    for lane in 0..run.lanes().len() {
        let (wide, narrow) = (columns(lane, 3), columns(lane, 3 * 4096));
        for (wide, parts) in wide.iter().zip(narrow.chunks(4096)) {
            let least = parts.iter().map(|part| part.least).min();
            let most = parts.iter().map(|part| part.most).max();
            assert_eq!((Some(wide.least), Some(wide.most)), (least, most), "lane {lane}");
        }
    }
}

/// Lanes that share bands have the same bands, and lanes whose clients react to their decisions do not share any.
#[test]
fn lanes_share_equal_bands() {
    let run = run("limit=20/s&seed=2&traffic=poisson 50/s for 9s");
    let span = Span::new(0..10_000_000_000, 70);
    let columns = |lane| run.band(lane, 0).expect("it is done").columns(&run.view(span));
    let shared: Vec<_> = (0..run.lanes().len()).map(|lane| run.lane_with_same_bands(lane)).collect();
    assert_eq!(shared, [0, 1, 2, 3, 3, 3, 3]);
    assert!((0..).zip(&shared).all(|(lane, other)| columns(lane) == columns(*other)));
    let run = super::run("limit=20/s&retry=after 100ms&traffic=poisson 50/s for 9s");
    assert!((0..run.lanes().len()).all(|lane| run.lane_with_same_bands(lane) == lane));
}

/// Memory for a million and for ten million clients, computed by hand.
#[test]
fn state_bytes_are_exact_for_any_number_of_clients() {
    let run = run("limit=100/m&lanes=fixed_window, sliding_window_log, gcra&traffic=1@0s");
    let bytes = |lane: usize, clients| state_bytes_for(run.lanes()[lane].policy(), clients);
    assert_eq!((bytes(0, 1_000_000), bytes(2, 10_000_000)), (24_000_000, 160_000_000));
    assert_eq!(bytes(1, 1_000_000), (48 + 32 * 100) * 1_000_000);
    assert_eq!(bytes(1, u64::MAX), u64::MAX);
}

/// The longest series of lengths is even in ratio, and includes both ends.
#[test]
fn lengths_of_an_envelope_grow_evenly() {
    assert_eq!(intervals(1..=1024, 11), (0..=10).map(|power| 1 << power).collect::<Vec<u64>>());
    assert_eq!(intervals(5..=5, 30), [5]);
    assert_eq!(intervals(0..=u64::MAX, 2), [0, u64::MAX]);
    assert!(intervals(0..=u64::MAX, 1_000).is_sorted());
}

proptest! {
    /// The counted requests add up to the number in the rule.
    #[test]
    fn counted_requests_match_the_rule(seed in 0u64..1_000, clients in 1u32..4) {
        let text = format!("limit=7/3s&seed={seed}&clients={clients}&traffic=poisson 4/s for 20s; 5@3s cost 2\
            &lanes=fixed_window, sliding_window_log, fixed_window align=first, sliding_window_counter");
        let run = run(&text);
        for lane in 0..4 {
            let arrivals = run.arrivals(lane).expect("it is done");
            for index in 0..arrivals.len() {
                let explanation = run.explain(lane, index).expect("it is decided");
                let counted = run.counted(lane, &explanation);
                let sum: u32 = counted.iter().map(|other| arrivals.cost(*other)).sum();
                let expected = match explanation.decision.why.rule {
                    Rule::Window { used, .. } | Rule::Log { used, .. } => used,
                    Rule::Counter { previous, current, .. } => previous + current,
                    rule => panic!("{rule:?}"),
                };
                prop_assert_eq!(sum, expected, "lane {}, request {}", lane, index);
                let outcomes = run.lanes()[lane].record().outcomes();
                let is_earlier = |other: &usize| *other < index && outcomes.get(*other) != Kind::Denied;
                prop_assert!(counted.iter().all(is_earlier));
            }
        }
    }

    /// Bands are exact even if whole blocks of requests are skipped.
    #[test]
    fn long_bands_are_exact(seed in 0u64..1_000, from in 0u64..90_000_000_000, length in 1u64..100_000_000_000) {
        let run = run(&format!("limit=40/3s&seed={seed}&traffic=poisson 20/s for 90s"));
        let span = Span::new(from..from + length, 9);
        for lane in 0..run.lanes().len() {
            let policy = run.lanes()[lane].policy();
            let columns = run.band(lane, 0).expect("it is done").columns(&run.view(span));
            let times = run.arrivals(lane).expect("it is done").times();
            for (number, found) in (0..).zip(columns.iter()) {
                let (begin, end) = (span.edge(number), span.edge(number + 1));
                let mut state = policy.fresh();
                let mut levels = Vec::new();
                let level = |state: &_, time| policy.level(&policy.advance(state, time));
                for time in times.iter().take_while(|time| **time < end) {
                    if *time >= begin && levels.is_empty() {
                        levels.push(level(&state, begin));
                    }
                    if *time >= begin {
                        levels.push(level(&state, *time));
                    }
                    let _ = policy.take(&mut state, *time, 1);
                    if *time >= begin {
                        levels.push(level(&state, *time));
                    }
                }
                if levels.is_empty() {
                    levels.push(level(&state, begin));
                }
                levels.push(level(&state, end.saturating_sub(1).max(begin)));
                prop_assert_eq!(Some(found.least), levels.iter().min().copied(), "lane {}, column {}", lane, number);
                prop_assert_eq!(Some(found.most), levels.iter().max().copied(), "lane {}, column {}", lane, number);
            }
        }
    }

    /// A lane decides next to others as it does alone, even if an earlier lane decides the same: in any slices, and
    /// explained from the same states.
    #[test]
    fn other_lanes_do_not_affect_a_lane(seed in 0u64..1_000, slice in 1usize..3_000, clients in 1u32..3) {
        let lanes = [
            "token_bucket", "leaky_bucket_meter", "gcra", "token_bucket initial=3", "token_bucket refill=interval",
            "gcra burst=9", "leaky_bucket_queue", "leaky_bucket_queue", "fixed_window", "fixed_window",
        ];
        let text = |lanes: &str| {
            format!("limit=7/3s&seed={seed}&clients={clients}&traffic=poisson 90/s for 20s; 5@3s cost 2&lanes={lanes}")
        };
        let mut together = Simulation::new(scenario(&text(&lanes.join(", ")))).expect("policies within bounds");
        while !together.advance(slice) {}
        for (lane, name) in lanes.iter().enumerate() {
            let alone = run(&text(name));
            let (ours, theirs) = (together.lanes()[lane].record(), alone.lanes()[0].record());
            prop_assert_eq!(ours.outcomes().words(), theirs.outcomes().words(), "{}", name);
            let length = ours.outcomes().len();
            prop_assert_eq!(length, theirs.outcomes().len());
            prop_assert_eq!(ours.count(length / 3..length), theirs.count(length / 3..length));
            prop_assert!(ours.releases().iter().eq(theirs.releases().iter()));
            for index in [0, length / 2, length - 1] {
                prop_assert_eq!(together.explain(lane, index), alone.explain(0, index));
            }
        }
    }

    /// The hash differs between two runs only if their decisions do.
    #[test]
    fn a_hash_depends_on_the_decisions(seed in 0u64..1_000) {
        let text = |seed| format!("limit=7/3s&seed={seed}&traffic=poisson 4/s for 20s");
        let scenario = parse(&text(seed)).expect("a scenario");
        prop_assert_eq!(run(&text(seed)).hash(), run(&print(&scenario)).hash());
        prop_assert_ne!(run(&text(seed)).hash(), run(&text(seed + 1)).hash());
    }
}
