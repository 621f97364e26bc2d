//! Sentences about servers: their results and the reasons.

use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, duration, every, exact_instant, number};
use ratelab_scenario::scenario::{Fallback, Key, Lane, Routing, Servers, Store, Write};
use ratelab_simulation::run::Simulation;

use super::{
    causes::Causes,
    claims::{Checked, all_same, is_plainly, lane_named, parts, share, states, sure, things},
    headlines::Checker,
    sentences::{can_be_accused, check_usual},
    topology::none_or,
    walk::{Walked, setting},
};

/// Checks a difference from one shared state.
pub(super) fn check_apart(walked: &Walked<'_>, stated: &str) -> Checked {
    let stated = parts(stated, " let {} through, {} {} than {}").ok_or("unknown")?;
    let (admitted, meant, all) = (walked.admitted(), walked.meant(), walked.steps.len() as u64);
    let more = if admitted > meant { "more" } else { "fewer" };
    let share = if admitted == all {
        format!("all {}", count(all))
    } else {
        format!("{} of {}", none_or(admitted), count(all))
    };
    all_same([
        (stated[0], share),
        (stated[1], count(admitted.abs_diff(meant))),
        (stated[2], more.to_owned()),
        (stated[3], ideal(walked)),
    ])
}

/// Returns what a lane is compared with.
fn ideal(walked: &Walked<'_>) -> String {
    let mut correct = walked.scenario().clone();
    correct.servers.clocks.clear();
    let correct = Simulation::complete(correct).expect("policies");
    let ideal = match walked.store() {
        _ if Walked::new(&correct, walked.lane).is_central() => "with correct clocks",
        Store::Shared | Store::Race { latency: 0, .. } => "with correct clocks",
        Store::Local | Store::Sync { .. } => "with a shared state",
        Store::Race { .. } => "in one atomic step",
        Store::Down { .. } => "with the store up",
    };
    let clocks = match (ideal, clocks(walked).is_empty()) {
        ("with correct clocks", _) | (_, true) => "",
        ("in one atomic step", _) => " with correct clocks",
        _ => " and correct clocks",
    };
    [ideal, clocks].concat()
}

impl Checker<'_> {
    /// Returns the lanes whose servers admit a different number than one state would, with both numbers, and whether
    /// the difference is large enough for a headline.
    pub(super) fn apart(&self) -> (Vec<(&Walked<'_>, u64, u64)>, bool) {
        let retried = self.lanes.iter().any(|lane| lane.steps.len() as u64 > self.requests);
        let numbers = |lane: &'_ Walked<'_>| {
            (lane.admitted(), if lane.is_central() { lane.admitted() } else { lane.meant() })
        };
        let all = self.lanes.iter().map(|lane| (lane, numbers(lane).0, numbers(lane).1));
        let apart: Vec<_> = all.filter(|(_, admitted, meant)| admitted != meant).collect();
        let parts = if retried { 10 } else { 20 };
        let is_large =
            |(_, admitted, meant): &(&Walked<'_>, u64, u64)| admitted.abs_diff(*meant) * parts >= *meant;
        let is_large = apart.iter().filter(|one| is_worst(one, &apart)).all(is_large);
        (apart, is_large)
    }

    /// Returns the sentence that several states let as many through as intended, if they did; empty if clients retry.
    pub(super) fn no_difference(&self) -> String {
        let apart: Vec<_> = self.lanes.iter().filter(|lane| !lane.is_central()).collect();
        let is_meant = |lane: &&Walked<'_>| lane.admitted() == lane.meant();
        let is_one = self.requests < 2;
        if is_one || !self.run.scenario().has_same_requests() || !apart.iter().all(is_meant) {
            return String::new();
        }
        let all: Vec<_> = apart.into_iter().map(unharmed).collect();
        let is_first = |(index, ideal): &(usize, &String)| !all[..*index].contains(ideal);
        let ideals: Vec<_> =
            all.iter().enumerate().filter(is_first).map(|(_, ideal)| ideal.as_str()).collect();
        if ideals.is_empty() {
            String::new()
        } else {
            format!(" The same number would get through {}.", ideals.join(", or "))
        }
    }

    pub(super) fn check_servers(&self, headline: &str, reason: &str) -> Checked {
        let (apart, _) = self.apart();
        let stated = parts(headline, "{} let {} through where {} intended.")
            .or_else(|| parts(headline, "{} let {} through; {}."))
            .ok_or("unknown headline")?;
        let fits = |one: &&(&Walked<'_>, u64, u64)| {
            let (lane, admitted, meant) = **one;
            let were = if meant == 1 { "was" } else { "were" };
            let causes = Causes::find(lane, &|_| {}, |other| match admitted > meant {
                true => admitted.saturating_sub(other.admitted()),
                false => other.admitted().saturating_sub(admitted),
            });
            let exceeds = admitted < meant && exceeds_instead(lane);
            let expected = match exceeds {
                false => format!("{} {were}", none_or(meant)),
                true => format!("{}, {}", ideal(lane), none_or(meant)),
            };
            let rest = reason.strip_prefix(&*because(lane, admitted > meant, causes));
            stated[1] == none_or(admitted)
                && stated[2] == expected
                && is_worst(one, &apart)
                && self.is_subject(lane, stated[0], causes)
                && rest
                    .is_some_and(|rest| if exceeds { is_excess_instead(lane, rest) } else { rest.is_empty() })
        };
        sure(apart.iter().any(|one| fits(&one)), "a lane that the subject and the reason fit")
    }

    /// `With the fixed window, two servers that share no state`, or `With the store down from 5 s to 8 s, the fixed
    /// window`.
    fn is_subject(&self, lane: &Walked<'_>, stated: &str, causes: Causes) -> bool {
        let is_lane = |name: &str| {
            is_plainly(lane, name) || lane_named(self.run, name).is_ok_and(|number| number == lane.lane)
        };
        // If lanes have different limiters, it names them.
        let is_one = self.lanes.iter().all(|other| other.lane().algorithm == lane.lane().algorithm);
        let (with, rest) = match stated.strip_prefix("With ").and_then(|stated| stated.rsplit_once(", ")) {
            Some((with, rest)) => (Some(with), rest),
            None => (None, stated),
        };
        match (circumstance(lane.store()).filter(|_| causes.store), with) {
            (Some(circumstance), Some(with)) => {
                let is_with_state = |state: &String| is_lane(&format!("{rest} {state}"));
                with == circumstance && (is_lane(rest) || states(lane.store()).iter().any(is_with_state))
            }
            (Some(_), None) => false,
            (None, Some(with)) => is_lane(with) && rest == who(lane, causes),
            (None, None) => is_one && rest.to_lowercase() == who(lane, causes).to_lowercase(),
        }
    }
}

/// Returns a lane alone, with one state and correct clocks.
fn on_one_state(lane: &Walked<'_>) -> Simulation {
    let mut scenario = lane.scenario().clone();
    scenario.servers = Servers::default();
    scenario.lanes = vec![Lane { store: Some(Store::Shared), ..lane.lane().clone() }];
    Simulation::complete(scenario).expect("policies")
}

fn exceeds_instead(lane: &Walked<'_>) -> bool {
    can_be_accused(&Walked::new(&on_one_state(lane), 0))
}

/// Checks how a lane would exceed its own limit with one state and correct clocks.
fn is_excess_instead(lane: &Walked<'_>, stated: &str) -> bool {
    let ideal = ideal(lane);
    let it = if lane.lane().algorithm == Algorithm::Layers { "they" } else { "it" };
    let begins = format!(" {}{}, {it} would", ideal[..1].to_uppercase(), &ideal[1..]);
    let excess = stated.strip_prefix(&*begins).and_then(|stated| stated.strip_suffix('.'));
    let run = on_one_state(lane);
    excess.is_some_and(|excess| check_usual(&Walked::new(&run, 0), excess).is_ok())
}

/// Describes a store that is slow or down.
fn circumstance(store: Store) -> Option<String> {
    match store {
        Store::Race { latency, .. } if latency > 0 => {
            Some(format!("writes {} after reads", duration(latency)))
        }
        Store::Down { from, to, .. } => {
            Some(format!("the store down from {} to {}", exact_instant(from), exact_instant(to)))
        }
        _ => None,
    }
}

fn unharmed(lane: &Walked<'_>) -> String {
    let key = |at: usize| lane.run.senders().key(lane.lane().key, lane.steps[at].client);
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
    format!("{}{rare}", ideal(lane))
}

/// Returns whether no other lane differs more, relative to what was intended.
fn is_worst(one: &(&Walked<'_>, u64, u64), all: &[(&Walked<'_>, u64, u64)]) -> bool {
    let apart = |one: &(&Walked<'_>, u64, u64)| one.1.abs_diff(one.2);
    !all.iter().any(|other| apart(other) * one.2 > apart(one) * other.2)
}

/// Returns the names of the servers.
fn who(lane: &Walked<'_>, causes: Causes) -> String {
    let servers = &lane.scenario().servers;
    let many = if servers.count == 1 {
        "one server".to_owned()
    } else {
        format!("{} servers", number(servers.count.into()))
    };
    match lane.store() {
        Store::Local if causes.store => format!("{many} that share no state"),
        Store::Sync { every: period } if causes.store => format!("{many} that sync {}", every(period)),
        _ if servers.spread() > 0 => format!("{many} whose clocks are {} apart", duration(servers.spread())),
        _ if servers.count == 1 => "one server whose clock is wrong".to_owned(),
        _ => format!("{many} whose clocks are wrong"),
    }
}

/// Returns whether requests of one key reach several servers.
fn has_own_states(lane: &Walked<'_>) -> bool {
    let is_by_client =
        lane.lane().key == Key::Client && lane.lane().members.iter().all(|member| member.key == Key::Client);
    lane.scenario().servers.count > 1 && !(lane.scenario().servers.routing == Routing::Sticky && is_by_client)
}

/// Returns the reason why servers admit a different number.
fn because(lane: &Walked<'_>, is_more: bool, causes: Causes) -> String {
    let servers = &lane.scenario().servers;
    let advice = |advice: &str| if is_more { format!(" {advice}") } else { String::new() };
    let why = match lane.store() {
        Store::Local if causes.store => {
            let how = match servers.routing {
                Routing::RoundRobin if servers.count == 2 => "every other request goes to the other",
                Routing::RoundRobin => "requests go to them in turn",
                Routing::Random => "a request goes to any of them",
                Routing::Sticky => "each client goes to one of them",
            };
            let divide = match divided(lane) {
                true => format!("Share the state, or divide the limit by {}.", number(servers.count.into())),
                false => "Share the state.".to_owned(),
            };
            format!("Each keeps its own count, and {how}.{}", advice(&divide))
        }
        Store::Sync { every } if causes.store => {
            let mut scenario = lane.scenario().clone();
            scenario.lanes[lane.lane].store = Some(Store::Sync { every: (every / 2).max(1) });
            let often = Simulation::complete(scenario).expect("policies");
            let often = match Walked::new(&often, lane.lane).admitted() < lane.admitted() {
                true => "Sync more often, or share the state.",
                false => "Share the state.",
            };
            let every = duration(every);
            format!("For up to {every}, a server does not know what the others admitted.{}", advice(often))
        }
        Store::Race { latency, .. } if causes.store && !is_more => format!(
            "Admitted requests are charged {} after the decision, and a charge counts from then on.",
            duration(latency)
        ),
        Store::Race { latency, write } if causes.store => {
            let then = match write {
                Write::Set => "Of several writes, the last one wins.",
                Write::Increment => "A write adds to the count, even beyond the limit.",
            };
            [&read_early(lane, latency), then, " Decide and charge in one step."].concat()
        }
        Store::Down { from, to, fallback } if causes.store => down(lane, from, to, fallback),
        Store::Local | Store::Sync { .. } => String::new(),
        _ if servers.spread() > 0 && has_own_states(lane) => {
            "One state receives times from several clocks and uses the latest.".to_owned()
        }
        _ => String::new(),
    };
    let clocks = if causes.clocks { clocks(lane) } else { String::new() };
    if why.is_empty() || clocks.is_empty() { why + &clocks } else { format!("{why} {clocks}") }
}

/// Returns whether each server can have an equal part of the limit, and whether no more get through then.
fn divided(lane: &Walked<'_>) -> bool {
    let mut scenario = lane.scenario().clone();
    let (servers, own) = (scenario.servers.count, &mut scenario.lanes[lane.lane]);
    let has_tiers = lane
        .run
        .senders()
        .groups()
        .iter()
        .any(|group| group.tier.limit.is_some() || group.tier.burst.is_some());
    if lane.scenario().servers.routing != Routing::RoundRobin || !own.members.is_empty() || has_tiers {
        return false;
    }
    for name in ["limit", "capacity", "burst", "amount"] {
        let Some(number) = setting(lane.policy(), name) else { continue };
        if number % u64::from(servers) != 0 {
            return false;
        }
        own.options.retain(|(other, _)| *other != name);
        let parameter = own.algorithm.parameters().iter().find(|parameter| parameter.name == name);
        own.options.push((parameter.expect("it is set").name, (number / u64::from(servers)).into()));
    }
    let Ok(run) = Simulation::complete(scenario) else { return false };
    Walked::new(&run, lane.lane).admitted() <= lane.meant()
}

/// Counts requests admitted before an earlier one was written.
fn read_early(lane: &Walked<'_>, latency: u64) -> String {
    if lane.run.lanes()[lane.lane].layers() > 1 {
        return format!("Admitted requests are written {} after the count is read. ", duration(latency));
    }
    let key = |client: u32| lane.run.senders().key(lane.lane().key, client);
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
        0 => format!("Admitted requests are written {} after the count is read. ", duration(latency)),
        1 => format!("{many} was admitted on a count that was read before others were written. "),
        _ => format!("{many} were admitted on a count that was read before others were written. "),
    }
}

/// Describes the outcomes of the requests that came while the store was down.
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
            "Meanwhile each server started with a fresh count, and {} got through.",
            share(admitted, came.len() as u64, what)
        ),
    }
}

/// Describes the wrong clocks.
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
