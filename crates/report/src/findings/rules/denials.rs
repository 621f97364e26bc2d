//! The denials of each limiter, if no limit is exceeded and no request is decided differently.

use super::{
    super::{Finding, facts::RunFacts, names::capital},
    alike::waits,
};
use crate::words::{count, counted};

pub(super) fn deny(facts: &RunFacts<'_>) -> Option<Finding> {
    let (strictest, loosest) =
        (facts.most_of(|lane| facts.denied(lane)), facts.least_of(|lane| facts.denied(lane)));
    let [most, least] = [strictest, loosest].map(|lane| facts.denied(lane));
    if most == 0 {
        return None;
    }
    let retries = facts.lanes().any(|lane| facts.attempts(lane) > facts.requests());
    let what = if retries { "attempt" } else { "request" };
    let requests = counted(facts.attempts(strictest), what);
    let headline = if most > least {
        // Only if clients may retry: then lanes have no requests in common.
        let least = if least == 0 { "none".to_owned() } else { format!("only {}", count(least)) };
        let [strictest, loosest] =
            [strictest, loosest].map(|one| facts.those(|lane| facts.denied(lane) == facts.denied(one)));
        let strictest = capital(&strictest);
        format!("{strictest} denied {} of {requests}, {loosest} {least}.", count(most))
    } else {
        let lanes = capital(&facts.all_lanes());
        match (facts.attempts(strictest), facts.lanes().len()) {
            (1, _) => format!("{lanes} denied the only request."),
            (_, 2..) if facts.run.scenario().has_same_requests() => {
                format!("{lanes} denied the same {} of {requests}.", count(most))
            }
            _ => format!("{lanes} denied {} of {requests}.", count(most)),
        }
    };
    let reason = format!("{} {}.", capital(&facts.name(strictest)), facts.rule(strictest));
    Some(Finding::new(headline, waits(facts).unwrap_or(reason)))
}
