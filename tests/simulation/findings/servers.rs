//! Sentences about servers: their results and the reasons.

use ratelab_report::words::{count, duration, exact_instant, number};
use ratelab_scenario::scenario::{Fallback, Key, Routing, Store, Write};

use super::{
    claims::{Checked, all_same, is_plainly, lane_named, parts, sure, things},
    headlines::Checker,
    topology::none_or,
    walk::Walked,
};

/// Checks a difference from one shared state.
pub(super) fn check_apart(walked: &Walked<'_>, said: &str) -> Checked {
    let said = parts(said, " let {} of {} through, {} {} than {}").ok_or("unknown")?;
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

/// Returns what a lane is compared with.
fn ideal(walked: &Walked<'_>) -> String {
    let ideal = match walked.store() {
        Store::Shared | Store::Race { latency: 0, .. } => "with correct clocks",
        Store::Local | Store::Sync { .. } => "with a shared state",
        Store::Race { .. } => "in one atomic step",
        Store::Down { .. } => "with the store up",
    };
    let clocks =
        if ideal != "with correct clocks" && !clocks(walked).is_empty() { " and correct clocks" } else { "" };
    [ideal, clocks].concat()
}

impl Checker<'_> {
    /// Returns the lanes whose servers admit a different number than one state would, with both numbers.
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

    /// Returns the sentence that several states let as many through as intended, if they did; empty if clients retry.
    pub(super) fn no_difference(&self) -> String {
        let apart: Vec<_> = self.lanes.iter().filter(|lane| !lane.is_central()).collect();
        let is_meant = |lane: &&Walked<'_>| lane.admitted() == lane.meant();
        if !self.run.scenario().has_same_requests() || !apart.iter().all(is_meant) {
            return String::new();
        }
        let mut sentences: Vec<_> = apart.into_iter().map(unharmed).collect();
        sentences.dedup();
        sentences.concat()
    }

    pub(super) fn check_servers(&self, headline: &str, reason: &str) -> Checked {
        let apart = self.apart();
        let (with, said) = match headline.strip_prefix("With ") {
            Some(said) => said.split_once(", ").map(|(name, said)| (Some(name), said)).ok_or("no comma")?,
            None => (None, headline),
        };
        let said = parts(said, "{} let {} through where {} meant.").ok_or("unknown headline")?;
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
        sure(apart.iter().any(|one| fits(&one)), "a lane that the name fits")?;
        // If lanes have different limiters, it names them.
        let is_one = self.lanes.iter().all(|lane| lane.lane().algorithm == self.lanes[0].lane().algorithm);
        sure(with.is_some() || is_one, "a name")
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
    let who = who(lane);
    format!(" {}{} let as many through as {}{rare}.", who[..1].to_uppercase(), &who[1..], ideal(lane))
}

/// Returns whether no other lane let more through relative to what was intended, or less if none let more.
fn is_worst(one: &(&Walked<'_>, u64, u64), all: &[(&Walked<'_>, u64, u64)]) -> bool {
    let is_looser =
        |one: &(&Walked<'_>, u64, u64), other: &(&Walked<'_>, u64, u64)| one.1 * other.2 > other.1 * one.2;
    let is_more = one.1 > one.2;
    match is_more {
        true => !all.iter().any(|other| is_looser(other, one)),
        false => !all.iter().any(|other| other.1 > other.2 || is_looser(one, other)),
    }
}

/// Returns the names of the servers.
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
            format!("a store that was down from {} to {}", exact_instant(from), exact_instant(to))
        }
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
            format!("Each keeps its own count, and {how}.{}", advice(&format!("Share the state, or {what}.")))
        }
        Store::Sync { every } if has_own_states(lane) => format!(
            "For up to {}, a server does not know what the others admitted.{}",
            duration(every),
            advice("Sync more often, or use a shared store.")
        ),
        Store::Race { latency, write } => {
            let then = match write {
                Write::Set => "Of several writes, the last one wins.",
                Write::Increment => "A write adds to the count, even beyond the limit.",
            };
            [&read_early(lane, latency), then, &advice("Decide and charge in one step.")].concat()
        }
        Store::Down { from, to, fallback } => down(lane, from, to, fallback),
        _ if servers.spread() > 0 && has_own_states(lane) => {
            "One state sees several clocks, and goes by the latest time.".to_owned()
        }
        _ => String::new(),
    };
    let clocks = clocks(lane);
    if why.is_empty() || clocks.is_empty() { why + &clocks } else { format!("{why} {clocks}") }
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
        0 => String::new(),
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
            "Meanwhile each server started with a fresh count, and {} of {many} got through.",
            none_or(admitted)
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
