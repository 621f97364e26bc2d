//! Runs: every built-in scenario has the expected result, and everything reported about a run equals a walk through
//! it.

mod anatomy;
mod cards;
mod constants;
mod described;
mod files;
mod findings;
mod first_view;
mod labels;
mod outcomes;
mod pictures;
mod positions;
mod properties;
mod retries;
mod words;
mod worst;

use ratelab_limiter::Algorithm;
use ratelab_report::Report;
use ratelab_scenario::{language::parse, scenario::Scenario, scenarios::BUILT_IN};
use ratelab_simulation::run::{Kind, Simulation};

fn scenario(text: &str) -> Scenario {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run(text: &str) -> Report {
    Report::complete(scenario(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn built_in(name: &str) -> Report {
    let found = BUILT_IN.iter().find(|built_in| built_in.name == name);
    run(found.unwrap_or_else(|| panic!("no scenario is called {name}")).text)
}

/// Returns how many each lane admitted.
fn admitted(run: &Report) -> Vec<u32> {
    let counts = |lane: usize| run.measures(lane).expect("it is done").counts.admitted();
    (0..run.lanes().len()).map(counts).collect()
}

#[test]
fn every_built_in_scenario_runs_and_has_sentences() {
    for built_in in BUILT_IN {
        let run = run(built_in.text);
        assert!(run.traffic().is_some_and(|traffic| !traffic.is_empty()), "{}", built_in.name);
        for lane in 0..run.lanes().len() {
            let sentence = run.sentence(lane).expect("it is done");
            assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
        }
        assert!(run.finding().is_some());
        assert!(built_in.title.ends_with('?') && built_in.title.len() <= 32, "{}", built_in.title);
        assert!(built_in.look_at.ends_with(['.', '?']), "{}", built_in.name);
    }
}

/// The lanes are in the order of `Algorithm::ALL`: fixed window, log, counter, token
/// bucket, meter, queue, GCRA.
#[test]
fn the_worked_examples_have_their_results() {
    assert_eq!(admitted(&built_in("edge-burst")), [20, 10, 11, 10, 10, 10, 10]);
    assert_eq!(admitted(&built_in("fifteen")), [10, 10, 10, 11, 11, 11, 11]);
    assert_eq!(admitted(&built_in("boundary-attack")), [200, 100, 102, 103, 103, 103, 103]);
    assert_eq!(admitted(&built_in("dashboard-poll")), [20, 10, 12, 13, 13, 13, 13]);
    assert_eq!(admitted(&built_in("app-open"))[3..], [8; 4]);
    assert_eq!(admitted(&built_in("gps-dump"))[0], 15_700 - 1_700);
    assert_eq!(admitted(&built_in("forty-nine-and-a-half")), [61, 60, 61]);
    assert_eq!(admitted(&built_in("steady")), [120, 120, 114, 120, 120, 120, 120]);
}

/// A group that sent nothing got nothing, even if no other group has a name.
#[test]
fn a_group_that_sends_nothing_has_no_peak() {
    let run = run("lanes=fixed_window&traffic=poisson 8/s for 9s&groups=app, cron limit 20/10s");
    let peaks: Vec<_> = (0..3).map(|group| run.peak_of_group(0, group).most.cost).collect();
    assert!(peaks[0] > 0 && peaks[1..] == [0, 0], "{peaks:?}");
}

#[test]
fn the_other_scenarios_show_what_they_describe() {
    let partner = built_in("partner-sla");
    let log = partner.measures(1).expect("it is done");
    assert!(log.most.cost <= 100 && partner.measures(0).expect("it is done").most.cost == 200);
    for (name, above) in [("poisson-90", false), ("poisson-110", true)] {
        let run = built_in(name);
        let measures: Vec<_> = (0..7).map(|lane| run.measures(lane).expect("it is done")).collect();
        assert!(measures.iter().all(|lane| lane.counts.denied > 0), "{name}: chance makes bursts");
        assert_eq!(measures[1].disagreement.over + measures[1].disagreement.under, 0, "the log is the log");
        assert!(!above || measures[2].disagreement.over > 0);
    }
    let heavy = built_in("heavy-and-light");
    let arrivals = heavy.arrivals(3).expect("it is done");
    let denied = |cost: u32| {
        let matching = (0..arrivals.len()).filter(|index| arrivals.cost(*index) == cost);
        let (mut all, mut denied) = (0, 0);
        matching.for_each(|index| {
            all += 1;
            denied += usize::from(heavy.mark(3, index).kind == Kind::Denied);
        });
        denied * 100 / all
    };
    assert!(denied(5) > denied(1), "heavy requests starve first: {} and {} %", denied(5), denied(1));
    let storm = built_in("retry-storm").measures(1).expect("it is done").goodput;
    assert!(storm.attempts > 2 * storm.requests && storm.succeeded < storm.requests, "{storm:?}");
    let alike = built_in("three-of-a-kind");
    assert_eq!(alike.next_disagreement(&[0, 1, 2], 0), None);
    let crowd = built_in("flash-crowd");
    assert!(crowd.traffic().is_some_and(|traffic| traffic.clients().iter().max() > Some(&900)));
}

/// Every request is decided in the end or its client gave up: no attempt is lost.
#[test]
fn attempts_are_conserved() {
    for retry in [
        "at_once attempts 3",
        "after 100ms attempts 4",
        "backoff 50ms max 1s jitter attempts 5",
        "told attempts 4",
    ] {
        let run = run(&format!("limit=10/s&traffic=poisson 30/s for 10s&clients=20&retry={retry}"));
        let requests = run.traffic().expect("it is done").len();
        for lane in run.lanes() {
            let attempts = lane.attempts().expect("clients react");
            let outcomes = lane.record().outcomes();
            assert_eq!(attempts.requests.len(), outcomes.len());
            assert!(attempts.arrivals.times().is_sorted());
            let mut made = vec![0; requests];
            let mut settled = vec![false; requests];
            for index in 0..outcomes.len() {
                let request = attempts.requests[index] as usize;
                made[request] += 1;
                assert_eq!(
                    attempts.numbers[index], made[request],
                    "attempts at a request are numbered in order"
                );
                assert!(!settled[request], "no client retries after an admission");
                settled[request] = outcomes.get(index) != Kind::Denied;
            }
            let most = run.scenario().retry.attempts;
            let gave_up = |request: &usize| !settled[*request] && made[*request] < most;
            let early = (0..requests).filter(gave_up).count();
            assert_eq!(early, 0, "{retry}, {}", lane.policy());
        }
    }
}

/// A client that waits for Retry-After passes at its second attempt, if no other client sends.
#[test]
fn a_client_that_waits_for_retry_after_passes() {
    let run = run("limit=2/10s&burst=2&traffic=3@0s&retry=told attempts 2");
    for (lane, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let measures = run.measures(lane).expect("it is done");
        assert_eq!((measures.goodput.attempts, measures.goodput.succeeded), (4, 3), "{algorithm}");
    }
}

/// The columns are the same however a run is sliced.
#[test]
fn slices_do_not_change_a_run() {
    let text = "limit=20/s&traffic=poisson 30/s for 20s; burst 40 every 3s x5&clients=7&seed=9";
    for text in [text.to_owned(), format!("{text}&retry=backoff 100ms attempts 4")] {
        let whole = run(&text);
        let mut sliced = Report::new(Simulation::new(scenario(&text)).expect("a scenario"));
        let mut budget = 1;
        let mut last = 0;
        while !sliced.advance(budget) {
            budget = budget % 97 + 1;
            let progress = sliced.progress();
            assert!(progress.done >= last && progress.done <= progress.total.max(progress.done));
            last = progress.done;
        }
        for lane in 0..whole.lanes().len() {
            assert_eq!(whole.arrivals(lane), sliced.arrivals(lane));
            assert_eq!(decisions(&whole, lane), decisions(&sliced, lane));
        }
    }
}

fn decisions(run: &Report, lane: usize) -> Vec<(Kind, Option<u64>)> {
    let decided = run.lanes()[lane].record().outcomes().len();
    (0..decided).map(|index| run.mark(lane, index)).map(|mark| (mark.kind, mark.started)).collect()
}

/// The texts of scenario cards are those of their links.
#[test]
fn built_in_texts_are_canonical() {
    for built_in in BUILT_IN {
        assert_eq!(scenario(built_in.text).to_string(), built_in.text, "{}", built_in.name);
    }
}
