//! The settings that are found keep the guarantee, and no larger ones do.

use proptest::{option, prelude::*, test_runner::Config};
use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND, Value, replicas::ReplicaBound};
use ratelab_report::Report;

use ratelab_scenario::{
    language::print_lane,
    scenario::{Lane, Needs, Rate, Routing, Scenario, Servers, Store},
};

use ratelab_advice::{
    Advise,
    tuning::{Demand, Unable, candidates, tuned},
};

use crate::advice::scenario;

/// Returns a scenario decided on this many servers that never sync, or sync at this interval.
fn asked(needs: Needs, servers: u32, sync: Option<u64>, routing: Routing) -> Scenario {
    let store = match (servers, sync) {
        (1, _) => Store::Shared,
        (_, None) => Store::Local,
        (_, Some(every)) => Store::Sync { every },
    };
    let servers = Servers { count: servers, routing, store, ..Servers::default() };
    Scenario { needs, servers, ..Scenario::default() }
}

/// Returns what one client gets in the worst case, over all servers that may decide about it.
fn worst(lane: &Lane, scenario: &Scenario, period: u64) -> u128 {
    let policy = lane.policy(scenario).expect("a policy");
    let states = if scenario.servers.routing == Routing::Sticky { 1 } else { scenario.servers.count };
    match scenario.servers.store {
        Store::Sync { every } => policy.most_started_by_replicas(states.into(), every, period - 1, 1),
        _ => u128::from(states) * policy.most_started_in(period - 1, 1),
    }
}

/// Returns the same lane with another value of an option.
fn with(lane: &Lane, option: &str, value: u64) -> Lane {
    let mut lane = lane.clone();
    let slot = lane.options.iter_mut().find(|(name, _)| *name == option).expect("the option");
    slot.1 = value.into();
    lane
}

fn number(lane: &Lane, option: &str) -> Option<u64> {
    let (_, value) = lane.options.iter().find(|(name, _)| *name == option)?;
    if let Value::Number(number) = value { u64::try_from(*number).ok() } else { None }
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(150), failure_persistence: None, ..Config::default() })]

    #[test]
    fn settings_keep_the_guarantee_and_larger_ones_break_it(
        amount in prop_oneof![1u32..40, 1u32..5_000_000],
        period in prop_oneof![2u64..50, 1u64..1_000_000, Just(SECOND), Just(60 * SECOND), Just(3_600 * SECOND)],
        burst in option::of(prop_oneof![1u32..30, 1u32..100_000]),
        own in option::of(1u32..200),
        servers in 1u32..6, sync in option::of(1u64..SECOND), sticky in any::<bool>(),
        delay in option::of(0u64..SECOND),
    ) {
        let needs = Needs { never: Some(Rate { amount, period }), burst, delay, ..Needs::default() };
        let routing = if sticky { Routing::Sticky } else { Routing::Random };
        let asked = Scenario { burst: own, ..asked(needs, servers, sync, routing) };
        for algorithm in Algorithm::ALL {
            let lane = match tuned(algorithm, &asked) {
                Ok(lane) => lane,
                Err(Unable::TooMuch { size, least }) => {
                    prop_assert!(least > amount.into(), "{algorithm}");
                    // This amount could be guaranteed.
                    let amount = u32::try_from(least).expect("little");
                    let enough = Needs { never: Some(Rate { amount, period }), ..needs };
                    let found = tuned(algorithm, &Scenario { needs: enough, ..asked.clone() });
                    prop_assert!(found.is_ok(), "{algorithm} {size}");
                    continue;
                }
                Err(other) => return Err(TestCaseError::fail(format!("{algorithm}: {other:?}"))),
            };
            let text = print_lane(&lane);
            prop_assert!(worst(&lane, &asked, period) <= amount.into(), "{text}");
            for option in ["limit", "amount", "capacity", "burst"] {
                let Some(value) = number(&lane, option).filter(|value| *value < u32::MAX.into()) else { continue };
                // A rate too low to matter within a window can be anything, and so can the size below the guarantee.
                let has_rate = number(&lane, "amount").is_none_or(|amount| amount < u32::MAX.into());
                // What starts behind a queue does not depend on its length.
                let matters = algorithm != Algorithm::LeakyBucketQueue || option == "amount";
                if has_rate && matters {
                    prop_assert!(
                        worst(&with(&lane, option, value + 1), &asked, period) > amount.into(),
                        "{text} {option}"
                    );
                }
            }
            // The other candidates keep it, too.
            let demand = Demand { requests: 9_000, cost: 50, bursts: vec![7] };
            for other in candidates(algorithm, &asked, &demand).expect("settings") {
                let text = print_lane(&other);
                prop_assert!(worst(&other, &asked, period) <= amount.into(), "{text}");
                if let Some(rate) = number(&other, "amount").filter(|rate| *rate < u32::MAX.into()) {
                    prop_assert!(worst(&with(&other, "amount", rate + 1), &asked, period) > amount.into(), "{text}");
                }
                let size = number(&other, "capacity").or(number(&other, "burst"));
                prop_assert!(size.is_none_or(|size| size >= burst.unwrap_or(1).into()), "{text}");
            }
            if let (Some(burst), Some(size)) = (burst, number(&lane, "capacity").or(number(&lane, "burst"))) {
                prop_assert_eq!(size, u64::from(burst));
            }
            if algorithm == Algorithm::LeakyBucketQueue {
                prop_assert_eq!(number(&lane, "max_wait"), delay.filter(|delay| *delay > 0));
            }
        }
    }

    /// Tries every possible setting.
    #[test]
    fn brute_force_finds_the_same_settings(
        amount in 1u32..25, period in 2u64..90, burst in 1u32..12, servers in 1u32..4
    ) {
        let needs = Needs { never: Some(Rate { amount, period }), burst: Some(burst), ..Needs::default() };
        let asked = asked(needs, servers, None, Routing::RoundRobin);
        for algorithm in Algorithm::ALL {
            let options = |size: u32, rate: u32| {
                let size = |name| (name, Value::from(size));
                let rest = [("amount", Value::from(rate)), ("period", period.into())];
                match algorithm {
                    Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter =>
                        vec![size("limit"), ("window", period.into())],
                    Algorithm::Gcra => [vec![size("burst")], rest.to_vec()].concat(),
                    _ => [vec![size("capacity")], rest.to_vec()].concat(),
                }
            };
            let is_window = options(1, 1).len() == 2;
            // A higher rate than all windows allow together is too high, unless the smallest bucket is full at each
            // instant.
            let tried = (1..=2 * amount + 2)
                .chain([u32::MAX])
                .map(|number| if is_window { options(number, 0) } else { options(burst, number) });
            let lane = |options| Lane { options, ..Lane::new(algorithm) };
            let kept = tried.map(lane).rfind(|lane| worst(lane, &asked, period) <= amount.into());
            prop_assert_eq!(tuned(algorithm, &asked).ok(), kept);
        }
    }

    /// A bound that no traffic reaches would make a limiter look worse than it is. The adversary reaches it, with
    /// every setting that is found and every option that may be added to it.
    #[test]
    fn the_adversary_reaches_the_guarantee(
        amount in 4u32..80, tenths in 1u64..200, start in 0u64..40_000, burst in option::of(1u32..20),
        delay in option::of(1u64..5_000),
        exact in any::<bool>(), first in any::<bool>(), undelayed in 0u32..20,
    ) {
        let (rounding, align) = (if exact { "exact" } else { "floor" }, if first { "first" } else { "epoch" });
        let burst = burst.map(|burst| format!("; burst {}", burst.min(amount))).unwrap_or_default();
        let delay_is_free = delay.is_none();
        let delay = delay.map(|delay| format!("; delay {delay}ms")).unwrap_or_default();
        let asked = scenario(&format!(
            "limit={amount}/{}ms&start={start}ms&traffic=1@0s&needs=never \
             {amount}/{}ms{burst}{delay}", tenths * 100, tenths * 100
        ));
        for algorithm in Algorithm::ALL {
            let mut lane = tuned(algorithm, &asked).expect("settings");
            for parameter in algorithm.parameters() {
                match parameter.name {
                    "rounding" => lane.options.push(("rounding", rounding.into())),
                    "align" => lane.options.push(("align", align.into())),
                    "count_denied" => lane.options.push(("count_denied", "yes".into())),
                    "undelayed" => {
                        let capacity = number(&lane, "capacity").expect("a queue");
                        lane.options.push(("undelayed", u64::from(undelayed).min(capacity).into()));
                    }
                    _ => (),
                }
            }
            let run = Report::complete(Scenario { lanes: vec![lane], ..asked.clone() }).expect("a policy");
            let worst = run.worst(0).expect("it is short");
            let policy = run.lanes()[0].policy();
            prop_assert_eq!(u128::from(worst.admitted.cost), worst.bound, "{}: {}", policy, worst.traffic());
            if algorithm == Algorithm::LeakyBucketQueue {
                // Behind a queue, only requests that start count.
                let most = policy.most_started_in(asked.limit.period - 1, worst.scenario.greatest_cost());
                prop_assert!(u128::from(worst.started.cost) <= most);
                if delay_is_free {
                    prop_assert_eq!(u128::from(worst.started.cost), most, "{}", policy);
                }
                continue;
            }
            prop_assert!(worst.bound <= amount.into());
            // The guaranteed amount, except for a remainder of windows or nanoseconds.
            let spare = match policy {
                Policy::FixedWindow(_) | Policy::SlidingWindowCounter(_) => 3,
                _ => 0,
            };
            prop_assert!(worst.bound + spare >= amount.into(), "{} {}", policy, worst.bound);
        }
    }
}

/// Settings that a person can check by hand.
#[test]
fn a_hundred_a_minute_with_bursts_of_twenty() {
    let found = |needs: &str| {
        let asked = scenario(&format!("needs={needs}"));
        Algorithm::ALL.map(|algorithm| tuned(algorithm, &asked).map(|lane| print_lane(&lane)))
    };
    assert_eq!(
        found("never 100/60s; burst 20").map(|lane| lane.expect("settings")),
        [
            "fixed_window limit=50 window=1m",
            "sliding_window_log limit=100 window=1m",
            "sliding_window_counter limit=50 window=1m",
            // In any minute, except at its last nanosecond, 80 of 81 are refilled.
            "token_bucket capacity=20 amount=81 period=1m",
            "leaky_bucket_meter capacity=20 amount=81 period=1m",
            // One starts every 0.6 s, however many wait.
            "leaky_bucket_queue capacity=20 amount=100 period=1m",
            "gcra burst=20 amount=81 period=1m",
        ]
    );
    // If no burst is needed: the scenario's own, but at most half of the guarantee.
    let [.., gcra] = found("never 100/60s");
    assert_eq!(gcra.as_deref(), Ok("gcra burst=10 amount=91 period=1m"));
    let [.., queue, gcra] = found("never 8/60s; delay 2s");
    assert_eq!(gcra.as_deref(), Ok("gcra burst=4 amount=5 period=1m"));
    assert_eq!(queue.as_deref(), Ok("leaky_bucket_queue capacity=4 amount=8 period=1m max_wait=2s"));
    // Servers that sync every second owe what they admit together: 60 at once, and 40 in 60 s.
    let asked = scenario("servers=3 sync 1s&needs=never 100/60s; burst 20");
    let bucket = tuned(Algorithm::TokenBucket, &asked).map(|lane| print_lane(&lane));
    assert_eq!(bucket.as_deref(), Ok("token_bucket capacity=20 amount=41 period=1m"));
    // Without a guarantee: the scenario's own limit.
    assert_eq!(found("delay 0s").map(|lane| lane.expect("settings"))[3], "token_bucket");
    assert_eq!(found("burst 20").map(|lane| lane.expect("settings"))[3], "token_bucket capacity=20");
}

/// If a guarantee cannot be kept, the reason is given.
#[test]
fn a_guarantee_that_cannot_be_kept_is_reported() {
    let unable = |text: &str, algorithm| tuned(algorithm, &scenario(text)).expect_err("none");
    let too_much = |size, least| Unable::TooMuch { size, least };
    assert_eq!(unable("needs=never 1/s", Algorithm::FixedWindow), too_much(1, 2));
    assert_eq!(unable("needs=never 5/s; burst 6", Algorithm::Gcra), too_much(6, 6));
    assert_eq!(unable("servers=3 local&needs=never 5/s; burst 2", Algorithm::TokenBucket), too_much(2, 6));
    assert!(matches!(
        unable("servers=2 race 5ms set&needs=never 5/s", Algorithm::SlidingWindowLog),
        Unable::Unbounded(Store::Race { .. })
    ));
    assert!(matches!(
        unable("needs=never 900000/100d; burst 300000", Algorithm::TokenBucket),
        Unable::Refused(error) if error.field() == "capacity"
    ));
}

/// With several servers, the adversary uses all of them, and gets what they admit together.
#[test]
fn the_adversary_uses_every_server() {
    for (servers, spare) in [("3 local", 0), ("3 sync 1s", 2)] {
        let asked =
            scenario(&format!("limit=100/60s&servers={servers}&traffic=1@0s&needs=never 100/60s; burst 20"));
        for algorithm in Algorithm::ALL {
            let lane = tuned(algorithm, &asked).expect("settings");
            let run = Report::complete(Scenario { lanes: vec![lane], ..asked.clone() }).expect("a policy");
            let worst = run.worst(0).expect("it is short");
            assert_eq!(worst.scenario.servers.count, 3);
            let bound = worst.started_bound.expect("a bound");
            assert!(bound <= 100, "{algorithm}: {bound}");
            let got = u128::from(worst.started.cost);
            assert!(got <= bound, "{algorithm}: {got} of {bound}");
            // Synced requests are also ahead of others in a queue, so that no client gets all of its bound.
            let is_loose = spare > 0 && algorithm == Algorithm::LeakyBucketQueue;
            // For a bucket, the refill between two syncs is left.
            assert!(is_loose || got + spare >= bound, "{algorithm}, {servers}: {got} of {bound}");
        }
    }
}
