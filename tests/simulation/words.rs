//! Numbers and times as people read them.

use ratelab_limiter::SECOND;
use ratelab_report::Report;
use ratelab_report::{
    anatomy::{pace, rule},
    understood::{Facts, understood},
    words::{count, duration, tick, times},
};
use serde_json::Value;

use crate::run;

/// The table that TypeScript is held to as well: `[nanoseconds, words]` for a duration, and
/// `[time, step, latest, words]` for an instant on an axis.
const TABLE: &str = include_str!("../words/times.json");

fn rows(table: &str) -> Vec<(Vec<u64>, String)> {
    let mut tables: serde_json::Map<String, Value> = serde_json::from_str(TABLE).expect("it is JSON");
    let rows: Vec<Vec<String>> =
        serde_json::from_value(tables.remove(table).expect(table)).expect("rows of texts");
    let split = |mut row: Vec<String>| {
        let words = row.pop().expect("words");
        (row.iter().map(|number| number.parse().expect("a number")).collect(), words)
    };
    rows.into_iter().map(split).collect()
}

#[test]
fn times_are_as_the_table_says() {
    for (numbers, words) in rows("durations") {
        assert_eq!(duration(numbers[0]), words, "{numbers:?}");
    }
    for (numbers, words) in rows("ticks") {
        assert_eq!(tick(numbers[0], numbers[1], numbers[2]), words, "{numbers:?}");
    }
    assert_eq!(duration(1_234_567_890), "1.23 s");
    assert_eq!(tick(90 * SECOND, 30 * SECOND, 180 * SECOND), "1 min 30 s");
}

#[test]
fn thousands_are_apart() {
    let numbers = [0, 999, 1_000, 65_536, 1_000_000, u64::MAX];
    let words = ["0", "999", "1,000", "65,536", "1,000,000", "18,446,744,073,709,551,615"];
    assert_eq!(numbers.map(count), words);
}

#[test]
fn ratios_are_words_where_there_is_one() {
    assert_eq!([times(20, 10), times(19, 10), times(31, 3)], ["twice", "1.9 times", "10.3 times"]);
}

/// Whatever is told of a run with large numbers.
fn texts(run: &Report) -> Vec<String> {
    let scenario = run.scenario();
    let finding = run.finding().expect("it is done");
    let mut texts = vec![finding.headline.clone(), finding.reason.clone()];
    texts.push(understood(scenario, Facts::of(run.traffic().expect("it is done"))));
    for lane in 0..run.lanes().len() {
        let policy = run.lanes()[lane].policy();
        texts.extend(run.sentence(lane));
        texts.extend([rule(policy)].into_iter().chain(pace(policy)));
        for request in [0, 1_500, 2_999] {
            texts.extend(run.explain(lane, request).map(|explained| run.rule(lane, &explained)));
        }
        let told = run.anatomy(lane, 0, 0, 10 * SECOND).expect("it is done").text();
        texts.extend([told.state, told.rule, told.verdict, told.then]);
    }
    texts
}

/// `1,001` never stands beside `1001`.
#[test]
fn no_text_has_a_thousand_without_its_comma() {
    let lanes = "fixed_window, sliding_window_log, sliding_window_counter rounding=exact, token_bucket, \
                 leaky_bucket_meter, leaky_bucket_queue, gcra, all_of(gcra + fixed_window)";
    let run = run(&format!("limit=2500/10s&lanes={lanes}&traffic=3000@9.5s; 2500@10.1s cost 1001"));
    for text in texts(&run) {
        // What stands behind a decimal point has no thousands.
        let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        let wholes = numbers.map(|number| number.split('.').next().unwrap_or_default());
        assert_eq!(wholes.filter(|whole| whole.len() > 3).collect::<Vec<_>>(), [""; 0], "{text}");
    }
}
