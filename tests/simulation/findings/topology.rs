//! What is said of servers, layers and groups.

use ratelab_limiter::Algorithm;
use ratelab_simulation::{
    run::Kind,
    scenario::{Fallback, Key, Routing, Store, Write},
    words::{count, duration, instant, number},
};

use super::{
    claims::{Checked, all_same, group, is_plainly, lane_named, members, one_of, places, same, sure, things},
    headlines::Told,
    walk::Walked,
};

/// `none` for nothing.
pub(super) fn none_or(number: u64) -> String {
    if number == 0 { "none".to_owned() } else { count(number) }
}

/// More or fewer than with one state.
pub(super) fn check_apart(walked: &Walked<'_>, said: &str) -> Checked {
    let said = places(said, " let {} of {} through, {} {} than {}").ok_or("unknown")?;
    let (admitted, meant) = (walked.admitted(), walked.meant());
    let more = if admitted > meant { "more" } else { "fewer" };
    all_same([
        (said[0], none_or(admitted)),
        (said[1], count(walked.steps.len() as u64)),
        (said[2], count(admitted.abs_diff(meant))),
        (said[3], more.to_owned()),
        (said[4], ideal(walked)),
    ])
}

/// What a lane is held against.
fn ideal(walked: &Walked<'_>) -> String {
    let ideal = match walked.store() {
        Store::Shared | Store::Race { latency: 0, .. } => "with right clocks",
        Store::Local | Store::Sync { .. } => "with a shared state",
        Store::Race { .. } => "in one atomic step",
        Store::Down { .. } => "with the store up",
    };
    let clocks =
        if ideal != "with right clocks" && !clocks(walked).is_empty() { " and right clocks" } else { "" };
    [ideal, clocks].concat()
}

/// How many got through; then comes what is returned.
pub(super) fn check_through<'s>(walked: &Walked<'_>, said: &'s str) -> Result<&'s str, String> {
    let said = places(said, " let {} of {} through: {}").ok_or("unknown")?;
    all_same([(said[0], none_or(walked.admitted())), (said[1], count(walked.steps.len() as u64))])?;
    Ok(said[2])
}

/// `the gateway refused 8, the application 2, the CDN none`
pub(super) fn check_layers(walked: &Walked<'_>, said: &str) -> Checked {
    let said = said.replacen(" refused ", " ", 1);
    let (names, refused) = (members(walked.of()), walked.refused_by_layer());
    let mut said: Vec<_> = said.split(", ").collect();
    let none = refused.iter().filter(|refused| **refused == 0).count();
    if none > 1 {
        same(said.pop().ok_or("nothing")?, "the others none")?;
    }
    let numbers: Vec<u64> = check_each(&said, &names, &refused)?;
    let all = if none > 1 { names.len() - none } else { names.len() };
    sure(numbers.is_sorted_by(|one, other| one >= other) && numbers.len() == all, "the most first")
}

/// Each part is a name and its number.
fn check_each(said: &[&str], names: &[String], numbers: &[u64]) -> Result<Vec<u64>, String> {
    let each = |part: &&str| {
        let (name, number) = part.rsplit_once(' ').ok_or("no number")?;
        let fits = |(other, found): (&String, &u64)| *other == name && none_or(*found) == number;
        let found = names.iter().zip(numbers).position(fits);
        found.map(|at| numbers[at]).ok_or(format!("{part} is not so: {names:?}, {numbers:?}"))
    };
    said.iter().map(each).collect()
}

/// `cron was denied 280 of its 300, app none of its 15`
pub(super) fn check_groups(walked: &Walked<'_>, said: &str) -> Checked {
    let said = said.replacen(" was denied ", " ", 1);
    let all = walked.denied_by_group();
    let words = |(number, (denied, sent)): (usize, &(u64, u64))| {
        format!("{} {} of its {}", group(walked.run, number), none_or(*denied), count(*sent))
    };
    let found: Vec<_> = all.iter().enumerate().map(words).collect();
    let parts: Vec<_> = said.split(", ").collect();
    sure(parts.len() == all.iter().filter(|(_, sent)| *sent > 0).count(), "all that sent something")?;
    parts.iter().try_for_each(|part| one_of(part, &found))?;
    let share = |part: &&str| {
        let at = found.iter().position(|one| one == part).unwrap_or(0);
        all[at].0 as f64 / all[at].1 as f64
    };
    sure(parts.iter().map(share).is_sorted_by(|one, other| one >= other), "the most of it first")
}

impl Told<'_> {
    /// Lanes where servers come to another number, with both.
    pub(super) fn apart(&self) -> Vec<(&Walked<'_>, u64, u64)> {
        let retried = self.lanes.iter().any(|lane| lane.steps.len() as u64 > self.requests);
        let numbers = |lane: &'_ Walked<'_>| {
            (lane.admitted(), if lane.is_central() { lane.admitted() } else { lane.meant() })
        };
        let all = self.lanes.iter().map(|lane| (lane, numbers(lane).0, numbers(lane).1));
        let apart: Vec<_> = all.filter(|(_, admitted, meant)| admitted != meant).collect();
        let worst = apart.iter().filter(|one| is_worst(one, &apart));
        let is_small =
            |(_, admitted, meant): &(&Walked<'_>, u64, u64)| admitted.abs_diff(*meant) * 10 < *meant;
        if retried && worst.into_iter().any(is_small) { Vec::new() } else { apart }
    }

    /// That states in several places let as many through as was meant, if they did; nothing where clients retry.
    pub(super) fn no_difference(&self) -> String {
        let apart: Vec<_> = self.lanes.iter().filter(|lane| !lane.is_central()).collect();
        let is_meant = |lane: &&Walked<'_>| lane.admitted() == lane.meant();
        if !self.run.scenario().has_same_requests() || !apart.iter().all(is_meant) {
            return String::new();
        }
        let mut told: Vec<_> = apart.into_iter().map(unharmed).collect();
        told.dedup();
        told.concat()
    }

    pub(super) fn check_servers(&self, headline: &str, reason: &str) -> Checked {
        let apart = self.apart();
        let (with, said) = match headline.strip_prefix("With ") {
            Some(said) => said.split_once(", ").map(|(name, said)| (Some(name), said)).ok_or("no comma")?,
            None => (None, headline),
        };
        let said = places(said, "{} let {} through where {} meant.").ok_or("unknown headline")?;
        let fits = |one: &&(&Walked<'_>, u64, u64)| {
            let (lane, admitted, meant) = **one;
            let were = if meant == 1 { "was" } else { "were" };
            let is_named = with.is_none_or(|name| {
                is_plainly(lane, name) || lane_named(self.run, name).is_ok_and(|number| number == lane.lane)
            });
            is_named
                && said[0].to_lowercase() == who(lane).to_lowercase()
                && said[1] == none_or(admitted)
                && said[2] == format!("{} {were}", none_or(meant))
                && is_worst(one, &apart)
                && because(lane, admitted > meant) == reason
        };
        sure(apart.iter().any(|one| fits(&one)), "a lane of which that is true")?;
        // Where lanes differ in their limiters, it says which.
        let is_one = self.lanes.iter().all(|lane| lane.of().algorithm == self.lanes[0].of().algorithm);
        sure(with.is_some() || is_one, "a name")
    }

    pub(super) fn check_refusals(&self, headline: &str, reason: &str) -> Checked {
        let denied = |lane: &Walked<'_>| lane.count(Kind::Denied);
        let (lane, said) = match headline.strip_prefix("With ").filter(|_| self.lanes.len() > 1) {
            None => (&self.lanes[0], headline),
            Some(said) => {
                let (name, said) = said.split_once(", ").ok_or("no name")?;
                (self.lane(name)?, said)
            }
        };
        sure(self.lanes.iter().all(|other| denied(other) <= denied(lane)), "the most denials")?;
        let said = said.strip_suffix('.').ok_or("no full stop")?;
        let (refusing, others) = said.split_once("; ").unwrap_or((said, ""));
        let of = format!(" of {}", things(lane.steps.len() as u64, "request"));
        let refusing =
            refusing.replacen("The ", "the ", 1).replacen(" refused ", " ", 1).replacen(&of, "", 1);
        sure(said.contains(&of), "of how many")?;
        let (names, refused) = (members(lane.of()), lane.refused_by_layer());
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
        let (lane, said) = match headline.strip_prefix("With ") {
            None => sure(is_alike, "the same in all").map(|()| (&self.lanes[0], headline))?,
            Some(said) => self.with(said)?,
        };
        sure(self.lanes.iter().all(|other| denied(other) <= denied(lane)), "the most denials")?;
        let lower =
            said.chars().take(1).flat_map(char::to_lowercase).chain(said.chars().skip(1)).collect::<String>();
        check_groups(lane, lower.strip_suffix('.').ok_or("no full stop")?)?;
        let (why, others) = match reason.split_once(". With ") {
            None => (reason.strip_suffix('.').ok_or("no full stop")?, None),
            Some((why, others)) => (why, Some(others)),
        };
        let fewest = self.lanes.iter().map(denied).min();
        match others {
            None => sure(fewest == Some(denied(lane)), "as many everywhere")?,
            Some(said) => {
                let (other, said) = self.with_key(said)?;
                sure(fewest == Some(denied(other)), "the fewest denials")?;
                check_groups(other, said.strip_suffix('.').ok_or("no full stop")?)?;
            }
        }
        let policy = |group: usize| self.run.lanes()[lane.lane].policy_of(group);
        let is_tiered = (0..self.run.cast().groups().len()).any(|group| policy(group) != policy(0));
        match lane.of().key {
            _ if self.run.lanes()[lane.lane].layers() > 1 => {
                same(why, "Each layer counts them in its own way")
            }
            _ if is_tiered => self.check_rule_of(why),
            Key::Client => same(why, "Each client has a budget of its own"),
            Key::Group => same(why, "Each group has a budget of its own"),
            Key::Everybody if self.lanes.iter().all(|other| other.of().key == Key::Everybody) => {
                same(why, "All share one budget, so each pays for the others")
            }
            Key::Everybody => same(why, "In it all share one budget, so each pays for the others"),
        }
    }

    /// The same where lanes count in different ways, and it says in which; unless the name says so already.
    fn with_key<'a>(&self, said: &'a str) -> Result<(&Walked<'_>, &'a str), String> {
        if let Ok(found) = self.with(said) {
            return Ok(found);
        }
        let (name, rest) = [" by client, ", " by group, ", " for everybody, "]
            .iter()
            .find_map(|key| {
                said.split_once(key).map(|(name, rest)| ((name, key.trim_matches([' ', ','])), rest))
            })
            .ok_or("no key")?;
        let lane = self.lane(name.0)?;
        let key = match lane.of().key {
            Key::Client => "by client",
            Key::Group => "by group",
            Key::Everybody => "for everybody",
        };
        same(name.1, key)?;
        let is_mixed = self.lanes.iter().any(|other| other.of().key != lane.of().key);
        sure(is_mixed, "lanes that count in different ways").map(|()| (lane, rest))
    }

    /// The lane of `the token bucket by client, cron was denied …`, and the rest.
    fn with<'a>(&self, said: &'a str) -> Result<(&Walked<'_>, &'a str), String> {
        let verb = said.find(" was denied ").ok_or("no verb")?;
        let end = said[..verb].rfind(", ").ok_or("no name")?;
        Ok((self.lane(&said[..end])?, &said[end + 2..]))
    }
}

fn unharmed(lane: &Walked<'_>) -> String {
    let key = |at: usize| lane.run.cast().key(lane.of().key, lane.steps[at].client);
    let is_near = |latency: u64| {
        let near = |one: usize, other: usize| {
            key(one) == key(other) && lane.steps[other].time - lane.steps[one].time < latency
        };
        (0..lane.steps.len()).any(|other| (0..other).any(|one| near(one, other)))
    };
    let rare = match lane.store() {
        Store::Race { latency, .. }
            if latency > 0 && lane.run.lanes()[lane.lane].layers() == 1 && !is_near(latency) =>
        {
            format!(": no two requests that it counts together came within {}", duration(latency))
        }
        _ => String::new(),
    };
    let who = who(lane);
    format!(" {}{} let as many through as {}{rare}.", who[..1].to_uppercase(), &who[1..], ideal(lane))
}

/// Whether no other lane let more through beyond what was meant, or less where none let more.
fn is_worst(one: &(&Walked<'_>, u64, u64), all: &[(&Walked<'_>, u64, u64)]) -> bool {
    let is_looser =
        |one: &(&Walked<'_>, u64, u64), other: &(&Walked<'_>, u64, u64)| one.1 * other.2 > other.1 * one.2;
    let is_more = one.1 > one.2;
    match is_more {
        true => !all.iter().any(|other| is_looser(other, one)),
        false => !all.iter().any(|other| other.1 > other.2 || is_looser(one, other)),
    }
}

/// Who let it through.
fn who(lane: &Walked<'_>) -> String {
    let servers = &lane.scenario().servers;
    let many = if servers.count == 1 {
        "one server".to_owned()
    } else {
        format!("{} servers", number(servers.count.into()))
    };
    match lane.store() {
        Store::Local if has_own_states(lane) => format!("{many} that do not talk"),
        Store::Sync { every } if has_own_states(lane) => {
            format!("{many} that talk every {}", duration(every))
        }
        Store::Race { latency: 1.., .. } => {
            let Store::Race { latency, .. } = lane.store() else { unreachable!() };
            format!("a state that is read and written {} later", duration(latency))
        }
        Store::Down { from, to, .. } => {
            format!("a store that was down from {} to {}", instant(from), instant(to))
        }
        _ if servers.spread() > 0 => format!("{many} whose clocks are {} apart", duration(servers.spread())),
        _ if servers.count == 1 => "one server whose clock is wrong".to_owned(),
        _ => format!("{many} whose clocks are wrong"),
    }
}

/// Whether requests of one key come to several servers.
fn has_own_states(lane: &Walked<'_>) -> bool {
    let is_by_client =
        lane.of().key == Key::Client && lane.of().members.iter().all(|member| member.key == Key::Client);
    lane.scenario().servers.count > 1 && !(lane.scenario().servers.routing == Routing::Sticky && is_by_client)
}

/// Why servers come to another number.
fn because(lane: &Walked<'_>, is_more: bool) -> String {
    let servers = &lane.scenario().servers;
    let divide = format!("divide the limit by {}", number(servers.count.into()));
    let advice = |advice: &str| if is_more { format!(" {advice}") } else { String::new() };
    let why = match lane.store() {
        Store::Local if has_own_states(lane) => {
            let (how, what) = match servers.routing {
                Routing::RoundRobin if servers.count == 2 => {
                    ("every other request goes to the other", &*divide)
                }
                Routing::RoundRobin => ("requests go to them in turn", &*divide),
                Routing::Random => ("a request goes to any of them", &*divide),
                Routing::Sticky => ("each client goes to one of them", "count by client"),
            };
            format!(
                "Each keeps a count of its own, and {how}.{}",
                advice(&format!("Share the state, or {what}."))
            )
        }
        Store::Sync { every } if has_own_states(lane) => format!(
            "For up to {}, a server does not know what the others admitted.{}",
            duration(every),
            advice("Tell more often, or share the state.")
        ),
        Store::Race { latency, write } => {
            let then = match write {
                Write::Set => "Of several writes the last one wins.",
                Write::Increment => "A write adds to the count, also beyond the limit.",
            };
            [&read_early(lane, latency), then, &advice("Decide and charge in one step.")].concat()
        }
        Store::Down { from, to, fallback } => down(lane, from, to, fallback),
        _ if servers.spread() > 0 && has_own_states(lane) => {
            "One state is shown several clocks, and goes by the latest time that it has seen.".to_owned()
        }
        _ => String::new(),
    };
    let clocks = clocks(lane);
    if why.is_empty() || clocks.is_empty() { why + &clocks } else { format!("{why} {clocks}") }
}

/// Those that were admitted while an earlier one was on its way to be written.
fn read_early(lane: &Walked<'_>, latency: u64) -> String {
    if lane.run.lanes()[lane.lane].layers() > 1 {
        return format!("What is admitted is written {} after the count is read. ", duration(latency));
    }
    let key = |client: u32| lane.run.cast().key(lane.of().key, client);
    let admitted = |at: &usize| lane.steps[*at].started.is_some();
    let is_early = |at: &usize| {
        let step = &lane.steps[*at];
        (0..*at).filter(admitted).map(|other| &lane.steps[other]).any(|other| {
            other.cost > 0 && key(other.client) == key(step.client) && other.time + latency > step.time
        })
    };
    let early = (0..lane.steps.len()).filter(admitted).filter(is_early).count() as u64;
    let many = number(early);
    let many = many[..1].to_uppercase() + &many[1..];
    match early {
        0 => String::new(),
        1 => format!("{many} was admitted on a count that was read before others were written. "),
        _ => format!("{many} were admitted on a count that was read before others were written. "),
    }
}

/// What became of those that came while the store was down.
fn down(lane: &Walked<'_>, from: u64, to: u64, fallback: Fallback) -> String {
    let came: Vec<_> = lane.steps.iter().filter(|step| from <= step.time && step.time < to).collect();
    let admitted = came.iter().filter(|step| step.started.is_some()).count() as u64;
    let what = if lane.scenario().has_same_requests() { "request" } else { "attempt" };
    let many = things(came.len() as u64, what);
    let all = match came.len() {
        0 => return format!("Meanwhile no {what} came."),
        1 => format!("the only {what} that came was"),
        _ => format!("all {many} that came were"),
    };
    match fallback {
        Fallback::Open => {
            assert_eq!(admitted, came.len() as u64);
            format!("Meanwhile {all} admitted, and nothing was charged.")
        }
        Fallback::Closed => {
            assert_eq!(admitted, 0);
            format!("Meanwhile {all} denied.")
        }
        Fallback::Local => format!(
            "Meanwhile each server began with a fresh count of its own, and {} of {many} got through.",
            none_or(admitted)
        ),
    }
}

/// The clocks that are wrong.
pub(super) fn clocks(lane: &Walked<'_>) -> String {
    let servers = &lane.scenario().servers;
    let wrong: Vec<_> = (0..servers.count).filter(|server| servers.ahead(*server) != 0).collect();
    let words = |server: u32| {
        let ahead = servers.ahead(server);
        let side = if ahead < 0 { "behind" } else { "ahead" };
        format!("{} {side}", duration(ahead.unsigned_abs()))
    };
    match wrong[..] {
        [] => String::new(),
        [one] => format!("The clock of server {} is {}.", one + 1, words(one)),
        [one, other] => format!(
            "The clock of server {} is {}, that of server {} {}.",
            one + 1,
            words(one),
            other + 1,
            words(other)
        ),
        _ => format!("The clocks of {} servers are wrong.", wrong.len()),
    }
}

/// What outer layers were charged for in vain.
fn charges(lane: &Walked<'_>) -> String {
    if lane.of().algorithm != Algorithm::Layers {
        return "What one of them refuses is charged to none.".to_owned();
    }
    let names = members(lane.of());
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
