//! Facts about a limiter that hold at any time: its rule, in the scenario's numbers, and the equivalent limiters.

use ratelab_limiter::{
    Algorithm, Limiter, Policy, Rounding, SECOND, Settings,
    bounds::{AMOUNT, INITIAL, MAX_WAIT, PERIOD, Parameter, UNDELAYED, WINDOW},
    role::Role,
};

use super::mechanism::refills_at_intervals;

use crate::words::{count, duration, title};

/// Another limiter that admits the same requests with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equivalent {
    /// The limiter.
    pub algorithm: Algorithm,
    /// Whether only one of the two delays requests.
    pub differs_in_delay: bool,
}

/// Returns the limiters that admit the same requests as this policy if they have its numbers.
pub fn equivalents(policy: &Policy) -> Vec<Equivalent> {
    let algorithm = policy.algorithm();
    let equivalent = |other: Algorithm| {
        let named = with_numbers_of(policy, other).filter(|named| policy.admits_as(named))?;
        Some(Equivalent { algorithm: other, differs_in_delay: may_wait(&named) != may_wait(policy) })
    };
    Algorithm::ALL.into_iter().filter(|other| *other != algorithm).filter_map(equivalent).collect()
}

/// Returns whether a request may be admitted that has to wait.
fn may_wait(policy: &Policy) -> bool {
    let is_queue = policy.algorithm() == Algorithm::LeakyBucketQueue;
    is_queue && at_once(policy) < policy.limit() && policy.settings().number(&MAX_WAIT) != Some(0)
}

/// Returns how many requests an empty queue starts at once.
fn at_once(policy: &Policy) -> u32 {
    let undelayed = u32::try_from(number(&policy.settings(), &UNDELAYED)).unwrap_or(u32::MAX);
    undelayed.saturating_add(1).min(policy.limit())
}

/// Returns another limiter with a policy's size and rate.
fn with_numbers_of(policy: &Policy, algorithm: Algorithm) -> Option<Policy> {
    let settings = policy.settings();
    let mut other = Settings::new(algorithm.name()).ok()?;
    for parameter in algorithm.parameters() {
        let number = match parameter.role {
            Role::Limit | Role::Burst => Some(policy.limit().into()),
            Role::Amount | Role::Period => settings.number(parameter),
            Role::LongestWait | Role::Option => None,
        };
        if let Some(number) = number {
            other.put(parameter.name, number.into()).ok()?;
        }
    }
    other.policy().ok()
}

/// Describes a policy in its own numbers.
pub fn rule(policy: &Policy) -> String {
    let settings = policy.settings();
    let (limit, window) = (count(policy.limit().into()), duration(number(&settings, &WINDOW)));
    let pace = paced(policy, &settings);
    let denied = if policy.counts_denied() { " Denied requests count as well." } else { "" };
    match policy {
        Policy::FixedWindow(_) => format!(
            "Time is divided into windows of {window}{}. Each allows {limit}. When that is used up, everything is denied until the next window begins, and the count restarts at 0.{denied}",
            aligned(&settings)
        ),
        Policy::SlidingWindowLog(_) => format!(
            "It remembers when each request {}. A request is allowed if that makes no more than {limit} in the last {window}.",
            if denied.is_empty() { "was admitted" } else { "came, denied ones too" }
        ),
        Policy::SlidingWindowCounter(_) => format!(
            "It counts in windows of {window}{}, and estimates the last {window}: all of this window’s count, and the share of the previous one’s that those {window} still cover. The estimate{} may be up to {limit}.{denied}",
            aligned(&settings),
            if settings.get("rounding") == Some(&Rounding::Exact.word().into()) {
                ""
            } else {
                ", its last part rounded down,"
            }
        ),
        Policy::TokenBucket(_) => format!(
            "A bucket holds {limit} {} and is {}. {}A request takes as many as it costs, or is denied.",
            if limit == "1" { "token" } else { "tokens" },
            if number(&settings, &AMOUNT) == 0 {
                "not refilled".to_owned()
            } else {
                format!("refilled with {pace}")
            },
            beginning(policy, &settings)
        ),
        Policy::LeakyBucketMeter(_) => format!(
            "Each request fills a bucket by its cost, and the bucket leaks {pace}. A request that would fill it above {limit} is denied."
        ),
        Policy::LeakyBucketQueue(_) => queue(policy, &pace, &longest_wait(&settings)),
        Policy::Gcra(_) => gcra(policy, &settings),
        Policy::AllOf(all) => {
            let names: Vec<_> = all.members().iter().map(|member| title(member.algorithm())).collect();
            let names = names.join("; ");
            if policy.algorithm() == Algorithm::Layers {
                return format!(
                    "A request has to pass one layer after the other ({names}). The first that denies it stops it, and the layers before still count it."
                );
            }
            format!(
                "A request has to pass every member ({names}). If one of them denies it, no member counts it."
            )
        }
    }
}

/// Describes a queue by how many requests it starts at once, and how many wait.
fn queue(policy: &Policy, pace: &str, longest_wait: &str) -> String {
    let (limit, at_once) = (count(policy.limit().into()), at_once(policy));
    let first = match at_once {
        1 => "One starts at once".to_owned(),
        _ => format!("Up to {} start at once", count(at_once.into())),
    };
    match (may_wait(policy), at_once) {
        (false, _) => format!("{first}; after that, {pace}. None waits: a request above that is denied."),
        (true, 1) => format!(
            "Requests wait in line, and {pace}. The line holds {limit}, including the one in service. A request that finds it full is denied{longest_wait}."
        ),
        _ => format!(
            "{first}. Others wait in line, and {pace}. Both together are at most {limit}. A request above that is denied{longest_wait}."
        ),
    }
}

/// Describes a bucket that does not begin full.
fn beginning(policy: &Policy, settings: &Settings) -> String {
    match settings.number(&INITIAL) {
        Some(0) => "It begins empty. ".to_owned(),
        Some(initial) if initial < policy.limit().into() => format!("It begins with {}. ", count(initial)),
        _ => String::new(),
    }
}

/// Formats the refill rate of a bucket for a label: `one each second`. `None` for other limiters.
pub fn pace(policy: &Policy) -> Option<String> {
    let settings = policy.settings();
    let (amount, period) = (number(&settings, &AMOUNT), settings.number(&PERIOD)?);
    Some(match amount {
        0 => "nothing".to_owned(),
        _ if refills_at_intervals(&settings) => {
            format!("{} at the end of each {}", some(amount), duration(period))
        }
        _ => {
            let (some, each) = evenly(amount, period);
            format!("{some} {each}")
        }
    })
}

/// Formats the same with its verb.
fn paced(policy: &Policy, settings: &Settings) -> String {
    let (amount, period) = (number(settings, &AMOUNT), number(settings, &PERIOD));
    if amount == 0 {
        return "nothing".to_owned();
    }
    if refills_at_intervals(settings) {
        return format!("{} at the end of each {}", some(amount), duration(period));
    }
    let (some, each) = evenly(amount, period);
    match policy {
        Policy::LeakyBucketQueue(_) => {
            format!("{some} {} {each}", if some == "one" { "starts" } else { "start" })
        }
        _ => format!("{some} {each}"),
    }
}

/// Formats an amount and a period in few words: `one`, `each second`.
fn evenly(amount: u64, period: u64) -> (String, String) {
    if period.is_multiple_of(amount) {
        return ("one".to_owned(), each(period / amount));
    }
    (some(amount), each(period))
}

fn some(amount: u64) -> String {
    if amount == 1 { "one".to_owned() } else { count(amount) }
}

fn each(period: u64) -> String {
    match period {
        SECOND => "each second".to_owned(),
        _ if period == 60 * SECOND => "each minute".to_owned(),
        _ if period == 3_600 * SECOND => "each hour".to_owned(),
        _ => format!("every {}", duration(period)),
    }
}

fn aligned(settings: &Settings) -> &'static str {
    if settings.get("align") == Some(&"first".into()) { " that begin with a request" } else { "" }
}

fn longest_wait(settings: &Settings) -> String {
    let wait = settings.number(&MAX_WAIT);
    wait.map_or(String::new(), |wait| {
        format!(", and so is one that would wait longer than {}", duration(wait))
    })
}

/// Describes GCRA in times: each request moves the schedule by the time it takes at the rate.
fn gcra(policy: &Policy, settings: &Settings) -> String {
    let (amount, period) = (number(settings, &AMOUNT), number(settings, &PERIOD));
    let Some(tolerance) = policy.quotas().first().and_then(|quota| quota.window) else {
        return format!(
            "It admits {} requests, and no more after them: its rate is 0.",
            count(policy.limit().into())
        );
    };
    let (some, each) = evenly(amount, period);
    format!(
        "It keeps one instant: when everything admitted so far would have come if evenly spaced, {some} {each}. A request moves that instant forward by {}, and is denied if it would then be more than {} ahead.",
        duration(period.div_ceil(amount)),
        duration(tolerance)
    )
}

/// Returns a numeric setting; 0 if it is not set.
fn number(settings: &Settings, parameter: &Parameter) -> u64 {
    settings.number(parameter).unwrap_or(0)
}
