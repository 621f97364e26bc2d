//! The first view: the time range, and equivalent limiters.

use ratelab_scenario::scenarios::{BUILT_IN, BuiltIn};
use ratelab_simulation::view::Span;

use super::{built_in, run};

#[test]
fn the_first_view_has_all_requests_and_a_margin() {
    for BuiltIn { name, text, .. } in BUILT_IN {
        let simulation = run(text);
        let (from, to) = simulation.shown().expect("it is done");
        let period = simulation.scenario().limit.period;
        for lane in 0..simulation.lanes().len() {
            let times = simulation.arrivals(lane).expect("it is done").times();
            let (first, last) = (times[0], times[times.len() - 1]);
            assert!(from <= first && last + period / 5 <= to, "{name}: {from} to {to}, {first} to {last}");
        }
    }
}

#[test]
fn the_first_view_ends_before_a_slow_queue_does() {
    let simulation = built_in("edge-burst");
    assert_eq!(simulation.shown(), Some((9_000_000_000, 12_100_000_000)));
    assert_eq!(simulation.end(5), Some(18_500_000_000), "the last of the queue");
    assert_eq!(simulation.end(0), Some(10_100_000_000));
}

#[test]
fn a_scenario_may_set_the_time_range() {
    assert_eq!(run("v=1&traffic=5@2s&show=1s..3s").shown(), Some((1_000_000_000, 3_000_000_000)));
}

#[test]
fn a_bucket_a_meter_and_gcra_are_one_limiter_and_a_queue_is_not() {
    let simulation = built_in("edge-burst");
    let equivalents: Vec<_> = (0..7).map(|lane| simulation.equivalent_lane(lane)).collect();
    assert_eq!(equivalents, [None, None, None, None, Some(3), None, Some(3)]);
}

#[test]
fn limiters_with_their_own_settings_are_not_equivalent() {
    let lanes = "token_bucket, gcra burst=5, leaky_bucket_meter, token_bucket, token_bucket initial=0";
    let simulation = run(&format!("v=1&lanes={lanes}&traffic=3@0s"));
    let equivalents: Vec<_> = (0..5).map(|lane| simulation.equivalent_lane(lane)).collect();
    // Two lanes of one limiter stay two, because a user wants to change one of them.
    assert_eq!(equivalents, [None, None, Some(0), Some(2), None]);
}

#[test]
fn equivalent_lanes_decide_every_request_alike() {
    for BuiltIn { name, text, .. } in BUILT_IN {
        let simulation = run(text);
        let (from, to) = simulation.shown().expect("it is done");
        let all = |lane| simulation.view(Span::new(from..to, 16_384)).columns(lane);
        for lane in 0..simulation.lanes().len() {
            if let Some(other) = simulation.equivalent_lane(lane) {
                assert_eq!(all(lane), all(other), "{name}, lanes {lane} and {other}");
            }
        }
    }
}
