//! The advice in sentences. Every number in them is from a row.

use ratelab_limiter::{
    Algorithm, Limiter, Policy, SECOND,
    bounds::{AMOUNT, MAX_WAIT, PERIOD, WINDOW},
};

use super::{
    guarantee::Unable,
    judge::{JudgedLimiter, Numbers, Refused},
    needs::{Judged, changes, small},
    verdict::Advice,
};
use crate::{
    anatomy::number,
    findings::{capital, listed, name, rate},
    words::{count, duration, percent},
};
use ratelab_scenario::scenario::Store;

impl Advice {
    /// Returns the recommendation: `Take a token bucket of 20 that gets 81 back a minute.`
    pub fn headline(&self) -> String {
        match self.best() {
            Some(best) => format!("Take {}.", taken(&best.policy)),
            None if self.needs.never.is_none() => {
                let limit = self.rows.first().map(|row| row.numbers.promise);
                let limit = limit
                    .map(|limit| format!(" at {} in {}", count(limit.amount.into()), duration(limit.period)));
                format!("None of the seven meets all of these needs{}.", limit.unwrap_or_default())
            }
            None => "None of the seven meets all of these needs.".to_owned(),
        }
    }

    /// Returns the reason, or what would have to change.
    pub fn reason(&self) -> String {
        let Some(nearest) = self.nearest else {
            return self.best().map(|best| praised(best) + &aside(best)).unwrap_or_default();
        };
        let is_nearest = |refused: &&Refused| refused.algorithms.contains(&nearest.algorithm);
        let fails = match (self.rows.first(), self.refused.iter().find(is_nearest)) {
            (Some(row), _) => ended(&row.failed().map(Judged::fails).collect::<Vec<_>>()),
            (None, Some(refused)) => refused.words(),
            (None, None) => String::new(),
        };
        let would_do = nearest.relaxed.map(|relaxed| changes(&self.needs, &relaxed)).unwrap_or_default();
        let would_do = if would_do.is_empty() {
            String::new()
        } else {
            format!(" It would qualify if {}.", listed(&would_do))
        };
        let aside = self.rows.first().map(aside).unwrap_or_default();
        format!("The nearest is {}, but it {fails}.{would_do}{aside}", name(nearest.algorithm))
    }
}

impl JudgedLimiter {
    /// Describes a row's strengths and weaknesses.
    pub fn sentence(&self) -> String {
        let fails: Vec<_> = self.failed().map(Judged::fails).collect();
        let but = if fails.is_empty() { String::new() } else { format!(", but it {}", ended(&fails)) };
        let good = ended(&self.good());
        format!("{} {}{but}.{}{}", capital(name(self.algorithms[0])), good, self.same(), self.reckoned())
    }

    /// Explains the settings, if one state decides.
    fn reckoned(&self) -> String {
        let Numbers { promise, bound: Some(bound), .. } = self.numbers else { return String::new() };
        if self.scenario.needs.never.is_none() || self.scenario.servers.count > 1 {
            return String::new();
        }
        let (limit, period) = (u128::from(self.policy.limit()), duration(promise.period));
        let [worst, each, rest] =
            [bound, limit, bound.saturating_sub(limit)].map(|number| count(small(number)));
        match self.policy.algorithm() {
            Algorithm::FixedWindow | Algorithm::SlidingWindowCounter => {
                format!(" Two windows can meet within {period}, and {each} and {rest} make {worst}.")
            }
            Algorithm::SlidingWindowLog => {
                format!(" It lets no more than its limit of {each} through in any {period}.")
            }
            Algorithm::LeakyBucketQueue => {
                format!(" However many wait, no more than {worst} start in {period}.")
            }
            _ => format!(
                " In the worst case, {each} at once and {rest} refilled within {period} make {worst}."
            ),
        }
    }

    /// Formats the settings: `20 at once, 81 a minute`.
    pub fn settings(&self) -> String {
        let (settings, limit) = (self.policy.settings(), count(self.policy.limit().into()));
        if let Some(window) = settings.number(&WINDOW) {
            return format!("{limit} in {}", exactly(window));
        }
        let wait = settings.number(&MAX_WAIT);
        let wait = wait.map(|wait| format!(", waits at most {}", duration(wait))).unwrap_or_default();
        format!("{limit} at once, {}{wait}", pace(&self.policy))
    }

    /// Describes a row's strengths, and the share that it denies.
    fn good(&self) -> Vec<String> {
        // The share of denied requests is reported once: here, unless it is a need that is not met.
        let is_failed = self.failed().any(|judged| judged.need.name == "deny");
        let met = self.judged.iter().filter(|judged| judged.is_met).filter_map(|judged| judged.meets());
        let mut good: Vec<_> = met.chain(denies(&self.numbers).filter(|_| !is_failed)).collect();
        if good.is_empty() {
            good.push(format!("allows {}", self.settings()));
        }
        good
    }

    /// Names the equivalent limiters.
    fn same(&self) -> String {
        let others: Vec<_> = self.algorithms[1..].iter().map(|algorithm| name(*algorithm)).collect();
        match others.len() {
            0 => String::new(),
            1 => format!(" {} decides the same.", capital(&listed(&others))),
            _ => format!(" {} decide the same.", capital(&listed(&others))),
        }
    }
}

impl Refused {
    /// Describes why it cannot keep the guarantee, as the end of a sentence about it.
    pub fn words(&self) -> String {
        match &self.why {
            Unable::Unbounded => "cannot keep any guarantee: requests bypass its state".to_owned(),
            Unable::TooMuch { size, least } => {
                let (size, least) = (count((*size).into()), count(small(*least)));
                match self.algorithms.iter().any(|algorithm| algorithm.is_bucket()) {
                    true => {
                        format!(
                            "lets {least} through in the worst case with a burst of {size} and the lowest rate"
                        )
                    }
                    false => format!("lets {least} through in the worst case even with a limit of {size}"),
                }
            }
            Unable::Refused(error) => format!("cannot hold these numbers: {error}"),
        }
    }

    /// Formats the same as a sentence.
    pub fn sentence(&self) -> String {
        let names: Vec<_> = self.algorithms.iter().map(|algorithm| name(*algorithm)).collect();
        let (names, are_several) = (capital(&listed(&names)), names.len() > 1);
        match self.words() {
            words if are_several => format!("{names} {}.", words.replacen("lets", "each let", 1)),
            words => format!("{names} {words}."),
        }
    }
}

/// Explains why the best is the best.
fn praised(best: &JudgedLimiter) -> String {
    let Numbers { promise, lasting, delay, .. } = best.numbers;
    // If it is a need, it is reported with the needs that are met.
    let is_stated = delay == 0 || best.scenario.needs.delay.is_some();
    let waits =
        if is_stated { String::new() } else { format!(" Requests may wait up to {}.", duration(delay)) };
    format!(
        "It {}.{}{waits} A client that never stops gets {}{} of {} in {}.",
        ended(&best.good()),
        best.same(),
        if is_least(best) { "at least " } else { "" },
        count(small(lasting)),
        count(promise.amount.into()),
        duration(promise.period)
    )
}

/// Describes assumptions about the scenario that may surprise.
fn aside(row: &JudgedLimiter) -> String {
    let scenario = &row.scenario;
    let retries = match scenario.has_same_requests() {
        true => "",
        false => " Denied clients retry, and the final result counts.",
    };
    // Without a guarantee, limiters take the scenario's limit, or that of a group.
    let has_limits = scenario.needs.never.is_some()
        && scenario.groups.iter().any(|group| group.tier.limit.is_some() || group.tier.burst.is_some());
    let limits =
        if has_limits { " Limits of groups are ignored: all clients get these settings." } else { "" };
    format!("{retries}{limits}")
}

/// Returns whether the long-run rate may be higher: servers admit some requests before they sync.
fn is_least(row: &JudgedLimiter) -> bool {
    matches!(row.scenario.servers.store, Store::Sync { .. }) && row.scenario.servers.count > 1
}

/// Describes the share of the traffic that is denied, if any is.
fn denies(numbers: &Numbers) -> Option<String> {
    let Numbers { denied, requests, .. } = *numbers;
    Some(match denied {
        _ if requests == 0 => return None,
        0 => "denies none of this traffic".to_owned(),
        _ if denied == requests => "denies all of this traffic".to_owned(),
        _ => format!("denies {} of this traffic", share(denied, requests)),
    })
}

/// Formats a share: `3.1 %`. A positive share is never formatted as zero.
pub(super) fn share(part: u64, whole: u64) -> String {
    percent(part, whole).replace('<', "less than").replace('>', "more than") + " %"
}

/// Joins clauses: `keeps it, takes the burst, and denies nothing`.
fn ended(done: &[String]) -> String {
    match done {
        [first @ .., last] if first.len() > 1 || first.iter().any(|done| done.contains(',')) => {
            format!("{}, and {last}", first.join(", "))
        }
        _ => listed(done),
    }
}

/// Describes a limiter to take, with its settings.
fn taken(policy: &Policy) -> String {
    let name = name(policy.algorithm());
    let name = name.strip_prefix("the ").map_or(name.to_owned(), |name| format!("a {name}"));
    let (settings, limit) = (policy.settings(), count(policy.limit().into()));
    let pace = pace(policy);
    match policy.algorithm() {
        Algorithm::TokenBucket => {
            let (amount, time) = pace.split_once(' ').unwrap_or((&pace, ""));
            format!("{name} of {limit} that gets {amount} back {time}")
        }
        Algorithm::LeakyBucketMeter => format!("{name} of {limit} that leaks {pace}"),
        Algorithm::LeakyBucketQueue => format!("{name} of {limit} that serves {pace}"),
        Algorithm::Gcra => format!("{name} with bursts of {limit} and {pace}"),
        _ => format!("{name} of {limit} in {}", exactly(number(&settings, &WINDOW))),
    }
}

/// Formats a time for a configuration, exact to the nanosecond: in the largest unit that divides it, if three digits
/// are not enough.
fn exactly(time: u64) -> String {
    const UNITS: [(u64, &str); 5] =
        [(60 * SECOND, "min"), (SECOND, "s"), (1_000_000, "ms"), (1_000, "µs"), (1, "ns")];
    let rounded = duration(time);
    let unit = UNITS.iter().find(|(unit, _)| time.is_multiple_of(*unit));
    match unit.filter(|_| rounded.contains('.')) {
        Some((unit, name)) => format!("{} {name}", count(time / unit)),
        None => rounded,
    }
}

/// Formats the refill rate of a bucket: `81 a minute`.
fn pace(policy: &Policy) -> String {
    let settings = policy.settings();
    let (amount, period) = (number(&settings, &AMOUNT), number(&settings, &PERIOD));
    let unit = [(60, "a minute"), (3_600, "an hour"), (86_400, "a day")];
    match unit.into_iter().find(|(seconds, _)| seconds * SECOND == period) {
        Some((_, unit)) => format!("{} {unit}", count(amount)),
        None => rate(amount, period.max(1), false),
    }
}
