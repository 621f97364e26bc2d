//! Texts in a picture: next to what they describe, true, and never over a request.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::Policy;
use ratelab_report::Report;
use ratelab_report::labels::{Labels, Text};
use ratelab_simulation::{
    run::{Kind, Simulation},
    view::Span,
};

use crate::simulation::{built_in, properties::any_scenario, run};

fn shown(run: &Report, width: u32) -> Span {
    let (from, to) = run.shown().expect("it is done");
    Span::new(from..to, width)
}

/// Returns all texts of a lane, with their columns.
fn texts(labels: &Labels) -> Vec<&Text> {
    let windows = labels.windows.iter().filter_map(|window| window.text.as_ref());
    let bracket = labels.bracket.iter().filter_map(|bracket| bracket.text.as_ref());
    windows.chain(bracket).chain(&labels.budget).collect()
}

fn words(labels: &Labels) -> Vec<&str> {
    let mut words: Vec<_> = texts(labels).iter().map(|text| text.words.as_str()).collect();
    words.extend(labels.in_band.as_deref());
    words.extend(labels.after.as_deref());
    words
}

/// Lanes have labels with every kind of store: without them the page would wait for its picture.
#[test]
fn lanes_with_any_store_or_layers_have_labels() {
    let stores = ["local", "race 5ms set", "race 5ms increment", "sync 1s", "down 5s..8s open"];
    for store in stores {
        let run = run(&format!("servers=2 {store}&lanes=fixed_window, gcra, layers(fixed_window then gcra)"));
        let span = shown(&run, 600);
        assert!((0..3).all(|lane| run.labels(lane, &run.view(span)).is_some()), "{store}");
    }
}

/// The opening scenario, lane by lane, word for word.
#[test]
fn the_opening_picture_shows_where_the_limit_broke() {
    let edge = built_in("edge-burst");
    let expected: [&[&str]; 7] = [
        &["10 of 10", "10 of 10, a new budget", "20 in 0.6 s", "10 of 10 used"],
        &["10 of 10 in the last 10 s"],
        &["counts 10", "counts 1 in this window", "11 in 0.6 s", "estimate 8 of 10: 7.9 rounded down, and 1"],
        &["7.4 of 10 tokens used, refilling one each second"],
        &["7.4 of 10 in the bucket, leaking one each second"],
        &["7.4 of 10 slots taken, serving one each second", "the last starts at 18.5 s \u{2192}"],
        &["7.4 of 10 used, one each second"],
    ];
    let span = shown(&edge, 600);
    for (lane, expected) in expected.into_iter().enumerate() {
        let labels = edge.labels(lane, &edge.view(span)).expect("it is done");
        assert_eq!(words(&labels), expected, "lane {lane}");
    }
    let outside = edge.outside(&edge.view(span)).expect("it is done");
    assert_eq!((outside.before, outside.after), (None, None));
    assert_eq!(outside.edge.map(|text| text.words), Some("window edge".to_owned()));
    let bracket =
        edge.labels(0, &edge.view(span)).and_then(|labels| labels.bracket).expect("it broke its limit");
    assert_eq!(bracket.says, "20 requests got through from 9.5 s to 10.1 s. The limit is 10 in 10 s.");
}

/// The scale of the band is always written: inside the band if requests are drawn above it.
#[test]
fn the_budget_in_use_is_written_into_the_band_if_requests_are_above_it() {
    let steady = built_in("steady");
    let labels = steady.labels(0, &steady.view(Span::new(0..99_000_000_000, 600))).expect("it is done");
    assert_eq!((labels.budget, labels.in_band.as_deref()), (None, Some("9 of 10 used")));
}

/// The budget of one of several states names its owner, and there is none if the state alone does not decide.
#[test]
fn a_budget_names_its_owner() {
    let budget = |text: &str| {
        let run =
            run(&format!("limit=10/10s&traffic=12@1s by a; 2@1s by b&show=0s..9s&lanes=fixed_window{text}"));
        let labels = run.labels(0, &run.view(Span::new(0..9_000_000_000, 900))).expect("it is done");
        let is_counted = labels.windows.iter().any(|window| window.text.is_some());
        (labels.budget.map(|text| text.words).unwrap_or_default(), is_counted)
    };
    assert_eq!(budget(" key=everybody"), ("10 of 10 used".to_owned(), true));
    assert_eq!(budget(""), ("budget of a".to_owned(), false));
    assert_eq!(budget("&groups=a 3, b"), ("budget of client 1 of a".to_owned(), false));
    assert_eq!(budget(" key=group"), ("budget of a".to_owned(), false));
    assert_eq!(budget(" key=everybody&servers=2 local"), (String::new(), false));
    assert_eq!(budget("&servers=2 local"), (String::new(), false));
    for store in ["sync 1s", "race 1ms set", "down 2s..3s open", "shared server 1 ahead 1s"] {
        assert_eq!(budget(&format!(" key=everybody&servers=2 {store}")), (String::new(), false), "{store}");
    }
}

/// Windows are drawn at their positions, or not at all.
#[test]
fn windows_of_several_clocks_or_lengths_are_not_drawn() {
    let windows = |text: &str| {
        let run = run(&format!("limit=10/10s&traffic=12@1s by a&lanes=fixed_window&{text}"));
        let span = Span::new(0..30_000_000_000, 900);
        let edge = run.outside(&run.view(span)).expect("it is done").edge;
        (run.labels(0, &run.view(span)).expect("it is done").windows.len(), edge.is_some())
    };
    assert_eq!(windows("servers=2 local"), (3, true));
    assert_eq!(windows("servers=2 local server 2 ahead 700ms"), (0, false));
    assert_eq!(windows("servers=2 shared server 2 ahead 700ms"), (0, false));
    assert_eq!(windows("groups=a limit 20/10s, b"), (3, true));
    assert_eq!(windows("groups=a limit 20/5s, b"), (0, false));
}

#[test]
fn requests_outside_the_view_are_counted() {
    let run = run("limit=10/10s & traffic=3@1s; 5@20s; 7@50s & show=10s..30s");
    let outside = run.outside(&run.view(shown(&run, 600))).expect("it is done");
    assert_eq!(outside.before.as_deref(), Some("\u{2190} 3 earlier"));
    assert_eq!(outside.after.as_deref(), Some("7 later \u{2192}"));
}

#[test]
fn a_run_that_is_not_done_has_no_labels() {
    let begun =
        Report::new(Simulation::new(crate::simulation::scenario("traffic=10@0s")).expect("a scenario"));
    let view = begun.view(Span::new(0..10, 100));
    assert!(begun.labels(0, &view).is_none());
    assert!(begun.outside(&view).is_none());
}

/// Returns what a lane of one client admitted between two instants, the second one exclusive.
fn admitted(run: &Report, lane: usize, from: u64, to: u64) -> u64 {
    let (arrivals, record) = (run.arrivals(lane).expect("it is done"), run.lanes()[lane].record());
    let within = (0..arrivals.len()).filter(|index| (from..to).contains(&arrivals.time(*index)));
    let admits = within.filter(|index| record.outcomes().get(*index) != Kind::Denied);
    admits.map(|index| u64::from(arrivals.cost(index))).sum()
}

/// Returns the first number of a text.
fn number(words: &str) -> u64 {
    let digits: String = words
        .chars()
        .skip_while(|letter| !letter.is_ascii_digit())
        .take_while(|letter| *letter != ' ')
        .collect();
    digits.replace(',', "").trim_end_matches(',').parse().unwrap_or_else(|_| panic!("{words}"))
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(60), failure_persistence: None, ..Config::default() })]

    /// No text covers a request, and none overlaps another or leaves the picture.
    #[test]
    fn texts_cover_no_request(text in any_scenario(), width in 40u32..1_400) {
        let run = run(&text);
        let span = shown(&run, width);
        for lane in 0..run.lanes().len() {
            let labels = run.labels(lane, &run.view(span)).expect("it is done");
            let taken: Vec<_> =
                run.view(span).columns(lane).iter().map(|one| one.admitted() + one.denied > 0).collect();
            for text in texts(&labels) {
                let from = text.column as usize;
                let to = from + 6 * text.words.chars().count();
                prop_assert!(to <= taken.len(), "{text:?} ends outside of {width}");
                prop_assert!(!taken[from..to].contains(&true), "{text:?} covers a request");
            }
            let above = Labels { budget: None, ..labels };
            let mut above = texts(&above);
            above.sort_by_key(|text| text.column);
            for pair in above.windows(2) {
                let end = pair[0].column as usize + 6 * pair[0].words.chars().count();
                prop_assert!(end <= pair[1].column as usize, "{pair:?}");
            }
        }
    }

    /// Every number equals a walk through the record.
    #[test]
    fn numbers_are_counted_again(text in any_scenario(), width in 300u32..1_400) {
        let run = run(&text);
        let span = shown(&run, width);
        let traffic = run.traffic().expect("it is done").times();
        let outside = run.outside(&run.view(span)).expect("it is done");
        let counted = |words: &Option<String>| words.as_deref().map_or(0, number);
        let before = traffic.iter().filter(|time| **time < span.from).count() as u64;
        let after = traffic.iter().filter(|time| **time >= span.to).count() as u64;
        prop_assert_eq!((counted(&outside.before), counted(&outside.after)), (before, after));
        for lane in 0..run.lanes().len() {
            let labels = run.labels(lane, &run.view(span)).expect("it is done");
            let policy = run.lanes()[lane].policy();
            let is_plain = run.scenario().clients.count == 1 && !policy_counts_denied(policy);
            for window in &labels.windows {
                let Some(text) = window.text.as_ref().filter(|_| is_plain) else { continue };
                let used = admitted(&run, lane, window.from, window.to);
                prop_assert_eq!(number(&text.words), used, "{:?}", window);
            }
            for pair in labels.windows.windows(2) {
                prop_assert_eq!(pair[0].to, pair[1].from);
            }
            let budget = labels.budget.as_ref().map(|text| text.words.as_str()).or(labels.in_band.as_deref());
            if let (Policy::SlidingWindowLog(_), true) = (policy, is_plain) {
                let window = run.scenario().limit.period;
                let from = span.to.checked_sub(window).map_or(0, |left| left + 1);
                prop_assert_eq!(budget.map(number), Some(admitted(&run, lane, from, span.to)));
            }
            if let Some(bracket) = labels.bracket.filter(|_| run.scenario().clients.count == 1) {
                let through = admitted(&run, lane, bracket.from, bracket.to + 1);
                prop_assert_eq!(number(&bracket.says), through);
                prop_assert!(bracket.text.is_none_or(|text| number(&text.words) == through));
            }
        }
    }
}

fn policy_counts_denied(policy: &Policy) -> bool {
    use ratelab_limiter::Limiter;
    policy.counts_denied()
}
