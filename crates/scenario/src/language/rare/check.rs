//! Checks of groups against the traffic that names them, of tiers against limiters, and of clocks against the
//! end of time.

use ratelab_limiter::{PolicyError, role::Role};

use super::super::{
    check::{end, refuse, refuse_policy},
    error::Mistake,
    expected::Expected,
    print::print,
    reader::{MOST_TEXT, Reader},
    reading::Reading,
    span::Span,
    units::Time,
};
use crate::scenario::{Group, Lane, MOST_CLIENTS, MOST_GROUPS, Scenario, Store, Tier};

/// The maximum number of groups that a message lists.
const MOST_NAMED: usize = 8;

const GROUPS_EXAMPLE: &str = "mobile 1000 limit 10/10s burst 20, cron";

/// Checks the parts that few scenarios use.
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

/// Checks that the traffic only names groups that are defined, or not too many if none are.
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

/// Returns the position of the name after the first `by`.
fn name_in(reader: &mut Reader<'_>, pattern: Span) -> Span {
    reader.begin(pattern);
    while !reader.is_done() && !reader.accept("by") {
        reader.take();
    }
    reader.token()
}

/// Lists groups for a message, which stays a sentence however many there are.
fn named(groups: &[Group]) -> String {
    let names: Vec<_> = groups.iter().take(MOST_NAMED).map(|group| group.name.to_string()).collect();
    let more = groups.len() - names.len();
    match names.split_last() {
        _ if more > 0 => format!("{} and {more} more", names.join(", ")),
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Checks the total number of clients, and points at the largest count.
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
        Some((number, _)) => ("groups", setting_span(reader, reading, number, ""), GROUPS_EXAMPLE),
        None => ("clients", reading.value("clients"), "1000 zipf 1.1"),
    };
    let expected = Expected::composed(format!("at most {MOST_CLIENTS} clients in all, not {total}"));
    refuse(reader, location, Mistake::OutOfRange, expected);
}

/// Returns the error of a lane for a tier, and the member that causes it: counted from one, zero for the lane
/// itself.
pub(super) fn culprit(lane: &Lane, scenario: &Scenario, tier: Option<&Tier>) -> Option<(PolicyError, usize)> {
    let mut all = lane.members.iter().zip(1..).chain([(lane, 0)]);
    all.find_map(|(lane, member)| Some((lane.policy_under(scenario, tier).err()?, member)))
}

/// Checks that every limiter accepts the limit of every group.
fn check_tiers(reader: &mut Reader<'_>, reading: &Reading) {
    let scenario = &reading.scenario;
    for (number, group) in scenario.groups.iter().enumerate() {
        if group.tier == Tier::default() {
            continue;
        }
        for lane in &scenario.lanes {
            let Some((error, member)) = culprit(lane, scenario, Some(&group.tier)) else { continue };
            let limiter = member.checked_sub(1).map_or(lane, |member| &lane.members[member]).algorithm;
            let parameter = limiter.parameters().iter().find(|parameter| parameter.name == error.field());
            let role = parameter.map_or(Role::Option, |parameter| parameter.role);
            let is_rate = matches!(role, Role::Limit | Role::Amount | Role::Period);
            let is_limit = group.tier.burst.is_none() || is_rate && group.tier.limit.is_some();
            let word = if is_limit { "limit" } else { "burst" };
            let stated = setting_span(reader, reading, number, word);
            let subject = format!("a {word} that {limiter} accepts, with ");
            refuse_policy(reader, ("groups", stated, GROUPS_EXAMPLE), subject, error);
            return;
        }
    }
}

/// Returns where a group sets its limit or burst, by that word, or else its number of clients.
fn setting_span(reader: &mut Reader<'_>, reading: &Reading, number: usize, word: &str) -> Span {
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

/// Checks that the clocks of all servers can show the end of the traffic and of delayed writes.
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
    let expected = Expected::composed(format!("times up to {} on every clock", Time(u64::MAX)));
    refuse(reader, location, Mistake::OutOfRange, expected);
}

/// Checks the length of the printed text, which can exceed that of the input and must be short enough to be
/// parsed again.
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
