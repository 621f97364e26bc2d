//! One limit on several servers, and a store that is slow, late, or down.

use ratelab_limiter::Algorithm::{FixedWindow, TokenBucket};

use super::super::{
    Finding,
    facts::RunFacts,
    names::capital,
    rules::{difference, goes, while_down},
    topology::{from_to, wrong_clocks},
};
use crate::words::{count, duration, every, exact_instant, number};
use ratelab_scenario::scenario::{Fallback, Scenario, Servers, Store, Windows};

/// Returns the lanes whose state is stored in this way.
fn kept<'a>(facts: &'a RunFacts<'_>, is_it: impl Fn(Store) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
    facts.lanes().filter(move |lane| is_it(facts.run.lanes()[*lane].store()))
}

/// Returns the headline of the rule about servers, for this lane.
fn effective(facts: &RunFacts<'_>, lane: usize) -> Option<String> {
    Some(difference(facts, lane, facts.meant(lane)?).headline)
}

pub(super) fn two_servers(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane_of = |algorithm| {
        kept(facts, |store| store == Store::Local).find(|lane| facts.lane(*lane).algorithm == algorithm)
    };
    let (fixed, bucket) = (lane_of(FixedWindow)?, lane_of(TokenBucket)?);
    let reason = format!(
        "Each keeps its own count{} Token buckets let {} through instead of {}.",
        goes(facts, fixed, true),
        count(facts.admitted(bucket)),
        count(facts.meant(bucket)?)
    );
    Some(Finding::new(effective(facts, fixed)?, reason))
}

pub(super) fn race(facts: &RunFacts<'_>) -> Option<Finding> {
    let shared = kept(facts, |store| store == Store::Shared).next()?;
    let mut racing = kept(facts, |store| matches!(store, Store::Race { .. }));
    let (set, increment) = (racing.next()?, racing.next()?);
    let first = facts.run.next_disagreement(&[shared, set], 0)?;
    let traffic = facts.run.traffic()?;
    let time = traffic.time(first);
    let came = traffic.times().iter().filter(|other| **other == time).count() as u64;
    let counted = facts.run.lanes()[set].record().count(0..traffic.first_at(time)).admitted();
    if facts.admitted(set) != facts.admitted(increment) {
        return None;
    }
    let reason = format!(
        "{} requests came at {} on a count of {}, and read it before either had written. \
         Incrementing it later gives the same {}; deciding and counting in one step does not.",
        capital(&number(came)),
        exact_instant(time),
        count(counted.into()),
        count(facts.admitted(increment))
    );
    Some(Finding::new(effective(facts, set)?, reason))
}

pub(super) fn sync_lag(facts: &RunFacts<'_>) -> Option<Finding> {
    let mut synced = kept(facts, |store| matches!(store, Store::Sync { .. }));
    let (often, seldom) = (synced.next()?, synced.next()?);
    let local = kept(facts, |store| store == Store::Local).next()?;
    let period = |lane: usize| match facts.run.lanes()[lane].store() {
        Store::Sync { every: nanoseconds } => every(nanoseconds),
        _ => String::new(),
    };
    let headline = format!(
        "Servers that sync {} let {} through, {} {}, where {} were intended.",
        period(often),
        count(facts.admitted(often)),
        period(seldom),
        count(facts.admitted(seldom)),
        count(facts.meant(often)?)
    );
    if facts.admitted(seldom) != facts.admitted(local) {
        return None;
    }
    let reason = format!(
        "Until the next sync, a server does not know what the other admitted. {} is as good as never: \
         servers that share no state also let {} through.",
        capital(&period(seldom)),
        count(facts.admitted(local))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn clock_ahead(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane = kept(facts, |store| store == Store::Local).next()?;
    let clock = wrong_clocks(facts.run.scenario()).next()?;
    let servers = Servers { clocks: Vec::new(), ..facts.run.scenario().servers.clone() };
    let right = facts.run.admitted_in(Scenario { servers, ..facts.run.scenario().clone() }, lane).ok()?;
    let headline = format!(
        "With a clock {} ahead, two servers let {} through. With correct clocks it is {}.",
        duration(clock.ahead.unsigned_abs()),
        count(facts.admitted(lane)),
        count(right)
    );
    let windows = Windows::from_policy(facts.policy(lane), facts.run.scenario().start)?;
    let edge = windows.edges(1).next()?.checked_add_signed(clock.ahead.checked_neg()?)?;
    let shared = kept(facts, |store| store == Store::Shared).next()?;
    let most = facts.run.most(shared);
    if most.cost != facts.admitted(shared) || most.from != most.to {
        return None;
    }
    let parts = facts.run.by_server(lane);
    let [first, second] = [0, clock.server as usize].map(|server| parts[server].counts.admitted());
    let reason = format!(
        "For server {} the next window begins at {}, before both bursts, so it has one budget for them and let {} through. \
         Server 1 has two, and let {} through. With a shared state, that clock starts the window for both: {} get \
         through at {}, none later.",
        clock.server + 1,
        exact_instant(edge),
        count(second.into()),
        count(first.into()),
        count(most.cost),
        exact_instant(most.from)
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn store_down(facts: &RunFacts<'_>) -> Option<Finding> {
    let lane_with = |wanted: Fallback| {
        kept(facts, move |store| matches!(store, Store::Down { fallback, .. } if fallback == wanted)).next()
    };
    let (open, closed, local) =
        (lane_with(Fallback::Open)?, lane_with(Fallback::Closed)?, lane_with(Fallback::Local)?);
    let Store::Down { from, to, .. } = facts.run.lanes()[open].store() else { return None };
    let traffic = facts.run.traffic()?;
    let came = traffic.first_at(from)..traffic.first_at(to);
    let through = |lane: usize| u64::from(facts.run.lanes()[lane].record().count(came.clone()).admitted());
    if (through(open), through(closed)) != (came.len() as u64, 0)
        || facts.admitted(open) <= facts.admitted(local)
    {
        return None;
    }
    let headline = format!(
        "With the store down {}, servers that fail open let {} through where {} were intended.",
        from_to(from, to),
        count(facts.admitted(open)),
        count(facts.meant(open)?)
    );
    let reason = format!(
        "{} Servers that fail closed let {} through: they also deny clients that still have budget. Those that decide \
         alone let {} through, each up to the limit.",
        while_down(facts, open),
        count(facts.admitted(closed)),
        count(facts.admitted(local))
    );
    Some(Finding::new(headline, reason))
}
