//! Sentences about layers and groups.

use ratelab_limiter::Algorithm;
use ratelab_report::words::count;
use ratelab_scenario::scenario::Key;
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    claims::{Checked, group, members, one_of, parts, same, sure, things},
    headlines::Checker,
    walk::{Step, Walked},
};

/// `none` for nothing.
pub(super) fn none_or(number: u64) -> String {
    if number == 0 { "none".to_owned() } else { count(number) }
}

/// Checks how many got through, and returns the rest.
pub(super) fn check_through<'s>(walked: &Walked<'_>, stated: &'s str) -> Result<&'s str, String> {
    let stated = parts(stated, " let {} through: {}").ok_or("unknown")?;
    let (admitted, all) = (walked.admitted(), walked.steps.len() as u64);
    let share = format!("{} of {}", none_or(admitted), count(all));
    same(stated[0], if admitted == all { format!("all {}", count(all)) } else { share })?;
    Ok(stated[1])
}

/// `the gateway refused 8, the application 2, the CDN none`
pub(super) fn check_layers(walked: &Walked<'_>, stated: &str) -> Checked {
    if let Some(all) = all_refused(walked) {
        return same(stated, all);
    }
    let stated = stated.replacen(" refused ", " ", 1);
    let (names, refused) = (members(walked.lane()), walked.refused_by_layer());
    let mut stated: Vec<_> = stated.split(", ").collect();
    let none = refused.iter().filter(|refused| **refused == 0).count();
    if none > 1 {
        same(stated.pop().ok_or("nothing")?, "the others none")?;
    }
    let numbers: Vec<u64> = check_each(&stated, &names, &refused)?;
    let all = if none > 1 { names.len() - none } else { names.len() };
    sure(numbers.is_sorted_by(|one, other| one >= other) && numbers.len() == all, "the most first")
}

/// If all members of an all-of refuse equally many, one clause has them.
fn all_refused(walked: &Walked<'_>) -> Option<String> {
    let refused = walked.refused_by_layer();
    let is_same = refused[0] > 0 && refused.iter().all(|other| *other == refused[0]);
    let all = if refused.len() == 2 { "both".to_owned() } else { format!("all {}", refused.len()) };
    (is_same && walked.lane().algorithm == Algorithm::AllOf)
        .then(|| format!("{all} limiters refused {}", count(refused[0])))
}

/// Each part is a name and its number.
fn check_each(stated: &[&str], names: &[String], numbers: &[u64]) -> Result<Vec<u64>, String> {
    let each = |part: &&str| {
        let (name, number) = part.rsplit_once(' ').ok_or("no number")?;
        let fits = |(other, found): (&String, &u64)| *other == name && none_or(*found) == number;
        let found = names.iter().zip(numbers).position(fits);
        found.map(|at| numbers[at]).ok_or(format!("{part} is not so: {names:?}, {numbers:?}"))
    };
    stated.iter().map(each).collect()
}

/// `cron was denied 280 of its 300, app none of its 15`
pub(super) fn check_groups(walked: &Walked<'_>, stated: &str) -> Checked {
    let stated = stated.replacen(" was denied ", " ", 1);
    let all = walked.denied_by_group();
    let words = |(number, (denied, sent)): (usize, &(u64, u64))| {
        let much = match *denied {
            0 => "none".to_owned(),
            denied if denied == *sent => format!("all {}", count(denied)),
            denied => format!("{} of its {}", count(denied), count(*sent)),
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
        let stated = stated.strip_suffix('.').ok_or("no full stop")?;
        if let Some(all) = all_refused(lane) {
            let all = format!("{all} of {}", things(lane.steps.len() as u64, "request"));
            same(&stated.to_lowercase(), all)?;
            return same(reason, charges(lane));
        }
        let (refusing, others) = stated.split_once("; ").unwrap_or((stated, ""));
        let of_all = format!(" of {}", things(lane.steps.len() as u64, "request"));
        let refusing =
            refusing.replacen("The ", "the ", 1).replacen(" refused ", " ", 1).replacen(&of_all, "", 1);
        sure(stated.contains(&of_all), "the total")?;
        let (names, refused) = (members(lane.lane()), lane.refused_by_layer());
        let numbers = check_each(&refusing.split(", ").collect::<Vec<_>>(), &names, &refused)?;
        sure(numbers.is_sorted_by(|one, other| one >= other), "the most first")?;
        sure(numbers.len() == refused.iter().filter(|refused| **refused > 0).count(), "all that refused")?;
        let none: Vec<_> = names
            .iter()
            .zip(&refused)
            .filter(|(_, refused)| **refused == 0)
            .map(|(name, _)| &**name)
            .collect();
        let listed = if none.is_empty() { String::new() } else { format!("{} none", none.join(", ")) };
        same(&others.replace(" and ", ", "), listed)?;
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
        let verb = stated.find(" was denied").ok_or("no verb")?;
        let end = stated[..verb].rfind(", ").ok_or("no name")?;
        Ok((self.lane(&stated[..end])?, &stated[end + 2..]))
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
    let names = members(lane.lane());
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
