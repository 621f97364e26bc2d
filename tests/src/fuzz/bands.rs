//! The usage of a limit, computed for each column only from the requests of a state: without blocks or a
//! cursor.

use ratelab_limiter::{Algorithm, Limiter, Policy, PolicyState};
use ratelab_scenario::scenario::{Key, Store};
use ratelab_simulation::{band::Extremes, run::Simulation, view::Span};

use super::views::column_of;
use crate::cases::Tape;

/// The requests of a state.
struct Requests {
    policy: Policy,
    start: u64,
    times: Vec<u64>,
    /// The state before all of them, and after each.
    states: Vec<PolicyState>,
}

/// Asserts the band of a random client, in random slices.
pub(super) fn assert_band(tape: &mut Tape, run: &Simulation, lane: usize, span: Span) {
    let client = tape.pick(&[0, 1, 3, 29, u32::MAX]);
    hold_band(run, lane, (client, 0), span, || tape.byte().into());
}

/// Asserts that the band of a client on a server has the minimum and maximum of every column, and that the
/// usage in the middle of a column is between them. It is missing only where a lane has more than one state.
///
/// # Panics
///
/// If it is not.
pub fn hold_band(
    run: &Simulation,
    lane: usize,
    (client, server): (u32, u32),
    span: Span,
    mut slice: impl FnMut() -> usize,
) {
    let context = format!("lane {lane} of client {client} on {server}, {span:?}, in {}", run.scenario());
    let Some(mut band) = run.begin_band(lane, client, server) else {
        assert!(client >= run.senders().clients() || !has_band(run, lane), "{context}");
        return;
    };
    let requests = Requests::new(run, lane, client, server);
    assert_eq!((band.unit(), band.limit()), (requests.policy.level_unit(), requests.policy.limit()));
    while !band.advance(run, slice()) {}
    let columns = band.columns(&run.view(span));
    assert_eq!(columns.len(), span.width as usize);
    let expected = requests.columns(span);
    for (column, (found, expected)) in (0..).zip(columns.iter().zip(&expected)) {
        assert_eq!(found, expected, "column {column}, {context}");
        let (begin, end) = (span.edge(column), span.edge(column + 1));
        let middle = begin + (end - begin) / 2;
        let level = requests.level(middle, requests.before(middle));
        assert!(found.least <= level && level <= found.most, "{level} in column {column}, {context}");
    }
    for time in [span.from, span.to] {
        let level = requests.level(time, requests.before(time));
        assert_eq!(band.level(run, time), Some(level), "at {time}, {context}");
    }
}

/// Returns whether the states of a lane depend only on their own requests.
pub(super) fn has_band(run: &Simulation, lane: usize) -> bool {
    let (scenario, lane) = (run.scenario(), &run.scenario().lanes[lane]);
    let is_one = lane.algorithm != Algorithm::Layers && lane.members.iter().all(|it| it.key == Key::Client);
    is_one
        && match lane.store.unwrap_or(scenario.servers.store) {
            Store::Shared => scenario.servers.clocks.is_empty(),
            Store::Local => scenario
                .servers
                .clocks
                .iter()
                .all(|clock| scenario.start.checked_add_signed(clock.ahead).is_some()),
            _ => false,
        }
}

impl Requests {
    fn new(run: &Simulation, lane: usize, client: u32, server: u32) -> Self {
        let (scenario, senders, limiter) = (run.scenario(), run.senders(), &run.scenario().lanes[lane]);
        let arrivals = run.arrivals(lane).expect("the run is done");
        let tier = senders.groups()[senders.group(client)].tier;
        let policy = limiter.policy_of(scenario, &tier).expect("every lane has a policy");
        let is_local = limiter.store.unwrap_or(scenario.servers.store) == Store::Local;
        let ahead = if is_local { scenario.servers.ahead(server) } else { 0 };
        let start = scenario.start.saturating_add_signed(ahead);
        let mut state = policy.fresh();
        let is_own = |index: &usize| {
            let other = arrivals.client(*index);
            senders.key(limiter.key, other) == senders.key(limiter.key, client)
                && (!is_local || run.lanes()[lane].server(*index, other) == server)
        };
        let mut requests = Self { start, times: Vec::new(), states: vec![state.clone()], policy };
        for index in (0..arrivals.len()).filter(is_own) {
            let time = arrivals.time(index);
            let _ = requests.policy.take(&mut state, start.saturating_add(time), arrivals.cost(index));
            requests.times.push(time);
            requests.states.push(state.clone());
        }
        requests
    }

    /// Returns how many requests come before a time.
    fn before(&self, time: u64) -> usize {
        self.times.partition_point(|other| *other < time)
    }

    /// Returns the usage at a time, after this many requests.
    fn level(&self, time: u64, requests: usize) -> u128 {
        let now = self.start.saturating_add(time);
        self.policy.level(&self.policy.advance(&self.states[requests], now))
    }

    /// Returns the extremes of each column: at its first instant, just before and just after every request in
    /// it, and at its last instant.
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
