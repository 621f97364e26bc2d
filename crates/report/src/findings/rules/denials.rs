//! The denials of each limiter, if no limit is exceeded and few requests are decided differently.

use super::{
    super::{Finding, facts::RunFacts, names::capital, sentence::share},
    alike::waits,
    layers::rule_sentence,
};
use crate::words::count;

pub(super) fn deny(facts: &RunFacts<'_>) -> Option<Finding> {
    let (strictest, loosest) =
        (facts.most_of(|lane| facts.denied(lane)), facts.least_of(|lane| facts.denied(lane)));
    let [most, least] = [strictest, loosest].map(|lane| facts.denied(lane));
    if most == 0 {
        return None;
    }
    let retries = facts.lanes().any(|lane| facts.attempts(lane) > facts.requests());
    let what = if retries { "attempt" } else { "request" };
    let denied = share(most, facts.attempts(strictest), what);
    let headline = if most > least {
        let least = if least == 0 { "none".to_owned() } else { format!("only {}", count(least)) };
        let [strictest, loosest] =
            [strictest, loosest].map(|one| facts.those(|lane| facts.denied(lane) == facts.denied(one)));
        let strictest = capital(&strictest);
        format!("{strictest} denied {denied}, {loosest} {least}.")
    } else {
        let lanes = capital(&facts.all_lanes());
        match (facts.attempts(strictest), facts.lanes().len()) {
            (1, _) => format!("{lanes} denied the only request."),
            (all, 2..) if facts.disagreed() == Some(0) && most < all => {
                format!("{lanes} denied the same {denied}.")
            }
            _ => format!("{lanes} denied {denied}."),
        }
    };
    let waits = waits(facts).map(|(lane, waited)| match lane == strictest {
        true => format!(" {} {waited}", capital(facts.pronoun(lane))),
        false => format!(" {} {waited}", capital(&facts.name(lane))),
    });
    Some(Finding::new(headline, rule_sentence(facts, strictest) + &waits.unwrap_or_default()))
}
