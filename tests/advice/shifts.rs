//! The shift that hurts most equals that of trying all shifts.

use proptest::{prelude::*, test_runner::Config};
use ratelab_advice::{Advise, MOST_TRIED};
use ratelab_report::Report;
use ratelab_scenario::scenario::Scenario;

use crate::advice::run;

/// Returns the first of all shifts below a length that gets the most, by running each.
fn by_trying(run: &Report, lane: usize, length: u64, step: u64) -> (u64, u64) {
    let alone = Scenario { lanes: vec![run.scenario().lanes[lane].clone()], ..run.scenario().clone() };
    let most = |shift: u64| {
        let shifted = Scenario { start: alone.start + shift, ..alone.clone() };
        (shift, Report::complete(shifted).expect("a policy").most(0).cost)
    };
    let all = (0..length).step_by(step as usize).map(most);
    all.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("one")
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(40), failure_persistence: None, ..Config::default() })]

    /// Windows short enough to try every shift.
    #[test]
    fn every_phase_of_a_short_window(
        limit in 1u32..9, window in 2u64..200, start in 0u64..500, times in prop::collection::vec(0u64..900, 1..60),
        lane in 0usize..4
    ) {
        let times: Vec<_> = times.iter().map(|time| format!("{time}ns")).collect();
        let run = run(&format!(
            "limit={limit}/{window}ns&start={start}ns&traffic=at {}&lanes=fixed_window, sliding_window_counter, \
             sliding_window_log, gcra",
            times.join(" ")
        ));
        let found = run.worst_shift(lane).expect("it is done");
        prop_assert!(found.is_exact);
        prop_assert_eq!((found.shift, found.most.cost), by_trying(&run, lane, window, 1));
        prop_assert_eq!(found.now, run.most(lane));
    }

    /// Longer windows, for which only shifts that move a request to an edge are tried: these are all that matter if
    /// all times are on a grid.
    #[test]
    fn every_edge_of_a_long_window(
        limit in 1u32..9, window in 2u64..60, start in 0u64..90, times in prop::collection::vec(0u64..300, 1..50)
    ) {
        let times: Vec<_> = times.iter().map(|time| format!("{time}s")).collect();
        let text = format!("limit={limit}/{window}s&start={start}s&traffic=at \
                            {}&lanes=fixed_window&clients=2", times.join(" "));
        let run = run(&text);
        let found = run.worst_shift(0).expect("it is done");
        prop_assert!(found.is_exact);
        let second = 1_000_000_000;
        prop_assert_eq!((found.shift, found.most.cost), by_trying(&run, 0, window * second, second));
        // The scenario of the result has the stated result.
        let opened = crate::advice::run(&found.scenario.to_string());
        prop_assert_eq!(opened.most(0), found.most);
    }
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(30), failure_persistence: None, ..Config::default() })]

    /// Refills at intervals, syncs, and the members of an all-of: the shifts at which a request reaches one of their
    /// instants are all that matter, over the time after which all of them repeat.
    #[test]
    fn every_phase_of_refills_and_syncs(
        limit in 1u32..6, window in 2u64..12, period in 2u64..12, amount in 1u32..5, sync in 2u64..12, cost in 1u32..3,
        start in 0u64..90, times in prop::collection::vec(0u64..90, 1..40), sticky in any::<bool>(),
    ) {
        let times: Vec<_> = times.iter().map(|time| format!("{time}s")).collect();
        let interval = format!("token_bucket capacity=4 amount={amount} period={period}s refill=interval");
        let (common, second) = (window * period * sync, 1_000_000_000);
        let routing = if sticky { "sticky" } else { "round_robin" };
        let run = run(&format!(
            "limit={limit}/{window}s&start={start}s&traffic=at {} cost {cost}&servers=2 {routing}&lanes={interval}, \
             {interval} state=local, all_of({interval} + fixed_window + sliding_window_log), gcra state=sync {sync}s, \
             all_of(gcra + fixed_window align=first)", times.join(" ")
        ));
        for lane in 0..5 {
            let found = run.worst_shift(lane).expect("it is done");
            prop_assert!(found.is_exact, "lane {lane}");
            let (_, most) = by_trying(&run, lane, common * second, second);
            prop_assert_eq!(found.most.cost, most, "lane {}", lane);
        }
    }

    /// A result reported as exact is never beaten, whatever depends on the clock.
    #[test]
    fn nothing_beats_what_is_exact(
        limit in 1u32..9, window in 100u64..5_000, initial in 0u32..9, created in 0u64..20_000, start in 0u64..9_000,
        shifts in prop::collection::vec(0u64..60_000_000_000, 8), count in 2u32..9, every in 20u64..900,
        servers in prop_oneof![
            Just("1"), Just("2 local"), Just("3 sync 700ms"), Just("2 race 30ms set"), Just("2 server 1 behind 20s"),
            Just("2 local server 1 ahead 700ms"), Just("2 down 1s..3s closed"),
        ],
        retry in prop_oneof![Just("never"), Just("told"), Just("after 300ms attempts 3")], grouped in any::<bool>(),
    ) {
        let initial = initial.min(limit);
        let (groups, by) = if grouped { ("&groups=app limit 12/2s burst 15", " by app") } else { ("", "") };
        let run = run(&format!(
            "limit={limit}/{window}ms&start={start}ms&traffic=burst {count} every {every}ms \
             x20{by}&servers={servers}&retry={retry}{groups}&lanes=token_bucket initial={initial}, gcra, \
             fixed_window, sliding_window_log, token_bucket created_at={created}ms, token_bucket refill=interval, \
             fixed_window align=first, all_of(token_bucket initial={initial} + fixed_window), \
             sliding_window_counter align=first"
        ));
        for lane in 0..run.lanes().len() {
            let found = run.worst_shift(lane).expect("it is done");
            for shift in shifts.iter().filter(|_| found.is_exact) {
                let alone = vec![run.scenario().lanes[lane].clone()];
                let start = run.scenario().start + shift;
                let other = Report::complete(Scenario { lanes: alone, start, ..run.scenario().clone() });
                let most = other.expect("a policy").most(0);
                prop_assert!(most.cost <= found.most.cost, "lane {lane} {shift}: {} of {}", most.cost, found.most.cost);
            }
        }
    }
}

/// Refills come at multiples of the period, so it matters when the traffic comes between two of them; a bucket that
/// begins empty lets more through the later it comes.
#[test]
fn refills_and_empty_buckets_depend_on_the_clock() {
    let bucket = "token_bucket capacity=4 amount=3 period=5s refill=interval";
    let text = |lane: &str| format!("limit=4/3s&lanes={lane}&traffic=5 every 190ms cost 2&start=3063ms");
    for lane in [bucket.to_owned(), format!("all_of({bucket} + fixed_window limit=9)")] {
        let found = run(&text(&lane)).worst_shift(0).expect("it is done");
        assert_eq!((found.now.cost, found.most.cost, found.is_exact), (4, 6, true), "{lane}");
    }
    let empty =
        run("limit=10/10s&lanes=token_bucket initial=0&traffic=5@0s").worst_shift(0).expect("it is done");
    assert_eq!((empty.now.cost, empty.most.cost, empty.is_exact), (0, 5, false));
}

/// The edge burst is already the worst; a burst within a window can be shifted to an edge.
#[test]
fn a_burst_meets_an_edge() {
    let edge = run("limit=10/10s&traffic=10@9.5s; 10@10.1s").worst_shift(0).expect("it is done");
    assert_eq!((edge.shift, edge.most.cost), (0, 20));
    let inside = run("limit=10/10s&traffic=10@1s; 10@1.6s").worst_shift(0).expect("it is done");
    assert_eq!((inside.shift, inside.now.cost, inside.most.cost), (8_400_000_000, 10, 20));
    assert!(inside.is_exact && inside.tried <= 3);
}

/// A result that is not exact says so.
#[test]
fn a_result_says_if_not_all_shifts_were_tried() {
    let many =
        run("limit=10/10s&traffic=poisson 300/s for 10s&lanes=fixed_window, sliding_window_counter, gcra");
    let [fixed, counter, gcra] = [0, 1, 2].map(|lane| many.worst_shift(lane).expect("it is done"));
    assert!(!fixed.is_exact && fixed.tried == MOST_TRIED);
    assert!(!counter.is_exact);
    assert!(gcra.is_exact && gcra.shift == 0);
    assert!(
        !run("limit=2/10s&traffic=5@1s&retry=told&lanes=fixed_window")
            .worst_shift(0)
            .expect("it is done")
            .is_exact
    );
}
