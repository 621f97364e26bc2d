//! Who was refused how much, where several groups send.

use super::super::{
    Finding,
    facts::Story,
    names::capital,
    places::keyed,
    sentence::{Refused, verbed},
};
use ratelab_scenario::scenario::Key;

pub(super) fn deny(story: &Story<'_>) -> Option<Finding> {
    let lane = story.most_of(|lane| story.denied(lane));
    let groups = story.denied_groups(lane);
    let (first, last) = (groups.first()?, groups.last()?);
    // Where all are refused alike, it does not matter who they are.
    if first.denied * last.sent == last.denied * first.sent {
        return None;
    }
    let with = if is_alike(story, lane) { String::new() } else { format!("with {}, ", story.name(lane)) };
    let headline = capital(&format!("{with}{}.", denied(&groups)));
    Some(Finding::new(headline, [budgets(story, lane), others(story, lane)].concat()))
}

fn denied(groups: &[Refused]) -> String {
    verbed(groups.iter().map(|of| (&*of.name, of.words())), " was denied")
}

/// Whether all lanes deny each group as many.
fn is_alike(story: &Story<'_>, lane: usize) -> bool {
    let numbers =
        |lane: usize| story.run.by_group(lane).iter().map(|part| part.counts.denied).collect::<Vec<_>>();
    story.lanes().all(|other| numbers(other) == numbers(lane))
}

/// Who has a budget: by tier, or by whom the lane counts together.
fn budgets(story: &Story<'_>, lane: usize) -> String {
    let senders = story.run.senders();
    let policies = || (0..senders.groups().len()).map(|group| story.run.lanes()[lane].policy_of(group));
    let is_tiered = policies().any(|policy| Some(policy) != policies().next());
    if is_tiered && story.run.lanes()[lane].layers() == 1 {
        return format!("{} {}.", capital(&story.name(lane)), story.rule(lane));
    }
    match story.lane(lane).key {
        _ if story.run.lanes()[lane].layers() > 1 => "Each layer counts them in its own way.",
        Key::Client => "Each client has a budget of its own.",
        Key::Group => "Each group has a budget of its own.",
        Key::Everybody if is_alone(story, lane) => "All share one budget, so each pays for the others.",
        Key::Everybody => "In it all share one budget, so each pays for the others.",
    }
    .to_owned()
}

/// Whether there is no lane that counts otherwise.
fn is_alone(story: &Story<'_>, lane: usize) -> bool {
    story.lanes().all(|other| story.lane(other).key == story.lane(lane).key)
}

/// The lane that denies the least, if it differs.
fn others(story: &Story<'_>, lane: usize) -> String {
    let loosest = story.least_of(|lane| story.denied(lane));
    if story.denied(loosest) == story.denied(lane) {
        return String::new();
    }
    let key = if story.name(loosest).ends_with(keyed(story.lane(loosest).key)) || is_alone(story, lane) {
        String::new()
    } else {
        format!(" {}", keyed(story.lane(loosest).key))
    };
    format!(" With {}{key}, {}.", story.name(loosest), denied(&story.denied_groups(loosest)))
}
