//! The words of an anatomy where they could be about another state, another limiter or another delay.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::{Algorithm, Limiter, Policy};
use ratelab_report::anatomy::{Anatomy, Mechanism, equivalents, rule};

use crate::simulation::run;

fn at(text: &str, time: u64) -> Anatomy {
    run(text).anatomy(0, 0, 0, time).expect("one state")
}

fn state(text: &str, time: u64) -> String {
    at(text, time).text().state
}

fn rule_of(lane: &str) -> String {
    rule(run(&format!("limit=6/6s&lanes={lane}")).lanes()[0].policy())
}

const SECOND: u64 = 1_000_000_000;

/// Before the first request and after the last window, no window ends: the next request opens one.
#[test]
fn at_rest_no_window_is_open_if_windows_begin_with_a_request() {
    let fixed = "limit=2/10s&lanes=fixed_window align=first&traffic=2@3s; 1@40s";
    let none = "no window is open, and the next request opens one.";
    for (time, seconds) in [(0, "0 s"), (2 * SECOND, "2 s"), (13 * SECOND, "13 s"), (39 * SECOND, "39 s")] {
        assert_eq!(state(fixed, time), format!("At {seconds}: {none}"));
        assert!(at(fixed, time).now.is_closed());
    }
    assert_eq!(state(fixed, 4 * SECOND), "At 4 s: 2 of 2 are used in this window, which ends at 13 s.");
    let aligned = "limit=2/10s&lanes=fixed_window&traffic=2@3s";
    assert_eq!(state(aligned, 14 * SECOND), "At 14 s: 0 of 2 are used in this window, which ends at 20 s.");
    let counter = "limit=4/10s&lanes=sliding_window_counter align=first&traffic=2@3s";
    assert_eq!(state(counter, 0), format!("At 0 s: {none}"));
    assert_eq!(state(counter, 4 * SECOND), "At 4 s: 2 counted in this window, and none before it counts.");
    assert!(at(counter, 4 * SECOND).text().verdict.starts_with("3 ≤ 4"));
    let next =
        "At 14 s: 0 counted in this window, 2 in the previous one. 90 % of that one still counts: 1.8.";
    assert_eq!(state(counter, 14 * SECOND), next);
    assert_eq!(state(counter, 23 * SECOND), format!("At 23 s: {none}"));
}

/// Of an all-of, the member is named with which the request would have to wait the longest, and the others that
/// deny it with the time until which they do.
#[test]
fn the_member_that_decides_is_the_one_that_is_named() {
    let (fixed, gcra) = ("fixed_window limit=1", "gcra burst=1 amount=1 period=13s");
    for lanes in [format!("all_of({fixed} + {gcra})"), format!("all_of({gcra} + {fixed})")] {
        let text = at(&format!("lanes={lanes}&traffic=20@0s"), 0).text();
        assert_eq!(text.state, "At 0 s: GCRA: admitted requests are scheduled up to 13 s, 13 s ahead.");
        assert_eq!(text.then, "It would pass at 13 s, in 13 s. Fixed window denies it too until 10 s.");
    }
    let never =
        at("lanes=all_of(fixed_window limit=1 + token_bucket capacity=1 amount=0)&traffic=2@0s", 0).text();
    assert!(never.state.starts_with("At 0 s: Token bucket: 0 of 1 token is left."), "{}", never.state);
    assert_eq!(never.then, "It would never pass. Fixed window denies it too.");
}

/// A limiter that counts what it denies says so.
#[test]
fn rules_say_if_denied_requests_count() {
    for lane in ["fixed_window", "sliding_window_counter"] {
        assert!(
            rule_of(&format!("{lane} count_denied=yes")).ends_with(" Denied requests count as well."),
            "{lane}"
        );
        assert!(!rule_of(lane).contains("enied requests count"), "{lane}");
    }
    assert!(
        rule_of("sliding_window_log count_denied=yes")
            .starts_with("It remembers when each request came, denied ones too.")
    );
    assert!(rule_of("sliding_window_log").starts_with("It remembers when each request was admitted."));
}

/// Queues whose requests start at once, and buckets that do not begin full.
#[test]
fn rules_say_how_many_start_at_once_and_what_a_bucket_begins_with() {
    let queue = |options: &str| rule_of(&format!("leaky_bucket_queue capacity=6 {options}"));
    for options in ["undelayed=6", "undelayed=5"] {
        assert_eq!(
            queue(options),
            "Up to 6 start at once; after that, one starts each second. None waits: a request above that is denied."
        );
    }
    assert_eq!(
        queue("undelayed=2"),
        "Up to 3 start at once. Others wait in line, and one starts each second. Both together are at most 6. A \
         request above that is denied."
    );
    assert!(
        queue("max_wait=0s")
            .starts_with("One starts at once; after that, one starts each second. None waits")
    );
    assert!(queue("").starts_with("Requests wait in line, and one starts each second. The line holds 6,"));
    assert!(rule_of("token_bucket initial=0").contains("one each second. It begins empty. A request takes"));
    assert!(rule_of("token_bucket initial=2").contains("It begins with 2. "));
    assert!(!rule_of("token_bucket").contains("begins"));
    assert!(!rule_of("gcra").contains("stores"), "its state has the clock as well");
}

/// One token is a token, however little of it is left.
#[test]
fn a_bucket_of_one_is_in_the_singular() {
    let one = |lane: &str| state(&format!("limit=1/10s&lanes={lane}&traffic=1@0s"), 1_900_000_000);
    assert_eq!(one("token_bucket"), "At 1.9 s: 0.19 of 1 token is left.");
    assert_eq!(one("leaky_bucket_meter"), "At 1.9 s: 0.81 of 1 is in the bucket.");
    assert_eq!(one("leaky_bucket_queue"), "At 1.9 s: 0.81 of 1 slot is taken; none wait.");
    assert_eq!(one("fixed_window"), "At 1.9 s: 1 of 1 is used in this window, which ends at 10 s.");
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(60), failure_persistence: None, ..Config::default() })]

    /// Equivalent limiters decide every request of random traffic alike, and one of them delays some of it if and
    /// only if the description says so. A rule says that none waits if and only if none does.
    #[test]
    fn equivalents_differ_in_delay_as_described(
        capacity in 1u32..8, undelayed in 0u32..8, amount in 1u32..5, period in 1u64..3_000,
        wait in prop::option::of(0u64..900),
        steps in prop::collection::vec((0u64..2_000, 1u32..4), 40..80),
    ) {
        let bucket = format!("capacity={capacity} amount={amount} period={period}ms");
        let undelayed = format!("undelayed={}", undelayed.min(capacity));
        let wait = wait.map_or(String::new(), |wait| format!(" max_wait={wait}ms"));
        let run = run(&format!(
            "lanes=leaky_bucket_queue {bucket} {undelayed}, token_bucket {bucket}, leaky_bucket_queue {bucket} \
             {undelayed}{wait}"
        ));
        for lane in 0..3 {
            let policy = run.lanes()[lane].policy();
            let own = outcomes(policy, &steps);
            let waits = own.iter().any(|(_, delay)| *delay > 0);
            // Behind a short longest wait, few instants are such that a request waits.
            let is_rare = policy.to_string().contains("max_wait");
            if policy.algorithm() == Algorithm::LeakyBucketQueue && (waits || !is_rare) {
                prop_assert_eq!(rule(policy).contains("None waits"), !waits, "{}", policy);
            }
            for other in equivalents(policy) {
                let name = match other.algorithm {
                    Algorithm::Gcra => format!("gcra burst={capacity} amount={amount} period={period}ms"),
                    other => format!("{} {bucket}", other.name()),
                };
                let named = crate::simulation::run(&format!("lanes={name}"));
                let others = outcomes(named.lanes()[0].policy(), &steps);
                let alike = own.iter().zip(&others).all(|(own, other)| own.0 == other.0);
                prop_assert!(alike, "{} and {}", policy, name);
                prop_assert_eq!(other.differs_in_delay, own != others, "{} and {}", policy, name);
            }
        }
    }

    /// The member of an all-of that is named denies the request for as long as the all-of does, and no window that is
    /// described as ending has yet to be opened by a request.
    #[test]
    fn the_named_member_denies_until_the_request_would_pass(
        limit in 1u32..5, amount in 1u32..5, period in 200u64..5_000, window in 200u64..5_000, time in 0u64..9_000,
        order in any::<bool>(), bursts in prop::collection::vec((0u64..9_000, 1u32..6), 1..9),
    ) {
        let (one, other) = (
            format!("gcra burst={limit} amount={amount} period={period}ms"),
            format!("fixed_window limit={limit} window={window}ms align=first"),
        );
        let (one, other) = if order { (one, other) } else { (other, one) };
        let traffic: Vec<_> = bursts.iter().map(|(at, count)| format!("{count}@{at}ms")).collect();
        let lane = format!("all_of({one} + {other} + sliding_window_log limit=3)");
        let run = run(&format!("lanes={lane}&traffic={}", traffic.join("; ")));
        let anatomy = run.anatomy(0, 0, 0, time * 1_000_000).expect("one state");
        let Mechanism::Members(members) = &anatomy.now else { panic!("an all-of") };
        let named = &members[anatomy.decider().expect("one of them")];
        prop_assert_eq!(named.decision.outcome, anatomy.decision.outcome);
        prop_assert_eq!(named.decision.retry_after, anatomy.decision.retry_after);
        let text = anatomy.text();
        let denying = members.iter().filter(|member| !member.decision.outcome.admits()).count();
        prop_assert_eq!(text.then.matches("denies it too").count(), denying.saturating_sub(1));
        let is_used = anatomy.recent.iter().any(|recent| recent.admitted > 0 && recent.age < window * 1_000_000);
        prop_assert!(!text.state.contains("which ends") || is_used, "{}", text.state);
    }
}

/// Returns whether each request is admitted, and its delay, with enough at once at first that some wait if any may.
fn outcomes(policy: &Policy, steps: &[(u64, u32)]) -> Vec<(bool, u64)> {
    let (mut state, mut now) = (policy.fresh(), 0);
    let first = core::iter::repeat_n(&(0, 1), 20);
    let take = |(step, cost): &(u64, u32)| {
        now += step * 1_000_000;
        let outcome = policy.take(&mut state, now, *cost);
        (outcome.admits(), outcome.delay())
    };
    first.chain(steps).map(take).collect()
}
