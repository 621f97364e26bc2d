//! The changes, field by field: the new value instead of the old one.

use super::{
    super::{names::listed, topology::called},
    Outline,
    topology::{groups, has_nameless, has_other_options, moved, servers},
};
use crate::words::{count, counted, decimal, duration, exact_instant};
use ratelab_scenario::scenario::{Clients, Rate, Retry, RetryAfter, Scenario, Shares};

/// Returns the fields that differ and matter, in the order of the form.
pub(super) fn between(now: &Outline, before: &Outline, matched: &[Option<usize>]) -> Vec<String> {
    let (new, old) = (&now.scenario, &before.scenario);
    let pairs = [
        (new.limit != old.limit).then(|| format!("limit {} instead of {}", limit(new), limit(old))),
        (new.burst != old.burst && burst(new) != burst(old))
            .then(|| format!("bursts of {} instead of {}", count(burst(new)), count(burst(old)))),
        (new.traffic != old.traffic).then(|| traffic(now.requests.into(), before.requests.into())),
        clients(new.clients, old.clients).filter(|_| has_nameless(new) || has_nameless(old)),
    ];
    let retries = retry(new.retry, old.retry);
    let is_random = new.is_random() || old.is_random();
    let rest = [
        (new.seed != old.seed && is_random).then(|| format!("seed {} instead of {}", new.seed, old.seed)),
        (new.start != old.start).then(|| {
            format!("a start at {} instead of {}", exact_instant(new.start), exact_instant(old.start))
        }),
    ];
    let first = pairs.into_iter().flatten().chain(groups(new, old));
    let then = servers(new, old).into_iter().chain(retries);
    first.chain(then).chain(lanes(new, old, matched)).chain(rest.into_iter().flatten()).collect()
}

fn limit(scenario: &Scenario) -> String {
    let Rate { amount, period } = scenario.limit;
    format!("{} in {}", count(amount.into()), duration(period))
}

/// Describes the change of the burst.
fn burst(scenario: &Scenario) -> u64 {
    scenario.burst.unwrap_or(scenario.limit.amount).into()
}

fn traffic(new: u64, old: u64) -> String {
    match new == old {
        true => format!("other traffic with the same number of requests, {}", count(new)),
        false => format!("traffic of {} instead of {}", counted(new, "request"), count(old)),
    }
}

fn clients(new: Clients, old: Clients) -> Option<String> {
    // One client sends all requests, whatever the shares.
    let shares = |clients: Clients| if clients.count == 1 { Shares::Equal } else { clients.shares };
    if (new.count, shares(new)) == (old.count, shares(old)) {
        return None;
    }
    let with = |clients: Clients| match shares(clients) {
        Shares::Equal => "equal shares".to_owned(),
        Shares::Zipf { exponent } => format!("Zipf shares of {}", decimal(exponent.into(), 100)),
    };
    let many = counted(new.count.into(), "client");
    Some(match shares(new) == shares(old) {
        true => format!("{many} instead of {}", count(old.count.into())),
        false => {
            format!("{many} with {} instead of {} with {}", with(new), count(old.count.into()), with(old))
        }
    })
}

fn retry(new: Retry, old: Retry) -> Option<String> {
    if new.after == old.after {
        let is_same = new.after == RetryAfter::Never || new.attempts == old.attempts;
        let attempts = || format!("at most {} instead of {}", tries(new), count(old.attempts.into()));
        return (!is_same).then(attempts);
    }
    let is_same = new.attempts == old.attempts;
    let described = |retry: Retry| match (is_same, retry.after) {
        (true, _) | (_, RetryAfter::Never) => way(retry.after),
        _ => format!("{} and at most {}", way(retry.after), tries(retry)),
    };
    Some(format!("{} instead of {}", described(new), described(old)))
}

/// Describes how a refused client retries: `backoff from 0.1 s to 2 s`.
fn way(after: RetryAfter) -> String {
    match after {
        RetryAfter::Never => "no retries".to_owned(),
        RetryAfter::AtOnce => "retries at once".to_owned(),
        RetryAfter::Fixed(wait) => format!("retries after {}", duration(wait)),
        RetryAfter::ServerHint => "retries after Retry-After".to_owned(),
        RetryAfter::Backoff { first, longest, jitter } => {
            let kind = if jitter { "backoff with jitter" } else { "backoff" };
            format!("{kind} from {} to {}", duration(first), duration(longest))
        }
    }
}

fn tries(retry: Retry) -> String {
    counted(retry.attempts.into(), "attempt")
}

/// Describes lanes that were added or removed, and those whose key, state, options, or order changed.
fn lanes(new: &Scenario, old: &Scenario, matched: &[Option<usize>]) -> Vec<String> {
    let names = |numbers: Vec<usize>, scenario| {
        let names: Vec<_> = numbers.into_iter().map(|number| called(scenario, number)).collect();
        (!names.is_empty()).then(|| listed(&names))
    };
    let all = 0..matched.len();
    let added = all.clone().filter(|lane| matched[*lane].is_none()).collect();
    let removed = (0..old.lanes.len()).filter(|lane| !matched.contains(&Some(*lane))).collect();
    let moved = |lane: usize| moved(new, old, lane, matched[lane]?);
    let differs =
        |lane: &usize| matched[*lane].is_some_and(|other| has_other_options(new, old, *lane, other));
    let changed = all.clone().filter(differs).collect();
    let order: Vec<_> = matched.iter().flatten().collect();
    let came_and_went = [
        names(added, new).map(|names| format!("with {names}")),
        names(removed, old).map(|names| format!("without {names}")),
    ];
    let then = [
        names(changed, new).map(|names| format!("different options for {names}")),
        (!order.is_sorted()).then(|| "lanes in a different order".to_owned()),
    ];
    came_and_went
        .into_iter()
        .flatten()
        .chain(all.filter_map(moved))
        .chain(then.into_iter().flatten())
        .collect()
}
