//! What senders get with layers, with tiers, and with one shared budget.

use ratelab_limiter::Algorithm::{FixedWindow, TokenBucket};

use super::super::{
    Finding,
    facts::RunFacts,
    names::capital,
    rules::{charged, refused},
    sentence::none_or,
};
use crate::words::{count, counted};
use ratelab_scenario::scenario::{Key, Name};
use ratelab_simulation::measures::Part;

pub(super) fn four_layers(facts: &RunFacts<'_>) -> Option<Finding> {
    let (layers, all_of) = (0, 1);
    let reason = format!(
        "{} If no layer is charged for what another refuses, {} get through instead of {}.",
        charged(facts, layers),
        count(facts.admitted(all_of)),
        count(facts.admitted(layers))
    );
    Some(Finding::new(format!("{}.", capital(&refused(facts, layers))), reason))
}

/// Returns what a group sent and was denied in a lane.
fn part(facts: &RunFacts<'_>, lane: usize, name: &str) -> Option<Part> {
    let group = facts.run.senders().named(Some(Name::new(name)?));
    facts.run.by_group(lane).get(group).copied()
}

pub(super) fn free_and_pro(facts: &RunFacts<'_>) -> Option<Finding> {
    let bucket = super::lane_of(facts, TokenBucket)?;
    let [free, pro] = [part(facts, bucket, "free")?, part(facts, bucket, "pro")?];
    if free.requests != pro.requests {
        return None;
    }
    let headline = format!(
        "Both send {}: {} denied free {}, pro {}.",
        counted(free.requests.into(), "request"),
        facts.name(bucket),
        none_or(free.counts.denied.into()),
        none_or(pro.counts.denied.into())
    );
    let reason = format!("{} {}.", capital(&facts.name(bucket)), facts.rule(bucket));
    Some(Finding::new(headline, reason))
}

pub(super) fn app_and_cron(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane_with = |algorithm, key: Key| {
        facts.lanes().find(|lane| facts.lane(*lane).algorithm == algorithm && facts.lane(*lane).key == key)
    };
    let denied = |algorithm, key: Key, name: &str| {
        let part = part(facts, lane_with(algorithm, key)?, name)?;
        Some((u64::from(part.counts.denied), u64::from(part.requests)))
    };
    let (starved, sent) = denied(FixedWindow, Key::Everybody, "app")?;
    let (spared, _) = denied(FixedWindow, Key::Client, "app")?;
    let (cron, of_cron) = denied(FixedWindow, Key::Client, "cron")?;
    let (bucket, _) = denied(TokenBucket, Key::Everybody, "app")?;
    let headline = format!(
        "Sharing one fixed window, app was denied {} of its {}; with its own window, {}.",
        none_or(starved),
        count(sent),
        none_or(spared)
    );
    let reason = format!(
        "Cron uses up the rest of the shared window. With its own budget it is denied {} of its {}. \
         A shared token bucket refills all the time, and denied app {}.",
        count(cron),
        count(of_cron),
        none_or(bucket)
    );
    Some(Finding::new(headline, reason))
}
