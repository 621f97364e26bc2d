//! Numbers and times as people read them.

use ratelab_limiter::SECOND;
use ratelab_report::Report;
use ratelab_report::{
    anatomy::{pace, rule},
    understood::{Facts, understood},
    words::{
        bytes, count, decimal, duration, every, exact_instant, instant, percent, script_time, tick, times,
        units::typescript,
    },
};
use serde_json::Value;

use crate::simulation::run;

/// The tables that TypeScript is also held to: numbers, and the words for them. A tick of an axis has its time, the
/// step, and the latest time; a share has a part and the whole.
const TABLES: [&str; 2] = [include_str!("../words/times.json"), include_str!("../words/numbers.json")];

/// The generated units of the page.
const UNITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/words/units.ts");

fn rows(table: &str) -> Vec<(Vec<u64>, String)> {
    let tables = TABLES.map(|text| -> Value { serde_json::from_str(text).expect("it is JSON") });
    let rows = tables.iter().find_map(|tables| tables.get(table)).expect(table).clone();
    let rows: Vec<Vec<String>> = serde_json::from_value(rows).expect("rows of texts");
    let split = |mut row: Vec<String>| {
        let words = row.pop().expect("words");
        (row.iter().map(|number| number.parse().expect("a number")).collect(), words)
    };
    rows.into_iter().map(split).collect()
}

fn assert_words(table: &str, print: fn(&[u64]) -> String) {
    for (numbers, words) in rows(table) {
        assert_eq!(print(&numbers), words, "{table}: {numbers:?}");
    }
}

#[test]
fn times_match_the_table() {
    assert_words("durations", |numbers| duration(numbers[0]));
    assert_words("periods", |numbers| every(numbers[0]));
    assert_words("instants", |numbers| instant(numbers[0]));
    assert_words("ticks", |numbers| tick(numbers[0], numbers[1], numbers[2]));
    assert_eq!(duration(1_234_567_890), "1.23 s");
    assert_eq!(tick(90 * SECOND, 30 * SECOND, 180 * SECOND), "1 min 30 s");
}

#[test]
fn numbers_match_the_table() {
    assert_words("counts", |numbers| count(numbers[0]));
    assert_words("decimals", |numbers| decimal(numbers[0], numbers[1]));
    assert_words("bytes", |numbers| bytes(numbers[0]));
    assert_words("shares", |numbers| percent(numbers[0].min(numbers[1]), numbers[1]) + " %");
}

/// An exact instant has all of its digits; the time of a script has three decimals of its unit.
#[test]
fn times_that_only_rust_formats_have_their_digits() {
    let times = [0, 50_000_000, 9_500_000_000, 120 * SECOND, 123_250_000_400, 86_400 * SECOND];
    let exact = ["0 s", "50 ms", "9.5 s", "120 s", "2 min 3.2500004 s", "1 day"];
    assert_eq!(times.map(exact_instant), exact);
    let in_scripts = ["0 s", "50 ms", "9.5 s", "2 min", "2 min 3.25 s", "1 day"];
    assert_eq!(times.map(script_time), in_scripts);
}

/// `RATELAB_DRAW=1 cargo test -p ratelab-tests simulation` updates the file.
#[test]
fn the_page_has_the_units_of_words() {
    if std::env::var_os("RATELAB_DRAW").is_some() {
        std::fs::write(UNITS, typescript()).expect("the file can be written");
    }
    let found = std::fs::read_to_string(UNITS).expect("the generated file");
    assert!(found == typescript(), "{UNITS} is out of date");
}

#[test]
fn ratios_have_words() {
    assert_eq!([times(20, 10), times(19, 10), times(31, 3)], ["twice", "1.9 times", "10.3 times"]);
}

/// Returns all texts about a run with large numbers.
fn texts(run: &Report) -> Vec<String> {
    let scenario = run.scenario();
    let finding = run.finding().expect("it is done");
    let mut texts = vec![finding.headline.clone(), finding.reason.clone()];
    texts.push(understood(scenario, Facts::from_arrivals(run.traffic().expect("it is done"))));
    for lane in 0..run.lanes().len() {
        let policy = run.lanes()[lane].policy();
        texts.extend(run.sentence(lane));
        texts.extend([rule(policy)].into_iter().chain(pace(policy)));
        for request in [0, 1_500, 2_999] {
            texts.extend(run.explain(lane, request).map(|explained| run.rule(lane, &explained)));
        }
        let text = run.anatomy(lane, 0, 0, 10 * SECOND).expect("it is done").text();
        texts.extend([text.state, text.rule, text.verdict, text.then]);
    }
    texts
}

/// `1,001` is never written as `1001`.
#[test]
fn thousands_always_have_a_separator() {
    let lanes = "fixed_window, sliding_window_log, sliding_window_counter rounding=exact, token_bucket, \
                 leaky_bucket_meter, leaky_bucket_queue, gcra, all_of(gcra + fixed_window)";
    let run = run(&format!("limit=2500/10s&lanes={lanes}&traffic=3000@9.5s; 2500@10.1s cost 1001"));
    for text in texts(&run) {
        // Decimals have no thousands separators.
        let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        let wholes = numbers.map(|number| number.split('.').next().unwrap_or_default());
        assert_eq!(wholes.filter(|whole| whole.len() > 3).collect::<Vec<_>>(), [""; 0], "{text}");
    }
}
