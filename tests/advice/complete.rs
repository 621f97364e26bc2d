//! For small needs and requests of one cost, "none" means none: no setting of any option of any limiter meets them.
//!
//! Windows are whole parts of the guarantee's period, and rates are whole numbers in it.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::{Algorithm, Limiter, Value};
use ratelab_scenario::scenario::{Lane, Scenario};

use crate::advice::{
    advice, scenario,
    verdict::{Plain, judged, rank},
};

/// The values of one option of a limiter to combine.
type Values = (&'static str, Vec<Option<Value>>);

/// Returns every combination of the values of options; a missing value is the default.
fn combined(algorithm: Algorithm, values: Vec<Values>) -> Vec<Lane> {
    let mut all = vec![Vec::new()];
    for (name, values) in values {
        let with = |options: &Vec<(&'static str, Value)>| {
            let add = |value: &Option<Value>| {
                options.iter().cloned().chain(value.clone().map(|value| (name, value))).collect()
            };
            values.iter().map(add).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter().map(|options| Lane { options, ..Lane::new(algorithm) }).collect()
}

fn numbers(numbers: impl IntoIterator<Item = u64>) -> Vec<Option<Value>> {
    numbers.into_iter().map(|number| Some(number.into())).collect()
}

fn words(words: &[&'static str]) -> Vec<Option<Value>> {
    words.iter().map(|word| Some((*word).into())).collect()
}

/// Returns a limiter with all settings for a guarantee: windows and periods of whole parts of it, sizes and rates up to
/// more than the guarantee, and queues up to one that holds all requests.
fn all_settings(algorithm: Algorithm, asked: &Scenario, requests: u64) -> Vec<Lane> {
    let promise = asked.needs.never.expect("a guarantee");
    let most = u64::from(promise.amount) + 1;
    let parts = (1..=most + 1).filter(|parts| promise.period.is_multiple_of(*parts));
    let windows: Values = ("window", numbers(parts.map(|parts| promise.period / parts)));
    let limits: Values = ("limit", numbers(1..=most));
    let align: Values = ("align", words(&["epoch", "first"]));
    let denied: Values = ("count_denied", words(&["no", "yes"]));
    let rate = || [("amount", numbers(1..=most)), ("period", numbers([promise.period]))];
    let longest = requests.max(most).max(asked.needs.burst.unwrap_or(1).into());
    let waits = asked.needs.delay.map_or(vec![], |delay| numbers([0, delay / 2, delay]));
    let options = match algorithm {
        Algorithm::FixedWindow => vec![limits, windows, align, denied],
        Algorithm::SlidingWindowLog => vec![limits, windows, denied],
        Algorithm::SlidingWindowCounter => {
            vec![limits, windows, align, ("rounding", words(&["floor", "exact"])), denied]
        }
        Algorithm::TokenBucket => {
            let fresh = ("initial", [vec![None], numbers(0..most)].concat());
            let refill = ("refill", words(&["greedy", "interval"]));
            [vec![("capacity", numbers(1..=most))], rate().into(), vec![fresh, refill]].concat()
        }
        Algorithm::LeakyBucketQueue => {
            let undelayed = ("undelayed", numbers(0..=most));
            let wait = ("max_wait", [vec![None], waits].concat());
            [vec![("capacity", numbers(1..=longest))], rate().into(), vec![undelayed, wait]].concat()
        }
        Algorithm::Gcra => [vec![("burst", numbers(1..=most))], rate().into()].concat(),
        _ => [vec![("capacity", numbers(1..=most))], rate().into()].concat(),
    };
    combined(algorithm, options)
}

/// Returns the best of all settings that keep the guarantee, and of those that do not bound waits more than is needed.
/// Any bound on waits can be lowered to what the traffic needs, which is no advice.
fn best_of_all(asked: &Scenario, requests: u64) -> [Plain; 2] {
    let promise = asked.needs.never.expect("a guarantee");
    let keeps = |lane: &Lane| {
        let policy = lane.policy(asked);
        policy.is_ok_and(|policy| {
            policy.most_started_in(promise.period - 1, asked.greatest_cost()) <= promise.amount.into()
        })
    };
    let bounds_more = |lane: &Lane| {
        let wait = lane.options.iter().find(|(name, _)| *name == "max_wait");
        wait.is_some_and(|(_, wait)| asked.needs.delay.is_none_or(|delay| *wait != Value::from(delay)))
    };
    let all = Algorithm::ALL.into_iter().flat_map(|algorithm| all_settings(algorithm, asked, requests));
    let all: Vec<_> = all.filter(keeps).collect();
    let needed = all.iter().filter(|lane| !bounds_more(lane)).cloned().collect();
    [all, needed].map(|lanes| {
        let judged = lanes.into_iter().map(|lane| judged(lane, asked).expect("a policy"));
        judged.min_by_key(|plain| rank(plain, asked)).expect("settings")
    })
}

fn any_small() -> impl Strategy<Value = (String, u64)> {
    let bursts = (1u32..4, prop::collection::vec((1u64..5, 0u64..40), 1..9));
    let part = |texts: &'static [&'static str]| proptest::sample::select(texts);
    let needs = (
        (1u32..9, part(&["1s", "2s", "3s"])).prop_map(|(amount, period)| format!("never {amount}/{period}")),
        part(&["", "", "; burst 2", "; burst 3"]),
        part(&["", "; delay 0s", "; delay 1s", "; delay 500ms"]),
        part(&["", "; memory 16 for 1", "; memory 24 for 1", "; memory 112 for 1"]),
        part(&["", "; deny 0%", "; deny 10%", "; deny 30%", "; deny 50%"]),
        part(&["", "", "; by memory", "; by rate"]),
    );
    (bursts, needs).prop_map(|((cost, bursts), (never, burst, delay, memory, deny, by))| {
        let requests = bursts.iter().map(|(count, _)| count * u64::from(cost)).sum();
        let traffic: Vec<_> =
            bursts.iter().map(|(count, tenth)| format!("{count}@{}ms cost {cost}", tenth * 100)).collect();
        let text = format!("traffic={}&needs={never}{burst}{delay}{memory}{deny}{by}", traffic.join("; "));
        (text, requests)
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(200), failure_persistence: None, ..Config::default() })]

    #[test]
    fn for_small_needs_no_setting_is_better_than_the_advice((text, requests) in any_small()) {
        let asked = scenario(&text);
        let ([all, needed], advice) = (best_of_all(&asked, requests), advice(&text));
        let Some(best) = advice.best() else {
            prop_assert!(!all.failed.is_empty(), "{text}: {all:?}");
            prop_assert_eq!(advice.headline(), "None of the settings that were tried meets all of these needs.");
            return Ok(());
        };
        let best = judged(best.scenario.lanes[0].clone(), &asked).expect("a policy");
        prop_assert_eq!(rank(&best, &asked), rank(&needed, &asked), "{}: {:?} instead of {:?}", text, best, needed);
    }
}
