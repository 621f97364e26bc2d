//! The bound of a queue on servers that sync: nothing exceeds it, and it is no looser than that of a meter.

use proptest::{prelude::*, test_runner::Config};
use ratelab_advice::Advise;
use ratelab_limiter::{Limiter, Policy, replicas::ReplicaBound};
use ratelab_scenario::scenario::Store;

use crate::advice::run;

/// Returns the most that started in the limit's period, and its bound.
fn reached(text: &str) -> (u128, u128) {
    let run = run(text);
    let bound = run.bound(0, 0, run.scenario().limit.period - 1).expect("there is one");
    (run.most(0).cost.into(), bound)
}

/// Returns the bound of a limiter on servers that sync, for the limit's period.
fn bound(lane: &str, servers: u32, every: u64, period: u64) -> u128 {
    let text =
        format!("limit=9/{period}ms&servers={servers} round_robin sync {every}ms&traffic=1@0s&lanes={lane}");
    let run = run(&text);
    run.bound(0, 0, run.scenario().limit.period - 1).expect("there is one")
}

fn any_traffic() -> impl Strategy<Value = String> {
    let bursts = prop::collection::vec((1u32..9, 0u64..6_000), 1..40).prop_map(|bursts| {
        let bursts: Vec<_> = bursts.into_iter().map(|(count, time)| format!("{count}@{time}ms")).collect();
        bursts.join("; ")
    });
    // A client that never stops, and one that takes what is due and then attacks all servers at once.
    let greedy = (1u32..7, 1u64..40)
        .prop_map(|(count, every)| format!("burst {count} every {every}ms x{}", 6_000 / every));
    let late = (1u64..900, 1u64..12, 1u32..30).prop_map(|(every, times, count)| {
        format!("burst 1 every {every}ms x{times}; {count}@{}ms", every * times)
    });
    let costly = (1u32..5, 1u64..200, 2u32..5).prop_map(|(count, every, cost)| {
        format!("burst {count} every {every}ms x{} cost {cost}; burst 3 every 50ms x80", 4_000 / every)
    });
    prop_oneof![bursts, greedy, late, costly]
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(600), failure_persistence: None, ..Config::default() })]

    #[test]
    fn no_traffic_exceeds_the_bound_of_a_queue_that_syncs(
        traffic in any_traffic(), servers in 2u32..5, every in 1u64..1_500, period in 100u64..2_000,
        routing in any::<bool>(),
        capacity in 1u32..9, amount in 1u32..12, undelayed in 0u32..9, ahead in prop_oneof![Just(0u64), 1u64..300],
        seed in 0u64..99,
    ) {
        let routing = if routing { "round_robin" } else { "random" };
        let clock = if ahead > 0 { format!(" server 1 ahead {ahead}ms") } else { String::new() };
        let text = format!(
            "limit=9/{period}ms&seed={seed}&servers={servers} {routing} sync {every}ms{clock}&traffic={traffic}\
             &lanes=leaky_bucket_queue capacity={capacity} amount={amount} period=1s \
             undelayed={}", undelayed.min(capacity)
        );
        let (got, bound) = reached(&text);
        prop_assert!(got <= bound, "{got} of {bound}: {text}");
    }

    #[test]
    fn the_bound_of_a_queue_is_no_looser_than_that_of_a_meter(
        servers in 1u32..9, every in 1u64..90_000, period in 1u64..90_000, capacity in 1u32..200, amount in 1u32..200,
        undelayed in 0u32..200,
    ) {
        let numbers = format!("capacity={capacity} amount={amount} period=1m");
        let meter = bound(&format!("leaky_bucket_meter {numbers}"), servers, every, period);
        let queue = format!("leaky_bucket_queue {numbers} undelayed={}", undelayed.min(capacity));
        let queue = bound(&queue, servers, every, period);
        prop_assert!(queue <= meter, "{queue} and {meter}");
    }
}

/// Requests that come when they are due, and then one to each server at once: with queues of one, that is all there can
/// be. A queue of one is a bucket of one, and has the same bound.
#[test]
fn queues_of_one_reach_their_bound() {
    let due = 60_000_000_000u64.div_ceil(58);
    let text = |lane: &str| {
        format!(
            "limit=60/1m&servers=3 round_robin sync 100ms&traffic=burst 1 every {due}ns x57; 3@{}ns&lanes={lane} \
             capacity=1 amount=58 period=1m",
            57 * due
        )
    };
    assert_eq!(reached(&text("leaky_bucket_queue")), (60, 60));
    assert_eq!(reached(&text("leaky_bucket_meter")), (60, 60));
}

/// The advice for servers that sync has a queue with the rate that this allows: more for a short one.
#[test]
fn a_short_queue_that_syncs_gets_a_high_rate() {
    let asked = run("servers=3 sync 100ms&traffic=2/s for 60s&needs=never 60/1m");
    assert!(matches!(asked.scenario().servers.store, Store::Sync { .. }));
    let advice = asked.advice(asked.scenario().needs).expect("it is done");
    let queue = advice.rows.iter().find(|row| row.settings().starts_with("a queue of ")).expect("a queue");
    let policy = |lane: &_| -> Policy {
        ratelab_scenario::scenario::Lane::policy(lane, asked.scenario()).expect("a policy")
    };
    let of_one = queue.tried.iter().map(policy).find(|policy| policy.limit() == 1).expect("a short one");
    assert!(of_one.to_string().contains("amount=58 "), "{of_one}");
    assert_eq!(of_one.most_started_by_replicas(3, 100_000_000, 60_000_000_000 - 1, 1), 60);
}
