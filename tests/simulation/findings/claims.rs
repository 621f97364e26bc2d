//! Texts taken apart, and the names of limiters.

use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND};
use ratelab_simulation::{
    run::Simulation,
    words::{count, duration},
};

use super::walk::{Walked, setting};

/// What a check answers: what is wrong.
pub(super) type Checked = Result<(), String>;

/// What stands in the places of a template, if the text is made by it.
pub(super) fn places<'t>(text: &'t str, template: &str) -> Option<Vec<&'t str>> {
    let mut pieces = template.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut places = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let end =
            if pieces.peek().is_none() { rest.len().checked_sub(piece.len())? } else { rest.find(piece)? };
        if !rest.is_char_boundary(end) || &rest[end..end + piece.len()] != piece {
            return None;
        }
        places.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(places)
}

/// Asserts that what is said is what was found.
pub(super) fn same(said: &str, found: impl ToString) -> Checked {
    let found = found.to_string();
    if said == found { Ok(()) } else { Err(format!("it says \"{said}\", but it is \"{found}\"")) }
}

/// Asserts that each of these is as it should be.
pub(super) fn all_same<const N: usize>(pairs: [(&str, String); N]) -> Checked {
    pairs.into_iter().try_for_each(|(said, found)| same(said, found))
}

pub(super) fn sure(is_so: bool, what: &str) -> Checked {
    if is_so { Ok(()) } else { Err(format!("it is not so: {what}")) }
}

pub(super) fn things(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{} {thing}s", count(number)) }
}

/// What a limiter is called within a sentence.
pub(super) const fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::FixedWindow => "the fixed window",
        Algorithm::SlidingWindowLog => "the sliding window log",
        Algorithm::SlidingWindowCounter => "the sliding window counter",
        Algorithm::TokenBucket => "the token bucket",
        Algorithm::LeakyBucketMeter => "the leaky bucket meter",
        Algorithm::LeakyBucketQueue => "the leaky bucket queue",
        Algorithm::Gcra => "GCRA",
        Algorithm::AllOf => "the all-of",
        Algorithm::Layers => "the layers",
    }
}

/// The lane that this name means.
pub(super) fn lane_named(run: &Simulation, said: &str) -> Result<usize, String> {
    let said = said.replacen("The ", "the ", 1);
    let algorithms: Vec<_> = run.lanes().iter().map(|lane| lane.policy().algorithm()).collect();
    let means = |lane: &usize| {
        let alike = algorithms.iter().filter(|algorithm| **algorithm == algorithms[*lane]).count();
        let place = if alike > 1 { format!(" in lane {}", lane + 1) } else { String::new() };
        said == name(algorithms[*lane]).to_owned() + &place
    };
    (0..algorithms.len()).find(means).ok_or_else(|| format!("no lane is called {said}"))
}

/// So much of one client, in words.
pub(super) fn amount(walked: &Walked<'_>, cost: u64) -> String {
    let scenario = walked.run.scenario();
    let arrivals = walked.run.traffic().expect("it is done");
    let is_plain = (0..arrivals.len()).all(|index| arrivals.cost(index) == 1);
    let what = if is_plain { "" } else { "requests worth " };
    let whose = if scenario.clients.count > 1 { " of one client" } else { "" };
    format!("{what}{}{whose}", count(cost))
}

/// What is said that a limiter does is what it is configured to do.
pub(super) fn check_rule(policy: &Policy, said: &str) -> Checked {
    let number = |name: &str| setting(policy, name).map_or(String::new(), count);
    let time = |name: &str| setting(policy, name).map_or(String::new(), duration);
    let is_rate = |said: &str| check_rate(policy, said);
    let templates: [(Algorithm, &str); 9] = [
        (Algorithm::FixedWindow, "allows {} in each window of {}"),
        (Algorithm::SlidingWindowLog, "allows {} in any {}"),
        (Algorithm::SlidingWindowCounter, "allows about {} in any {}"),
        (Algorithm::TokenBucket, "saves up to {} and gets back {}"),
        (Algorithm::LeakyBucketMeter, "holds {} and leaks {}"),
        (Algorithm::LeakyBucketQueue, "holds {} and serves {}"),
        (Algorithm::Gcra, "allows {} at once and {} after that"),
        (Algorithm::AllOf, "allows what {} in it allow"),
        (Algorithm::Layers, "allows what {} in it allow"),
    ];
    let (algorithm, template) = templates[policy.algorithm() as usize];
    assert_eq!(algorithm, policy.algorithm());
    let said = places(said, template).ok_or_else(|| format!("unknown: {said}"))?;
    match policy {
        Policy::AllOf(all) => {
            let names: Vec<_> = all.members().iter().map(|member| name(member.algorithm())).collect();
            same(&said[0].replace(", ", " and "), names.join(" and "))
        }
        Policy::Gcra(_) => same(said[0], number("burst")).and_then(|()| is_rate(said[1])),
        Policy::FixedWindow(_) | Policy::SlidingWindowLog(_) | Policy::SlidingWindowCounter(_) => {
            all_same([(said[0], number("limit")), (said[1], time("window"))])
        }
        _ => same(said[0], number("capacity")).and_then(|()| is_rate(said[1])),
    }
}

/// `1 a second`, `3 every 2 s`: as much in as long as is configured.
fn check_rate(policy: &Policy, said: &str) -> Checked {
    let number = |name: &str| u128::from(setting(policy, name).unwrap_or(0));
    let (amount, period) = (number("amount"), number("period"));
    if said == "none" {
        return sure(amount == 0, "nothing comes back");
    }
    let whole = |said: &str| said.replace(',', "").parse::<u128>().map_err(|error| error.to_string());
    if let Some(said) = places(said, "{} a second") {
        return sure(whole(said[0])? * period == amount * u128::from(SECOND), "so many a second");
    }
    let said = places(said, "{} every {}").ok_or_else(|| format!("unknown: {said}"))?;
    let said_amount = whole(said[0])?;
    sure(said_amount > 0 && period * said_amount % amount == 0, "a whole time")?;
    same(said[1], duration(u64::try_from(period * said_amount / amount).expect("a time")))
}
