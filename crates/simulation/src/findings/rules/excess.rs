//! A limiter let more through than its own limit, in a window of its own length.

use ratelab_limiter::{Limiter, Policy};

use super::super::{
    Finding,
    facts::{Excess, Story},
    names::capital,
};
use crate::words::{count, instant};

pub(in super::super) fn exceeds(story: &Story<'_>) -> Option<Finding> {
    let (lane, excess) = story.worst()?;
    let headline = format!("{} {}.", capital(&story.name(lane)), story.exceeded(lane, &excess));
    let reason = [why(story, lane, &excess), others(story, lane, &excess)].concat();
    Some(Finding::new(headline, reason))
}

/// What about the limiter made it possible.
fn why(story: &Story<'_>, lane: usize, excess: &Excess) -> String {
    let policy = match (story.policy(lane), excess.member) {
        (Policy::AllOf(all), Some(member)) => &all.members()[member],
        (policy, _) => policy,
    };
    match policy {
        Policy::SlidingWindowCounter(_) => {
            let rounds_down = policy.settings().get("rounding") == Some(&"floor".into());
            let rounded = if rounds_down { ", and rounds down" } else { "" };
            format!("It counts the window before as if its requests had come evenly{rounded}.")
        }
        _ => match edge_within(story, lane, excess) {
            Some(edge) => {
                let edge = instant(edge);
                format!(
                    "Each window has a budget of its own. One ended at {edge}, and the next began with all of its budget."
                )
            }
            None => "Each window has a budget of its own, and one ended within that time.".to_owned(),
        },
    }
}

/// Where a window of the limiter begins between the first and the last of what got through.
pub(in super::super) fn edge_within(story: &Story<'_>, lane: usize, excess: &Excess) -> Option<u64> {
    let scenario = story.run.scenario();
    let lane = &scenario.lanes[lane];
    let windows = excess.member.map_or(lane, |member| &lane.members[member]).windows(scenario)?;
    windows.edges(excess.most.from + 1).next().filter(|edge| *edge <= excess.most.to)
}

/// What the others let through at most in as short a time, if it is less.
fn others(story: &Story<'_>, lane: usize, excess: &Excess) -> String {
    let others = || story.lanes().filter(|other| *other != lane);
    let next = others().map(|other| story.most(other, excess.most.to - excess.most.from).cost).max();
    match (next.filter(|next| *next < excess.most.cost), others().next(), others().count()) {
        (Some(next), Some(other), 1) => {
            format!(" {} let no more than {} through in that time.", capital(&story.name(other)), count(next))
        }
        (Some(next), ..) => format!(" No other limiter let more than {} through in that time.", count(next)),
        (None, ..) => String::new(),
    }
}
