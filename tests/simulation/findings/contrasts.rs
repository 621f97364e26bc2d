//! Sentences about two runs: the changes and their effect, counted again in both records.

use proptest::{prelude::*, test_runner::Config};
use ratelab_report::Report;
use ratelab_report::{
    contrast::{Contrast, Outline},
    words::{count, decimal, duration, exact_instant},
};
use ratelab_scenario::scenario::{Retry, RetryAfter, Scenario, Shares};
use ratelab_simulation::run::Kind;

use super::{
    any_scenario,
    claims::{Checked, all_same, lane_named, parts, same, sure, things},
    moves::{amount, called, groups, has_nameless, is_other, moved, servers},
    walk::Walked,
};
use crate::simulation::{built_in, run, scenario};

fn contrasted(now: &Report, before: &Report) -> Contrast {
    let outline = |run: &Report| run.outline().expect("it is done");
    outline(now).contrast(&outline(before))
}

fn sentence(now: &str, before: &str) -> String {
    contrasted(&run(now), &run(before)).sentence
}

const BURST: &str = "traffic=10@9.5s; 10@10.1s";

#[test]
fn another_limit_is_named_with_its_effect() {
    let now = format!("limit=20/10s&{BURST}");
    assert_eq!(
        sentence(&now, BURST),
        "Limit 20 in 10 s instead of 10 in 10 s: 6 of 7 limiters let more through. The sliding window log let \
         20 of 20 through instead of 10, with a peak of 20 in any 10 s instead of 10."
    );
    assert_eq!(
        sentence(&format!("limit=10/5s&lanes=fixed_window&{BURST}"), &format!("lanes=fixed_window&{BURST}")),
        "Limit 10 in 5 s instead of 10 in 10 s: the fixed window has the same numbers."
    );
    assert_eq!(
        sentence(&format!("burst=5&lanes=token_bucket&{BURST}"), &format!("lanes=token_bucket&{BURST}")),
        "Bursts of 5 instead of 10: the token bucket let 5 of 20 through instead of 10, with a peak of 5 in any \
         10 s instead of 10."
    );
}

#[test]
fn irrelevant_changes_are_not_reported() {
    let same = "Nothing that matters to the result has changed.";
    assert_eq!(sentence(BURST, BURST), same);
    assert_eq!(sentence(&format!("show=9s..11s&{BURST}"), BURST), same);
    assert_eq!(sentence(&format!("seed=2&{BURST}"), BURST), same, "nothing is drawn at random");
    assert_eq!(sentence(&format!("burst=10&{BURST}"), BURST), same, "as much as the limit");
}

#[test]
fn retries_are_described_by_their_attempts() {
    let storm = built_in("retry-storm");
    let text = storm.scenario().to_string();
    let slower = run(&text.replace("backoff 100ms max 2s", "backoff 1s max 8s"));
    assert_eq!(
        contrasted(&slower, &storm).sentence,
        "Backoff from 1 s to 8 s instead of backoff from 0.1 s to 2 s: all 7 limiters let more through. The \
         fixed window let 595 of 603 through instead of 440, with 2.5 attempts per request instead of 3.94."
    );
}

#[test]
fn lanes_are_matched_by_their_options_and_then_by_their_order() {
    let lanes = |now: &str, before: &str| {
        let text = |lanes: &str| format!("lanes={lanes}&{BURST}");
        contrasted(&run(&text(now)), &run(&text(before)))
    };
    assert_eq!(lanes("gcra, fixed_window", "fixed_window, gcra").lanes, [Some(1), Some(0)]);
    let two = "token_bucket, token_bucket capacity=5";
    assert_eq!(lanes("token_bucket capacity=5, gcra", two).lanes, [Some(1), None]);
    assert_eq!(lanes("token_bucket capacity=4, token_bucket", two).lanes, [Some(1), Some(0)]);
    let none = lanes("gcra", "fixed_window");
    assert_eq!(none.lanes, [None]);
    assert_eq!(none.sentence, "With GCRA and without the fixed window: no limiter is in both results.");
    assert_eq!(
        lanes("gcra, fixed_window", "fixed_window, gcra").sentence,
        "Lanes in a different order: both limiters have the same numbers."
    );
    assert_eq!(
        lanes("token_bucket capacity=5", "token_bucket").sentence,
        "Different options for the token bucket: the token bucket let 5 of 20 through instead of 10, with a peak of \
         5 in any 10 s instead of 10."
    );
}

#[test]
fn numbers_of_another_scenario_are_refused() {
    let outline = run(BURST).outline().expect("it is done");
    let numbers = outline.numbers();
    assert_eq!(Outline::from_numbers(scenario(BURST), &numbers), Some(outline));
    let read = |numbers: &[u64]| Outline::from_numbers(scenario(BURST), numbers);
    assert_eq!(read(&[]), None);
    assert_eq!(read(&numbers[1..]), None);
    assert_eq!(read(&[&*numbers, &[1, 2, 3, 4]].concat()), None, "of one lane more");
    let with = |at: usize, number: u64| {
        let mut numbers = numbers.clone();
        numbers[at] = number;
        read(&numbers)
    };
    assert_eq!(with(0, u64::MAX), None);
    assert_eq!(with(1, 1 << 32), None);
    assert_eq!(with(3, u32::MAX.into()), None, "more in all than can be counted");
}

/// Two scenarios that share some of their fields.
fn any_pair() -> impl Strategy<Value = (String, String)> {
    (any_scenario(), any_scenario(), 0u16..2048).prop_map(|(one, other, taken)| {
        let field = |(at, (one, other)): (usize, (&str, &str))| {
            if taken >> at & 1 == 1 && at != usize::from(taken % 11) { one } else { other }.to_owned()
        };
        let mixed: Vec<_> = one.split('&').zip(other.split('&')).enumerate().map(field).collect();
        (one.clone(), mixed.join("&"))
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(400), failure_persistence: None, ..Config::default() })]

    /// Checks every change and every number of the sentence, and that an outline is as good as a run.
    #[test]
    fn contrasts_equal_a_walk((before, now) in any_pair()) {
        let (before, now) = (run(&before), run(&now));
        let contrast = contrasted(&now, &before);
        prop_assert_eq!(check(&now, &before, &contrast), Ok(()), "{:?}", contrast);
        let outline = before.outline().expect("it is done");
        let again = Outline::from_numbers(before.scenario().clone(), &outline.numbers()).expect("its own numbers");
        prop_assert_eq!(now.outline().expect("it is done").contrast(&again), contrast);
    }
}

fn check(now: &Report, before: &Report, contrast: &Contrast) -> Checked {
    check_lanes(now.scenario(), before.scenario(), &contrast.lanes)?;
    let changed = changes(now, before, &contrast.lanes);
    let Some((stated, effect)) = contrast.sentence.split_once(": ") else {
        sure(changed.is_empty(), "nothing changed")?;
        return same(&contrast.sentence, "Nothing that matters to the result has changed.");
    };
    let (last, first) = changed.split_last().ok_or("nothing changed")?;
    let listed = if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) };
    same(&stated.to_lowercase(), listed.to_lowercase())?;
    sure(stated.starts_with(|first: char| !first.is_lowercase()), "a capital")?;
    let pairs = contrast.lanes.iter().enumerate().filter_map(|(lane, other)| Some((lane, (*other)?)));
    let walked = |(lane, other)| [Walked::new(now, lane), Walked::new(before, other)];
    check_effect(&pairs.map(walked).collect::<Vec<_>>(), effect)
}

/// Each lane has at most one counterpart, of the same limiter, and no possible pair is left unmatched.
fn check_lanes(now: &Scenario, before: &Scenario, lanes: &[Option<usize>]) -> Checked {
    let taken: Vec<_> = lanes.iter().flatten().collect();
    sure(taken.iter().enumerate().all(|(at, one)| !taken[..at].contains(one)), "each is taken once")?;
    for (lane, other) in now.lanes.iter().zip(lanes) {
        let left =
            (0..before.lanes.len()).filter(|other| !taken.contains(&other)).map(|at| &before.lanes[at]);
        let mut left = left.filter(|other| other.algorithm == lane.algorithm);
        match other.map(|other| &before.lanes[other]) {
            None => sure(left.next().is_none(), "no counterpart")?,
            Some(other) if other == lane => {}
            Some(other) => {
                sure(other.algorithm == lane.algorithm, "the same limiter")?;
                sure(left.all(|other| other != lane), "an exact counterpart goes first")?;
            }
        }
    }
    Ok(())
}

/// Returns the changes that should be named, in the order of the form.
fn changes(now: &Report, before: &Report, lanes: &[Option<usize>]) -> Vec<String> {
    let (new, old) = (now.scenario(), before.scenario());
    let requests = |run: &Report| run.traffic().expect("it is done").len() as u64;
    let mut all = Vec::new();
    let mut add = |is_stated: bool, words: String| {
        if is_stated {
            all.push(words);
        }
    };
    let limit = |scenario: &Scenario| {
        format!("{} in {}", count(scenario.limit.amount.into()), duration(scenario.limit.period))
    };
    add(new.limit != old.limit, format!("limit {} instead of {}", limit(new), limit(old)));
    let burst = |scenario: &Scenario| count(scenario.burst.unwrap_or(scenario.limit.amount).into());
    add(
        burst(new) != burst(old) && new.burst != old.burst,
        format!("bursts of {} instead of {}", burst(new), burst(old)),
    );
    let (many, few) = (requests(now), requests(before));
    let traffic = new.traffic != old.traffic;
    add(traffic && many == few, format!("other traffic with the same number of requests, {}", count(many)));
    add(traffic && many != few, format!("traffic of {} instead of {}", things(many, "request"), count(few)));
    let shares = |scenario: &Scenario| match scenario.clients.shares {
        Shares::Zipf { exponent } if scenario.clients.count > 1 => {
            format!("Zipf shares of {}", decimal(exponent.into(), 100))
        }
        _ => "equal shares".to_owned(),
    };
    let clients = [new, old].map(|scenario| u64::from(scenario.clients.count));
    let (many, few) = (things(clients[0], "client"), count(clients[1]));
    let differ = shares(new) != shares(old);
    let is_relevant = has_nameless(new) || has_nameless(old);
    add(is_relevant && differ, format!("{many} with {} instead of {few} with {}", shares(new), shares(old)));
    add(is_relevant && !differ && clients[0] != clients[1], format!("{many} instead of {few}"));
    groups(new, old).into_iter().chain(servers(now, before)).for_each(|words| add(true, words));
    let retried = new.retry != old.retry;
    let same_way = new.retry.after == old.retry.after;
    let tries = things(new.retry.attempts.into(), "attempt");
    add(retried && same_way, format!("at most {tries} instead of {}", count(old.retry.attempts.into())));
    add(retried && !same_way, {
        let equal = new.retry.attempts == old.retry.attempts;
        format!("{} instead of {}", retry(new.retry, equal), retry(old.retry, equal))
    });
    let named = |numbers: Vec<usize>, scenario: &Scenario| {
        numbers.into_iter().map(|lane| called(scenario, lane)).collect::<Vec<_>>()
    };
    let (added, removed) = (
        named((0..lanes.len()).filter(|lane| lanes[*lane].is_none()).collect(), new),
        named((0..old.lanes.len()).filter(|lane| !lanes.contains(&Some(*lane))).collect(), old),
    );
    let is_other = |lane: &usize| lanes[*lane].is_some_and(|other| is_other(new, old, *lane, other));
    let other = named((0..lanes.len()).filter(is_other).collect(), new);
    for (words, names) in
        [("with", added), ("without", removed), ("", Vec::new()), ("different options for", other)]
    {
        let is_moved = |lane: usize| moved(new, old, lane, lanes[lane]?).filter(|_| words.is_empty());
        (0..lanes.len()).filter_map(is_moved).for_each(|words| add(true, words));
        let joined = names.join(", ");
        let listed =
            joined.rsplit_once(", ").map(|(first, last)| format!("{first} and {last}")).unwrap_or(joined);
        add(!names.is_empty(), format!("{words} {listed}"));
    }
    let order: Vec<_> = lanes.iter().flatten().collect();
    add(!order.is_sorted(), "lanes in a different order".to_owned());
    let chance = new.is_random() || old.is_random();
    add(new.seed != old.seed && chance, format!("seed {} instead of {}", new.seed, old.seed));
    add(
        new.start != old.start,
        format!("a start at {} instead of {}", exact_instant(new.start), exact_instant(old.start)),
    );
    all
}

/// Describes retries with the attempts, unless they are the same before and after.
fn retry(retry: Retry, equal: bool) -> String {
    let attempts = match equal {
        true => String::new(),
        false => format!(" and at most {}", things(retry.attempts.into(), "attempt")),
    };
    match retry.after {
        RetryAfter::Never => "no retries".to_owned(),
        RetryAfter::ServerHint => format!("retries after Retry-After{attempts}"),
        RetryAfter::Backoff { first, longest, .. } => {
            format!("backoff from {} to {}{attempts}", duration(first), duration(longest))
        }
        _ => unreachable!("no such scenario is made"),
    }
}

/// A lane and its counterpart in the earlier run.
type Pair<'run> = [Walked<'run>; 2];

fn check_effect(pairs: &[Pair<'_>], effect: &str) -> Checked {
    let admitted = |[new, old]: &Pair<'_>| new.admitted().cmp(&old.admitted());
    let more = pairs.iter().filter(|pair| admitted(pair).is_gt()).count();
    let fewer = pairs.iter().filter(|pair| admitted(pair).is_lt()).count();
    let some = |number: usize| match (number, pairs.len()) {
        (2, 2) => "both limiters".to_owned(),
        (number, all) if number == all => format!("all {all} limiters"),
        (number, all) => format!("{number} of {all} limiters"),
    };
    if pairs.is_empty() {
        return same(effect, "no limiter is in both results.");
    }
    if let Some(stated) = parts(effect, "{} have the same numbers.") {
        sure(pairs.iter().all(is_alike), "the same numbers")?;
        return same(stated[0], some(pairs.len()));
    }
    if let Some(stated) = parts(effect, "{} has the same numbers.") {
        sure(pairs.len() == 1 && is_alike(&pairs[0]), "the same numbers")?;
        return sure(lane_named(pairs[0][0].run, stated[0])? == pairs[0][0].lane, "its name");
    }
    let clause = match effect.split_once(". ") {
        None => effect,
        Some((balance, clause)) => {
            let expected = match (more, fewer) {
                (0, 0) => format!("{} let as many through as before", some(pairs.len())),
                (more, 0) => format!("{} let more through", some(more)),
                (0, fewer) => format!("{} let fewer through", some(fewer)),
                (more, fewer) => format!("{} let more through and {fewer} fewer", some(more)),
            };
            same(balance, expected)?;
            clause
        }
    };
    let stated = parts(clause, "{} let {} of {} through {}.").ok_or("unknown effect")?;
    let lane = lane_named(pairs[0][0].run, stated[0])?;
    let [new, old] = pairs.iter().find(|[new, _]| new.lane == lane).ok_or("no counterpart")?;
    let requests = [new, old].map(|walked| walked.run.traffic().expect("it is done").len() as u64);
    all_same([(stated[1], count(new.admitted())), (stated[2], count(requests[0]))])?;
    let instead = match (new.admitted() == old.admitted(), requests[0] == requests[1]) {
        (true, true) => "as before".to_owned(),
        (false, true) => format!("instead of {}", count(old.admitted())),
        (_, false) => format!("instead of {} of {}", count(old.admitted()), count(requests[1])),
    };
    let detail = stated[3].strip_prefix(&*instead).ok_or_else(|| format!("not \"{instead}\""))?;
    check_detail(new, old, requests, detail)?;
    check_choice(pairs, [new, old], requests)
}

fn check_detail(new: &Walked<'_>, old: &Walked<'_>, requests: [u64; 2], detail: &str) -> Checked {
    let each = |walked: &Walked<'_>, requests| decimal(walked.steps.len() as u64, requests);
    if let Some(stated) = parts(detail, ", with {} attempts per request {}") {
        let [new, old] = [each(new, requests[0]), each(old, requests[1])];
        let instead = if new == old { "as before".to_owned() } else { format!("instead of {old}") };
        return all_same([(stated[0], new), (stated[1], instead)]);
    }
    let windows = [new, old].map(|walked| walked.run.scenario().limit.period);
    let peaks =
        [(new, windows[0]), (old, windows[1])].map(|(walked, window)| walked.most_in_any(window).cost);
    if let Some(stated) = parts(detail, ", with a peak of {} in any {} instead of {}") {
        let tail = if windows[0] == windows[1] {
            String::new()
        } else {
            format!(" in any {}", duration(windows[1]))
        };
        sure(peaks[0] != peaks[1], "another peak")?;
        return all_same([
            (stated[0], amount(new, peaks[0])),
            (stated[1], duration(windows[0])),
            (stated[2], amount(old, peaks[1]) + &tail),
        ]);
    }
    sure(peaks[0] == peaks[1], "the same peak")?;
    let waited = [new, old].map(|walked| walked.count(Kind::Delayed));
    match parts(detail, ", and {} waited instead of {}") {
        Some(stated) => all_same([(stated[0], count(waited[0])), (stated[1], count(waited[1]))]),
        None => same(detail, "").and_then(|()| sure(waited[0] == waited[1], "as many waited")),
    }
}

/// Checks that no other lane has changed more, by the criterion of the sentence.
fn check_choice(pairs: &[Pair<'_>], [new, old]: [&Walked<'_>; 2], requests: [u64; 2]) -> Checked {
    let retried = |[new, old]: [&Walked<'_>; 2]| {
        let is_more = |walked: &Walked<'_>, requests: u64| walked.steps.len() as u64 > requests;
        requests.iter().all(|number| *number > 0) && (is_more(new, requests[0]) || is_more(old, requests[1]))
    };
    let attempts = |pair: [&Walked<'_>; 2]| {
        let product = |walked: &Walked<'_>, requests: u64| walked.steps.len() as u64 * requests;
        if retried(pair) { product(pair[0], requests[1]).abs_diff(product(pair[1], requests[0])) } else { 0 }
    };
    let admitted = |[new, old]: [&Walked<'_>; 2]| new.admitted().abs_diff(old.admitted());
    let all = || pairs.iter().map(|[new, old]| [new, old]);
    let most = all().map(attempts).max().unwrap_or(0);
    match most {
        0 => sure(all().map(admitted).max() == Some(admitted([new, old])), "the most telling lane"),
        most => sure(attempts([new, old]) == most, "the lane with the greatest difference in attempts"),
    }
}

fn is_alike([new, old]: &Pair<'_>) -> bool {
    let most = |walked: &Walked<'_>| walked.most_in_any(walked.run.scenario().limit.period).cost;
    let counts = |walked: &Walked<'_>| [Kind::Allowed, Kind::Delayed].map(|kind| walked.count(kind));
    counts(new) == counts(old) && most(new) == most(old)
}
