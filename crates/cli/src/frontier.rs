//! For each rate, the smallest burst that limits no client, or only a few.

use ratelab_calibration::{Frontier, Tolerance, Traffic};
use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, duration};
use serde::Serialize;

use crate::table::Table;

/// The limiters with their own column, and the column titles. All buckets share one.
const LINES: [(Algorithm, &str); 4] = [
    (Algorithm::FixedWindow, "fixed_window"),
    (Algorithm::SlidingWindowLog, "sliding_window_log"),
    (Algorithm::SlidingWindowCounter, "sliding_window_counter"),
    (Algorithm::TokenBucket, "buckets"),
];

/// Marks a rate for which no burst is large enough.
const NONE: u32 = u32::MAX;

/// The frontier, as JSON. A burst is `null` where none is large enough.
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
    pub(crate) fn new(traffic: &Traffic, period_ns: u64, tolerance: Tolerance, also: Option<u32>) -> Self {
        let mut frontier = Frontier::new(traffic, period_ns, tolerance, also);
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

    /// One row per rate. For a window limiter, the burst is its limit, with window = limit / rate.
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
