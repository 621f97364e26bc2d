//! Sentences of the advice are true: word for word for some scenarios, and number by number for many.

use std::collections::BTreeSet;

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError},
};
use ratelab_advice::{Advice, JudgedLimiter};
use ratelab_limiter::{Algorithm, Limiter, Value};
use ratelab_report::{
    Report,
    words::{bytes, count, decimal, duration, fraction, percent, times},
};
use ratelab_scenario::{language::print_needs, scenario::Scenario};

use crate::advice::{advice, run, verdict::any_asked};

const ASKED: &str =
    "traffic=30@0s; 2/s for 60s&needs=never 100/60s; burst 20; delay 0s; memory 64 for 1000000";

#[test]
fn a_verdict_word_for_word() {
    let advice = advice(ASKED);
    assert_eq!(advice.headline(), "Use a token bucket of 20, refilled at 81 a minute.");
    assert_eq!(
        advice.reason(),
        "It keeps your guarantee in the worst case, takes a burst of 20, adds no delay, takes 16 bytes per client, and \
         denies 33.3 % of this traffic. The leaky bucket meter and GCRA decide the same. A client that never stops \
         gets \
         81 of 100 in 60 s."
    );
    let found: Vec<_> =
        advice.rows.iter().map(|row| [row.title(), row.settings(), advice.verdict(row)]).collect();
    let expected = [
        ["Token bucket = leaky meter = GCRA", "20 at once, 81 a minute", "take it"],
        ["Leaky bucket, queue", "a queue of 20; 81 start a minute, all without waiting", "equally good"],
        [
            "Sliding window counter",
            "21 in windows of 15 s that begin with a request, without rounding",
            "qualifies, but denies 1.38 times as many",
        ],
        ["Fixed window", "20 in 15 s", "qualifies, but denies 1.4 times as many"],
        ["Sliding window log", "20 in 12 s", "takes 10.8 times the memory"],
    ];
    assert_eq!(found, expected.map(|row| row.map(str::to_owned)));
    let sentences: Vec<_> = advice.rows.iter().map(JudgedLimiter::sentence).collect();
    assert_eq!(
        sentences[4],
        "The sliding window log keeps your guarantee in the worst case, takes a burst of 20, adds no delay, and denies \
         33.3 % of this traffic, but it takes up to 688 bytes per client, not 64. Several windows can meet within 60 \
         s, \
         but no more than 100 get through."
    );
    assert!(sentences[0].ends_with(" In the worst case, 20 at once and 80 refilled within 60 s make 100."));
    assert!(sentences[1].ends_with(" However many wait, no more than 100 start in 60 s."));
    let end = " Several windows can meet within 60 s, but no more than 100 get through.";
    assert!(sentences[3].ends_with(end), "{}", sentences[3]);
    assert!(advice.markdown().contains(
        "| Token bucket = leaky meter = GCRA | 20 at once, 81 a minute | 100 | 20 | none | 16 MB | 33.3 % | 81 | Take \
         it |"
    ));
    assert!(
        advice
            .text()
            .contains("\nNeeds: never 100/m; burst 20; delay 0s; memory 64 for 1000000.\n- Token bucket")
    );
    // A reader of the text can try it.
    let text = advice.text();
    let (_, traffic) = text.trim_end().rsplit_once("\nScenario: ").expect("the traffic");
    assert_eq!(crate::advice::advice(traffic).text(), text);
    assert!(advice.markdown().ends_with(&format!("`{traffic}`\n")));
}

/// If no limiter meets all needs, the nearest is named with what it would meet.
#[test]
fn the_nearest_word_for_word() {
    let none =
        advice("traffic=30@0s; 2/s for 60s&needs=never 100/60s; burst 20; delay 0s; memory 64; deny 5%");
    assert_eq!(none.headline(), "None of the settings that were tried meets all of these needs.");
    assert_eq!(
        none.reason(),
        "The nearest is the token bucket, but it denies 33.3 % of this traffic, not 5 %. It would qualify if denying \
         33.34 % \
         were acceptable."
    );
    let relaxed = none.nearest.and_then(|nearest| nearest.relaxed).expect("it would do");
    assert_eq!(print_needs(&relaxed), "never 100/m; burst 20; delay 0s; memory 64 for 1; deny 33.34%");
    let refused = advice("needs=never 5/s; burst 6&servers=2 local");
    let buckets = refused.refused.last().expect("buckets");
    assert_eq!(
        buckets.sentence(),
        "The token bucket, the leaky bucket meter and GCRA each let 12 through in the worst case with a \
         burst of 6 and the lowest rate."
    );
    let open = advice("needs=never 5/s&servers=2 race 5ms set");
    assert_eq!(
        open.reason(),
        "No limiter can: any number get through in the 5 ms before a charge is written."
    );
    let down = advice("needs=never 5/s&servers=2 down 2s..6s open");
    assert_eq!(down.reason(), "No limiter can: any number get through while the store is down.");
    let windows = "The fixed window, the sliding window log and the sliding window counter";
    assert_eq!(
        open.refused[0].sentence(),
        format!(
            "{windows} cannot keep any guarantee: any number get through in the 5 ms before a charge is written."
        )
    );
    assert!(open.rows.is_empty() && open.scenario().is_none());
}

/// A share is rounded once: 2 of 221 are 0.905 % in three digits, and 0.9 % in two.
#[test]
fn a_share_is_rounded_once() {
    let advice = advice("traffic=221@0s&needs=never 219/10s; delay 0s; deny 0%");
    let log = advice.rows.iter().find(|row| row.sentence().starts_with("The sliding window log"));
    let sentence = log.expect("a judged log").sentence();
    assert!(sentence.contains("but it denies 0.9 % of this traffic, not 0 %"), "{sentence}");
}

/// A queue that may wait is as long as other needs require, and its longest wait is stated.
#[test]
fn a_queue_word_for_word() {
    let traffic = "traffic=30@0s; 2/s for 60s&needs=never 100/60s; burst 20; memory 64";
    let queue = advice(&format!("{traffic}; deny 5%"));
    assert_eq!(queue.headline(), "Use a leaky bucket queue of 51 that serves 100 a minute.");
    assert_eq!(
        queue.reason(),
        "It keeps your guarantee in the worst case, takes a burst of 20, takes 16 bytes per client, and denies none of \
         this traffic. Requests may wait up to 30 s (here up to 29.9 s). A client that never stops gets 100 of 100 in \
         60 s."
    );
    let asked_again = advice("traffic=10@0s by app&groups=app limit 5/s&retry=told&needs=never 5/s");
    assert!(asked_again.reason().ends_with(
        "Denied clients retry, and the final result counts. Limits of groups are ignored: \
         all clients get these settings."
    ));
}

/// Returns all numbers in a text, as they are written.
fn numbers(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == ',' || letter == '.';
    let found = text.split(|letter: char| !is_part(letter)).map(|word| word.trim_matches([',', '.']));
    found.filter(|word| word.contains(|letter: char| letter.is_ascii_digit())).map(str::to_owned).collect()
}

/// Returns every number that a sentence about a row may contain, from its own scenario and its policy.
fn known(advice: &Advice, row: &JudgedLimiter) -> Vec<String> {
    let run = run(&row.scenario.to_string());
    let policy = run.lanes()[0].policy();
    let requests = run.traffic().expect("it is done").len() as u64;
    let denied = requests - u64::from(run.lanes()[0].record().counts().admitted());
    let millionths = |part: u64| (part * 1_000_000).div_ceil(requests.max(1));
    let needs = advice.needs;
    let settings = policy.settings();
    let settings = settings.values().iter().filter_map(|(_, value)| match value {
        Value::Number(number) => u64::try_from(*number).ok(),
        Value::Word(_) => None,
    });
    let settings: Vec<u64> = settings.collect();
    let remaining = policy.remaining(&policy.advance(&policy.fresh(), run.scenario().start));
    let (wait, promise) = (row.numbers.delay, needs.never.unwrap_or(run.scenario().limit));
    let memory = needs.memory.map_or(1, |memory| memory.bytes);
    let worst = policy.most_started_in(promise.period - 1, run.scenario().greatest_cost()) as u64;
    let mut texts = vec![
        count(remaining.into()),
        count(needs.burst.unwrap_or(0).into()),
        count(policy.state_bytes()),
        bytes(policy.state_bytes()),
        count(memory),
        decimal(policy.state_bytes(), memory),
        count(policy.state_bytes().saturating_sub(memory)),
        count(promise.amount.into()),
        count(worst),
        count(worst - u64::from(policy.limit()).min(worst)),
        duration(promise.period),
        duration(wait),
        duration(run.longest_wait(0)),
        duration(needs.delay.unwrap_or(0)),
        duration(wait.saturating_sub(needs.delay.unwrap_or(0))),
        decimal(denied * 100, requests.max(1)),
        fraction(millionths(denied).into(), 10_000),
        fraction(needs.deny.unwrap_or(0).into(), 10_000),
        "0.01".to_owned(),
        run.scenario().greatest_cost().to_string(),
    ];
    texts.extend(settings.iter().flat_map(|number| [count(*number), count(*number + 1), duration(*number)]));
    // What a client gets that never stops, from shorter windows too.
    let number =
        |name: &str| policy.settings().get(name).and_then(|value| value.to_string().parse::<u128>().ok());
    if let (Some(limit), Some(window)) = (number("limit"), number("window")) {
        let lasting = limit * u128::from(promise.period) / window;
        texts.extend([1, run.scenario().servers.count.into()].map(|states| count((lasting * states) as u64)));
    }
    // Times in a configuration are exact.
    let whole = |unit| {
        settings.iter().filter(move |number| *number % unit == 0).map(move |number| count(number / unit))
    };
    texts.extend([1_000_000_000, 1_000_000, 1_000, 1].into_iter().flat_map(whole));
    let units = [3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1_000_000, 1_000];
    let thousandths = |number: &u64| {
        units.map(|unit| fraction(u128::from(*number), unit)).into_iter().filter(|text| text.len() < 9)
    };
    texts.extend(settings.iter().flat_map(thousandths));
    // Requests of one cost, of which all may be denied.
    let traffic = run.traffic().expect("it is done");
    let costs = || (0..traffic.len()).map(|index| traffic.cost(index));
    let of_cost = |wanted: u32| costs().filter(|cost| *cost == wanted).count() as u64;
    texts.extend(costs().collect::<BTreeSet<_>>().into_iter().map(|cost| count(of_cost(cost))));
    texts.extend(settings.iter().map(|number| count(*number * u64::from(run.scenario().servers.count))));
    if let Some(best) = advice.best().map(|best| best.numbers) {
        let (mine, theirs) = (policy.state_bytes(), best.state_bytes);
        texts.extend([
            count(denied.saturating_sub(best.denied)),
            count(mine.saturating_sub(theirs)),
            times(mine, theirs),
        ]);
        texts.extend((best.denied > 0).then(|| times(denied, best.denied)));
        texts.push(count((best.lasting.saturating_sub(row.numbers.lasting)) as u64));
    }
    texts
        .iter()
        .flat_map(|text| numbers(text))
        .chain(texts.iter().flat_map(|text| text.split_whitespace().next().map(str::to_owned)))
        .collect()
}

/// A rate may be stated per second, or as one request per duration.
fn by_the_second(row: &JudgedLimiter) -> Vec<String> {
    let settings = row.policy.settings();
    let number = |name: &str| match settings.get(name) {
        Some(Value::Number(number)) => u64::try_from(*number).unwrap_or(0),
        _ => 0,
    };
    let (amount, period) = (number("amount"), number("period").max(1));
    let each = duration(period / amount.max(1));
    [numbers(&each), numbers(&count(amount * 1_000_000_000 / period)), vec!["1".to_owned()]].concat()
}

/// Describes the longer queue that denies less, by running all of them: that of the scenario's size, or else one of
/// those that deny the least.
fn longer(advice: &Advice) -> String {
    let best = advice.best().expect("it qualifies");
    let period = best.numbers.promise.period;
    let queue = advice.rows.iter().find(|row| row.policy.algorithm() == Algorithm::LeakyBucketQueue);
    let tried = queue.into_iter().flat_map(|row| row.tried.iter().map(move |lane| (row, lane)));
    let longer = tried.filter_map(|(row, lane)| {
        let scenario = Scenario { lanes: vec![lane.clone()], ..row.scenario.clone() };
        let (run, needs) = (Report::complete(scenario).expect("a policy"), advice.needs);
        let (policy, requests) = (run.lanes()[0].policy(), run.traffic()?.len() as u64);
        let denied = requests - u64::from(run.lanes()[0].record().counts().admitted());
        let wait = policy.peek(&policy.owing(policy.limit() - 1, 0), 0, 1).outcome.delay();
        let share = (denied * 1_000_000).div_ceil(requests);
        let qualifies = needs.delay.is_none()
            && needs.deny.is_none_or(|deny| share <= deny.into())
            && needs.burst.is_none_or(|burst| policy.limit() >= burst)
            && needs.memory.is_none_or(|memory| policy.state_bytes() <= memory.bytes)
            && !(needs.honest && run.scenario().servers.count > 1);
        (qualifies && wait > period && denied < best.numbers.denied).then(|| {
            let is_other = Some(policy.limit()) != run.scenario().burst;
            ((is_other, denied, wait), policy.limit(), requests)
        })
    });
    let Some(((_, denied, wait), size, requests)) = longer.min() else { return String::new() };
    let share = if denied == 0 { "none".to_owned() } else { format!("{} %", percent(denied, requests)) };
    let [size, wait] = [count(size.into()), duration(wait)];
    format!(" A longer queue would deny less: one of {size} denies {share}, and requests may wait {wait}.")
        .replace('<', "less than ")
}

/// Checks that every number in the sentences of an advice is known from its scenarios and policies.
fn counted_again(text: &str) -> Result<(), TestCaseError> {
    let advice = advice(text);
    for row in &advice.rows {
        let known = [known(&advice, row), by_the_second(row)].concat();
        for stated in [row.sentence(), row.settings(), advice.verdict(row)] {
            for number in numbers(&stated) {
                prop_assert!(known.contains(&number), "{number} in {stated}: {known:?}");
            }
        }
    }
    if let Some(best) = advice.best() {
        let longer = longer(&advice);
        let known = [known(&advice, best), by_the_second(best), numbers(&longer)].concat();
        prop_assert!(longer.is_empty() || advice.reason().contains(&longer), "{}: {longer}", advice.reason());
        for stated in [advice.headline(), advice.reason()] {
            for number in numbers(&stated) {
                prop_assert!(known.contains(&number), "{number} in {stated}: {known:?}");
            }
        }
    }
    prop_assert_eq!(
        advice.markdown().lines().filter(|line| line.starts_with("| ")).count(),
        advice.rows.len() + 2
    );
    Ok(())
}

/// A log of 8 in 10 s on each of three servers lets 48 through in 20 s, in the long run.
#[test]
fn what_three_servers_let_through_is_counted_again() {
    let text = "traffic=burst 30 every 9s x9; 2/s for 60s from 1s&retry=told attempts 3&seed=0&needs=never 49/20s; \
                servers 3";
    counted_again(text).expect("known numbers");
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(80), failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_number_is_counted_again(text in any_asked()) {
        counted_again(&text)?;
    }
}
