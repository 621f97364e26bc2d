//! The traffic that gets the most through a limiter in one window of the scenario's length. It shows that the bound
//! can be reached.
//!
//! Each kind of limiter has its own worst traffic. An all-of is tried with those of all its members. The amount
//! admitted is not computed here: each candidate is run.

mod attacks;

use ratelab_report::Report;
use ratelab_scenario::{
    language::print_pattern,
    scenario::{Clients, Lane, Pattern, Retry, Routing, Scenario, Servers, Store},
};
use ratelab_simulation::{
    measures::{
        Most, Start,
        bound::{admitted_on, bound_on},
        most_in_any,
    },
    run::{Kind, Simulation},
};

use self::attacks::attacks;

/// After this many requests no other candidate is tried.
const MOST_DECIDED: u64 = 2_000_000;

/// The worst case of a limiter in a window, and the traffic that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The upper bound on what is admitted in one window, by arrival and by start, both ends included, whatever a
    /// request costs.
    pub bound: u128,
    /// The upper bound on what starts in one window on the scenario's own servers, if no request costs more than
    /// those of this traffic.
    pub started_bound: Option<u128>,
    /// The most that this traffic had admitted in one window, by arrival.
    pub admitted: Most,
    /// The most that started in one window: a queue spreads what it admits.
    pub started: Most,
    /// The scenario with this traffic, sent by one client that does not retry. If servers have their own states they
    /// take turns, and each gets the worst traffic; otherwise there is one server.
    pub scenario: Scenario,
}

impl Worst {
    /// Returns the traffic as a script.
    pub fn traffic(&self) -> String {
        self.scenario.traffic.iter().map(print_pattern).collect::<Vec<_>>().join("; ")
    }
}

/// Returns the worst case of a lane, if it needs few enough requests.
pub(super) fn worst(report: &Report, lane: usize) -> Option<Worst> {
    let scenario = report.scenario();
    let policy = report.lanes().get(lane)?.policy();
    let window = scenario.limit.period;
    let own = scenario.lanes.get(lane)?;
    let store = own.store_in(scenario);
    let servers = taking_turns(&scenario.servers, store);
    let bound = admitted_on(&servers, servers.store, 1, policy, window - 1)?;
    let tried = attacks(policy, scenario.start, window - 1, &servers).into_iter().filter_map(|traffic| {
        let scenario = attacked(scenario, traffic, servers.clone());
        let alone = Scenario { lanes: vec![Lane { store: None, ..own.clone() }], ..scenario.clone() };
        let run = Simulation::complete(alone).ok()?;
        let (admitted, started) = (most_admitted(&run, 0, window - 1), run.most(0));
        let cost = scenario.greatest_cost();
        let started_bound = bound_on(&report.scenario().servers, store, 1, policy, window - 1, cost);
        let requests = run.arrivals(0)?.len() as u64;
        Some((Worst { bound, started_bound, admitted, started, scenario }, requests))
    });
    // The first of those that reach the same amount: it is the simplest. None gets more than the bound.
    let reached = |worst: &Worst| (worst.started.cost, worst.admitted.cost);
    let (mut best, mut decided): (Option<Worst>, u64) = (None, 0);
    for (next, requests) in tried {
        decided += requests;
        let is_bound = u128::from(next.started.cost) >= next.started_bound.unwrap_or(bound);
        if best.as_ref().is_none_or(|best| reached(&next) > reached(best)) {
            best = Some(next);
        }
        if is_bound || decided > MOST_DECIDED {
            break;
        }
    }
    best
}

/// Returns the most that was admitted between two instants this far apart, by arrival.
fn most_admitted(run: &Simulation, lane: usize, interval: u64) -> Most {
    let Some(arrivals) = run.arrivals(lane) else { return Most::default() };
    let outcomes = run.lanes()[lane].record().outcomes();
    let admitted = (0..outcomes.len()).filter(|index| outcomes.get(*index) != Kind::Denied);
    let start = |index| Start { key: 0, time: arrivals.time(index), cost: arrivals.cost(index) };
    most_in_any(admitted.map(start), interval)
}

/// Returns the servers if they have their own states and one client can reach all of them; otherwise one server.
fn taking_turns(servers: &Servers, store: Store) -> Servers {
    let is_apart = matches!(store, Store::Local | Store::Sync { .. }) && servers.routing != Routing::Sticky;
    match is_apart && servers.count > 1 {
        true => Servers { routing: Routing::RoundRobin, store, clocks: Vec::new(), ..servers.clone() },
        false => Servers::default(),
    }
}

/// Returns a scenario with other traffic, sent by one client that does not retry to these servers.
fn attacked(scenario: &Scenario, traffic: Vec<Pattern>, servers: Servers) -> Scenario {
    let (clients, groups) = (Clients::default(), Vec::new());
    let retry = Retry::default();
    Scenario { traffic, clients, groups, servers, retry, show: None, ..scenario.clone() }
}
