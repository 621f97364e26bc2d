//! The behaviour of each limiter on this traffic and in the worst case, with settings that keep one guarantee.
//!
//! Each client has its own state. Equivalent limiters are run once, each alone: so the numbers match those of a
//! scenario with that limiter alone, even if random waits depend on the number of a lane.

use std::collections::BTreeMap;

use ratelab_limiter::{
    Algorithm, Limiter, Outcome, Policy,
    bounds::{AMOUNT, LIMIT, MAX_WAIT, PERIOD, WINDOW},
};

use super::{
    judged::{JudgedLimiter, Refused},
    needs::judged,
    numbers::Numbers,
    rank::{endless, rank},
};
use crate::{
    settings::number,
    tuning::{Demand, Grid, Unable, tuned, waits},
};
use ratelab_report::findings::is_central;
use ratelab_scenario::scenario::{Lane, Needs, Scenario, Servers, Spread, Store};
use ratelab_simulation::{
    measures::{
        bound::{bound_on, states},
        state_bytes_for,
    },
    run::{Kind, Simulation},
};

/// Returns the scenario to judge: on the servers that are needed, with windows of the guarantee's length.
pub(super) fn with_servers(scenario: &Scenario, needs: Needs) -> Scenario {
    let servers = needs.servers.map_or(scenario.servers.clone(), |spread| on(&scenario.servers, spread));
    Scenario { servers, needs, ..scenario.clone() }
}

/// Returns servers with their own states; the routing stays the same.
fn on(servers: &Servers, Spread { count, sync }: Spread) -> Servers {
    let store = sync.map_or(Store::Local, |every| Store::Sync { every });
    let clocks = servers.clocks.iter().copied().filter(|clock| clock.server < count).collect();
    Servers { count, store, clocks, ..servers.clone() }
}

/// Returns all limiters that can keep the guarantee, and those that cannot.
pub(super) fn all(run: &Simulation, scenario: &Scenario) -> (Vec<JudgedLimiter>, Vec<Refused>) {
    let (mut rows, mut refused): (Vec<JudgedLimiter>, Vec<Refused>) = (Vec::new(), Vec::new());
    let demand = run.traffic().map(Demand::new).unwrap_or_default();
    for algorithm in Algorithm::ALL {
        if let Some(row) = rows.iter_mut().find(|row| is_same(&row.policy, algorithm, scenario)) {
            row.algorithms.push(algorithm);
            continue;
        }
        match best_of(run, &Grid { algorithm, scenario, demand: &demand }) {
            Ok(best) => rows.extend(best),
            Err(why) => {
                // Limiters that fail for the same reason share a row: a window has no rate.
                let fails_alike = |other: &&mut Refused| {
                    other.why == why && other.algorithms[0].is_bucket() == algorithm.is_bucket()
                };
                match refused.iter_mut().find(fails_alike) {
                    Some(other) => other.algorithms.push(algorithm),
                    None => refused.push(Refused { algorithms: vec![algorithm], why }),
                }
            }
        }
    }
    (rows, refused)
}

/// Judges one limiter alone.
pub(super) fn one(
    run: &Simulation,
    scenario: &Scenario,
    algorithm: Algorithm,
) -> Result<Option<JudgedLimiter>, Unable> {
    let demand = run.traffic().map(Demand::new).unwrap_or_default();
    best_of(run, &Grid { algorithm, scenario, demand: &demand })
}

/// Returns the number of requests of the traffic.
fn requests(run: &Simulation) -> u64 {
    run.traffic().map_or(0, |traffic| traffic.len() as u64)
}

/// Returns a limiter with the best settings of those tried, or with the first of equally good ones.
fn best_of(run: &Simulation, grid: &Grid<'_>) -> Result<Option<JudgedLimiter>, Unable> {
    let costs = costs(run);
    let Some(promise) = grid.scenario.needs.never else {
        return judge(run, grid.scenario, tuned(grid.algorithm, grid.scenario)?, &costs);
    };
    let (mut tried, mut next) = (Vec::new(), grid.settings(promise)?);
    let (mut best, mut best_place, mut longer) = (None, 0, Vec::new());
    for _ in 0..=grid.rounds() {
        for (place, setting) in next.iter().enumerate() {
            let Some(row) = judge(run, grid.scenario, grid.lane(promise, setting), &costs)? else { continue };
            if row.failed().next().is_none() && endless(&row) > 0 {
                longer.push((row.policy.clone(), row.numbers));
            }
            let rank = rank(&row, grid.scenario.needs.by);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                (best, best_place) = (Some((rank, row)), tried.len() + place);
            }
        }
        tried.append(&mut next);
        next = tried.get(best_place).map(|best| grid.closer(promise, best, &tried)).unwrap_or_default();
    }
    let tried = tried.iter().map(|setting| grid.lane(promise, setting)).collect();
    Ok(best.map(|(_, row)| JudgedLimiter { tried, longer, ..row }))
}

/// Returns whether the best settings of one limiter are also the best of another, which then decides the same: buckets
/// are tried with the same sizes, and a queue with others.
fn is_same(best: &Policy, algorithm: Algorithm, scenario: &Scenario) -> bool {
    match scenario.needs.never {
        Some(_) => [algorithm, best.algorithm()].iter().all(is_plain) && best.flows_as(best),
        None => {
            let other =
                tuned(algorithm, scenario).and_then(|lane| lane.policy(scenario).map_err(Unable::Refused));
            other.is_ok_and(|other| are_one(best, &other))
        }
    }
}

fn is_plain(algorithm: &Algorithm) -> bool {
    algorithm.is_bucket() && !waits(*algorithm)
}

/// Returns whether two limiters admit the same requests with the same waits.
fn are_one(one: &Policy, other: &Policy) -> bool {
    one.flows_as(other) && longest_delay(one) == longest_delay(other)
}

/// Runs a limiter, and gets its worst case from the core.
fn judge(
    run: &Simulation,
    scenario: &Scenario,
    lane: Lane,
    costs: &[(u32, u64)],
) -> Result<Option<JudgedLimiter>, Unable> {
    let policy = lane.policy(scenario).map_err(Unable::Refused)?;
    let algorithms = vec![lane.algorithm];
    let limit = scenario.needs.never.unwrap_or(scenario.limit);
    let scenario = Scenario { limit, lanes: vec![lane], ..scenario.clone() };
    let Ok(done) = run.completed_as(scenario.clone()) else { return Ok(None) };
    let numbers = Numbers { starved: starved(&done, costs), ..numbers(&done, &policy) };
    let judged = judged(&scenario.needs, &numbers);
    let tried = scenario.lanes.clone();
    Ok(Some(JudgedLimiter { algorithms, policy, scenario, numbers, judged, tried, longer: Vec::new() }))
}

/// Computes the numbers of a run of one limiter.
fn numbers(run: &Simulation, policy: &Policy) -> Numbers {
    let scenario = run.scenario();
    let (servers, promise) = (&scenario.servers, scenario.limit);
    let requests = requests(run);
    let admitted = u64::from(run.lanes()[0].record().counts().admitted());
    let clients = scenario.needs.memory.map_or(run.senders().clients().into(), |memory| memory.clients);
    // Never more than is guaranteed, whatever the settings of a limiter are.
    let most = scenario.needs.never.map_or(u128::MAX, |rate| rate.amount.into());
    let lasting = lasting(servers, policy, promise.period).min(most);
    Numbers {
        promise,
        limit: policy.limit(),
        cost: scenario.greatest_cost(),
        starved: None,
        bound: bound_on(servers, servers.store, 1, policy, promise.period - 1, scenario.greatest_cost()),
        burst: policy.remaining(&policy.advance(&policy.fresh(), scenario.start)),
        delay: longest_delay(policy),
        waited: run.longest_wait(0),
        state_bytes: policy.state_bytes(),
        memory: state_bytes_for(policy, clients),
        clients,
        denied: requests.saturating_sub(admitted),
        requests,
        lasting,
        unused: u128::from(promise.amount).saturating_sub(lasting),
        is_honest: is_honest(scenario),
    }
}

/// The fewest requests of one cost that count as starved, if all of them are denied.
const FEWEST_STARVED: u64 = 3;

/// Returns how many requests of the traffic have each cost, if costs differ.
fn costs(run: &Simulation) -> Vec<(u32, u64)> {
    let mut costs: BTreeMap<u32, u64> = BTreeMap::new();
    for cost in run.traffic().map_or(&[][..], |traffic| traffic.costs()) {
        *costs.entry(*cost).or_default() += 1;
    }
    costs.into_iter().filter(|(_, requests)| *requests >= FEWEST_STARVED).collect()
}

/// Returns the highest of these costs of which no request got through although it is within the limit.
fn starved(run: &Simulation, costs: &[(u32, u64)]) -> Option<(u32, u64)> {
    let limit = run.lanes()[0].policy().limit();
    let mut left: Vec<_> = costs.iter().copied().filter(|(cost, _)| *cost <= limit).collect();
    let (arrivals, outcomes) = (run.arrivals(0)?, run.lanes()[0].record().outcomes());
    for attempt in (0..outcomes.len()).filter(|attempt| outcomes.get(*attempt) != Kind::Denied) {
        left.retain(|(cost, _)| *cost != arrivals.cost(attempt));
        if left.is_empty() {
            break;
        }
    }
    left.pop()
}

/// Returns the refill in the period of the guarantee, summed over states that do not know of each other. Servers that
/// sync share one budget; what they admit before they sync is extra, if a client is fast enough, and a debt for a
/// bucket. So for them this is a lower bound.
fn lasting(servers: &Servers, policy: &Policy, period: u64) -> u128 {
    let (amount, length) =
        if policy.algorithm().is_bucket() { (&AMOUNT, &PERIOD) } else { (&LIMIT, &WINDOW) };
    let settings = policy.settings();
    let [amount, length] = [amount, length].map(|parameter| u128::from(number(&settings, parameter)));
    let states = if servers.store == Store::Local { states(servers, 1) } else { 1 };
    states * amount * u128::from(period) / length.max(1)
}

/// Returns the longest wait of a request: that of the last position in the queue, or the configured bound.
fn longest_delay(policy: &Policy) -> u64 {
    let full = policy.owing(policy.limit().saturating_sub(1), 0);
    match policy.peek(&full, 0, 1).outcome {
        Outcome::Denied => number(&policy.settings(), &MAX_WAIT),
        admitted => admitted.delay(),
    }
}

/// Returns whether a client that waits for Retry-After gets through: if one state decides, with clocks that agree or
/// on one server.
fn is_honest(scenario: &Scenario) -> bool {
    let servers = &scenario.servers;
    let is_own = matches!(servers.store, Store::Local | Store::Sync { .. });
    let with_one_clock = Servers { clocks: Vec::new(), ..servers.clone() };
    let with_one_clock = Scenario { servers: with_one_clock, ..scenario.clone() };
    (is_own || servers.spread() == 0) && scenario.lanes.iter().all(|lane| is_central(&with_one_clock, lane))
}
