//! What a stroke of the hand makes of the traffic, beside what it should.

use ratelab_simulation::{
    language::{LanguageError, Stroke, paint, parse, print},
    scenario::Scenario,
    traffic::arrivals,
};

/// The scenario after a stroke, if it is allowed. Its requests are those before it, but for
/// those that were added, moved or removed, and its text is the same scenario.
///
/// # Panics
///
/// When they are not.
pub fn stroke(before: &Scenario, stroke: &Stroke) -> Result<Scenario, LanguageError> {
    let after = paint(before, stroke)?;
    let text = print(&after);
    assert_eq!(parse(&text).as_ref(), Ok(&after), "{before}, {stroke:?}: {text}");
    assert_eq!(Scenario { traffic: before.traffic.clone(), ..after.clone() }, *before);
    assert_eq!(requests(&after), changed(before, stroke), "{before}, {stroke:?}: {text}");
    Ok(after)
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
        Stroke::MoveAll { stretch, to } => requests
            .iter_mut()
            .filter(|(time, _)| stretch.contains(time))
            .for_each(|(time, _)| *time = *time - stretch.start + to),
        Stroke::RemoveAll(stretch) => requests.retain(|(time, _)| !stretch.contains(time)),
    }
    requests.sort_unstable();
    requests
}
