//! What several servers make of one limit, and a store that is slow, late or down.

use ratelab_limiter::Algorithm::{FixedWindow, TokenBucket};

use super::super::{
    Finding,
    facts::Story,
    names::capital,
    places::{stretch, wrong_clocks},
    rules::{at_servers, goes, while_down},
};
use crate::words::{count, duration, exact_instant, number};
use ratelab_scenario::scenario::{Fallback, Scenario, Servers, Store, Windows};

/// The lanes that keep their state in such a way.
fn kept<'a>(story: &'a Story<'_>, is_it: impl Fn(Store) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
    story.lanes().filter(move |lane| is_it(story.run.lanes()[*lane].store()))
}

/// `Two servers that do not talk let 40 through where 20 were meant.`
fn effective(story: &Story<'_>, lane: usize) -> Option<String> {
    let (admitted, meant) = (story.admitted(lane), story.meant(lane)?);
    let (who, admitted, meant) = (capital(&at_servers(story, lane)), count(admitted), count(meant));
    Some(format!("{who} let {admitted} through where {meant} were meant."))
}

pub(super) fn two_servers(story: &Story<'_>) -> Option<Finding> {
    let of = |algorithm| {
        kept(story, |store| store == Store::Local).find(|lane| story.lane(*lane).algorithm == algorithm)
    };
    let (fixed, bucket) = (of(FixedWindow)?, of(TokenBucket)?);
    let reason = format!(
        "Each keeps a count of its own{} Token buckets let {} through instead of {}.",
        goes(story, true),
        count(story.admitted(bucket)),
        count(story.meant(bucket)?)
    );
    Some(Finding::new(effective(story, fixed)?, reason))
}

pub(super) fn race(story: &Story<'_>) -> Option<Finding> {
    let shared = kept(story, |store| store == Store::Shared).next()?;
    let mut racing = kept(story, |store| matches!(store, Store::Race { .. }));
    let (set, increment) = (racing.next()?, racing.next()?);
    let first = story.run.next_disagreement(&[shared, set], 0)?;
    let traffic = story.run.traffic()?;
    let time = traffic.time(first);
    let came = traffic.times().iter().filter(|other| **other == time).count() as u64;
    let counted = story.run.lanes()[set].record().count(0..traffic.first_at(time)).admitted();
    if story.admitted(set) != story.admitted(increment) {
        return None;
    }
    let reason = format!(
        "{} requests came at {} on a count of {}, and read it before either had written. \
         Incrementing it later comes to the same {}; deciding and counting in one step does not.",
        capital(&number(came)),
        exact_instant(time),
        count(counted.into()),
        count(story.admitted(increment))
    );
    Some(Finding::new(effective(story, set)?, reason))
}

pub(super) fn sync_lag(story: &Story<'_>) -> Option<Finding> {
    let mut synced = kept(story, |store| matches!(store, Store::Sync { .. }));
    let (often, seldom) = (synced.next()?, synced.next()?);
    let local = kept(story, |store| store == Store::Local).next()?;
    let every = |lane: usize| match story.run.lanes()[lane].store() {
        Store::Sync { every } => duration(every),
        _ => String::new(),
    };
    let headline = format!(
        "Servers that talk every {} let {} through, every {} {}, where {} were meant.",
        every(often),
        count(story.admitted(often)),
        every(seldom),
        count(story.admitted(seldom)),
        count(story.meant(often)?)
    );
    if story.admitted(seldom) != story.admitted(local) {
        return None;
    }
    let reason = format!(
        "Until it is told, a server does not know what the other admitted. Every {} is as good as never: \
         servers that do not talk let {} through too.",
        every(seldom),
        count(story.admitted(local))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn clock_ahead(story: &Story<'_>) -> Option<Finding> {
    let lane = kept(story, |store| store == Store::Local).next()?;
    let clock = wrong_clocks(story.run.scenario()).next()?;
    let servers = Servers { clocks: Vec::new(), ..story.run.scenario().servers.clone() };
    let right = story.run.admitted_in(Scenario { servers, ..story.run.scenario().clone() }, lane).ok()?;
    let headline = format!(
        "With a clock {} ahead, two servers let {} through. With right clocks it is {}.",
        duration(clock.ahead.unsigned_abs()),
        count(story.admitted(lane)),
        count(right)
    );
    let windows = Windows::of(story.policy(lane), story.run.scenario().start)?;
    let edge = windows.edges(1).next()?.checked_add_signed(clock.ahead.checked_neg()?)?;
    let shared = kept(story, |store| store == Store::Shared).next()?;
    let most = story.run.most(shared);
    if most.cost != story.admitted(shared) || most.from != most.to {
        return None;
    }
    let parts = story.run.by_server(lane);
    let [first, second] = [0, clock.server as usize].map(|server| parts[server].counts.admitted());
    let reason = format!(
        "For server {} the next window begins at {}, before both bursts, so it has one budget for them and let {} through. \
         Server 1 has two, and let {} through. On a shared state that clock begins the window for both: {} get \
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

pub(super) fn store_down(story: &Story<'_>) -> Option<Finding> {
    let of = |wanted: Fallback| {
        kept(story, move |store| matches!(store, Store::Down { fallback, .. } if fallback == wanted)).next()
    };
    let (open, closed, local) = (of(Fallback::Open)?, of(Fallback::Closed)?, of(Fallback::Local)?);
    let Store::Down { from, to, .. } = story.run.lanes()[open].store() else { return None };
    let traffic = story.run.traffic()?;
    let came = traffic.first_at(from)..traffic.first_at(to);
    let through = |lane: usize| u64::from(story.run.lanes()[lane].record().count(came.clone()).admitted());
    if (through(open), through(closed)) != (came.len() as u64, 0)
        || story.admitted(open) <= story.admitted(local)
    {
        return None;
    }
    let headline = format!(
        "With the store down {}, servers that fail open let {} through where {} were meant.",
        stretch(from, to),
        count(story.admitted(open)),
        count(story.meant(open)?)
    );
    let reason = format!(
        "{} Servers that fail closed let {} through: they deny also who has a budget. Those that count for \
         themselves let {} through, each up to the limit.",
        while_down(story, open),
        count(story.admitted(closed)),
        count(story.admitted(local))
    );
    Some(Finding::new(headline, reason))
}
