//! Everything reported about a run equals a walk through it, for any scenario.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::Limiter;
use ratelab_report::Report;
use ratelab_scenario::language::parse;
use ratelab_simulation::{
    measures::Start,
    run::{Counts, Kind},
    view::{Shown, Span},
};

use crate::simulation::run;

/// A scenario with a little of everything.
pub(crate) fn any_scenario() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 40/s for 20s"),
        Just("burst 30 every 2s x9; 7/s for 15s from 1s"),
        Just("ramp 1/s..60/s for 20s; 5@3s cost 3"),
        Just("onoff 50/s on 1s off 2s for 20s; pareto 9/s shape 1.4 for 20s"),
    ];
    let clients = prop_oneof![Just("1"), Just("5"), Just("40 zipf 1.2")];
    let retry =
        prop_oneof![Just("never"), Just("never"), Just("backoff 100ms attempts 3"), Just("told attempts 3")];
    let lanes = "fixed_window, sliding_window_log, sliding_window_counter rounding=exact, token_bucket, \
                 leaky_bucket_meter, leaky_bucket_queue max_wait=2s, gcra, all_of(gcra + fixed_window limit=9)";
    let parts = (1u32..40, 1u32..12, traffic, clients, retry, 0u64..1000);
    parts.prop_map(move |(limit, window, traffic, clients, retry, seed)| {
        format!(
            "limit={limit}/{window}s&traffic={traffic}&clients={clients}&retry={retry}&seed={seed}&start=3s\
             &lanes={lanes}"
        )
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(60), failure_persistence: None, ..Config::default() })]

    /// Explanations replay to the recorded decision, from any saved state.
    #[test]
    fn explanations_match_the_decisions(
        text in any_scenario(), picks in prop::collection::vec(any::<prop::sample::Index>(), 12)
    ) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let decided = run.lanes()[lane].record().outcomes().len();
            for pick in &picks {
                let mark = run.mark(lane, pick.index(decided));
                let explained = run.explain(lane, mark.index as usize).expect("it is decided");
                prop_assert_eq!(Kind::from(explained.decision.outcome), mark.kind);
                let started = explained.time + explained.decision.outcome.delay();
                prop_assert_eq!(mark.started, explained.decision.outcome.admits().then_some(started));
                if let Some(passes) = explained.would_pass {
                    let policy = run.lanes()[lane].policy();
                    let at = |time: u64| {
                        policy
                            .peek(&explained.after, run.scenario().start + time, explained.cost)
                            .outcome
                            .admits()
                    };
                    prop_assert!(at(passes) && !at(passes - 1));
                }
            }
        }
    }

    /// A run decides the same whatever was run before it: other limits on the same requests, or other requests, of
    /// which one in three differs only in its seed.
    #[test]
    fn a_run_does_not_depend_on_the_one_before(
        text in any_scenario(), other in any_scenario(), limit in 1u32..40, kind in 0..3, slice in 1usize..700
    ) {
        let first = run(&text);
        let mut next = first.scenario().clone();
        match kind {
            0 => next.limit.amount = limit,
            1 => next.seed += 1,
            _ => next = parse(&other).expect("a scenario"),
        }
        let expected = Report::complete(next.clone()).expect("policies").hash();
        let mut following = first.followed_by(next).expect("policies");
        while !following.advance(slice) {}
        prop_assert_eq!(following.hash(), expected);
        prop_assert_eq!(run(&text).hash(), first.hash());
    }

    /// A view equals counting, at any range and width; nothing in it is lost.
    #[test]
    fn views_equal_counting(
        text in any_scenario(), from in 0u64..30_000_000_000, length in 1u64..40_000_000_000, width in 1u32..300
    ) {
        let run = run(&text);
        let span = Span::new(from..from + length, width);
        for lane in 0..run.lanes().len() {
            let all: Vec<_> =
                (0..run.lanes()[lane].record().outcomes().len()).map(|index| run.mark(lane, index)).collect();
            let inside: Vec<_> = all.iter().filter(|mark| (span.from..span.to).contains(&mark.time)).copied().collect();
            prop_assert_eq!(run.view(span).shown(lane, usize::MAX), Shown::Marks(inside.clone()));
            let Shown::Columns(columns) = run.view(span).shown(lane, 0) else {
                prop_assert!(inside.is_empty());
                continue;
            };
            prop_assert_eq!(columns.len(), width as usize);
            for (column, counts) in (0..width).zip(columns) {
                let number = |kind| {
                    let here = span.edge(column)..span.edge(column + 1);
                    inside.iter().filter(|mark| mark.kind == kind && here.contains(&mark.time)).count() as u32
                };
                let counted = Counts {
                    allowed: number(Kind::Allowed),
                    denied: number(Kind::Denied),
                    delayed: number(Kind::Delayed),
                };
                prop_assert_eq!(counts, counted);
            }
        }
    }

    /// The requests of a kind in a time range equal those in a list, one by one.
    #[test]
    fn the_nth_of_a_kind_equals_that_of_a_list(
        text in any_scenario(), from in 0u64..20_000_000_000, length in 1u64..9_000_000_000
    ) {
        let run = run(&text);
        for lane in [0, 5] {
            let marks = run.marks(lane, Span::new(from..from + length, 1), usize::MAX).expect("no limit");
            for kind in [Kind::Allowed, Kind::Denied, Kind::Delayed] {
                let listed: Vec<_> = marks.iter().filter(|mark| mark.kind == kind).collect();
                for n in 0..=listed.len() {
                    let found = run.nth_of_kind(lane, kind, from, from + length, n);
                    let expected = listed.get(n).map(|mark| (mark.index as usize, listed.len()));
                    prop_assert_eq!(found.map(|nth| (nth.request, nth.total)), expected);
                }
            }
        }
    }

    /// Disagreements equal those found by comparing every lane for every request, at any range and width, even with
    /// equivalent lanes and at the ends of blocks.
    #[test]
    fn disagreements_equal_a_comparison_of_all_lanes(
        text in any_scenario(), from in 0u64..30_000_000_000, length in 1u64..40_000_000_000, width in 1u32..300
    ) {
        let run = run(&text);
        let span = Span::new(from..from + length, width);
        let lanes: Vec<_> = (0..run.lanes().len()).collect();
        if run.lanes()[0].attempts().is_some() {
            prop_assert_eq!(run.disagreements(&run.view(span)), None);
            return Ok(());
        }
        let arrivals = run.traffic().expect("it is done");
        let is_denied = |lane: usize, index: usize| run.mark(lane, index).kind == Kind::Denied;
        let differs = |index: &usize| lanes.iter().any(|lane| is_denied(*lane, *index) != is_denied(0, *index));
        let differing: Vec<_> = (0..arrivals.len()).filter(differs).collect();
        let counted = (0..width).map(|column| {
            let here = span.edge(column)..span.edge(column + 1);
            differing.iter().filter(|index| here.contains(&arrivals.time(**index))).count() as u32
        });
        prop_assert_eq!(run.disagreements(&run.view(span)), Some(counted.collect()));
        prop_assert_eq!(run.next_disagreement(&lanes, 0), differing.first().copied());
        prop_assert_eq!(run.previous_disagreement(&lanes, usize::MAX), differing.last().copied());
    }

    /// The band of a column contains the amount in use at every instant of it, and both its ends are reached: just
    /// before, at, or just after a request or an edge.
    #[test]
    fn bands_are_exact(
        text in any_scenario(), from in 0u64..25_000_000_000, length in 1u64..20_000_000_000, width in 1u32..60
    ) {
        let run = run(&text);
        let span = Span::new(from..from + length, width);
        for lane in 0..run.lanes().len() {
            let (policy, start) = (run.lanes()[lane].policy(), run.scenario().start);
            let arrivals = run.arrivals(lane).expect("it is done");
            let client = arrivals.client(arrivals.len() / 2);
            let columns = run.band(lane, client).expect("it is done").columns(&run.view(span));
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

    /// The most in any interval equals that of trying every pair of requests.
    #[test]
    fn the_most_in_any_interval_is_found(text in any_scenario(), interval in 0u64..20_000_000_000) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let arrivals = run.arrivals(lane).expect("it is done");
            let start = |index| {
                let (key, cost) = (arrivals.client(index), arrivals.cost(index));
                Some(Start { key, time: run.mark(lane, index).started?, cost })
            };
            let started: Vec<_> = (0..arrivals.len()).filter_map(start).collect();
            let most = started.iter().map(|first| {
                let within = started.iter().filter(|other| {
                    other.key == first.key && (first.time..=first.time + interval).contains(&other.time)
                });
                within.map(|other| u64::from(other.cost)).sum::<u64>()
            });
            let reach = run.envelope(lane, &[0, interval, u64::MAX]);
            let found = reach[1].most;
            prop_assert_eq!(found.cost, most.max().unwrap_or(0));
            prop_assert!(found.to - found.from <= interval);
            prop_assert!(
                reach.iter().all(|reach| u128::from(reach.most.cost) <= reach.bound.unwrap_or(u128::MAX)),
                "{:?}",
                reach
            );
        }
    }
}
