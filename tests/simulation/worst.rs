//! The worst traffic of a limiter, and the bound next to it: no traffic gets more than the bound, at any cost, on any
//! servers, and the amount that the worst traffic gets is the one that is reported.

use proptest::{prelude::*, test_runner::Config};
use ratelab_advice::{Advise, Worst};
use ratelab_report::Report;
use ratelab_simulation::{
    measures::{Start, most_in_any},
    run::Kind,
};

use crate::simulation::run;

/// Limiters of every kind with their own numbers, those of which wait first.
fn lanes(capacity: u32, amount: u32, own: u64) -> String {
    let bucket = format!("amount={amount} period={own}ms");
    [
        format!("leaky_bucket_queue capacity={capacity} {bucket}"),
        format!("leaky_bucket_queue capacity={capacity} {bucket} undelayed={}", capacity / 2),
        format!("leaky_bucket_queue capacity={capacity} {bucket} max_wait={}ms", own / 3),
        format!("all_of(leaky_bucket_queue capacity={capacity} {bucket} + sliding_window_log)"),
        format!("all_of(token_bucket capacity={capacity} {bucket} + fixed_window)"),
        format!("token_bucket capacity={capacity} {bucket} refill=interval"),
        format!("token_bucket capacity={capacity} {bucket}"),
        format!("gcra burst={capacity} {bucket}"),
        format!("fixed_window window={own}ms"),
        format!("fixed_window window={own}ms align=first"),
        format!("sliding_window_log window={own}ms"),
        format!("sliding_window_counter window={own}ms rounding=exact"),
        format!("sliding_window_counter window={own}ms align=first"),
    ]
    .join(", ")
}

/// Returns the most that was admitted in a window of the limit, by arrival.
fn most_admitted(run: &Report, lane: usize) -> u64 {
    let (arrivals, outcomes) =
        (run.arrivals(lane).expect("it is done"), run.lanes()[lane].record().outcomes());
    let admitted = (0..outcomes.len()).filter(|index| outcomes.get(*index) != Kind::Denied);
    let starts =
        admitted.map(|index| Start { key: 0, time: arrivals.time(index), cost: arrivals.cost(index) });
    most_in_any(starts, run.scenario().limit.period - 1).cost
}

fn worst_of(text: &str) -> Worst {
    run(text).worst(0).expect("it is short")
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(120), failure_persistence: None, ..Config::default() })]

    /// The bound is one of everything that is admitted: by arrival and by start, at the costs that the worst traffic
    /// uses and at others, on one state, on states that never sync and on states that do.
    #[test]
    fn no_traffic_gets_more_than_the_bound(
        limit in 1u32..30, window in 100u64..9_000, capacity in 1u32..30, amount in 1u32..30, own in 100u64..6_000,
        start in 0u64..9_000, servers in 1u32..4, store in prop_oneof![
            Just("shared"), Just("local"), Just("sync 10ms"), Just("sync 700ms"), Just("sync 20s"),
            Just("race 30ms set"), Just("down 1s..3s local"),
        ],
        bursts in prop::collection::vec((0u64..9_000, 1u32..40, 1u32..12), 1..9), group in any::<bool>(),
    ) {
        let group = if group { "&groups=app limit 40/s burst 50" } else { "" };
        let by = if group.is_empty() { "" } else { " by app" };
        let bursts: Vec<_> = bursts.iter().map(|(at, count, cost)| format!("{count}@{at}ms cost {cost}")).collect();
        let asked = format!(
            "limit={limit}/{window}ms&start={start}ms&servers={servers} round_robin {store}&lanes={}",
            lanes(capacity, amount, own)
        );
        let sent = run(&format!("{asked}&traffic={}", bursts.join("; ")));
        let grouped = run(&format!("{asked}{group}&traffic={}", bursts.join(&format!("{by}; ")) + by));
        for lane in 0..sent.lanes().len() {
            let worst = grouped.worst(lane).expect("it is short");
            let traffic = worst.traffic();
            prop_assert!(
                u128::from(worst.admitted.cost) <= worst.bound,
                "{} of {}: {}",
                worst.admitted.cost,
                worst.bound,
                traffic
            );
            prop_assert!(
                u128::from(worst.started.cost) <= worst.bound,
                "{} of {}: {}",
                worst.started.cost,
                worst.bound,
                traffic
            );
            if let Some(bound) = worst.started_bound {
                prop_assert!(u128::from(worst.started.cost) <= bound, "{} of {bound}: {}", worst.started.cost, traffic);
            }
            // The bound of the run is for its own costs, and on what starts.
            if let Some(bound) = sent.bound(lane, 0, window * 1_000_000 - 1) {
                prop_assert!(
                    u128::from(sent.most(lane).cost) <= bound,
                    "{} of {bound}: {}",
                    sent.most(lane).cost,
                    sent.lanes()[lane].policy()
                );
            }
            if store.starts_with("race") || store.starts_with("down") {
                continue;
            }
            let got = most_admitted(&sent, lane).max(sent.most(lane).cost);
            prop_assert!(u128::from(got) <= worst.bound, "{got} of {}: {}", worst.bound, sent.lanes()[lane].policy());
        }
    }

    /// Servers that do not sync within a window get what servers that never sync get. Otherwise each of them misses
    /// at most one request of its bound: the part of one that is refilled in the last moments.
    #[test]
    fn synced_buckets_reach_their_bound_to_a_request_for_each_server(
        limit in 1u32..30, window in 100u64..9_000, capacity in 1u32..30, amount in 1u32..30, own in 100u64..6_000,
        start in 0u64..9_000, servers in 2u32..5, sync in prop_oneof![1u64..9_000, 9_000u64..30_000],
    ) {
        let bucket = format!("amount={amount} period={own}ms");
        let run = run(&format!(
            "limit={limit}/{window}ms&start={start}ms&traffic=1@0s&servers={servers} round_robin sync {sync}ms\
             &lanes=token_bucket capacity={capacity} {bucket}, gcra, leaky_bucket_meter capacity={capacity} {bucket}"
        ));
        for lane in 0..3 {
            let worst = run.worst(lane).expect("it is short");
            let spare = if sync >= window { 0 } else { u64::from(servers) };
            prop_assert!(
                u128::from(worst.admitted.cost + spare) >= worst.bound,
                "{} of {}: {}",
                worst.admitted.cost,
                worst.bound,
                worst.traffic()
            );
        }
    }
}

/// Requests that come in two windows of the log start in one, because the queue makes the first ones wait.
#[test]
fn a_queue_in_an_all_of_starts_more_than_a_window_admits() {
    let all = "all_of(leaky_bucket_queue capacity=11 amount=2 period=100ms + sliding_window_log)";
    let run = run(&format!("limit=11/5323ms&lanes={all}&traffic=5@1587ms cost 2; 1@6910ms cost 4"));
    assert_eq!((most_admitted(&run, 0), run.most(0).cost), (10, 12));
    assert!(run.bound(0, 0, 5_322_999_999).is_some_and(|bound| bound >= 12));
}

/// A queue with a longest wait admits more if requests cost more: the bound is for the cost that is sent.
#[test]
fn the_bound_is_for_the_cost_that_the_worst_traffic_sends() {
    let worst = worst_of(
        "limit=11/17s&lanes=leaky_bucket_queue capacity=20 amount=2 period=3s max_wait=500ms&traffic=1@0s\
         &servers=3 round_robin local",
    );
    assert_eq!((worst.scenario.greatest_cost(), worst.admitted.cost, worst.started.cost), (20, 93, 93));
    assert_eq!((worst.bound, worst.started_bound), (93, Some(93)));
}

/// Right after a sync every server has a full bucket, and none is charged for the others until the next one.
#[test]
fn synced_servers_spend_full_buckets_right_after_a_sync() {
    let reached = |text: &str| {
        let worst = worst_of(text);
        (worst.admitted.cost, worst.bound)
    };
    assert_eq!(
        reached("limit=10/1s&lanes=token_bucket&servers=2 round_robin sync 1s&traffic=1@0s"),
        (38, 38)
    );
    let short =
        "limit=18/700ms&lanes=gcra burst=1 amount=11 period=333ms&traffic=1@0s&servers=3 round_robin sync";
    assert_eq!(reached(&format!("{short} 700ms")), (72, 72));
    assert_eq!(reached(&format!("{short} 20s")), (72, 72));
    // A request to one of them opens a window for all: of the first budget, only that one is missing if the others
    // learn of it only when the window ends, and one of each server if they learn of it before.
    let first = "limit=5/6s&lanes=fixed_window align=first&traffic=1@0s&servers=3 round_robin sync";
    assert_eq!(reached(&format!("{first} 20s")), (29, 30));
    assert_eq!(reached(&format!("{first} 300ms")), (27, 30));
}
