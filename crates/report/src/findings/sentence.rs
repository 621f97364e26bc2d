//! A sentence about one lane.

use ratelab_limiter::{Algorithm, Limiter, Policy};

use super::{
    facts::RunFacts,
    lanes::rule,
    names::capital,
    results::{Excess, LaneSummary},
    topology::{group, whose, wrong_clocks},
};
use crate::words::{count, counted, decimal, duration, number, times};
use ratelab_scenario::scenario::{Key, SenderGroup, Store};
use ratelab_simulation::measures::{Most, Part, Refusals};

impl RunFacts<'_> {
    pub(crate) fn sentence(&self, lane: usize) -> String {
        format!("{} {}{}.", capital(&self.name(lane)), self.verdict(lane), delays(self.summary(lane)))
    }

    fn verdict(&self, lane: usize) -> String {
        if self.attempts(lane) > self.requests() {
            return self.with_retries(lane);
        }
        if let Some(meant) = self.meant(lane).filter(|meant| *meant != self.admitted(lane)) {
            return self.apart(lane, meant);
        }
        if let Some(refused) = self.refusals(lane) {
            return self.through(lane, &refused);
        }
        if let Some(excess) = self.summary(lane).excess {
            return self.exceeded(lane, &excess);
        }
        if let Some(denials) = self.denials(lane) {
            return self.through(lane, &denials);
        }
        match (self.admitted(lane), self.denied(lane), self.requests()) {
            (_, _, 0) => "got no request".to_owned(),
            (_, 0, 1) => "allowed the only request".to_owned(),
            (0, _, 1) => "denied the only request".to_owned(),
            (0, _, all) => format!("denied all {}", count(all)),
            (_, 0, all) => format!("let all {} through{}", count(all), self.saved(lane)),
            (admitted, _, all) => format!(
                "let {} of {} through, never {}{} in any {}{}",
                count(admitted),
                count(all),
                self.more_than(self.summary(lane).most.cost),
                self.whose(self.run.lanes()[lane].key(), self.summary(lane).most),
                duration(self.summary(lane).window),
                self.saved(lane)
            ),
        }
    }

    /// Describes an excess over the lane's own limit in a window of its own length.
    pub(super) fn exceeded(&self, lane: usize, excess: &Excess) -> String {
        let limit = count(excess.limit.into());
        let whose = match (excess.member, self.policy(lane).algorithm()) {
            (None, _) => format!("its limit of {limit}"),
            (Some(member), algorithm) => owned(&self.members(lane)[member], algorithm, &limit),
        };
        let (most, limit) = (excess.most.cost, u64::from(excess.limit));
        let much = match decimal(most, limit).as_str() {
            "1" => format!("{} more than", count(most - limit)),
            _ => times(most, limit),
        };
        let amount = self.amount_of(excess.most.cost);
        let of = self.whose(excess.key, excess.most);
        format!("let {amount}{of} through {}, {much} {whose}", within(excess.most))
    }

    /// Describes a difference from one shared state.
    fn apart(&self, lane: usize, meant: u64) -> String {
        let admitted = self.admitted(lane);
        let more = if admitted > meant { "more" } else { "fewer" };
        format!(
            "let {}, {} {more} than {}",
            self.got_through(lane),
            count(admitted.abs_diff(meant)),
            self.ideal(lane)
        )
    }

    /// Describes how many got through: `3 of 12 through`, `all 12 through`.
    fn got_through(&self, lane: usize) -> String {
        match (self.admitted(lane), self.requests()) {
            (admitted, all) if admitted == all => format!("all {} through", count(all)),
            (admitted, all) => format!("{} of {} through", none_or(admitted), count(all)),
        }
    }

    /// Names what it is compared with: one state, without latency, with correct clocks.
    pub(super) fn ideal(&self, lane: usize) -> String {
        let has_clocks = wrong_clocks(self.run.scenario()).next().is_some();
        let state = match self.run.lanes()[lane].store() {
            _ if self.has_one_state(lane) => return "with correct clocks".to_owned(),
            Store::Shared => return "with correct clocks".to_owned(),
            Store::Local | Store::Sync { .. } => "with a shared state",
            Store::Race { .. } => "in one atomic step",
            Store::Down { .. } => "with the store up",
        };
        match (has_clocks, state.starts_with("with")) {
            (false, _) => state.to_owned(),
            (true, true) => [state, " and correct clocks"].concat(),
            (true, false) => [state, " with correct clocks"].concat(),
        }
    }

    /// Describes how many got through, and the outcomes of the others.
    fn through(&self, lane: usize, others: &str) -> String {
        format!("let {}: {others}", self.got_through(lane))
    }

    /// Describes the refusals of each layer, if there are any: `the gateway refused 8, the application 2, the others
    /// none`.
    fn refusals(&self, lane: usize) -> Option<String> {
        if self.run.lanes()[lane].layers() == 1 {
            return None;
        }
        let refusals = self.run.refusals(lane);
        if let Some(all) = all_refused(self, lane, &refusals) {
            return Some(all);
        }
        let mut parts = most_first(self, lane, &refusals);
        let refusing = parts.iter().take_while(|(refused, _)| *refused > 0).count();
        if parts.len() > refusing + 1 {
            parts.truncate(refusing);
            parts.push((0, "the others".to_owned()));
        }
        let clauses = || parts.iter().map(|(refused, name)| (&**name, none_or(*refused)));
        (refusing > 0).then(|| verbed(clauses(), " refused") + &by_several(&refusals))
    }

    /// Describes the denials of each group, if there are several groups and a denial.
    fn denials(&self, lane: usize) -> Option<String> {
        let groups = self.denied_groups(lane);
        groups.first().filter(|group| group.denied > 0 && groups.len() > 1)?;
        Some(denied(&groups))
    }

    /// Returns the groups that sent requests, highest share of denials first; after three of many, the others are
    /// combined.
    pub(super) fn denied_groups(&self, lane: usize) -> Vec<Refused> {
        let groups = self.run.senders().groups();
        let part = |(part, sender): (Part, &SenderGroup)| {
            let denied = part.requests - part.counts.admitted();
            Refused {
                name: group(sender.name),
                denied: denied.into(),
                sent: part.requests.into(),
                are_several: sender.name.is_none(),
            }
        };
        let mut all: Vec<_> = self.run.by_group(lane).into_iter().zip(groups).map(part).collect();
        all.retain(|group| group.sent > 0);
        all.sort_by(|one, other| (other.denied * one.sent).cmp(&(one.denied * other.sent)));
        if all.len() > 4 {
            let rest = all.split_off(3);
            let sum = |amount: fn(&Refused) -> u64| rest.iter().map(amount).sum();
            let (denied, sent) = (sum(|group| group.denied), sum(|group| group.sent));
            let name = format!("{} other groups", number(rest.len() as u64));
            all.push(Refused { name, denied, sent, are_several: true });
        }
        all
    }

    fn with_retries(&self, lane: usize) -> String {
        format!(
            "let {} with {} attempts, {} per request; {}",
            self.got_through(lane),
            count(self.attempts(lane)),
            decimal(self.attempts(lane), self.requests()),
            lost(self, lane)
        )
    }

    /// Explains how a bucket lets more through than the scenario's limit. That is no excess, because it keeps its own
    /// limit.
    fn saved(&self, lane: usize) -> String {
        let limits = self.applied(lane);
        match self.policy(lane) {
            Policy::TokenBucket(_)
            | Policy::LeakyBucketMeter(_)
            | Policy::LeakyBucketQueue(_)
            | Policy::Gcra(_)
                if self.summary(lane).most.cost > self.rate(lane).amount.into()
                    && limits.len() == 1
                    && self.is_central(lane) =>
            {
                format!(": it {}", rule(limits[0].policy))
            }
            _ => String::new(),
        }
    }

    /// Names the key that got the most.
    fn whose(&self, key: Key, most: Most) -> String {
        whose(self.run.senders(), key, most.key)
    }

    /// Formats a sum of costs, as a number of requests if each costs 1.
    pub(super) fn amount_of(&self, cost: u64) -> String {
        let what = if self.counts_requests() { "" } else { "requests worth " };
        [what, &count(cost)].concat()
    }

    /// Formats an upper bound of a sum of costs: `more than 5`, `requests worth more than 5`.
    pub(super) fn more_than(&self, cost: u64) -> String {
        let what = if self.counts_requests() { "more than " } else { "requests worth more than " };
        [what, &count(cost)].concat()
    }
}

/// The denials of a group, and the number that it sent.
pub(super) struct Refused {
    pub(super) name: String,
    pub(super) denied: u64,
    pub(super) sent: u64,
    are_several: bool,
}

impl Refused {
    /// `280 of its 300`, `all 300`, `none`
    pub(super) fn words(&self) -> String {
        let whose = if self.are_several { "their" } else { "its" };
        match self.denied {
            0 => "none".to_owned(),
            denied if denied == self.sent => format!("all {}", count(denied)),
            denied => format!("{} of {whose} {}", count(denied), count(self.sent)),
        }
    }
}

/// Describes the denials of several groups: `the others were denied all 5, pro 2 of its 8`.
pub(super) fn denied(groups: &[Refused]) -> String {
    let verb = if groups[0].are_several { " were denied" } else { " was denied" };
    verbed(groups.iter().map(|group| (&*group.name, group.words())), verb)
}

/// Returns the refusals of each limiter within a lane with its name, the most first.
#[inline(never)]
pub(super) fn most_first(facts: &RunFacts<'_>, lane: usize, refusals: &Refusals) -> Vec<(u64, String)> {
    let mut parts: Vec<_> = refusals.each.iter().copied().zip(facts.members(lane)).collect();
    parts.sort_by_key(|(refused, _)| core::cmp::Reverse(*refused));
    parts
}

/// Describes the refusals of an all-of whose limiters refuse the same requests: all of them are asked about every
/// request.
pub(super) fn all_refused(facts: &RunFacts<'_>, lane: usize, refusals: &Refusals) -> Option<String> {
    let Refusals { each, by_several } = refusals;
    let is_same = each.iter().all(|refused| refused == by_several);
    if *by_several == 0 || !is_same || facts.lane(lane).algorithm == Algorithm::Layers {
        return None;
    }
    let all =
        if each.len() == 2 { "both limiters".to_owned() } else { format!("all {} limiters", each.len()) };
    Some(format!("{all} refused {}", count(*by_several)))
}

/// Counts the requests that several limiters of an all-of refused, because their numbers count them more than once.
pub(super) fn by_several(refusals: &Refusals) -> String {
    let were = if refusals.by_several == 1 { "was" } else { "were" };
    let by = if refusals.each.len() == 2 { "both" } else { "several" };
    match refusals.by_several {
        0 => String::new(),
        many => format!("; {} {were} refused by {by}", count(many)),
    }
}

/// Describes the requests that never got through. Their clients did not all give up if there were too many attempts
/// to simulate.
#[inline(never)]
pub(super) fn lost(facts: &RunFacts<'_>, lane: usize) -> String {
    let did = if facts.abandoned(lane) == 0 { "gave up" } else { "did not get through" };
    match (facts.gave_up(lane), facts.abandoned(lane)) {
        (0, 0) => "no request gave up".to_owned(),
        (number, _) => format!("{} {did}", counted(number, "request")),
    }
}

/// Formats a part of several things: `3 of 12 requests`, `all 12 requests`, `none of 12 requests`.
pub(super) fn share(part: u64, all: u64, thing: &str) -> String {
    if part == all && all > 1 {
        format!("all {}", counted(all, thing))
    } else {
        format!("{} of {}", none_or(part), counted(all, thing))
    }
}

/// `8`, or `none`.
pub(super) fn none_or(number: u64) -> String {
    if number == 0 { "none".to_owned() } else { count(number) }
}

/// Joins several clauses with one verb: `the gateway refused 8, the application 2, the CDN none`.
pub(super) fn verbed<'a>(parts: impl Iterator<Item = (&'a str, String)>, verb: &str) -> String {
    let clause = |(index, (name, what)): (usize, (&str, String))| match index {
        0 => format!("{name}{verb} {what}"),
        _ => format!("{name} {what}"),
    };
    parts.enumerate().map(clause).collect::<Vec<_>>().join(", ")
}

/// Formats the limit of one of several limiters: `the CDN's limit of 10`.
fn owned(name: &str, algorithm: Algorithm, limit: &str) -> String {
    match name.strip_prefix("the ") {
        // The name has what distinguishes it from another.
        _ if [" in layer ", " of ", " by ", " for ", " with"].iter().any(|word| name.contains(word)) => {
            format!("the limit of {limit} of {name}")
        }
        Some(limiter) if algorithm != Algorithm::Layers => format!("its {limiter}'s limit of {limit}"),
        _ => format!("{name}'s limit of {limit}"),
    }
}

/// Formats a time span.
pub(super) fn within(most: Most) -> String {
    match most.to - most.from {
        0 => "at once".to_owned(),
        span => format!("in {}", duration(span)),
    }
}

/// Describes how long a queue delayed requests.
fn delays(summary: &LaneSummary) -> String {
    match summary.counts.delayed {
        0 => String::new(),
        delayed => format!("; {} waited, up to {}", count(delayed.into()), duration(summary.longest_wait)),
    }
}
