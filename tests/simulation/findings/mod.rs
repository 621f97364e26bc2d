//! Sentences about a run are true: each matches a known template, and every number in it is counted again from the
//! record.

mod causes;
mod claims;
mod contrasts;
mod headlines;
mod lessons;
mod more_lessons;
mod moves;
mod never;
mod options;
mod reasons;
mod sentences;
mod served;
mod servers;
mod topology;
mod walk;

use proptest::{prelude::*, test_runner::Config};

use self::walk::Walked;
use crate::simulation::run;

/// A limiter with its own numbers, or with the scenario's.
fn any_limiter() -> impl Strategy<Value = String> {
    let window =
        prop_oneof![Just("fixed_window"), Just("sliding_window_log"), Just("sliding_window_counter")];
    let bucket = prop_oneof![Just("token_bucket"), Just("leaky_bucket_meter"), Just("leaky_bucket_queue")];
    let any = prop_oneof![window.clone(), bucket.clone(), Just("gcra")];
    prop_oneof![
        any.prop_map(str::to_owned),
        (window, 1u32..40, 1u32..12)
            .prop_map(|(name, limit, window)| format!("{name} limit={limit} window={window}s")),
        (bucket, 1u32..60, 1u32..30, 1u32..9).prop_map(|(name, capacity, amount, period)| {
            format!("{name} capacity={capacity} amount={amount} period={period}s")
        }),
        (1u32..20, 0u32..5)
            .prop_map(|(burst, amount)| format!("gcra burst={burst} amount={amount} period=2s")),
        (1u32..20).prop_map(|limit| format!("fixed_window limit={limit} align=first")),
        (1u32..20).prop_map(|limit| format!("sliding_window_counter limit={limit} rounding=exact")),
        (1u32..20)
            .prop_map(|amount| format!("token_bucket amount={amount} period=3s refill=interval initial=0")),
        (1u32..4).prop_map(|wait| format!("leaky_bucket_queue undelayed=2 capacity=30 max_wait={wait}s")),
    ]
}

/// A limiter that counts by client, by group, or all clients together.
fn any_member() -> impl Strategy<Value = String> {
    let key = prop_oneof![3 => Just(""), 1 => Just(" key=group"), 1 => Just(" key=everybody")];
    (any_limiter(), key).prop_map(|(limiter, key)| limiter + key)
}

/// The store of a lane's state.
fn any_state() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("shared"),
        Just("local"),
        Just("race 0s set"),
        Just("race 40ms set"),
        Just("race 2s increment"),
        Just("sync 1s"),
        Just("sync 5s"),
        Just("down 2s..6s open"),
        Just("down 2s..6s closed"),
        Just("down 2s..6s local"),
    ]
}

/// Lanes, all-of among them.
fn any_lane() -> impl Strategy<Value = String> {
    let all_of = (any_limiter(), any_limiter()).prop_map(|(one, other)| format!("all_of({one} + {other})"));
    prop_oneof![5 => any_limiter(), 1 => all_of]
}

/// Lanes with their own keys, layers, and stores.
fn any_distributed_lane() -> impl Strategy<Value = String> {
    let layers = (any_member(), any_member(), any_member())
        .prop_map(|(one, other, third)| format!("layers(cdn: {one} then {other} then app: {third})"));
    let all_of = (any_member(), any_member()).prop_map(|(one, other)| format!("all_of({one} + {other})"));
    let state = prop_oneof![1 => Just(None), 1 => any_state().prop_map(Some)];
    (prop_oneof![4 => any_member(), 1 => all_of, 1 => layers], state)
        .prop_map(|(lane, state)| state.map_or(lane.clone(), |state| format!("{lane} state={state}")))
}

/// The same limiter with several stores, as people compare them.
fn distributed_lanes() -> impl Strategy<Value = Vec<String>> {
    let same = (any_limiter(), prop::collection::vec(any_state(), 1..4)).prop_map(|(limiter, states)| {
        states.iter().map(|state| format!("{limiter} state={state}")).collect::<Vec<_>>()
    });
    prop_oneof![3 => prop::collection::vec(any_distributed_lane(), 1..5), 1 => same]
}

/// All fields except the lanes, the traffic, and those after it.
fn any_rest() -> impl Strategy<Value = (u32, u32, u32, &'static str, &'static str, u64, &'static str)> {
    let clients = prop_oneof![3 => Just("1"), 1 => Just("5"), 1 => Just("40 zipf 1.2")];
    let retry =
        prop_oneof![4 => Just("never"), 1 => Just("backoff 100ms attempts 3"), 1 => Just("told attempts 3")];
    let start = prop_oneof![Just("0s"), Just("3s"), Just("12h")];
    (1u32..40, 1u32..12, 1u32..50, clients, retry, 0u64..1000, start)
}

/// Scenarios of all kinds, with no request, one, or a few hundred.
fn any_scenario() -> impl Strategy<Value = String> {
    prop_oneof![any_plain_scenario(), any_distributed_scenario()]
}

fn any_plain_scenario() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 20/s for 10s"),
        Just("burst 15 every 2s x9; 3/s for 15s from 1s"),
        Just("10@9.5s; 10@10.1s"),
        Just("5@3s cost 3; 12 every 700ms; 1@4s cost 0"),
        Just("1@3s"),
        Just("2@3s; 1@50s"),
        Just("1 every 1s from 5s; 40@61s cost 41"),
        Just("poisson 1/s for 1ms"),
    ];
    (any_rest(), prop::collection::vec(any_lane(), 1..6), traffic).prop_map(|(rest, lanes, traffic)| {
        let (limit, window, burst, clients, retry, seed, start) = rest;
        let lanes = lanes.join(", ");
        format!(
            "limit={limit}/{window}s&burst={burst}&lanes={lanes}&traffic={traffic}&clients={clients}&retry={retry}\
             &seed={seed}&start={start}"
        )
    })
}

/// With groups, tiers, servers, stores, keys and layers.
fn any_distributed_scenario() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 9/s for 9s by app; burst 9 every 2s x5 by cron"),
        Just("40 every 250ms; 9@3s by app; 3@4s cost 3 by cron"),
        Just("20@9.5s by app; 20@10.1s by cron; 9@10.2s by app"),
        Just("poisson 8/s for 9s"),
        Just("30@3s by cron"),
        Just("1@3s by app"),
    ];
    let groups = prop_oneof![
        Just("app, cron"),
        Just("app 3, cron limit 20/10s"),
        Just("app 5 zipf 1.1 limit 3/s burst 6, cron 2 burst 4"),
        Just("app limit 12/5s, cron, batch limit 1/s"),
        Just("cron limit 4/2s, app"),
    ];
    let routing = prop_oneof![2 => Just("round_robin"), 1 => Just("random"), 1 => Just("sticky")];
    let clocks = prop_oneof![
        5 => Just(""),
        1 => Just(" server 1 ahead 700ms"),
        1 => Just(" server 1 behind 400ms"),
    ];
    let servers = (1u32..5, routing, any_state(), clocks)
        .prop_map(|(count, routing, state, clocks)| format!("{count} {routing} {state}{clocks}"));
    (any_rest(), distributed_lanes(), traffic, groups, servers).prop_map(|(rest, lanes, traffic, groups, servers)| {
        let (limit, window, burst, clients, retry, seed, start) = rest;
        let lanes = lanes.join(", ");
        format!(
            "limit={limit}/{window}s&burst={burst}&lanes={lanes}&traffic={traffic}&clients={clients}&retry={retry}\
             &seed={seed}&start={start}&groups={groups}&servers={servers}"
        )
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(400), failure_persistence: None, ..Config::default() })]

    /// A lane is stated to exceed a limit exactly if it did.
    #[test]
    fn no_lane_that_kept_its_own_limit_is_accused(text in any_scenario()) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let sentence = run.sentence(lane).expect("it is done");
            let is_accused =
                [" times its limit", "twice its limit", "more than its limit", " the limit of ", "'s limit of "];
            if is_accused.iter().any(|words| sentence.contains(words)) {
                prop_assert!(Walked::new(&run, lane).exceeds_its_own_limit(), "{sentence}");
            }
        }
    }

    /// Checks every number of every sentence about a lane.
    #[test]
    fn sentences_equal_a_walk(text in any_scenario()) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let sentence = run.sentence(lane).expect("it is done");
            prop_assert_eq!(sentences::check(&run, lane, &sentence), Ok(()), "{}", sentence);
        }
    }

    /// Checks every number of the headline and the reason.
    #[test]
    fn findings_equal_a_walk(text in any_scenario()) {
        let run = run(&text);
        let finding = run.finding().expect("it is done");
        prop_assert_eq!(headlines::check(&run, finding), Ok(()), "{:?}", finding);
    }
}
