//! The effect of the changes: how many limiters let more or fewer through, and the lane that changed most.

use core::cmp::Ordering;

use super::{
    super::{names::capital, topology::called},
    Outline, Tally,
};
use crate::words::{count, decimal, duration};
use ratelab_scenario::scenario::{Key, Senders};
use ratelab_simulation::run::Counts;

/// A lane and its counterpart in the earlier run.
#[derive(Clone, Copy)]
struct Pair<'run> {
    now: &'run Outline,
    before: &'run Outline,
    /// Its index now, and before.
    lane: usize,
    other: usize,
    new: &'run Tally,
    old: &'run Tally,
}

/// Describes the effect, with a full stop.
pub(super) fn sentence(now: &Outline, before: &Outline, matched: &[Option<usize>]) -> String {
    let pair = |(lane, other): (usize, &Option<usize>)| {
        let other = (*other)?;
        let (new, old) = (&now.lanes[lane], &before.lanes[other]);
        Some(Pair { now, before, lane, other, new, old })
    };
    let pairs: Vec<_> = matched.iter().enumerate().filter_map(pair).collect();
    let shown = most_telling(&pairs);
    match (shown, &*pairs) {
        (None, []) => "no limiter is in both results.".to_owned(),
        (None, [only]) => format!("{} has the same numbers.", only.name()),
        (None, all) => format!("{} have the same numbers.", how_many(all.len(), all.len())),
        (Some(shown), [_]) => format!("{}.", shown.clause()),
        (Some(shown), all) => format!("{}. {}.", balance(all), capital(&shown.clause())),
    }
}

/// Returns the first lane with the greatest difference: in attempts per request if clients retry, else in the number
/// let through, else in the peak, else in the number that waited.
fn most_telling<'run>(pairs: &[Pair<'run>]) -> Option<Pair<'run>> {
    let differences: [fn(&Pair<'_>) -> u128; 4] = [
        |pair| pair.attempts_differ(),
        |pair| admitted(pair.new).abs_diff(admitted(pair.old)).into(),
        |pair| pair.new.most.abs_diff(pair.old.most).into(),
        |pair| pair.new.counts.delayed.abs_diff(pair.old.counts.delayed).into(),
    ];
    differences.into_iter().find_map(|difference| {
        let most = pairs.iter().rev().max_by_key(|pair| difference(pair))?;
        (difference(most) > 0).then_some(*most)
    })
}

/// Counts the limiters that let more and fewer through: `6 of 7 limiters let more through`.
fn balance(pairs: &[Pair<'_>]) -> String {
    let order = |pair: &Pair<'_>| admitted(pair.new).cmp(&admitted(pair.old));
    let number = |wanted: Ordering| pairs.iter().filter(|pair| order(pair) == wanted).count();
    match (number(Ordering::Greater), number(Ordering::Less)) {
        (0, 0) => format!("{} let as many through as before", how_many(pairs.len(), pairs.len())),
        (more, 0) => format!("{} let more through", how_many(more, pairs.len())),
        (0, fewer) => format!("{} let fewer through", how_many(fewer, pairs.len())),
        (more, fewer) => format!("{} let more through and {fewer} fewer", how_many(more, pairs.len())),
    }
}

/// `all 7 limiters`, `6 of 7 limiters`.
fn how_many(some: usize, all: usize) -> String {
    match (some, all) {
        (2, 2) => "both limiters".to_owned(),
        (some, all) if some == all => format!("all {all} limiters"),
        (some, all) => format!("{some} of {all} limiters"),
    }
}

impl Pair<'_> {
    fn name(&self) -> String {
        called(&self.now.scenario, self.lane)
    }

    /// Returns the difference in attempts per request, in a unit that all lanes share.
    fn attempts_differ(&self) -> u128 {
        let product =
            |tally: &Tally, outline: &Outline| u128::from(attempts(tally)) * u128::from(outline.requests);
        match self.has_attempts() {
            true => product(self.new, self.before).abs_diff(product(self.old, self.now)),
            false => 0,
        }
    }

    /// Returns whether attempts are worth mentioning: clients retried, and both runs have requests.
    fn has_attempts(&self) -> bool {
        let retried = |tally: &Tally, outline: &Outline| attempts(tally) > outline.requests.into();
        let is_any = self.now.requests > 0 && self.before.requests > 0;
        is_any && (retried(self.new, self.now) || retried(self.old, self.before))
    }

    /// `the token bucket let 20 of 20 through instead of 10, with a peak of 20 in any 10 s instead of 10`
    fn clause(&self) -> String {
        let (new, old) = (count(admitted(self.new)), count(admitted(self.old)));
        let (sent, sent_before) = (count(self.now.requests.into()), count(self.before.requests.into()));
        let instead = match (new == old, sent == sent_before) {
            (true, true) => "as before".to_owned(),
            (false, true) => format!("instead of {old}"),
            (_, false) => format!("instead of {old} of {sent_before}"),
        };
        format!("{} let {new} of {sent} through {instead}{}", self.name(), self.detail())
    }

    fn detail(&self) -> String {
        if self.has_attempts() {
            let each = |tally: &Tally, outline: &Outline| decimal(attempts(tally), outline.requests.into());
            let (new, old) = (each(self.new, self.now), each(self.old, self.before));
            return format!(", with {new} attempts per request {}", instead_of(&new, &old));
        }
        if self.new.most != self.old.most {
            return format!(", with a peak of {}", self.peak());
        }
        let [new, old] = [self.new, self.old].map(|tally| count(tally.counts.delayed.into()));
        if new == old { String::new() } else { format!(", and {new} waited instead of {old}") }
    }

    /// `20 in any 10 s instead of 10`
    fn peak(&self) -> String {
        let windows = [self.now, self.before].map(|outline| duration(outline.scenario.limit.period));
        let [new, old] = [(self.new, self.now, self.lane), (self.old, self.before, self.other)]
            .map(|(tally, outline, lane)| amount(tally.most, outline, lane));
        let [window, old_window] = &windows;
        let tail = if window == old_window { String::new() } else { format!(" in any {old_window}") };
        format!("{new} in any {window} instead of {old}{tail}")
    }
}

fn instead_of(new: &str, old: &str) -> String {
    if new == old { "as before".to_owned() } else { format!("instead of {old}") }
}

/// Formats the amount that one client, group, or all clients together got through, in requests if each costs 1.
fn amount(cost: u64, outline: &Outline, lane: usize) -> String {
    let is_plain = outline.scenario.traffic.iter().all(|pattern| pattern.cost == 1);
    let what = if is_plain { "" } else { "requests worth " };
    let (key, senders) = (outline.scenario.lanes[lane].key, Senders::new(&outline.scenario));
    let whose = match key {
        Key::Client if senders.keys(key) > 1 => " of one client",
        Key::Group if senders.keys(key) > 1 => " of one group",
        Key::Client | Key::Group | Key::Everybody => "",
    };
    format!("{what}{}{whose}", count(cost))
}

fn admitted(tally: &Tally) -> u64 {
    tally.counts.admitted().into()
}

fn attempts(tally: &Tally) -> u64 {
    let Counts { allowed, denied, delayed } = tally.counts;
    [allowed, denied, delayed].into_iter().map(u64::from).sum()
}
