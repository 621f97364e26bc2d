//! Sentences about layers and groups.

use core::cmp::Reverse;

use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, exact_instant};
use ratelab_scenario::scenario::{Fallback, Key, Store};
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    claims::{Checked, group, members, one_of, parts, same, share, sure, things},
    headlines::Checker,
    walk::{Step, Walked},
};

/// `none` for nothing.
pub(super) fn none_or(number: u64) -> String {
    if number == 0 { "none".to_owned() } else { count(number) }
}

/// How many got through: `3 of 12`, `all 12`, `none of 12`.
pub(super) fn got_through(admitted: u64, all: u64) -> String {
    if admitted == all {
        format!("all {}", count(all))
    } else {
        format!("{} of {}", none_or(admitted), count(all))
    }
}

/// Checks how many got through, and returns the rest.
pub(super) fn check_through<'s>(walked: &Walked<'_>, stated: &'s str) -> Result<&'s str, String> {
    let stated = parts(stated, " let {} through: {}").ok_or("unknown")?;
    same(stated[0], got_through(walked.admitted(), walked.steps.len() as u64))?;
    Ok(stated[1])
}

/// `the gateway refused 8, the application 2, the CDN none`
pub(super) fn check_layers(walked: &Walked<'_>, stated: &str) -> Checked {
    if let Some(all) = all_refused(walked) {
        return same(stated, all);
    }
    let parts = most_first(walked);
    let mut all = clauses(&parts, &count(parts[0].0));
    let none: Vec<_> = parts.iter().filter(|(refused, _)| *refused == 0).collect();
    match none[..] {
        [] => {}
        [(_, name)] => all.push(format!("{name} none")),
        _ => all.push("the others none".to_owned()),
    }
    same(stated, all.join(", ") + &by_several(walked))
}

/// Returns the names of the limiters within a lane with their refusals, the most first.
fn most_first(walked: &Walked<'_>) -> Vec<(u64, String)> {
    let names = members(walked.scenario(), walked.lane());
    let mut all: Vec<_> = walked.refused_by_layer().into_iter().zip(names).collect();
    all.sort_by_key(|(refused, _)| Reverse(*refused));
    all
}

/// A clause for each that refused anything; the first has a verb.
fn clauses(parts: &[(u64, String)], first: &str) -> Vec<String> {
    let words = |(index, (refused, name)): (usize, &(u64, String))| match index {
        0 => format!("{name} refused {first}"),
        _ => format!("{name} {}", count(*refused)),
    };
    parts.iter().filter(|(refused, _)| *refused > 0).enumerate().map(words).collect()
}

/// If all members of an all-of refuse the same requests, one clause has them.
fn all_refused(walked: &Walked<'_>) -> Option<String> {
    let refused = walked.refused_by_layer();
    let denied = walked.count(Kind::Denied);
    let is_same = denied > 0 && refused.iter().all(|other| *other == denied);
    let all = if refused.len() == 2 { "both".to_owned() } else { format!("all {}", refused.len()) };
    (is_same && walked.lane().algorithm == Algorithm::AllOf)
        .then(|| format!("{all} limiters refused {}", count(denied)))
}

/// Counts the requests that more than one member of an all-of refused.
fn by_several(walked: &Walked<'_>) -> String {
    let several = walked.refusing.iter().filter(|refusing| refusing.iter().filter(|it| **it).count() > 1);
    let by = if walked.lane().members.len() == 2 { "both" } else { "several" };
    match several.count() as u64 {
        0 => String::new(),
        1 => format!("; 1 was refused by {by}"),
        many => format!("; {} were refused by {by}", count(many)),
    }
}

/// `the gateway refused 8 of 40 requests, the application 2; the CDN none`
pub(super) fn refusals_of_all(walked: &Walked<'_>) -> String {
    let sent = walked.steps.len() as u64;
    if let Some(all) = all_refused(walked) {
        return format!("{all} of {}", things(sent, "request"));
    }
    let parts = most_first(walked);
    let names = members(walked.scenario(), walked.lane());
    let none: Vec<_> = names
        .into_iter()
        .zip(walked.refused_by_layer())
        .filter_map(|(name, refused)| (refused == 0).then_some(name))
        .collect();
    let none = match &none[..] {
        [] => String::new(),
        [one] => format!("; {one} none"),
        [first @ .., last] => format!("; {} and {last} none", first.join(", ")),
    };
    let first = share(parts[0].0, sent, "request");
    [clauses(&parts, &first).join(", "), none, by_several(walked)].concat()
}

/// `cron was denied 280 of its 300, app none of its 15`
pub(super) fn check_groups(walked: &Walked<'_>, stated: &str) -> Checked {
    let are_first = stated.starts_with("the others ");
    let stated = stated.replacen(if are_first { " were denied " } else { " was denied " }, " ", 1);
    let all = walked.denied_by_group();
    let words = |(number, (denied, sent)): (usize, &(u64, u64))| {
        let is_named = walked.run.senders().groups()[number].name.is_some();
        let its = if is_named { "its" } else { "their" };
        let much = match *denied {
            0 => "none".to_owned(),
            denied if denied == *sent => format!("all {}", count(denied)),
            denied => format!("{} of {its} {}", count(denied), count(*sent)),
        };
        format!("{} {much}", group(walked.run, number))
    };
    let found: Vec<_> = all.iter().enumerate().map(words).collect();
    let parts: Vec<_> = stated.split(", ").collect();
    sure(parts.len() == all.iter().filter(|(_, sent)| *sent > 0).count(), "all that sent something")?;
    parts.iter().try_for_each(|part| one_of(part, &found))?;
    let share = |part: &&str| {
        let at = found.iter().position(|one| one == part).unwrap_or(0);
        all[at].0 as f64 / all[at].1 as f64
    };
    sure(parts.iter().map(share).is_sorted_by(|one, other| one >= other), "the most of it first")
}

impl Checker<'_> {
    pub(super) fn check_refusals(&self, headline: &str, reason: &str) -> Checked {
        let denied = |lane: &Walked<'_>| lane.count(Kind::Denied);
        let (lane, stated) = match headline.strip_prefix("With ").filter(|_| self.lanes.len() > 1) {
            None => (&self.lanes[0], headline),
            Some(stated) => {
                let (name, stated) = stated.split_once(", ").ok_or("no name")?;
                (self.lane(name)?, stated)
            }
        };
        sure(self.lanes.iter().all(|other| denied(other) <= denied(lane)), "the most denials")?;
        let expected = format!("{}.", refusals_of_all(lane));
        same(
            &stated.replacen("The ", "the ", 1).replacen("Both", "both", 1).replacen("All", "all", 1),
            expected,
        )?;
        same(reason, charges(lane))
    }

    pub(super) fn check_group_denials(&self, headline: &str, reason: &str) -> Checked {
        let denied = |lane: &Walked<'_>| lane.count(Kind::Denied);
        let by_group = |lane: &Walked<'_>| lane.denied_by_group();
        let is_alike = self.lanes.iter().all(|lane| by_group(lane) == by_group(&self.lanes[0]));
        let (lane, stated) = match headline.strip_prefix("With ") {
            None => sure(is_alike, "the same in all").map(|()| (&self.lanes[0], headline))?,
            Some(stated) => self.with(stated)?,
        };
        sure(self.lanes.iter().all(|other| denied(other) <= denied(lane)), "the most denials")?;
        let lower = stated
            .chars()
            .take(1)
            .flat_map(char::to_lowercase)
            .chain(stated.chars().skip(1))
            .collect::<String>();
        check_groups(lane, lower.strip_suffix('.').ok_or("no full stop")?)?;
        let (why, others) = match reason.split_once(". With ") {
            None => (reason.strip_suffix('.').ok_or("no full stop")?, None),
            Some((why, others)) => (why, Some(others)),
        };
        let while_down = down_closed(lane);
        let why = why.strip_suffix(while_down.trim_end_matches('.')).ok_or("what was denied meanwhile")?;
        let why = why.strip_suffix('.').unwrap_or(why);
        let fewest = self.lanes.iter().map(denied).min();
        match others {
            None => sure(fewest == Some(denied(lane)), "the same number in every lane")?,
            Some(stated) => {
                let (other, stated) = self.with_key(stated)?;
                sure(fewest == Some(denied(other)), "the fewest denials")?;
                if fewest == Some(0) {
                    same(stated, "no request was denied.")?;
                    return self.check_budgets(lane, why);
                }
                check_groups(other, stated.strip_suffix('.').ok_or("no full stop")?)?;
            }
        }
        self.check_budgets(lane, why)
    }

    fn check_budgets(&self, lane: &Walked<'_>, why: &str) -> Checked {
        let policy = |group: usize| self.run.lanes()[lane.lane].policy_of(group);
        let is_tiered = (0..self.run.senders().groups().len()).any(|group| policy(group) != policy(0));
        match lane.lane().key {
            _ if self.run.lanes()[lane.lane].layers() > 1 => {
                same(why, "Each layer counts them in its own way")
            }
            _ if is_tiered => self.check_rule_of(why),
            Key::Client => same(why, "Each client has its own budget"),
            Key::Group => same(why, "Each group has its own budget"),
            Key::Everybody => {
                let is_alone = self.lanes.iter().all(|other| other.lane().key == Key::Everybody);
                let all = if is_alone { "All share one budget" } else { "In it all share one budget" };
                same(
                    why,
                    if is_better_apart(lane) {
                        format!("{all}, so each pays for the others")
                    } else {
                        all.to_owned()
                    },
                )
            }
        }
    }

    /// Checks the same if lanes count in different ways, and that the key is named unless the name already has it.
    fn with_key<'a>(&self, stated: &'a str) -> Result<(&Walked<'_>, &'a str), String> {
        if let Ok(found) = self.with(stated) {
            return Ok(found);
        }
        let (name, rest) = [" by client, ", " by group, ", " shared by all clients, "]
            .iter()
            .find_map(|key| {
                stated.split_once(key).map(|(name, rest)| ((name, key.trim_matches([' ', ','])), rest))
            })
            .ok_or("no key")?;
        let lane = self.lane(name.0)?;
        let key = match lane.lane().key {
            Key::Client => "by client",
            Key::Group => "by group",
            Key::Everybody => "shared by all clients",
        };
        same(name.1, key)?;
        let is_mixed = self.lanes.iter().any(|other| other.lane().key != lane.lane().key);
        sure(is_mixed, "lanes that count in different ways").map(|()| (lane, rest))
    }

    /// Returns the lane of `the token bucket by client, cron was denied …`, and the rest.
    fn with<'a>(&self, stated: &'a str) -> Result<(&Walked<'_>, &'a str), String> {
        let verb = [" was denied", " were denied"].iter().filter_map(|verb| stated.find(verb)).min();
        let verb = verb.ok_or("no verb")?;
        let end = stated[..verb].rfind(", ").ok_or("no name")?;
        Ok((self.lane(&stated[..end])?, &stated[end + 2..]))
    }
}

/// Describes what was denied by a store that is down closed.
fn down_closed(lane: &Walked<'_>) -> String {
    let Store::Down { from, to, fallback: Fallback::Closed } = lane.store() else { return String::new() };
    let came = lane.steps.iter().filter(|step| from <= step.time && step.time < to).count() as u64;
    let what = if lane.scenario().has_same_requests() { "request" } else { "attempt" };
    let [from, to] = [from, to].map(exact_instant);
    let when = format!(" While the store was down from {from} to {to},");
    match came {
        0 | 1 => String::new(),
        _ => format!("{when} all {} that came were denied.", things(came, what)),
    }
}

/// Returns whether some group is denied less if each group has its own budget.
fn is_better_apart(lane: &Walked<'_>) -> bool {
    let mut scenario = lane.scenario().clone();
    scenario.lanes[lane.lane].key = Key::Group;
    let run = Simulation::complete(scenario).expect("policies");
    let denied = |lane: &Walked<'_>| {
        let of_group = |group: usize| {
            let is_own =
                |step: &&Step| step.kind == Kind::Denied && lane.run.senders().group(step.client) == group;
            lane.steps.iter().filter(is_own).count()
        };
        (0..lane.run.senders().groups().len()).map(of_group).collect::<Vec<_>>()
    };
    let (apart, together) = (denied(&Walked::new(&run, lane.lane)), denied(lane));
    apart.iter().zip(&together).any(|(apart, together)| apart < together)
}

/// Checks what outer layers were charged for requests that inner ones refused.
fn charges(lane: &Walked<'_>) -> String {
    if lane.lane().algorithm != Algorithm::Layers {
        return "A request that one of them refuses is charged to none.".to_owned();
    }
    let names = members(lane.scenario(), lane.lane());
    let vain = |layer: usize| {
        lane.steps.iter().filter(|step| step.refused_by.is_some_and(|by| by > layer)).count() as u64
    };
    let mut text = String::new();
    for layer in (0..names.len()).filter(|layer| vain(*layer) > 0) {
        text += &match text.is_empty() {
            true => {
                let many = things(vain(layer), "request");
                format!("{} was charged for {many} that an inner layer refused", names[layer])
            }
            false => format!(", {} for {}", names[layer], count(vain(layer))),
        };
    }
    match text.is_empty() {
        true => "It is the outermost layer, so no other was charged for what it refused.".to_owned(),
        false => format!("{}{}.", text[..1].to_uppercase(), &text[1..]),
    }
}
