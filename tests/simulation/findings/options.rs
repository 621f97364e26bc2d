//! The options of a limiter, as rules and names state them.

use ratelab_limiter::{Limiter, Policy, Value};
use ratelab_report::words::{count, duration, every, exact_instant};

use super::walk::setting;

fn is(policy: &Policy, name: &str, word: &str) -> bool {
    matches!(policy.settings().get(name), Some(Value::Word(value)) if value == word)
}

/// Returns the tokens of a fresh bucket, if it is not full.
fn initial(policy: &Policy) -> Option<u64> {
    setting(policy, "initial").filter(|initial| Some(*initial) != setting(policy, "capacity"))
}

/// Returns the end of a rule: the options that are not at their defaults.
pub(super) fn clauses(policy: &Policy) -> String {
    clauses_except(policy, "", None)
}

/// Returns the number of requests that a queue starts at once.
fn at_once(policy: &Policy) -> u64 {
    (setting(policy, "undelayed").unwrap_or(0) + 1).min(setting(policy, "capacity").unwrap_or(0))
}

/// Returns the same without those that a name has, and with another clause.
pub(super) fn clauses_except(policy: &Policy, called: &str, last: Option<String>) -> String {
    let mut all: Vec<String> = Vec::new();
    let names = phrases(policy);
    let [count_denied, align, rounding, begins, _, created_at, starts, waits] =
        names.map(|name| name.is_some_and(|name| called.contains(name.trim_start())));
    let mut add = |is_set: bool, words: String| all.extend(is_set.then_some(words));
    add(!count_denied && is(policy, "count_denied", "yes"), "also counts denied requests".into());
    add(!align && is(policy, "align", "first"), "begins its windows with a request".into());
    add(!rounding && is(policy, "rounding", "exact"), "does not round".into());
    add(!begins && initial(policy) == Some(0), "begins empty".into());
    add(!begins && initial(policy) > Some(0), format!("begins with {}", count(initial(policy).unwrap_or(0))));
    let created = setting(policy, "created_at").unwrap_or(0);
    add(!created_at && created > 0, format!("counts time from {} on its clock", exact_instant(created)));
    add(!starts && at_once(policy) > 1, format!("starts up to {} at once", count(at_once(policy))));
    let longest = setting(policy, "max_wait");
    let wait = match longest {
        Some(0) => "lets none wait".to_owned(),
        longest => format!("lets no request wait longer than {}", duration(longest.unwrap_or(0))),
    };
    add(!waits && longest.is_some(), wait);
    all.extend(last);
    match &all[..] {
        [] => String::new(),
        [one] => format!(", and {one}"),
        [first @ .., last] => format!(", {}, and {last}", first.join(", ")),
    }
}

/// Removes the numbers of a limiter that its name begins with, if they are right.
pub(super) fn without_numbers<'s>(policy: &Policy, stated: &'s str) -> &'s str {
    let connective = if setting(policy, "burst").is_some() { " with bursts of " } else { " of " };
    let sized = format!("{connective}{}", count(policy.limit().into()));
    let window = setting(policy, "window").map(|window| format!(" in {}", duration(window)));
    let rest = stated.strip_prefix(&*sized).unwrap_or(stated);
    match window.and_then(|window| rest.strip_prefix(&*window)) {
        Some(rest) => rest,
        None => without_rate(policy, rest),
    }
}

/// Removes a rate, if it is right: `at 5 a second`, `at 1 every 6 s`, `without refill`.
fn without_rate<'s>(policy: &Policy, stated: &'s str) -> &'s str {
    if let Some(rest) =
        stated.strip_prefix(" without refill").filter(|_| setting(policy, "amount") == Some(0))
    {
        return rest;
    }
    let Some(rest) = stated.strip_prefix(" at ") else { return stated };
    (0..=rest.len())
        .rev()
        .filter(|end| rest.is_char_boundary(*end))
        .find(|end| super::claims::check_rate(policy, &rest[..*end]).is_ok())
        .map_or(stated, |end| &rest[end..])
}

/// Removes the options that a name states, if they are right.
pub(super) fn without_options<'s>(policy: &Policy, stated: &'s str) -> &'s str {
    phrases(policy)
        .iter()
        .flatten()
        .fold(stated, |stated, option| stated.strip_prefix(&**option).unwrap_or(stated))
}

/// Returns the words of each option that the limiter has, in a name.
fn phrases(policy: &Policy) -> [Option<String>; 8] {
    let number = |name: &str| setting(policy, name).unwrap_or(0);
    let begins = match initial(policy) {
        None => "full".to_owned(),
        Some(0) => "empty".to_owned(),
        Some(tokens) => format!("with {}", count(tokens)),
    };
    let has = |name: &str| policy.algorithm().parameters().iter().any(|parameter| parameter.name == name);
    let either = |name: &str, word: &str, set: &str, unset: &str| {
        has(name).then(|| format!(" {}", if is(policy, name, word) { set } else { unset }))
    };
    let undelayed = match at_once(policy) {
        1 => " that starts requests one by one".to_owned(),
        many => format!(" that starts up to {} at once", count(many)),
    };
    let longest = match setting(policy, "max_wait") {
        None => " without a maximum wait".to_owned(),
        Some(0) => " without waits".to_owned(),
        Some(longest) => format!(" with waits up to {}", duration(longest)),
    };
    [
        either("count_denied", "yes", "that counts denied requests", "that counts only admitted requests"),
        either("align", "first", "with windows that begin with a request", "with aligned windows"),
        either("rounding", "exact", "without rounding", "with rounding"),
        has("initial").then(|| format!(" that begins {begins}")),
        either("refill", "interval", "with refills at intervals", "with steady refills"),
        has("created_at").then(|| format!(" with time counted from {}", exact_instant(number("created_at")))),
        has("undelayed").then_some(undelayed),
        has("max_wait").then_some(longest),
    ]
}

/// Returns what distinguishes a limiter from others of its kind: its numbers and its options; none if there are more
/// than two differences.
pub(super) fn difference(own: &Policy, others: &[Policy]) -> Option<(String, String)> {
    let differ = |name: &str| others.iter().any(|other| setting(other, name) != setting(own, name));
    let rate = {
        let [amount, period] = ["amount", "period"].map(|name| setting(own, name).unwrap_or(0));
        let is_at_once = is(own, "refill", "interval");
        match amount {
            0 => " without refill".to_owned(),
            _ => format!(" at {}", rate_in_words(amount, period.max(1), is_at_once)),
        }
    };
    let connective = if setting(own, "burst").is_some() { " with bursts of " } else { " of " };
    let sized = format!("{connective}{}", count(own.limit().into()));
    let is_paced = differ("amount") || differ("period");
    let numbers = match (others.iter().any(|other| other.limit() != own.limit()), differ("window")) {
        (_, true) => format!("{sized} in {}", duration(setting(own, "window").unwrap_or(0))),
        (true, _) if is_paced => sized + &rate,
        (true, _) => sized,
        (false, _) if is_paced => rate,
        _ => String::new(),
    };
    let all: Vec<_> = others.iter().map(phrases).collect();
    let own: Vec<_> = phrases(own).into_iter().enumerate().collect();
    let differing =
        |(index, phrase): &(usize, Option<String>)| all.iter().any(|other| other[*index] != *phrase);
    let options: Vec<_> = own.into_iter().filter(differing).filter_map(|(_, phrase)| phrase).collect();
    let many = options.len() + usize::from(!numbers.is_empty());
    (many <= 2).then(|| (numbers, options.concat()))
}

/// Formats a rate as sentences do: per second, or the time between two, or an amount per period.
fn rate_in_words(amount: u64, period: u64, is_at_once: bool) -> String {
    let per_second = u128::from(amount) * 1_000_000_000;
    match amount {
        _ if is_at_once => format!("{} {}", count(amount), every(period)),
        _ if per_second % u128::from(period) == 0 => {
            format!("{} a second", count((per_second / u128::from(period)) as u64))
        }
        _ if period.is_multiple_of(amount) && period / amount > 1_000_000_000 => {
            format!("1 {}", every(period / amount))
        }
        _ => format!("{} {}", count(amount), every(period)),
    }
}
