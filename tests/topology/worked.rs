//! The worked examples: one client, requests in order, all exact.

use crate::topology::{admitted, run};

/// Returns how many requests each of these limiters admits, with the state in this store.
fn with(state: &str, lanes: &str, rest: &str) -> Vec<u32> {
    let lanes: Vec<String> = lanes.split(' ').map(|lane| format!("{lane} state={state}")).collect();
    admitted(&run(&format!("{rest}&lanes={}", lanes.join(", "))))
}

const SEVEN: &str = "fixed_window sliding_window_log sliding_window_counter token_bucket leaky_bucket_meter \
                     leaky_bucket_queue gcra";

#[test]
fn servers_that_do_not_sync_multiply_the_limit() {
    for (servers, expected) in [(2, 20), (3, 30)] {
        let rest = format!("traffic=40@0s&servers={servers}");
        assert_eq!(with("shared", SEVEN, &rest), [10; 7]);
        assert_eq!(with("local", SEVEN, &rest), [expected; 7]);
    }
}

#[test]
fn a_clock_that_is_ahead_is_in_another_window() {
    let traffic = "traffic=20@9.5s; 20@10.1s&servers=2 round_robin local";
    assert_eq!(admitted(&run(&format!("{traffic}&lanes=fixed_window"))), [40]);
    let skewed = format!("{traffic} server 2 ahead 600ms&lanes=fixed_window");
    assert_eq!(admitted(&run(&skewed)), [30]);
}

#[test]
fn reading_and_then_writing_admits_one_more() {
    let rest = "limit=100/m&traffic=99 every 100ms; 2@30s; 3@31s&servers=2";
    assert_eq!(with("shared", "fixed_window", rest), [100]);
    assert_eq!(with("race 5ms set", "fixed_window", rest), [101]);
    assert_eq!(with("race 5ms increment", "fixed_window", rest), [101]);
}

#[test]
fn the_last_of_several_writers_wins() {
    let (three, rest) = ("fixed_window sliding_window_log token_bucket", "traffic=60 every 1ms&servers=2");
    assert_eq!(with("race 5ms set", three, rest), [50; 3]);
    assert_eq!(with("race 5ms increment", three, rest), [14; 3]);
}

const FIVE: &str = "fixed_window sliding_window_log sliding_window_counter token_bucket gcra";

#[test]
fn longer_sync_intervals_admit_more() {
    let rest = "traffic=80 every 250ms&servers=2";
    assert_eq!(with("shared", FIVE, rest), [20, 20, 20, 29, 29]);
    assert_eq!(with("sync 1s", FIVE, rest), [24, 22, 22, 30, 30]);
    assert_eq!(with("sync 5s", FIVE, rest), [40, 30, 39, 30, 30]);
    assert_eq!(with("local", FIVE, rest), [40, 40, 40, 58, 58]);
}

#[test]
fn outages_depend_on_the_fallback() {
    let rest = "traffic=80 every 250ms&servers=2";
    assert_eq!(with("down 5s..8s open", FIVE, rest), [32, 32, 32, 41, 41]);
    assert_eq!(with("down 5s..8s closed", FIVE, rest), [20, 20, 20, 29, 29]);
    assert_eq!(with("down 5s..8s local", FIVE, rest), [32, 32, 32, 41, 41]);
}
