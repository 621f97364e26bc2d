//! For each rate, the least burst that would have limited nobody, or few.

use ratelab_calibration::{Frontier, Spare, Traffic};
use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, duration};
use serde::Serialize;

use crate::table::Table;

/// The limiters with a line of their own, and what their columns are called: all buckets share one.
const LINES: [(Algorithm, &str); 4] = [
    (Algorithm::FixedWindow, "fixed_window"),
    (Algorithm::SlidingWindowLog, "sliding_window_log"),
    (Algorithm::SlidingWindowCounter, "sliding_window_counter"),
    (Algorithm::TokenBucket, "buckets"),
];

/// What no burst would do.
const NONE: u32 = u32::MAX;

/// The lines, for programs. Where no burst would do there is none.
#[derive(Serialize)]
pub(crate) struct Lines {
    period_ns: u64,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    amount: u32,
    fixed_window: Option<u32>,
    sliding_window_log: Option<u32>,
    sliding_window_counter: Option<u32>,
    buckets: Option<u32>,
}

impl Lines {
    pub(crate) fn new(traffic: &Traffic, period_ns: u64, spare: Spare, also: Option<u32>) -> Self {
        let mut frontier = Frontier::new(traffic, period_ns, spare, also);
        while !frontier.advance(traffic, u64::MAX) {}
        let lines = LINES.map(|(limiter, _)| frontier.bursts(limiter));
        let point = |(index, amount): (usize, u32)| {
            let burst = |line: usize| Some(lines[line][index]).filter(|burst| *burst != NONE);
            Point {
                amount,
                fixed_window: burst(0),
                sliding_window_log: burst(1),
                sliding_window_counter: burst(2),
                buckets: burst(3),
            }
        };
        Self { period_ns, points: frontier.amounts().into_iter().enumerate().map(point).collect() }
    }

    /// A row for each rate. The burst of a window is its limit, in the time in which so many come at the rate.
    pub(crate) fn text(&self) -> String {
        let rate = format!("rate, in {}", duration(self.period_ns));
        let [fixed, log, counter, buckets] = LINES.map(|(_, name)| name);
        let mut table = Table::new([&rate, fixed, log, counter, buckets]);
        let burst = |burst: Option<u32>| burst.map_or("none".to_owned(), |burst| count(burst.into()));
        for point in &self.points {
            table.row([
                count(point.amount.into()),
                burst(point.fixed_window),
                burst(point.sliding_window_log),
                burst(point.sliding_window_counter),
                burst(point.buckets),
            ]);
        }
        table.text()
    }
}
