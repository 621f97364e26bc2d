//! Limiters decide differently about the same requests.

use super::super::{Finding, facts::Story, names::capital};
use crate::words::{count, counted};

pub(super) fn disagree(story: &Story<'_>) -> Option<Finding> {
    let differing = story.run.disagreed().filter(|differing| *differing > 0)?;
    let (loosest, strictest) =
        (story.most_of(|lane| story.admitted(lane)), story.least_of(|lane| story.admitted(lane)));
    let what =
        format!("The limiters disagree on {} of {}", count(differing), counted(story.requests(), "request"));
    if story.admitted(loosest) == story.admitted(strictest) {
        let headline = format!("{what}, though each let {} through.", count(story.admitted(loosest)));
        return Some(Finding::new(headline, rules(story, 0, differs_from_first(story)?)));
    }
    let headline = format!(
        "{what}: {} let {} through, {} only {}.",
        story.those(|lane| story.admitted(lane) == story.admitted(loosest)),
        count(story.admitted(loosest)),
        story.those(|lane| story.admitted(lane) == story.admitted(strictest)),
        count(story.admitted(strictest))
    );
    Some(Finding::new(headline, rules(story, loosest, strictest)))
}

/// The first lane that decides a request differently from the first of all.
fn differs_from_first(story: &Story<'_>) -> Option<usize> {
    story.lanes().skip(1).find(|other| story.run.next_disagreement(&[0, *other], 0).is_some())
}

/// What each of two lanes allows.
fn rules(story: &Story<'_>, one: usize, other: usize) -> String {
    let [one, other] =
        [one, other].map(|lane| format!("{} {}.", capital(&story.name(lane)), story.rule(lane)));
    [one, other].join(" ")
}
