//! Parsing of texts, and the names of limiters.

use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND, Value};
use ratelab_report::words::{count, duration, every, exact_instant};
use ratelab_scenario::scenario::{Fallback, Key, Lane, Scenario, Store, Write};
use ratelab_simulation::run::Simulation;

use super::{
    options,
    walk::{Most, Walked, setting},
};

/// The result of a check: an error says what is wrong.
pub(super) type Checked = Result<(), String>;

/// Returns the parts of a text that fill the gaps of a template, if it matches.
pub(super) fn parts<'t>(text: &'t str, template: &str) -> Option<Vec<&'t str>> {
    let mut pieces = template.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut parts = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let end =
            if pieces.peek().is_none() { rest.len().checked_sub(piece.len())? } else { rest.find(piece)? };
        if !rest.is_char_boundary(end) || &rest[end..end + piece.len()] != piece {
            return None;
        }
        parts.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(parts)
}

/// Checks that the stated value is the one that was found.
pub(super) fn same(stated: &str, found: impl ToString) -> Checked {
    let found = found.to_string();
    if stated == found { Ok(()) } else { Err(format!("it says \"{stated}\", but it is \"{found}\"")) }
}

/// Checks several stated values.
pub(super) fn all_same<const N: usize>(pairs: [(&str, String); N]) -> Checked {
    pairs.into_iter().try_for_each(|(stated, found)| same(stated, found))
}

pub(super) fn sure(is_so: bool, what: &str) -> Checked {
    if is_so { Ok(()) } else { Err(format!("it is not so: {what}")) }
}

pub(super) fn things(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{} {thing}s", count(number)) }
}

/// Returns the name of a limiter within a sentence.
pub(super) const fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::FixedWindow => "the fixed window",
        Algorithm::SlidingWindowLog => "the sliding window log",
        Algorithm::SlidingWindowCounter => "the sliding window counter",
        Algorithm::TokenBucket => "the token bucket",
        Algorithm::LeakyBucketMeter => "the leaky bucket meter",
        Algorithm::LeakyBucketQueue => "the leaky bucket queue",
        Algorithm::Gcra => "GCRA",
        Algorithm::AllOf => "the all-of",
        Algorithm::Layers => "the layers",
    }
}

/// Returns the only lane that a name fits.
pub(super) fn lane_named(run: &Simulation, stated: &str) -> Result<usize, String> {
    lane_called(run.scenario(), stated)
}

pub(super) fn lane_called(scenario: &Scenario, stated: &str) -> Result<usize, String> {
    let stated = stated.replacen("The ", "the ", 1);
    let means = |lane: &usize| is_true_of(scenario, *lane, &stated);
    let mut lanes = (0..scenario.lanes.len()).filter(means);
    match (lanes.next(), lanes.next()) {
        (Some(lane), None) => Ok(lane),
        (None, _) => Err(format!("no lane is called {stated}")),
        _ => Err(format!("several lanes are called {stated}")),
    }
}

/// Returns whether a name fits a lane: the limiter, then its key and its state, or its number.
fn is_true_of(scenario: &Scenario, lane: usize, stated: &str) -> bool {
    let own = &scenario.lanes[lane];
    let Some(rest) = stated.strip_prefix(name(own.algorithm)) else { return false };
    let key = match own.key {
        Key::Client => " by client",
        Key::Group => " by group",
        Key::Everybody => " shared by all clients",
    };
    let Ok(policy) = own.policy(scenario) else { return false };
    let rest = if own.members.is_empty() { options::without_numbers(&policy, rest) } else { rest };
    let rest = rest.strip_prefix(key).unwrap_or(rest);
    let rest = if own.members.is_empty() { options::without_options(&policy, rest) } else { rest };
    let mut states = states(own.store.unwrap_or(scenario.servers.store));
    if own.algorithm == Algorithm::Layers {
        states.iter_mut().for_each(|state| *state = state.replace("its own", "their own"));
    }
    rest.is_empty()
        || rest == format!(" in lane {}", lane + 1)
        || states.iter().any(|state| rest == format!(" {state}"))
}

/// Returns whether a lane is the only one of this limiter with its state stored in this way.
pub(super) fn is_plainly(walked: &Walked<'_>, stated: &str) -> bool {
    let scenario = walked.scenario();
    let store = |lane: &Lane| lane.store.unwrap_or(scenario.servers.store);
    let alike = |lane: &&Lane| lane.algorithm == walked.lane().algorithm && store(lane) == walked.store();
    stated == name(walked.lane().algorithm) && scenario.lanes.iter().filter(alike).count() == 1
}

/// Returns the descriptions that are true of a stored state.
pub(super) fn states(store: Store) -> Vec<String> {
    match store {
        Store::Shared => vec!["with a shared state".into()],
        Store::Local => vec!["with its own state on each server".into()],
        Store::Race { latency: 0, .. } => vec!["charged in one atomic step".into()],
        Store::Race { latency, write: Write::Set } => {
            vec![format!("with a state written {} after it is read", duration(latency))]
        }
        Store::Race { latency, write: Write::Increment } => {
            vec![format!("with a state incremented {} after it is read", duration(latency))]
        }
        Store::Sync { every: period } => vec![format!("synced {}", every(period))],
        Store::Down { from, to, fallback } => {
            let falls = match fallback {
                Fallback::Open => "failing open",
                Fallback::Closed => "failing closed",
                Fallback::Local => "counting on each server",
            };
            let when = format!("from {} to {}", exact_instant(from), exact_instant(to));
            vec![format!("with the store down {when}"), format!("{falls} {when}")]
        }
    }
}

/// Returns the name of a group within a sentence. Groups generated here have names of one word.
pub(super) fn group(run: &Simulation, number: usize) -> String {
    run.senders().groups()[number].name.map_or("the others".to_owned(), |name| name.to_string())
}

/// Formats an amount of one key in words, for each key that has as much.
pub(super) fn amounts(walked: &Walked<'_>, kind: Key, most: &Most) -> Vec<String> {
    let keys = if most.keys.is_empty() { vec![0] } else { most.keys.clone() };
    let amount = worth(walked, most.cost);
    keys.iter().map(|key| format!("{amount}{}", whose(walked.run, kind, *key))).collect()
}

/// Formats an upper bound of costs.
pub(super) fn more_than(walked: &Walked<'_>, cost: u64) -> String {
    let arrivals = walked.run.traffic().expect("it is done");
    let is_plain = (0..arrivals.len()).all(|index| arrivals.cost(index) == 1);
    format!("{}{}", if is_plain { "more than " } else { "requests worth more than " }, count(cost))
}

/// Formats a share of several things.
pub(super) fn share(part: u64, all: u64, thing: &str) -> String {
    match part {
        0 => format!("none of {}", things(all, thing)),
        part if part == all && all > 1 => format!("all {}", things(all, thing)),
        part => format!("{} of {}", count(part), things(all, thing)),
    }
}

/// Formats a sum of costs.
pub(super) fn worth(walked: &Walked<'_>, cost: u64) -> String {
    let arrivals = walked.run.traffic().expect("it is done");
    let is_plain = (0..arrivals.len()).all(|index| arrivals.cost(index) == 1);
    format!("{}{}", if is_plain { "" } else { "requests worth " }, count(cost))
}

/// Formats the same as an upper bound.
pub(super) fn bounds(walked: &Walked<'_>, kind: Key, most: &Most) -> Vec<String> {
    let (plain, bound) = (worth(walked, most.cost), more_than(walked, most.cost));
    amounts(walked, kind, most).iter().map(|amount| amount.replacen(&plain, &bound, 1)).collect()
}

fn whose(run: &Simulation, kind: Key, key: u32) -> String {
    let (senders, groups) = (run.senders(), run.senders().groups());
    match kind {
        Key::Everybody => String::new(),
        Key::Group if groups.len() == 1 => String::new(),
        Key::Group => format!(" of {}", group(run, key as usize)),
        Key::Client if senders.clients() == 1 => String::new(),
        Key::Client => {
            let group = &groups[senders.group(key)];
            match (group.name, group.clients.count) {
                (Some(name), 1) if groups.len() > 1 => format!(" of {name}"),
                (Some(name), _) if groups.len() > 1 => format!(" of one client of {name}"),
                _ => " of one client".to_owned(),
            }
        }
    }
}

/// Checks that the stated value is one of several.
pub(super) fn one_of(stated: &str, found: &[String]) -> Checked {
    let is_one = found.iter().any(|one| one == stated);
    if is_one { Ok(()) } else { Err(format!("it says \"{stated}\", but it is one of {found:?}")) }
}

/// Returns the names of the limiters within a lane. Those with the same algorithm are distinguished by their keys,
/// numbers and options, or else by their position.
pub(super) fn members(scenario: &Scenario, lane: &Lane) -> Vec<String> {
    let called = |(number, member): (usize, &Lane)| {
        let is_same = |other: &&Lane| other.name.is_none() && other.algorithm == member.algorithm;
        let alike: Vec<_> = lane.members.iter().filter(is_same).collect();
        let described = |one: &Lane| {
            let policy = |lane: &Lane| lane.policy(scenario).expect("a policy");
            let all: Vec<_> = alike.iter().map(|other| policy(other)).collect();
            let (numbers, options) = options::difference(&policy(one), &all)?;
            let key = match one.key {
                _ if alike.iter().all(|other| other.key == one.key) => "",
                Key::Client => " by client",
                Key::Group => " by group",
                Key::Everybody => " shared by all clients",
            };
            Some([&numbers, key, &options].concat())
        };
        match member.name {
            Some(own) => format!("the {}", own.as_str().replace("cdn", "CDN")),
            None if alike.len() == 1 => name(member.algorithm).to_owned(),
            None => {
                let own = described(member);
                let is_only = alike.iter().filter(|other| described(other) == own).count() == 1;
                let own = own.filter(|_| is_only).unwrap_or_else(|| format!(" in layer {}", number + 1));
                name(member.algorithm).to_owned() + &own
            }
        }
    };
    lane.members.iter().enumerate().map(called).collect()
}

/// Checks the stated rule of a lane: for each group, for its key, and for its state.
pub(super) fn check_rule_of(walked: &Walked<'_>, called: &str, stated: &str) -> Checked {
    if walked.lane().algorithm == Algorithm::Layers {
        let stated = parts(stated, "allow what {} allow").ok_or("unknown rule")?;
        return same(&stated[0].replace(" and ", ", "), members(walked.scenario(), walked.lane()).join(", "));
    }
    let keys = [" for each client", " for each group", " for all clients together"];
    let named = [" by client", " by group", " shared by all clients"][walked.lane().key as usize];
    let policies: Vec<_> = (0..walked.run.senders().groups().len())
        .map(|group| walked.run.lanes()[walked.lane].policy_of(group))
        .collect();
    let is_one = policies.iter().all(|policy| *policy == policies[0]);
    let is_stated = walked.scenario().lanes.iter().any(|lane| lane.key != walked.lane().key)
        && !called.contains(named)
        && is_one;
    let is_apart = !walked.is_central() && walked.store() == Store::Local;
    let servers = if is_apart { " on each server" } else { "" };
    if is_one {
        let options = options::clauses_except(policies[0], called, of_store(walked));
        let stated = stated.strip_suffix(&*options).ok_or_else(|| format!("the options of {stated}"))?;
        let stated = stated.strip_suffix(servers).ok_or("where it counts")?;
        let stated = match stated.strip_suffix(keys[walked.lane().key as usize]).filter(|_| is_stated) {
            Some(stated) => stated,
            None => sure(!is_stated, "it names the key").map(|()| stated)?,
        };
        let Some(listed) = parts(stated, "allows what {} in it allow") else {
            return check_usual_rule(policies[0], stated);
        };
        return same(&listed[0].replace(" and ", ", "), members(walked.scenario(), walked.lane()).join(", "));
    }
    let last = of_store(walked).map_or(String::new(), |last| format!(", and {last}"));
    if stated == format!("applies the limit of each group{servers}{last}") {
        return sure(policies.len() > 3, "too many to list");
    }
    let begins = format!("has a limit for each group{servers}{last}: ");
    let parts: Vec<_> = stated.strip_prefix(&*begins).ok_or(format!("not {begins}"))?.split("; ").collect();
    sure(parts.len() == policies.len(), "a rule for each group")?;
    parts.iter().zip(policies).enumerate().try_for_each(|(number, (part, policy))| {
        let (name, rule) =
            part.strip_prefix("for ").and_then(|part| part.split_once(" it ")).ok_or("no group")?;
        let expected = match walked.run.senders().groups()[number].name {
            Some(_) => format!("the group {}", group(walked.run, number)),
            None => group(walked.run, number),
        };
        let options = options::clauses_except(policy, called, None);
        let rule = rule.strip_suffix(&*options).ok_or_else(|| format!("the options of {rule}"))?;
        same(name, expected).and_then(|()| check_usual_rule(policy, rule))
    })
}

/// Describes a store that is late or down.
fn of_store(walked: &Walked<'_>) -> Option<String> {
    Some(match walked.store() {
        _ if walked.is_central() => return None,
        Store::Shared | Store::Local => return None,
        Store::Race { latency, .. } => format!("writes {} after it reads", duration(latency)),
        Store::Sync { every } => format!("learns what other servers admitted up to {} late", duration(every)),
        Store::Down { from, to, fallback } => {
            let does = match fallback {
                Fallback::Open => "admits everything",
                Fallback::Closed => "denies everything",
                Fallback::Local => "counts on each server",
            };
            let [from, to] = [from, to].map(exact_instant);
            format!("{does} while the store is down, from {from} to {to}")
        }
    })
}

/// Checks that the stated rule matches the configuration of a limiter, with its options.
pub(super) fn check_rule(policy: &Policy, stated: &str) -> Checked {
    let stated =
        stated.strip_suffix(&*options::clauses(policy)).ok_or_else(|| format!("the options of {stated}"))?;
    check_usual_rule(policy, stated)
}

/// Checks the same without options.
pub(super) fn check_usual_rule(policy: &Policy, stated: &str) -> Checked {
    let is_at_intervals =
        matches!(policy.settings().get("refill"), Some(Value::Word(word)) if word == "interval");
    let at_once = setting(policy, "amount").filter(|amount| is_at_intervals && *amount > 0);
    if let (Some(amount), Some(stated)) =
        (at_once, parts(stated, "holds up to {} and refills {} at the end of each {}"))
    {
        let period = setting(policy, "period").map(duration);
        return all_same([
            (stated[0], count(policy.limit().into())),
            (stated[1], count(amount)),
            (stated[2], period.unwrap_or_default()),
        ]);
    }
    sure(at_once.is_none(), "when it refills")?;
    let number = |name: &str| setting(policy, name).map_or(String::new(), count);
    let time = |name: &str| setting(policy, name).map_or(String::new(), duration);
    let is_rate = |stated: &str| check_rate(policy, stated);
    let templates: [(Algorithm, &str); 9] = [
        (Algorithm::FixedWindow, "allows {} in each window of {}"),
        (Algorithm::SlidingWindowLog, "allows {} in any {}"),
        (Algorithm::SlidingWindowCounter, "allows an estimated {} in any {}"),
        (Algorithm::TokenBucket, "holds up to {} and refills {}"),
        (Algorithm::LeakyBucketMeter, "holds {} and leaks {}"),
        (Algorithm::LeakyBucketQueue, "holds {} and serves {}"),
        (Algorithm::Gcra, "allows {} at once and {} after that"),
        (Algorithm::AllOf, "allows what {} in it allow"),
        (Algorithm::Layers, "allow what {} allow"),
    ];
    let (algorithm, template) = templates[policy.algorithm() as usize];
    assert_eq!(algorithm, policy.algorithm());
    let stated = parts(stated, template).ok_or_else(|| format!("unknown: {stated}"))?;
    match policy {
        Policy::AllOf(all) => {
            let names: Vec<_> = all.members().iter().map(|member| name(member.algorithm())).collect();
            same(&stated[0].replace(", ", " and "), names.join(" and "))
        }
        Policy::Gcra(_) => same(stated[0], number("burst")).and_then(|()| is_rate(stated[1])),
        Policy::FixedWindow(_) | Policy::SlidingWindowLog(_) | Policy::SlidingWindowCounter(_) => {
            all_same([(stated[0], number("limit")), (stated[1], time("window"))])
        }
        _ => same(stated[0], number("capacity")).and_then(|()| is_rate(stated[1])),
    }
}

/// Checks a rate against the configuration: `1 a second`, `3 every 2 s`.
pub(super) fn check_rate(policy: &Policy, stated: &str) -> Checked {
    let number = |name: &str| u128::from(setting(policy, name).unwrap_or(0));
    let (amount, period) = (number("amount"), number("period"));
    if stated == "none" {
        return sure(amount == 0, "no refill");
    }
    let whole = |stated: &str| stated.replace(',', "").parse::<u128>().map_err(|error| error.to_string());
    if let Some(stated) = parts(stated, "{} a second") {
        return sure(whole(stated[0])? * period == amount * u128::from(SECOND), "this many a second");
    }
    let stated = parts(stated, "{} every {}").ok_or_else(|| format!("unknown: {stated}"))?;
    let stated_amount = whole(stated[0])?;
    sure(amount > 0 && stated_amount > 0 && period * stated_amount % amount == 0, "a whole duration")?;
    let period = u64::try_from(period * stated_amount / amount).expect("a time");
    same(&format!("every {}", stated[1]), every(period))
}
