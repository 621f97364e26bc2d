//! What a stroke of the hand makes of the traffic, beside what it should.

use ratelab_simulation::{
    language::{LanguageError, Stroke, amend, paint, parse, print},
    scenario::Scenario,
    traffic::arrivals,
};

/// The text after a stroke, if it is allowed. Its requests are those before it, but for
/// those that were added, moved or removed.
///
/// # Panics
///
/// When they are not.
pub fn stroke(text: &str, stroke: &Stroke) -> Result<String, LanguageError> {
    let before = parse(text)?;
    let value = paint(text, stroke)?;
    let after = amend(text, "traffic", &value).unwrap_or_else(|error| panic!("{value}: {error}"));
    let only = format!("v=1&traffic={value}");
    assert_eq!(parse(&only).map(|scenario| print(&scenario)), Ok(only), "{text}, {stroke:?}");
    assert_eq!(Scenario { traffic: before.traffic.clone(), ..after.clone() }, before);
    assert_eq!(requests(&after), changed(&before, stroke), "{text}, {stroke:?}: {value}");
    Ok(print(&after))
}

/// When requests come and what they cost, in the order of both.
pub fn requests(scenario: &Scenario) -> Vec<(u64, u32)> {
    let mut requests = in_turn(scenario);
    requests.sort_unstable();
    requests
}

fn in_turn(scenario: &Scenario) -> Vec<(u64, u32)> {
    let arrivals = arrivals(scenario);
    (0..arrivals.len()).map(|index| (arrivals.time(index), arrivals.cost(index))).collect()
}

fn changed(scenario: &Scenario, stroke: &Stroke) -> Vec<(u64, u32)> {
    let mut requests = in_turn(scenario);
    match stroke {
        Stroke::Add(times) => requests.extend(times.iter().map(|time| (*time, 1))),
        Stroke::Move { request, to } => requests[*request].0 = *to,
        Stroke::Remove(request) => drop(requests.remove(*request)),
    }
    requests.sort_unstable();
    requests
}
