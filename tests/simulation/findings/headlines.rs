//! The headline and the reason of a scenario that is not built in.

use ratelab_limiter::Algorithm;
use ratelab_report::{
    Finding,
    words::{count, decimal, duration},
};
use ratelab_scenario::scenario::Key;
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    causes::check_why,
    claims::{
        Checked, all_same, check_rule_of, check_usual_rule, lane_named, more_than, parts, same, share, sure,
        things,
    },
    never,
    sentences::{self, can_be_accused, leaks, lost},
    topology::{none_or, refusals_of_all},
    walk::{Limit, Walked},
};

/// Checks every claim of a finding, and that no earlier rule applies.
pub(super) fn check(run: &Simulation, finding: &Finding) -> Checked {
    let lanes: Vec<_> = (0..run.lanes().len()).map(|lane| Walked::new(run, lane)).collect();
    let checker = Checker { run, requests: run.traffic().expect("it is done").len() as u64, lanes };
    let Finding { headline, reason } = finding;
    sure(headline.ends_with('.') && reason.ends_with('.'), "sentences")?;
    let reason = reason.strip_suffix(&*checker.no_difference()).ok_or("that servers made no difference")?;
    let reason = never::check(&checker.lanes, reason)?;
    let (apart, is_large) = checker.apart();
    if is_large && !apart.is_empty() {
        return checker.check_servers(headline, reason);
    }
    if checker.lanes.iter().any(|lane| lane.steps.len() as u64 * 10 >= checker.requests * 11)
        && checker.lanes.iter().any(|lane| lane.steps.len() as u64 > checker.requests)
    {
        return checker.check_retries(headline, reason);
    }
    let is_denied = checker.lanes.iter().any(|lane| lane.count(Kind::Denied) > 0);
    if is_denied && run.lanes().iter().all(|lane| lane.layers() > 1) {
        return checker.check_refusals(headline, reason);
    }
    if checker.lanes.iter().any(can_be_accused) {
        return checker.check_excess(headline, reason);
    }
    if checker.tells_groups_apart() {
        return checker.check_group_denials(headline, reason);
    }
    if checker.differing() > 0 && checker.differing() * 20 >= checker.requests {
        return checker.check_disagreement(headline, reason);
    }
    if is_denied {
        return checker.check_denials(headline, reason);
    }
    if !apart.is_empty() {
        return checker.check_servers(headline, reason);
    }
    checker.check_alike(headline, reason)
}

pub(super) struct Checker<'run> {
    pub(super) run: &'run Simulation,
    pub(super) requests: u64,
    pub(super) lanes: Vec<Walked<'run>>,
}

impl Checker<'_> {
    pub(super) fn lane(&self, name: &str) -> Result<&Walked<'_>, String> {
        Ok(&self.lanes[lane_named(self.run, name)?])
    }

    /// Returns the first of several lanes that a sentence names together: exactly those with the same number.
    fn those<N: PartialEq>(
        &self,
        stated: &str,
        number: impl Fn(&Walked<'_>) -> N,
    ) -> Result<&Walked<'_>, String> {
        let (first, rest) = stated.split_once(" and ").unwrap_or((stated, ""));
        let first = self.lane(first)?;
        let alike: Vec<_> = self.lanes.iter().filter(|lane| number(lane) == number(first)).collect();
        sure(alike[0].lane == first.lane, "the first of them")?;
        match alike[..] {
            [_] => same(rest, "")?,
            [_, other] => sure(self.lane(rest)?.lane == other.lane, "the other one")?,
            _ => same(rest, format!("{} others", alike.len() - 1))?,
        }
        Ok(first)
    }

    /// Returns whether groups are denied different shares in the lane that denies the most.
    fn tells_groups_apart(&self) -> bool {
        let denied = |lane: &&Walked<'_>| lane.count(Kind::Denied);
        let Some(lane) = self.lanes.iter().rev().max_by_key(denied) else { return false };
        let groups = lane.denied_by_group();
        let mut sent = groups.iter().filter(|(_, sent)| *sent > 0);
        let Some(first) = sent.next() else { return false };
        sent.any(|other| other.0 * first.1 != first.0 * other.1)
    }

    fn differing(&self) -> u64 {
        if !self.run.scenario().has_same_requests() {
            return 0;
        }
        let is_denied = |lane: &Walked<'_>, index: usize| lane.steps[index].kind == Kind::Denied;
        let differs = |index: &usize| {
            let first = is_denied(&self.lanes[0], *index);
            self.lanes.iter().any(|lane| is_denied(lane, *index) != first)
        };
        (0..self.lanes[0].steps.len()).filter(differs).count() as u64
    }

    fn check_retries(&self, headline: &str, reason: &str) -> Checked {
        let stated = parts(headline, "With {}, {} became {} attempts{}.").ok_or("unknown headline")?;
        let attempts = |lane: &Walked<'_>| lane.steps.len() as u64;
        let both = |lane: &Walked<'_>| (attempts(lane), lane.admitted());
        let lane = self.those(stated[0], both)?;
        let each = match self.requests {
            1 => String::new(),
            requests => format!(", {} per request", decimal(attempts(lane), requests)),
        };
        sure(self.lanes.iter().all(|other| attempts(other) <= attempts(lane)), "the most attempts")?;
        all_same([
            (stated[1], things(self.requests, "request")),
            (stated[2], count(attempts(lane))),
            (stated[3], each),
        ])?;
        let gave_up = |lane: &Walked<'_>| lost(self.requests - lane.admitted());
        let (first, rest) = reason.split_once(" in the end.").ok_or("unknown reason")?;
        same(&first.replacen("No ", "no ", 1), gave_up(lane))?;
        let fewest = self.lanes.iter().map(attempts).min().unwrap_or(0);
        if rest.is_empty() {
            return sure(fewest == attempts(lane), "the same number in every lane");
        }
        let stated = parts(rest, " {} had the fewest: {} attempts, and {}.").ok_or("unknown reason")?;
        let least = self.those(stated[0], both)?;
        sure(attempts(least) == fewest, "the fewest attempts")?;
        all_same([(stated[1], count(fewest)), (stated[2], gave_up(least))])
    }

    fn check_excess(&self, headline: &str, reason: &str) -> Checked {
        let end = headline.find(" let ").ok_or("unknown headline")?;
        let lane = self.lane(&headline[..end])?;
        let is_accusation = ["its limit of ", "the limit of ", "'s limit of "];
        let is_accusation = is_accusation.iter().any(|words| headline.contains(words));
        sure(is_accusation, "an excess")?;
        sentences::check_usual(lane, headline[end..].strip_suffix('.').ok_or("no full stop")?)?;
        let share = |lane: &Walked<'_>| {
            let share = |limit: Limit| lane.most_under(&limit).cost as f64 / limit.amount as f64;
            leaks(lane).into_iter().map(share).fold(0.0, f64::max)
        };
        sure(self.lanes.iter().all(|other| share(other) <= share(lane)), "the worst of all")?;
        let (why, others) = match self.stated_of_others(lane, reason)? {
            Some((why, others)) => (why, Some(others)),
            None => (reason, None),
        };
        self.check_others(lane, headline, others)?;
        check_why(lane, headline, why)
    }

    /// Returns how a reason refers to the others: by name, if there is only one.
    fn stated_of_others<'a>(
        &self,
        lane: &Walked<'_>,
        reason: &'a str,
    ) -> Result<Option<(&'a str, &'a str)>, String> {
        let Some((before, after)) = reason.split_once(" let no ") else {
            return Ok(reason.split_once(" No other limiter let "));
        };
        sure(self.lanes.len() == 2, "one other")?;
        let (why, name) = before.rsplit_once(". ").ok_or("two sentences")?;
        sure(self.lane(name)?.lane != lane.lane, "the other one")?;
        Ok(Some((&reason[..=why.len()], after)))
    }

    /// Returns the most that any other lane let through in the same time.
    fn check_others(&self, lane: &Walked<'_>, headline: &str, stated: Option<&str>) -> Checked {
        let fits = |limit: Limit| {
            let most = lane.most_under(&limit);
            most.spans.iter().any(|(from, to)| {
                let others = self.lanes.iter().filter(|other| other.lane != lane.lane);
                let next = others.map(|other| other.most_by(limit.key, None, to - from + 1).cost).max();
                let any = match to - from {
                    0 => "at once".to_owned(),
                    span => format!("in any {}", duration(span)),
                };
                let words = |next: u64| format!("{} through {any}.", more_than(lane, next));
                stated == next.filter(|next| *next < most.cost).map(words).as_deref()
            })
        };
        sure(lane.limits().into_iter().any(fits), &format!("{stated:?} of the others, after {headline}"))
    }

    fn check_disagreement(&self, headline: &str, reason: &str) -> Checked {
        let (what, how) = headline.split_once([',', ':']).ok_or("unknown headline")?;
        let share = match self.differing() {
            all if all == self.requests => "all".to_owned(),
            differing => format!("{} of", count(differing)),
        };
        same(what, format!("The limiters disagree on {share} {}", things(self.requests, "request")))?;
        let admitted = || self.lanes.iter().map(Walked::admitted);
        let (most, least) = (admitted().max().unwrap_or(0), admitted().min().unwrap_or(0));
        if let Some(stated) = parts(how, " though each let {} through.") {
            sure(most == least, "each let as many through")?;
            same(stated[0], count(most))?;
        } else {
            let stated = parts(how, " {} let {} through, {}.").ok_or("unknown headline")?;
            let (strictest, fewest) = match stated[2].strip_suffix(" none") {
                Some(strictest) => (strictest, "none".to_owned()),
                None => {
                    let (strictest, fewest) = stated[2].rsplit_once(" only ").ok_or("unknown headline")?;
                    (strictest, fewest.to_owned())
                }
            };
            let admitted = |lane: &Walked<'_>| lane.admitted();
            let named = |stated: &str| Ok::<_, String>(admitted(self.those(stated, admitted)?));
            let (loosest, strictest) = (named(stated[0])?, named(strictest)?);
            sure(loosest == most && strictest == least && most > least, "the most and the fewest")?;
            all_same([(stated[1], count(most)), (&fewest, none_or(least))])?;
        }
        if let Some(rule) = reason.strip_prefix("Each ") {
            let rule = rule.strip_suffix('.').ok_or("no full stop")?;
            let (rule, keys) =
                rule.split_once(": one ").map_or((rule, None), |(rule, keys)| (rule, Some(keys)));
            if let Some(keys) = keys {
                let (one, other) = keys.split_once(", the other ").ok_or("two keys")?;
                let words = ["for each client", "for each group", "for all clients together"];
                sure(one != other && [one, other].iter().all(|key| words.contains(key)), "two keys")?;
                let is_used =
                    |key: &str| self.lanes.iter().any(|lane| words[lane.lane().key as usize] == key);
                sure(is_used(one) && is_used(other), "keys of lanes")?;
            }
            return self.check_same_rule(headline, rule);
        }
        let (one, other) =
            reason.strip_suffix('.').and_then(|reason| reason.split_once(". ")).ok_or("two sentences")?;
        self.check_rule_of(one)?;
        self.check_rule_of(other)
    }

    /// Checks a rule of two lanes with the same limiter, whose names have the options in which they differ.
    fn check_same_rule(&self, headline: &str, rule: &str) -> Checked {
        let stated = |lane: &&Walked<'_>| {
            lane.lane().members.is_empty() && check_usual_rule(lane.policy(), rule).is_ok()
        };
        let alike: Vec<_> = self.lanes.iter().filter(stated).collect();
        sure(alike.len() > 1, "the rule of several lanes")?;
        sure(
            [" that ", " with ", " of ", " at "].iter().any(|word| headline.contains(word)),
            "an option in a name",
        )
    }

    /// `The token bucket holds 10 tokens …`
    pub(super) fn check_rule_of(&self, stated: &str) -> Checked {
        if let Some((name, refused)) = stated.strip_prefix("In ").and_then(|stated| stated.split_once(", ")) {
            let lane = self.lane(name)?;
            let is_asked_again = lane.lane().algorithm == Algorithm::AllOf
                && self.run.lanes()[lane.lane].layers() == 1
                && self.run.lanes()[lane.lane].keys() == 1
                && lane.is_central()
                && lane.count(Kind::Denied) > 0;
            return sure(is_asked_again, "an all-of with one state")
                .and_then(|()| same(refused, refusals_of_all(lane)));
        }
        let verbs = [" allows ", " holds ", " allow ", " applies ", " has a limit "];
        let end = verbs.iter().filter_map(|verb| stated.find(verb)).min().ok_or("no verb")?;
        check_rule_of(self.lane(&stated[..end])?, &stated[..end], &stated[end + 1..])
    }

    fn check_denials(&self, headline: &str, reason: &str) -> Checked {
        let denied = || self.lanes.iter().map(|lane| lane.count(Kind::Denied));
        let (most, least) = (denied().max().unwrap_or(0), denied().min().unwrap_or(0));
        let (who, what) = headline.split_once(" denied ").ok_or("unknown headline")?;
        if most == least {
            self.check_all(who)?;
            let is_same = self.run.scenario().has_same_requests() && self.differing() == 0;
            let is_part = self.lanes.len() > 1 && is_same && most < self.tried(most);
            let all = format!("{}{}.", if is_part { "the same " } else { "" }, self.tries(most));
            same(what, if self.tried(most) == 1 { "the only request.".to_owned() } else { all })?;
        } else {
            let stated = parts(what, "{}, {}.").ok_or("unknown headline")?;
            let (loosest, fewest) = match stated[1].strip_suffix(" none") {
                Some(loosest) => (loosest, "none"),
                None => stated[1].rsplit_once(" only ").ok_or("unknown headline")?,
            };
            let denied = |lane: &Walked<'_>| lane.count(Kind::Denied);
            let named = |stated: &str| Ok::<_, String>(denied(self.those(stated, denied)?));
            let (strictest, loosest) = (named(who)?, named(loosest)?);
            sure(strictest == most && loosest == least, "the most and the fewest")?;
            let none = if least == 0 { "none".to_owned() } else { count(least) };
            all_same([(stated[0], self.tries(most)), (fewest, none)])?;
        }
        let rule = match reason.strip_suffix('.').unwrap_or(reason).split_once(". ") {
            Some((rule, waits)) => {
                let strictest = self.lanes.iter().find(|lane| lane.count(Kind::Denied) == most);
                self.check_waits(&format!("{waits}."), strictest).map(|()| rule)?
            }
            None => {
                let delayed = self.lanes.iter().map(|lane| lane.count(Kind::Delayed)).max();
                sure(delayed == Some(0), "none waited").map(|()| reason.trim_end_matches('.'))?
            }
        };
        self.check_rule_of(rule)
    }

    /// Returns the number of attempts of the lane with the most denials.
    fn tried(&self, most: u64) -> u64 {
        let strictest = self.lanes.iter().find(|lane| lane.count(Kind::Denied) == most);
        strictest.map_or(0, |lane| lane.steps.len() as u64)
    }

    fn tries(&self, most: u64) -> String {
        let retried = self.lanes.iter().any(|lane| lane.steps.len() as u64 > self.requests);
        share(most, self.tried(most), if retried { "attempt" } else { "request" })
    }

    fn check_alike(&self, headline: &str, reason: &str) -> Checked {
        if self.requests == 0 {
            return all_same([
                (headline, "No request arrived.".to_owned()),
                (reason, "There was nothing to decide.".to_owned()),
            ]);
        }
        if let Some(stated) = parts(headline, "{} allowed the only request.") {
            sure(self.requests == 1, "one request")?;
            self.check_all(stated[0])?;
        } else {
            let stated = parts(headline, "{} let all {} requests through.").ok_or("unknown headline")?;
            self.check_all(stated[0])?;
            sure(self.requests > 1, "several requests")?;
            same(stated[1], count(self.requests))?;
        }
        let (window, first) = (self.run.scenario().limit.period, &self.lanes[0]);
        let senders = self.run.senders();
        let template = match first.lane().key {
            key if senders.keys(key) == 1 => "No {} came in any {}.",
            Key::Client => "No client sent {} in any {}.",
            _ => "No group sent {} in any {}.",
        };
        let is_saved = first.most_in_any(window).cost > self.run.scenario().limit.amount.into();
        let reason = match reason.split_once(". ").filter(|_| is_saved && reason.starts_with("No ")) {
            Some((reason, rule)) => {
                self.check_rule_of(rule.strip_suffix('.').ok_or("no full stop")?)?;
                format!("{reason}.")
            }
            None => reason.to_owned(),
        };
        let Some(stated) = parts(&reason, template) else { return self.check_waits(&reason, None) };
        all_same([
            (stated[0], more_than(first, first.most_in_any(window).cost)),
            (stated[1], duration(window)),
        ])
    }

    /// `Both limiters`, `All 7 limiters`, or the only one.
    fn check_all(&self, who: &str) -> Checked {
        match self.lanes.len() {
            1 => self.lane(who).map(|_| ()),
            2 => same(who, "Both limiters"),
            lanes => same(who, format!("All {lanes} limiters")),
        }
    }

    /// The lane may have been named before.
    fn check_waits(&self, reason: &str, named: Option<&Walked<'_>>) -> Checked {
        let stated = parts(reason, "{} made {} wait, up to {}.").ok_or("unknown reason")?;
        let lane = match (stated[0], named) {
            ("It" | "They", Some(lane)) => lane,
            (name, _) => self.lane(name)?,
        };
        let delayed = |lane: &Walked<'_>| lane.count(Kind::Delayed);
        sure(self.lanes.iter().all(|other| delayed(other) <= delayed(lane)), "the most waited there")?;
        all_same([(stated[1], things(delayed(lane), "request")), (stated[2], duration(lane.longest_wait()))])
    }
}
