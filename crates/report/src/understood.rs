//! Traffic in words: how a script was understood.
//!
//! The totals at the beginning of a sentence are counted in the arrivals; the patterns are described as they were
//! written.

use ratelab_limiter::SECOND;

use crate::{
    findings::listed,
    words::{count, counted, script_time},
};
use ratelab_scenario::{
    scenario::{Name, Pattern, Rate, Scenario, Shape},
    traffic::Arrivals,
};

/// The largest number of patterns that a sentence describes one by one.
const MOST_LISTED: usize = 4;

/// Totals of the arrivals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The number of requests.
    pub requests: u64,
    /// The time of the first request; zero if there is none.
    pub first: u64,
    /// The time of the last request.
    pub last: u64,
    /// The largest number of requests at one instant.
    pub most_at_once: u64,
}

impl Facts {
    /// Counts these arrivals.
    pub fn from_arrivals(arrivals: &Arrivals) -> Self {
        let times = arrivals.times();
        let groups = times.chunk_by(|one, other| one == other).map(|group| group.len() as u64);
        Self {
            requests: times.len() as u64,
            first: times.first().copied().unwrap_or(0),
            last: times.last().copied().unwrap_or(0),
            most_at_once: groups.max().unwrap_or(0),
        }
    }
}

/// Describes a scenario's traffic: `20 requests from 9.5 s to 10.1 s: 10 at once, and 0.6 s later 10 more.` The
/// sender is named once, or for each part if they differ.
pub fn understood(scenario: &Scenario, facts: Facts) -> String {
    let Facts { requests, first, last, most_at_once } = facts;
    if requests == 0 {
        return "No requests arrive.".to_owned();
    }
    let (many, is_of_one) = (counted(requests, "request"), is_of_one(&scenario.traffic));
    let sender = scenario.traffic.first().filter(|_| is_of_one).and_then(|pattern| pattern.by);
    let sender = sender.map(|name| format!(" by {name}")).unwrap_or_default();
    if first == last {
        let at_once = if requests > 1 { " at once" } else { "" };
        return format!("{many}{at_once}{sender}, at {}{}.", script_time(first), senders(&scenario.traffic));
    }
    let details = details(&scenario.traffic);
    let stated = format!("{} at once", count(most_at_once));
    let at_once = if most_at_once < 2 || details.contains(&stated) {
        String::new()
    } else {
        format!(", at most {stated}")
    };
    format!("{many}{sender} from {} to {}{at_once}{details}.", script_time(first), script_time(last))
}

/// Describes a pattern without its start: `300 at once, every 60 s, 5 times`.
pub fn pattern_in_words(pattern: &Pattern) -> String {
    match &pattern.shape {
        Shape::Burst { count: 1 } => "1".to_owned(),
        Shape::Burst { count: number } => format!("{} at once", count((*number).into())),
        Shape::Every { count: 1, .. } => "1 alone".to_owned(),
        Shape::Every { count: number, delay } => {
            format!("{}, {} apart", count((*number).into()), script_time(*delay))
        }
        Shape::Bursts { count: number, every, times } => {
            let at_once = if *number > 1 { " at once," } else { "" };
            format!("{}{at_once} every {}, {}", count((*number).into()), script_time(*every), often(*times))
        }
        Shape::At { times } => format!("{} at the times listed", count(times.len() as u64)),
        Shape::Constant { rate, duration } => {
            format!("{}, evenly, for {}", per(*rate), script_time(*duration))
        }
        Shape::Poisson { rate, duration } => {
            format!("{} on average, at random, for {}", per(*rate), script_time(*duration))
        }
        Shape::Ramp { low, high, duration } => {
            format!("from {} to {}, over {}", per(*low), per(*high), script_time(*duration))
        }
        Shape::OnOff { rate, on, off, duration } => {
            let (on, off) = (script_time(*on), script_time(*off));
            format!("{} for {on}, then none for {off}, and so on for {}", per(*rate), script_time(*duration))
        }
        Shape::Sine { low, high, period, duration } => {
            let (low, high) = (per(*low), per(*high));
            format!(
                "between {low} and {high}, up and down every {}, for {}",
                script_time(*period),
                script_time(*duration)
            )
        }
        Shape::Pareto { rate, duration, .. } => {
            format!("{} on average, at random with long pauses, for {}", per(*rate), script_time(*duration))
        }
    }
}

/// Returns whether the same group sends all of it.
fn is_of_one(patterns: &[Pattern]) -> bool {
    patterns.windows(2).all(|pair| pair[0].by == pair[1].by)
}

/// Names the senders, if there are several: `, by mobile, cron and others`.
fn senders(patterns: &[Pattern]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in patterns.iter().filter_map(|pattern| pattern.by).map(|name| name.to_string()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if is_of_one(patterns) {
        return String::new();
    }
    if names.len() > MOST_LISTED {
        names = vec![format!("{} groups", count(names.len() as u64))];
    }
    names.extend(patterns.iter().find(|pattern| pattern.by.is_none()).map(|_| "others".to_owned()));
    format!(", by {}", listed(&names))
}

/// Describes the patterns, after the times of the traffic.
fn details(patterns: &[Pattern]) -> String {
    let is_of_one = is_of_one(patterns);
    if let Some(words) = bursts(patterns).filter(|_| is_of_one) {
        return format!(": {words}");
    }
    if let [Pattern { shape: Shape::Every { delay, .. }, cost, .. }] = patterns {
        return format!(", {} apart{}", script_time(*delay), costing(*cost));
    }
    if patterns.len() > MOST_LISTED {
        return format!(", in {} parts{}", count(patterns.len() as u64), senders(patterns));
    }
    let sender = |by: Option<Name>| by.filter(|_| !is_of_one);
    let words = |pattern: &Pattern| {
        pattern_with_start(pattern)
            + &sender(pattern.by).map(|name| format!(", by {name}")).unwrap_or_default()
    };
    let words: Vec<_> = patterns.iter().map(words).collect();
    format!(": {}", words.join("; "))
}

/// Describes consecutive bursts: `10 at once, and 0.6 s later 10 more`.
fn bursts(patterns: &[Pattern]) -> Option<String> {
    let burst = |pattern: &Pattern| match pattern.shape {
        Shape::Burst { count } if pattern.cost == 1 => Some((count, pattern.from)),
        _ => None,
    };
    let all = patterns.iter().map(burst).collect::<Option<Vec<_>>>()?;
    if all.len() > MOST_LISTED || !all.is_sorted_by(|one, other| one.1 < other.1) {
        return None;
    }
    let mut words = pattern_in_words(patterns.first()?);
    for pair in all.windows(2) {
        let later = script_time(pair[1].1 - pair[0].1);
        words = format!("{words}, and {later} later {} more", count(pair[1].0.into()));
    }
    Some(words)
}

/// Describes a pattern with its start and its cost.
fn pattern_with_start(pattern: &Pattern) -> String {
    let words = pattern_in_words(pattern);
    let cost = costing(pattern.cost);
    match pattern.shape {
        Shape::Burst { .. } => format!("{words} at {}{cost}", script_time(pattern.from)),
        _ if pattern.from > 0 => format!("{words}, from {} on{cost}", script_time(pattern.from)),
        _ => format!("{words}{cost}"),
    }
}

fn costing(cost: u32) -> String {
    if cost == 1 { String::new() } else { format!(", at a cost of {} each", count(cost.into())) }
}

fn often(times: u32) -> String {
    if times == 1 { "once".to_owned() } else { format!("{} times", count(times.into())) }
}

/// Formats a rate as it was written: `5 a second`, `10 in 10 s`. Unlike that of a bucket in `findings/names.rs`, it is
/// not converted to another period: `60 a minute` is not `1 a second`.
fn per(Rate { amount, period }: Rate) -> String {
    let units = [
        (SECOND / 1000, "millisecond"),
        (SECOND, "second"),
        (60 * SECOND, "minute"),
        (86_400 * SECOND, "day"),
    ];
    let amount = count(amount.into());
    match units.iter().find(|(length, _)| *length == period) {
        Some((_, unit)) => format!("{amount} a {unit}"),
        None if period == 3_600 * SECOND => format!("{amount} an hour"),
        None => format!("{amount} in {}", script_time(period)),
    }
}
