//! What of a limit is in use, worked out for each column from the client's requests
//! alone: no blocks, no cursor.

use ratelab_limiter::{Limiter, Policy, PolicyState};
use ratelab_simulation::{band::Extremes, run::Simulation, view::Span};

use super::views::column_of;
use crate::cases::Tape;

/// A client's requests.
struct Requests<'run> {
    policy: &'run Policy,
    start: u64,
    times: Vec<u64>,
    /// The client's state before all of them, and after each.
    states: Vec<PolicyState>,
}

/// Asserts that a band has the least and the most of every column, and that what is
/// in use in the middle of a column is between them.
pub(super) fn assert_band(tape: &mut Tape, run: &Simulation, lane: usize, span: Span) {
    let client = tape.pick(&[0, 1, 3, 29, u32::MAX]);
    let requests = Requests::of(run, lane, client);
    let mut band = run.begin_band(lane, client).expect("the run is done");
    while !band.advance(run, tape.byte().into()) {}
    let columns = band.columns(run, span);
    assert_eq!(columns.len(), span.width as usize);
    let expected = requests.columns(span);
    let told = format!("lane {lane} of client {client}, {span:?}, in {}", run.scenario());
    for (column, (found, expected)) in (0..).zip(columns.iter().zip(&expected)) {
        assert_eq!(found, expected, "column {column}, {told}");
        let (begin, end) = (span.edge(column), span.edge(column + 1));
        let middle = begin + (end - begin) / 2;
        let level = requests.level(middle, requests.before(middle));
        assert!(found.least <= level && level <= found.most, "{level} in column {column}, {told}");
    }
    for time in [span.from, span.to] {
        let level = requests.level(time, requests.before(time));
        assert_eq!(band.level(run, time), Some(level), "at {time}, {told}");
    }
}

impl<'run> Requests<'run> {
    fn of(run: &'run Simulation, lane: usize, client: u32) -> Self {
        let (policy, start) = (run.lanes()[lane].policy(), run.scenario().start);
        let arrivals = run.arrivals(lane).expect("the run is done");
        let mut requests = Self { policy, start, times: Vec::new(), states: vec![policy.fresh()] };
        let mut state = policy.fresh();
        for index in (0..arrivals.len()).filter(|index| arrivals.client(*index) == client) {
            let time = arrivals.time(index);
            let _ = policy.take(&mut state, start.saturating_add(time), arrivals.cost(index));
            requests.times.push(time);
            requests.states.push(state.clone());
        }
        requests
    }

    /// How many requests come before a time.
    fn before(&self, time: u64) -> usize {
        self.times.partition_point(|other| *other < time)
    }

    /// What is in use at a time, after so many requests.
    fn level(&self, time: u64, requests: usize) -> u128 {
        let now = self.start.saturating_add(time);
        self.policy.level(&self.policy.advance(&self.states[requests], now))
    }

    /// The extremes of each column: at its first instant, just before and just after
    /// every request in it, and at its last instant.
    fn columns(&self, span: Span) -> Vec<Extremes> {
        let mut columns: Vec<_> = (0..span.width).map(|column| self.ends(span, column)).collect();
        for (index, time) in self.times.iter().enumerate() {
            if span.from <= *time && *time < span.to {
                let column = &mut columns[column_of(span, *time)];
                let levels = [self.level(*time, index), self.level(*time, index + 1)];
                column.least = levels.into_iter().fold(column.least, u128::min);
                column.most = levels.into_iter().fold(column.most, u128::max);
            }
        }
        columns
    }

    fn ends(&self, span: Span, column: u32) -> Extremes {
        let (begin, end) = (span.edge(column), span.edge(column + 1));
        let last = end.saturating_sub(1).max(begin);
        let levels = [self.level(begin, self.before(begin)), self.level(last, self.before(end))];
        Extremes { least: levels[0].min(levels[1]), most: levels[0].max(levels[1]) }
    }
}
