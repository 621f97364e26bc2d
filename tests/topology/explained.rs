//! Explanations of single decisions: the limiter that applied decides again on the state it had, and what its
//! server did not know is counted by an independent ledger.

use ratelab_report::{Report, explain::applied_limit};
use std::collections::BTreeMap;

use proptest::{prelude::*, sample::Index, test_runner::Config};
use ratelab_limiter::{Limiter, SECOND};
use ratelab_simulation::{explain::Explanation, run::Kind, view::Span};
use ratelab_tests::fuzz::hold_band;

use crate::topology::{
    known::{hold_counted, hold_known, passed},
    promises::{STORES, key, lanes, layered, surroundings},
    run,
};

fn explained(run: &Report, lane: usize, index: usize) -> Explanation {
    run.explain(lane, index).unwrap_or_else(|| panic!("{index} of lane {lane} in {}", run.scenario()))
}

/// Any scenario, with a lane of each limiter and one of layers.
fn anything() -> impl Strategy<Value = String> {
    (surroundings(), 0..STORES.len(), key(), layered()).prop_map(|(rest, store, key, layers)| {
        let store = STORES[store];
        format!("{rest}&lanes={}, {layers} state={store}", lanes(store, key))
    })
}

/// A denial is explained by the limit of the group.
#[test]
fn a_denial_is_explained_by_the_limit_that_applied() {
    let run = run("groups=then, by, limit limit 2/s&traffic=3@0s by by; 9@0s by limit");
    for lane in 0..run.lanes().len() {
        for index in 0..12 {
            let explanation = explained(&run, lane, index);
            assert_eq!(
                Kind::from(explanation.decision.outcome),
                run.mark(lane, index).kind,
                "{explanation:?}"
            );
        }
        let last = explained(&run, lane, 11);
        assert_eq!((applied_limit(&last).as_str(), last.decision.outcome.admits()), ("2 in 1 s", false));
        assert_eq!(run.headers(&last).map(|headers| (headers.status, headers.limit)), Some((429, 2)));
    }
}

/// Layers are explained by name, and those behind a denial are not asked.
#[test]
fn layers_are_explained_one_by_one() {
    let run_lane = |lane: &str| run(&format!("limit=3/10s&clients=2&traffic=9@0s&lanes={lane}"));
    let run = run_lane("layers(gcra then gcra)");
    let explanation = explained(&run, 0, 8);
    assert_eq!((explanation.layer, run.rule(0, &explanation).as_str()), (0, "GCRA: 3 + 1 > 3: denied"));
    let run = run_lane("layers(edge: fixed_window limit=4 key=everybody then gcra burst=9)");
    let explanation = explained(&run, 0, 8);
    let answers: Vec<_> = explanation.layers.iter().map(|it| (it.asked, it.admitted)).collect();
    assert_eq!(answers, [(true, false), (false, false)]);
    assert_eq!([0, 1].map(|layer| run.layer_name(0, layer)), ["edge", "GCRA"]);
    assert_eq!(run.rule(0, &explanation), "edge: 4 + 1 > 4: denied");
    let explanation = explained(&run_lane("all_of(fixed_window limit=4 key=everybody + gcra burst=9)"), 0, 8);
    assert!(explanation.layers.iter().all(|layer| layer.asked) && explanation.layers[1].admitted);
}

#[test]
fn a_group_without_traffic_has_no_outcomes() {
    for lane in ["fixed_window", "fixed_window key=everybody", "token_bucket key=group"] {
        let run = run(&format!("groups=free 3 limit 2/s, p&lanes={lane}"));
        let got: Vec<u64> = (0..3).map(|group| run.peak_of_group(0, group).most.cost).collect();
        assert_eq!(got[1..], [0, 0], "{lane}");
        assert!(got[0] > 0);
    }
}

/// What servers know of each other, word for word.
#[test]
fn explanations_report_what_was_known_to_the_server() {
    let known_to_server = |state: &str, index: usize| {
        let text = format!("limit=10/10s&traffic=80 every 250ms&lanes=sliding_window_log&servers=2 {state}");
        let run = run(&text);
        run.known_to_server(0, &explained(&run, 0, index))
    };
    let described =
        |state: &str, index: usize| known_to_server(state, index).unwrap_or_else(|| panic!("{state}"));
    assert_eq!(known_to_server("shared", 30), None);
    assert_eq!(known_to_server("local", 0), None);
    assert_eq!(
        described("local", 1),
        "Server 2 had seen none of the 1 that was let through in the last 10 s."
    );
    assert_eq!(described("local", 9), "Server 2 had seen 4 of the 9 that were let through in the last 10 s.");
    assert_eq!(
        described("sync 1s", 10),
        "Server 1 had seen 9 of the 10 that were let through in the last 10 s: 1 was admitted by others since 2 s, \
         which it learns at 3 s."
    );
    assert_eq!(
        described("race 600ms increment", 10),
        "Server 1 had read 8 of the 10 that were let through in the last 10 s: 2 were not written yet."
    );
    assert_eq!(
        described("race 600ms set", 10),
        "Server 1 had read 3 of the 10 that were let through in the last 10 s: 2 were not written yet, 5 were \
         overwritten."
    );
    assert_eq!(described("down 2s..6s open", 10), "The store did not answer: admitted without a count.");
    assert_eq!(described("down 2s..6s closed", 10), "The store did not answer: denied without a count.");
    assert_eq!(
        described("down 2s..6s local", 11),
        "The store did not answer: server 2 decided on its own count, which had 1 of the 11 that were let through in \
         the last 10 s."
    );
    assert_eq!(
        described("down 2s..6s open", 24),
        "The store had counted 8 of the 24 that were let through in the last 10 s: 16 passed while it did not answer."
    );
    assert_eq!(
        described("local server 2 ahead 700ms", 9),
        "Server 2 had seen 4 of the 9 that were let through in the last 10 s. Server 2\u{2019}s clock is 0.7 s ahead: \
         it shows 2.95 s."
    );
    let alone = run("traffic=9@1s&lanes=fixed_window&servers=1 race 1ms set");
    assert_eq!(
        alone.known_to_server(0, &explained(&alone, 0, 5)).as_deref(),
        Some("It had read none of the 5 that were let through in this window: 5 were not written yet.")
    );
}

/// While a store is unavailable, no state determines when a request would pass; afterwards the store does.
#[test]
fn an_unavailable_store_counts_nothing() {
    let run = run("limit=2/10s&traffic=2@1s; 1@5s&lanes=sliding_window_log state=down 4s..8s closed");
    let explanation = explained(&run, 0, 2);
    assert_eq!((explanation.is_unasked, explanation.would_pass), (true, Some(11 * SECOND)));
    assert_eq!(
        (run.rule(0, &explanation).as_str(), run.headers(&explanation)),
        ("the store did not answer: denied", None)
    );
    assert_eq!(explanation.before, explanation.after);
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(120), failure_persistence: None, ..Config::default() })]

    #[test]
    fn explanations_match_the_decisions(text in anything(), picks in prop::collection::vec(any::<Index>(), 8)) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let (limiter, arrivals) = (&run.lanes()[lane], run.arrivals(lane).expect("it is done"));
            for pick in &picks {
                let mark = run.mark(lane, pick.index(arrivals.len()));
                let index = mark.index as usize;
                let explanation = explained(&run, lane, index);
                let started = explanation.time + explanation.decision.outcome.delay();
                prop_assert_eq!(
                    Kind::from(explanation.decision.outcome),
                    mark.kind,
                    "{:?} {}",
                    explanation,
                    run.scenario()
                );
                prop_assert_eq!(
                    mark.started,
                    explanation.decision.outcome.admits().then_some(started),
                    "{:?}",
                    explanation
                );
                prop_assert_eq!(explanation.server, limiter.server(index, explanation.client));
                let refused_by = limiter.record().refused_by(index);
                prop_assert!(refused_by.is_none_or(|layer| layer == explanation.layer));
                for (layer, answer) in explanation.layers.iter().enumerate() {
                    let is_refusing = refused_by == Some(layer);
                    let heard = passed(&run, lane, layer, index);
                    prop_assert!(heard.is_none_or(|passed| answer.asked && answer.admitted == passed));
                    prop_assert!(answer.admitted != is_refusing || !answer.asked || heard.is_none());
                }
                hold_known(&run, lane, &explanation)?;
                hold_counted(&run, lane, &explanation)?;
            }
        }
    }

    /// A client that follows `Retry-After` retries at the time in the headers.
    #[test]
    fn headers_say_when_to_retry(text in anything()) {
        let text = text.split('&').filter(|field| !field.starts_with("retry=")).collect::<Vec<_>>().join("&");
        let run = run(&format!("{text}&retry=told attempts 3"));
        for lane in 0..run.lanes().len() {
            let (attempts, arrivals) =
                (run.lanes()[lane].attempts().expect("they retry"), run.arrivals(lane).expect("it is done"));
            let numbers = attempts.requests.iter().zip(&attempts.numbers).map(|(request, number)| (*request, *number));
            let indices: BTreeMap<(u32, u32), usize> = numbers.zip(0..).collect();
            for (&(request, number), &index) in indices.iter().filter(|((request, _), _)| request % 7 == 3) {
                if number == 3 || run.mark(lane, index).kind != Kind::Denied {
                    continue;
                }
                let explanation = explained(&run, lane, index);
                let again = run.headers(&explanation).and_then(|headers| headers.retry_after);
                let next = indices.get(&(request, number + 1)).map(|next| arrivals.time(*next));
                let due = again.map(|seconds| arrivals.time(index) + seconds * SECOND);
                prop_assert_eq!(next, due, "lane {}, {:?}, {}", lane, explanation, run.scenario());
            }
        }
    }

    /// A request passes on a single state at the time reported, and no sooner.
    #[test]
    fn would_pass_is_the_earliest_time(text in anything(), picks in prop::collection::vec(any::<Index>(), 6)) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            for pick in &picks {
                let explanation = explained(&run, lane, pick.index(run.lanes()[lane].record().outcomes().len()));
                let Some(passes) = explanation.would_pass else { continue };
                let shown = (run.scenario().start + passes).saturating_add_signed(explanation.ahead);
                let at = |now: u64| explanation.policy.peek(&explanation.after, now, explanation.cost).outcome.admits();
                // A clock that is far behind shows the beginning of time.
                let is_far_behind =
                    (run.scenario().start + explanation.time).checked_add_signed(explanation.ahead).is_none();
                prop_assert!(is_far_behind || at(shown), "{:?}", explanation);
                let is_alone = explanation.layers.is_empty() && !explanation.is_unasked && explanation.ahead == 0;
                prop_assert!(!is_alone || !at(shown - 1), "{:?}", explanation);
            }
        }
    }

    /// The band of each state matches a walk through its requests.
    #[test]
    fn bands_are_exact(
        text in anything(), pick in any::<Index>(), server in 0u32..4, from in 0u64..9_000_000_000,
        length in 1u64..9_000_000_000, width in 1u32..40
    ) {
        let run = run(&text);
        let server = server % run.scenario().servers.count;
        for lane in 0..run.lanes().len() {
            let arrivals = run.arrivals(lane).expect("it is done");
            let client = arrivals.client(pick.index(arrivals.len()));
            hold_band(&run, lane, (client, server), Span::new(from..from + length, width), || 50);
        }
        prop_assert!(run.begin_band(0, run.senders().clients(), 0).is_none());
        prop_assert!(run.begin_band(0, 0, run.scenario().servers.count).is_none());
    }

    /// A limiter at an instant begins like the first decision of that instant, on the same server.
    #[test]
    fn an_instant_begins_as_its_first_decision(text in anything(), pick in any::<Index>()) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let arrivals = run.arrivals(lane).expect("it is done");
            let first = arrivals.first_at(arrivals.time(pick.index(arrivals.len())));
            let explanation = explained(&run, lane, first);
            let Some(anatomy) = run.anatomy(lane, explanation.client, explanation.server, explanation.time) else {
                let clocks = &run.scenario().servers.clocks;
                prop_assert!(
                    !explanation.layers.is_empty() || explanation.is_unasked || !clocks.is_empty(),
                    "{}",
                    run.scenario()
                );
                continue;
            };
            prop_assert_eq!(&anatomy.policy, &explanation.policy);
            let words = anatomy.text();
            prop_assert!(words.state.starts_with("At ") && words.verdict.contains(", it would be "));
            if arrivals.first_at(explanation.time + 1) == first + 1 && explanation.cost == 1 {
                let again = explanation.policy.peek(&explanation.after, explanation.decision.at, 1);
                // A store does not have late writes yet.
                let is_late = text.contains("state=race") && !text.contains("race 0s");
                prop_assert!(is_late || again == anatomy.decision, "{:?}, not {:?}", again, anatomy.decision);
            }
        }
    }

    /// The maximum in any interval equals trying every pair of requests of a key, for all and for each group.
    #[test]
    fn the_maximum_in_any_interval_is_found(text in anything(), interval in 0u64..9_000_000_000) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let (limiter, arrivals) = (&run.lanes()[lane], run.arrivals(lane).expect("it is done"));
            let start = |index: usize| {
                let client = arrivals.client(index);
                let group = run.senders().group(client);
                Some((
                    run.senders().key(limiter.key(), client),
                    group,
                    run.mark(lane, index).started?,
                    arrivals.cost(index),
                ))
            };
            let started: Vec<_> = (0..arrivals.len()).filter_map(start).collect();
            let most = |group: Option<usize>, interval: u64| {
                let of_group = || started.iter().filter(|start| group.is_none_or(|group| start.1 == group));
                let within = |first: &(u32, usize, u64, u32)| {
                    let same = of_group().filter(|other| {
                        other.0 == first.0 && (first.2..=first.2 + interval).contains(&other.2)
                    });
                    same.map(|other| u64::from(other.3)).sum::<u64>()
                };
                of_group().map(within).max().unwrap_or(0)
            };
            prop_assert_eq!(run.envelope(lane, &[interval])[0].most.cost, most(None, interval), "{}", run.scenario());
            for group in 0..run.senders().groups().len() {
                let period = run.rate_of(lane, group).period;
                prop_assert_eq!(
                    run.peak_of_group(lane, group).most.cost,
                    most(Some(group), period - 1),
                    "{}",
                    run.scenario()
                );
            }
        }
    }
}
