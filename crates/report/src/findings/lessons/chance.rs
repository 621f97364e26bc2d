//! Random traffic, and many clients.

use std::collections::BTreeMap;

use ratelab_limiter::{
    Algorithm::{FixedWindow, Gcra, SlidingWindowLog, TokenBucket},
    Limiter,
};

use super::{
    super::{Finding, facts::RunFacts, names::capital},
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration};
use ratelab_simulation::run::Kind;

pub(super) fn below_the_limit(facts: &RunFacts<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(facts, [SlidingWindowLog, TokenBucket])?;
    let limit = facts.run.scenario().limit;
    let headline = format!(
        "Traffic stays below the limit on average, and {} still denied {} of {}.",
        facts.name(log),
        count(facts.denied(log)),
        counted(facts.requests(), "request")
    );
    let reason = format!(
        "Chance makes bursts: the busiest {} had {} under a limit of {}. The token bucket denied {}.",
        duration(limit.period),
        counted(busiest(facts, limit.period), "request"),
        count(limit.amount.into()),
        count(facts.denied(bucket))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn above_the_limit(facts: &RunFacts<'_>) -> Option<Finding> {
    let [fixed, log, gcra] = lanes_of(facts, [FixedWindow, SlidingWindowLog, Gcra])?;
    let more = |lane: usize| count(facts.admitted(lane) - facts.admitted(log));
    let headline = format!(
        "Of {}, {} let {} through, the fixed window {} more, GCRA {} more.",
        counted(facts.requests(), "request"),
        facts.name(log),
        count(facts.admitted(log)),
        more(fixed),
        more(gcra)
    );
    let saved = count(facts.policy(gcra).limit().into());
    let reason = format!(
        "A log loses what a quiet moment leaves unused. GCRA and the buckets save it, up to {saved}. \
         The fixed window forgets at each edge what came just before."
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn heavy_and_light(facts: &RunFacts<'_>) -> Option<Finding> {
    let bucket = lane_of(facts, TokenBucket)?;
    let arrivals = facts.run.arrivals(bucket)?;
    let outcomes = facts.run.lanes()[bucket].record().outcomes();
    let heaviest = arrivals.costs().iter().copied().max()?;
    let denied = |is_heavy: bool| {
        let (mut denied, mut all) = (0, 0);
        for index in (0..arrivals.len()).filter(|index| (arrivals.cost(*index) == heaviest) == is_heavy) {
            denied += u64::from(outcomes.get(index) == Kind::Denied);
            all += 1;
        }
        format!("{} of {}", count(denied), count(all))
    };
    let headline = format!(
        "{} denied {} heavy requests, and {} light ones.",
        capital(&facts.name(bucket)),
        denied(true),
        denied(false)
    );
    let reason = format!(
        "A heavy request needs {} tokens at once. Light ones take each token as it comes back, so {} are rarely available.",
        count(heaviest.into()),
        count(heaviest.into())
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn flash_crowd(facts: &RunFacts<'_>) -> Option<Finding> {
    let bucket = lane_of(facts, TokenBucket)?;
    let arrivals = facts.run.arrivals(bucket)?;
    let outcomes = facts.run.lanes()[bucket].record().outcomes();
    let mut clients: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for index in 0..arrivals.len() {
        let (sent, denied) = clients.entry(arrivals.client(index)).or_default();
        *sent += 1;
        *denied += u64::from(outcomes.get(index) == Kind::Denied);
    }
    let spared = clients.values().filter(|(_, denied)| *denied == 0).count() as u64;
    let (sent, denied) = clients.values().max().copied()?;
    let headline = format!(
        "With {}, {} of {} never saw a denial.",
        facts.name(bucket),
        count(spared),
        counted(clients.len() as u64, "client")
    );
    let reason = format!(
        "Each client has its own budget. The busiest sent {} of the {} and was denied {} times; no other client paid for it.",
        count(sent),
        counted(facts.requests(), "request"),
        count(denied)
    );
    Some(Finding::new(headline, reason))
}

/// Returns the largest number of requests that arrived in any window of this length.
fn busiest(facts: &RunFacts<'_>, window: u64) -> u64 {
    let times = facts.run.traffic().map_or(&[][..], |traffic| traffic.times());
    let within = |(from, first): (usize, &u64)| times[from..].partition_point(|time| time - first < window);
    times.iter().enumerate().map(within).max().unwrap_or(0) as u64
}
