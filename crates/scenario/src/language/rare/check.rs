//! What goes together only if it is said in the right numbers: groups and the traffic that names
//! them, tiers and limiters, clocks and the end of time.

use ratelab_limiter::PolicyError;

use super::super::{
    check::{end, refuse, refuse_policy},
    error::Mistake,
    expected::Expected,
    parse::{MOST_TEXT, Reading},
    print::print,
    quantities::Time,
    reader::{Reader, Span},
};
use crate::scenario::{Group, Lane, MOST_CLIENTS, MOST_GROUPS, Scenario, Store, Tier};

/// The most groups that a message names.
const MOST_NAMED: usize = 8;

const GROUPS_EXAMPLE: &str = "mobile 1000 limit 10/10s burst 20, cron";

/// Checks what few scenarios say.
pub(crate) fn check_more(reader: &mut Reader<'_>, reading: &Reading) {
    if reader.refused.is_some() {
        return;
    }
    check_names(reader, reading);
    check_clients(reader, reading);
    check_tiers(reader, reading);
    check_clocks(reader, reading);
    check_length(reader, reading);
}

/// If groups are described, the traffic names no others; if not, not too many.
fn check_names(reader: &mut Reader<'_>, reading: &Reading) {
    let mut groups = reading.scenario.named_groups();
    groups.truncate(MOST_GROUPS);
    let is_known = |name| groups.iter().any(|group| group.name == name);
    let wrong =
        reading.scenario.traffic.iter().position(|pattern| pattern.by.is_some_and(|by| !is_known(by)));
    let Some(wrong) = wrong else { return };
    let span = reading.patterns.get(wrong).copied().unwrap_or_default();
    let location = ("traffic", name_in(reader, span), "15@0s by mobile");
    if reading.scenario.groups.is_empty() {
        refuse(
            reader,
            location,
            Mistake::OutOfRange,
            Expected::composed(format!("at most {MOST_GROUPS} groups")),
        );
    } else {
        refuse(
            reader,
            location,
            Mistake::UnknownWord,
            Expected::composed(format!("one of the groups {}", named(&groups))),
        );
    }
}

/// The name that follows the first `by`.
fn name_in(reader: &mut Reader<'_>, pattern: Span) -> Span {
    reader.begin(pattern);
    while !reader.is_done() && !reader.accept("by") {
        reader.take();
    }
    reader.token()
}

/// Groups for a message, which is a sentence however many there are.
fn named(groups: &[Group]) -> String {
    let names: Vec<_> = groups.iter().take(MOST_NAMED).map(|group| group.name.to_string()).collect();
    let more = groups.len() - names.len();
    match names.split_last() {
        _ if more > 0 => format!("{} and {more} more", names.join(", ")),
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Points at the clients of whom there are the most.
fn check_clients(reader: &mut Reader<'_>, reading: &Reading) {
    let scenario = &reading.scenario;
    let groups = scenario.named_groups();
    let others = if scenario.has_others() { scenario.clients.count } else { 0 };
    let total = groups.iter().fold(u64::from(others), |sum, group| sum + u64::from(group.clients.count));
    if total <= u64::from(MOST_CLIENTS) {
        return;
    }
    let most = groups.iter().enumerate().max_by_key(|(_, group)| group.clients.count);
    let location = match most.filter(|(_, group)| group.clients.count > others) {
        Some((number, _)) => ("groups", said_by(reader, reading, number, ""), GROUPS_EXAMPLE),
        None => ("clients", reading.value("clients"), "1000 zipf 1.1"),
    };
    let expected = Expected::composed(format!("at most {MOST_CLIENTS} clients in all, not {total}"));
    refuse(reader, location, Mistake::OutOfRange, expected);
}

/// What is wrong with a lane for a tier, and with which of its members: counted from one, or
/// none if it is the lane itself.
pub(super) fn culprit(lane: &Lane, scenario: &Scenario, tier: Option<&Tier>) -> Option<(PolicyError, usize)> {
    let mut all = lane.members.iter().zip(1..).chain([(lane, 0)]);
    all.find_map(|(lane, member)| Some((lane.policy_under(scenario, tier).err()?, member)))
}

/// Every limiter must be able to take the limit of every group.
fn check_tiers(reader: &mut Reader<'_>, reading: &Reading) {
    let scenario = &reading.scenario;
    for (number, group) in scenario.groups.iter().enumerate() {
        if group.tier == Tier::default() {
            continue;
        }
        for lane in &scenario.lanes {
            let Some((error, member)) = culprit(lane, scenario, Some(&group.tier)) else { continue };
            let limiter = member.checked_sub(1).map_or(lane, |member| &lane.members[member]).algorithm;
            let is_rate = matches!(error.field(), "limit" | "window" | "amount" | "period");
            let is_limit = group.tier.burst.is_none() || is_rate && group.tier.limit.is_some();
            let word = if is_limit { "limit" } else { "burst" };
            let said = said_by(reader, reading, number, word);
            let subject = format!("a {word} that {limiter} takes, ");
            refuse_policy(reader, ("groups", said, GROUPS_EXAMPLE), subject, error);
            return;
        }
    }
}

/// Where a group says its limit or burst, by that word, or else how many it has.
fn said_by(reader: &mut Reader<'_>, reading: &Reading, number: usize, word: &str) -> Span {
    reader.begin(reading.value("groups"));
    for _ in 0..number {
        while !reader.is_done() && !reader.accept(",") {
            reader.take();
        }
    }
    // A name may be any word.
    let name = reader.take();
    while !word.is_empty() && !reader.is_done() && !reader.accept(word) {
        reader.take();
    }
    let first = reader.token();
    let mut end = name.end.max(first.start);
    while !reader.is_done() && !matches!(reader.peek(), "limit" | "burst" | "," | "zipf") {
        end = reader.take().end;
    }
    Span { start: first.start, end }
}

/// The clocks of all servers must be able to show the end of the traffic, and what is written
/// after it.
fn check_clocks(reader: &mut Reader<'_>, reading: &Reading) {
    let scenario = &reading.scenario;
    let last = scenario.traffic.iter().filter_map(end).max().unwrap_or(0);
    let Some(now) = scenario.start.checked_add(last) else { return };
    let ahead = scenario.servers.clocks.iter().filter_map(|clock| u64::try_from(clock.ahead).ok()).max();
    let is_late = |store: Store| {
        let latency = if let Store::Race { latency, .. } = store { latency } else { 0 };
        now.checked_add(ahead.unwrap_or(0)).is_none_or(|now| now.checked_add(latency).is_none())
    };
    let location = if is_late(scenario.servers.store) {
        ("servers", reading.value("servers"), "3 round_robin local")
    } else if let Some(lane) = scenario.lanes.iter().position(|lane| lane.store.is_some_and(is_late)) {
        let is_it = |at: (usize, usize), option| at == (lane, 0) && option == "state";
        let late = reading.lanes.iter().find(|lane| is_it(lane.at, lane.option));
        ("lanes", late.map(|lane| lane.span).unwrap_or_default(), "gcra state=race 5ms set")
    } else {
        return;
    };
    let expected = Expected::composed(format!("nothing after {} on any clock", Time(u64::MAX)));
    refuse(reader, location, Mistake::OutOfRange, expected);
}

/// The printed text of a scenario can be longer than the text that was read, and must be
/// short enough to be read again.
fn check_length(reader: &mut Reader<'_>, reading: &Reading) {
    if reader.refused.is_some() {
        return;
    }
    let length = print(&reading.scenario).len();
    if length > MOST_TEXT {
        let expected =
            Expected::composed(format!("at most {MOST_TEXT} characters when written out, not {length}"));
        let location = ("traffic", reading.value("traffic"), "15 every 100ms");
        refuse(reader, location, Mistake::TooLong, expected);
    }
}
