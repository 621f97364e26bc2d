//! Arbitrary bytes as the text of a scenario, and as a link to one.

use ratelab_limiter::SECOND;
use ratelab_report::Report;
use ratelab_scenario::{
    language::{LanguageError, Stroke, from_link, parse, print, to_link},
    scenario::{Lane, MOST_GROUPS, MOST_REQUESTS, Pattern, Scenario, Shape, Tier},
    traffic::{Arrivals, Generator, expected},
};

use super::reports;
use crate::strokes::stroke;

/// The maximum length of a message, however wrong a text is.
const LONGEST_MESSAGE: usize = 400;
/// The maximum length of the wrong text in a message, with the dots.
const LONGEST_FOUND: usize = 43;

/// The maximum size of a scenario that is run: more requests, clients or decisions take longer and find nothing
/// else.
const MOST_RUN: usize = 2_000;
const MOST_CLIENTS: u32 = 200;
const MOST_DECISIONS: usize = 4_000;

/// Reads these bytes as a text and as a link: either is refused with a mistake within it, or means one
/// scenario, which has one text and can be run and reported on.
///
/// # Panics
///
/// If that is not the case.
pub fn text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    read(&text);
    assert_link_back(&text);
    match from_link(&text) {
        Err(error) => assert_refused(&text, &error),
        Ok(linked) => {
            assert_link_back(&linked);
            if linked != *text {
                read(&linked);
            }
        }
    }
}

fn assert_link_back(text: &str) {
    let link = to_link(text);
    assert!(link.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"=&;,@/.()_-:~+%".contains(&byte)));
    assert_eq!(from_link(&link).as_deref(), Ok(text));
}

fn read(text: &str) {
    match parse(text) {
        Err(error) => assert_refused(text, &error),
        Ok(scenario) => assert_means(&scenario),
    }
}

/// Asserts that the position of a mistake is right, and that its message is helpful.
fn assert_refused(text: &str, error: &LanguageError) {
    let end = error.position + error.length;
    let wrong = text.get(error.position..end).expect("a mistake consists of whole characters of the text");
    let before = &text[..error.position];
    let line = before.rsplit('\n').next().unwrap_or_default();
    assert_eq!(error.line as usize, before.split('\n').count());
    assert_eq!(error.column as usize, line.chars().count() + 1);
    let repeated = error.found.strip_suffix("...").filter(|_| error.found != wrong);
    assert!(wrong.starts_with(repeated.unwrap_or(&error.found)), "{error:?}");
    assert!(repeated.is_some() || error.found.len() == wrong.len(), "{error:?}");
    assert!(error.found.len() <= LONGEST_FOUND, "{error:?}");
    let expected = error.expected.to_string();
    assert!(!expected.is_empty() && !error.code().is_empty());
    let message = error.to_string();
    assert!(message.contains(&expected) && message.len() <= LONGEST_MESSAGE, "{message}");
    assert_example(error);
}

/// Asserts that the example of a message is valid.
fn assert_example(error: &LanguageError) {
    match error.field {
        Some(field) => {
            let example = format!("{field}={}", error.example);
            assert!(parse(&example).is_ok(), "{example}: {error}");
        }
        None if error.code() == "bad_escape" => assert!(from_link(error.example).is_ok(), "{error}"),
        None => assert!(parse(error.example).is_ok(), "{error}"),
    }
}

/// Asserts that a scenario has one text, and is within its bounds.
fn assert_means(scenario: &Scenario) {
    let canonical = print(scenario);
    assert!(canonical.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" =&;,@/.():+_".contains(&byte)));
    assert_eq!(parse(&canonical).as_ref(), Ok(scenario), "{canonical}");
    assert_link_back(&canonical);
    let groups = scenario.named_groups();
    for tier in groups.iter().map(|group| group.tier).chain([Tier::default()]) {
        assert!(scenario.lanes.iter().all(|lane| lane.policy_of(scenario, &tier).is_ok()), "{canonical}");
    }
    let is_known =
        |pattern: &Pattern| pattern.by.is_none_or(|by| groups.iter().any(|group| group.name == by));
    assert!(scenario.traffic.iter().all(is_known) && groups.len() <= MOST_GROUPS, "{canonical}");
    let requests: u64 = scenario.traffic.iter().map(|pattern| expected(&pattern.shape)).sum();
    assert!(requests <= MOST_REQUESTS, "{canonical}");
    if requests <= MOST_RUN as u64 && clients(scenario) <= MOST_CLIENTS {
        run(scenario, requests);
    }
}

/// Runs a scenario, unless randomness makes it much larger than expected.
fn run(scenario: &Scenario, requests: u64) {
    let mut generator = Generator::new(scenario);
    if !generator.advance(2 * MOST_RUN + 100) {
        assert!(has(scenario, |shape| matches!(shape, Shape::Pareto { .. })), "only a heavy tail is longer");
        return;
    }
    let arrivals = generator.finish();
    assert_arrivals(scenario, requests, &arrivals);
    assert_strokes(scenario, &arrivals);
    let decisions = arrivals.len() * limiters(&scenario.lanes) * scenario.retry.attempts as usize;
    if decisions <= MOST_DECISIONS {
        let run = Report::complete(scenario.clone()).expect("every lane has a policy");
        assert_eq!(run.traffic(), Some(&arrivals));
        reports::assert_reports(&run);
    }
}

/// Asserts that a request can be added, moved and removed, within the limits.
fn assert_strokes(scenario: &Scenario, arrivals: &Arrivals) {
    let middle = arrivals.len() / 2;
    let is_kind = |error: LanguageError| assert!(!error.code().is_empty() && error.field == Some("traffic"));
    let time = arrivals.times().last().map_or(0, |last| last / 2);
    let one = arrivals.times().get(middle).copied().unwrap_or(SECOND);
    let _ = stroke(scenario, &Stroke::Add(vec![time, one, time])).map_err(is_kind);
    if middle < arrivals.len() {
        let _ = stroke(scenario, &Stroke::Move { request: middle, to: time }).map_err(is_kind);
        let _ = stroke(scenario, &Stroke::Remove(middle)).map_err(is_kind);
        let range = one..one.saturating_add(SECOND);
        let _ = stroke(scenario, &Stroke::MoveAll { range: range.clone(), to: time }).map_err(is_kind);
        let _ = stroke(scenario, &Stroke::RemoveAll(range)).map_err(is_kind);
    }
}

/// Asserts that arrivals are in order, on the clock, and as many as expected.
fn assert_arrivals(scenario: &Scenario, requests: u64, arrivals: &Arrivals) {
    assert!(arrivals.times().is_sorted());
    let last = arrivals.times().last().copied().unwrap_or(0);
    assert!(scenario.start.checked_add(last).is_some(), "every request is on the clock");
    assert!(arrivals.clients().iter().all(|client| *client < clients(scenario)));
    if !has(scenario, Shape::is_random) {
        assert_eq!(arrivals.len() as u64, requests, "{scenario}");
    }
}

/// Returns the maximum number of clients, including those of groups.
fn clients(scenario: &Scenario) -> u32 {
    let groups = scenario.named_groups();
    groups.iter().fold(scenario.clients.count, |sum, group| sum.saturating_add(group.clients.count))
}

fn has(scenario: &Scenario, kind: impl Fn(&Shape) -> bool) -> bool {
    scenario.traffic.iter().any(|Pattern { shape, .. }| kind(shape))
}

/// Returns how many limiters decide a request, counting the members of a lane.
fn limiters(lanes: &[Lane]) -> usize {
    lanes.iter().map(|lane| 1 + limiters(&lane.members)).sum()
}
