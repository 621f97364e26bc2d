//! A scenario described for a form.

use ratelab_limiter::{Limiter, PolicyError, bounds::Parameter};
use ratelab_report::{
    understood::pattern_in_words,
    words::{title, topology},
};
use ratelab_scenario::{
    language::{print, print_lane, print_pattern, print_retry, suggest, to_link},
    scenario::{self, RetryAfter},
    traffic::expected,
};
use serde::Serialize;
use tsify::Tsify;

use crate::{
    bounds::Role,
    fault::Fault,
    needs::{Needs, needs},
    rate::{Rate, rate},
    topology::{Group, Servers, Store, group, key, servers, store, zipf},
};

/// A scenario described for a form. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Scenario {
    /// Its canonical text.
    pub text: String,
    /// The text as the fragment of a link.
    pub link: String,
    /// The limit that limiters share.
    pub limit: Rate,
    /// The size of buckets, unless it equals the limit.
    pub burst: Option<u32>,
    /// The limiters.
    pub lanes: Vec<Lane>,
    /// The traffic.
    pub traffic: Vec<Pattern>,
    /// The number of clients.
    pub clients: u32,
    /// The exponent of their shares in hundredths, unless they are equal.
    pub zipf: Option<u32>,
    /// The groups that are described or that the traffic names.
    pub groups: Vec<Group>,
    /// Whether the groups are described, rather than only named by the traffic.
    pub groups_described: bool,
    /// Whether clients without a group send some of the traffic.
    pub others: bool,
    /// The servers.
    pub servers: Servers,
    /// How a refused client retries.
    pub retry: Retry,
    /// The seed of random numbers.
    pub seed: u64,
    /// The limiters' clock at the beginning of the scenario.
    pub start: u64,
    /// The time range to show, unless it is the default.
    pub show: Option<(u64, u64)>,
    /// The needs that a limiter should meet.
    pub needs: Needs,
    /// About how many requests there are, without retries.
    pub requests: f64,
    /// Whether all lanes get the same requests with the same numbers. Clients that retry send different requests in
    /// each lane.
    pub same_requests: bool,
    /// Whether anything is random, so that the seed matters.
    pub random: bool,
    /// A suggestion, if the traffic is valid but unlikely.
    pub suggestion: Option<Suggestion>,
}

/// Another reading of the traffic.
#[derive(Serialize, Tsify)]
pub struct Suggestion {
    /// The field `traffic` in this reading.
    pub text: String,
    /// The part of it that differs.
    pub part: String,
    /// That part in words.
    pub words: String,
}

/// A limiter.
#[derive(Serialize, Tsify)]
pub struct Lane {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// Its part of the field `lanes`.
    pub text: String,
    /// All its settings, in the order of the bounds table.
    pub settings: Vec<Setting>,
    /// The limiters of an all-of.
    pub members: Vec<Lane>,
    /// Where its windows begin, if they begin at multiples of their length.
    pub windows: Option<Windows>,
    /// The clients that it counts together.
    #[tsify(type = "'client' | 'group' | 'everybody'")]
    pub key: &'static str,
    /// Where its state is stored, if it differs from the servers' setting.
    pub store: Option<Store>,
    /// Its name as one of several layers.
    pub name: Option<String>,
    /// Its state and its key in words, unless both are the default.
    pub topology: Option<String>,
}

/// Windows of one length, each beginning where the one before it ends.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Windows {
    /// The length of each, in nanoseconds.
    pub length: u64,
    /// The beginning of the first, at time zero or after it.
    pub origin: u64,
}

/// A setting of a limiter.
#[derive(Serialize, Tsify)]
pub struct Setting {
    /// Its name in the bounds table.
    pub name: &'static str,
    /// Its purpose.
    pub role: Role,
    /// A whole number or a word; undefined if it does not apply.
    pub value: Option<String>,
    /// Whether the lane sets it itself.
    pub own: bool,
}

/// A part of the traffic.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Pattern {
    /// Its part of the field `traffic`.
    pub text: String,
    /// The shape of the requests over time.
    pub shape: Shape,
    /// Its start.
    pub from: u64,
    /// The cost of each request.
    pub cost: u32,
    /// The group that sends it, if there is one.
    pub by: Option<String>,
}

/// The shape of requests over time. This and [`Rate`] repeat types of the scenario, which does not depend on
/// JavaScript and so cannot derive what tsify needs; the compiler checks that they match.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are those of the simulation's shapes")]
pub enum Shape {
    Burst { count: u32 },
    Every { count: u32, delay: u64 },
    Bursts { count: u32, every: u64, times: u32 },
    At { times: Vec<u64> },
    Constant { rate: Rate, duration: u64 },
    Poisson { rate: Rate, duration: u64 },
    Ramp { low: Rate, high: Rate, duration: u64 },
    OnOff { rate: Rate, on: u64, off: u64, duration: u64 },
    Sine { low: Rate, high: Rate, period: u64, duration: u64 },
    Pareto { rate: Rate, shape: u32, duration: u64 },
}

/// How a refused client retries.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Retry {
    /// The field `retry`.
    pub text: String,
    /// When it retries.
    #[tsify(type = "'never' | 'at_once' | 'after' | 'backoff' | 'told'")]
    pub kind: &'static str,
    /// The wait, or the first wait.
    pub wait: Option<u64>,
    /// The longest wait.
    pub longest: Option<u64>,
    /// Whether waits are random.
    pub jitter: bool,
    /// The largest number of attempts.
    pub attempts: u32,
}

pub(crate) fn described(scenario: &scenario::Scenario) -> Result<Scenario, Fault> {
    let text = print(scenario);
    let lanes = scenario.lanes.iter().map(|lane| described_lane(lane, scenario));
    Ok(Scenario {
        link: to_link(&text),
        text,
        limit: rate(scenario.limit),
        burst: scenario.burst,
        lanes: lanes.collect::<Result<_, _>>()?,
        traffic: scenario.traffic.iter().map(pattern).collect(),
        clients: scenario.clients.count,
        zipf: zipf(scenario.clients),
        groups: scenario.named_groups().iter().map(group).collect(),
        groups_described: !scenario.groups.is_empty(),
        others: scenario.has_others(),
        servers: servers(&scenario.servers),
        retry: retry(scenario.retry),
        seed: scenario.seed,
        start: scenario.start,
        show: scenario.show,
        needs: needs(&scenario.needs),
        requests: scenario.traffic.iter().map(|pattern| expected(&pattern.shape) as f64).sum(),
        same_requests: scenario.has_same_requests(),
        random: scenario.is_random(),
        suggestion: suggest::suggest(scenario).map(suggestion),
    })
}

fn described_lane(lane: &scenario::Lane, scenario: &scenario::Scenario) -> Result<Lane, PolicyError> {
    let members = lane.members.iter().map(|member| described_lane(member, scenario));
    Ok(Lane {
        algorithm: lane.algorithm.name(),
        title: title(lane.algorithm),
        text: print_lane(lane),
        settings: if lane.members.is_empty() { settings(lane, scenario)? } else { Vec::new() },
        members: members.collect::<Result<_, _>>()?,
        windows: lane
            .windows(scenario)
            .map(|scenario::Windows { length, origin }| Windows { length, origin }),
        key: key(lane.key),
        store: lane.store.map(store),
        name: lane.name.map(|name| name.to_string()),
        topology: topology(lane, scenario),
    })
}

/// Returns the settings in effect.
fn settings(lane: &scenario::Lane, scenario: &scenario::Scenario) -> Result<Vec<Setting>, PolicyError> {
    let settings = lane.policy(scenario)?.settings();
    let setting = |&Parameter { name, role, .. }: &Parameter| Setting {
        name,
        role: role.into(),
        value: settings.get(name).map(ToString::to_string),
        own: lane.options.iter().any(|(own, _)| *own == name),
    };
    Ok(lane.algorithm.parameters().iter().map(setting).collect())
}

fn suggestion(suggestion: suggest::Suggestion) -> Suggestion {
    Suggestion {
        part: suggestion.part(),
        words: pattern_in_words(&suggestion.instead),
        text: suggestion.text,
    }
}

fn pattern(pattern: &scenario::Pattern) -> Pattern {
    Pattern {
        text: print_pattern(pattern),
        shape: shape(&pattern.shape),
        from: pattern.from,
        cost: pattern.cost,
        by: pattern.by.map(|name| name.to_string()),
    }
}

fn shape(shape: &scenario::Shape) -> Shape {
    use scenario::Shape as From;
    match *shape {
        From::Burst { count } => Shape::Burst { count },
        From::Every { count, delay } => Shape::Every { count, delay },
        From::Bursts { count, every, times } => Shape::Bursts { count, every, times },
        From::At { ref times } => Shape::At { times: times.clone() },
        From::Constant { rate: average, duration } => Shape::Constant { rate: rate(average), duration },
        From::Poisson { rate: average, duration } => Shape::Poisson { rate: rate(average), duration },
        From::Ramp { low, high, duration } => Shape::Ramp { low: rate(low), high: rate(high), duration },
        From::OnOff { rate: average, on, off, duration } => {
            Shape::OnOff { rate: rate(average), on, off, duration }
        }
        From::Sine { low, high, period, duration } => {
            Shape::Sine { low: rate(low), high: rate(high), period, duration }
        }
        From::Pareto { rate: average, shape, duration } => {
            Shape::Pareto { rate: rate(average), shape, duration }
        }
    }
}

fn retry(retry: scenario::Retry) -> Retry {
    let (kind, wait, longest, jitter) = match retry.after {
        RetryAfter::Never => ("never", None, None, false),
        RetryAfter::AtOnce => ("at_once", None, None, false),
        RetryAfter::Fixed(wait) => ("after", Some(wait), None, false),
        RetryAfter::Backoff { first, longest, jitter } => ("backoff", Some(first), Some(longest), jitter),
        RetryAfter::ServerHint => ("told", None, None, false),
    };
    Retry { text: print_retry(retry), kind, wait, longest, jitter, attempts: retry.attempts }
}
