//! Compares the effect of a stroke on the traffic with a simple implementation.

use ratelab_scenario::{
    language::{LanguageError, Stroke, paint, parse, print},
    scenario::{Name, Scenario, Shape},
    traffic::arrivals,
};

/// Returns the scenario after a stroke, if it is valid. Asserts that its requests are those before it, except
/// for those that were added, moved or removed, and that its text is the same scenario.
///
/// # Panics
///
/// If they are not.
pub fn stroke(before: &Scenario, stroke: &Stroke) -> Result<Scenario, LanguageError> {
    let after = paint(before, stroke)?;
    let text = print(&after);
    assert_eq!(parse(&text).as_ref(), Ok(&after), "{before}, {stroke:?}: {text}");
    assert_eq!(Scenario { traffic: before.traffic.clone(), ..after.clone() }, *before);
    assert_eq!(requests(&after), changed(before, stroke), "{before}, {stroke:?}: {text}");
    Ok(after)
}

/// The time of a request, its cost, and the group that sends it.
pub type Request = (u64, u32, Option<Name>);

/// Returns all requests of a scenario, sorted independently of the patterns.
pub fn requests(scenario: &Scenario) -> Vec<Request> {
    in_one_order(in_turn(scenario))
}

fn in_one_order(mut requests: Vec<Request>) -> Vec<Request> {
    requests.sort_by_cached_key(|(time, cost, by)| (*time, *cost, by.map(|name| name.to_string())));
    requests
}

/// Returns requests in time order; at the same instant, in the order of the patterns.
pub fn in_turn(scenario: &Scenario) -> Vec<Request> {
    let mut all = Vec::new();
    for (number, pattern) in scenario.traffic.iter().enumerate() {
        let of_it = arrivals(&alone(scenario, number));
        all.extend((0..of_it.len()).map(|index| (of_it.time(index), number, of_it.cost(index), pattern.by)));
    }
    all.sort_by_key(|(time, number, ..)| (*time, *number));
    all.into_iter().map(|(time, _, cost, by)| (time, cost, by)).collect()
}

/// Returns a scenario in which only one pattern sends requests, at its original index.
fn alone(scenario: &Scenario, number: usize) -> Scenario {
    let mut alone = scenario.clone();
    for (other, pattern) in alone.traffic.iter_mut().enumerate() {
        if other != number {
            pattern.shape = Shape::At { times: Vec::new() };
        }
    }
    alone
}

/// Returns the group that sends added requests.
pub fn painter(scenario: &Scenario) -> Option<Name> {
    let names: Vec<_> = scenario.traffic.iter().map(|pattern| pattern.by).collect();
    if names.contains(&None) { None } else { names[0] }
}

fn changed(scenario: &Scenario, stroke: &Stroke) -> Vec<Request> {
    let mut requests = in_turn(scenario);
    match stroke {
        Stroke::Add(times) => requests.extend(times.iter().map(|time| (*time, 1, painter(scenario)))),
        Stroke::Move { request, to } => requests[*request].0 = *to,
        Stroke::Remove(request) => drop(requests.remove(*request)),
        Stroke::MoveAll { range, to } => requests
            .iter_mut()
            .filter(|(time, ..)| range.contains(time))
            .for_each(|(time, ..)| *time = *time - range.start + to),
        Stroke::RemoveAll(range) => requests.retain(|(time, ..)| !range.contains(time)),
    }
    in_one_order(requests)
}
