//! The advice in sentences. Every number in them is from a row.

use ratelab_limiter::{
    Algorithm, Limiter, Policy, SECOND,
    bounds::{ALIGN, AMOUNT, MAX_WAIT, PERIOD, Parameter, REFILL, ROUNDING, UNDELAYED, WINDOW},
};

use super::{
    judged::{JudgedLimiter, Refused},
    needs::{Judged, changes, share, small, waits},
    numbers::Numbers,
    verdict::Advice,
};
use crate::{settings::number, tuning::Unable};
use ratelab_report::{
    findings::{capital, listed, name, rate},
    words::{
        count, duration, fraction,
        units::{TIMES, Unit},
    },
};
use ratelab_scenario::scenario::Store;

/// The headline if no limiter meets all needs.
const NONE: &str = "None of the settings that were tried meets all of these needs";

impl Advice {
    /// Returns the recommendation: `Use a token bucket of 20, refilled at 81 a minute.`
    pub fn headline(&self) -> String {
        match self.best() {
            Some(best) => format!("Use {}.", taken(&best.policy)),
            None if self.needs.never.is_none() => {
                let limit = self.rows.first().map(|row| row.numbers.promise);
                let limit = limit
                    .map(|limit| format!(" at {} in {}", count(limit.amount.into()), duration(limit.period)));
                format!("{NONE}{}.", limit.unwrap_or_default())
            }
            None => format!("{NONE}."),
        }
    }

    /// Returns the reason, or what would have to change.
    pub fn reason(&self) -> String {
        let Some(nearest) = self.nearest else {
            let praised = |best| praised(best) + &self.longer(best).unwrap_or_default() + &aside(best);
            return self.best().map(praised).unwrap_or_default();
        };
        if let ([], Some(Unable::Unbounded(store))) = (&*self.rows, self.refused.first().map(|it| &it.why)) {
            return format!("No limiter can: {}.", bypassed(*store));
        }
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

    /// Names a queue that denies less than the best, but makes requests wait longer than the guarantee's period: that
    /// of the scenario's size, or else one that denies the least.
    fn longer(&self, best: &JudgedLimiter) -> Option<String> {
        let own = best.scenario.burst;
        let longer = self.rows.iter().flat_map(|row| &row.longer);
        let less = longer.filter(|(_, numbers)| numbers.denied < best.numbers.denied);
        let (_, numbers) = less.min_by_key(|(_, it)| (Some(it.limit) != own, it.denied, it.delay))?;
        let Numbers { limit, denied, requests, delay, .. } = *numbers;
        let denied = if denied == 0 { "none".to_owned() } else { share(denied, requests) };
        let [limit, delay] = [count(limit.into()), duration(delay)];
        Some(format!(
            " A longer queue would deny less: one of {limit} denies {denied}, and requests may wait {delay}."
        ))
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
        let settings = self.policy.settings();
        let (limit, period) = (u128::from(self.policy.limit()), duration(promise.period));
        let [worst, each, rest] =
            [bound, limit, bound.saturating_sub(limit)].map(|number| count(small(number)));
        match self.policy.algorithm() {
            _ if settings.number(&WINDOW).is_some_and(|window| window < promise.period) => {
                format!(" Several windows can meet within {period}, but no more than {worst} get through.")
            }
            Algorithm::FixedWindow | Algorithm::SlidingWindowCounter if bound > limit => {
                format!(" Two windows can meet within {period}, and {each} and {rest} make {worst}.")
            }
            Algorithm::FixedWindow | Algorithm::SlidingWindowCounter | Algorithm::SlidingWindowLog => {
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

    /// Formats the settings: `20 at once, 81 a minute`, or `a queue of 160; one starts every 1.2 s`.
    pub fn settings(&self) -> String {
        let (settings, limit) = (self.policy.settings(), count(self.policy.limit().into()));
        let (pace, options) = (pace(&self.policy), options(&self.policy));
        if let Some(window) = settings.number(&WINDOW) {
            return match begins_with_a_request(&self.policy) {
                true => {
                    format!("{limit} in windows of {} that begin with a request{options}", exactly(window))
                }
                false => format!("{limit} in {}{options}", exactly(window)),
            };
        }
        if self.policy.algorithm() != Algorithm::LeakyBucketQueue {
            return format!("{limit} at once, {pace}{options}");
        }
        let wait = settings.number(&MAX_WAIT);
        let wait = wait.map(|wait| format!(", waits at most {}", duration(wait))).unwrap_or_default();
        let pace = match pace.split_once(' ') {
            Some(("1", time)) => match time.split_once(' ') {
                Some(("a" | "an", unit)) => format!("one starts every {unit}"),
                _ => format!("one starts {time}"),
            },
            Some((amount, time)) => format!("{amount} start {time}"),
            None => pace,
        };
        format!("a queue of {limit}; {pace}{options}{wait}")
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
            Unable::Unbounded(store) => format!("cannot keep any guarantee: {}", bypassed(*store)),
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

/// Explains how any number of requests can get through.
fn bypassed(store: Store) -> String {
    match store {
        Store::Race { latency, .. } => {
            format!("any number get through in the {} before a charge is written", duration(latency))
        }
        _ => "any number get through while the store is down".to_owned(),
    }
}

/// Explains why the best is the best.
fn praised(best: &JudgedLimiter) -> String {
    let Numbers { promise, lasting, delay, .. } = best.numbers;
    // If it is a need, it is reported with the needs that are met.
    let is_stated = delay == 0 || best.scenario.needs.delay.is_some();
    let waits =
        if is_stated { String::new() } else { format!(" Requests may wait up to {}.", waits(&best.numbers)) };
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
    let taken = match policy.algorithm() {
        Algorithm::TokenBucket => format!("{name} of {limit}, refilled at {pace}"),
        Algorithm::LeakyBucketMeter => format!("{name} of {limit} that leaks {pace}"),
        Algorithm::LeakyBucketQueue => format!("{name} of {limit} that serves {pace}"),
        Algorithm::Gcra => format!("{name} with bursts of {limit} and {pace}"),
        _ => format!("{name} of {limit} in {}", exactly(number(&settings, &WINDOW))),
    };
    let begins = if begins_with_a_request(policy) { " that begins with a request" } else { "" };
    [&taken, begins, &options(policy)].concat()
}

/// Returns whether an option is a word other than the default.
fn is_set(policy: &Policy, parameter: &Parameter) -> bool {
    let settings = policy.settings();
    let word = parameter.words.get(1).map(|word| (*word).into());
    word.is_some() && settings.get(parameter.name) == word.as_ref()
}

fn begins_with_a_request(policy: &Policy) -> bool {
    is_set(policy, &ALIGN)
}

/// Describes the other options that are not the defaults.
fn options(policy: &Policy) -> String {
    let words = [(&ROUNDING, ", without rounding"), (&REFILL, ", all at the end of each period")];
    let set = words.into_iter().filter(|(option, _)| is_set(policy, option));
    let words: String = set.map(|(_, words)| words).collect();
    // A request starts at once if no more than this are ahead of it.
    match number(&policy.settings(), &UNDELAYED) {
        0 => words,
        ahead if ahead + 1 >= policy.limit().into() => ", all without waiting".to_owned(),
        ahead => format!(", the first {} without waiting", count(ahead + 1)),
    }
}

/// Formats a time for a configuration, exact to the nanosecond: with up to three decimals, or else in the largest unit
/// that divides it.
fn exactly(time: u64) -> String {
    let is_exact = |unit: &&Unit| (u128::from(time) * 1_000).is_multiple_of(unit.length.into());
    let usual = Unit::for_amount(&TIMES, time).filter(is_exact);
    let unit = usual.or_else(|| TIMES.iter().find(|unit| time.is_multiple_of(unit.length)));
    unit.map_or_else(
        || duration(time),
        |unit| format!("{} {}", fraction(time.into(), unit.length.into()), unit.name),
    )
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
