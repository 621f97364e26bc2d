//! A limiter at an instant: its description matches what a client would find, and its worst traffic reaches the worst
//! case.

use proptest::{prelude::*, test_runner::Config};
use ratelab_advice::Advise;
use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState, SECOND};
use ratelab_report::Report;
use ratelab_report::anatomy::{Anatomy, Bucket, Mechanism, equivalents, pace, rule};
use ratelab_simulation::run::Kind;

use crate::simulation::{built_in, properties::any_scenario, run};

const TENTH: u64 = SECOND / 10;

fn at(run: &Report, lane: usize, tenths: u64) -> Anatomy {
    run.anatomy(lane, 0, 0, tenths * TENTH).expect("it is done")
}

fn text(run: &Report, lane: usize, tenths: u64) -> String {
    let text = at(run, lane, tenths).text();
    [text.state, text.rule, text.verdict, text.then].join(" ")
}

/// The opening scenario, limiter by limiter, word for word.
#[test]
fn every_limiter_is_described_in_the_users_own_numbers() {
    let edge = built_in("edge-burst");
    let expected = [
        "At 10.1 s: 10 of 10 are used in this window, which ends at 20 s. One more makes 11: 11 > 10, it would be \
         denied. It would pass at 20 s, in 9.9 s.",
        "At 10.1 s: 10 of 10 are in the last 10 s. The oldest leaves at 19.5 s. One more makes 11: 11 > 10, it would \
         be denied. It would pass at 19.5 s, in 9.4 s.",
        "At 10.1 s: 1 counted in this window, 10 in the previous one. 99 % of that one still counts: 9.9. Rounded \
         down, that and one more make 9 + 1 + 1: 11 > 10, it would be denied. It would pass at 11 s, in 0.9 s.",
        "At 10.1 s: 0.6 of 10 tokens are left. A request of cost 1 needs 1: 0.6 < 1, it would be denied. It would \
         pass at 10.5 s, in 0.4 s.",
        "At 10.1 s: 9.4 of 10 are in the bucket. One more makes 10.4: 10.4 > 10, it would be denied. It would pass at \
         10.5 s, in 0.4 s.",
        "At 10.1 s: 9.4 of 10 slots are taken; 9 wait. One more makes 10.4: 10.4 > 10, it would be denied. It would \
         pass at 10.5 s, in 0.4 s.",
        "At 10.1 s: admitted requests are scheduled up to 19.5 s, 9.4 s ahead. One more makes it 10.4 s ahead; at \
         most 10 s is allowed: 10.4 s > 10 s, it would be denied. It would pass at 10.5 s, in 0.4 s.",
    ];
    for (lane, expected) in expected.into_iter().enumerate() {
        assert_eq!(text(&edge, lane, 101), expected);
    }
    assert_eq!(
        text(&edge, 3, 105),
        "At 10.5 s: 1 of 10 tokens is left. A request of cost 1 needs 1: 1 ≥ 1, it would be allowed. No other would \
         pass after it at this instant."
    );
    assert_eq!(
        text(&edge, 5, 120),
        "At 12 s: 7.5 of 10 slots are taken; 7 wait. One more makes 8.5: 8.5 ≤ 10, it would be admitted, but not at \
         once. It would start at 19.5 s, in 7.5 s."
    );
    let both = run("lanes=all_of(gcra + fixed_window limit=3)&traffic=5@1s");
    assert_eq!(
        text(&both, 0, 10),
        "At 1 s: Fixed window: 3 of 3 are used in this window, which ends at 10 s. One more makes 4: 4 > 3, it would \
         be denied. It would pass at 10 s, in 9 s."
    );
    let exact = run("lanes=sliding_window_counter rounding=exact&limit=50/m&traffic=42@0s; 18@75s");
    assert!(text(&exact, 0, 750).contains(
        "75 % of that one still counts: 31.5. That and one more make 31.5 + 18 + 1: 50.5 > 50, it would be denied."
    ));
    let waits = run("lanes=leaky_bucket_queue max_wait=3s&traffic=9@0s");
    assert!(
        text(&waits, 0, 0)
            .contains("One more would wait 4 s; at most 3 s is allowed: 4 s > 3 s, it would be denied.")
    );
    let never = run("lanes=gcra amount=0&traffic=10@0s");
    assert!(text(&never, 0, 10).ends_with("11 > 10, it would be denied. It would never pass."));
}

/// The requests at an instant, and the state before and after it.
#[test]
fn an_instant_has_a_before_and_an_after() {
    let edge = built_in("edge-burst");
    let tokens = at(&edge, 3, 95);
    let [Mechanism::Bucket(before), Mechanism::Bucket(now)] = [tokens.before, tokens.now] else {
        panic!("a bucket")
    };
    assert_eq!((before.left() / before.unit, now.left(), tokens.came.allowed), (10, 0, 10));
    assert_eq!((tokens.earlier, tokens.later), (None, Some(101 * TENTH)));
    assert_eq!(at(&edge, 3, 101).came.denied, 10);
    let queue = at(&edge, 5, 101);
    assert_eq!(queue.waiting, (0..9).map(|index| 4 * TENTH + index * SECOND).collect::<Vec<_>>());
    assert_eq!(edge.anatomy(0, 1, 0, 0), None, "there is one client");
}

#[test]
fn equivalent_limiters_are_named_only_where_they_are_equivalent() {
    let names = |text: &str| {
        let run = run(text);
        let equivalents = equivalents(run.lanes()[0].policy());
        equivalents
            .into_iter()
            .map(|other| (other.algorithm.name(), other.differs_in_delay))
            .collect::<Vec<_>>()
    };
    let (meter, queue, gcra) = ("leaky_bucket_meter", "leaky_bucket_queue", "gcra");
    assert_eq!(names("lanes=token_bucket"), [(meter, false), (queue, true), (gcra, false)]);
    assert_eq!(names("lanes=leaky_bucket_queue"), [("token_bucket", true), (meter, true), (gcra, true)]);
    for alone in [
        "token_bucket initial=3",
        "token_bucket refill=interval",
        "leaky_bucket_queue max_wait=1s",
        "fixed_window",
    ] {
        assert_eq!(names(&format!("lanes={alone}")), [], "{alone}");
    }
}

#[test]
fn rules_have_the_users_numbers() {
    let rule_and_pace = |lane: &str| {
        let run = run(&format!("limit=3/7s&burst=5&lanes={lane}"));
        (rule(run.lanes()[0].policy()), pace(run.lanes()[0].policy()))
    };
    let (tokens, each) = rule_and_pace("token_bucket");
    assert!(tokens.starts_with("A bucket holds 5 tokens and is refilled with 3 every 7 s."), "{tokens}");
    assert_eq!(each.as_deref(), Some("3 every 7 s"));
    assert!(
        rule_and_pace("token_bucket refill=interval").0.contains("is refilled with 3 at the end of each 7 s")
    );
    assert!(
        rule_and_pace("leaky_bucket_queue amount=7 max_wait=2s").0.contains("and one starts each second")
    );
    assert!(rule_and_pace("gcra amount=7").0.contains("moves that instant forward by 1 s"));
    assert_eq!(rule_and_pace("fixed_window").1, None);
}

/// The state of a client, computed from its own requests.
fn replayed(run: &Report, lane: usize, client: u32, until: impl Fn(u64) -> bool) -> PolicyState {
    let (policy, arrivals) = (run.lanes()[lane].policy(), run.arrivals(lane).expect("it is done"));
    let mut state = policy.fresh();
    for index in (0..arrivals.len()).filter(|index| arrivals.client(*index) == client) {
        if until(arrivals.time(index)) {
            let _ =
                policy.take(&mut state, run.scenario().start + arrivals.time(index), arrivals.cost(index));
        }
    }
    state
}

/// The amount in use in a state, computed from the numbers of its mechanism.
fn in_use(mechanism: &Mechanism) -> Option<(u128, u128)> {
    Some(match *mechanism {
        Mechanism::Window { used, .. } => (used.into(), 1),
        Mechanism::Log { used, ref entries, .. } => {
            assert_eq!(entries.iter().map(|entry| entry.cost).sum::<u32>(), used);
            (used.into(), 1)
        }
        Mechanism::Counter { elapsed, window, previous, current, .. } => {
            let weighted = u128::from(previous) * u128::from(window - elapsed);
            (weighted + u128::from(current) * u128::from(window), window.into())
        }
        Mechanism::Bucket(Bucket { backlog, unit, .. }) => (backlog.into(), unit.into()),
        Mechanism::Members(_) => return None,
    })
}

fn level(policy: &Policy, state: &PolicyState, now: u64) -> (u128, u128) {
    (policy.level(&policy.advance(state, now)), policy.level_unit().into())
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(24), failure_persistence: None, ..Config::default() })]

    /// At any instant, the anatomy equals a naive replay of the client's requests, and the decision is the limiter's
    /// own. At the instant of a request, it begins like the explanation of that request.
    #[test]
    fn an_anatomy_is_a_replay(
        text in any_scenario(), times in prop::collection::vec(0u64..25_000_000_000, 3),
        pick in any::<prop::sample::Index>()
    ) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let policy = run.lanes()[lane].policy();
            let arrivals = run.arrivals(lane).expect("it is done");
            let index = pick.index(arrivals.len());
            let first = arrivals.first_at(arrivals.time(index));
            for (client, time) in
                times.iter().map(|time| (0, *time)).chain([(arrivals.client(first), arrivals.time(first))])
            {
                let now = run.scenario().start + time;
                let anatomy = run.anatomy(lane, client, 0, time).expect("it is done");
                let before = replayed(&run, lane, client, |other| other < time);
                let after = replayed(&run, lane, client, |other| other <= time);
                prop_assert_eq!(&anatomy.decision, &policy.peek(&after, now, 1));
                for (mechanism, state) in [(&anatomy.before, &before), (&anatomy.now, &after)] {
                    if let Some(used) = in_use(mechanism) {
                        prop_assert_eq!(used, level(policy, state, now));
                    }
                }
                if let Some(pass) = anatomy.would_pass {
                    let passes = |time: u64| policy.peek(&after, run.scenario().start + time, 1).outcome.admits();
                    prop_assert!(passes(pass) && !passes(pass - 1));
                }
                let own = (0..arrivals.len()).filter(|other| arrivals.client(*other) == client);
                let later = |other: &usize| run.mark(lane, *other).started.is_some_and(|start| start > time);
                let waits = own
                    .filter(|other| arrivals.time(*other) <= time && arrivals.cost(*other) > 0)
                    .filter(later)
                    .count();
                prop_assert_eq!(anatomy.waiting_count, waits);
            }
            let explained = run.explain(lane, first).expect("it is decided");
            let anatomy = run.anatomy(lane, arrivals.client(first), 0, arrivals.time(first)).expect("it is done");
            if let Some(used) = in_use(&anatomy.before) {
                prop_assert_eq!(used, level(policy, &explained.before, explained.decision.at));
            }
        }
    }

    /// The numbers in the texts are those of the mechanism, and each comparison is true.
    #[test]
    fn the_texts_are_true(text in any_scenario(), time in 0u64..25_000_000_000) {
        let run = run(&text);
        for lane in 0..run.lanes().len() {
            let policy = run.lanes()[lane].policy();
            let anatomy = run.anatomy(lane, 0, 0, time).expect("it is done");
            let text = anatomy.text();
            let (comparison, verdict) = text.verdict.split_once(", ").expect("a verdict");
            let expected = match anatomy.decision.outcome {
                Outcome::Allowed => "it would be allowed.",
                Outcome::Denied => "it would be denied.",
                Outcome::Delayed(_) => "it would be admitted, but not at once.",
            };
            prop_assert_eq!(verdict, expected);
            prop_assert!(holds(comparison), "{}", text.verdict);
            if let (Mechanism::Bucket(bucket), "token_bucket") = (&anatomy.now, policy.algorithm().name()) {
                let hundredths = u128::from(bucket.left()) * 100 / u128::from(bucket.unit);
                let stated = text.state.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
                prop_assert_eq!(number(stated), hundredths as f64 / 100.0);
            }
        }
    }
}

/// Returns whether a written comparison holds: two numbers with the same unit.
fn holds(comparison: &str) -> bool {
    let words: Vec<&str> = comparison.split(' ').collect();
    let sign = words.iter().position(|word| ["≤", ">", "≥", "<"].contains(word)).expect("a sign");
    let (left, right) = (time(&words[..sign]), time(&words[sign + 1..]));
    match words[sign] {
        "≤" => left <= right,
        ">" => left > right,
        "≥" => left >= right,
        _ => left < right,
    }
}

fn time(words: &[&str]) -> f64 {
    let scale = match words.get(1) {
        Some(&"ns") => 1e-9,
        Some(&"µs") => 1e-6,
        Some(&"ms") => 1e-3,
        Some(&"min") => 60.0,
        Some(&"h") => 3_600.0,
        _ => 1.0,
    };
    number(words[0]) * scale
}

fn number(word: &str) -> f64 {
    word.replace(',', "").parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(300), failure_persistence: None, ..Config::default() })]

    /// The worst traffic of each of the seven, with any limit and any option, reaches the bound in one window of the
    /// scenario's length, whatever the limiter's own window.
    #[test]
    fn the_worst_traffic_reaches_the_bound(
        limit in 1u32..60, burst in 1u32..80, tenths in 1u64..400, start in 0u64..40_000, amount in 1u32..60,
        exact in any::<bool>(), first in any::<bool>(), initial in 0u32..80, wait in 1u64..20_000, own in 1u64..700,
    ) {
        let rounding = if exact { "exact" } else { "floor" };
        let align = if first { "first" } else { "epoch" };
        let (initial, own) = (initial.min(burst), own * 100);
        let run = run(&format!(
            "limit={limit}/{}ms&burst={burst}&start={start}ms&traffic=1@0s&lanes=fixed_window align={align}, \
             sliding_window_log, sliding_window_counter align={align} rounding={rounding}, \
             token_bucket initial={initial}, leaky_bucket_meter, leaky_bucket_queue undelayed={initial}, gcra, \
             token_bucket amount={amount}, token_bucket refill=interval amount={amount}, \
             leaky_bucket_queue amount={amount} undelayed={initial} max_wait={wait}ms, \
             fixed_window window={own}ms align={align} count_denied=yes, sliding_window_log window={own}ms, \
             sliding_window_counter window={own}ms align={align} rounding={rounding}", tenths * 100
        ));
        for lane in 0..run.lanes().len() {
            let worst = run.worst(lane).expect("it is short");
            let policy = run.lanes()[lane].policy();
            prop_assert_eq!(worst.bound, policy.most_in(run.scenario().limit.period - 1));
            prop_assert_eq!(u128::from(worst.admitted.cost), worst.bound, "{}: {}", policy, worst.traffic());
            // The traffic as a script, among all the lanes, has the same result.
            let again = Report::complete(worst.scenario.clone()).expect("policies");
            let (admitted, arrivals) =
                (again.lanes()[lane].record().outcomes(), again.arrivals(lane).expect("requests"));
            let all = (0..admitted.len()).filter(|index| admitted.get(*index) != Kind::Denied);
            let all: u128 = all.map(|index| u128::from(arrivals.cost(index))).sum();
            prop_assert!(all >= worst.bound);
            let read = crate::simulation::run(&worst.scenario.to_string());
            prop_assert_eq!(read.hash(), again.hash());
        }
    }
}

/// If the budget of one window weighs all of the next, only every second window is used.
#[test]
fn the_worst_traffic_of_a_counter_of_one_skips_windows() {
    for (limit, window, reached) in [("1/14.9s", "3s", 3), ("1/8.9s", "600ms", 8)] {
        let lane = format!("sliding_window_counter window={window} align=first rounding=exact");
        let run = run(&format!("limit={limit}&lanes={lane}"));
        let worst = run.worst(0).expect("it is short");
        assert_eq!((worst.bound, worst.admitted.cost), (reached, reached as u64), "{}", worst.traffic());
    }
}

/// If no traffic reaches the bound, the amount that is reached is shown next to it.
#[test]
fn bounds_and_reached_amounts_are_both_reported() {
    let bound_and_reached = |lane: &str| {
        let run = run(&format!("limit=10/10s&lanes={lane}"));
        let worst = run.worst(0).expect("it is short");
        (worst.bound, worst.admitted.cost)
    };
    assert_eq!(bound_and_reached("fixed_window align=first"), (19, 19), "one request has to open the window");
    assert_eq!(bound_and_reached("sliding_window_counter align=first"), (20, 20));
    assert_eq!(bound_and_reached("sliding_window_counter align=first rounding=exact"), (18, 18));
    assert_eq!(bound_and_reached("leaky_bucket_queue max_wait=3s"), (19, 19));
    assert_eq!(bound_and_reached("all_of(token_bucket + sliding_window_log)"), (10, 10));
    assert_eq!(bound_and_reached("token_bucket amount=0"), (10, 10));
    assert_eq!(bound_and_reached("token_bucket amount=0 initial=4"), (4, 4));
    let large = run("limit=900000/s&traffic=1@0s");
    assert_eq!(large.worst(0), None, "two million requests are too many to show");
}
