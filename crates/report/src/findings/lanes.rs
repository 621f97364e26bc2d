//! Lanes in words: their names within a sentence, and their rules in their own numbers.

use ratelab_limiter::{
    Algorithm, Limiter, Policy, Refill,
    bounds::{AMOUNT, PERIOD, REFILL, WINDOW},
};

use super::{
    facts::RunFacts,
    names::{listed, name, rate},
    options,
    topology::{called, from_to, group, keyed, members},
};
use crate::words::{count, duration};
use ratelab_scenario::scenario::{Fallback, Key, Name, Store};

impl RunFacts<'_> {
    /// Returns the name of a lane within a sentence.
    #[inline(never)]
    pub(super) fn name(&self, lane: usize) -> String {
        called(self.run.scenario(), lane)
    }

    /// Returns the pronoun for a lane.
    pub(super) fn pronoun(&self, lane: usize) -> &'static str {
        if self.lane(lane).algorithm == Algorithm::Layers { "they" } else { "it" }
    }

    /// Returns whether the name of a lane has every option that distinguishes it.
    pub(super) fn is_named_by_its_options(&self, lane: usize) -> bool {
        self.lane(lane).members.is_empty() && !self.name(lane).contains(" in lane ")
    }

    /// Names the lanes that match a predicate, within a sentence: up to two by name.
    #[inline(never)]
    pub(super) fn those(&self, is_one: impl Fn(usize) -> bool) -> String {
        let lanes: Vec<_> = self.lanes().filter(|lane| is_one(*lane)).collect();
        match lanes[..] {
            [] => String::new(),
            [one] => self.name(one),
            [one, other] => format!("{} and {}", self.name(one), self.name(other)),
            [first, ..] => format!("{} and {} others", self.name(first), lanes.len() - 1),
        }
    }

    /// Names all lanes: `all 7 limiters`.
    pub(super) fn all_lanes(&self) -> String {
        match self.lanes().len() {
            1 => self.name(0),
            2 => "both limiters".to_owned(),
            lanes => format!("all {lanes} limiters"),
        }
    }

    /// Describes the rule of a lane: for each of its groups, and for its servers.
    #[inline(never)]
    pub(super) fn rule(&self, lane: usize) -> String {
        if self.policy(lane).algorithm() == Algorithm::Layers {
            return format!("allow what {} allow", listed(&self.members(lane)));
        }
        let servers = if self.counts_apart(lane) { " on each server" } else { "" };
        let groups = self.run.senders().groups();
        let policy = |group: usize| self.run.lanes()[lane].policy_of(group);
        if self.has_rules_of_groups(lane) {
            let last = options::joined(self.decided_on(lane));
            let rule = |number: usize| {
                let options = options::rule(&policy(number).settings(), &self.name(lane), None);
                [usual_rule(policy(number)), options].concat()
            };
            let each: Vec<_> = groups
                .iter()
                .enumerate()
                .map(|(number, sender)| format!("for {} it {}", owner(sender.name), rule(number)))
                .collect();
            return match each.len() {
                0..=3 => format!("has a limit for each group{servers}{last}: {}", each.join("; ")),
                _ => format!("applies the limit of each group{servers}{last}"),
            };
        }
        let options = options::rule(&policy(0).settings(), &self.name(lane), self.decided_on(lane));
        let key = self.counted_together(lane);
        [&self.usual_rule(lane, policy(0)), &*key, servers, &options].concat()
    }

    /// Describes the rule of a lane without its options.
    fn usual_rule(&self, lane: usize, policy: &Policy) -> String {
        match policy {
            Policy::AllOf(_) => format!("allows what {} in it allow", listed(&self.members(lane))),
            policy => usual_rule(policy),
        }
    }

    /// Returns the names of the limiters within a lane.
    pub(super) fn members(&self, lane: usize) -> Vec<String> {
        members(self.run.scenario(), self.lane(lane))
    }

    /// Returns whether groups have different policies in a lane.
    fn has_rules_of_groups(&self, lane: usize) -> bool {
        let policy = |group: usize| self.run.lanes()[lane].policy_of(group);
        (1..self.run.senders().groups().len()).any(|group| policy(group) != policy(0))
    }

    /// Describes whose requests it counts, if lanes differ in that.
    fn counted_together(&self, lane: usize) -> String {
        let key = self.lane(lane).key;
        match key {
            _ if self.lanes().all(|other| self.lane(other).key == key) => String::new(),
            // Its name has it, or the rule of each group.
            _ if self.name(lane).contains(keyed(key)) || self.has_rules_of_groups(lane) => String::new(),
            key => [" ", whose(key)].concat(),
        }
    }

    /// Returns whether each server has its own state.
    fn counts_apart(&self, lane: usize) -> bool {
        !self.is_central(lane) && self.lane(lane).store_in(self.run.scenario()) == Store::Local
    }

    /// Describes a store that is late or down, if it may make a difference.
    fn decided_on(&self, lane: usize) -> Option<String> {
        let meanwhile = |does: &str, from: u64, to: u64| {
            Some(format!("{does} while the store is down, {}", from_to(from, to)))
        };
        match self.lane(lane).store_in(self.run.scenario()) {
            _ if self.is_central(lane) => None,
            Store::Shared | Store::Local => None,
            Store::Race { latency, .. } => Some(format!("writes {} after it reads", duration(latency))),
            Store::Sync { every } => {
                Some(format!("learns what other servers admitted up to {} late", duration(every)))
            }
            Store::Down { from, to, fallback: Fallback::Open } => meanwhile("admits everything", from, to),
            Store::Down { from, to, fallback: Fallback::Closed } => meanwhile("denies everything", from, to),
            Store::Down { from, to, fallback: Fallback::Local } => {
                meanwhile("counts on each server", from, to)
            }
        }
    }
}

/// Names a group as the owner of a limit.
fn owner(name: Option<Name>) -> String {
    match name {
        Some(_) => ["the group ", &group(name)].concat(),
        None => group(name),
    }
}

/// Describes the rule of a limiter: `allows 10 in any 10 s`, with the options that are not at their defaults.
#[inline(never)]
pub(super) fn rule(policy: &Policy) -> String {
    [usual_rule(policy), options::rule(&policy.settings(), "", None)].concat()
}

/// Describes whose requests a limiter counts together.
pub(super) const fn whose(key: Key) -> &'static str {
    match key {
        Key::Client => "for each client",
        Key::Group => "for each group",
        Key::Everybody => "for all clients together",
    }
}

/// Describes the rule of a limiter without its options.
pub(super) fn usual_rule(policy: &Policy) -> String {
    let settings = policy.settings();
    let number = |parameter| settings.number(parameter).unwrap_or(0);
    let (limit, window) = (count(policy.limit().into()), duration(number(&WINDOW)));
    let comes_at_once = settings.get(REFILL.name) == Some(&Refill::Interval.word().into());
    let rate = match number(&AMOUNT) {
        amount @ 1.. if comes_at_once => {
            format!("{} at the end of each {}", count(amount), duration(number(&PERIOD)))
        }
        amount => rate(amount, number(&PERIOD), false),
    };
    match policy {
        Policy::FixedWindow(_) => format!("allows {limit} in each window of {window}"),
        Policy::SlidingWindowLog(_) => format!("allows {limit} in any {window}"),
        Policy::SlidingWindowCounter(_) => format!("allows an estimated {limit} in any {window}"),
        Policy::TokenBucket(_) => format!("holds up to {limit} and refills {rate}"),
        Policy::LeakyBucketMeter(_) => format!("holds {limit} and leaks {rate}"),
        Policy::LeakyBucketQueue(_) => format!("holds {limit} and serves {rate}"),
        Policy::Gcra(_) => format!("allows {limit} at once and {rate} after that"),
        Policy::AllOf(all) => {
            let names: Vec<_> = all.members().iter().map(|member| name(member.algorithm())).collect();
            format!("allows what {} in it allow", listed(&names))
        }
    }
}
