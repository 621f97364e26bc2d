//! Reports about a finished run, compared with a walk through it.

use ratelab_limiter::Limiter;
use ratelab_report::{Report, explain::applied_limit};
use ratelab_simulation::{explain::Explanation, run::Kind, view::Span};
use serde_json::Value;

use super::{
    bands::has_band,
    walk::{Step, assert_conserved, is_walked, walk},
};
use crate::vectors::{self, Verdict};

/// The maximum number of requests that a picture shows one by one, and with which a vector is run.
const FEW: usize = 600;
/// The maximum number of requests of which every pair is tried.
const VERY_FEW: usize = 100;

/// Asserts that everything reported about a run is what happened in it.
pub(super) fn assert_reports(run: &Report) {
    let steps: Vec<_> = (0..run.lanes().len()).map(|lane| walk(run, lane)).collect();
    for (lane, steps) in steps.iter().enumerate() {
        assert_conserved(run, lane, steps);
        assert_measured(run, lane, steps);
        assert_explained(run, lane, steps);
        assert_vector(run, lane, steps);
        assert_instants(run, lane, steps);
        assert!(run.sentence(lane).is_some_and(|sentence| sentence.ends_with('.')));
    }
    assert!(
        run.finding().is_some_and(|stated| stated.headline.ends_with('.') && stated.reason.ends_with('.'))
    );
    assert_files(run, &steps);
    assert_picture(run, &steps);
}

fn assert_measured(run: &Report, lane: usize, steps: &[Step]) {
    let measures = run.measures(lane).expect("the run is done");
    let kinds = || steps.iter().map(|step| step.mark.kind);
    let denied = kinds().filter(|kind| *kind == Kind::Denied).count();
    assert_eq!(measures.counts.denied as usize, denied);
    assert_eq!(measures.first_denial.map(|(index, _)| index), kinds().position(|kind| kind == Kind::Denied));
    let waits = steps.iter().filter_map(|step| Some(step.mark.started? - step.mark.time));
    assert_eq!(measures.waits.longest, waits.max().unwrap_or(0));
    assert!(measures.waits.median <= measures.waits.p95 && measures.waits.p95 <= measures.waits.longest);
    assert!(u128::from(measures.most.cost) <= measures.bound.unwrap_or(u128::MAX), "{measures:?}");
    assert_eq!(measures.goodput.attempts as usize, steps.len());
    assert!(measures.goodput.succeeded <= measures.goodput.requests);
    assert!(measures.goodput.requests <= measures.goodput.attempts);
    let window = run.scenario().limit.period;
    let reaches = run.envelope(lane, &[0, 1, window - 1, window, u64::MAX]);
    assert!(
        reaches.iter().all(|reach| u128::from(reach.most.cost) <= reach.bound.unwrap_or(u128::MAX)),
        "{reaches:?}"
    );
    // Clients with their own limits are measured by these.
    if !run.senders().has_tiers() {
        assert_eq!(reaches[2].most, measures.most);
    }
    if steps.len() <= VERY_FEW && is_walked(run, lane) {
        assert_eq!(reaches[2].most.cost, most_in(run, lane, steps, window - 1));
    }
}

/// Returns the maximum that one key got within an interval, by trying every start.
fn most_in(run: &Report, lane: usize, steps: &[Step], interval: u64) -> u64 {
    let arrivals = run.arrivals(lane).expect("the run is done");
    let start = |(index, step): (usize, &Step)| {
        Some((key(run, lane, arrivals.client(index)), step.mark.started?, arrivals.cost(index)))
    };
    let starts: Vec<_> = steps.iter().enumerate().filter_map(start).collect();
    let from = |(client, begin, _): &(u32, u64, u32)| {
        let is_within = |(other, time, _): &&(u32, u64, u32)| {
            other == client && time.checked_sub(*begin).is_some_and(|after| after <= interval)
        };
        starts.iter().filter(is_within).map(|(_, _, cost)| u64::from(*cost)).sum::<u64>()
    };
    starts.iter().map(from).max().unwrap_or(0)
}

/// Returns the key under which a client is counted.
fn key(run: &Report, lane: usize, client: u32) -> u32 {
    run.senders().key(run.scenario().lanes[lane].key, client)
}

/// Asserts the explanations of the first request, the last and one between them.
fn assert_explained(run: &Report, lane: usize, steps: &[Step]) {
    assert_eq!(run.explain(lane, steps.len()), None, "what did not happen has no explanation");
    for index in [0, steps.len() / 2, steps.len().saturating_sub(1)] {
        let Some(Step { mark, .. }) = steps.get(index) else { continue };
        let explanation = run.explain(lane, index).expect("it is decided");
        assert_eq!(
            (explanation.time, Kind::from(explanation.decision.outcome)),
            (mark.time, mark.kind),
            "{explanation:?}"
        );
        assert_eq!(run.headers(&explanation).is_none(), explanation.is_unasked, "{explanation:?}");
        assert!(!run.rule(lane, &explanation).is_empty() && !applied_limit(&explanation).is_empty());
        let arrivals = run.arrivals(lane).expect("the run is done");
        let key = |client| run.senders().key(explanation.key, client);
        let is_same =
            |other: &usize| *other < index && key(arrivals.client(*other)) == key(explanation.client);
        assert!(run.counted(lane, &explanation).iter().all(is_same));
        assert_passes(run, &explanation);
    }
}

/// Asserts that a request would pass on its state at the reported time, and no sooner; with several layers,
/// that the layer that decided admits it by then.
fn assert_passes(run: &Report, explanation: &Explanation) {
    let Some(passes) = explanation.would_pass else { return };
    let now = run.scenario().start.checked_add(passes).map(|now| now.checked_add_signed(explanation.ahead));
    let Some(now) = now.flatten() else { return };
    let at = |now: u64| explanation.policy.peek(&explanation.after, now, explanation.cost).outcome.admits();
    assert!(at(now), "{explanation:?}");
    // A limiter may have seen a later time than its server shows.
    let is_later = explanation.decision.at > now - (passes - explanation.time);
    assert!(
        !explanation.layers.is_empty() || explanation.is_unasked || is_later || !at(now - 1),
        "{explanation:?}"
    );
}

/// Asserts that a limiter can be described at any instant.
fn assert_instants(run: &Report, lane: usize, steps: &[Step]) {
    let servers = run.scenario().servers.count;
    for step in [steps.first(), steps.get(steps.len() / 2), steps.last()].into_iter().flatten() {
        let client = run.arrivals(lane).map_or(0, |arrivals| arrivals.client(step.mark.index as usize));
        for server in [0, servers - 1] {
            let anatomy = run.anatomy(lane, client, server, step.mark.time);
            assert!(anatomy.is_some() || !has_band(run, lane), "{}", run.scenario());
            assert!(anatomy.is_none_or(|anatomy| anatomy.text().verdict.ends_with('.')));
        }
        assert_eq!(run.anatomy(lane, run.senders().clients(), 0, 0), None);
        assert_eq!(run.anatomy(lane, 0, servers, 0), None);
    }
    let span = run.shown().map(|(from, to)| Span::new(from..to, 500)).expect("it is done");
    assert!(run.labels(lane, &run.view(span)).is_some());
}

fn assert_vector(run: &Report, lane: usize, steps: &[Step]) {
    let Some(text) = run.to_vector(lane, "fuzz/\"\u{1}").filter(|_| steps.len() <= FEW) else { return };
    let vectors = vectors::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(vectors[0].run(), Verdict::Passed, "{text}");
}

/// Asserts that the files contain every decision once.
fn assert_files(run: &Report, steps: &[Vec<Step>]) {
    let decisions: usize = steps.iter().map(Vec::len).sum();
    let csv = run.to_csv();
    assert_eq!(csv.lines().count(), decisions + 1);
    let more = [
        run.senders().groups().iter().any(|group| group.name.is_some()),
        run.scenario().servers.count > 1,
        run.lanes().iter().any(|lane| lane.layers() > 1),
    ];
    let columns = 9 + more.into_iter().filter(|is_there| *is_there).count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "{csv}");
    let json: Value = serde_json::from_str(&run.to_json()).expect("it is JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(decisions));
    let comparison: Value = serde_json::from_str(&run.to_comparison()).expect("it is JSON");
    let results = comparison["results"].as_object().expect("an object");
    assert_eq!(results.len(), steps.len(), "a name for each lane");
    let sequences = results.values().filter_map(|lane| lane["sequence"].as_array());
    assert_eq!(sequences.map(Vec::len).sum::<usize>(), decisions);
}

/// Asserts that a picture of the whole run draws every request once, except for those at the last instant of
/// the clock: no time range ends after it.
fn assert_picture(run: &Report, steps: &[Vec<Step>]) {
    let svg = run.to_svg().expect("the run is done");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let is = |node: &roxmltree::Node<'_, '_>, class| {
        node.attribute("class").unwrap_or_default().split(' ').any(|one| one == class)
    };
    let lanes: Vec<_> = document.descendants().filter(|node| is(node, "lane")).collect();
    let equivalent = (0..run.lanes().len()).filter(|lane| run.equivalent_lane(*lane).is_some()).count();
    assert_eq!(lanes.len() + equivalent, steps.len(), "{svg}");
    if run.scenario().show.is_some() {
        return;
    }
    for lane in lanes {
        // Columns count them where there are too many.
        if lane.descendants().any(|node| is(&node, "columns")) {
            continue;
        }
        let groups = lane.descendants().filter(|node| is(node, "marks"));
        let drawn: usize =
            groups.map(|group| group.children().filter(roxmltree::Node::is_element).count()).sum();
        let number: usize = lane.attribute("data-lane").and_then(|lane| lane.parse().ok()).expect("a lane");
        let shown = steps[number].iter().filter(|step| step.mark.time < u64::MAX);
        assert_eq!(drawn, shown.count(), "{svg}");
    }
}
