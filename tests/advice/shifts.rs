//! The shift that hurts most equals that of trying all shifts.

use proptest::{prelude::*, test_runner::Config};
use ratelab_report::Report;
use ratelab_report::advice::MOST_TRIED;
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
        limit in 1u32..9, window in 2u64..200, start in 0u64..500, times in prop::collection::vec(0u64..900, 1..60), lane in 0usize..4
    ) {
        let times: Vec<_> = times.iter().map(|time| format!("{time}ns")).collect();
        let run = run(&format!(
            "limit={limit}/{window}ns&start={start}ns&traffic=at {}&lanes=fixed_window, sliding_window_counter, sliding_window_log, gcra",
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
    fn every_edge_of_a_long_window(limit in 1u32..9, window in 2u64..60, start in 0u64..90, times in prop::collection::vec(0u64..300, 1..50)) {
        let times: Vec<_> = times.iter().map(|time| format!("{time}s")).collect();
        let text = format!("limit={limit}/{window}s&start={start}s&traffic=at {}&lanes=fixed_window&clients=2", times.join(" "));
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
