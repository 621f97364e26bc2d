//! Advice that a person can check by hand.

use ratelab_advice::JudgedLimiter;
use ratelab_limiter::{Algorithm, Limiter};
use ratelab_report::{Report, words::percent};
use ratelab_scenario::{language::print_lane, scenarios::BUILT_IN};
use ratelab_simulation::run::Kind;

use crate::advice::{advice, run, scenario};

fn headline(text: &str) -> String {
    advice(text).headline()
}

/// The last of 6 in a queue that serves one a second waits 5 s.
#[test]
fn a_queue_has_every_place_within_the_wait() {
    let needs = "traffic=burst 6 every 6s x10&needs=never 10/10s; delay 5s";
    let queue = "Use a leaky bucket queue of 6 that serves 1 a second.";
    assert_eq!(headline(&format!("{needs}; memory 16 for 1; deny 10%")), queue);
    // A stricter need has the same answer.
    assert_eq!(headline(&format!("{needs}; memory 16 for 1; deny 10%; burst 6")), queue);
    let found = advice(needs);
    assert_eq!(found.headline(), queue);
    assert!(
        found.reason().contains("makes no request wait longer than 5 s, and denies none"),
        "{}",
        found.reason()
    );
}

/// 20 requests of cost 4 need 80 places.
#[test]
fn a_queue_is_as_long_as_the_sum_of_costs() {
    let found = advice("traffic=20@0s cost 4&needs=never 12/1s; deny 0%");
    let best = found.best().expect("a queue");
    assert_eq!((best.numbers.denied, best.numbers.bound), (0, Some(12)));
    assert_eq!(found.headline(), "Use a leaky bucket queue of 80 that serves 9 a second.");
}

/// A queue that makes requests wait longer than the guarantee's period is named, with the cost of that.
#[test]
fn a_longer_queue_that_denies_less_is_named() {
    let gps = "limit=3000/s&burst=5000&traffic=4000@0s; 2500@1s; 3200@2s; 6000@3s";
    let found = advice(&format!("{gps}&needs=never 3000/s"));
    let denied = |size: u32| {
        let queue = format!("{gps}&lanes=leaky_bucket_queue capacity={size} amount=3000 period=1s");
        let run = run(&queue);
        15_700 - u64::from(run.lanes()[0].record().counts().admitted())
    };
    let expected = format!(
        " A longer queue would deny less: one of 5,000 denies {} %, and requests may wait 1.67 s.",
        percent(denied(5_000), 15_700)
    );
    assert!(expected.contains("denies 10.8 %"), "{expected}");
    assert!(found.reason().ends_with(&expected), "{}", found.reason());
    assert_eq!(found.headline(), "Use a leaky bucket queue of 3,001 that serves 3,000 a second.");
    // If longer waits are allowed, it is the one to take.
    let longer = advice(&format!("{gps}&needs=never 3000/s; delay 2s")).headline();
    assert_eq!(longer, "Use a leaky bucket queue of 6,001 that serves 3,000 a second.");
}

/// Advice does not starve a request: 5 do not fit in a bucket of 2.
#[test]
fn a_size_is_never_below_the_greatest_cost() {
    let heavy = "limit=20/10s&traffic=3/s for 1m; 1/3s for 1m cost 5";
    let found = advice(&format!("{heavy}&needs=never 20/10s"));
    for row in &found.rows {
        assert!(row.policy.limit() >= 5, "{}", row.settings());
        assert!(row.tried.iter().all(|lane| lane.policy(&row.scenario).expect("a policy").limit() >= 5));
    }
    let none = advice(&format!("{heavy}&needs=never 4/10s"));
    assert_eq!(none.headline(), "None of the settings that were tried meets all of these needs.");
    assert!(none.reason().contains(" but it can never admit a request of cost 5."), "{}", none.reason());
    assert!(
        none.reason().contains(" It would qualify if 10 in that time were acceptable."),
        "{}",
        none.reason()
    );
    assert!(none.rows.iter().all(|row| none.verdict(row).contains("never admits a cost of 5")));
}

/// Advice does not starve requests of one cost: windows of 2.5 s would deny every one of cost 5, which fits in them,
/// because others always come before it.
#[test]
fn no_cost_is_always_denied() {
    let heavy = BUILT_IN.iter().find(|built_in| built_in.name == "heavy-and-light").expect("it is built in");
    let found = advice(&format!("{}&needs=never 20/10s", heavy.text));
    let best = found.best().expect("some limiter does not starve them");
    let denied_heavy = |row: &JudgedLimiter| {
        let run = run(&row.scenario.to_string());
        let (arrivals, outcomes) = (run.arrivals(0).expect("it is done"), run.lanes()[0].record().outcomes());
        let heavy = || (0..arrivals.len()).filter(|index| arrivals.cost(*index) == 5);
        assert_eq!(heavy().count(), 20);
        heavy().filter(|index| outcomes.get(*index) == Kind::Denied).count()
    };
    assert!(denied_heavy(best) < 20, "{}", found.headline());
    for row in &found.rows {
        let is_stated = row.sentence().contains("denies all 20 requests of cost 5");
        assert_eq!(is_stated, denied_heavy(row) == 20 && row.policy.limit() >= 5, "{}", row.sentence());
    }
    let log = found.rows.iter().find(|row| row.policy.algorithm() == Algorithm::SlidingWindowLog);
    let log = log.expect("a log");
    let starving = "sliding_window_log limit=5 window=2.5s";
    assert!(log.tried.iter().any(|lane| print_lane(lane) == starving), "it is among those tried");
    assert_ne!(print_lane(&log.scenario.lanes[0]), starving);
}

/// Windows of a fraction of a second are named with decimals where these are exact.
#[test]
fn windows_have_exact_decimals() {
    let needs =
        "traffic=5 every 2500ms; 5 every 2500ms from 100ms&needs=never 10/10s; memory 24 for 1; delay 0s";
    let found = advice(needs);
    let row = found.rows.iter().find(|row| row.policy.algorithm() == Algorithm::FixedWindow);
    assert_eq!(row.map(JudgedLimiter::settings).as_deref(), Some("2 in 2.5 s"));
}

/// Every option that can help is tried, and named in the advice.
#[test]
fn options_that_help_are_found() {
    let traffic =
        "traffic=burst 1 every 2s x10; burst 1 every 2s x10 from 990ms; burst 2 every 2s x10 from 1s";
    let needs = "needs=never 3/1s; memory 24 for 1; delay 0s; deny 0%";
    let found = advice(&format!("{traffic}&{needs}"));
    assert_eq!(found.headline(), "Use a fixed window of 2 in 1 s that begins with a request.");
    assert_eq!(found.rows[0].settings(), "2 in windows of 1 s that begin with a request");
    // With a window that begins with a request, even 1 in a second can be guaranteed.
    let one = advice("traffic=1/s for 10s&needs=never 1/1s");
    assert!(one.refused.is_empty(), "{:?}", one.refused);
    for algorithm in [Algorithm::FixedWindow, Algorithm::SlidingWindowCounter] {
        let row = one.rows.iter().find(|row| row.algorithms.contains(&algorithm)).expect("a row");
        assert_eq!(row.numbers.bound, Some(1));
        assert!(row.settings().contains(" that begin with a request"), "{}", row.settings());
        assert!(row.sentence().contains(" no more than "), "{}", row.sentence());
    }
}

/// The only sizes that deny nothing are next to the bursts of the traffic.
#[test]
fn sizes_of_the_bursts_are_tried() {
    let text = "limit=1000/1m&traffic=burst 505 every 61.089s x20&needs=never 1000/60s; delay 0s; memory 64 for 1; \
                deny 0%";
    assert_eq!(headline(text), "Use a token bucket of 505, refilled at 496 a minute.");
    let next = text.replace("505", "5050").replace("1000/60s", "10009/60s").replace("x20", "x3");
    let size = advice(&next).best().map(|best| best.policy.limit());
    assert_eq!(size, Some(5050));
}

/// The sizes next to the best of an even selection are tried, so that no better one is missed.
#[test]
fn sizes_next_to_the_best_are_tried() {
    let text = "limit=100/m&traffic=burst 1 every 20ms x300; burst 1 every 30ms x900 from 40s&needs=never 1000/60s; \
                delay 0s";
    let found = advice(text);
    let best = &found.rows[0];
    let bucket = |size: u32| {
        let bucket = format!("token_bucket capacity={size} amount={} period=1m", 1001 - size);
        let run = Report::complete(scenario(&format!("{text}&lanes={bucket}"))).expect("a policy");
        1_200 - run.lanes()[0].record().counts().admitted()
    };
    let least = (1..=1_000).map(bucket).min().expect("sizes");
    let row = found.rows.iter().find(|row| row.algorithms.contains(&Algorithm::TokenBucket)).expect("a row");
    assert_eq!(row.numbers.denied, u64::from(least), "{}", row.settings());
    assert!(best.numbers.denied <= row.numbers.denied);
}
