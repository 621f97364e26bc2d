//! Who denied how much, where nobody exceeds a limit and no request is decided differently.

use super::{
    super::{Finding, facts::Story, names::capital},
    alike::waits,
};
use crate::words::{count, counted};

pub(super) fn deny(story: &Story<'_>) -> Option<Finding> {
    let (strictest, loosest) =
        (story.most_of(|lane| story.denied(lane)), story.least_of(|lane| story.denied(lane)));
    let [most, least] = [strictest, loosest].map(|lane| story.denied(lane));
    if most == 0 {
        return None;
    }
    let requests = counted(story.requests(), "request");
    let headline = if most > least {
        // Only where clients may retry: they have no requests in common.
        let least = if least == 0 { "none".to_owned() } else { format!("only {}", count(least)) };
        let [strictest, loosest] =
            [strictest, loosest].map(|one| story.those(|lane| story.denied(lane) == story.denied(one)));
        let strictest = capital(&strictest);
        format!("{strictest} denied {} of {requests}, {loosest} {least}.", count(most))
    } else {
        let lanes = capital(&story.all_lanes());
        match (story.requests(), story.lanes().len()) {
            (1, _) => format!("{lanes} denied the only request."),
            (_, 2..) if story.run.scenario().has_same_requests() => {
                format!("{lanes} denied the same {} of {requests}.", count(most))
            }
            _ => format!("{lanes} denied {} of {requests}.", count(most)),
        }
    };
    let reason = format!("{} {}.", capital(&story.name(strictest)), story.rule(strictest));
    Some(Finding::new(headline, waits(story).unwrap_or(reason)))
}
