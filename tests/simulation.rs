//! Runs: every built-in scenario comes out as it should, and what is told of a run
//! is what walking through it would tell.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::{Algorithm, Limiter};
use ratelab_simulation::{
    language::parse,
    measures::{most_in_any, starts},
    run::{Counts, Kind, Simulation},
    scenario::Scenario,
    scenarios::BUILT_IN,
    view::{Span, View},
};

fn scenario(text: &str) -> Scenario {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run(text: &str) -> Simulation {
    Simulation::complete(scenario(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn built_in(name: &str) -> Simulation {
    let found = BUILT_IN.iter().find(|built_in| built_in.name == name);
    run(found.unwrap_or_else(|| panic!("no scenario is called {name}")).text)
}

/// How many each lane admitted.
fn admitted(run: &Simulation) -> Vec<u32> {
    let counts = |lane: usize| run.measures(lane).expect("it is done").counts.admitted();
    (0..run.lanes().len()).map(counts).collect()
}

#[test]
fn every_built_in_scenario_runs_and_its_sentences_are_told() {
    for built_in in BUILT_IN {
        let run = run(built_in.text);
        assert!(run.traffic().is_some_and(|traffic| !traffic.is_empty()), "{}", built_in.name);
        for lane in 0..run.lanes().len() {
            let sentence = run.sentence(lane).expect("it is done");
            assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
        }
        assert!(run.comparison().is_some());
        assert!(!built_in.title.is_empty() && built_in.look_at.ends_with(['.', '?']), "{}", built_in.name);
    }
}

/// The lanes are in the order of `Algorithm::ALL`: fixed window, log, counter, token
/// bucket, meter, queue, GCRA.
#[test]
fn the_worked_examples_come_out() {
    assert_eq!(admitted(&built_in("edge-burst")), [20, 10, 11, 10, 10, 10, 10]);
    assert_eq!(admitted(&built_in("fifteen")), [10, 10, 10, 11, 11, 11, 11]);
    assert_eq!(admitted(&built_in("boundary-attack")), [200, 100, 102, 103, 103, 103, 103]);
    assert_eq!(admitted(&built_in("dashboard-poll")), [20, 10, 12, 13, 13, 13, 13]);
    assert_eq!(admitted(&built_in("app-open"))[3..], [8; 4]);
    assert_eq!(admitted(&built_in("gps-dump"))[0], 15_700 - 1_700);
    assert_eq!(admitted(&built_in("forty-nine-and-a-half")), [61, 60, 61]);
    assert_eq!(admitted(&built_in("steady")), [120, 120, 114, 120, 120, 120, 120]);
}

#[test]
fn the_rest_of_the_scenarios_show_what_they_say() {
    let partner = built_in("partner-sla");
    let log = partner.measures(1).expect("it is done");
    assert!(log.most.cost <= 100 && partner.measures(0).expect("it is done").most.cost == 200);
    for (name, above) in [("poisson-90", false), ("poisson-110", true)] {
        let run = built_in(name);
        let measures: Vec<_> = (0..7).map(|lane| run.measures(lane).expect("it is done")).collect();
        assert!(measures.iter().all(|lane| lane.counts.denied > 0), "{name}: chance makes bursts");
        assert_eq!(measures[1].disagreement.over + measures[1].disagreement.under, 0, "the log is the log");
        assert!(!above || measures[2].disagreement.over > 0);
    }
    let heavy = built_in("heavy-and-light");
    let arrivals = heavy.arrivals(3).expect("it is done");
    let denied = |cost: u32| {
        let of = (0..arrivals.len()).filter(|index| arrivals.cost(*index) == cost);
        let (mut all, mut denied) = (0, 0);
        of.for_each(|index| {
            all += 1;
            denied += usize::from(heavy.mark(3, index).kind == Kind::Denied);
        });
        denied * 100 / all
    };
    assert!(denied(5) > denied(1), "heavy requests starve first: {} and {} %", denied(5), denied(1));
    let storm = built_in("retry-storm").measures(1).expect("it is done").goodput;
    assert!(storm.attempts > 2 * storm.requests && storm.succeeded < storm.requests, "{storm:?}");
    let alike = built_in("three-of-a-kind");
    assert_eq!(alike.next_disagreement(&[0, 1, 2], 0), None);
    let crowd = built_in("flash-crowd");
    assert!(crowd.traffic().is_some_and(|traffic| traffic.clients().iter().max() > Some(&900)));
}

#[test]
fn sentences_are_computed() {
    let edge = built_in("edge-burst");
    assert_eq!(edge.sentence(0).as_deref(), Some("Fixed window let 20 through in 0.6 s, twice its limit."));
    assert_eq!(
        edge.comparison().as_deref(),
        Some(
            "Fixed window let 20 through in 0.6 s, twice its limit. No other limiter let more than 11 through in that time."
        )
    );
    assert_eq!(
        edge.sentence(1).as_deref(),
        Some("Sliding window log let 10 of 20 through, never more than 10 in any 10 s.")
    );
    assert_eq!(
        edge.sentence(5).as_deref(),
        Some(
            "Leaky bucket, queue let 10 of 20 through, never more than 10 in any 10 s, 9 of them later, after up to 9 s."
        )
    );
    assert_eq!(built_in("steady").sentence(6).as_deref(), Some("GCRA let all 120 through."));
}

/// Every request is decided in the end or its client gave up: no attempt is lost.
#[test]
fn attempts_are_conserved() {
    for retry in [
        "at_once attempts 3",
        "after 100ms attempts 4",
        "backoff 50ms max 1s jitter attempts 5",
        "told attempts 4",
    ] {
        let run = run(&format!("limit=10/s&traffic=poisson 30/s for 10s&clients=20&retry={retry}"));
        let requests = run.traffic().expect("it is done").len();
        for lane in run.lanes() {
            let attempts = lane.attempts().expect("clients react");
            let outcomes = lane.record().outcomes();
            assert_eq!(attempts.requests.len(), outcomes.len());
            assert!(attempts.arrivals.times().is_sorted());
            let mut made = vec![0; requests];
            let mut settled = vec![false; requests];
            for index in 0..outcomes.len() {
                let request = attempts.requests[index] as usize;
                made[request] += 1;
                assert_eq!(
                    attempts.numbers[index], made[request],
                    "attempts at a request are numbered in order"
                );
                assert!(!settled[request], "nobody tries again after an admission");
                settled[request] = outcomes.get(index) != Kind::Denied;
            }
            let most = run.scenario().retry.attempts;
            let gave_up = |request: &usize| !settled[*request] && made[*request] < most;
            let early = (0..requests).filter(gave_up).count();
            assert_eq!(early, 0, "{retry}, {}", lane.policy());
        }
    }
}

/// A client that does as it is told passes at its second attempt, where nobody else
/// is in its way.
#[test]
fn who_waits_as_told_passes() {
    let run = run("limit=2/10s&burst=2&traffic=3@0s&retry=told attempts 2");
    for (lane, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let measures = run.measures(lane).expect("it is done");
        assert_eq!((measures.goodput.attempts, measures.goodput.succeeded), (4, 3), "{algorithm}");
    }
}

/// The same columns however a run is sliced.
#[test]
fn slices_do_not_change_a_run() {
    let text = "limit=20/s&traffic=poisson 30/s for 20s; burst 40 every 3s x5&clients=7&seed=9";
    for text in [text.to_owned(), format!("{text}&retry=backoff 100ms attempts 4")] {
        let whole = run(&text);
        let mut sliced = Simulation::new(scenario(&text)).expect("a scenario");
        let mut budget = 1;
        let mut last = 0;
        while !sliced.advance(budget) {
            budget = budget % 97 + 1;
            let progress = sliced.progress();
            assert!(progress.done >= last && progress.done <= progress.of.max(progress.done));
            last = progress.done;
        }
        for lane in 0..whole.lanes().len() {
            assert_eq!(whole.arrivals(lane), sliced.arrivals(lane));
            assert_eq!(decisions(&whole, lane), decisions(&sliced, lane));
        }
    }
}

fn decisions(run: &Simulation, lane: usize) -> Vec<(Kind, Option<u64>)> {
    let decided = run.lanes()[lane].record().outcomes().len();
    (0..decided).map(|index| run.mark(lane, index)).map(|mark| (mark.kind, mark.started)).collect()
}

/// A scenario with a little of everything.
fn any_scenario() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 40/s for 20s"),
        Just("burst 30 every 2s x9; 7/s for 15s from 1s"),
        Just("ramp 1/s..60/s for 20s; 5@3s cost 3"),
        Just("onoff 50/s on 1s off 2s for 20s; pareto 9/s shape 1.4 for 20s"),
    ];
    let clients = prop_oneof![Just("1"), Just("5"), Just("40 zipf 1.2")];
    let retry =
        prop_oneof![Just("never"), Just("never"), Just("backoff 100ms attempts 3"), Just("told attempts 3")];
    (1u32..40, 1u32..12, traffic, clients, retry, 0u64..1000).prop_map(|(limit, window, traffic, clients, retry, seed)| {
        format!(
            "limit={limit}/{window}s&traffic={traffic}&clients={clients}&retry={retry}&seed={seed}&start=3s&lanes=fixed_window, \
             sliding_window_log, sliding_window_counter rounding=exact, token_bucket, leaky_bucket_meter, \
             leaky_bucket_queue max_wait=2s, gcra, all_of(gcra + fixed_window limit=9)"
        )
    })
}

proptest! {
    #![proptest_config(Config { cases: 60, failure_persistence: None, ..Config::default() })]

    /// Explanations replay to the recorded decision, from whatever state was saved.
    #[test]
    fn explanations_are_the_decisions(text in any_scenario(), picks in prop::collection::vec(any::<prop::sample::Index>(), 12)) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let decided = run.lanes()[lane].record().outcomes().len();
            for pick in &picks {
                let mark = run.mark(lane, pick.index(decided));
                let told = run.explain(lane, mark.index as usize).expect("it is decided");
                prop_assert_eq!(Kind::from(told.decision.outcome), mark.kind);
                let started = told.time + told.decision.outcome.delay();
                prop_assert_eq!(mark.started, told.decision.outcome.admits().then_some(started));
                if let Some(passes) = told.would_pass {
                    let policy = run.lanes()[lane].policy();
                    let at = |time: u64| policy.peek(&told.after, run.scenario().start + time, told.cost).outcome.admits();
                    prop_assert!(at(passes) && !at(passes - 1));
                }
            }
        }
    }

    /// A view is what counting would give, at any range and width; nothing in it
    /// vanishes.
    #[test]
    fn views_are_what_counting_gives(text in any_scenario(), from in 0u64..30_000_000_000, length in 1u64..40_000_000_000, width in 1u32..300) {
        let run = run(&text);
        let span = Span::new(from, from + length, width);
        for lane in 0..run.lanes().len() {
            let all: Vec<_> = (0..run.lanes()[lane].record().outcomes().len()).map(|index| run.mark(lane, index)).collect();
            let inside: Vec<_> = all.iter().filter(|mark| (span.from..span.to).contains(&mark.time)).copied().collect();
            prop_assert_eq!(run.view(lane, span, usize::MAX), View::Marks(inside.clone()));
            let View::Columns(columns) = run.view(lane, span, 0) else {
                prop_assert!(inside.is_empty());
                continue;
            };
            prop_assert_eq!(columns.len(), width as usize);
            for (column, counts) in (0..width).zip(columns) {
                let of = |kind| {
                    let here = span.edge(column)..span.edge(column + 1);
                    inside.iter().filter(|mark| mark.kind == kind && here.contains(&mark.time)).count() as u32
                };
                let counted = Counts { allowed: of(Kind::Allowed), denied: of(Kind::Denied), delayed: of(Kind::Delayed) };
                prop_assert_eq!(counts, counted);
            }
        }
    }

    /// The band of a column holds what is in use at every instant of it, and its two
    /// ends are reached: just before, at or just after a request or an edge.
    #[test]
    fn bands_are_exact(text in any_scenario(), from in 0u64..25_000_000_000, length in 1u64..20_000_000_000, width in 1u32..60) {
        let run = run(&text);
        let span = Span::new(from, from + length, width);
        for lane in 0..run.lanes().len() {
            let (policy, start) = (run.lanes()[lane].policy(), run.scenario().start);
            let arrivals = run.arrivals(lane).expect("it is done");
            let client = arrivals.client(arrivals.len() / 2);
            let columns = run.band(lane, client).expect("it is done").columns(span);
            let mut levels = vec![Vec::new(); width as usize];
            let mut state = policy.fresh();
            let mut index = 0;
            for column in 0..width {
                let (begin, end) = (span.edge(column), span.edge(column + 1));
                let level = |state: &_, time: u64| policy.level(&policy.advance(state, start + time));
                while index < arrivals.len() && arrivals.time(index) < begin {
                    if arrivals.client(index) == client {
                        let _ = policy.take(&mut state, start + arrivals.time(index), arrivals.cost(index));
                    }
                    index += 1;
                }
                levels[column as usize].push(level(&state, begin));
                while index < arrivals.len() && arrivals.time(index) < end {
                    if arrivals.client(index) == client {
                        levels[column as usize].push(level(&state, arrivals.time(index)));
                        let _ = policy.take(&mut state, start + arrivals.time(index), arrivals.cost(index));
                        levels[column as usize].push(level(&state, arrivals.time(index)));
                    }
                    index += 1;
                }
                levels[column as usize].push(level(&state, end.saturating_sub(1).max(begin)));
            }
            for (extremes, levels) in columns.iter().zip(levels) {
                prop_assert_eq!(Some(extremes.least), levels.iter().copied().min());
                prop_assert_eq!(Some(extremes.most), levels.iter().copied().max());
            }
        }
    }

    /// The most in any interval is what trying every pair of requests gives.
    #[test]
    fn the_most_in_any_interval_is_found(text in any_scenario(), interval in 0u64..20_000_000_000) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let started = starts(&run, lane);
            let most = started.iter().map(|first| {
                let within = started.iter().filter(|other| {
                    other.client == first.client && (first.time..=first.time + interval).contains(&other.time)
                });
                within.map(|other| u64::from(other.cost)).sum::<u64>()
            });
            let found = most_in_any(&started, interval);
            prop_assert_eq!(found.cost, most.max().unwrap_or(0));
            prop_assert!(found.to - found.from <= interval);
            let reach = run.envelope(lane, &[0, interval, u64::MAX]);
            prop_assert_eq!(reach[1].most, found);
            prop_assert!(reach.iter().all(|reach| u128::from(reach.most.cost) <= reach.bound), "{:?}", reach);
        }
    }
}

/// The comparison has the shape that the demonstration's endpoint answers with.
#[test]
fn the_comparison_has_its_shape() {
    let told: serde_json::Value =
        serde_json::from_str(&built_in("fifteen").to_comparison()).expect("it is JSON");
    assert_eq!(
        told["input"],
        serde_json::json!({"key": "client", "n": 15, "delay": serde_json::from_str::<serde_json::Value>("0.1").expect("a number")})
    );
    for (name, allowed) in
        [("fixed_window", 10), ("sliding_window_log", 10), ("token_bucket", 11), ("gcra", 11)]
    {
        let lane = &told["results"][name];
        assert_eq!(
            (lane["allowed"].as_u64(), lane["denied"].as_u64()),
            (Some(allowed), Some(15 - allowed)),
            "{name}"
        );
        let sequence = lane["sequence"].as_array().expect("a list");
        assert_eq!(sequence.iter().filter(|passed| **passed == true).count() as u64, allowed);
    }
    let twice: serde_json::Value =
        serde_json::from_str(&built_in("forty-nine-and-a-half").to_comparison()).expect("it is JSON");
    assert!(twice["results"]["sliding_window_counter_2"].is_object());
}

/// Every decision is in the files, once.
#[test]
fn files_hold_every_decision() {
    for name in ["edge-burst", "retry-storm"] {
        let run = built_in(name);
        let decisions: usize = run.lanes().iter().map(|lane| lane.record().outcomes().len()).sum();
        let csv = run.to_csv();
        assert_eq!(csv.lines().count(), decisions + 1);
        let json: serde_json::Value = serde_json::from_str(&run.to_json()).expect("it is JSON");
        assert_eq!(json.as_array().map(Vec::len), Some(decisions));
    }
    let csv = built_in("edge-burst").to_csv();
    assert!(csv.contains("\n5,leaky_bucket_queue,3,1,9500000000,0,1,delayed,12500000000\n"), "{csv}");
}

/// What is exported as a vector is a vector that passes.
#[test]
fn an_exported_vector_runs() {
    for name in ["edge-burst", "fifteen", "app-open", "heavy-and-light"] {
        let run = built_in(name);
        for lane in 0..run.lanes().len() {
            let text = run.to_vector(lane, "ratelab/\"exported\"").expect("one client");
            let vectors =
                ratelab_tests::vectors::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(vectors[0].run(), ratelab_tests::vectors::Verdict::Passed, "{text}");
        }
    }
    assert_eq!(built_in("flash-crowd").to_vector(0, "many"), None);
}

/// Scenario cards are links: their texts are what a link would hold.
#[test]
fn built_in_texts_are_canonical() {
    for built_in in BUILT_IN {
        assert_eq!(scenario(built_in.text).to_string(), built_in.text, "{}", built_in.name);
    }
}

/// The picture is the same bytes each time, tells its sentences, and draws every
/// request once.
#[test]
fn the_picture_is_the_run() {
    let svg = built_in("edge-burst").to_svg().expect("it is done");
    assert_eq!(Some(&svg), built_in("edge-burst").to_svg().as_ref());
    assert!(
        svg.contains(
            "<title id=\"t\">Fixed window let 20 through in 0.6 s, twice its limit. No other limiter"
        )
    );
    assert!(svg.contains("Sliding window log let 10 of 20 through"));
    let drawn = |mark: &str| svg.matches(mark).count();
    assert_eq!(drawn("<circle class=\"a\""), 20 + 10 + 11 + 3 * 10 + 1);
    assert_eq!(drawn("<path class=\"d\""), 10 + 9 + 4 * 10);
    assert_eq!(drawn("<circle class=\"w\""), 9);
    assert!(!svg.contains("<script") && !svg.contains("href"));
}

/// One refusal among many requests is at least a pixel.
#[test]
fn a_rare_refusal_is_drawn() {
    let svg = run("limit=100000/s&traffic=50000/s for 2s; 1@1s cost 100000&lanes=token_bucket")
        .to_svg()
        .expect("it is done");
    assert_eq!(svg.matches("<rect class=\"df\"").count(), 1);
    assert!(svg.contains("class=\"df\"") && svg.contains("height=\"1\"/>"), "at least a pixel");
}
